"""The self-check: a machine on which right programs come out wrong is our fault, told once."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.course import load_assignment, load_reference
from grader.model.course import Backend, Case, CaseKind, Course, DeviceKind, Exercise
from grader.model.machine import Capabilities, Device
from grader.model.reference import Reference
from grader.observing import KNOWN_WRONG, SelfChecks, Setup, kept_answers
from tests.batch.classes import ROOT
from tests.fakes.sandbox import FakeSandbox

COURSE = Course(root=ROOT, title={}, zone="Asia/Tokyo", student_id="")
EXERCISE = Exercise(
    id="mm_numpy",
    operation="matmul",
    backend=Backend.NUMPY,
    entry="mm_numpy",
    cases=(Case(size=2, kind=CaseKind.INTEGERS), Case(size=3, kind=CaseKind.FLOATS)),
)
RIGHT = """\
def matmul(a, b):
    n = len(a)
    return [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
"""


def reference_with(program: str) -> Reference:
    """The matrix product, with this as our own right program."""
    return replace(load_reference(COURSE, "matmul"), programs={Backend.NUMPY: program})


def ask(known: SelfChecks, program: str, sandbox: FakeSandbox, exercise: Exercise) -> str:
    """Asks as a worker does."""
    return known(exercise, reference_with(program), sandbox)


def test_right_answer_is_no_trouble_and_asked_once() -> None:
    """Exercises that one program answers for share its answer."""
    known, sandbox = SelfChecks(), FakeSandbox()
    for entry in ("mm_numpy", "dot_numpy"):
        exercise = replace(EXERCISE, id=entry, entry=entry, aliases=("x",), optional=True)
        assert ask(known, RIGHT, sandbox, exercise) == ""
    assert sandbox.ran == [RIGHT]


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (RIGHT.replace("return [[sum(", "return [[2 * sum("), "wrong-value"),
        (RIGHT.replace("b[k][j]", "b[k][n]"), "runtime-error"),
        ("raise OSError('no device')", "does not load"),
        ("x = 1", "matmul"),
    ],
)
def test_wrong_answer_is_our_trouble(program: str, said: str) -> None:
    """The sentence says what came out, and for which operation and library."""
    trouble = ask(SelfChecks(), program, FakeSandbox(), EXERCISE)
    assert trouble.startswith(KNOWN_WRONG)
    assert "matmul with numpy" in trouble
    assert said in trouble


def test_own_exception_is_a_trouble_too() -> None:
    """A sandbox that cannot be opened for our program is no reason to blame anybody."""

    def before(text: str) -> None:
        raise OSError("no more processes")

    trouble = ask(SelfChecks(), RIGHT, FakeSandbox(before=before), EXERCISE)
    assert "no more processes" in trouble


def test_pure_python_has_no_library_to_doubt() -> None:
    """Nothing is run for it."""
    sandbox = FakeSandbox()
    exercise = replace(EXERCISE, backend=Backend.PYTHON)
    assert ask(SelfChecks(), "raise OSError", sandbox, exercise) == ""
    assert sandbox.ran == []


def test_what_came_out_right_is_kept_and_trouble_is_not(tmp_path: Path) -> None:
    """A second check of one's own program asks nothing again; a trouble may be over by then."""
    sandbox, kept = FakeSandbox(), tmp_path / "self-checks" / "here"
    assert ask(SelfChecks(kept=kept), "raise OSError", sandbox, EXERCISE)
    assert ask(SelfChecks(kept=kept), RIGHT, sandbox, EXERCISE) == ""
    assert ask(SelfChecks(kept=kept), RIGHT, sandbox, EXERCISE) == ""
    assert sandbox.ran == ["raise OSError", RIGHT]


def test_kept_answers_end_with_what_they_rest_on() -> None:
    """Another version of a library, another level, another reference; with a GPU none are kept."""
    environ = {"XDG_STATE_HOME": "/state"}
    setup = Setup(
        assignment=load_assignment(COURSE, "kadai1"),
        references={},
        reference_digests={"matmul": "1"},
        machine={"rung": "A+"},
        secret=b"",
        capabilities=Capabilities(libraries={"numpy": "2"}),
    )
    others = (
        replace(setup, reference_digests={"matmul": "2"}),
        replace(setup, machine={"rung": "B"}),
        replace(setup, capabilities=Capabilities(libraries={"numpy": "3"})),
    )
    folders = {kept_answers(other, environ) for other in (setup, *others)}
    assert len(folders) == 1 + len(others)
    assert kept_answers(setup, environ) in folders
    gpu = Device(kind=DeviceKind.GPU)
    assert kept_answers(replace(setup, capabilities=Capabilities(gpu=gpu)), environ) is None
