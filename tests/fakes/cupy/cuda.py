"""Streams, devices and memory of the fake."""

import os
import signal
from itertools import count
from types import SimpleNamespace
from typing import Any, Self

from . import device

MEMORY = 64_000 * 2**20
FREE_MIB = 60_000  # before a program begins; the rest is held by others
_numbers = count(1)


class OutOfMemoryError(MemoryError):
    """What the real one raises; its words are those of CuPy 13."""


class Stream:
    """A queue; the host waits for one at a time."""

    null: "Stream"

    def __init__(self, *, non_blocking: bool = False, number: int | None = None) -> None:
        """Makes a new queue."""
        del non_blocking
        self._number = next(_numbers) if number is None else number

    def __enter__(self) -> Self:
        """Is the one that operations are queued in."""
        device.choose(self._number)
        return self

    def __exit__(self, *_: object) -> None:
        """Does not wait for anything."""
        device.leave()

    def synchronize(self) -> None:
        """Waits for this queue."""
        device.wait_for(self._number)

    @property
    def done(self) -> bool:
        """Says whether nothing waits in it."""
        return device.done(self._number)


class Device:
    """The only device."""

    def __init__(self, number: int = 0) -> None:
        """Takes its number."""
        self.id = number

    def __enter__(self) -> Self:
        """Is in use already."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stays in use."""

    def synchronize(self) -> None:
        """Waits for every queue."""
        device.wait()


Stream.null = Stream(number=device.NULL)


def get_current_stream() -> Stream:
    """Gives the queue that operations go to."""
    return Stream(number=device.chosen())


def reserve(size: int) -> None:
    """Refuses what does not fit."""
    if size > (FREE_MIB * 2**20 if FREE_MIB >= 0 else MEMORY):
        raise OutOfMemoryError(
            f"Out of memory allocating {size:,} bytes (allocated so far: 0 bytes)."
        )


def _properties(number: int) -> dict[str, Any]:
    name, arch = b"Fake Instinct", b"gfx90a:sramecc+:xnack-"
    place = {"pciDomainID": 0, "pciBusID": 3 + number, "pciDeviceID": 0}
    return {"name": name, "gcnArchName": arch, "major": 9, "minor": 0, **place}


def _free(pointer: int) -> None:
    """Ends the process, as a driver does that is given any number as a pointer."""
    del pointer
    os.kill(os.getpid(), signal.SIGSEGV)


def _memory() -> tuple[int, int]:
    if FREE_MIB < 0:
        raise RuntimeError("hipErrorNotSupported: operation not supported")
    return FREE_MIB * 2**20, MEMORY


runtime = SimpleNamespace(
    is_hip=True,
    runtimeGetVersion=lambda: 60443482,
    driverGetVersion=lambda: 60443482,
    getDeviceCount=lambda: int(os.environ.get("FAKE_CUPY_DEVICES", "1")),
    getDeviceProperties=_properties,
    memGetInfo=_memory,
    deviceSynchronize=device.wait,
    free=_free,
)
