"""An assignment is proved by its reference, its examples and its cases, and a wrong one is not."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.batch.verify import ProofSubject
from grader.model.errors import CourseError
from tests.batch.classes import RIGHT, TRANSPOSED, Classroom
from tests.course.courses import untranslated

GOOD = 'points = {program = 4.0}\n[verdicts]\nCOR001 = "passed"\n'
BAD = """\
points = {program = 0.0}
[verdicts]
COR001 = "failed"
COR002 = "failed"
"""


@pytest.fixture
def room(tmp_path: Path) -> Classroom:
    """A course whose assignment has no examples."""
    import shutil

    room = Classroom(tmp_path, {})
    shutil.rmtree(room.course.root / "assignments/kadai1/examples", ignore_errors=True)
    return room


def add_example(room: Classroom, name: str, program: str, expected: str) -> None:
    """Writes an example."""
    folder = room.course.root / "assignments/kadai1/examples" / name
    folder.mkdir(parents=True)
    (folder / "kadai1.py").write_text(program, encoding="utf-8")
    (folder / "expected.toml").write_text(expected, encoding="utf-8")


def problems(room: Classroom) -> Mapping[tuple[str, str], tuple[str, ...]]:
    """What verify finds wrong, by subject and name."""
    proofs = room.verify(jobs=2)
    return {(proof.subject.value, proof.name): tuple(map(str, proof.problems)) for proof in proofs}


def edit_cases(room: Classroom, before: str, after: str) -> None:
    """Changes the cases of the assignment."""
    path = room.course.root / "assignments/kadai1/assignment.toml"
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")


def test_assignment_as_it_is_holds(room: Classroom) -> None:
    """Reference and known mistakes of kadai1 have nothing wrong, nor have fitting examples."""
    add_example(room, "right", RIGHT, GOOD)
    add_example(room, "transposed", TRANSPOSED, BAD)
    found = problems(room)
    assert set(found) == {
        ("marks", "kadai1"),
        ("reference", "matmul"),
        ("lookalikes", "matmul"),
        ("example", "right"),
        ("example", "transposed"),
    }
    assert set(found.values()) == {()}


LOOKALIKE = '[params.COR002]\nlookalike = "elementwise"\n'
ODD = {
    "poor": (RIGHT, BAD, "expected.toml: points.program: expected 0, got 4"),
    "right": (RIGHT, BAD, "COR001: expected failed, got passed"),
    "wrong": (TRANSPOSED, GOOD, "COR001: expected passed, got failed"),
    "more": (TRANSPOSED, GOOD, "COR002: failed, but expected.toml of the example does not say so"),
    "other": (TRANSPOSED, BAD + LOOKALIKE, "COR002.lookalike: expected 'elementwise', got "),
}


def test_example_that_is_not_as_declared(room: Classroom) -> None:
    """Points, verdicts, parameters, and failures that nobody declared are all told."""
    for name, (program, expected, _) in ODD.items():
        add_example(room, name, program, expected)
    found = problems(room)
    for name, (_, _, said) in ODD.items():
        assert any(line.startswith(said) for line in found["example", name]), name


def test_the_lines_that_an_example_of_a_mistake_needs_are_shown(room: Classroom) -> None:
    """Written as they are shown they are accepted; a right example has no such lines."""
    add_example(room, "old", TRANSPOSED, 'points = {program = 3.0}\nverdicts.COR001 = "failed"\n')
    add_example(room, "less", TRANSPOSED, "points = {program = 0.0}\n")
    add_example(room, "right", TRANSPOSED, GOOD)
    found = problems(room)
    assert not any(line.startswith("if that") for line in found["example", "right"])
    for name in ("old", "less"):
        shown = found["example", name][-1]
        told, _, lines = shown.partition(":\n")
        assert told == (
            f"if that is what the example is to show, write in examples/{name}/expected.toml"
        )
        assert 'COR002 = "failed"' in lines
        path = room.course.root / "assignments/kadai1/examples" / name / "expected.toml"
        verdicts, points = 'verdicts.COR001 = "failed"\n', "points.program = 0\n"
        if name == "old":
            assert "[points]\n        program = 0\n" in lines
            more = lines.partition("[verdicts]\n")[2]
            path.write_text(f"{points}{verdicts}verdicts.{more.strip()}\n", encoding="utf-8")
        else:
            path.write_text(f"{points}{lines}\n", encoding="utf-8")
    again = problems(room)
    assert again["example", "old"] == again["example", "less"] == ()


def test_example_about_one_exercise(room: Classroom) -> None:
    """What its own exercise gets counts; failures there still have to be declared."""
    about = 'exercise = "matmul"\npoints = {}\n'
    add_example(room, "right", RIGHT, about)
    add_example(room, "wrong", TRANSPOSED, about)
    found = problems(room)
    assert found["example", "right"] == ()
    assert found["example", "wrong"] == tuple(
        f"{code}: failed, but expected.toml of the example does not say so"
        for code in ("COR002", "COR001")
    )


def test_cases_that_cannot_tell_mistakes_apart(room: Classroom) -> None:
    """With 1x1 matrices only, AB, BA and the element-wise product are one; the pairs are named."""
    edit_cases(room, "integers = [1, 2, 3, 5, 7]", "integers = [1]")
    edit_cases(room, "floats = [3, 7, 7, 33]", "floats = []")
    pairs = problems(room)["lookalikes", "matmul"]
    assert any("= correct:" in pair for pair in pairs)


def test_reference_that_is_wrong_about_shapes(room: Classroom) -> None:
    """A reference that answers with the wrong shape is found."""
    with (room.course.root / "reference/matmul.py").open("a", encoding="utf-8") as file:
        file.write("\n\ndef expected(a, b):\n    return (a @ b)[:1]\n")
    _, second, *_ = room.verify()
    assert second.subject is ProofSubject.REFERENCE
    assert second.problems


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: points: is missing; specify a table"),
        ("points = {nothing = 1}", 'line 1: points.nothing: there is no criterion "nothing"; av'),
        ('points = {program = "4"}', "points.program: must be a number"),
        (
            'points = {}\n[verdicts]\nCOR999 = "failed"',
            'line 3: verdicts.COR999: there is no check "COR999"',
        ),
        ('points = {}\n[verdicts]\nCOR001 = "wrong"', "line 3: verdicts.COR001: must be one of"),
        ("points = {}\nverdict = 1", "line 2: verdict: unknown key; did you mean verdicts"),
        ('exercise = "nothing"\npoints = {}', 'line 1: exercise: there is no exercise "nothing"'),
        ("points = 3", "points: must be a table"),
        ("points = [", "line 1: is not valid TOML: Invalid value"),
    ],
)
def test_expected_file_with_a_mistake(room: Classroom, text: str, said: str) -> None:
    """The instructor learns which key of which file is wrong."""
    add_example(room, "odd", RIGHT, text)
    with pytest.raises(CourseError, match=said) as raised:
        problems(room)
    assert "examples/odd/expected.toml: " in str(raised.value)
    assert not set().union(*map(untranslated, raised.value.messages))
