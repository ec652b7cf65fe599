"""Text that nobody sees: looks at the drawn page where the text says it is."""

from typing import Any

from .pdf_runs import Run
from .pdf_space import Box

TINY = 2.0  # points
FLAT = 10  # of 255: what differs by less looks alike
PAPER = 238  # of 255: as light as that is paper


def hidden(run: Run, grey: Any, scale: float, size: tuple[float, float]) -> str:
    """Says why a run cannot be seen, in the words of model.document.Hidden; "" = it can.

    `grey` is the drawn page, an array (rows, columns), or None when it could not be drawn.
    """
    ink, box = run.ink, run.box
    if ink.unseen:
        return "invisible"
    if box[2] <= 0 or box[3] <= 0 or box[0] >= size[0] or box[1] >= size[1]:
        return "outside"
    if ink.size < TINY:
        return "tiny"
    return "" if grey is None else _unseen(_cut(grey, box, scale), pale=ink.pale)


def _unseen(patch: Any, *, pale: bool) -> str:
    if patch is None:
        return ""
    if pale:
        import numpy as np

        return "pale" if float(np.median(patch)) >= PAPER else ""
    return "invisible" if int(patch.max()) - int(patch.min()) <= FLAT else ""


def _cut(grey: Any, box: Box, scale: float) -> Any:
    left, top = max(int(box[0] * scale), 0), max(int(box[1] * scale), 0)
    right = min(int(box[2] * scale) + 1, grey.shape[1])
    bottom = min(int(box[3] * scale) + 1, grey.shape[0])
    if right - left < 1 or bottom - top < 1:
        return None
    return grey[top:bottom, left:right]
