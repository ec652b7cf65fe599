"""Programs that are right for the sizes that everybody can read, and for no others."""

from pathlib import Path

import pytest

from grader.model.finding import Verdict
from grader.model.scoresheet import ScoreSheet
from tests.batch.classes import RIGHT, Classroom

LISTED = (1, 2, 3, 5, 7, 33)
SWEPT = (8, 12, 18, 27, 41, 61, 91, 137, 205, 256)
PRODUCT = RIGHT.replace("matmul", "product")


def unless(condition: str, otherwise: str = "c[0].reverse()", before: str = "") -> str:
    """A program that is right only on a condition."""
    return (
        f"{before}{PRODUCT}\ndef matmul(a, b):\n    c, n = product(a, b), len(a)\n"
        f"    if not ({condition}):\n        {otherwise}\n    return c\n"
    )


LOSES = {
    "only the listed sizes": (unless(f"n in {LISTED}"), "COR001"),
    "and those of the sweep": (unless(f"n in {LISTED + SWEPT}"), "COR001"),
    "up to the largest": (unless("n <= 33"), "COR001"),
    "a table": (
        PRODUCT + f"\nKNOWN = {{size: product for size in {LISTED}}}\n"
        "def matmul(a, b):\n    return KNOWN.get(len(a), lambda a, b: a)(a, b)\n",
        "COR001",
    ),
    "of no other size": (
        unless(f"n in {LISTED}", "c.pop()"),
        "COR003",
    ),
    "nothing for others": (unless(f"n in {LISTED}", "c = None"), "RUN008"),
    "not a number": (unless(f"n in {LISTED}", "c[0][0] = float('nan')"), "COR006"),
    "few digits": (
        unless(f"n in {LISTED}", "c = [[round(x, 4) for x in row] for row in c]"),
        "COR007",
    ),
    "an error": (unless(f"n in {LISTED}", "raise ValueError(n)"), "RUN003"),
    "one block": (unless("n <= 33", "c = [row[:33] + [0] * (n - 33) for row in c]"), "COR001"),
    "input changed": (unless(f"n in {LISTED}", "a[0][0] = 0"), "COR004"),
    "from 82 on": (unless(f"n < 82 or n in {SWEPT}", "c = [[0] * n] * n"), "COR001"),
    "4 and 6": (unless("n not in (4, 6)", "c = [[0] * n] * n"), "COR001"),
    "the first ten calls": (
        unless("len(calls) < 11", before="calls = []\n").replace(
            "    c, n =", "    calls.append(1)\n    c, n ="
        ),
        "COR005",
    ),
}
OPENS = {
    "no end": (unless(f"n in {LISTED}", "end('timeout')"), "RUN004"),
    "no end above": (unless("n <= 33", "end('timeout')"), "RUN004"),
    "memory": (unless("n <= 33", "end('memory')"), "RUN005"),
    "output": (unless("n <= 33", "end('output')"), "RUN007"),
    "recursion": (unless("n <= 33", "raise RecursionError('maximum depth')"), "RUN003"),
}


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ScoreSheet]:
    """The class, graded once."""
    programs = {**LOSES, **OPENS, "right": (RIGHT, "")}
    students = {f"24A1{number:03}": name for number, name in enumerate(programs)}
    room = Classroom(
        tmp_path_factory.mktemp("secret"),
        {student: programs[name][0] for student, name in students.items()},
    )
    return {students[one.sheet.student]: one.sheet for one in room.grade().graded}


def verdicts(sheet: ScoreSheet, verdict: Verdict) -> set[str]:
    """Which checks about the program ended so."""
    return {one.check for one in sheet.findings if one.subject and one.verdict is verdict}


@pytest.mark.parametrize("name", LOSES)
def test_right_for_public_sizes_alone_is_not_right(
    name: str, sheets: dict[str, ScoreSheet]
) -> None:
    """What fails at a listed size fails at any; the message names a size of the student's own."""
    sheet, code = sheets[name], LOSES[name][1]
    assert sheet.awards[0].points == 0
    assert code in verdicts(sheet, Verdict.FAILED)
    finding = next(one for one in sheet.findings if one.check == code)
    size = finding.params.get("size", 0)
    assert isinstance(size, int)
    assert size not in LISTED


@pytest.mark.parametrize("name", OPENS)
def test_too_slow_or_too_large_there_costs_nothing(
    name: str, sheets: dict[str, ScoreSheet]
) -> None:
    """All listed sizes were right: a person looks, and sees where it ended."""
    sheet, code = sheets[name], OPENS[name][1]
    assert sheet.awards[0].points is None
    assert not verdicts(sheet, Verdict.FAILED)
    finding = next(one for one in sheet.findings if one.check == code)
    assert (finding.verdict, finding.case) == (Verdict.UNDECIDED, "secret")
    assert finding.params["size"] not in LISTED


def test_a_right_program_is_right_there_too(sheets: dict[str, ScoreSheet]) -> None:
    """Full points, and nothing said."""
    assert sheets["right"].awards[0].points == 4
    assert not verdicts(sheets["right"], Verdict.UNDECIDED)


def test_a_limit_at_a_listed_size_fails_as_ever(tmp_path: Path) -> None:
    """It is the size that makes the difference, not the way it ends."""
    room = Classroom(tmp_path, {"24A1201": unless("n < 33", "end('timeout')")})
    (graded,) = room.grade().graded
    assert graded.sheet.awards[0].points == 0
    assert "RUN004" in verdicts(graded.sheet, Verdict.FAILED)


def test_an_assignment_may_promise_its_sizes(tmp_path: Path) -> None:
    """Then nothing else is asked."""
    room = Classroom(tmp_path, {"24A1201": unless(f"n in {LISTED}")})
    place = room.course.root / "assignments/kadai1/assignment.toml"
    text = place.read_text(encoding="utf-8")
    place.write_text(
        text.replace("[exercise.cases]", "[exercise.cases]", 1).replace(
            'entry = "matmul"', 'entry = "matmul"\nsecret_sizes = 0', 1
        ),
        encoding="utf-8",
    )
    (graded,) = room.grade().graded
    assert graded.sheet.awards[0].points == 4
