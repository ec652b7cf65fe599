"""What tests of the command share with those of all others."""

from tests.commands.conftest import say

__all__ = ["say"]
