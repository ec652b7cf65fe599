"""The distribution of points as bars."""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import count

from msgspec import Struct

from grader.export.bilingual import Bilingual, BilingualText
from grader.export.cells import number
from grader.export.drawing import WIDTH, Axis, Place, PlotDrawing, PlotLayer, TitledPlot
from grader.model.scoresheet import ScoreSheet

HEIGHT, ABOVE = 220.0, 30.0  # units
STEP, BAR = 72.0, 0.78  # units from bar to bar at most; how much of it a bar takes
UNITS = 100  # in a point: how finely points are told apart
SINGLE = 21  # up to so many bars, each is of one number of points
RANGES = 12  # else there are at most so many, each of a range


class Histogram(Struct, frozen=True, kw_only=True):
    """Every bar, and how many students have no points yet."""

    picture: TitledPlot
    undecided: int
    undecided_said: BilingualText


def draw_points(sheets: Sequence[ScoreSheet], most: float, words: Bilingual) -> Histogram:
    """Makes a bar for each number of points there can be, or ranges when these are many.

    Labels are exact: the steps are of the sheets' own criteria and points.
    """
    step, all_of_them = _step(sheets), _units(most)
    width = _width(step, all_of_them)
    bins = all_of_them // width + 1
    counts = Counter(
        (min(bins - 1, _units(sheet.total) // width), sheet.complete)
        for sheet in sheets
        if sheet.total is not None
    )
    undecided = sum(sheet.total is None for sheet in sheets)
    bars = [
        (_label(place * width, width, step, all_of_them), counts[place, True], counts[place, False])
        for place in range(bins)
    ]
    sentences = [
        words.say("summary.people", points=label, count=settled + provisional)
        for label, settled, provisional in bars
        if settled + provisional
    ]
    title = words.say("summary.histogram")
    return Histogram(
        picture=TitledPlot(plot=_plot(bars), title=title, rows=[(text, "") for text in sentences]),
        undecided=undecided,
        undecided_said=words.say("summary.undecided", count=undecided),
    )


def _plot(bars: Sequence[tuple[str, int, int]]) -> PlotDrawing:
    """Stacks what is settled and what may change."""
    margin = (WIDTH - min(WIDTH, STEP * len(bars))) / 2
    totals = [settled + provisional for _, settled, provisional in bars]
    ends = -0.5, len(bars) - 0.5
    return PlotDrawing(
        height=HEIGHT,
        above=ABOVE,
        beside=(margin, margin),
        x=Axis(*ends, [(place, label) for place, (label, *_) in enumerate(bars)], ruled=False),
        y=Axis(0, max(1, *totals)),
        layers=[
            PlotLayer("areas", "settled", _bars([(0, settled) for _, settled, _ in bars])),
            PlotLayer(
                "areas",
                "provisional",
                _bars([(low, high) for (_, low, _), high in zip(bars, totals, strict=True)]),
            ),
            PlotLayer("lines", "rule", [((ends[0], 0), (ends[1], 0))]),
        ],
        labels=[((place, count), f"{count}") for place, count in enumerate(totals) if count],
    )


def _bars(ends: Sequence[tuple[float, float]]) -> list[list[Place]]:
    half = BAR / 2
    return [
        [(x - half, low), (x + half, low), (x + half, high), (x - half, high)]
        for x, (low, high) in enumerate(ends)
        if high > low
    ]


def _units(points: float) -> int:
    return round(points * UNITS)


def _step(sheets: Sequence[ScoreSheet]) -> int:
    """Finds the largest step, at most a point, that all points of all criteria are made of."""
    awards = [award for sheet in sheets for award in sheet.awards]
    units = [_units(award.max) for award in awards]
    units += [_units(award.points) for award in awards if award.points is not None]
    return math.gcd(UNITS, *units)


def _width(step: int, most: int) -> int:
    """Picks how many units a bar is wide: the step, or 1, 2, 5, 10, … points."""
    if most // step < SINGLE:
        return step
    powers = (UNITS * int(10**power) for power in count())
    widths = (times * power for power in powers for times in (1, 2, 5))
    return next(width for width in widths if most // width < RANGES)


def _label(first: int, width: int, step: int, most: int) -> str:
    last = min(first + width - step, max(first, most))
    ends = dict.fromkeys((number(first / UNITS), number(last / UNITS)))
    return "–".join(ends)
