"""What can be counted of a report: its pages, characters and sizes."""

from collections import Counter
from collections.abc import Sequence

from grader.model.document import Document, Hidden, Line, Page, Place
from grader.model.report import ReportOutline
from grader.prose.folding import garbled_share
from grader.reports.lines import SeenLine
from grader.reports.page_png import crop_png

MOST_THUMBNAILS = 4
HARDLY_ANY = 30  # visible characters on a page that holds no text
UNDER_A_PICTURE = 0.6  # share of a page
LETTERS = 40  # drawn as curves, on a page of text that was made so
INK, INK_OVER_TEXT = 1_000, 200  # strokes that are handwriting, alone and over unseen text


def measure(document: Document, seen: Sequence[SeenLine]) -> ReportOutline:
    """Counts pages and characters, and finds the usual sizes; nothing else of the outline."""
    lines, pages = document.lines, document.pages
    visible = "\n".join(line.text for line in lines if _is_seen(line))
    return ReportOutline(
        kind=document.kind,
        producer=document.producer,
        # What a Word file says of its pages is as old as the last program that counted them.
        page_count=document.page_count if pages else 0,
        page_size_pt=_page_size(pages),
        body_size_pt=_body_size(seen),
        characters=sum(map(_characters, lines)),
        invisible=_invisible(document),
        typed=sum(page.typed for page in pages),
        outlined_pages=tuple(page.number for page in pages if _is_outlined(page)),
        ink_pages=tuple(page.number for page in pages if _is_ink(page)),
        scanned_pages=tuple(page.number for page in pages if _is_scanned(page)),
        thumbnails=_thumbnails(pages),
        garbled=garbled_share(visible),
    )


def _is_seen(line: Line) -> bool:
    return line.hidden is Hidden.NO


def _characters(line: Line) -> int:
    """How many characters of a line can be seen, without spaces."""
    return len("".join(line.text.split())) if _is_seen(line) else 0


def _invisible(document: Document) -> int:
    if document.pages:
        return sum(page.invisible for page in document.pages)
    return sum(
        len("".join(line.text.split()))
        for line in document.lines
        if line.hidden is Hidden.INVISIBLE
    )


def _body_size(lines: Sequence[SeenLine]) -> float:
    """The size of most characters of the text, in points; code and labels do not count."""
    sizes: Counter[float] = Counter()
    for seen in lines:
        line = seen.line
        of_text = line.place in {Place.BODY, Place.TEXT_BOX} and not seen.is_monospaced
        if of_text and line.size_pt:
            sizes[round(line.size_pt, 1)] += _characters(line)
    return max(+sizes, key=lambda size: (sizes[size], size), default=0.0)


def _page_size(pages: Sequence[Page]) -> tuple[float, float]:
    sizes = Counter((round(page.width_pt, 1), round(page.height_pt, 1)) for page in pages)
    return sizes.most_common(1)[0][0] if sizes else (0.0, 0.0)


def _is_outlined(page: Page) -> bool:
    return page.visible < HARDLY_ANY and page.shapes >= LETTERS


def _is_scanned(page: Page) -> bool:
    return page.covered > UNDER_A_PICTURE and page.visible < HARDLY_ANY


def _is_ink(page: Page) -> bool:
    """Says whether a page is written by hand: strokes, and hardly any text that can be seen."""
    enough = INK_OVER_TEXT if page.invisible >= HARDLY_ANY else INK
    return page.visible < HARDLY_ANY and page.strokes >= enough and not _is_outlined(page)


def _thumbnails(pages: Sequence[Page]) -> tuple[bytes, ...]:
    drawn = [page.thumbnail for page in pages if page.thumbnail is not None]
    return tuple(filter(None, map(crop_png, drawn[:MOST_THUMBNAILS])))
