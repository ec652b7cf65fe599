"""One direction of the axes: its label, scale, limits, ticks and categories."""

from __future__ import annotations

from math import ceil, floor, isfinite, log10

from ._artist import Artist, Recorder, attribute
from ._data import number, points
from ._marks import Text

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

SCALES = frozenset({"asinh", "function", "functionlog", "linear", "log", "logit", "symlog"})
MOST_TICKS = 1000


class Axis:
    """Stands for XAxis and YAxis."""

    def __init__(self, axis_name: str) -> None:
        self.axis_name = axis_name
        self.label = Text()
        self.scale = "linear"
        self.limits: tuple[float, float] | None = None
        self.data: tuple[float, float] | None = None
        self.categories: dict[str, int] = {}
        self.locations: list[Any] | None = None
        self.names: list[Any] | None = None
        self.turned = False

    def __getattr__(self, name: str) -> Any:
        return attribute(self, name)

    def place(self, value: Any) -> float | None:
        """Returns where a value stands: a category has a position, what has none is None."""
        if isinstance(value, str):
            return float(self.categories.setdefault(str(value), len(self.categories)))
        return number(value)

    def cover(self, values: list[float]) -> None:
        """Widens the range of the data."""
        if values:
            low, high = self.data or (values[0], values[0])
            self.data = min(low, *values), max(high, *values)

    def view(self) -> tuple[float, float]:
        """Returns the limits, from the data with a margin unless they were set."""
        if self.limits is not None:
            low, high = self.limits
        elif self.data is None:
            low, high = 0.0, 1.0
        else:
            margin = 0.05 * (self.data[1] - self.data[0]) or 0.055
            low, high = self.data[0] - margin, self.data[1] + margin
            if self.scale == "log" and low <= 0:
                low = self.data[0]
        return (high, low) if self.turned else (low, high)

    def set_view(self, low: Any = None, high: Any = None, **ends: Any) -> tuple[float, float]:
        """Sets one limit or both. Raises ValueError for limits that are not finite."""
        if high is None and hasattr(type(low), "__getitem__") and not isinstance(low, str):
            low, high = low
        low = next((ends[k] for k in ("left", "bottom", "xmin", "ymin") if k in ends), low)
        high = next((ends[k] for k in ("right", "top", "xmax", "ymax") if k in ends), high)
        old = self.view()
        self.turned = False
        self.limits = self._limit(low, old[0]), self._limit(high, old[1])
        return self.limits

    def _limit(self, value: Any, old: float) -> float:
        if value is None:
            return old
        found = self.place(value)
        if found is None:
            if isinstance(value, float) and not isfinite(value):
                raise ValueError("Axis limits cannot be NaN or Inf")
            raise TypeError(f"an axis limit must be a number, not {type(value).__name__!r}")
        return found

    def invert(self) -> None:
        self.turned = not self.turned

    def set_inverted(self, inverted: Any) -> None:
        self.turned = bool(inverted)

    def get_inverted(self) -> bool:
        low, high = self.view()
        return high < low

    def get_scale(self) -> str:
        return self.scale

    def set_scale(self, value: Any, **_kwargs: Any) -> None:
        """Raises ValueError for a scale the library does not have."""
        if isinstance(value, str) and value not in SCALES:
            raise ValueError(f"{value!r} is not a valid value for scale.")
        self.scale = value if isinstance(value, str) else "function"

    def set_label_text(self, label: Any, *_args: Any, **properties: Any) -> Text:
        self.label.set_text(label)
        self.label.set(**properties)
        return self.label

    def get_label(self) -> Text:
        return self.label

    def get_label_text(self) -> Any:
        return self.label.get_text()

    def get_ticks(self, *_args: Any, minor: Any = None) -> list[Any]:
        """Returns the places of the ticks: those set, or round numbers in the view."""
        if minor:
            return []
        if self.locations is not None:
            return [self.place(each) for each in self.locations]
        if self.categories:
            return [float(i) for i in range(len(self.categories))]
        low, high = sorted(self.view())
        return decades(low, high) if self.scale == "log" else round_numbers(low, high)

    def set_ticks(self, ticks: Any, labels: Any = None, **properties: Any) -> list[Any]:
        if properties.pop("minor", None):
            return []
        self.locations = points(ticks)
        self.names = None
        for tick in self.locations:
            self.place(tick)
        return [] if labels is None else self.set_tick_labels(labels, **properties)

    def set_tick_labels(self, labels: Any, *_args: Any, **_properties: Any) -> list[Any]:
        """Raises ValueError unless there is one label per tick that was set."""
        names = points(labels)
        if self.locations is not None and len(names) != len(self.locations):
            raise ValueError(
                f"The number of FixedLocator locations ({len(self.locations)}), usually from a "
                f"call to set_ticks, does not match the number of labels ({len(names)})."
            )
        self.names = names
        return self.get_tick_labels()

    def get_tick_labels(self, *_args: Any, **_kwargs: Any) -> list[Text]:
        places = self.get_ticks()
        names = self.names or list(self.categories) or [f"{place:g}" for place in places]
        texts = [name.get_text() if isinstance(name, Text) else str(name) for name in names]
        return [Text(place, 0, text) for place, text in zip(places, texts, strict=False)]

    def get_tick_lines(self, *_args: Any, **_kwargs: Any) -> list[Artist]:
        return [Artist() for _ in self.get_ticks()]

    get_ticklocs = get_ticks
    get_ticklabels = get_majorticklabels = get_tick_labels
    set_ticklabels = set_tick_labels
    get_gridlines = get_ticklines = get_major_ticks = get_tick_lines

    def axis_date(self, *_args: Any) -> None:
        """Accepts that the values are dates; they are recorded in days."""

    def get_transform(self) -> Recorder:
        return Recorder()


