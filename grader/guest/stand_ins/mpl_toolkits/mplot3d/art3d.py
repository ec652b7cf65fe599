"""Collections in three dimensions, which are only accepted."""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from typing import Any

NAMES = ("Line3D", "Line3DCollection", "Patch3D", "Path3DCollection", "Poly3DCollection", "Text3D")


def __getattr__(name: str) -> Any:
    from matplotlib._artist import Artist  # type: ignore[import-not-found]  # beside this folder

    if name not in NAMES:
        raise AttributeError(f"module 'mpl_toolkits.mplot3d.art3d' has no attribute {name!r}")
    return Artist
