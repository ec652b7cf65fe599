"""Plots drawn by matplotlib, as pieces of SVG that take their looks from the style of the page.

An artist's gid is the class of what it draws. Colours, dashes and the size of letters stand in
style.css, so that one drawing serves light and dark screens, paper and telephones. In it are
figures and short names in letters that every font has, and no language.
"""

import math
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from io import BytesIO
from itertools import pairwise, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from xml.etree import ElementTree as ET

from msgspec import Struct

from grader.backends import BASELINES
from grader.wording import visible
from grader.wording.bilingual import BilingualText

if TYPE_CHECKING:
    from markupsafe import Markup

Place = tuple[float, float]

WIDTH, BELOW = 720.0, 34.0  # units, each of them a point to matplotlib; of these, below the axes
MARKS = {  # shapes that differ without colour: to matplotlib, their size, and in a line of text
    **{baseline.look: baseline.mark for baseline in BASELINES.values()},
    "student": ("o", 8.0, "●"),
    "own": ("D", 7.6, "◇"),
    "other": ("+", 9.0, "＋"),
    "dot": ("o", 6.0, "●"),
}
ROOM, NARROWEST = 1.15, 4.0  # factors: beside the outermost values, and between the ends of an axis
STEPS = (  # every which power of ten has ticks, and at which multiples of it
    *((1, (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0)), (1, (1.0, 2.0, 5.0))),
    *((1, (1.0,)), (2, (1.0,)), (4, (1.0,))),
)
LETTER, HIGH, LOW = 10.4, 15.0, 5.0  # what a name covers, in letters as large as on a telephone
BESIDE = (  # where a name may stand: units from the end of a curve, and how it is aligned
    *((9.0, -4.5, "left"), (9.0, 4.0, "left"), (9.0, -13.0, "left"), (0.0, 9.0, "right")),
    *((0.0, -24.0, "left"), (-9.0, 2.0, "right"), (0.0, 9.0, "center")),
)
SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
DRAWN = re.compile(r'(<g data-drawn="([0-9a-f]{64})">.*?</g>)</svg>', re.DOTALL)
SETTINGS: Mapping[str, Any] = {
    "svg.fonttype": "none",  # the browser's fonts
    "svg.hashsalt": "grader",  # the same figures, the same bytes
    "path.simplify": False,
    "text.parse_math": False,
    "text.usetex": False,
    "font.sans-serif": ["DejaVu Sans"],  # it comes with matplotlib
}


class Axis(Struct, frozen=True):
    """The ends of an axis, and its ticks with what is written at them."""

    low: float
    high: float
    ticks: Sequence[tuple[float, str]] = ()
    log: bool = False
    ruled: bool = True  # a line across the plot at each tick


class HoverNote(Struct, frozen=True):
    """What is shown of a mark or line when it is pointed at, and the sheet it leads to."""

    text: str
    href: str = ""


class PlotLayer(Struct, frozen=True):
    """Lines, areas or marks of one look, each path of them with a note or none of them."""

    shape: Literal["lines", "areas", "marks"]
    look: str
    paths: Sequence[Sequence[Place]]
    notes: Sequence[HoverNote] = ()  # of marks: one for each place
    name: str = ""  # to be written at an end of a line


class PlotDrawing(Struct, frozen=True, kw_only=True):
    """What is to be drawn; its `repr` tells whether it was drawn before."""

    height: float
    above: float  # units above the axes
    beside: tuple[float, float]  # to their left and to their right
    x: Axis
    y: Axis
    layers: Sequence[PlotLayer]  # the lowest first
    labels: Sequence[tuple[Place, str]] = ()  # above a place


class LegendEntry(Struct, frozen=True, kw_only=True):
    """What a line of the drawing means."""

    look: str
    short: str  # as the drawing names it
    text: BilingualText

    @property
    def mark(self) -> str:
        """The mark as a character."""
        return MARKS[self.look][2]


