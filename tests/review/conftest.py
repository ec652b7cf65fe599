"""A course with two graded students to give commands in."""

from tests.commands.conftest import graded, inbox, say, small

__all__ = ["graded", "inbox", "say", "small"]
