"""A course with two graded students to give commands in."""

from tests.commands.conftest import graded, graded_inbox, inbox, say, small

__all__ = ["graded", "graded_inbox", "inbox", "say", "small"]
