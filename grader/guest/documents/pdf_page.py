"""One page: its lines in the order of reading, its pictures, and what it is covered with."""

import time
from collections import Counter
from typing import Any, NamedTuple

from .opened import Drawn, page
from .pdf_drawn import DrawnPage, walk_objects
from .pdf_hidden import Sight, covers, drawn_beside, hidden, mostly_unseen
from .pdf_letters import read_letters
from .pdf_library import pdfium
from .pdf_lines import Lines
from .pdf_notes import find_notes
from .pdf_order import Told, in_order
from .pdf_pictures import Found, covered, find_pictures, picture_of
from .pdf_render import as_drawn, cut, draw, draw_page, scale_for, thumbnail
from .pdf_rows import usual_turns
from .pdf_runs import Run, make_runs
from .pdf_space import space_of
from .pdf_titles import read_tags
from .pdf_weights import heavy_runs

SLOW = 0.8  # seconds of the processor: a page that takes longer is drawn only once
TOO_MANY = {"trouble": "too-large"}


class PageRead(NamedTuple):
    """What one page holds, as it will leave the fence but for what other pages tell about it."""

    lines: list[dict[str, Any]]
    pictures: list[dict[str, Any]]
    page: dict[str, Any]


def read_page(document: int, index: int, *, thumbnails: bool, pixels: int) -> PageRead | None:
    """Reads a page (from 0), or None when pdfium cannot; draws `pixels` pictures at most."""
    library = pdfium()
    loaded = library.LoadPage(document, index)
    if not loaded:
        return None
    text_page = library.Text_LoadPage(loaded)
    try:
        return _Page(loaded, text_page, index + 1).read(thumbnails=thumbnails, pixels=pixels)
    finally:
        library.Text_ClosePage(text_page)
        library.ClosePage(loaded)


class _Page:
    """A page while it is read."""

    def __init__(self, loaded: int, text_page: int, number: int) -> None:
        self.loaded, self.number, self.slow = loaded, number, False
        self.space = space = space_of(loaded)
        self.size = space.size
        self.runs: list[Run] = make_runs(read_letters(text_page, space) if text_page else [])
        self.drawn: DrawnPage = walk_objects(loaded, space)

    def read(self, *, thumbnails: bool, pixels: int) -> PageRead:
        shown, scale = self._shown()
        sight = Sight(
            None if shown is None else shown.min(axis=2),
            scale,
            self.size,
            self.drawn.texts,
            covers(self.drawn, self.size),
            drawn_beside(self.runs, self.drawn),
            mostly_unseen(self.runs),
        )
        found = find_pictures(self.drawn, self.runs, self.size)
        found = [*found, *find_notes(self.loaded, self.space, found)]
        told = [_told(run, sight, found) for run in self.runs]
        heavy = [] if self.slow else heavy_runs(self.runs, self.loaded, self.size)
        maker = Lines(self.number, self.size[0], read_tags(self.loaded), heavy)
        lines, pictures = in_order(told, found, maker)
        for at, (one, made) in enumerate(zip(found, pictures, strict=True)):
            made.update(self._drawn(one, shown, scale) if at < pixels else TOO_MANY)
        small = thumbnail(shown) if thumbnails and shown is not None else None
        return PageRead(lines, pictures, self._facts(told, small))

    def _facts(self, told: list[Told], small: Drawn | None) -> dict[str, Any]:
        counts: Counter[str] = Counter()
        for one in told:
            counts[one.hidden] += sum(bool(letter.text.strip()) for letter in one.run.letters)
        return page(
            self.number,
            round(self.size[0], 2),
            round(self.size[1], 2),
            visible=counts[""],
            invisible=counts["invisible"],
            strokes=self.drawn.strokes,
            covered=round(covered(self.drawn, self.size), 4),
            thumbnail=small,
        )

    def _shown(self) -> tuple[Any, float]:
        started = time.process_time()
        shown, scale = draw_page(self.loaded, self.size)
        self.slow = time.process_time() - started > SLOW
        return shown, scale

    def _drawn(self, found: Found, shown: Any, scale: float) -> dict[str, Any]:
        """Draws a picture; one of a page that takes long is cut from the drawn page."""
        if self.slow and shown is not None:
            pixels = cut(shown, found.box, scale)
        else:
            pixels = draw(self.loaded, self.size, found.box, scale_for(found.box, found.pixels))
        if pixels is None:
            return {"trouble": "damaged"}
        return {"pixels": as_drawn(pixels, usual_turns(self.runs))}


def _told(run: Run, sight: Sight, found: list[Found]) -> Told:
    """Says what is known of a run; a label may be as small and as pale as its picture wants it."""
    home = picture_of(run, found)
    label = home is not None and not home.table and not run.ink.unseen
    return Told(run, "" if label else hidden(run, sight), home)
