"""Finds corners of long strokes that carry ticks: axes even where their labels are too few."""

from collections.abc import Iterator
from typing import Any

from grader.report import interiors
from grader.report.scenes import Box, Scene
from grader.report.strokes import Stroke

CORNER = 5  # pixels by which two strokes may miss each other
MOST = 30  # strokes of either direction, the longest
MARK = 12  # grey levels between a tick and the paper, at least
MOST_WORDS, PAIR, WIDE = 60, 2, 8  # of a picture; labels of an axis; glyphs between them
REACH, BEYOND = 3, 11  # pixels from the stroke: here a tick is seen, there it has ended
FEWEST, DENSEST = 4, 0.35  # ticks of an axis; share of it that they cover at most


def corners(scene: Scene) -> Iterator[tuple[dict[str, float], Box]]:
    """Yields what speaks for each pair of strokes that meet in a lower left corner."""
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
    beside = interiors.words(scene.tokens, (left - 8 * high, top - high, left, bottom + high))
    below = interiors.words(
        scene.tokens, (left - 2 * high, bottom, right + 2 * high, bottom + 3 * high)
    )
    return {
        "corner": 0.35,
        "ticks-y": 0.4 * upright,
        "ticks-x": 0.4 * level,
        "words": 0.2 * (0 < beside < 30) + 0.2 * (0 < below < 30),  # noqa: PLR2004  a rotated name
    }


def are_bare(scene: Scene) -> bool:
    """Says whether labels stand in a column and in a row at its foot, and no word between them.

    Two decades of logarithmic axes have two labels each, too few to be told by their distances.
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
    """Counts short strokes at right angles on an upright stroke, on its busier side."""
    return max(_on_side(grey, stroke, side) for side in (-1, 1))


def _on_side(grey: Any, stroke: Stroke, side: int) -> int:
    import numpy as np

    edge = int(stroke.at) + side * (stroke.thick // 2 + 1)
    near, far = _marked(grey, stroke, edge, side), _marked(grey, stroke, edge + side * BEYOND, side)
    if near is None:
        return 0
    short = near.sum(axis=1) >= REACH - 1
    if far is not None:
        short &= ~far.any(axis=1)
    if short.mean() > DENSEST:
        return 0
    return int((np.diff(np.concatenate(([0], short.astype(np.int8)))) == 1).sum())


def _marked(grey: Any, stroke: Stroke, edge: int, side: int) -> Any:
    """Says for a band of three columns from the edge on where a thin stroke crosses."""
    import numpy as np

    first, last = sorted((edge, edge + side * (REACH - 1)))
    if first < 0 or last >= grey.shape[1]:
        return None
    start, end = max(0, stroke.start - 6), min(grey.shape[0], stroke.end + 6)
    band = grey[start:end, first : last + 1].astype(np.int16)
    middle = band[3:-3]
    beside = (band[:-6], band[6:])
    darker = np.minimum(*beside) - middle > MARK
    return darker | (middle - np.maximum(*beside) > MARK)
