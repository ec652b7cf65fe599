"""Weighs what lies inside a pair of axes: curves speak for a plot, lines of words against it."""

from itertools import pairwise
from typing import Any

from grader.report.scenes import Box, Scene
from grader.report.strokes import Stroke
from grader.report.ticks import Labels
from grader.report.tokens import Tokens

APART = 22  # grey levels between the paper inside the axes and something drawn there
MOST = 0.3  # the best that an inside can add
FLAT = 0.55  # share of an inside that paper and two more colours cover
GRID = 0.6  # of the side of a box: shorter strokes are data, longer ones lines of a grid
PART, WHOLE = 0.15, 0.8  # of a box: rules across may be broken, edges of bars are short
LEGEND, LINE = 8, 3  # words: a legend has fewer, a line of text at least so many
SHADE = 6  # grey levels between two papers
BINS = 24  # across the box, to see how far what is drawn reaches


def weighed(scene: Scene, box: Box) -> dict[str, float]:
    """Weighs the inside of a box."""
    reach, coloured = _drawn(scene, box)
    return {
        "picture-inside": -1.0 * _filled(scene, box),
        "drawn": 0.15 * (reach > 0.2) + 0.15 * coloured,  # noqa: PLR2004  a fifth of the width
        "nothing-inside": -0.7 * (reach < 0.05),  # noqa: PLR2004  one bin
        "text": -_text(scene.tokens, box),
        "noise": -0.8 * max(0.0, min(1.0, (0.7 - scene.paper.flat) * 3)),
    }


def _drawn(scene: Scene, box: Box) -> tuple[float, bool]:
    """Says how far marks reach that are neither words nor strokes, and whether in colour."""
    import numpy as np

    left, top, right, bottom = (max(0, int(v)) for v in box)
    left, top, right, bottom = left + 4, top + 2, right - 2, bottom - 3
    grey = scene.paper.grey[top:bottom, left:right].astype(np.int16)
    if grey.shape[0] < BINS or grey.shape[1] < BINS:
        return 0.0, False
    marks = np.abs(grey - int(np.median(grey))) > APART
    for x0, y0, x1, y1 in scene.tokens.boxes.astype(int) - (left, top, left, top):
        marks[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)] = False
    wide, high = right - left, bottom - top
    for stroke in scene.across:
        if stroke.end - stroke.start > GRID * wide:
            marks[max(0, int(stroke.at) - top - 1) : max(0, int(stroke.at) - top + 2)] = False
    for stroke in scene.down:
        if stroke.end - stroke.start > GRID * high:
            marks[:, max(0, int(stroke.at) - left - 1) : max(0, int(stroke.at) - left + 2)] = False
    filled = [part.sum() >= 2 for part in np.array_split(marks, BINS, axis=1)]  # noqa: PLR2004
    rgb = scene.paper.colours[top:bottom, left:right][marks].astype(np.int16)
    vivid = (rgb.max(axis=1) - rgb.min(axis=1) > 50).mean() if len(rgb) else 0.0  # noqa: PLR2004
    return float(np.mean(filled)), bool(vivid > 0.25)  # noqa: PLR2004


def panel(scene: Scene, column: Labels, box: Box) -> bool:
    """Says whether the paper inside the axes has another shade than that under their labels."""
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


def _filled(scene: Scene, box: Box) -> bool:
    """Says whether the box is full of a picture, as a matrix of colours or a photo with axes is."""
    import numpy as np

    left, top, right, bottom = (max(0, int(v)) for v in box)
    grey = scene.paper.grey[top + 3 : bottom - 3, left + 3 : right - 3]
    counts = np.bincount(grey.ravel(), minlength=256)
    most = 0.0
    for _ in range(3):  # the paper, and areas of two more colours
        middle = int(counts.argmax())
        near = slice(max(0, middle - 12), middle + 13)
        most += float(counts[near].sum())
        counts[near] = 0
    return bool(most < FLAT * max(1, grey.size))


def words(tokens: Tokens, box: Box) -> int:
    """Counts words inside a box."""
    return int(_inside(tokens.boxes, box).sum())


def _inside(boxes: Any, box: Box) -> Any:
    left, top, right, bottom = box
    return (
        (boxes[:, 0] > left) & (boxes[:, 2] < right) & (boxes[:, 1] > top) & (boxes[:, 3] < bottom)
    )


def _text(tokens: Tokens, box: Box) -> float:
    """Weighs words in lines inside the axes: a legend is little, a table is much."""
    import numpy as np

    boxes, high = tokens.boxes, tokens.high
    left, top, right, bottom = box
    tall = boxes[:, 3] - boxes[:, 1]
    text = boxes[_inside(boxes, box) & (tall > 0.6 * high) & (tall < 1.6 * high)]
    if len(text) < LEGEND:
        return 0.0
    area = ((text[:, 2] - text[:, 0]) * (text[:, 3] - text[:, 1])).sum()
    share = area / max(1.0, (right - left) * (bottom - top))
    lines = np.unique(np.round(text[:, 3] / max(2.0, high / 3)), return_counts=True)[1]
    together = lines[lines >= LINE].sum() / len(text)
    return float(min(1.2, share * 8 * together))


def between(scene: Scene, column: Labels | None, row: Labels | None, box: Box) -> float:
    """Says whether rules run between the labels, as in a table: 1.0 both ways, 0.5 one way."""
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
    """Says whether strokes run between most labels and through few of them."""
    middles = [(a + b) / 2 for a, b in pairwise(labels.centres)]
    reach = 0.25 * labels.pitch
    through = sum(any(abs(at - c) < reach for at in places) for c in labels.centres)
    aside = sum(any(abs(at - m) < reach for at in places) for m in middles)
    return aside >= 0.7 * len(middles) and through <= 0.5 * len(labels.centres)
