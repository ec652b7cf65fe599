"""The figures of a program, and which of them is the current one."""

from __future__ import annotations

from ._axes import Axes
from ._axes3d import Axes3D
from ._figure import Figure

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from typing import Any

_figures: dict[Any, Figure] = {}
_current: list[Figure] = []


def figure(num: Any = None, figsize: Any = None, dpi: Any = None, **kw: Any) -> Figure:
    """Returns the figure of that number or name, and makes it if it is new."""
    if isinstance(num, Figure):
        _current.append(num)
        return num
    if num is None:
        num = max((n for n in _figures if isinstance(n, int)), default=0) + 1
    name = num
    if isinstance(num, str):
        found = next((n for n, f in _figures.items() if f.get_label() == num), None)
        num = found if found is not None else max(_figures, default=0) + 1
    if num not in _figures or kw.pop("clear", None):
        kw.pop("FigureClass", None)
        made = Figure(figsize, dpi, **kw)
        made.number = num
        made.set_label(name if isinstance(name, str) else "")
        _figures[num] = made
    _current.append(_figures[num])
    return _figures[num]


def gcf() -> Figure:
    """Returns the current figure, and makes one if there is none."""
    while _current and _current[-1] not in _figures.values():
        _current.pop()
    return _current[-1] if _current else figure()


def gca() -> Any:
    """Returns the current axes, and makes them if there are none."""
    return gcf().gca()


def sca(ax: Any) -> None:
    """Makes the axes the current ones of their figure."""
    ax.get_figure().sca(ax)


def subplot(*args: Any, **kw: Any) -> Any:
    """Returns the axes in that place of the current figure."""
    if len(args) == 2:
        raise TypeError("subplot() takes 1 or 3 positional arguments but 2 were given")
    if args and isinstance(args[0], Axes | Axes3D):
        return gcf().sca(args[0])
    return gcf().find_subplot(args, kw)


def subplots(nrows: Any = 1, ncols: Any = 1, **kw: Any) -> tuple[Figure, Any]:
    """Makes a figure and its axes: one, a row or a grid."""
    own = {k: kw.pop(k) for k in ("squeeze", "subplot_kw") if k in kw}
    for name in ("sharex", "sharey", "width_ratios", "height_ratios", "gridspec_kw"):
        kw.pop(name, None)
    made = figure(kw.pop("num", None), **kw)
    return made, made.subplots(nrows, ncols, **own)


def subplot_mosaic(mosaic: Any, *, subplot_kw: Any = None, **kw: Any) -> tuple[Figure, Any]:
    """Makes a figure and its axes by name."""
    for name in (
        "sharex",
        "sharey",
        "width_ratios",
        "height_ratios",
        "gridspec_kw",
        "empty_sentinel",
    ):
        kw.pop(name, None)
    made = figure(None, **kw)
    return made, made.subplot_mosaic(mosaic, subplot_kw=subplot_kw)


def subplot2grid(shape: Any, loc: Any, rowspan: Any = 1, colspan: Any = 1, **kw: Any) -> Any:
    """Adds axes in a cell of a grid."""
    kw.pop("fig", None)
    place = (shape[0], shape[1], loc[0] * shape[1] + loc[1] + 1)
    return gcf().add_subplot(*place, **kw)


def axes(arg: Any = None, **kw: Any) -> Any:
    """Adds axes at a place of the current figure."""
    return gcf().add_subplot(**kw) if arg is None else gcf().add_axes(arg, **kw)


def delaxes(ax: Any = None) -> None:
    """Takes axes off their figure."""
    (ax or gca()).remove()


def clf() -> None:
    """Clears the current figure."""
    gcf().clear()


def close(fig: Any = None) -> None:
    """Closes one figure, or all of them; what was plotted stays recorded."""
    if fig is not None and not isinstance(fig, Figure | int | str):
        raise TypeError(
            "'fig' must be an instance of matplotlib.figure.Figure, int, str or None, "
            f"not a {type(fig).__name__}"
        )
    if fig == "all":
        _figures.clear()
    chosen = gcf() if fig is None and _figures else fig
    for number, each in list(_figures.items()):
        if chosen in (each, number) or (chosen and chosen == each.get_label()):
            del _figures[number]


def fignum_exists(num: Any) -> bool:
    """Says whether a figure has that number or name."""
    return num in _figures or num in get_figlabels()


def get_fignums() -> list[int]:
    """Returns the numbers of the figures."""
    return sorted(_figures)


def get_figlabels() -> list[Any]:
    """Returns the names of the figures."""
    return [_figures[number].get_label() for number in get_fignums()]


FIGURE_FUNCTIONS = (
    figure,
    gcf,
    gca,
    sca,
    subplot,
    subplots,
    subplot_mosaic,
    subplot2grid,
    axes,
    delaxes,
    clf,
    close,
    fignum_exists,
    get_fignums,
    get_figlabels,
)
