"""Combine labels and strokes to axes, and weigh how much they look like those of a plot.

Corners of long strokes with ticks count as axes even if they have too few labels.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from msgspec import Struct

from grader.model.document import Box
from grader.reports.graphs import interiors
from grader.reports.graphs.interiors import Parts
from grader.reports.graphs.labels import Labels, Scene
from grader.reports.graphs.marks import Stroke, Tokens, runs_of

CLEAN = 0.25  # weight of two rows of labels without contrary evidence
MARK = 10  # minimum grey levels between a tick and the paper
SHORTEST = 3  # pixels of a tick
PART, WHOLE = 0.15, 0.8  # shares of a box: rules across it may be broken, edges of bars are short
SHADE = 6  # grey levels between two papers


class Axes(Struct, frozen=True):
    """A vertical and a horizontal axis, with the evidence for them."""

    score: float
    why: tuple[str, ...]
    box: Box  # the box that they enclose


NOTHING = Axes(0.0, (), (0, 0, 0, 0))


def best_axes(scenes: Iterable[Scene]) -> Axes:
    """Find the pair of axes that looks most like those of a plot.

    Axes around a photo or a table do not count, nor do others made from their labels.
    """
    best, doubted = NOTHING, list[Box]()
    candidates = [(parts, box, scene) for scene in scenes for parts, box in _candidates(scene)]
    for parts, box, scene in sorted(candidates, key=lambda candidate: -sum(candidate[0].values())):
        if sum(parts.values()) + interiors.MOST <= max(best.score, interiors.LEAST):
            break
        if any(_overlap(box, other) for other in doubted):
            continue
        score, why = interiors.weighed(scene, box, parts)
        if score > best.score:
            best = Axes(score, why, box)
        if not interiors.FILLED.isdisjoint(why):
            doubted.append(box)
    return best


def _overlap(first: Box, second: Box) -> bool:
    """Return whether boxes overlap by half of the smaller one."""
    wide = min(first[2], second[2]) - max(first[0], second[0])
    high = min(first[3], second[3]) - max(first[1], second[1])
    smaller = min((box[2] - box[0]) * (box[3] - box[1]) for box in (first, second))
    return wide > 0 and high > 0 and wide * high > 0.5 * smaller


def _candidates(scene: Scene) -> Iterator[tuple[Parts, Box]]:
    for column in scene.columns:
        for row in scene.rows:
            for right in (False, True):
                if _at_right_angles(column, row, scene.tokens.high, right=right):
                    yield _both(scene, column, row, right=right)
    for column in scene.columns:
        yield from _column_only(scene, column)
    for row in scene.rows:
        yield from _row_only(scene, row)
    yield from corners(scene)


def _at_right_angles(column: Labels, row: Labels, high: float, *, right: bool) -> bool:
    """Return whether the row begins where the column ends, as the labels of two axes do."""
    if right:
        aside = column.outer - row.centres[-1]
        start = column.outer
        if not start > row.centres[0]:
            return False
    else:
        aside = row.centres[0] - column.inner
    below = row.inner - column.centres[-1]
    wide, tall = row.centres[-1] - row.centres[0], column.centres[-1] - column.centres[0]
    return (
        -0.5 * high <= aside <= 1.6 * row.pitch + 3 * high
        and -0.7 * high <= below <= 1.3 * column.pitch + 2.5 * high
        and wide > 3 * high
        and tall > 2.2 * high
    )


def _both(scene: Scene, column: Labels, row: Labels, *, right: bool) -> tuple[Parts, Box]:
    side = column.outer if right else column.inner
    left, edge = (
        (row.centres[0] - row.pitch / 2, side) if right else (side, row.centres[-1] + row.pitch / 2)
    )
    top = column.centres[0] if row.far is None else row.far
    if column.far is not None and not right:
        edge = column.far
    box = (left, top, edge, row.inner)
    high = scene.tokens.high
    against = {
        "lines-of-text": _lonely(column, right=right) - 0.9 * max(0.0, row.company - 0.3),
        "uneven": -min(0.7, column.uneven + row.uneven),
        "rules-between": -0.8 * _between(scene, column, row, box),
    }
    upright = 0.2 * lined(scene.down, box, 0, high)
    level = 0.2 * lined(scene.across, box, 1, high)
    panel = 0.2 * _is_panel(scene, column, box) if upright + level < CLEAN else 0.0
    speaking = {
        "labels": 0.95 + 0.05 * min(8, len(column.centres) + len(row.centres) - 6),
        "clean": CLEAN * (sum(against.values()) > -0.12),  # noqa: PLR2004  hardly anything
        "axis-y": upright,
        "axis-x": level,
        "panel": panel,
        "ticks-y": 0.4 * ticked(scene, column, upright=True, right=right),
        "ticks-x": 0.4 * ticked(scene, row, upright=False, right=right),
    }
    return speaking | against, box


def _lonely(column: Labels, *, right: bool) -> float:
    """Weigh words on the lines of a column: heavily on the plot's side, less on the other."""
    towards, away = (column.behind, column.company) if right else (column.company, column.behind)
    return -0.9 * max(0.0, towards - 0.2) - 0.5 * max(0.0, away - 0.4)


