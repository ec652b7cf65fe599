"""Exercises with libraries, where this machine has them."""

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from grader.model.calling import Convention, Target
from grader.model.course import Backend, Exercise, Form, Limits, Scope
from grader.model.machine import Capabilities
from grader.model.running import Program, Session
from grader.sandbox import Sandbox

KNOWN = ("numpy", "scipy", "torch")
INSTALLED = Capabilities(
    libraries={name: "installed" for name in KNOWN if importlib.util.find_spec(name)}
)
LIMITS = Limits(load_seconds=10, call_seconds=10, cpu_seconds=20, memory_mib=512)
A = np.array([[1.0, 2.0], [3.0, 5.0]])
B = np.array([[7.0, 0.5], [13.0, 17.0]])


def exercise(*allowed: str, dtype: str = "float64", limits: Limits = LIMITS) -> Exercise:
    """Makes an exercise about a function of a file that holds others; skips without a library."""
    for name in KNOWN:
        if name in allowed and name not in INSTALLED.libraries:
            pytest.skip(f"{name} is not installed")
    return Exercise(
        id="f",
        operation="matmul",
        backend=Backend.PYTHON,
        entry="f",
        allowed_imports=tuple(sorted(allowed)),
        scope=Scope.FUNCTION,
        dtype=dtype,
        limits=limits,
    )


def target(form: Form = Form.LISTS, convention: Convention = Convention.AB) -> Target:
    """Names the function f."""
    return Target(name="f", convention=convention, form=form)


@contextmanager
def loaded(
    place: Sandbox, source: str, asked: Exercise, **helpers: str
) -> Iterator[tuple[Program, Session]]:
    """Loads a program in a fresh child and ends the child afterwards."""
    files = {"kadai2.py": source} | {f"{name}.py": text for name, text in helpers.items()}
    program = place.open_program("kadai2.py", files, asked)
    session = program.start()
    try:
        yield program, session
    finally:
        session.close()
