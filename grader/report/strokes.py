"""Finds long straight strokes in a picture: axes, grid lines, frames, rules of tables."""

from dataclasses import dataclass
from typing import Any

from grader.report.backgrounds import joined

FAINT = 9  # grey levels between a stroke and what lies beside it, at least
BESIDE = 3  # pixels to either side of a stroke where the paper shows again
GAP = 4  # pixels between the dashes of a dashed line
MOST = 250  # strokes; more than that is texture


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line along the rows (or the columns) of a picture."""

    at: float  # its row (or column)
    start: int  # where it begins along itself
    end: int


def horizontal(grey: Any, least: int) -> list[Stroke]:
    """Finds strokes of at least so many pixels along the rows."""
    import numpy as np

    level = grey.astype(np.int16)
    above, here, below = level[: -2 * BESIDE], level[BESIDE:-BESIDE], level[2 * BESIDE :]
    dark = np.minimum(above, below) - here > FAINT
    light = here - np.maximum(above, below) > FAINT
    runs = [*_runs(dark, least), *_runs(light, least)]
    return _merged([(row + BESIDE, start, end) for row, start, end in runs])


def vertical(grey: Any, least: int) -> list[Stroke]:
    """Finds strokes of at least so many pixels along the columns."""
    import numpy as np

    return horizontal(np.ascontiguousarray(grey.T), least)


def _runs(marks: Any, least: int) -> list[tuple[int, int, int]]:
    import numpy as np

    marks = joined(marks, GAP)
    flat = np.zeros((marks.shape[0], marks.shape[1] + 2), np.int8)
    flat[:, 1:-1] = marks
    change = np.diff(flat.ravel())
    starts, ends = np.flatnonzero(change == 1), np.flatnonzero(change == -1)
    long = ends - starts >= least
    width = flat.shape[1]
    return [
        (int(s // width), int(s % width), int(e - s + s % width))
        for s, e in zip(starts[long][: MOST * 4], ends[long][: MOST * 4], strict=True)
    ]


def _merged(runs: list[tuple[int, int, int]]) -> list[Stroke]:
    """Joins runs of neighbouring rows, which are one thick stroke."""
    found: list[tuple[int, int, int, int]] = []  # first row, last row, start, end
    for row, start, end in sorted(runs):
        for i in range(len(found) - 1, max(-1, len(found) - 60), -1):
            top, bottom, left, right = found[i]
            if row - bottom <= 2 and min(right, end) - max(left, start) > 0.5 * (end - start):  # noqa: PLR2004
                found[i] = (top, row, min(left, start), max(right, end))
                break
        else:
            found.append((row, row, start, end))
    return [Stroke((top + bottom) / 2, left, right) for top, bottom, left, right in found[:MOST]]


def without(ink: Any, across: list[Stroke], down: list[Stroke]) -> Any:
    """Wipes strokes out of marks, so that what they joined falls apart."""
    marks = ink.copy()
    for stroke in across:
        row = int(stroke.at)
        marks[max(0, row - 1) : row + 2, stroke.start : stroke.end] = 0
    for stroke in down:
        column = int(stroke.at)
        marks[stroke.start : stroke.end, max(0, column - 1) : column + 2] = 0
    return marks
