"""What tests of this folder share."""

from tests.chromium import chromium

__all__ = ["chromium"]
