"""Questions for an oral exam about a program."""

import math
from collections.abc import Iterable

from msgspec import Struct

from grader.model.finding import LazyText


class OralQuestion(Struct, frozen=True, kw_only=True):
    """One question about one's own program; its answer was executed or measured.

    Texts are filled in by `Wording.in_full`, in either language.
    """

    kind: str  # "trace", "count", "growth"; of several of one kind the first few are asked
    exercise: str  # its id
    text: LazyText
    answer: LazyText
    source: LazyText  # where the answer comes from: a run, a measurement
    teaches: LazyText
    line: int = 0  # of the program that it is about; 0: no line in particular
    difficulty: int = 2  # 1: read off; 2: follow a step; 3: explain


DOUBLED = (1.8, 2.2)  # sizes grow by a factor of their own
SHORTEST = 1e-7  # seconds that a clock can tell from nothing
AGREEING = 0.5  # between the exponents of a curve that is steady


class TwoPoints(Struct, frozen=True, kw_only=True):
    """Two sizes of a curve and their times, to tell a growth from."""

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
        """The power of the size with which the time grows between the two."""
        return math.log(self.times) / math.log(self.larger / self.size)


def two_points(points: Iterable[tuple[int, float]], *, steady: bool = False) -> TwoPoints | None:
    """Pick the largest size that has another about half as large, and where it took longer.

    `steady`: another such pair below has to tell about the same growth; else None.

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
