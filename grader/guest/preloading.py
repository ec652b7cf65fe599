"""Imports beforehand what every program of an exercise would import."""

import importlib
import os
import sys
from typing import Any

EXTENSIONS = "lib-dynload"  # where the standard library keeps its compiled modules
# Machine code as such, tests of the interpreter, terminals and windows. asyncio does without its
# own, which would bring the whole of asyncio along.
NOT_BEFOREHAND = ("_ctypes", "_test", "xx", "_xx", "_tkinter", "_curses", "readline", "_asyncio")


def preload(names: list[str]) -> list[str]:
    """Imports modules; names what is not there, or not whole."""
    failed = []
    for name in names:
        try:
            importlib.import_module(name)
        except Exception:  # noqa: BLE001 - a broken library must not stop the others
            failed.append(name)
    return failed


def preload_machine_code() -> None:
    """Loads what a program may ask for later: the compiled modules of the standard library.

    Also what the C library itself loads when a thread ends early.
    """
    for folder in sys.path:
        if folder.endswith(f"/{EXTENSIONS}") and os.path.isdir(folder):  # noqa: PTH112
            names = sorted(name.partition(".")[0] for name in os.listdir(folder))  # noqa: PTH208
            preload([name for name in names if not name.startswith(NOT_BEFOREHAND)])
    try:
        from ctypes import CDLL

        CDLL("libgcc_s.so.1")
    except (ImportError, OSError):
        return


def start_device(names: list[str]) -> None:
    """Has a library open the GPU, so that no program's first call pays for it.

    `names` have to be there for it. What they or the driver say is printed for the host, which
    takes a child that ends here for ours.
    """
    try:
        for name in names:
            importlib.import_module(name)
        _touch_device(sys.modules.get("torch"), sys.modules.get("cupy"))
    except Exception as error:
        os.write(2, f"the device: {type(error).__name__}: {error}".encode())
        raise


def _touch_device(torch: Any, cupy: Any) -> None:
    if torch is not None:
        # Else cuDNN computes float32 convolutions with the ten bits of TF32, unasked.
        torch.backends.cudnn.allow_tf32 = False
    if cupy is not None:
        cupy.zeros(1).sum().get()
    elif torch is not None:
        torch.zeros(1, device="cuda").cpu()