def _column_only(scene: Scene, column: Labels) -> Iterator[tuple[Parts, Box]]:
    """Combine a column of labels with a line at its foot, for axes without labels below."""
    high, last = scene.tokens.high, column.centres[-1]
    feet = [
        s
        for s in scene.across
        if -0.7 * high <= s.at - last <= 1.2 * column.pitch + high
        and abs(s.start - column.inner) <= 3 * high
        and s.end - s.start >= max(6 * high, 0.5 * (last - column.centres[0]))
    ]
    if not feet:
        return
    foot = max(feet, key=lambda s: s.at)
    box = (column.inner, column.centres[0], float(foot.end), foot.at)
    words = count_words(scene.tokens, (box[0], foot.at, box[2], foot.at + 3 * high))
    yield (
        {
            "column": 0.6 + 0.05 * min(6, len(column.centres) - 3),
            "axis-x": 0.2,
            "axis-y": 0.2 * lined(scene.down, box, 0, high),
            "ticks-y": 0.4 * ticked(scene, column, upright=True, right=False),
            "words": 0.2 * (0 < words < 14),  # noqa: PLR2004  names of bars, an axis' name
            "lines-of-text": _lonely(column, right=False),
            "rules-between": -1.6 * _between(scene, column, None, box),
            "uneven": -min(0.7, column.uneven),
        },
        box,
    )


def _row_only(scene: Scene, row: Labels) -> Iterator[tuple[Parts, Box]]:
    """Combine a row of labels with a line at its left end, for axes without labels beside it."""
    high, first = scene.tokens.high, row.centres[0]
    sides = [
        s
        for s in scene.down
        if -1.6 * row.pitch - high <= s.at - first <= 0.3 * row.pitch
        and abs(s.end - row.inner) <= 2 * high
        and s.end - s.start >= 5 * high
    ]
    if not sides:
        return
    side = min(sides, key=lambda s: s.at)
    box = (side.at, float(side.start), row.centres[-1] + row.pitch / 2, row.inner)
    words = count_words(scene.tokens, (side.at - 6 * high, box[1], side.at, box[3]))
    yield (
        {
            "row": 0.6 + 0.05 * min(6, len(row.centres) - 3),
            "axis-y": 0.2,
            "axis-x": 0.2 * lined(scene.across, box, 1, high),
            "ticks-x": 0.4 * ticked(scene, row, upright=False, right=False),
            "words": 0.2 * (0 < words < 20),  # noqa: PLR2004  names of bars, an axis' name
            "lines-of-text": -0.9 * max(0.0, row.company - 0.3),
            "rules-between": -1.6 * _between(scene, None, row, box),
            "uneven": -min(0.7, row.uneven),
        },
        box,
    )


def count_words(tokens: Tokens, box: Box) -> int:
    """Count the words that lie in a box."""
    boxes = tokens.boxes
    return int(((boxes[:, :2] > box[:2]) & (boxes[:, 2:] < box[2:])).all(axis=1).sum())


def _between(scene: Scene, column: Labels | None, row: Labels | None, box: Box) -> float:
    """Return how far rules separate the labels, as in a table: 1.0 both ways, 0.5 one way."""
    left, _, right, bottom = box
    wide, high = right - left, bottom - box[1]
    across = [s.at for s in scene.across if s.start < left + 0.3 * wide and _spans(s, PART * wide)]
    down = [s.at for s in scene.down if s.end > bottom - 0.3 * high and _spans(s, WHOLE * high)]
    rules = column is not None and _separated(across, column)
    sides = row is not None and _separated(down, row)
    return 0.5 * (rules or sides) + 0.5 * (rules and sides)


