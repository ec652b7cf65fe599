"""The plots of a field of values: images, meshes, contours. The first parameter is the axes."""

from __future__ import annotations

from ._artist import Artist, Recorder
from ._data import matrix, points
from ._marks import Collection

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from typing import Any

SPECTRA = {"psd": 2, "csd": 2, "cohere": 2, "specgram": 4, "acorr": 4, "xcorr": 4}
SPECTRA |= {"magnitude_spectrum": 3, "angle_spectrum": 3, "phase_spectrum": 3}


def imshow(ax: Any, X: Any, cmap: Any = None, *_args: Any, **kw: Any) -> Collection:
    """Raises TypeError unless the image has two or three dimensions."""
    if hasattr(X, "image_rows"):
        X = X.image_rows
    table = matrix(X)
    made = Collection(table, **kw)
    made.cmap = ax.mappable(made, {"cmap": cmap, **kw})
    made.axes = ax
    ax.images.append(made)
    ax.xaxis.cover([-0.5, len(table[0]) - 0.5])
    ax.yaxis.cover([-0.5, len(table) - 0.5])
    ax.yaxis.limits = (len(table) - 0.5, -0.5) if kw.get("origin") != "lower" else None
    return made


def matshow(ax: Any, Z: Any, **kw: Any) -> Collection:
    """Shows a matrix as an image."""
    return imshow(ax, Z, **kw)


def spy(ax: Any, Z: Any, *_args: Any, **kw: Any) -> Collection:
    """Shows where a matrix is not zero."""
    return imshow(ax, Z, **kw)


def pcolormesh(ax: Any, *args: Any, **kw: Any) -> Collection:
    """Takes (C) or (X, Y, C). Raises ValueError unless C has two dimensions."""
    try:
        table = matrix(args[-1], "a mesh")
    except TypeError as error:
        raise ValueError("not enough values to unpack (expected 2, got 1)") from error
    if len(args) >= 3:
        fits("X", width_of(args[0]), len(table[0]))
        fits("Y", len(points(args[1])), len(table))
    made = Collection(table, **kw)
    made.cmap = ax.mappable(made, kw)
    ax.collections.append(made)
    return made


def width_of(value: Any) -> int:
    """Returns the number of columns of a matrix, or the length of a list."""
    rows = points(value)
    return len(points(rows[0])) if rows and hasattr(type(rows[0]), "__len__") else len(rows)


def fits(name: str, given: int, cells: int) -> None:
    """Raises TypeError when a mesh has neither as many corners nor as many centres as needed."""
    if given not in (cells, cells + 1):
        raise TypeError(f"Dimensions of C are incompatible with {name} ({given} for {cells} cells)")


def contour(ax: Any, *args: Any, **kw: Any) -> Collection:
    """Takes (Z[, levels]) or (X, Y, Z[, levels]). Raises TypeError when Z does not match."""
    z = args[2] if len(args) >= 3 else args[0]
    rows = points(z)
    if not rows or not hasattr(type(rows[0]), "__len__"):
        raise TypeError("Input z must be 2D, not 1D")
    table = matrix(z, "z")
    if len(table) < 2 or len(table[0]) < 2:
        raise TypeError(
            f"Input z must be at least a (2, 2) shaped array, but has {len(table)} rows"
        )
    if len(args) >= 3:
        for name, given, need, what in (
            ("x", width_of(args[0]), len(table[0]), "columns"),
            ("y", len(points(args[1])), len(table), "rows"),
        ):
            if given != need:
                raise TypeError(
                    f"Length of {name} ({given}) must match number of {what} in z ({need})"
                )
    made = Collection(table, **kw)
    levels = kw.get("levels", args[-1] if len(args) in (2, 4) else None)
    made.levels = points(levels) if isinstance(levels, list | tuple | range) else []
    made.cmap = ax.mappable(made, kw)
    ax.collections.append(made)
    return made


def contourf(ax: Any, *args: Any, **kw: Any) -> Collection:
    """Draws filled contours; takes what contour takes."""
    return contour(ax, *args, **kw)


def pcolor(ax: Any, *args: Any, **kw: Any) -> Collection:
    """Draws a mesh; takes what pcolormesh takes."""
    return pcolormesh(ax, *args, **kw)


def clabel(ax: Any, *_args: Any, **_kw: Any) -> list[Any]:
    """Labels no contours."""
    return []


def hexbin(ax: Any, x: Any, y: Any, *_args: Any, **kw: Any) -> Collection:
    """Counts points in cells that are not drawn."""
    made = Collection([0.0] * min(len(points(x)), len(points(y))), **kw)
    made.cmap = ax.mappable(made, kw)
    return made


def spectrum(count: int) -> Any:
    """Makes a plot that returns so many things nobody looks at closely."""

    def draw(_ax: Any, x: Any, *_args: Any, **_kw: Any) -> tuple[Recorder, ...]:
        points(x)
        return tuple(Recorder() for _ in range(count))

    return draw


def arrows(_ax: Any, *args: Any, **kw: Any) -> Artist:
    """Stands for quiver, barbs and the plots on triangles."""
    for each in args:
        points(each)
    return Artist(**kw)


def streamplot(_ax: Any, *_args: Any, **_kw: Any) -> Artist:
    """Returns the lines and arrows of a flow."""
    made = Artist()
    vars(made).update(lines=Collection(), arrows=Artist())
    return made


FIELDS = (imshow, matshow, spy, pcolormesh, contour, contourf, pcolor, clabel, hexbin, streamplot)
NAMED_FIELDS = {
    **{name: spectrum(count) for name, count in SPECTRA.items()},
    **dict.fromkeys(("quiver", "barbs", "tripcolor", "tricontour", "tricontourf"), arrows),
    "pcolorfast": pcolormesh,
}
