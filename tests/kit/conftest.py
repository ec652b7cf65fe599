"""The kit of this repository's first assignment, made once, and the course that it is made from."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from grader.course import load_assignment, load_course, load_references
from grader.kit.contents import FILE, Kit
from grader.kit.making import make_kit, packed
from grader.model.course import Assignment
from grader.model.reference import Reference
from tests.commands.conftest import say
from tests.tree import ROOT

__all__ = ["say"]


@cache
def made(name: str, seed: str = "1") -> tuple[Kit, bytes]:
    """A kit of an assignment of this repository, and its bytes."""
    return make_kit(*asked(name), seed)


@cache
def asked(name: str) -> tuple[Assignment, Mapping[str, Reference]]:
    """An assignment and its references."""
    course = load_course(ROOT)
    assignment = load_assignment(course, name)
    return assignment, load_references(course, assignment)


@pytest.fixture(scope="session")
def kit() -> tuple[Kit, bytes]:
    """The kit of kadai1."""
    return made("kadai1")


@pytest.fixture(scope="session")
def zipped(kit: tuple[Kit, bytes]) -> tuple[tuple[str, ...], bytes]:
    """The names in its zip file, and its bytes."""
    return packed(*kit, asked("kadai1")[0])


@pytest.fixture
def folder(kit: tuple[Kit, bytes], tmp_path: Path) -> Path:
    """It unpacked, in a folder that no course is above."""
    (tmp_path / FILE).write_bytes(kit[1])
    return tmp_path
