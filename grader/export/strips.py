"""One figure of each student, side by side: exponents with their intervals, and ratios."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from grader.export.axes import Axis, log_axis, times_text
from grader.export.bilingual import Bilingual, Text
from grader.export.drawing import Label, Picture, Shape, across, mark, plain, polyline

LEFT, RIGHT, WIDTH = 20.0, 700.0, 720.0
TOP, FOOT = 26.0, 46.0
TALLEST = 280.0  # of all rows together
ROW = (3.0, 11.0)  # least and most units from row to row
APART = 7.5  # units between the middles of two dots
AROUND = 0.1  # room beside the intervals; both ends are whole or half exponents


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """One student's figure. `low` and `high` are the ends of its interval."""

    student: str
    href: str
    value: float
    low: float
    high: float
    said: str


def draw_exponents(dots: Sequence[Dot], expected: float | None, words: Bilingual) -> Picture | None:
    """Draws the exponents from the least to the greatest, one above the other."""
    if not dots:
        return None
    ordered = sorted(dots, key=lambda one: (one.value, one.student))
    marked = [] if expected is None else [expected]
    low = math.floor(2 * min([one.low - AROUND for one in ordered] + marked)) / 2
    high = math.ceil(2 * max([one.high + AROUND for one in ordered] + marked)) / 2
    row = min(ROW[1], max(ROW[0], TALLEST / len(ordered)))
    bottom = TOP + row * (len(ordered) + 1)
    x, y = Axis(low, high, LEFT, RIGHT, log=False), Axis(0, 1, bottom, TOP, log=False)
    shapes = [_upright(x.at(one), y, "expected") for one in marked]
    for place, one in enumerate(ordered, start=1):
        at = bottom - place * row
        ends = [(x.at(one.low), at), (x.at(one.high), at)]
        shapes.append(Shape(d=polyline(ends), look="interval"))
        shapes.append(mark("dot", (x.at(one.value), at), one.said, one.href))
    top = [_top(x.at(one), f"{one:g}") for one in marked]
    return _picture(x, y, shapes, top, ordered, ("class_exponents", "exponent_axis"), words)


def draw_ratios(dots: Sequence[Dot], name: Text, words: Bilingual) -> Picture | None:
    """Stacks a dot for each student above how many times as long as a baseline they take."""
    if not dots:
        return None
    ordered = sorted(dots, key=lambda one: (one.value, one.student))
    x = log_axis([one.value for one in ordered], LEFT + 20, RIGHT - 20)
    levels = _stacked([x.at(one.value) for one in ordered])
    row = min(APART, TALLEST / (max(levels) + 1))
    bottom = TOP + row * (max(levels) + 2)
    y = Axis(0, 1, bottom, TOP, log=False)
    middle = median(one.value for one in ordered)
    shapes = [_upright(x.at(middle), y, "expected")] + [
        mark("dot", (x.at(one.value), bottom - (level + 0.8) * row), one.said, one.href)
        for one, level in zip(ordered, levels, strict=True)
    ]
    said = words.say("timing.class_median", value=times_text(middle))
    top = [_top(x.at(middle), said)]
    return _picture(x, y, shapes, top, ordered, ("class_ratios", "ratio_axis"), words, name)


def _picture(  # noqa: PLR0913, PLR0917  what both strips are made of
    x: Axis,
    y: Axis,
    shapes: Sequence[Shape],
    top: Sequence[Label],
    dots: Sequence[Dot],
    keys: tuple[str, str],
    words: Bilingual,
    name: Text | None = None,
) -> Picture:
    ticks = across(x, y, apart=40)
    written = times_text if x.log else _exponent
    below = [
        Label(x=x.at(one), y=y.start + 17, text=plain(written(one)), look="tick", anchor="middle")
        for one, _ in ticks
    ]
    axis = Label(x=WIDTH / 2, y=y.start + 36, text=words.say(f"timing.{keys[1]}"), anchor="middle")
    named = {} if name is None else {"name": {"ja": name.ja, "en": name.en}}
    return Picture(
        width=WIDTH,
        height=math.ceil(y.start + FOOT),
        shapes=[*(rule for _, rule in ticks), *shapes],
        labels=[*top, *below, axis],
        title=words.say(f"timing.{keys[0]}", **named),
        told=plain(", ".join(one.said for one in dots)),
    )


def _stacked(places: Sequence[float]) -> list[int]:
    """Gives each place, from left to right, the lowest level on which it meets no other."""
    last: list[float] = []  # on each level
    found = []
    for place in places:
        free = (level for level, other in enumerate(last) if place - other >= APART)
        level = next(free, len(last))
        last[level : level + 1] = [place]
        found.append(level)
    return found


def _upright(at: float, y: Axis, look: str) -> Shape:
    return Shape(d=polyline([(at, y.start), (at, y.end)]), look=look)


def _top(at: float, text: Text | str) -> Label:
    said = plain(text) if isinstance(text, str) else text
    anchor = "start" if at < LEFT + 60 else "end" if at > RIGHT - 60 else "middle"
    return Label(x=at, y=TOP - 8, text=said, look="name", anchor=anchor)


def _exponent(value: float) -> str:
    return f"{value:g}"
