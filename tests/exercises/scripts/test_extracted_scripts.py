"""Scripts without a function, from the text to the verdict: guessed, run, and never accused."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from grader.course import load_assignment, load_course
from grader.grading import collect
from grader.intake import read_submission, unread_submission
from grader.judging import judge
from grader.model.evidence import EntryHow, ExerciseEvidence
from grader.model.finding import Finding, Verdict
from grader.model.machine import Capabilities
from grader.observing import Setup, Tools, prepare_setup
from tests.batch.classes import STATE
from tests.tree import ROOT

Findings = Mapping[str, Finding]
DATA = ROOT / "tests" / "data" / "lifting"
EXERCISES = {"matmul": ("kadai1", "matmul"), "convolution": ("kadai2", "conv_python")}
FOREIGN = re.compile(r"^(import|from) (numpy|torch|data)|\bexec\(|\bglobals\(", re.MULTILINE)
PLAIN = ("random", "math", "time")
BIG = "big and slow"
VALUES = ("RUN002", "COR001", "COR002", "COR003")
NOW_GRADED = frozenset(
    {
        *("x times x reads one matrix only", "y is x under another name"),
        *("one list with two names", "two results in one nest", "counts its steps in a list"),
        *("counts its steps", "flat matrices", "two different nests", "a lambda"),
        *("a number of places that is some number", "the same with names"),
        *("a function that is called with two sizes", "a function in a function"),
        *("times kept inside the loops", "x and y exchanged"),
    }
)
"""Right programs of the table that nothing in the text proves: running them does."""


class Room:
    """Where programs are handed in and run."""

    def __init__(self, tools: Tools) -> None:
        self.tools = tools
        self.setups = {operation: self.prepare(*EXERCISES[operation]) for operation in EXERCISES}

    def prepare(self, assignment: str, wanted: str) -> Setup:
        """One exercise, whose programs may make random numbers."""
        course = load_course(ROOT)
        loaded = load_assignment(course, assignment)
        exercise = next(each for each in loaded.exercises if each.id == wanted)
        allowed = tuple({*exercise.allowed_imports, *PLAIN})
        kept = replace(loaded, exercises=(replace(exercise, allowed_imports=allowed),))
        return prepare_setup(course, kept, {}, STATE, Capabilities())

    def grade(self, folder: Path, text: str, operation: str) -> tuple[ExerciseEvidence, Findings]:
        """Observes and judges a program in plain Python."""
        assignment, wanted = EXERCISES[operation]
        setup = self.setups[operation]
        path = folder / f"{assignment}.py"
        path.write_text(text, encoding="utf-8")
        submission = read_submission(unread_submission("24A1201", [path]), setup.assignment)
        evidence = collect(submission, setup, self.tools)
        findings = judge(evidence, setup.assignment)
        return evidence.exercises[0], {
            finding.check: finding for finding in findings if finding.subject == wanted
        }


@pytest.fixture(scope="module")
def room(tools: Tools) -> Room:
    """A room on the level that batches use as a rule."""
    return Room(tools)


def programs(*files: str, every: int = 1) -> list[Any]:
    """Each program in plain Python that a file has, every so many in `make test`."""
    found: list[Any] = []
    for file in files:
        for number, part in enumerate((DATA / file).read_text("utf-8").split("#: ")[1:], start=1):
            head, _, text = part.partition("\n")
            operation, backend, title = head.split(maxsplit=2)
            if backend == "python" and not FOREIGN.search(text):
                # One runs into its limits again and again.
                late = title == BIG or len(found) % every
                marks = (
                    pytest.mark.repetition(
                        "every third; what is cut out of each computes what is asked"
                    )
                    if late
                    else ()
                )
                name = f"{file}:{number} {title}"
                found.append(pytest.param(operation, text, id=name, marks=marks))
    return found


def title_of(request: pytest.FixtureRequest) -> str:
    """What a program's head calls it."""
    return str(request.node.callspec.id).partition(" ")[2]


@pytest.mark.parametrize(("operation", "text"), programs("left_alone.py", "unsure.py"))
def test_a_wrong_guess_costs_nothing(
    room: Room, tmp_path: Path, operation: str, text: str, request: pytest.FixtureRequest
) -> None:
    """None of these is told a mistake; only what the run shows to be right is graded."""
    observed, found = room.grade(tmp_path, text, operation)
    assert not observed.trouble
    graded = observed.entry is not None and observed.entry.how is EntryHow.EXTRACTED
    assert graded is (title_of(request) in NOW_GRADED)
    assert all(found[check].verdict is not Verdict.FAILED for check in VALUES)


@pytest.mark.parametrize(
    ("operation", "text"), programs("loops.py", "library.py", "scripts.py", every=3)
)
def test_a_right_script_is_graded_by_its_loops(
    room: Room, tmp_path: Path, operation: str, text: str
) -> None:
    """The guess is right for fresh matrices, and does what the script did."""
    observed, found = room.grade(tmp_path, text, operation)
    assert observed.entry is not None
    assert observed.entry.how is EntryHow.EXTRACTED
    assert {found[check].verdict for check in VALUES} == {Verdict.PASSED}
    assert observed.source is not None
    assert observed.source.lifted is not None
    assert not observed.source.guesses


@pytest.mark.parametrize(("operation", "text"), programs("proved.py"))
def test_what_cannot_be_cut_out_is_proved_by_its_matrices(
    room: Room, tmp_path: Path, operation: str, text: str
) -> None:
    """As without any guess."""
    observed, found = room.grade(tmp_path, text, operation)
    assert observed.entry is not None
    assert observed.entry.how is EntryHow.PROGRAM
    assert found["COR001"].verdict is Verdict.PASSED


@pytest.mark.parametrize(("operation", "text"), programs("mistaken.py"))
def test_a_wrong_script_is_told_what_is_wrong(
    room: Room, tmp_path: Path, operation: str, text: str
) -> None:
    """Its loops do what it did, and are wrong with any matrices of its size."""
    observed, found = room.grade(tmp_path, text, operation)
    assert observed.entry is not None
    assert observed.entry.how is EntryHow.EXTRACTED
    assert found["COR001"].verdict is Verdict.FAILED
    assert found["COR002"].params["lookalike"]
