"""Text that nobody sees: looks at the drawn page where the text says it is."""

from typing import Any, NamedTuple

from .pdf_drawn import DrawnPage
from .pdf_runs import Run
from .pdf_space import Box, area, holds

TINY = 2.0  # points
FLAT = 10  # of 255: what differs by less looks alike
PAPER = 238  # of 255: as light as that is paper
MOST_COVERS = 50
COVER = 0.25  # of the page: a picture that large may be a scan laid over its own text


class Sight(NamedTuple):
    """What a reader of a page sees."""

    grey: Any  # the drawn page, an array (rows, columns); None = it could not be drawn
    scale: float  # its pixels per point
    size: tuple[float, float]  # of the page in points
    texts: dict[int, tuple[int, int]]  # address of a text object: its order, its form
    covers: list[tuple[int, Box]]  # pictures that hide what was drawn before them, with order


def covers(drawn: DrawnPage, size: tuple[float, float]) -> list[tuple[int, Box]]:
    """Gives the large pictures of a page through which nothing shines."""
    rasters = [one for one in drawn.rasters if one.solid]
    large = [one for one in rasters if area(one.box) > COVER * size[0] * size[1]]
    return [(one.order, one.box) for one in large[-MOST_COVERS:]]


def hidden(run: Run, sight: Sight) -> str:
    """Says why a run cannot be seen, in the words of model.document.Hidden; "" = it can."""
    ink, box = run.ink, run.box
    if ink.unseen:
        return "invisible"
    if box[2] <= 0 or box[3] <= 0 or box[0] >= sight.size[0] or box[1] >= sight.size[1]:
        return "outside"
    if ink.size < TINY:
        return "tiny"
    order = sight.texts.get(ink.order, (0, 0))[0]
    if any(0 < order < later and holds(cover, box) for later, cover in sight.covers):
        return "invisible"
    if sight.grey is None or not (ink.pale or ink.drawable):
        return ""
    return _unseen(_cut(sight.grey, box, sight.scale), pale=ink.pale)


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
