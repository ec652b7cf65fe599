"""Attacks in C meet the arena of all attacks."""

from tests.hostile.conftest import arena, level, sandbox, shared_arena

__all__ = ["arena", "level", "sandbox", "shared_arena"]
