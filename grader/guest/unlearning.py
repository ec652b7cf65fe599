"""Forgets ctypes, with which a child has shut itself in.

A courtesy, not the wall: the classes of a C module stay in memory, and who looks long enough finds
one. The wall is the filter of system calls, which lets nothing be executed that is not loaded.
"""

import gc
import sys
from typing import Any

from .preloading import EXTENSIONS

NATIVE = ("ctypes", "_ctypes")
_spaces: list[dict[str, Any]] = []


def prepare() -> None:
    """Finds what the interpreter would make a second `_ctypes` of; before objects are frozen."""
    import _ctypes

    holders = gc.get_referrers(_ctypes.CFuncPtr)
    _spaces[:] = [one for one in holders if type(one) is dict and "CFuncPtr" in one]


def unlearn() -> None:
    """Empties ctypes and every module of ours that holds it, and takes them out of reach."""
    ours = __name__.rpartition(".")[0]
    holders = [
        name
        for name, module in sys.modules.items()
        if name.partition(".")[0] in NATIVE
        or (name.startswith(f"{ours}.") and "ctypes" in vars(module))
    ]
    for name in holders:
        vars(sys.modules.pop(name)).clear()
        vars(sys.modules[ours]).pop(name.rpartition(".")[2], None)
    while _spaces:
        _spaces.pop().clear()
    sys.path[:] = [folder for folder in sys.path if not folder.endswith(f"/{EXTENSIONS}")]
