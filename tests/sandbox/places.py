"""What the sandbox tests share: the levels that hold here, an exercise, a way to load a program."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from msgspec import Struct

from grader.model.course import Backend, Exercise, Limits
from grader.model.running import Program, Session
from grader.sandbox import IsolationLevel, Sandbox, probe

LIMITS = Limits(load_seconds=2.0, call_seconds=2.0, cpu_seconds=4.0, memory_mib=256)
RIGHT = """
def matmul(a, b):
    n = len(a)
    return [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
"""


def exercise(*allowed: str, limits: Limits = LIMITS) -> Exercise:
    """Makes an exercise that allows these imports."""
    return Exercise(
        id="matmul",
        operation="matmul",
        backend=Backend.PYTHON,
        entry="matmul",
        allowed_imports=tuple(sorted(allowed)),
        limits=limits,
    )


def skip_unless_holds(level: IsolationLevel) -> None:
    """Skips, and says why, where this machine does not offer the level."""
    result = probe(level)
    if not result.holds:
        pytest.skip(f"level {level} does not hold here: {result.reason}")


class Level(Struct, frozen=True):
    """Where something is tried: on the best of these levels that holds here, or on one of them."""

    among: tuple[IsolationLevel, ...]
    only: IsolationLevel | None = (
        None  # which is left out where it is the best: there it was tried already
    )

    def choose(self) -> IsolationLevel:
        """Finds the level, or skips and says why."""
        best = next((level for level in self.among if probe(level).holds), None)
        if self.only is None and best is not None:
            return best
        if self.only is not None and self.only is best:
            pytest.skip("the best level here was tried already")
        skip_unless_holds(self.only or self.among[0])
        return self.only or self.among[0]


def levels(*among: IsolationLevel, always: tuple[IsolationLevel, ...] = ()) -> Sequence[Any]:
    """The best level, and those that `make test` always tries; the others for `make test-all`."""
    again = pytest.mark.repetition(
        "the best level that holds here; programs, reports and devices on B as well"
    )
    return [
        pytest.param(Level(among), id="best"),
        *(
            pytest.param(Level(among, level), id=str(level), marks=() if level in always else again)
            for level in among
        ),
    ]


@contextmanager
def started(
    sandbox: Sandbox,
    source: str,
    *allowed: str,
    limits: Limits = LIMITS,
    helpers: Mapping[str, str] | None = None,
) -> Iterator[tuple[Program, Session]]:
    """Loads a program in a fresh child and ends the child afterwards."""
    files = {"kadai1.py": source, **(helpers or {})}
    program = sandbox.open_program("kadai1.py", files, exercise(*allowed, limits=limits))
    session = program.start()
    try:
        yield program, session
    finally:
        session.close()
