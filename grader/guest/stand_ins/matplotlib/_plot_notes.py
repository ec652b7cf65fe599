"""What is written and drawn around the data: texts, legends, tables, straight lines."""

from __future__ import annotations

from ._artist import Artist, Recorder, attribute, remember
from ._data import demand_numbers, points
from ._marks import Collection, Line2D, Rectangle, Text
from ._record import SERIES, words

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from typing import Any

LOCATIONS = frozenset(
    f"{up} {across}"
    for up in ("upper", "lower", "center")
    for across in ("left", "right", "center")
) | {"best", "right", "center"}


def text(ax: Any, x: Any, y: Any, s: Any, *_args: Any, **kw: Any) -> Text:
    """Writes at a place."""
    made = Text(x, y, s, **kw)
    ax.texts.append(made)
    return made


def annotate(ax: Any, text: Any, xy: Any, xytext: Any = None, *_args: Any, **kw: Any) -> Text:
    """Writes beside a place."""
    x, y = xytext or xy
    made = Text(x, y, text, **{**kw, "xy": xy})
    ax.texts.append(made)
    return made


def arrow(ax: Any, x: Any, y: Any, dx: Any, dy: Any, **kw: Any) -> Artist:
    """Draws an arrow."""
    demand_numbers([x, y, dx, dy])
    return Artist(**kw)


def axhline(ax: Any, y: Any = 0, xmin: Any = 0, xmax: Any = 1, **kw: Any) -> Line2D:
    """Draws a line across."""
    ax.yaxis.cover([p for p in [ax.yaxis.place(y)] if p is not None])
    return straight(ax, [xmin, xmax], [y, y], kw)


def axvline(ax: Any, x: Any = 0, ymin: Any = 0, ymax: Any = 1, **kw: Any) -> Line2D:
    """Draws a line upwards."""
    ax.xaxis.cover([p for p in [ax.xaxis.place(x)] if p is not None])
    return straight(ax, [x, x], [ymin, ymax], kw)


def axline(ax: Any, xy1: Any, xy2: Any = None, *, slope: Any = None, **kw: Any) -> Line2D:
    """Draws an endless line. Raises TypeError unless it has a second point or a slope."""
    if (xy2 is None) == (slope is None):
        raise TypeError("Exactly one of 'xy2' and 'slope' must be given")
    return straight(ax, [xy1[0]], [xy1[1]], kw)


def straight(ax: Any, x: list[Any], y: list[Any], properties: dict[str, Any]) -> Line2D:
    """Draws a line that is no data and is therefore not recorded."""
    demand_numbers(x + y)
    line = Line2D(x, y, **properties)
    line.axes = ax
    ax.lines.append(line)
    return line


def axhspan(ax: Any, ymin: Any, ymax: Any, *_args: Any, **kw: Any) -> Rectangle:
    """Draws a band across."""
    return Rectangle((0, ymin), 1, ymax - ymin, **kw)


def axvspan(ax: Any, xmin: Any, xmax: Any, *_args: Any, **kw: Any) -> Rectangle:
    """Draws a band upwards."""
    return Rectangle((xmin, 0), xmax - xmin, 1, **kw)


def hlines(ax: Any, y: Any, xmin: Any, xmax: Any, *_args: Any, **kw: Any) -> Collection:
    """Draws several lines across."""
    demand_numbers([*points(y), *points(xmin), *points(xmax)])
    ax.yaxis.cover([p for p in map(ax.yaxis.place, points(y)) if p is not None])
    return Collection(None, **kw)


def vlines(ax: Any, x: Any, ymin: Any, ymax: Any, *_args: Any, **kw: Any) -> Collection:
    """Draws several lines upwards."""
    demand_numbers([*points(x), *points(ymin), *points(ymax)])
    ax.xaxis.cover([p for p in map(ax.xaxis.place, points(x)) if p is not None])
    return Collection(None, **kw)


def broken_barh(ax: Any, xranges: Any, yrange: Any, **kw: Any) -> Collection:
    """Draws pieces of lying bars."""
    points(xranges), points(yrange)
    return Collection(None, **kw)


def eventplot(ax: Any, positions: Any, *_args: Any, **_kw: Any) -> list[Collection]:
    """Draws rows of strokes; returns one collection for each row."""
    rows = points(positions)
    many = bool(rows) and hasattr(type(rows[0]), "__len__")
    return [Collection() for _ in (rows if many else [rows])]


