"""Where on the pages that LibreOffice made of a Word file stands what was found in that file.

What was found stays as it was found: only its place is looked up. A place that is not sure is none.
"""

import struct
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from grader.model.document import Document, Picture
from grader.model.report import Chapter, Figure, ReportOutline
from grader.review.page.report_marks import squeezed

PREFIX = 8  # letters of a number before a heading
NEARLY = 0.12  # by how much a picture may be stretched


def on_pages(outline: ReportOutline, pages: Document) -> ReportOutline:
    """Gives the outline with the places of headings and figures on the pages.

    What else was found is looked for by its text when it is marked.
    """
    return replace(
        outline,
        chapters=tuple(_chapters(outline.chapters, pages)),
        captions=tuple(replace(caption, page=0, line=-1) for caption in outline.captions),
        figures=tuple(_figures(outline.figures, pages)),
    )


def _chapters(chapters: Sequence[Chapter], pages: Document) -> Iterator[Chapter]:
    """Finds each heading behind the one before it, on a line that ends with it."""
    lines = [squeezed(line.text) for line in pages.lines]
    start = 0
    for chapter in chapters:
        text = squeezed(chapter.text)
        at = next((at for at in range(start, len(lines)) if _is_heading(lines[at], text)), -1)
        start = at + 1 if at >= 0 else start
        yield replace(chapter, line=at, page=pages.lines[at].page if at >= 0 else 0)


def _is_heading(line: str, text: str) -> bool:
    if not text or not line:
        return False
    # A long one goes on in the next line.
    stands_whole = line.endswith(text) and len(line) <= len(text) + PREFIX
    return stands_whole or (len(line) > PREFIX and text.startswith(line))


def _figures(figures: Sequence[Figure], pages: Document) -> Iterator[Figure]:
    """Pairs figures and pictures in their order, where they have the same shape."""
    drawn = sorted(
        pages.pictures, key=lambda picture: (picture.page, picture.box[1] if picture.box else 0.0)
    )
    start = 0
    as_many = len(figures) == len(drawn)  # then one whose shape is not known has the next place
    for figure in figures:
        shape = _shape(figure.crop)
        places = range(start, len(drawn))
        at = next((at for at in places if _is_like(drawn[at], shape, otherwise=as_many)), -1)
        start = at + 1 if at >= 0 else start
        picture = drawn[at] if at >= 0 else None
        yield replace(
            figure, page=picture.page if picture else 0, box=picture.box if picture else None
        )


def _shape(png: bytes) -> float:
    """Reads width by height off a PNG of our own; 0 where there is none."""
    if len(png) < 24:  # noqa: PLR2004 - signature, and the header's first numbers
        return 0.0
    width, height = struct.unpack(">II", png[16:24])
    return width / height if height else 0.0


def _is_like(picture: Picture, shape: float, *, otherwise: bool) -> bool:
    if picture.box is None or shape == 0:
        return otherwise
    left, top, right, bottom = picture.box
    return bottom > top and abs((right - left) / (bottom - top) / shape - 1) < NEARLY
