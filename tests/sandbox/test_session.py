"""One child, its program and its calls, on every level that holds here."""

import struct

import pytest

from grader.model.calling import Convention, Target, ValueKind
from grader.model.course import Limits
from grader.model.reference import Array
from grader.model.run import RunStatus
from grader.sandbox import Sandbox
from tests.sandbox.places import LIMITS, RIGHT, started

MATMUL = Target(name="matmul", convention=Convention.AB)


def _matrix(*rows: list[int]) -> Array:
    import numpy as np

    return np.array(rows, dtype=np.int64)


A = _matrix([1, 2], [3, 5])
B = _matrix([7, 11], [13, 17])


def test_the_reply_to_a_call_is_the_result(sandbox: Sandbox) -> None:
    """The product comes back as bytes with its type, and the inputs as they are afterwards."""
    with started(sandbox, RIGHT) as (_, session):
        call = session.call(MATMUL, [A, B])
    assert call.run.status is RunStatus.OK
    assert call.result is not None
    assert call.result.data == (A @ B).tobytes()
    assert [value.data for value in call.inputs_after if value] == [A.tobytes(), B.tobytes()]
    assert call.run.wall_seconds > 0


CONVENTIONS = {
    Convention.AB: "def f(a, b):\n    return [[len(a), b[0][0]]]",
    Convention.ABN: "def f(a, b, n):\n    return [[n, b[0][0]]]",
    Convention.NAB: "def f(n, a, b):\n    return [[n, b[0][0]]]",
    Convention.ABC: "def f(a, b, c):\n    c[0][0], c[0][1] = len(a), b[0][0]",
    Convention.ABCN: "def f(a, b, c, n):\n    c[0][0], c[0][1] = n, b[0][0]",
}


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_every_calling_convention_passes_what_it_says(
    sandbox: Sandbox, convention: Convention
) -> None:
    """Size, matrices and a zero matrix to fill arrive in the order of the convention."""
    with started(sandbox, CONVENTIONS[convention]) as (_, session):
        call = session.call(Target(name="f", convention=convention), [A, B])
    assert call.result is not None
    assert struct.unpack_from("<2q", call.result.data) == (2, 7)


def test_a_method_is_called_on_a_fresh_object(sandbox: Sandbox) -> None:
    """Class.method needs no object from the host."""
    source = "class S:\n    def mul(self, a, b):\n        return [[a[0][0] * b[0][0]]]"
    with started(sandbox, source) as (_, session):
        call = session.call(Target(name="S.mul", convention=Convention.AB), [A, B])
    assert call.result is not None
    assert struct.unpack("<q", call.result.data) == (7,)


MATRIX = """
class Matrix:
    def __init__(self, rows, other=None):
        self.rows, self.n, self.other = rows, len(rows), other
    def __mul__(self, other):
        return Matrix([[self.rows[0][0] * other.rows[0][0]]])
    def product(self):
        return [[self.rows[0][0] * self.other[0][0]]]
"""


@pytest.mark.parametrize(
    ("method", "convention"),
    [("Matrix.__mul__", Convention.OBJECTS), ("Matrix.product", Convention.PAIR)],
)
def test_a_class_made_from_data_multiplies(
    sandbox: Sandbox, method: str, convention: Convention
) -> None:
    """The nested list is taken out of the student's own matrix object."""
    with started(sandbox, MATRIX) as (_, session):
        call = session.call(Target(name=method, convention=convention), [A, B])
    assert call.result is not None
    assert struct.unpack("<q", call.result.data) == (7,)


RESULTS: dict[str, ValueKind] = {
    "return None": ValueKind.NONE,
    "return 3.5": ValueKind.SCALAR,
    "return 2j": ValueKind.SCALAR,
    "return [[1, 2], [3]]": ValueKind.RAGGED,
    "return [[], []]": ValueKind.RAGGED,
    "return (x for x in a)": ValueKind.OTHER,
    "return [['1', '2'], ['3', '4']]": ValueKind.OTHER,
    "return [[True, False]]": ValueKind.OTHER,
    "return [1, 2]": ValueKind.MATRIX,
    "return []": ValueKind.OTHER,
    "return 'text'": ValueKind.OTHER,
    "return ((1, 2.5), (3, 4))": ValueKind.MATRIX,
    "return [[10**30]]": ValueKind.MATRIX,
    "return [[10**400, -10**400]]": ValueKind.MATRIX,
}


