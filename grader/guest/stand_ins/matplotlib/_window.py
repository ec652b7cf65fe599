"""What pyplot does with windows, files and the current axes."""

from __future__ import annotations

from ._colors import colormap
from ._figures import figure, gca, gcf, subplot
from ._rc import RC_PARAMS, Afterwards, rc_context
from ._toolbox import setp

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from typing import Any

_interactive: list[bool] = [False]


def show(*_args: Any, **_kw: Any) -> None:
    """Returns at once: nobody sits in front of the sandbox."""


def pause(interval: Any) -> None:
    """Returns at once."""


def draw() -> None:
    """Draws nothing."""


def draw_if_interactive() -> None:
    """Draws nothing."""


def savefig(*args: Any, **kw: Any) -> None:
    """Saves the current figure, which writes nothing to a path."""
    gcf().savefig(*args, **kw)


def ion() -> Afterwards:
    """Turns interactive mode on, in a with block until its end."""
    _interactive[0] = True
    return Afterwards(lambda: _interactive.__setitem__(0, False))


def ioff() -> Afterwards:
    """Turns interactive mode off, in a with block until its end."""
    before = _interactive[0]
    _interactive[0] = False
    return Afterwards(lambda: _interactive.__setitem__(0, before))


def isinteractive() -> bool:
    """Says whether interactive mode is on."""
    return _interactive[0]


def switch_backend(newbackend: Any) -> None:
    """Accepts and forgets."""


def xlim(*args: Any, **kw: Any) -> Any:
    """Sets or returns the limits of x."""
    ax = gca()
    return ax.set_xlim(*args, **kw) if args or kw else ax.get_xlim()


def ylim(*args: Any, **kw: Any) -> Any:
    """Sets or returns the limits of y."""
    ax = gca()
    return ax.set_ylim(*args, **kw) if args or kw else ax.get_ylim()


def _ticks(axis: Any, name: str, ticks: Any, labels: Any, kw: Any) -> tuple[Any, Any]:
    if ticks is None and labels is not None:
        raise TypeError(f"{name}(): Parameter 'labels' can't be set without setting 'ticks'")
    if ticks is not None:
        axis.set_ticks(ticks, labels, minor=kw.pop("minor", None))
    texts = axis.get_tick_labels()
    setp(texts, **kw)
    return axis.get_ticks(), texts


def xticks(ticks: Any = None, labels: Any = None, **kw: Any) -> tuple[Any, Any]:
    """Sets or returns the ticks of x and their labels."""
    return _ticks(gca().xaxis, "xticks", ticks, labels, kw)


def yticks(ticks: Any = None, labels: Any = None, **kw: Any) -> tuple[Any, Any]:
    """Sets or returns the ticks of y and their labels."""
    return _ticks(gca().yaxis, "yticks", ticks, labels, kw)


def twinx(ax: Any = None) -> Any:
    """Adds axes that share x."""
    return gcf().sca((ax or gca()).twinx())


def twiny(ax: Any = None) -> Any:
    """Adds axes that share y."""
    return gcf().sca((ax or gca()).twiny())


def figtext(*args: Any, **kw: Any) -> Any:
    """Writes on the figure."""
    return gcf().text(*args, **kw)


def figlegend(*args: Any, **kw: Any) -> Any:
    """Puts a legend on the figure."""
    return gcf().legend(*args, **kw)


def colorbar(mappable: Any = None, cax: Any = None, ax: Any = None, **kw: Any) -> Any:
    """Raises RuntimeError when there is no image to draw a bar for."""
    mappable = mappable or gci()
    if mappable is None:
        raise RuntimeError(
            "No mappable was found to use for colorbar creation. First define a mappable such as "
            "an image (with imshow) or a contour set (with contourf)."
        )
    return gcf().colorbar(mappable, cax, ax, **kw)


def gci() -> Any:
    """Returns the image drawn last, or None."""
    return gcf().current_image


def clim(vmin: Any = None, vmax: Any = None) -> None:
    """Sets the limits of the colours. Raises RuntimeError without an image."""
    image = gci()
    if image is None:
        raise RuntimeError("You must first define an image, e.g., with imshow")
    image.set_clim(vmin, vmax)


def get_cmap(name: Any = None, lut: Any = None) -> Any:
    """Returns a colour map by name. Raises ValueError for an unknown one."""
    return colormap(name, lut)


def set_cmap(cmap: Any) -> None:
    """Makes a colour map the default."""
    RC_PARAMS["image.cmap"] = colormap(cmap).name


def matshow(A: Any, fignum: Any = None, **kw: Any) -> Any:
    """Shows a matrix in a new figure."""
    if fignum is None:
        figure()
    return gca().matshow(A, **kw)


def imsave(fname: Any, arr: Any, **_kw: Any) -> None:
    """Writes nothing."""


def polar(*args: Any, **kw: Any) -> Any:
    """Draws lines in polar axes."""
    return subplot(projection="polar").plot(*args, **kw)


def box(on: Any = None) -> None:
    """Accepts and forgets."""


def findobj(o: Any = None, match: Any = None, include_self: Any = None) -> list[Any]:
    """Returns what stands on the axes and is of a type."""
    found = [] if match is None else (o or gca()).get_children()
    return [each for each in found if not isinstance(match, type) or isinstance(each, match)]


def connect(s: Any, func: Any) -> int:
    """Accepts a function that no event will call."""
    return 0


def disconnect(cid: Any) -> None:
    """Accepts and forgets."""


def waitforbuttonpress(timeout: Any = -1) -> None:
    """Returns at once, as after the time has passed."""


def ginput(*_args: Any, **_kw: Any) -> list[Any]:
    """Returns no clicks: nobody is there."""
    return []


def get_current_fig_manager() -> Any:
    """Returns the window that does not exist."""
    return gcf().canvas.manager


def xkcd(*_args: Any, **_kw: Any) -> Afterwards:
    """Accepts the style; settings made inside are undone."""
    return rc_context()


def get_backend() -> str:
    """Names the back end that draws nothing."""
    return "agg"


def interactive(b: Any) -> None:
    """Turns interactive mode on or off."""
    _interactive[0] = bool(b)


WINDOW_FUNCTIONS = (
    show,
    pause,
    draw,
    draw_if_interactive,
    savefig,
    ion,
    ioff,
    isinteractive,
    switch_backend,
    xlim,
    ylim,
    xticks,
    yticks,
    twinx,
    twiny,
    figtext,
    figlegend,
    colorbar,
    gci,
    clim,
    get_cmap,
    set_cmap,
    matshow,
    imsave,
    polar,
    box,
    findobj,
    connect,
    disconnect,
    waitforbuttonpress,
    ginput,
    get_current_fig_manager,
    xkcd,
    get_backend,
    interactive,
)
