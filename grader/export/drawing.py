"""Draw plots as fragments of SVG that are styled by the page.

Each shape has a class. Colours, dashes and font sizes are in style.css, so that one drawing serves
light and dark screens, paper and telephones. Its texts are numbers and short names, which need no
special font and no translation. Plots need only lines, areas, marks and texts; for these, loading a
plotting library would take longer than the rest of a class page.
"""

import math
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from itertools import pairwise, product
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from xml.etree import ElementTree as ET

from msgspec import Struct

from grader.backends import BASELINES
from grader.wording import visible
from grader.wording.bilingual import BilingualText

if TYPE_CHECKING:
    from markupsafe import Markup

Place = tuple[float, float]

WIDTH, BELOW = 720.0, 34.0  # units: width of a drawing, and space below the axes
MARKS = {  # shapes that differ without colour: key in SHAPES, size in units, character
    **{baseline.look: baseline.mark for baseline in BASELINES.values()},
    "student": ("o", 8.0, "●"),
    "own": ("D", 7.6, "◇"),
    "other": ("+", 9.0, "＋"),
    "dot": ("o", 6.0, "●"),
}
ROOM, NARROWEST = 1.15, 4.0  # factors: margin of an axis around its values, and minimum range
STEPS = (  # ticks of an axis: at every n-th power of ten, at these multiples
    *((1, (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0)), (1, (1.0, 2.0, 5.0))),
    *((1, (1.0,)), (2, (1.0,)), (4, (1.0,))),
)
LETTER, HIGH, LOW = 10.4, 15.0, 5.0  # a name's units: per character, above and below
BESIDE = (  # where a name may be written: units from the end of a curve, and alignment
    *((9.0, -4.5, "left"), (9.0, 4.0, "left"), (9.0, -13.0, "left"), (0.0, 9.0, "right")),
    *((0.0, -24.0, "left"), (-9.0, 2.0, "right"), (0.0, 9.0, "center")),
)
ALIGNED = {"left": "start", "center": "middle", "right": "end"}
DRAWN = re.compile(r'(<g data-drawn="([0-9a-f]{64})">.*?</g>)</svg>', re.DOTALL)


def _polygon(corners: int, *radii: float, turned: float = 0.0) -> list[list[Place]]:
    """Return corners around the origin at alternating radii, the first turned left from the top."""
    angles = [math.radians(90 + turned) + math.tau * at / corners for at in range(corners)]
    radius = [radii[at % len(radii)] for at in range(corners)]
    return [[(r * math.cos(a), r * math.sin(a)) for r, a in zip(radius, angles, strict=True)]]


SHAPES: Mapping[str, Sequence[Sequence[Place]]] = {  # in halves of a mark's size, y upwards
    "D": _polygon(4, math.sqrt(2)),
    "s": _polygon(4, math.sqrt(2), turned=45),
    "*": _polygon(10, 1, 0.381966),
    "^": [[(0, 1), (-1, -1), (1, -1)]],
    "v": [[(0, -1), (1, 1), (-1, 1)]],
    "<": [[(-1, 0), (1, -1), (1, 1)]],
    "+": [[(-1, 0), (1, 0)], [(0, -1), (0, 1)]],
    "x": [[(-1, -1), (1, 1)], [(-1, 1), (1, -1)]],
}


class Axis(Struct, frozen=True):
    """The ends of an axis, and its ticks with their labels."""

    low: float
    high: float
    ticks: Sequence[tuple[float, str]] = ()
    log: bool = False
    ruled: bool = True  # whether each tick has a line across the plot


class HoverNote(Struct, frozen=True):
    """The tooltip of a mark or line, and the sheet to which it links."""

    text: str
    href: str = ""


class PlotLayer(Struct, frozen=True):
    """Lines, areas or marks of one style. Either every path has a note or none has."""

    shape: Literal["lines", "areas", "marks"]
    look: str
    paths: Sequence[Sequence[Place]]
    notes: Sequence[HoverNote] = ()  # for marks, one per place
    name: str = ""  # written at an end of a line


class PlotDrawing(Struct, frozen=True, kw_only=True):
    """A drawing's content; drawings with the same `repr` are the same."""

    height: float
    above: float  # space above the axes, in units
    beside: tuple[float, float]  # space to the left and to the right of the axes, in units
    x: Axis
    y: Axis
    layers: Sequence[PlotLayer]  # bottom layer first
    labels: Sequence[tuple[Place, str]] = ()  # texts above places


