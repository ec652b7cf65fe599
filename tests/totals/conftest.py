"""A course with two graded students to give commands in."""

from tests.commands.conftest import graded, say, small

__all__ = ["graded", "say", "small"]
