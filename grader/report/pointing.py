"""Says whether strokes belong to labels: an axis beside them, ticks at their middles."""

from itertools import pairwise
from typing import Any

from grader.report.scenes import Box, Scene
from grader.report.strokes import Stroke
from grader.report.ticks import Labels

MARK = 10  # grey levels between a tick and the paper, at least
SHORTEST = 3  # pixels of a tick


def lined(strokes: list[Stroke], box: Box, axis: int, high: float) -> float:
    """Says whether a stroke runs along the side of the box where its labels stand."""
    first, last = box[1 - axis], box[3 - axis]
    for stroke in strokes:
        covered = min(stroke.end, last) - max(stroke.start, first)
        inside = box[axis] - high <= stroke.at <= box[axis + 2] + high
        if inside and covered >= 0.7 * (last - first):
            return 1.0
    return 0.0


def ticked(scene: Scene, labels: Labels, *, upright: bool, right: bool) -> float:
    """Says for how many labels a tick or a grid line points at their middle, and not between."""
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
    """Takes for each row of a band the longest thin stroke in it, in pixels."""
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