@pytest.mark.parametrize("body", RESULTS)
def test_whatever_comes_back_has_a_kind(sandbox: Sandbox, body: str) -> None:
    """Nothing a function returns is an error of ours."""
    with started(sandbox, f"def matmul(a, b):\n    {body}") as (_, session):
        call = session.call(MATMUL, [A, B])
        again = session.call(MATMUL, [A, B])
    assert call.result is not None
    assert call.result.kind is RESULTS[body]
    assert again.result == call.result


def test_an_exception_shows_the_students_own_lines(sandbox: Sandbox) -> None:
    """Type, message, and the frames of the student's files with their text."""
    source = "def helper(x):\n    return x[9]\n\ndef matmul(a, b):\n    return helper(a)\n"
    with started(sandbox, source) as (_, session):
        call = session.call(MATMUL, [A, B])
        assert session.alive
    assert call.run.status is RunStatus.RUNTIME_ERROR
    assert call.run.traceback is not None
    assert call.run.traceback.type == "IndexError"
    assert call.run.traceback.frames == (("kadai1.py", 5, "matmul"), ("kadai1.py", 2, "helper"))
    assert call.run.traceback.lines == ("return helper(a)", "return x[9]")


DEATHS: dict[str, RunStatus] = {
    "while True: pass": RunStatus.TIMEOUT,
    "while True: print('x' * 999)": RunStatus.OUTPUT,
    "import os; os._exit(3)": RunStatus.SIGNAL,
    "import os; os.abort()": RunStatus.SIGNAL,
    "import os; os.write(3, b'nonsense, and more nonsense')": RunStatus.PROTOCOL,
}


@pytest.mark.parametrize("body", DEATHS)
def test_a_limit_ends_the_child_and_says_which(sandbox: Sandbox, body: str) -> None:
    """After a limit or a death the session is over, and says so."""
    limits = Limits(load_seconds=2, call_seconds=0.5, cpu_seconds=4, output_bytes=2_000)
    if sandbox.facts()["rung"] in ("C", "D") and "os.write(3" in body:
        pytest.skip("the channel of a cold child is not descriptor 3")
    source = f"def matmul(a, b):\n    {body}"
    with started(sandbox, source, "os", limits=limits) as (_, session):
        call = session.call(MATMUL, [A, B])
        assert call.run.status is DEATHS[body]
        assert call.result is None
        assert not session.alive
        assert session.call(MATMUL, [A, B]).run.status is RunStatus.SANDBOX_ERROR
        assert session.plots() == ()


def test_memory_has_its_own_status(sandbox: Sandbox) -> None:
    """Too large a list is a memory limit, and the child lives to say so."""
    if sandbox.facts()["rung"] == "D":
        pytest.skip("level D claims no memory limit on every platform")
    source = "def matmul(a, b):\n    return [0] * 10**9"
    with started(sandbox, source) as (_, session):
        assert session.call(MATMUL, [A, B]).run.status is RunStatus.MEMORY


def test_a_probe_may_be_given_less_time(sandbox: Sandbox) -> None:
    """`seconds` shortens the limit of one call."""
    with started(sandbox, "def matmul(a, b):\n    while True: pass") as (_, session):
        call = session.call(MATMUL, [A, B], seconds=0.2)
    assert call.run.status is RunStatus.TIMEOUT
    assert call.run.wall_seconds < LIMITS.call_seconds


def test_the_plotted_data_is_kept(sandbox: Sandbox) -> None:
    """What the program hands to the recording matplotlib comes out as numbers."""
    source = "import matplotlib.pyplot as plt\nplt.plot([1, 2], [3, 4], label='n')\nplt.show()\n"
    with started(sandbox, source, "matplotlib") as (_, session):
        (plot,) = session.plots()
    assert (plot.x, plot.y, plot.label) == ((1.0, 2.0), (3.0, 4.0), "n")


def test_numpy_cannot_be_reached_even_by_force(sandbox: Sandbox) -> None:
    """The interpreter of a pure-Python exercise has no packages to find."""
    if sandbox.facts()["rung"] == "D":
        pytest.skip("level D hides no file; it is for one's own code")
    source = (
        "import sys, importlib\n"
        "sys.path += [p + '/site-packages' for p in sys.path]\n"
        "sys.path += ['/usr/lib/python3/dist-packages']\n"
        "importlib.import_module('numpy')\n"
    )
    with started(sandbox, source, "sys", "importlib", "numpy") as (program, session):
        load = program.whole_load or session.load
    assert load.traceback is not None
    assert load.traceback.type == "ModuleNotFoundError"