def _spans(stroke: Stroke, least: float) -> bool:
    return stroke.end - stroke.start > least


def _separated(places: list[float], labels: Labels) -> bool:
    """Return whether strokes run between most labels and through few of them."""
    middles = [(a + b) / 2 for a, b in pairwise(labels.centres)]
    reach = 0.25 * labels.pitch
    through = sum(any(abs(at - c) < reach for at in places) for c in labels.centres)
    aside = sum(any(abs(at - m) < reach for at in places) for m in middles)
    return aside >= 0.7 * len(middles) and through <= 0.5 * len(labels.centres)


def _is_panel(scene: Scene, column: Labels, box: Box) -> bool:
    """Return whether the paper inside the axes has another shade than under the labels."""
    import numpy as np

    left, top, right, bottom = (max(0, int(v)) for v in box)
    first, last = sorted((int(column.outer), int(column.inner)))
    inside, beside = (
        scene.paper.grey[top:bottom, left:right],
        scene.paper.grey[top:bottom, first:last],
    )
    if not inside.size or not beside.size:
        return False
    return abs(float(np.median(inside)) - float(np.median(beside))) > SHADE


def lined(strokes: list[Stroke], box: Box, axis: int, high: float) -> float:
    """Return 1.0 if a stroke runs along the side of the box where its labels are, else 0.0."""
    first, last = box[1 - axis], box[3 - axis]
    for stroke in strokes:
        covered = min(stroke.end, last) - max(stroke.start, first)
        inside = box[axis] - high <= stroke.at <= box[axis + 2] + high
        if inside and covered >= 0.7 * (last - first):
            return 1.0
    return 0.0


def ticked(scene: Scene, labels: Labels, *, upright: bool, right: bool) -> float:
    """Return the share of labels with a tick or grid line at their middle, and none between."""
    import numpy as np

    grey = scene.paper.grey if upright else scene.paper.grey.T
    high = scene.tokens.high
    here = labels.inner if not (upright and right) else labels.outer
    outwards = (upright and not right) * 2 - 1  # where the plot is, seen from the labels
    near, far = sorted((here + outwards * 1, here + outwards * (2.2 * high + 10)))
    band = grey[:, max(0, int(near)) : max(1, int(far))].astype(np.int16)
    if band.shape[1] < SHORTEST:
        return 0.0
    contrast = _strokes_across(band)
    hits = [_peak(contrast, c) for c in labels.centres]
    middles = [(a + b) / 2 for a, b in pairwise(labels.centres)]
    misses = [_peak(contrast, c) for c in middles]
    return max(0.0, float(np.mean(hits)) - 0.8 * float(np.mean(misses)))


def _strokes_across(band: Any) -> Any:
    """Return for each row of a band its longest thin stroke, in pixels."""
    import numpy as np

    mark = np.zeros(band.shape, bool)
    middle, above, below = band[3:-3], band[:-6], band[6:]
    darker = np.minimum(above, below) - middle > MARK
    lighter = middle - np.maximum(above, below) > MARK
    mark[3:-3] = darker | lighter
    run, longest = np.zeros(len(mark), np.int32), np.zeros(len(mark), np.int32)
    for i in range(mark.shape[1]):
        run = (run + 1) * mark[:, i]
        longest = np.maximum(longest, run)
    return longest


def _peak(longest: Any, centre: float) -> bool:
    at = round(centre)
    near = longest[max(0, at - 2) : at + 3]
    return bool(len(near) and near.max() >= SHORTEST)


CORNER = 5  # pixels by which two strokes may miss each other
MOST = 30  # longest strokes examined in either direction
TICK_MARK = 12  # minimum grey levels between a tick and the paper
MOST_WORDS, PAIR, WIDE = 60, 2, 8  # of a picture; labels of an axis; glyphs between them
REACH, BEYOND = 3, 11  # pixels from the stroke: where a tick is visible, and where it has ended
FEWEST, DENSEST = 4, 0.35  # ticks of an axis; maximum share of it that they cover


