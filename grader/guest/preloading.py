"""Imports beforehand what every program of an exercise would import."""

import contextlib
import importlib
import os
import sys
from collections.abc import Callable
from importlib.machinery import BuiltinImporter, ExtensionFileLoader, PathFinder

from . import arrays

PER_MIB = 2**20


def preload(names: list[str]) -> list[str]:
    """Imports modules; names what is not there, or not whole."""
    failed = []
    for name in names:
        try:
            importlib.import_module(name)
        except Exception:  # noqa: BLE001 - a broken library must not stop the others
            failed.append(name)
    return failed


def preload_machine_code(names: list[str], *, filtered: bool) -> None:
    """Loads what a program may ask for later and could not load then: modules that are compiled.

    Under a filter of system calls also what the C library itself loads when a thread ends early.
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
    """Have a library open the GPU, and return how many MiB of its memory are free.

    No program's first call pays for that. `names` have to be there for it. What they or the driver
    print is for the host, which takes a child that ends here for ours. None: not measured.
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
    """Return the free memory, as the driver counts it; some builds cannot tell."""
    try:
        return int(measure()[0]) // PER_MIB
    except Exception:  # noqa: BLE001 - a program runs without it
        return None