class TitledPlot(Struct, frozen=True, kw_only=True):
    """A plot, and what stands around it and instead of it."""

    plot: PlotDrawing
    title: BilingualText
    rows: Sequence[tuple[BilingualText, str]]  # every figure, for those who cannot see the plot
    keys: Sequence[LegendEntry] = ()
    across: BilingualText | None = None  # names of the axes
    upwards: BilingualText | None = None


def log_axis(
    values: Iterable[float], length: float, apart: float, written: Callable[[float], str]
) -> Axis:
    """Makes an axis with room for all values, and round ticks at least so many units apart."""
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
    """Draws a plot unless it is among those drawn `before`; empty without matplotlib."""
    from markupsafe import Markup

    if not (way := way_of_drawing()):
        return Markup()
    key = sha256(f"{way} {plot!r}".encode("utf-8", "replace")).hexdigest()
    return before.get(key) or Markup(_drawn(plot, key))  # noqa: S704  ElementTree escapes


def drawn_in(page: Path) -> dict[str, "Markup"]:
    """Finds the drawings in a page that was written before, by what was drawn.

    Nothing that a student wrote looks like one: in a page it is escaped.
    """
    from markupsafe import Markup

    try:
        text = page.read_text(encoding="utf-8") if stat.S_ISREG(page.lstat().st_mode) else ""
    except (OSError, UnicodeDecodeError):
        return {}
    return {match[2]: Markup(match[1]) for match in DRAWN.finditer(text)}  # noqa: S704


@cache
def way_of_drawing() -> str:
    """Names what a drawing depends on besides its plot; empty without matplotlib."""
    from importlib import metadata

    try:
        version = metadata.version("matplotlib")
    except metadata.PackageNotFoundError:
        return ""
    return version + sha256(Path(__file__).read_bytes()).hexdigest()


def _drawn(plot: PlotDrawing, key: str) -> str:
    """Draws a plot as a group of paths and texts, each with a class and no style of its own."""
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    written = BytesIO()
    with mpl.rc_context(dict(SETTINGS)):
        figure = Figure(figsize=(WIDTH / 72, plot.height / 72), dpi=72)
        _put_on(figure, plot)
        FigureCanvasSVG(figure).print_svg(written, metadata={"Date": None})
    root = ET.fromstring(written.getvalue())  # noqa: S314  matplotlib wrote it
    shapes = {f"#{path.get('id')}": path.get("d", "") for path in root.iter(f"{SVG}path")}
    notes = {look: iter(each) for look, each in _notes(plot).items()}
    group = ET.Element("g", {"data-drawn": key})
    for element, look in _with_look(root, ""):
        parent, note = group, next(notes.get(look, iter(())), None)
        if note is not None and note.href:
            parent = ET.SubElement(group, "a", {"href": note.href})
        shape = ET.SubElement(parent, *_plain(element, look, shapes))
        shape.text = element.text if element.tag == f"{SVG}text" else None
        if note is not None:
            ET.SubElement(shape, "title").text = visible(note.text)
    return ET.tostring(group, encoding="unicode")


def _put_on(figure: Any, plot: PlotDrawing) -> None:
    """Puts a plot on a matplotlib figure.

    Axes are lines and texts like others: matplotlib's own take three times as long.
    """
    from matplotlib.collections import LineCollection, PolyCollection

    x, y, (left, right) = plot.x, plot.y, plot.beside
    size = (WIDTH - left - right) / WIDTH, (plot.height - plot.above - BELOW) / plot.height
    axes = figure.add_axes((left / WIDTH, BELOW / plot.height, *size))
    axes.set(xscale="log" if x.log else "linear", yscale="log" if y.log else "linear")
    axes.set(xlim=(x.low, x.high), ylim=(y.low, y.high), autoscale_on=False)
    axes.set_axis_off()
    rules = [((value, y.low), (value, y.high)) for value, _ in x.ticks if x.ruled]
    rules += [((x.low, value), (x.high, value)) for value, _ in y.ticks if y.ruled]
    for layer in (PlotLayer("lines", "rule", rules), *plot.layers):
        gid = f"is {layer.look}"
        if layer.shape == "marks":
            marker, width, _ = MARKS[layer.look.removeprefix("mark ")]
            style = {"linestyle": "none", "marker": marker, "markersize": width, "zorder": 1}
            for places in filter(None, layer.paths):
                axes.plot(*zip(*places, strict=True), gid=gid, **style)
        else:
            kind = LineCollection if layer.shape == "lines" else PolyCollection
            axes.add_collection(kind(layer.paths, gid=gid, zorder=1), autolim=False)
    for place, text in plot.labels:
        _write(axes, place, (0, 6, "center"), text, "name")
    for value, text in x.ticks:
        _write(axes, (value, y.low), (0, -18, "center"), text, "tick")
    for value, text in y.ticks:
        _write(axes, (x.low, value), (-8, -4.5, "right"), text, "tick")
    _put_names(axes, [layer for layer in plot.layers if layer.name], plot)


