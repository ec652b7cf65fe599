"""Questions for an oral exam about a program."""

import math
from collections.abc import Iterable

from msgspec import Struct

from grader.model.finding import LazyText


class OralQuestion(Struct, frozen=True, kw_only=True):
    """One question about a student's own program, whose answer was executed or measured.

    Texts can be worded in either language, with `Wording.in_full`.
    """

    kind: str  # "trace", "count", "growth"; only the first few of a kind are asked
    exercise: str  # its id
    text: LazyText
    answer: LazyText
    source: LazyText  # how the answer was found: a run, a measurement
    teaches: LazyText
    line: int = 0  # the line of the program it is about; 0: none in particular
    difficulty: int = 2  # 1: read a value; 2: follow a step; 3: explain


DOUBLED = (1.8, 2.2)  # bounds of a ratio of two sizes that counts as doubling
SHORTEST = 1e-7  # in seconds; shorter times cannot be measured
AGREEING = 0.5  # maximum difference between the exponents of a steady curve


class TwoPoints(Struct, frozen=True, kw_only=True):
    """Two sizes of a curve and their times, from which growth is computed."""

    size: int
    seconds: float
    larger: int
    longer: float

    @property
    def times(self) -> float:
        """Ratio of the times of the larger and the smaller size."""
        return self.longer / self.seconds

    @property
    def exponent(self) -> float:
        """The power of the size by which the time grows between the two."""
        return math.log(self.times) / math.log(self.larger / self.size)


def two_points(points: Iterable[tuple[int, float]], *, steady: bool = False) -> TwoPoints | None:
    """Return the largest pair of sizes with a ratio of about two of which the larger took longer.

    `steady`: return None unless the next smaller pair grows with about the same exponent.

    >>> two_points([(64, 0.25), (100, 0.9), (128, 2.0)]).exponent
    3.0
    >>> two_points([(64, 0.25), (100, 0.9), (128, 2.0)], steady=True)
    """
    usable = sorted(each for each in points if each[0] > 0 and SHORTEST <= each[1] < math.inf)
    pairs = [
        TwoPoints(size=small[0], seconds=small[1], larger=large[0], longer=large[1])
        for small in usable
        for large in usable
        if DOUBLED[0] <= large[0] / small[0] <= DOUBLED[1] and large[1] > small[1]
    ]
    pairs.sort(key=lambda pair: (pair.larger, pair.size))
    if not pairs:
        return None
    best = pairs[-1]
    below = [pair for pair in pairs if pair.larger < best.larger]
    agrees = below and abs(below[-1].exponent - best.exponent) <= AGREEING
    return best if agrees or not steady else None
