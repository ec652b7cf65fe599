"""The self-check: a machine on which right programs come out wrong is our fault, told once."""

from dataclasses import replace

import pytest

from grader.course import load_reference
from grader.model.course import Backend, Case, CaseKind, Exercise
from grader.model.reference import Reference
from grader.observing import KNOWN_WRONG
from grader.observing.self_check import SelfChecks
from tests.batch.classes import ROOT
from tests.fakes.sandbox import FakeSandbox

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
    from grader.model.course import Course

    course = Course(root=ROOT, title={}, zone="Asia/Tokyo", student_id="")
    return replace(load_reference(course, "matmul"), programs={Backend.NUMPY: program})


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
