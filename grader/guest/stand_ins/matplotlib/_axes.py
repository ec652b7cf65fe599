"""The axes: one coordinate system, and every plot as a method of it."""

from __future__ import annotations

from ._artist import Artist, Recorder, attribute, missing, remember
from ._axis import Axis, methods
from ._colors import Colormap, colormap
from ._marks import Rectangle, Spines, Text
from ._names import AXES, POLAR
from ._plot_bars import BARS
from ._plot_fields import FIELDS, NAMED_FIELDS
from ._plot_lines import LINES
from ._plot_notes import NOTES

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from typing import Any

RECTILINEAR = frozenset(AXES.split())
ROUND = RECTILINEAR | frozenset(POLAR.split())
PROJECTIONS = frozenset({"3d", "aitoff", "hammer", "lambert", "mollweide", "polar", "rectilinear"})
MODES = frozenset({"auto", "equal", "image", "normal", "off", "on", "scaled", "square", "tight"})


class Axes:
    """Stands for Axes, PolarAxes and the other flat projections."""

    def __init__(self, fig: Any, *_rect: Any, projection: Any = None, **properties: Any) -> None:
        self.figure = fig
        self.name = projection or "rectilinear"
        self.clear()
        self.set(**properties)

    def clear(self) -> None:
        """Forgets what is on the axes; what was plotted stays recorded."""
        self.xaxis, self.yaxis = Axis("x"), Axis("y")
        self.title = Text()
        self.spines = Spines(
            ("polar",) if self.name == "polar" else ("left", "right", "bottom", "top")
        )
        self.patch = Rectangle((0, 0), 1, 1)
        self.lines: list[Any] = []
        self.patches: list[Any] = []
        self.texts: list[Any] = []
        self.collections: list[Any] = []
        self.containers: list[Any] = []
        self.images: list[Any] = []
        self.artists: list[Any] = []
        self.legend_: Any = None

    cla = clear

    def __getattr__(self, name: str) -> Any:
        if name not in (RECTILINEAR if vars(self).get("name") == "rectilinear" else ROUND):
            raise missing(self, name)
        return attribute(self, name)

    def set(self, **properties: Any) -> list[Any]:
        """Calls the setter of each property; AttributeError for one that does not exist."""
        for name, value in properties.items():
            if name not in ("label", "title", "sharex", "sharey") and not hasattr(
                self, f"set_{name}"
            ):
                raise AttributeError(f"Axes.set() got an unexpected keyword argument {name!r}")
            if name not in ("sharex", "sharey"):
                pair = name in ("xlim", "ylim") and isinstance(value, tuple | list)
                getattr(self, f"set_{name}")(*(value if pair else [value]))
        return []

    def set_title(self, label: Any, *_args: Any, **properties: Any) -> Text:
        self.title.set_text(label)
        self.title.set(**properties)
        return self.title

    def get_title(self, *_args: Any, **_kw: Any) -> Any:
        return self.title.get_text()

    def get_figure(self, *_args: Any, **_kw: Any) -> Any:
        return self.figure

    def get_lines(self) -> list[Any]:
        return list(self.lines)

    def get_images(self) -> list[Any]:
        return list(self.images)

    def get_legend(self) -> Any:
        return self.legend_

    def get_xaxis(self) -> Axis:
        return self.xaxis

    def get_yaxis(self) -> Axis:
        return self.yaxis

    def get_children(self) -> list[Any]:
        return [*self.lines, *self.patches, *self.texts, *self.collections, *self.images]

    def has_data(self) -> bool:
        return bool(self.get_children())

    def add_line(self, line: Any) -> Any:
        """Puts a finished line on the axes, and records it as a plot."""
        from ._record import keep

        line.axes = self
        line.series = keep("plot", self, line, line.get_data())
        self.lines.append(line)
        return line

    def add_patch(self, patch: Any) -> Any:
        self.patches.append(patch)
        return patch

    def add_collection(self, collection: Any, *_args: Any, **_kw: Any) -> Any:
        self.collections.append(collection)
        return collection

    def add_artist(self, artist: Any) -> Any:
        self.artists.append(artist)
        return artist

    def mappable(self, artist: Any, properties: dict[str, Any]) -> Colormap:
        """Makes the artist the one a colour bar is for; ValueError for an unknown colour map."""
        self.figure.current_image = artist
        return colormap(properties.get("cmap"))

    def axis(self, *args: Any, **ends: Any) -> tuple[float, float, float, float]:
        """Sets the limits or a mode. Raises ValueError for a mode the library does not have."""
        mode = args[0] if args else None
        if isinstance(mode, str) and mode not in MODES:
            raise ValueError(f"Unrecognized string {mode!r} to axis; try 'on' or 'off'")
        if mode is not None and not isinstance(mode, str | bool):
            if not hasattr(type(mode), "__len__") or len(mode) != 4:
                raise TypeError(
                    "The first argument to axis() must be an iterable of the form "
                    "[xmin, xmax, ymin, ymax]"
                )
            self.xaxis.set_view(mode[0], mode[1])
            self.yaxis.set_view(mode[2], mode[3])
        for axis in (self.xaxis, self.yaxis):
            own = {k: v for k, v in ends.items() if k.startswith(axis.axis_name)}
            if own:
                axis.set_view(**own)
        return (*self.xaxis.view(), *self.yaxis.view())

    def twinx(self, *_args: Any, **_kw: Any) -> Axes:
        """Adds axes that share x."""
        other = Axes(self.figure)
        other.xaxis = self.xaxis
        self.figure.axes.append(other)
        return other

    def twiny(self, *_args: Any, **_kw: Any) -> Axes:
        """Adds axes that share y."""
        other = Axes(self.figure)
        other.yaxis = self.yaxis
        self.figure.axes.append(other)
        return other

    def inset_axes(self, *_args: Any, **_kw: Any) -> Axes:
        return Axes(self.figure)

    def secondary_xaxis(self, *_args: Any, **_kw: Any) -> Axes:
        return Axes(self.figure)

    def secondary_yaxis(self, *_args: Any, **_kw: Any) -> Axes:
        return Axes(self.figure)

    def indicate_inset_zoom(self, *_args: Any, **_kw: Any) -> Any:
        return Artist()

    def grid(self, visible: Any = None, *_args: Any, **properties: Any) -> None:
        remember(self, gridded=visible)

    def margins(self, *args: Any, **_kw: Any) -> Any:
        return None if args else (0.05, 0.05)

    def remove(self) -> None:
        """Takes the axes off the figure."""
        if self in self.figure.axes:
            self.figure.axes.remove(self)

    def _sci(self, image: Any) -> None:
        self.figure.current_image = image

    def get_position(self, *_args: Any) -> Any:
        """Returns the box of a single subplot in figure fractions."""
        box = Artist()
        vars(box).update(x0=0.125, y0=0.11, x1=0.9, y1=0.88, width=0.775, height=0.77)
        return box

    def get_subplotspec(self) -> Recorder:
        return Recorder()


for _name, _method in methods("xy").items():
    setattr(Axes, _name, _method)
for _plot in (*LINES, *BARS, *FIELDS, *NOTES):
    setattr(Axes, _plot.__name__, _plot)
for _name, _field in NAMED_FIELDS.items():
    setattr(Axes, _name, _field)
