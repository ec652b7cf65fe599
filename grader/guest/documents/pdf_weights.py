"""Which text in fonts without a name is bold, measured on the drawn page by its strokes.

Chromium writes many fonts as drawings without name or weight. The width of a stroke is twice its
ink by the length of its edge, and that is the same for every letter of a font.
"""

from statistics import median
from typing import Any

from .pdf_render import draw
from .pdf_runs import CJK, Run

SCALE = 2.5  # pixels per point
HEAVIER = 1.24  # times the strokes of the body's font
MOST_RUNS, FEWEST = 400, 3  # of a page that are measured
SMALLEST = 5.0  # points: the strokes of smaller letters are too thin to measure
LARGEST = 1_200.0  # points: a page that is larger is not drawn for this


def heavy_runs(runs: list[Run], page: int, size: tuple[float, float]) -> list[Run]:
    """Gives those runs of a page that are bold, among those in fonts without a name."""
    seen = [
        run
        for run in runs
        if not (run.ink.turns or run.ink.unseen or run.ink.font) and run.size >= SMALLEST
    ][:MOST_RUNS]
    if len(seen) < FEWEST or max(size) > LARGEST:
        return []  # nothing to compare with
    drawn = draw(page, size, (0.0, 0.0, *size), SCALE)
    if drawn is None:
        return []
    ink = 255 - drawn[:, :, 1]
    strokes = [_stroke(run, ink) for run in seen]
    pairs = list(zip(seen, strokes, strict=True))
    japanese = [pair for pair in pairs if any(ord(one.text[0]) >= CJK for one in pair[0].letters)]
    body = median([stroke for run, stroke in japanese or pairs for _ in run.letters])
    return [run for run, stroke in pairs if stroke > HEAVIER * body]


def _stroke(run: Run, ink: Any) -> float:
    import numpy as np

    left, top, right, bottom = (max(round(side * SCALE), 0) for side in run.box)
    patch = ink[top:bottom, left:right].astype(np.int32)
    if patch.size == 0:
        return 0.0
    patch = np.abs(patch - np.median(patch))  # light letters on dark ground are letters, too
    along, across = np.abs(np.diff(patch, axis=0)), np.abs(np.diff(patch, axis=1))
    edge = float(along.sum() + across.sum())
    return 2 * float(patch.sum()) / edge / SCALE / max(run.size, 1.0) if edge else 0.0
