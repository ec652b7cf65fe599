"""Text that nobody sees: looks at the drawn page where the text says it is."""

from typing import Any, NamedTuple

from .pdf_drawn import DrawnPage
from .pdf_runs import Run
from .pdf_space import Box, area, common, holds

TINY = 2.0  # points
FLAT = 10  # of 255: what differs by less looks alike
PAPER = 238  # of 255: as light as that is paper
DARKEST = 0.05  # of what is drawn; where it is darker than paper, letters have an edge or a ground
CONTRAST, OVERLAP = 60, 0.3  # of 255; of a run
MOST_UNSEEN, TALL = 200, 60.0  # runs of a page; points of a picture
MOST_COVERS = 50
COVER = 0.25  # of the page: a picture that large may be a scan laid over its own text


class Sight(NamedTuple):
    """What a reader of a page sees."""

    grey: Any  # the drawn page, an array (rows, columns); None = it could not be drawn
    scale: float  # its pixels per point
    size: tuple[float, float]  # of the page in points
    texts: dict[int, tuple[int, int]]  # address of a text object: its order, its form
    covers: list[tuple[int, Box]]  # pictures that hide what was drawn before them, with order
    around: list[Box]  # what is drawn beside unseen letters: other letters, and pictures
    layered: bool  # most letters of the page are drawn without ink, as behind a scan


def covers(drawn: DrawnPage, size: tuple[float, float]) -> list[tuple[int, Box]]:
    """Gives the large pictures of a page through which nothing shines."""
    rasters = [one for one in drawn.rasters if one.solid]
    large = [one for one in rasters if area(one.box) > COVER * size[0] * size[1]]
    return [(one.order, one.box) for one in large[-MOST_COVERS:]]


def hidden(run: Run, sight: Sight) -> str:
    """Says why a run cannot be seen, in the words of model.document.Hidden; "" = it can."""
    ink, box = run.ink, run.box
    if ink.unseen:
        return "" if _stands_out(box, sight) else "invisible"
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


def drawn_beside(runs: list[Run], drawn: DrawnPage) -> list[Box]:
    """Gives what may lie under letters without ink; nothing where there are too many of these."""
    unseen = [run for run in runs if run.ink.unseen]
    if not 0 < len(unseen) <= MOST_UNSEEN:
        return []
    pictures = [one.box for one in drawn.rasters if one.box[3] - one.box[1] > TALL]
    return [*(run.box for run in runs if not run.ink.unseen), *pictures]


def mostly_unseen(runs: list[Run]) -> bool:
    """Says whether the page is a scan or a drawing with its letters laid under it."""
    unseen = sum(len(run.letters) for run in runs if run.ink.unseen)
    return 2 * unseen > sum(len(run.letters) for run in runs)


def _stands_out(box: Box, sight: Sight) -> bool:
    """Says whether letters without ink are drawn in another way: shaded, outlined, as a shadow."""
    if sight.layered or sight.grey is None or not sight.around:
        return False
    if any(area(common(box, other)) > OVERLAP * area(box) for other in sight.around):
        return False
    patch = _cut(sight.grey, box, sight.scale)
    return patch is not None and int(patch.max()) - int(patch.min()) > CONTRAST


def _unseen(patch: Any, *, pale: bool) -> str:
    if patch is None:
        return ""
    if pale:
        import numpy as np

        return "pale" if float(np.percentile(patch, 100 * DARKEST)) >= PAPER else ""
    return "invisible" if int(patch.max()) - int(patch.min()) <= FLAT else ""


def _cut(grey: Any, box: Box, scale: float) -> Any:
    left, top = max(int(box[0] * scale), 0), max(int(box[1] * scale), 0)
    right = min(int(box[2] * scale) + 1, grey.shape[1])
    bottom = min(int(box[3] * scale) + 1, grey.shape[0])
    if right - left < 1 or bottom - top < 1:
        return None
    return grey[top:bottom, left:right]
