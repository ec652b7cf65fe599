"""Finds long straight strokes in a picture: axes, grid lines, frames, rules of tables."""

from typing import Any

from msgspec import Struct

from grader.report.backgrounds import joined

FAINT = 9  # grey levels between a stroke and what lies beside it, at least
BESIDE = 3  # pixels to either side of a stroke where the paper shows again
GAP = 4  # pixels between the dashes of a dashed line
SOLID, DASHED = 0.7, 0.45  # share of a stroke that is drawn: short ones, long ones
PIECE, LONG = 12, 0.08  # pixels, share: shorter pieces of a stroke may belong to a digit
MOST = 250  # strokes; more than that is texture


class Stroke(Struct, frozen=True):
    """A straight line along the rows (or the columns) of a picture."""

    at: float  # its row (or column)
    thick: int
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

    dense = np.cumsum(marks.ravel(), dtype=np.int32)
    width, marks = marks.shape[1], joined(marks, GAP)
    flat = np.zeros((marks.shape[0], marks.shape[1] + 2), np.int8)
    flat[:, 1:-1] = marks
    change = np.diff(flat.ravel())
    starts, ends = np.flatnonzero(change == 1), np.flatnonzero(change == -1)
    row, start = np.divmod(starts, width + 2)
    length = ends - starts
    long = length >= least
    row, start, length = row[long], start[long], length[long]
    inked = dense[row * width + start + length - 1] - dense[row * width + start] + 1
    share = np.where(length > 0.3 * width, DASHED, SOLID)
    inked_runs = np.flatnonzero(inked >= share * length)[: MOST * 4]
    return [(int(row[i]), int(start[i]), int(start[i] + length[i])) for i in inked_runs]


def _merged(runs: list[tuple[int, int, int]]) -> list[Stroke]:
    """Joins runs of neighbouring rows, which are one thick stroke."""
    merged: list[tuple[int, int, int, int]] = []  # first row, last row, start, end
    for row, start, end in sorted(runs):
        for i in range(len(merged) - 1, max(-1, len(merged) - 60), -1):
            top, bottom, left, right = merged[i]
            if row - bottom <= 2 and min(right, end) - max(left, start) > 0.5 * (end - start):  # noqa: PLR2004
                merged[i] = (top, row, min(left, start), max(right, end))
                break
        else:
            merged.append((row, row, start, end))
    return [
        Stroke((top + bottom) / 2, bottom - top + 1, left, right)
        for top, bottom, left, right in merged[:MOST]
    ]


def without(ink: Any, across: list[Stroke], down: list[Stroke], scale: float) -> Any:
    """Wipes strokes out of marks, so that what they joined falls apart."""
    marks = ink.copy()
    for stroke in across:
        _wipe(marks, ink, stroke, round(scale))
    for stroke in down:
        _wipe(marks.T, ink.T, stroke, round(scale))
    return marks


def _wipe(marks: Any, ink: Any, stroke: Stroke, margin: int) -> None:
    """Wipes the long pieces of a stroke only: a digit beside its end may lie on the same row."""
    import numpy as np

    half = (stroke.thick - 1) / 2
    band = ink[int(stroke.at - half) : int(stroke.at + half) + 1, stroke.start : stroke.end]
    drawn = band.max(axis=0)
    change = np.diff(np.concatenate(([0], drawn > FAINT, [0])).astype(np.int8))
    starts, ends = np.flatnonzero(change == 1), np.flatnonzero(change == -1)
    first, last = max(0, int(stroke.at - half) - margin), int(stroke.at + half) + 1 + margin
    least = max(PIECE, LONG * (stroke.end - stroke.start))
    for start, end in zip(starts, ends, strict=True):
        if end - start >= least:
            marks[first:last, stroke.start + start : stroke.start + end] = 0
