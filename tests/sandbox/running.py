"""Runs a script as its author does, in a sandbox."""

from collections.abc import Mapping, Sequence

from grader.model.calling import Value
from grader.model.course import Limits
from grader.model.running import ScriptResult
from grader.sandbox import Sandbox
from tests.sandbox.places import LIMITS, exercise

MODULES = (
    *("atexit", "builtins", "collections", "io", "matplotlib", "math", "os", "random", "signal"),
    *("struct", "sys", "threading", "time", "timeit"),
)


def run_script(
    sandbox: Sandbox,
    source: str,
    *answers: str,
    seconds: float = 5.0,
    limits: Limits = LIMITS,
    helpers: Mapping[str, str] | None = None,
) -> ScriptResult:
    """Runs a script, which may use MODULES, with these lines for input()."""
    files = {"kadai1.py": source, **(helpers or {})}
    program = sandbox.open_program("kadai1.py", files, exercise(*MODULES, limits=limits))
    return program.run_script(answers, seconds)


def rows(value: Value) -> Sequence[Sequence[float]]:
    """Makes nested lists of a matrix that came home."""
    import numpy as np

    made: Sequence[Sequence[float]] = (
        np.frombuffer(value.data, dtype=value.dtype).reshape(value.shape).tolist()
    )
    return made
