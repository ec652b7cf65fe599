"""The Pythons that tests run programs with: those of this machine; of others a test is skipped."""

import pytest

from grader.model.machine import OWN_VERSION, Interpreter
from grader.sandbox import find_pythons

VERSIONS = ("3.11", "3.12", "3.13")
OTHERS = tuple(version for version in VERSIONS if version != OWN_VERSION)


def python(version: str) -> Interpreter | None:
    """Return the interpreter of a version, None for the one that runs the tests, or skip."""
    if version == OWN_VERSION:
        return None
    found = find_pythons([version])
    if not found:
        pytest.skip(f"Python {version} is not on this machine (PATH, pyenv, uv)")
    return found[0]


def other(version: str) -> Interpreter:
    """Return the interpreter of another version than that of the tests, or skip."""
    found = python(version)
    assert found is not None
    return found


each_other = pytest.mark.parametrize("version", OTHERS)