class Legend:
    """The legend box."""

    def __init__(self, texts: list[Text], handles: list[Any], **properties: Any) -> None:
        self.texts = texts
        self.legend_handles = handles
        self.legendHandles = handles  # the name before 3.9
        self._title = Text(0, 0, properties.pop("title", ""))
        remember(self, **properties)

    def __getattr__(self, name: str) -> Any:
        return attribute(self, name)

    def get_texts(self) -> list[Text]:
        return self.texts

    def get_lines(self) -> list[Any]:
        return [handle for handle in self.legend_handles if isinstance(handle, Line2D)]

    def get_title(self) -> Text:
        return self._title

    def set_title(self, title: Any, **_kw: Any) -> None:
        self._title.set_text(title)


def handles_of(ax: Any) -> list[Any]:
    """Returns everything on the axes that can stand in a legend."""
    return [*ax.lines, *ax.collections, *ax.containers]


def shown(artist: Any) -> bool:
    """Says whether the artist has a label of its own."""
    label = artist.get_label()
    return bool(label) and not str(label).startswith("_")


def legend(ax: Any, *args: Any, **kw: Any) -> Legend:
    """Takes nothing, (labels) or (handles, labels). Raises ValueError for an unknown loc."""
    loc = kw.get("loc")
    if isinstance(loc, str) and loc not in LOCATIONS:
        raise ValueError(f"{loc!r} is not a valid value for loc.")
    handles, labels = kw.pop("handles", None), kw.pop("labels", None)
    if len(args) > 1:
        handles, labels = args[:2]
    elif args:
        labels = args[0]
    if handles is None:
        handles = handles_of(ax) if labels is not None else list(filter(shown, handles_of(ax)))
    handles = list(handles)
    names = [h.get_label() for h in handles] if labels is None else points(labels)
    name_series(handles, names)
    texts = [Text(0, 0, name) for name, _ in zip(names, handles, strict=False)]
    made = Legend(texts, handles, **kw)
    ax.legend_ = made
    return made


def name_series(handles: list[Any], names: list[Any]) -> None:
    """Tells the recorded series what the legend calls them."""
    for handle, name in zip(handles, names, strict=False):
        for series in SERIES:
            if series.artist is handle:
                series.legend = words(name)


def get_legend_handles_labels(ax: Any, *_args: Any) -> tuple[list[Any], list[Any]]:
    """Returns what has a label, and the labels."""
    handles = list(filter(shown, handles_of(ax)))
    return handles, [handle.get_label() for handle in handles]


class Table:
    """A table of cells under the plot."""

    def __init__(self, rows: int, columns: int) -> None:
        self._cells = {(i, j): Artist() for i in range(rows) for j in range(columns)}

    def __getattr__(self, name: str) -> Any:
        return attribute(self, name)

    def __getitem__(self, place: Any) -> Artist:
        return self._cells.setdefault(place, Artist())

    def get_celld(self) -> dict[Any, Artist]:
        return self._cells

    def auto_set_font_size(self, value: Any = None) -> None:
        """Accepts and forgets."""

    def scale(self, xscale: Any, yscale: Any) -> None:
        """Accepts and forgets."""


def table(ax: Any, cellText: Any = None, cellColours: Any = None, **kw: Any) -> Table:
    """Raises ValueError for a table without cells or with ragged rows."""
    content = cellText if cellText is not None else cellColours
    if content is None:
        raise ValueError(
            'At least one argument from "cellColours" or "cellText" must be provided '
            "to create a table."
        )
    rows = [points(row) for row in points(content)]
    if any(len(row) != len(rows[0]) for row in rows):
        raise ValueError(f"Each row in 'cellText' must have {len(rows[0])} columns")
    head = 1 if kw.get("colLabels") is not None else 0
    return Table(len(rows) + head, len(rows[0]) if rows else 0)


def quiverkey(_ax: Any, *_args: Any, **_kw: Any) -> Recorder:
    """Draws the key of an arrow plot."""
    return Recorder()


NOTES: tuple[Any, ...] = (
    text,
    annotate,
    arrow,
    axhline,
    axvline,
    axline,
    axhspan,
    axvspan,
    hlines,
    vlines,
    broken_barh,
    eventplot,
    legend,
    get_legend_handles_labels,
    table,
    quiverkey,
)
