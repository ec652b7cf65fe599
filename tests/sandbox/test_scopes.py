"""A file of several exercises is loaded for one of them, on a real child."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from grader.cases.probing import FAILED_AT_THE_TOP
from grader.model.course import Form
from grader.model.run import LoadMode, RunStatus
from grader.sandbox import IsolationLevel, Sandbox
from tests.sandbox.places import skip_unless_holds
from tests.sandbox.scientific import INSTALLED, LIMITS, A, exercise, loaded, target

SEVERAL = """
import time
import numpy as np
import no_such_library as cp
import torch
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
SIZES = [1, 2, 3]

def f(a, b):
    n = len(a)
    return [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]

def with_numpy(a, b):
    return np.dot(a, b)

def on_device(a, b):
    return (a.to(device) @ b.to(device)).cpu()

for n in SIZES:
    time.sleep(100)
"""


@pytest.fixture(scope="module")
def place() -> Iterator[Sandbox]:
    """One sandbox: how a file is loaded is the same on every level."""
    skip_unless_holds(IsolationLevel.B)
    with Sandbox(IsolationLevel.B, capabilities=INSTALLED) as sandbox:
        yield sandbox


def test_other_exercises_libraries_do_not_matter(place: Sandbox) -> None:
    """The pure function works without any of them, and the sweep is not run."""
    with loaded(place, SEVERAL, exercise("time")) as (program, session):
        assert session.load.status is RunStatus.OK
        assert program.mode is LoadMode.DEFINITIONS
        assert program.whole_load is None
        called = session.call(target(), [A, A])
    assert called.result is not None
    assert called.result.data == (A @ A).tobytes()


def test_a_library_of_another_exercise_cannot_be_used(place: Sandbox) -> None:
    """At run time, too, NumPy is not there for the pure function."""
    with loaded(place, SEVERAL, exercise("time")) as (_, session):
        run = session.call(replace(target(), name="with_numpy"), [A, A]).run
    assert run.status is RunStatus.RUNTIME_ERROR
    assert run.traceback is not None
    assert run.traceback.type == "ImportError"
    assert "'numpy'" in run.traceback.message
    assert run.traceback.lines == ("return np.dot(a, b)",)


def test_allowed_libraries_are_real(place: Sandbox) -> None:
    """What the exercise allows is imported; a device that fails to be one is the CPU."""
    with loaded(place, SEVERAL, exercise("time", "torch")) as (_, session):
        called = session.call(replace(target(Form.TORCH), name="on_device"), [A, A])
    assert called.result is not None, called.run
    assert called.result.data == (A @ A).tobytes()


def test_assignments_that_take_too_long_are_left_out(place: Sandbox) -> None:
    """The function is still graded, and how the rest ended is kept."""
    source = f"import time\nDONE = time.sleep(100)\nN = 2\n{SEVERAL}"
    limits = replace(LIMITS, load_seconds=1.0)
    with loaded(place, source, exercise("time", limits=limits)) as (program, session):
        assert session.load.status is RunStatus.OK
        assert program.whole_load is not None
        assert program.whole_load.status is RunStatus.TIMEOUT
        assert session.call(target(), [A, A]).run.status is RunStatus.OK


def test_memory_of_every_library_has_its_own_status(place: Sandbox) -> None:
    """An array that does not fit is a matter of memory, with its size."""
    for library, text in (("numpy", "numpy.ones(10**10)"), ("torch", "torch.ones(10**10)")):
        source = f"import {library}\ndef f(a, b):\n    return {text}\n"
        with loaded(place, source, exercise(library)) as (_, session):
            run = session.call(target(), [A, A]).run
        assert run.status is RunStatus.MEMORY, run
        assert run.detail.endswith("GiB")


def test_decorators_can_read_the_source(place: Sandbox) -> None:
    """torch.jit.script, for one, looks up the text of the function it is given."""
    source = (
        "import functools\nimport inspect\n\n"
        "def shown(f):\n    f.text = inspect.getsource(f)\n    return f\n\n"
        "@shown\ndef f(a, b):\n    assert 'def f(a, b)' in f.text\n    return a\n"
    )
    with loaded(place, source, exercise("functools", "inspect")) as (_, session):
        called = session.call(target(), [A, A])
    assert called.result is not None, called.run
    assert called.result.data == A.tobytes()


def test_a_definition_that_failed_says_where(place: Sandbox) -> None:
    """Its name is there, and calling it tells which line went wrong."""
    source = "@no_such_decorator\ndef f(a, b):\n    return a\n"
    with loaded(place, source, exercise("time")) as (_, session):
        run = session.call(target(), [A, A]).run
    assert run.traceback is not None
    assert FAILED_AT_THE_TOP in run.traceback.message
    assert "no_such_decorator" in run.traceback.message


def test_a_timer_for_all_exercises_finds_no_gpu(place: Sandbox) -> None:
    """Asking for a device that is not for this exercise is no use of its library."""
    source = (
        "import no_such_torch as torch\nimport no_such_cupy as cp\n"
        "def timer(f):\n    def inner(*x):\n        y = f(*x)\n"
        "        if torch.cuda.is_available():\n            torch.cuda.synchronize()\n"
        "        cp.cuda.Stream.null.synchronize()\n        cp.cuda.Device(0).synchronize()\n"
        "        return y\n    return inner\n\n"
        "@timer\ndef f(a, b):\n    return a\n"
    )
    with loaded(place, source, exercise("time")) as (_, session):
        called = session.call(target(), [A, A])
    assert called.result is not None, called.run
    assert called.result.data == A.tobytes()
