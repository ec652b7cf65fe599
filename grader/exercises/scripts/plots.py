"""Find graphs of times over sizes among a program's plots."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from statistics import median_high

from msgspec import Struct

from grader.exercises.scripts import words
from grader.model.course import Exercise
from grader.model.program import Plot, Series

Pair = tuple[float, float]  # size, seconds
KINDS = {"plot", "scatter", "loglog", "semilogx", "semilogy", "errorbar", "step", "stem", "bar"}
MAX_PLOTS = 5000
MAX_WORDS = 500  # characters of a label
MAX_PAIRS = 10_000
MAX_EXPONENT = 40  # 2**40 bytes exceed any memory
MAX_SIZE = 10**9
MAX_SECONDS = 1e6  # longer times are implausible
MIN_SIZES = 2
MAX_SPREAD = 5.0  # ratio of two times of one size that noise can explain


class _Curve(Struct, frozen=True):
    """One curve, or points drawn one by one; its words are normalised."""

    plot: Plot
    points: tuple[Pair, ...]
    label: str
    title: str
    across: str
    up: str

    @property
    def turned(self) -> "_Curve":
        """The same curve with x and y swapped."""
        points = tuple((y, x) for x, y in self.points)
        return _Curve(self.plot, points, self.label, self.title, self.up, self.across)


def plotted(plots: Sequence[Plot], exercises: Sequence[Exercise]) -> Iterator[Series]:
    """Yield a series for each curve of integer sizes and positive times.

    Curves whose words name another quantity are left out. So are curves without words that do not
    look like times: indices, falling numbers, integers.
    """
    for curve in _curves(plots):
        drawn = curve.turned if _is_turned(curve) else curve
        if not _shows_times(drawn):
            continue
        factor = next(filter(None, map(words.unit, (drawn.up, drawn.label, drawn.title))), 1.0)
        measured = _tidy((x, y * factor) for x, y in drawn.points)
        if measured is not None:
            exercise = words.whose((drawn.label, drawn.title, drawn.up, drawn.across), exercises)
            name = _shown(drawn.plot.label) or _shown(drawn.plot.title)
            sizes, seconds = measured
            yield Series(name=name, sizes=sizes, seconds=seconds, exercise=exercise)


def _curves(plots: Sequence[Plot]) -> Iterator[_Curve]:
    """Join single points of the same figure and label, which a loop has drawn."""
    joined: dict[tuple[object, ...], list[Pair]] = {}
    first: dict[tuple[object, ...], Plot] = {}
    for index, plot in enumerate(plots[:MAX_PLOTS]):
        xs, ys = (map(_as_float, numbers[:MAX_PAIRS]) for numbers in (plot.x, plot.y))
        points = list(zip(xs, ys, strict=False))
        if plot.kind not in KINDS or len(plot.x) != len(plot.y):
            continue
        alone: tuple[object, ...] = (
            plot.figure,
            plot.kind,
            plot.label,
            plot.title,
            plot.xlabel,
            plot.ylabel,
        )
        key = alone if len(points) == 1 else (index,)
        first.setdefault(key, plot)
        joined.setdefault(key, []).extend(points)
    for key, points in joined.items():
        plot = first[key]
        texts = (_shown(plot.label), plot.title, plot.xlabel, plot.ylabel)
        label, title, across, up = (words.normal(text[:MAX_WORDS]) for text in texts)
        finite = tuple(point for point in points if all(map(math.isfinite, point)))
        yield _Curve(plot, finite, label, title, across, up)


def _shown(label: str) -> str:
    """Clean a label; drop those that matplotlib generates, such as "_child0"."""
    plain = "".join(filter(str.isprintable, label[:MAX_WORDS])).strip()
    return "" if plain.startswith("_") else plain


def _is_turned(curve: _Curve) -> bool:
    """Return whether times are on the x axis: by the axes' words, else by the numbers."""
    if not curve.points:
        return False
    if words.TIME.search(curve.across) and not words.SIZE.search(curve.across):
        return not words.TIME.search(curve.up)
    if words.SIZE.search(curve.across) or words.TIME.search(curve.up):
        return False
    sizes = [y for _, y in curve.points]
    return (
        any(x != int(x) for x, _ in curve.points)
        and all(y >= 1 and y == int(y) for y in sizes)
        and _is_sorted(sizes)
        and len(set(sizes)) > 1
    )


