"""PyTorch for tests that every worker collects and few run: imported when it is first asked for.

To be imported as `torch`; `needs_torch` skips the tests of a file where it is not installed.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed here")


def __getattr__(name: str) -> Any:
    """Gives what PyTorch has of this name; private names are those of this module alone."""
    if name.startswith("_"):
        raise AttributeError(name)
    return getattr(import_module("torch"), name)