def corners(scene: Scene) -> Iterator[tuple[dict[str, float], Box]]:
    """Yield the evidence for each pair of strokes that meet in a lower left corner."""
    tall, wide = scene.paper.grey.shape
    across = _longest(scene.across, 0.15 * wide)
    for side in _longest(scene.down, 0.12 * tall):
        met = [s for s in across if _meet(side, s)]
        if not met:
            continue
        ticks_y = ticks(scene.paper.grey, side)
        for foot in met:
            ticks_x = ticks(scene.paper.grey.T, foot)
            if ticks_x >= FEWEST or ticks_y >= FEWEST:
                box = (side.at, float(side.start), float(foot.end), foot.at)
                yield _weighed(scene, box, upright=ticks_y >= FEWEST, level=ticks_x >= FEWEST), box


def _weighed(scene: Scene, box: Box, *, upright: bool, level: bool) -> dict[str, float]:
    left, top, right, bottom = box
    high = scene.tokens.high
    beside = count_words(scene.tokens, (left - 8 * high, top - high, left, bottom + high))
    below = count_words(
        scene.tokens, (left - 2 * high, bottom, right + 2 * high, bottom + 3 * high)
    )
    return {
        "corner": 0.35,
        "ticks-y": 0.4 * upright,
        "ticks-x": 0.4 * level,
        "words": 0.2 * (0 < beside < 30) + 0.2 * (0 < below < 30),  # noqa: PLR2004  a rotated name
    }


def are_bare(scene: Scene) -> bool:
    """Return whether there are a column of labels, a row at its foot, and no words between.

    Two decades of a logarithmic axis have two labels, too few to recognise by their distances.
    """
    import numpy as np

    boxes, high = scene.tokens.boxes, scene.tokens.high
    if len(boxes) > MOST_WORDS:
        return False
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    for left in np.unique(boxes[:, 2]):
        column = boxes[np.abs(boxes[:, 2] - left) <= high / 2]
        for foot in np.unique(boxes[:, 1]):
            row = boxes[(np.abs(boxes[:, 1] - foot) <= high / 2) & (boxes[:, 0] > left - 2 * high)]
            beside = column[column[:, 1] < foot - high / 2]
            if min(len(row), len(beside)) < PAIR:
                continue
            top, right = beside[:, 1].min(), row[:, 2].max()
            between = (middles > (left, top)).all(axis=1) & (middles < (right, foot)).all(axis=1)
            if min(right - left, foot - top) > WIDE * high and not between.any():
                return True
    return False


def _longest(strokes: list[Stroke], least: float) -> list[Stroke]:
    long = [s for s in strokes if s.end - s.start >= least]
    return sorted(long, key=lambda s: s.start - s.end)[:MOST]


def _meet(side: Stroke, foot: Stroke) -> bool:
    return abs(foot.start - side.at) <= CORNER and abs(side.end - foot.at) <= CORNER


def ticks(grey: Any, stroke: Stroke) -> int:
    """Count short strokes at right angles on an upright stroke, on its busier side."""
    return max(_on_side(grey, stroke, side) for side in (-1, 1))


def _on_side(grey: Any, stroke: Stroke, side: int) -> int:
    return len(tick_places(grey, stroke, side))


def tick_places(
    grey: Any, stroke: Stroke, side: int, densest: float = DENSEST, gap: int = 1
) -> list[float]:
    """Find where ticks are on one side of an upright stroke; none where they are too many."""
    edge = int(stroke.at) + side * (stroke.thick // 2 + gap)
    near, far = _marked(grey, stroke, edge, side), _marked(grey, stroke, edge + side * BEYOND, side)
    if near is None:
        return []
    short = near.sum(axis=1) >= REACH - 1
    if far is not None:
        short &= ~far.any(axis=1)
    if short.mean() > densest:
        return []
    first = max(0, stroke.start - 6) + 3  # as in _marked
    return [first + (start + end - 1) / 2 for start, end in zip(*runs_of(short), strict=True)]


def _marked(grey: Any, stroke: Stroke, edge: int, side: int) -> Any:
    """Return where a thin stroke crosses a band of three columns from the edge on."""
    import numpy as np

    first, last = sorted((edge, edge + side * (REACH - 1)))
    if first < 0 or last >= grey.shape[1]:
        return None
    start, end = max(0, stroke.start - 6), min(grey.shape[0], stroke.end + 6)
    band = grey[start:end, first : last + 1].astype(np.int16)
    middle = band[3:-3]
    beside = (band[:-6], band[6:])
    darker = np.minimum(*beside) - middle > TICK_MARK
    return darker | (middle - np.maximum(*beside) > TICK_MARK)
