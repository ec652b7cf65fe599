"""A course to give commands in, and an arena for documents that attack."""

from tests.commands.conftest import say
from tests.hostile.conftest import arena, shared_arena

__all__ = ["arena", "say", "shared_arena"]
