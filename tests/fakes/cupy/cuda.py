"""Streams and devices of the fake."""

from types import SimpleNamespace
from typing import Any, Self

from . import device


class Stream:
    """The only queue."""

    null: "Stream"

    def synchronize(self) -> None:
        """Waits for the device."""
        device.wait()

    @property
    def done(self) -> bool:
        """Says whether nothing waits."""
        return device.done()


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
        """Waits for the device."""
        device.wait()


Stream.null = Stream()


def get_current_stream() -> Stream:
    """Gives the only queue."""
    return Stream.null


def _properties(number: int) -> dict[str, Any]:
    name, arch = b"Fake Instinct", b"gfx90a:sramecc+:xnack-"
    place = {"pciDomainID": 0, "pciBusID": 3 + number, "pciDeviceID": 0}
    return {"name": name, "gcnArchName": arch, "major": 9, "minor": 0, **place}


runtime = SimpleNamespace(
    is_hip=True,
    runtimeGetVersion=lambda: 60443482,
    driverGetVersion=lambda: 60443482,
    getDeviceCount=lambda: 1,
    getDeviceProperties=_properties,
    memGetInfo=lambda: (60_000 * 2**20, 64_000 * 2**20),
    deviceSynchronize=device.wait,
)
