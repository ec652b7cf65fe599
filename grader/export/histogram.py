"""The distribution of points as the rectangles of a drawing."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from grader.export.bilingual import Bilingual, Text
from grader.export.cells import number
from grader.model.scoresheet import ScoreSheet

HEIGHT = 120  # units of the drawing that the highest bar takes
STEP = 48  # units from bar to bar
ONE_EACH = 20  # up to so many points, one bar for each point; above, ten bars


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
    """Draws one bar for each full point, or ten bars when there are many points."""
    width = 1.0 if most <= ONE_EACH else most / 10
    bins = max(1, math.ceil(most / width) + 1)
    counts = Counter(
        (min(bins - 1, int(sheet.total / width)), sheet.complete)
        for sheet in sheets
        if sheet.total is not None
    )
    undecided = sum(sheet.total is None for sheet in sheets)
    return Histogram(
        bars=[_bar(place, width, counts, words) for place in range(bins)],
        width=bins * STEP,
        height=HEIGHT,
        undecided=undecided,
        undecided_said=words.say("summary.undecided", count=undecided),
    )


def _bar(place: int, width: float, counts: Counter[tuple[int, bool]], words: Bilingual) -> Bar:
    bars = {key[0] for key in counts}
    highest = max((counts[bar, True] + counts[bar, False] for bar in bars), default=1)
    settled, provisional = counts[place, True], counts[place, False]
    label = number(place * width)
    return Bar(
        x=place * STEP,
        label=label,
        count=settled + provisional,
        settled=round(HEIGHT * settled / highest, 2),
        provisional=round(HEIGHT * provisional / highest, 2),
        said=words.say("summary.people", points=label, count=settled + provisional),
    )
