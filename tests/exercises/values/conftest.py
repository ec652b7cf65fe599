"""What tests of several files grade programs with."""

from tests.exercises.values.line import line

__all__ = ["line"]
