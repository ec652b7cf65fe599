"""The distribution of points as the rectangles of a drawing."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from grader.export.bilingual import Bilingual, Text
from grader.export.cells import number
from grader.model.scoresheet import ScoreSheet

HEIGHT = 120  # units of the drawing that the highest bar takes
STEP = 48  # units from bar to bar
UNITS = 100  # in a point: how finely points are told apart
SINGLE = 21  # up to so many bars, each is of one number of points
RANGES = 12  # else there are at most so many, each of a range


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """The students between two numbers of points; heights in units of the drawing."""

    x: int
    label: str
    count: int
    settled: float
    provisional: float
    said: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Histogram:
    """Every bar, and how many students have no points yet."""

    bars: Sequence[Bar]
    width: int
    height: int
    undecided: int
    undecided_said: Text


def draw(sheets: Sequence[ScoreSheet], most: float, words: Bilingual) -> Histogram:
    """Draws a bar for each number of points there can be, or ranges when these are many.

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
    return Histogram(
        bars=[
            _bar(place, _label(place * width, width, step, all_of_them), counts, words)
            for place in range(bins)
        ],
        width=bins * STEP,
        height=HEIGHT,
        undecided=undecided,
        undecided_said=words.say("summary.undecided", count=undecided),
    )


def _units(points: float) -> int:
    return round(points * UNITS)


def _step(sheets: Sequence[ScoreSheet]) -> int:
    """Finds the largest step, at most a point, that all points of all criteria are made of."""
    awards = [award for sheet in sheets for award in sheet.awards]
    found = [_units(one.max) for one in awards]
    found += [_units(one.points) for one in awards if one.points is not None]
    return math.gcd(UNITS, *found)


def _width(step: int, most: int) -> int:
    """Picks how many units a bar is wide: the step, or 1, 2, 5, 10, … points."""
    if most // step < SINGLE:
        return step
    powers = (UNITS * int(10**power) for power in count())
    widths = (times * power for power in powers for times in (1, 2, 5))
    return next(one for one in widths if most // one < RANGES)


def _label(first: int, width: int, step: int, most: int) -> str:
    last = min(first + width - step, max(first, most))
    ends = dict.fromkeys((number(first / UNITS), number(last / UNITS)))
    return "–".join(ends)


def _bar(place: int, label: str, counts: Counter[tuple[int, bool]], words: Bilingual) -> Bar:
    bars = {key[0] for key in counts}
    highest = max((counts[bar, True] + counts[bar, False] for bar in bars), default=1)
    settled, provisional = counts[place, True], counts[place, False]
    return Bar(
        x=place * STEP,
        label=label,
        count=settled + provisional,
        settled=round(HEIGHT * settled / highest, 2),
        provisional=round(HEIGHT * provisional / highest, 2),
        said=words.say("summary.people", points=label, count=settled + provisional),
    )
