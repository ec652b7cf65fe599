"""Make a copy of a report's PDF with the numbers of comments at their places.

The PDF is a student's: it is opened in the sandbox as always, and the result is just as hostile.
Only the pages with the comments, at its end, are laid out here.
"""

import time
from collections.abc import Iterator, Sequence

from msgspec import Struct

from grader.model.course import Limits
from grader.model.document import MarkedPdf, PdfMark
from grader.reports.guest.report_protocol import MarkRequest, NumberedMark, PlacedText
from grader.reports.reading import (
    MOST_BYTES,
    PAGE_LIMITS,
    PART_LETTERS,
    document_libraries,
    expect_ready,
    own_request,
    reading_mounts,
)
from grader.reports.small_font import SmallFont, make_font
from grader.sandbox import Sandbox, SandboxSession, ensure_not_busy
from grader.wording import Wording, visible

MOST_PDF_BYTES = 40_000_000
A4 = (595.0, 842.0)
MARGIN, BELOW = 56.0, 56.0  # points
INDENT = 22.0
TITLE, TEXT, SMALL = 15.0, 10.5, 8.5  # sizes
LEADING = 1.55
BLACK, GREY, BLUE = [31, 35, 40], [87, 96, 106], [0, 114, 178]
HANGING = "、。，．,.」』）)]】！？!?ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々"  # begin no line
MOST_COMMENTS = 200
AUTHOR = "TA"


class _Row(Struct, frozen=True, kw_only=True):
    """A line of the pages at the end."""

    text: str
    size: float
    colour: list[int]
    x: float
    before: float = 0.0  # points above it


def mark_pdf(sandbox: Sandbox, data: bytes, marks: Sequence[PdfMark], words: Wording) -> MarkedPdf:
    """Write the copy in a child process. Raises SandboxUnavailable if this cannot be tried."""
    marks = marks[:MOST_COMMENTS]
    rows = list(_rows(marks, words))
    font = make_font(frozenset(letter for row in rows for letter in row.text))
    pages = _laid_out(rows, font) if font is not None else []
    asked: MarkRequest = {
        "ask": "mark",
        "font": len(font.data) if font is not None else 0,
        "marks": [_numbered(mark) for mark in marks],
        "pages": pages,
        "size": list(A4),
    }
    written = _in_child(sandbox, asked, font.data if font is not None else b"", data)
    if not written.startswith(b"%PDF-"):
        return MarkedPdf(why="failed")
    return MarkedPdf(pdf=written, listed=bool(pages))


def _in_child(
    sandbox: Sandbox, asked: MarkRequest, font: bytes, data: bytes, limits: Limits = PAGE_LIMITS
) -> bytes:
    """Ask the child for it; b"" if the file is too large, or ends the child."""
    if len(data) > MOST_BYTES:
        return b""
    session = SandboxSession(sandbox.fork(document_libraries(), limits, reading_mounts()), limits)
    try:
        expect_ready(session, limits)
        caps = (MOST_PDF_BYTES, PART_LETTERS)
        end = time.monotonic() + limits.call_seconds
        record, frame = session.ask(own_request(asked), font + data, limits.call_seconds, caps)
        if frame is None:
            ensure_not_busy(record, limits, end)
            return b""
        written: bytes = frame[1]
        return written
    finally:
        session.close()


def _numbered(mark: PdfMark) -> NumberedMark:
    return {
        "number": mark.number,
        "page": mark.page,
        "boxes": [list(box) for box in mark.boxes],
        "figure": mark.figure,
        "text": f"{mark.number}. {mark.text}",
        "author": AUTHOR,
    }


def _rows(marks: Sequence[PdfMark], words: Wording) -> Iterator[_Row]:
    """Yield the rows of the pages at the end, before line breaking."""
    yield _Row(text=words.text("marked.title"), size=TITLE, colour=BLACK, x=0.0)
    yield _Row(text=words.text("marked.note"), size=SMALL, colour=GREY, x=0.0, before=2.0)
    for mark in marks:
        where = f"{mark.number}. {mark.where}"
        yield _Row(text=visible(where), size=TEXT, colour=BLUE, x=0.0, before=10.0)
        if quote := " ".join(visible(mark.quote).split()):
            yield _Row(text=quote, size=SMALL, colour=GREY, x=INDENT)
        for line in mark.text.splitlines():
            yield _Row(text=visible(line, limit=10_000), size=TEXT, colour=BLACK, x=INDENT)


def _laid_out(rows: Sequence[_Row], font: SmallFont) -> list[list[PlacedText]]:
    """Break lines and pages."""
    pages: list[list[PlacedText]] = [[]]
    y = MARGIN
    for row in rows:
        y += row.before
        for text in _broken(font.shown(row.text), A4[0] - 2 * MARGIN - row.x, row.size, font):
            if y + row.size * LEADING > A4[1] - BELOW:
                pages.append([])
                y = MARGIN
            y += row.size * LEADING
            placed: PlacedText = {
                "x": MARGIN + row.x,
                "y": y,
                "size": row.size,
                "text": text,
                "colour": row.colour,
            }
            if text.strip():
                pages[-1].append(placed)
    return pages


def _broken(text: str, width: float, size: float, font: SmallFont) -> Iterator[str]:
    """Break a long line: at a space if possible, else between letters."""
    room = width / size
    while text:
        at, taken = 0, 0.0
        while at < len(text) and taken + font.widths[text[at]] <= room:
            taken += font.widths[text[at]]
            at += 1
        at = max(at, 1)
        if at < len(text):
            space = text.rfind(" ", 0, at + 1)
            if space > 0 and text[at - 1].isascii() and text[at].isascii():
                at = space
            elif text[at] in HANGING:
                at += 1
        yield text[:at].rstrip()
        text = text[at:].lstrip(" ")