def decades(low: float, high: float) -> list[float]:
    """Returns the powers of ten around a range."""
    if high <= 0:
        return []
    first = floor(log10(low)) if low > 0 else 0
    return [10.0**power for power in range(first, max(ceil(log10(high)), first) + 1)]


def round_numbers(low: float, high: float) -> list[float]:
    """Returns about eight multiples of 1, 2, 2.5 or 5 times a power of ten that span a range."""
    span = high - low
    if not isfinite(span) or span <= 0:
        return [low]
    power = 10.0 ** floor(log10(span / 8))
    step = next(power * m for m in (1, 2, 2.5, 5, 10) if span / (power * m) <= 9)
    first, last = floor(low / step), ceil(high / step)
    return [i * step for i in range(first, min(last, first + MOST_TICKS) + 1)]


def delegate(direction: str, method: str) -> Callable[..., Any]:
    """Makes a method of the axes that asks one of its two directions."""

    def ask(self: Any, *args: Any, **kwargs: Any) -> Any:
        return getattr(getattr(self, f"{direction}axis"), method)(*args, **kwargs)

    return ask


# Method of the axes ({} = x or y) -> method of Axis.
BY_DIRECTION = {
    "get_{}bound": "view",
    "get_{}gridlines": "get_gridlines",
    "get_{}inverted": "get_inverted",
    "get_{}label": "get_label_text",
    "get_{}lim": "view",
    "get_{}majorticklabels": "get_tick_labels",
    "get_{}scale": "get_scale",
    "get_{}ticklabels": "get_tick_labels",
    "get_{}ticklines": "get_tick_lines",
    "get_{}ticks": "get_ticks",
    "invert_{}axis": "invert",
    "set_{}bound": "set_view",
    "set_{}inverted": "set_inverted",
    "set_{}label": "set_label_text",
    "set_{}lim": "set_view",
    "set_{}scale": "set_scale",
    "set_{}ticklabels": "set_tick_labels",
    "set_{}ticks": "set_ticks",
    "{}axis_date": "axis_date",
    "{}axis_inverted": "get_inverted",
}


def methods(directions: str) -> dict[str, Callable[..., Any]]:
    """Returns every method of the axes that concerns one of the directions."""
    return {
        pattern.format(each): delegate(each, method)
        for each in directions
        for pattern, method in BY_DIRECTION.items()
    }
