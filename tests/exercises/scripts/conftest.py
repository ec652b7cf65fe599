"""What tests of several files run programs with."""

from tests.observing.conftest import tools

__all__ = ["tools"]