def _notes(plot: PlotDrawing) -> dict[str, list[HoverNote]]:
    notes: dict[str, list[HoverNote]] = {}
    for layer in plot.layers:
        notes.setdefault(layer.look, []).extend(layer.notes)
    return notes


def _write(axes: Any, place: Place, offset: tuple[float, float, str], text: str, look: str) -> None:
    """Writes so many units from a place on the axes."""
    from matplotlib.transforms import IdentityTransform

    (x, y), (across, upwards, align) = axes.transData.transform(place), offset
    where = {"transform": IdentityTransform(), "ha": align, "gid": f"is {look}"}
    axes.text(x + across, y + upwards, text, **where)


def _put_names(axes: Any, named: Sequence[PlotLayer], plot: PlotDrawing) -> None:
    """Puts names at the ends of lines; one that would cover anything is left to the keys."""
    from matplotlib.path import Path as Curve
    from matplotlib.transforms import Bbox

    ink = [Curve(axes.transData.transform(layer.paths[0])) for layer in named]
    taken: list[Any] = []
    for layer in reversed(named):
        width, places = LETTER * len(layer.name), layer.paths[0]
        for place, offset in product((places[-1], places[0]), BESIDE):
            x, y = axes.transData.transform(place) + offset[:2]
            left = x - {"left": 0.0, "center": 0.5, "right": 1.0}[offset[2]] * width
            box = Bbox.from_extents(left, y - LOW, left + width, y + HIGH)
            within = box.x0 >= plot.beside[0] and box.x1 <= WIDTH
            within = within and box.y0 >= BELOW and box.y1 <= plot.height
            if not within or box.count_overlaps(taken):
                continue
            if not any(curve.intersects_bbox(box, filled=False) for curve in ink):
                _write(axes, place, offset, layer.name, layer.look.replace("line", "name"))
                taken.append(box)
                break


def _with_look(parent: ET.Element, look: str) -> Iterator[tuple[ET.Element, str]]:
    """Finds what is drawn with a look; the background has none."""
    for element in parent:
        name = element.get("id", "")
        if element.tag == f"{SVG}g":
            yield from _with_look(element, name[3:] if name.startswith("is ") else look)
        elif element.tag != f"{SVG}defs" and look:
            yield element, look


def _plain(element: ET.Element, look: str, shapes: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Takes off an element what the page styles, and gives each mark its shape."""
    x, y = (_short(element.get(name, "")) for name in "xy")
    if element.tag == f"{SVG}text":
        anchor = re.search(r"text-anchor: (\w+)", element.get("style", ""))
        return "text", {
            "class": look,
            "x": x,
            "y": y,
            "text-anchor": anchor[1] if anchor else "start",
        }
    path = {"class": look, "d": _short(element.get("d") or shapes[element.get(LINK, "")])}
    return "path", {**path, "transform": f"translate({x} {y})"} if x else path


def _short(numbers: str) -> str:
    """Writes numbers to a hundredth of a unit."""
    rounded = re.sub(
        r"-?\d+\.\d+", lambda match: f"{float(match[0]):.2f}".rstrip("0").rstrip("."), numbers
    )
    return " ".join(rounded.split())
