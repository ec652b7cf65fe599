"""Which kernels PyTorch's operations ran, by its own profiler."""

import contextlib
from collections.abc import Callable
from typing import Any

from .naming import clip

WORK = ("conv", "addmm", "addmv", "::mm", "::bmm", "gemm", "linear")
MOST, NAME, KERNEL = 32, 100, 300


def profiled(profile: Any, work: Callable[[], Any]) -> tuple[Any, list[dict[str, Any]]]:
    """Does the work, and lists the operations that convolve or multiply, with their kernels.

    Where the profiler cannot do its part, there are none.
    """
    try:
        seen = profile()
        seen.__enter__()
    except Exception:  # noqa: BLE001 - of a driver or a missing permission, anything
        return work(), []
    try:
        result = work()
    finally:
        _end(seen)
    return result, _listed(seen)


def _end(seen: Any) -> None:
    with contextlib.suppress(Exception):  # as above
        seen.__exit__(None, None, None)


def _listed(seen: Any) -> list[dict[str, Any]]:
    found: dict[str, dict[str, None]] = {}
    try:
        for event in seen.events():
            if any(part in event.name for part in WORK):
                kernels = found.setdefault(event.name, {})
                kernels.update({clip(one.name, KERNEL): None for one in event.kernels})
    except Exception:  # noqa: BLE001 - as above
        return []
    return [
        {"operation": clip(name, NAME), "kernels": list(kernels)[:MOST]}
        for name, kernels in list(found.items())[:MOST]
    ]
