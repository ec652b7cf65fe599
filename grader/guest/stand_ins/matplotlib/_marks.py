"""Lines, texts, rectangles and the tuples that hold several of them."""

from __future__ import annotations

from ._artist import Artist, Recorder, attribute, kept, remember
from ._data import demand_numbers, points

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


class Line2D:
    """A line; its data are plain lists."""

    def __init__(self, xdata: Any, ydata: Any, **properties: Any) -> None:
        self.series: Any = None  # the recorded twin, once the line stands on axes
        self.axes: Any = None
        self._x, self._y = points(xdata), points(ydata)
        remember(self, **properties)

    def __getattr__(self, name: str) -> Any:
        return attribute(self, name)

    def get_xdata(self, orig: object = None) -> list[Any]:
        return list(self._x)

    def get_ydata(self, orig: object = None) -> list[Any]:
        return list(self._y)

    def get_data(self, orig: object = None) -> tuple[list[Any], list[Any]]:
        return list(self._x), list(self._y)

    def get_xydata(self) -> list[list[Any]]:
        return [[x, y] for x, y in zip(self._x, self._y, strict=False)]

    def set_data(self, *data: Any) -> None:
        """Takes (x, y) or two arguments, and records the new points."""
        x, y = data if len(data) > 1 else data[0]
        if not hasattr(type(x), "__len__") or not hasattr(type(y), "__len__"):
            raise RuntimeError("x must be a sequence")
        self._x, self._y = points(x), points(y)
        self._tell()

    def set_xdata(self, x: Any) -> None:
        self._x = points(x)
        self._tell()

    def set_ydata(self, y: Any) -> None:
        self._y = points(y)
        self._tell()

    def remove(self) -> None:
        """Takes the line off its axes; what it showed stays recorded."""
        if self.axes is not None and self in self.axes.lines:
            self.axes.lines.remove(self)

    def _tell(self) -> None:
        demand_numbers(self._x)
        demand_numbers(self._y)
        if self.series is not None:
            self.series.fill(self._x, self._y)


class Text:
    """A piece of text at a place."""

    def __init__(self, x: Any = 0, y: Any = 0, text: Any = "", **properties: Any) -> None:
        self._text = text
        self._place = (x, y)
        remember(self, **properties)

    def __getattr__(self, name: str) -> Any:
        return attribute(self, name)

    def __repr__(self) -> str:
        return f"Text({self._place[0]}, {self._place[1]}, {self._text!r})"

    def get_text(self) -> Any:
        return self._text

    def set_text(self, text: Any) -> None:
        self._text = "" if text is None else text if isinstance(text, str) else str(text)

    def get_position(self) -> tuple[Any, Any]:
        return self._place

    def set_position(self, place: tuple[Any, Any]) -> None:
        self._place = place


class Rectangle:
    """A bar, or any rectangle: a corner, a width and a height."""

    def __init__(self, xy: Any, width: Any, height: Any, **properties: Any) -> None:
        self._box = {"x": xy[0], "y": xy[1], "width": width, "height": height}
        remember(self, **properties)

    def __getattr__(self, name: str) -> Any:
        prefix, _, side = name.partition("_")
        if prefix == "get" and side in ("x", "y", "width", "height"):
            return lambda: self._box[side]
        if prefix == "set" and side in ("x", "y", "width", "height"):
            return lambda value: self._box.update({side: value})
        return attribute(self, name)

    @property
    def xy(self) -> tuple[Any, Any]:
        return self._box["x"], self._box["y"]

    def get_xy(self) -> tuple[Any, Any]:
        return self.xy

    def get_center(self) -> tuple[Any, Any]:
        box = self._box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Container:
    """Several artists that were drawn by one call; behaves as the tuple it is in matplotlib."""

    def __init__(self, items: Any, **named: Any) -> None:
        self._items = tuple(items)
        vars(self).update(named)

    def __getattr__(self, name: str) -> Any:
        return attribute(self, name)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, index: Any) -> Any:
        return self._items[index]

    def get_children(self) -> list[Any]:
        return list(self._items)


class Collection:
    """A cloud of points, an image, a filled area: what colours can be mapped on."""

    def __init__(self, array: Any = None, **properties: Any) -> None:
        self._array = array
        self.levels: list[Any] = []
        self.norm = Recorder()
        self.colorbar: Any = None
        self.cmap: Any = None
        self.axes: Any = None
        self.series: Any = None
        remember(self, **properties)

    def __getattr__(self, name: str) -> Any:
        return attribute(self, name)

    def get_array(self) -> Any:
        return self._array

    def set_array(self, array: Any) -> None:
        self._array = array

    def set_data(self, array: Any) -> None:
        self._array = array

    def set_offsets(self, pairs: Any) -> None:
        """Moves the points of a scatter plot, and records where they went."""
        rows = [points(pair) for pair in points(pairs)]
        if rows and not isinstance(pairs[0], list | tuple):
            rows = [rows[0] + rows[1]]
        if self.series is not None:
            self.series.fill([row[0] for row in rows], [row[1] for row in rows])
        remember(self, offsets=rows)

    def get_clim(self) -> tuple[Any, Any]:
        flat = [item for row in points(self._array) for item in points(row) if item is not None]
        if not flat or kept(self).get("clim"):
            return kept(self).get("clim") or (None, None)
        return min(flat), max(flat)

    def set_clim(self, vmin: Any = None, vmax: Any = None) -> None:
        remember(self, clim=vmin if isinstance(vmin, tuple | list) else (vmin, vmax))


class Spines:
    """The four edges of the axes, by name, by attribute or several at once."""

    def __init__(self, names: tuple[str, ...] = ("left", "right", "bottom", "top")) -> None:
        self._spines = {name: Artist() for name in names}

    def __getitem__(self, name: Any) -> Any:
        if isinstance(name, slice):
            return Artist()
        if isinstance(name, list | tuple):
            for each in name:
                self[each]
            return Artist()
        return self._spines[name]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._spines:
            raise AttributeError(f"'Spines' object does not contain a {name!r} spine")
        return self._spines[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._spines)

    def __len__(self) -> int:
        return len(self._spines)

    def keys(self) -> Any:
        return self._spines.keys()

    def values(self) -> Any:
        return self._spines.values()

    def items(self) -> Any:
        return self._spines.items()
