"""Logarithmic axes: lines of a grid, or ticks, as far apart as 1, 2, 3 … 9, 10 are on them.

Nothing else is ruled so: two axes with decades are those of a plot, however few labels they have.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from grader.model.document import Box
from grader.reports.graphs import interiors
from grader.reports.graphs.axes import NOTHING, Axes, count_words, tick_places
from grader.reports.graphs.labels import Scene
from grader.reports.graphs.marks import Stroke, components

FEWEST, FEWEST_ALONE = 6, 9  # lines or ticks of two axes with decades, and of one beside another
MOST = 90  # that are looked at
SHORTEST = 30.0  # pixels of a decade
STEP, STARTS = 0.008, 8  # between lengths of a decade that are tried; places counted from
OFF = 1.3  # pixels by which a line may be off
EXPLAINED, FOUND = 0.72, 0.7  # of the lines; of the places where one should be
CERTAIN = 5.0  # deviations by which more lines fit than would by chance
STEEP = 1.6  # times the least distance: the greatest one of lines that are not even
PHASES = (1, 2, 3, 5)  # what the line may stand for that the others are counted from
SPAN = 0.4  # of a plot's side: shorter strokes are no lines of its grid
DASHED = 0.12  # of a row or column: so much of a dotted line is drawn
CUT = 9  # pixels: how far a curve is cut where it crosses the grid
REACH, RISE = 0.2, 0.12  # of the width and height over which data go, and neither words nor a key
NAMES = 2  # words around the axes at least
BOTH, ONE, OTHER = 2.0, 1.45, 0.4  # scores: of decades both ways, one way, with an axis the other
AXES = 1.0  # score of what labels and strokes say, from which they are axes
DENSE = 0.6  # of an axis that its ticks cover at most


def best_decades(scenes: Iterable[Scene], seen: Axes) -> Axes:
    """Find a pair of axes at least one of which is logarithmic, with data between them.

    `seen` is what labels and strokes say; it is given back where nothing is better.
    """
    best = seen
    for scene in scenes:
        box = _enclosed(scene)
        found = NOTHING if box is None else _judged(scene, box, seen)
        if found.score > best.score:
            best = found
    return best


def _enclosed(scene: Scene) -> Box | None:
    """Return what axes or a grid may enclose: from the outermost of long strokes to each other."""
    tall, wide = scene.paper.grey.shape
    across = [s for s in scene.across if s.end - s.start >= SPAN * wide]
    down = [s for s in scene.down if s.end - s.start >= SPAN * tall]
    if not across or not down:
        return None
    foot, side = max(across, key=lambda s: s.at), min(down, key=lambda s: s.at)
    left, top = min(foot.start, side.at), min(side.start, *(s.at for s in across))
    right, bottom = max(foot.end, *(s.at for s in down)), max(side.end, foot.at)
    return float(left), float(top), float(right), float(bottom)


def _judged(scene: Scene, box: Box, seen: Axes) -> Axes:
    left, top, right, bottom = box
    across = [s for s in scene.across if s.end - s.start >= SPAN * (right - left)]
    down = [s for s in scene.down if s.end - s.start >= SPAN * (bottom - top)]
    rising = [[-place for place in places] for places in _places(scene, across, down, 0)]
    running = list(_places(scene, down, across, 1))
    high, off = scene.tokens.high, OFF * scene.paper.scale
    upright, level = (
        max(is_logarithmic(places, off) for places in found) for found in (rising, running)
    )
    tall, wide = scene.paper.grey.shape
    names = count_words(scene.tokens, (-1, top - high, left + high, bottom + high))
    names += count_words(scene.tokens, (-1, bottom - high, wide + 1, tall + 1))
    score = 0.0
    if min(upright, level) >= FEWEST:
        score = BOTH
    elif max(upright, level) >= FEWEST_ALONE:
        ticked = max(map(len, running if upright > level else rising), default=0)
        score = ONE + OTHER * (ticked > PHASES[-2] or seen.score >= AXES)
    doubtful = score < BOTH and not interiors.FILLED.isdisjoint(seen.why)
    if not score or doubtful or names < NAMES or interiors.is_picture(scene, box):
        return NOTHING
    if not _has_data(scene, box, [*across, *down]):
        return NOTHING
    return Axes(score, ("decades", "drawn"), box)


def _places(
    scene: Scene, along: Sequence[Stroke], others: Sequence[Stroke], axis: int
) -> Iterator[list[float]]:
    """Yield where the lines of a grid are, and the ticks on the first and last one across them."""
    off = OFF * scene.paper.scale
    yield _apart([stroke.at for stroke in along], off)
    grey = scene.paper.grey if axis == 0 else scene.paper.grey.T
    ends = sorted(others, key=lambda stroke: stroke.at)
    for stroke in dict.fromkeys([*ends[:1], *ends[-1:]]):
        for side in (-1, 1):
            found = (tick_places(grey, stroke, side, DENSE, gap) for gap in (0, 1))
            yield _apart(max(found, key=len), off)  # short ones end before a blurred axis does


def _apart(places: Sequence[float], off: float) -> list[float]:
    """Join places that are one line."""
    joined: list[float] = []
    for place in sorted(places):
        if not joined or place - joined[-1] > off:
            joined.append(place)
    return joined[:MOST]


def is_logarithmic(places: Sequence[float], off: float = OFF) -> int:
    """Count the places that stand as decades do; 0 where they do not, or may be even as well.

    They are counted from some in the middle, each taken for 1, 2, 3 or 5, with many lengths of a
    decade; what fits by and large is fitted by least squares, and then has to fit well.
    """
    import numpy as np

    at = np.sort(np.asarray(places, dtype=np.float64))
    if len(at) < FEWEST or at[-1] - at[0] < SHORTEST:
        return 0
    longest = 3 * float(at[-1] - at[0])
    shifts = np.log10(np.asarray(PHASES, dtype=np.float64))
    middle = at[np.argsort(np.abs(at - (at[0] + at[-1]) / 2))[:STARTS]]
    best = 0
    for length in np.geomspace(SHORTEST, longest, round(np.log(longest / SHORTEST) / STEP)):
        starts = (middle[:, None] - shifts * length).ravel()
        units, apart = _on_decades(at, starts[:, None], length)
        fits = apart <= 2 * off
        most = int(fits.sum(axis=1).argmax())
        members = fits[most]
        if members.sum() < max(best + 1, FEWEST):
            continue
        length_fitted, start = np.polyfit(units[most][members], at[members], 1)
        if length_fitted < SHORTEST:
            continue
        _, apart = _on_decades(at, start, length_fitted)
        count = int((apart <= off).sum())
        least = max(EXPLAINED * len(at), _by_chance(len(at), off / length_fitted))
        if count >= max(best + 1, FEWEST, least) and _is_filled(at, start, length_fitted, off):
            best = count
    return best


def _on_decades(at: Any, start: Any, length: float) -> tuple[Any, Any]:
    """Return the nearest 1, 2, … 9 of a decade to each place, in decades, and how far off it is."""
    import numpy as np

    marks = np.log10(np.arange(1, 11))
    units = (at - start) / length
    whole = np.floor(units)
    nearest = np.abs((units - whole)[..., None] - marks).argmin(axis=-1)
    units_there = whole + marks[nearest]
    return units_there, np.abs(units - units_there) * length


def _by_chance(count: int, reach: float) -> float:
    """Return how many of the places must fit so that this is not by chance."""
    import numpy as np

    share = float(np.minimum(np.diff(np.log10(np.arange(1, 11))), 2 * reach).sum())
    return share * count + CERTAIN * float((share * (1 - share) * count) ** 0.5)


def _is_filled(at: Any, start: float, length: float, off: float) -> bool:
    """Return whether most lines that should be there are, and whether they are uneven enough."""
    import numpy as np

    first, last = (int(np.floor((end - start) / length)) - 1 for end in (at[0], at[-1]))
    marks = np.log10(np.arange(1, 10))
    wanted = np.sort(start + length * (np.arange(first, last + 3)[:, None] + marks).ravel())
    inside = wanted[(wanted >= at[0] - off) & (wanted <= at[-1] + off)]
    lines = np.asarray(_apart(inside.tolist(), 2 * off))
    found = np.abs(lines[:, None] - at[None, :]).min(axis=1) <= 1.5 * off
    steps = np.diff(lines)
    return bool(found.mean() >= FOUND and steps.max(initial=0) >= STEEP * steps.min(initial=1e9))


def _has_data(scene: Scene, box: Box, lines: Sequence[Stroke]) -> bool:
    """Return whether something goes over the box that is neither its grid nor written.

    A fine grid cuts curves into pieces as small as dust, which colour tells from it.
    """
    import numpy as np

    left, top, right, bottom = (max(0, int(side)) for side in box)
    marks = interiors.vivid(scene.paper.colours)
    coloured = False
    for stroke in lines:
        rows = marks if stroke in scene.across else marks.T
        at, half = int(stroke.at), stroke.thick // 2 + 2
        if rows[at, stroke.start : stroke.end].mean() > DASHED:
            rows[max(0, at - half) : at + half + 1] = False
            coloured = True
    if not coloured and interiors.drawn_inside(scene, box).reach >= REACH:
        return True
    marks = marks[top + 3 : bottom - 3, left + 3 : right - 3]
    if min(marks.shape) < interiors.BINS:
        return False
    dashed = marks.mean(axis=1) > DASHED, marks.mean(axis=0) > DASHED  # lines of a grid, too
    marks[dashed[0]] = False
    marks[:, dashed[1]] = False
    for axis in (0, 1):  # across the lines that were left out
        marks = interiors.around_each(marks, CUT, np.logical_or, axis)
    (tall, wide), boxes = marks.shape, components(marks).boxes
    spans = (boxes[:, 2] - boxes[:, 0] > REACH * wide) & (boxes[:, 3] - boxes[:, 1] > RISE * tall)
    return bool(spans.any())
