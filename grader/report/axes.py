"""Puts labels and strokes together to axes, and weighs how much they look like those of a plot."""

from dataclasses import dataclass
from typing import Any

from grader.report.backgrounds import Paper
from grader.report.strokes import Stroke
from grader.report.ticks import Labels
from grader.report.tokens import Tokens

MARK = 14  # grey levels between a tick and the paper, at least


@dataclass(frozen=True, slots=True)
class Scene:
    """All that was found in a picture."""

    paper: Paper
    tokens: Tokens
    across: list[Stroke]
    down: list[Stroke]
    columns: list[Labels]
    rows: list[Labels]


@dataclass(frozen=True, slots=True)
class Axes:
    """A vertical and a horizontal axis, and what speaks for them."""

    score: float
    why: tuple[str, ...]
    box: tuple[float, float, float, float]  # of what they enclose


def best_axes(scene: Scene) -> Axes:
    """Finds the pair of axes that looks most like those of a plot."""
    best = Axes(0.0, (), (0, 0, 0, 0))
    for column in scene.columns:
        for row in scene.rows:
            for right in (False, True):
                if _at_right_angles(column, row, scene.tokens.high, right=right):
                    best = max(best, _weighed(scene, column, row, right=right), key=lambda a: a.score)
    return best


def _at_right_angles(column: Labels, row: Labels, high: float, *, right: bool) -> bool:
    """Says whether the row begins where the column ends, as the labels of two axes do."""
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


def _weighed(scene: Scene, column: Labels, row: Labels, *, right: bool) -> Axes:
    side = column.outer if right else column.inner
    left, edge = (row.centres[0] - row.pitch / 2, side) if right else (side, row.centres[-1] + row.pitch / 2)
    box = (left, column.centres[0], edge, row.inner)
    parts = {
        "labels": 0.95 + 0.05 * min(8, len(column.centres) + len(row.centres) - 6),
        "axis-y": 0.2 * _lined(scene.down, box, 0, scene.tokens.high),
        "axis-x": 0.2 * _lined(scene.across, box, 1, scene.tokens.high),
        "ticks-y": 0.4 * _ticked(scene, column, box, upright=True, right=right),
        "ticks-x": 0.4 * _ticked(scene, row, box, upright=False, right=right),
        "lines-of-text": -0.9 * max(0.0, column.company - 0.2) - 0.9 * max(0.0, row.company - 0.3),
        "text": -_text_inside(scene.tokens, box),
        "rules-between": -0.6 * _between(scene, column, row, box),
        "nothing-inside": -0.7 * _empty(scene, box),
        "noise": -0.8 * max(0.0, min(1.0, (0.7 - scene.paper.flat) * 3)),
    }
    why = tuple(name for name, value in parts.items() if abs(value) >= 0.1)
    return Axes(sum(parts.values()), why, box)


def _lined(strokes: list[Stroke], box: tuple[float, ...], axis: int, high: float) -> float:
    """Says whether a stroke runs along the side of the box where its labels stand."""
    first, last = box[1 - axis], box[3 - axis]
    for stroke in strokes:
        covered = min(stroke.end, last) - max(stroke.start, first)
        inside = box[axis] - high <= stroke.at <= box[axis + 2] + high
        if inside and covered >= 0.7 * (last - first):
            return 1.0
    return 0.0


def _ticked(scene: Scene, labels: Labels, box: tuple[float, ...], *, upright: bool, right: bool) -> float:
    """Says for how many labels a tick or a grid line points at their middle, and not between."""
    import numpy as np

    grey = scene.paper.grey if upright else scene.paper.grey.T
    high = scene.tokens.high
    here = labels.inner if not (upright and right) else labels.outer
    outwards = (upright and not right) * 2 - 1  # where the plot is, seen from the labels
    near, far = sorted((here + outwards * 1, here + outwards * (2.2 * high + 10)))
    band = grey[:, max(0, int(near)) : max(1, int(far))].astype(np.int16)
    if band.shape[1] < 3:
        return 0.0
    contrast = _strokes_across(band)
    hits = [_peak(contrast, c) for c in labels.centres]
    middles = [c + labels.pitch / 2 for c in labels.centres[:-1]]
    misses = [_peak(contrast, c) for c in middles]
    return max(0.0, float(np.mean(hits)) - 0.8 * float(np.mean(misses)))


def _strokes_across(band: Any) -> Any:
    """Takes for each row of a band the longest thin stroke in it, in pixels."""
    import numpy as np

    mark = np.zeros(band.shape, bool)
    middle = band[2:-2]
    darker = np.minimum(band[:-4], band[4:]) - middle > MARK
    lighter = middle - np.maximum(band[:-4], band[4:]) > MARK
    mark[2:-2] = darker | lighter
    run, longest = np.zeros(len(mark), np.int32), np.zeros(len(mark), np.int32)
    for i in range(mark.shape[1]):
        run = (run + 1) * mark[:, i]
        longest = np.maximum(longest, run)
    return longest


def _peak(longest: Any, centre: float) -> bool:
    at = round(centre)
    near = longest[max(0, at - 2) : at + 3]
    return bool(len(near) and near.max() >= 3)


def _text_inside(tokens: Tokens, box: tuple[float, ...]) -> float:
    """Weighs words in lines inside the axes: a legend is little, a table is much."""
    import numpy as np

    boxes, high = tokens.boxes, tokens.high
    left, top, right, bottom = box
    inside = (boxes[:, 0] > left) & (boxes[:, 2] < right) & (boxes[:, 1] > top) & (boxes[:, 3] < bottom)
    tall = boxes[:, 3] - boxes[:, 1]
    text = boxes[inside & (tall > 0.6 * high) & (tall < 1.6 * high)]
    if len(text) < 8:
        return 0.0
    area = ((text[:, 2] - text[:, 0]) * (text[:, 3] - text[:, 1])).sum()
    share = area / max(1.0, (right - left) * (bottom - top))
    lines = np.unique(np.round(text[:, 3] / max(2.0, high / 3)), return_counts=True)[1]
    together = lines[lines >= 3].sum() / len(text)
    return float(min(1.2, share * 8 * together))


def _between(scene: Scene, column: Labels, row: Labels, box: tuple[float, ...]) -> float:
    """Says whether rules run between the labels on both sides, as between the cells of a table."""
    rules = _separated([s.at for s in scene.across if s.start < box[0] + 3], column)
    sides = _separated([s.at for s in scene.down if s.end > box[3]], row)
    return float(rules and sides) + 0.5 * float(rules or sides)


def _separated(places: list[float], labels: Labels) -> bool:
    middles = [c + labels.pitch / 2 for c in labels.centres[:-1]]
    near = [any(abs(at - m) < 0.25 * labels.pitch for at in places) for m in middles]
    return sum(near) >= 0.7 * len(near)


def _empty(scene: Scene, box: tuple[float, ...]) -> bool:
    left, top, right, bottom = (max(0, int(v)) for v in box)
    inside = scene.paper.ink[top + 4 : bottom - 4, left + 6 : right - 4]
    return inside.size == 0 or float((inside > 25).mean()) < 0.002