class LegendEntry(Struct, frozen=True, kw_only=True):
    """The meaning of a line in the drawing, for its legend."""

    look: str
    short: str  # its name in the drawing
    text: BilingualText

    @property
    def mark(self) -> str:
        """The mark as a character."""
        return MARKS[self.look][2]


class TitledPlot(Struct, frozen=True, kw_only=True):
    """A plot with its title, legend and table of numbers."""

    plot: PlotDrawing
    title: BilingualText
    rows: Sequence[tuple[BilingualText, str]]  # all numbers, for readers who cannot see the plot
    keys: Sequence[LegendEntry] = ()
    across: BilingualText | None = None  # title of the horizontal axis
    upwards: BilingualText | None = None


def log_axis(
    values: Iterable[float], length: float, apart: float, written: Callable[[float], str]
) -> Axis:
    """Return an axis that covers all values; its round ticks are at least `apart` units apart."""
    known = list(values)
    low, high = min(known) / ROOM, max(known) * ROOM
    wider = max(1.0, math.sqrt(NARROWEST * low / high))
    low, high = low / wider, high * wider
    unit = length / math.log(high / low)
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    ticks: list[float] = []
    for every, multiples in STEPS:
        powers = range(first, last + 1, every)
        round_values = (float(f"{step}e{power}") for power in powers for step in multiples)
        ticks = [value for value in round_values if low <= value <= high]
        if all(unit * math.log(right / left) >= apart for left, right in pairwise(ticks)):
            break
    return Axis(low, high, [(value, written(value)) for value in ticks], log=True)


def draw(plot: PlotDrawing, before: Mapping[str, "Markup"]) -> "Markup":
    """Return the drawing of a plot, reusing the one in `before` if it is there."""
    from markupsafe import Markup

    key = sha256(f"{_way_of_drawing()} {plot!r}".encode("utf-8", "replace")).hexdigest()
    return before.get(key) or Markup(_drawn(plot, key))  # noqa: S704  ElementTree escapes


def drawn_in(page: Path) -> dict[str, "Markup"]:
    """Return the drawings in an existing page, by the hash of their content.

    A student's text cannot imitate one: it is escaped in the page.
    """
    from markupsafe import Markup

    try:
        text = page.read_text(encoding="utf-8") if stat.S_ISREG(page.lstat().st_mode) else ""
    except (OSError, UnicodeDecodeError):
        return {}
    return {match[2]: Markup(match[1]) for match in DRAWN.finditer(text)}  # noqa: S704


@cache
def _way_of_drawing() -> str:
    """Return a hash of this module, on which drawings depend besides their plot."""
    return sha256(Path(__file__).read_bytes()).hexdigest()


def _drawn(plot: PlotDrawing, key: str) -> str:
    """Draw a plot as a group of paths and texts, each with a class and no style of its own."""
    group = ET.Element("g", {"data-drawn": key})
    x, y = plot.x, plot.y
    rules = [((value, y.low), (value, y.high)) for value, _ in x.ticks if x.ruled]
    rules += [((x.low, value), (x.high, value)) for value, _ in y.ticks if y.ruled]
    for layer in (PlotLayer("lines", "rule", rules), *plot.layers):
        notes = iter(layer.notes)
        for shape in _shapes_of(layer, plot):
            parent, note = group, next(notes, None)
            if note is not None and note.href:
                parent = ET.SubElement(group, "a", {"href": note.href})
            path = ET.SubElement(parent, "path", {"class": layer.look, **shape})
            if note is not None:
                ET.SubElement(path, "title").text = visible(note.text)
    for place, text in plot.labels:
        _write(group, _moved(_at(place, plot), (0, 6)), "center", text, "name", plot)
    for value, text in x.ticks:
        _write(group, _moved(_at((value, y.low), plot), (0, -18)), "center", text, "tick", plot)
    for value, text in y.ticks:
        _write(group, _moved(_at((x.low, value), plot), (-8, -4.5)), "right", text, "tick", plot)
    _put_names(group, [layer for layer in plot.layers if layer.name], plot)
    return ET.tostring(group, encoding="unicode")


