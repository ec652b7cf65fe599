"""What a drawing is made of. The template writes it down, and escapes what is to be escaped."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grader.export.axes import Axis
from grader.export.bilingual import Text

Place = tuple[float, float]  # x to the right and y down, in units of the drawing

MARKS = {  # shapes that differ without colour, around (0, 0)
    "student": "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
    "python": "m0 -5l4.6 8h-9.2z",
    "fast": "m0 -4l4 7h-8z",  # hollow
    "numpy": "m-3.7 -3.7h7.4v7.4h-7.4z",
    "torch": "m0 5l4.6 -8h-9.2z",
    "cupy": "m-4 -4l8 8m0 -8l-8 8",
    "own": "m0 -5.5l5.5 5.5l-5.5 5.5l-5.5 -5.5z",
    "other": "m-4.5 0h9m-4.5 -4.5v9",
    "dot": "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A path. `look` is its class in the style."""

    d: str
    look: str
    said: str = ""  # shown when pointed at
    href: str = ""  # the sheet it leads to


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A line of text."""

    x: float
    y: float
    text: Text
    look: str = ""
    anchor: str = "start"  # start, middle, end


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """What a line means, where the drawing has no room to say so."""

    look: str
    mark: str  # a path around (0, 0)
    text: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A drawing, and what is said instead of it."""

    width: float
    height: float
    shapes: Sequence[Shape]
    labels: Sequence[Label]
    keys: Sequence[Key] = ()
    title: Text
    told: Text


def mark(kind: str, place: Place, said: str = "", href: str = "") -> Shape:
    """Draws a mark of a kind of curve."""
    look = kind if kind in MARKS else "other"
    return Shape(d=_moved(MARKS[look], place), look=f"mark {look}", said=said, href=href)


def polyline(places: Iterable[Place]) -> str:
    """Writes the path through these places."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)


def across(axis: Axis, other: Axis, *, apart: float) -> list[tuple[float, Shape]]:
    """Draws a line across the other axis at each tick of a horizontal axis."""
    found = axis.ticks(apart)
    return [(one, _rule((axis.at(one), other.start), (axis.at(one), other.end))) for one in found]


def upwards(axis: Axis, other: Axis, *, apart: float) -> list[tuple[float, Shape]]:
    """Draws a line across the other axis at each tick of a vertical axis."""
    found = axis.ticks(apart)
    return [(one, _rule((other.start, axis.at(one)), (other.end, axis.at(one)))) for one in found]


def plain(text: str) -> Text:
    """Makes a text of what is written the same way in both languages."""
    return Text(text, text)


def _rule(start: Place, end: Place) -> Shape:
    return Shape(d=polyline((start, end)), look="rule")


def _moved(path: str, place: Place) -> str:
    """Starts a path, whose steps are all relative, at a place."""
    return f"M{place[0]:.1f} {place[1]:.1f}{path}"
