"""The module in which the library defines its three-dimensional axes."""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from typing import Any


def __getattr__(name: str) -> Any:
    from matplotlib._axes3d import Axes3D  # type: ignore[import-not-found]  # beside this folder

    if name != "Axes3D":
        raise AttributeError(f"module 'mpl_toolkits.mplot3d.axes3d' has no attribute {name!r}")
    return Axes3D


globals()["__all__"] = ["Axes3D"]
