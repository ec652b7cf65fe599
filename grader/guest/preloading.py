"""Import in advance what every program of an exercise would import."""

import contextlib
import importlib
import os
import sys
from collections.abc import Callable
from importlib.machinery import BuiltinImporter, ExtensionFileLoader, PathFinder

from . import arrays

PER_MIB = 2**20


def preload(names: list[str]) -> list[str]:
    """Import modules; return those that are missing or broken."""
    failed = []
    for name in names:
        try:
            importlib.import_module(name)
        except Exception:  # noqa: BLE001 - a broken library must not stop the others
            failed.append(name)
    return failed


def preload_machine_code(names: list[str], *, filtered: bool) -> None:
    """Load compiled modules that a program may need later, when it can no longer load them.

    Under a filter of system calls, also load what the C library loads when a thread ends early.
    """
    preload([name for name in names if name not in sys.modules and _is_compiled(name)])
    if filtered:
        from ctypes import CDLL

        with contextlib.suppress(OSError):
            CDLL("libgcc_s.so.1")


def _is_compiled(name: str) -> bool:
    if BuiltinImporter.find_spec(name) is not None:
        return True
    spec = PathFinder.find_spec(name)
    return spec is not None and isinstance(spec.loader, ExtensionFileLoader)


def start_device(names: list[str]) -> int | None:
    """Let a library open the GPU; return the MiB of its memory that are free.

    This keeps the cost out of every program's first call. The modules `names` are imported first.
    Their output, and the driver's, goes to the host; a child that ends here counts as our fault.
    Returns None if the memory is not measured.
    """
    try:
        for name in names:
            importlib.import_module(name)
        arrays.take()
        measure = arrays.open_device()
        return None if measure is None else _free_mib(measure)
    except Exception as error:
        os.write(2, f"the device: {type(error).__name__}: {error}".encode())
        raise


def _free_mib(measure: Callable[[], tuple[int, int]]) -> int | None:
    """Return the free memory according to the driver; some builds cannot tell."""
    try:
        return int(measure()[0]) // PER_MIB
    except Exception:  # noqa: BLE001 - a program runs without it
        return None
