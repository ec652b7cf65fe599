"""Axes beside axes: enough for a colour bar of the height of its image."""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from typing import Any


class AxesDivider:
    """Gives away room beside the axes."""

    def __init__(self, axes: Any) -> None:
        self.axes = axes

    def append_axes(self, position: Any, size: Any = None, pad: Any = None, **_kw: Any) -> Any:
        return self.axes.inset_axes()


def make_axes_locatable(axes: Any) -> AxesDivider:
    """Returns what gives away room beside the axes."""
    return AxesDivider(axes)


globals()["__all__"] = ["make_axes_locatable"]
