"""This repository as a course: its real exercise and its real references."""

from functools import cache
from pathlib import Path

from grader.course import load_assignment, load_course, load_reference
from grader.model.course import Exercise
from grader.model.reference import Reference

ROOT = Path(__file__).parents[2]
SEED = bytes(range(32))


@cache
def exercise() -> Exercise:
    """The matmul exercise of kadai1."""
    return load_assignment(load_course(ROOT), "kadai1").exercises[0]


@cache
def reference() -> Reference:
    """reference/matmul.py."""
    return load_reference(load_course(ROOT), "matmul")


@cache
def convolution() -> Reference:
    """reference/convolution.py, in its plain form."""
    return load_reference(load_course(ROOT), "convolution")