def _shows_times(curve: _Curve) -> bool:
    if not curve.points or _is_mixed(curve.points) or _says_otherwise(curve):
        return False
    sizes = [x for x, _ in curve.points]
    if words.EXPONENT.search(words.SCALE.sub("", curve.across)) and max(sizes) <= MAX_EXPONENT:
        return False
    by_size = bool(words.SIZE.search(curve.across))
    by_time = any(words.TIME.search(text) for text in (curve.up, curve.title, curve.label))
    if by_size and by_time:
        return True
    if not _is_sorted(sizes) or (_counts_up(sizes) and not by_size):
        return False
    whole = all(y == int(y) for _, y in curve.points)
    silent = not curve.up and (by_size or not curve.across)
    return by_time or (silent and not whole and _grows(curve.points))


def _says_otherwise(curve: _Curve) -> bool:
    """Return whether the words name another quantity, a logarithm, or a curve for comparison."""
    if words.GUIDE.search(curve.label) or words.NOT_A_SIZE.search(curve.across):
        return True
    if words.OTHER.search(curve.across) or words.OTHER.search(curve.label):
        return True
    if words.FACTOR.search(curve.up) or words.OTHER.search(curve.up):
        return True
    if words.EXPONENT.search(words.SCALE.sub("", curve.up)):
        return True
    return not words.TIME.search(curve.up) and bool(words.OTHER.search(curve.title))


def _tidy(pairs: Iterable[Pair]) -> tuple[tuple[int, ...], tuple[float, ...]] | None:
    """Return increasing sizes and the shortest time of each; None if there are fewer than two.

    Sizes and times of 0 are dropped: ranges may start there, and clocks may tick too slowly. Any
    other invalid size or time means that this is no measurement.
    """
    shortest: dict[int, float] = {}
    for size, seconds in pairs:
        is_size = 0 <= size <= MAX_SIZE and size == int(size)
        if not is_size or not 0 <= seconds <= MAX_SECONDS:
            return None
        if size and seconds:
            shortest[int(size)] = min(seconds, shortest.get(int(size), math.inf))
    if not MIN_SIZES <= len(shortest) <= MAX_PAIRS:
        return None
    return tuple(sorted(shortest)), tuple(shortest[size] for size in sorted(shortest))


def _as_float(number: float) -> float:
    """Convert an integer of any length; to infinity if it is too large for a float."""
    try:
        return float(number)
    except OverflowError:
        return math.inf


def _counts_up(sizes: Sequence[float]) -> bool:
    """Return whether numbers are 0, 1, 2 … or 1, 2, 3 …, like indices."""
    return sizes[0] in {0, 1} and all(b - a == 1 for a, b in pairwise(sizes))


def _is_sorted(sizes: Sequence[float]) -> bool:
    """Return whether numbers mostly grow, or mostly shrink."""
    steps = [b - a for a, b in pairwise(sizes)]
    up, down = (sum(sign * step >= 0 for step in steps) for sign in (1, -1))
    return 10 * max(up, down) >= 7 * len(steps)


def _grows(pairs: Iterable[Pair]) -> bool:
    """Return whether the largest third of the sizes takes longer than the smallest."""
    seconds = [time for _, time in sorted(pairs)]
    part = max(1, len(seconds) // 3)
    return median_high(seconds[-part:]) > median_high(seconds[:part])


def _is_mixed(pairs: Iterable[Pair]) -> bool:
    """Return whether most sizes have times too different to be from one program."""
    times: dict[float, list[float]] = {}
    for size, seconds in pairs:
        times.setdefault(size, []).append(seconds)
    apart = sum(max(time) > MAX_SPREAD * min(time) for time in times.values())
    return 2 * apart > len(times)