def _at(place: Place, plot: PlotDrawing) -> Place:
    """Convert a place on the axes to units from the drawing's left and bottom."""
    left, right = plot.beside
    across, upwards = _share(place[0], plot.x), _share(place[1], plot.y)
    wide, high = WIDTH - left - right, plot.height - plot.above - BELOW
    return left + across * wide, BELOW + upwards * high


def _share(value: float, axis: Axis) -> float:
    if not axis.log:
        return (value - axis.low) / (axis.high - axis.low)
    return math.log(value / axis.low) / math.log(axis.high / axis.low)


def _moved(place: Place, by: Place) -> Place:
    return place[0] + by[0], place[1] + by[1]


def _shapes_of(layer: PlotLayer, plot: PlotDrawing) -> Iterator[dict[str, str]]:
    """Yield the attributes of a layer's shapes; for marks, a path for each place."""
    for path in filter(None, layer.paths):
        places = [_at(place, plot) for place in path]
        if layer.shape != "marks":
            yield {"d": _path([places], plot.height, closed=layer.shape == "areas")}
            continue
        shape, size, _ = MARKS[layer.look.removeprefix("mark ")]
        for x, y in places:
            at = f"translate({_number(x)} {_number(plot.height - y)})"
            yield {"d": _mark(shape, size / 2), "transform": at}


def _mark(shape: str, half: float) -> str:
    if shape not in SHAPES:  # a disc
        r = _number(half)
        return f"M {r} 0 A {r} {r} 0 1 1 -{r} 0 A {r} {r} 0 1 1 {r} 0 z"
    lines = [[(x * half, y * half) for x, y in line] for line in SHAPES[shape]]
    return _path(lines, 0.0, closed=len(lines) == 1)


def _path(lines: Sequence[Sequence[Place]], height: float, *, closed: bool) -> str:
    """Write lines as an SVG path, whose y counts downwards from the top."""
    drawn = (
        " L ".join(f"{_number(x)} {_number(height - y)}" for x, y in line) + " z" * closed
        for line in lines
    )
    return " ".join(f"M {line}" for line in drawn)


def _write(  # noqa: PLR0913, PLR0917  where, and how
    group: ET.Element, place: Place, align: str, text: str, look: str, plot: PlotDrawing
) -> None:
    where = {"x": _number(place[0]), "y": _number(plot.height - place[1])}
    written = {"class": look, **where, "text-anchor": ALIGNED[align]}
    ET.SubElement(group, "text", written).text = text


def _put_names(group: ET.Element, named: Sequence[PlotLayer], plot: PlotDrawing) -> None:
    """Write names at the ends of lines; one that would cover something is left to the legend."""
    ink = [[_at(place, plot) for place in layer.paths[0]] for layer in named]
    taken: list[tuple[Place, Place]] = []
    for layer in reversed(named):
        width, places = LETTER * len(layer.name), layer.paths[0]
        for end, (across, upwards, align) in product((places[-1], places[0]), BESIDE):
            x, y = _moved(_at(end, plot), (across, upwards))
            left = x - {"left": 0.0, "center": 0.5, "right": 1.0}[align] * width
            low, high = (left, y - LOW), (left + width, y + HIGH)
            within = low[0] >= plot.beside[0] and high[0] <= WIDTH
            within = within and low[1] >= BELOW and high[1] <= plot.height
            if not within or any(_overlap((low, high), other) for other in taken):
                continue
            if not any(_meets(line, low, high) for curve in ink for line in pairwise(curve)):
                _write(group, (x, y), align, layer.name, layer.look.replace("line", "name"), plot)
                taken.append((low, high))
                break


def _overlap(one: tuple[Place, Place], other: tuple[Place, Place]) -> bool:
    return all(one[0][axis] < other[1][axis] and other[0][axis] < one[1][axis] for axis in (0, 1))


def _meets(line: tuple[Place, Place], low: Place, high: Place) -> bool:
    """Return whether a straight line meets a box (Liang and Barsky)."""
    first, last = 0.0, 1.0
    for start, end, least, most in zip(*line, low, high, strict=True):
        if start == end:
            if not least <= start <= most:
                return False
            continue
        near, far = sorted(((least - start) / (end - start), (most - start) / (end - start)))
        first, last = max(first, near), min(last, far)
    return first <= last


def _number(value: float) -> str:
    """Write a number to a hundredth of a unit."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")  # + 0.0 turns -0.0 into 0.0
