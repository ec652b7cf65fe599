"""Programs as students write them: none is accused wrongly, none passes wrongly, causes are named.

    python -m tests.exercises.values.test_students [EXERCISE …]

prints the table of all.
"""

import sys
import tempfile
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from tests.exercises.values.line import ASSIGNMENT_OF, Graded, Line
from tests.tree import ROOT

PROGRAMS = ROOT / "tests" / "data" / "values"


class Student(Struct, frozen=True, kw_only=True):
    """One program, and what has to be said of it."""

    exercise: str
    name: str
    text: str
    cause: str = ""  # the check that fails; "" = the program is right
    mistake: str = ""

    @property
    def id(self) -> str:
        """Names it."""
        return f"{self.exercise}-{'wrong' if self.cause else 'right'}-{self.name}"


def students(exercise: str) -> list[Student]:
    """Reads the programs for one exercise."""
    table: dict[str, list[dict[str, Any]]]
    table = tomllib.loads((PROGRAMS / f"{exercise}.toml").read_text("utf-8"))
    programs = [*table["right"], *table["wrong"]]
    return [Student(exercise=exercise, **program) for program in programs]


def fault(student: Student, graded: Graded) -> str:
    """Says what is wrong with what was said of a program; "" for nothing."""
    if not student.cause:
        return "" if graded.is_right else f"accused: {_heard(graded)}"
    if not graded.failed:
        return f"passed: {_heard(graded) or 'as right'}"
    if student.cause not in graded.failed:
        return f"another cause than {student.cause}: {_heard(graded)}"
    told = [mistake.id for mistake in graded.record.mistakes[:1]]
    wanted = [student.mistake] if student.mistake else []
    return "" if told == wanted else f"known mistake {told}"


def _heard(graded: Graded) -> str:
    return "; ".join(
        f"{code} {one.verdict.value}: {graded.said[code].splitlines()[-1]}"
        for code, one in graded.findings.items()
        if one.verdict.value not in {"passed", "skipped"}
    )


ALL = [student for exercise in ASSIGNMENT_OF for student in students(exercise)]


def _few(everyone: Sequence[Student]) -> set[str]:
    """Chooses one right program of each exercise, and one wrong one for each cause of all."""
    chosen = {f"{each.cause}{'' if each.cause else each.exercise}": each.id for each in everyone}
    return set(chosen.values())


@pytest.mark.parametrize(
    "student",
    [
        pytest.param(
            each,
            id=each.id,
            marks=()
            if each.id in _few(ALL)
            else pytest.mark.repetition("a right program of each exercise, and each cause once"),
        )
        for each in ALL
    ],
)
def test_a_program_is_told_what_it_deserves(line: Line, student: Student) -> None:
    """Right ones get their points, wrong ones the check that names the cause."""
    assert fault(student, line.grade(student.exercise, student.text)) == ""


def test_there_are_six_of_each() -> None:
    """The lists may grow."""
    for exercise in ASSIGNMENT_OF:
        wrong = [bool(each.cause) for each in students(exercise)]
        assert wrong.count(True) >= 6
        assert wrong.count(False) >= 6


def main(exercises: Sequence[str]) -> None:
    """Prints the table."""
    sys.stdout.write("exercise        right accused  wrong passed cause-missed seconds\n")
    with tempfile.TemporaryDirectory() as folder, Line(Path(folder)) as line:
        for exercise in exercises or ASSIGNMENT_OF:
            everyone, begun = students(exercise), time.perf_counter()
            said = [(each, fault(each, line.grade(exercise, each.text))) for each in everyone]
            faults = [(student, found) for student, found in said if found]
            kinds = [found.partition(":")[0] for _, found in faults]
            wrong = sum(bool(student.cause) for student in everyone)
            accused, passed = kinds.count("accused"), kinds.count("passed")
            sys.stdout.write(
                f"{exercise:15} {len(everyone) - wrong:5} {accused:7} {wrong:6} {passed:6} "
                f"{len(faults) - accused - passed:12} {time.perf_counter() - begun:7.1f}\n"
            )
            for student, found in faults:
                sys.stdout.write(f"    {student.name}: {found}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
