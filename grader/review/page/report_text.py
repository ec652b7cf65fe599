"""A report without pages of its own, as text: its paragraphs, with marks and figures in them."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from grader.model.document import Document, Hidden, Line, Place
from grader.model.report import ReportOutline
from grader.review.page.blinding import Blind
from grader.review.page.report_marks import ReportMark, cover_lines
from grader.wording.bilingual import Code

Spans = Sequence[tuple[int, int, ReportMark]]  # first letter, last letter but one

MOST_PARAGRAPHS = 2_000
PIECE = 1_000  # letters: a `Code` shows hardly more at once
JAPANESE = re.compile("[\u3041-\u30ff\u4e00-\u9fff]")
APART = frozenset({Place.HEADER, Place.FOOTER})


class MarkedPiece(Struct, frozen=True, kw_only=True):
    """Some letters of a paragraph."""

    text: Code
    mark: ReportMark | None = None
    first: bool = False  # of its mark


class MarkedParagraph(Struct, frozen=True, kw_only=True):
    """A paragraph, a figure in its place, or a part masked on a blind page."""

    pieces: Sequence[MarkedPiece] = ()
    level: int = 0  # of a heading
    apart: bool = False  # a header, a footer, a note
    figure: ReportMark | None = None
    line: int = -1  # of the document
    masked: bool = False


def view_text(
    document: Document, marks: Sequence[ReportMark], blind: Blind | None, outline: ReportOutline
) -> list[MarkedParagraph]:
    """Show a document's contents in order; invisible lines are left out."""
    cover = cover_lines(document, outline, blind) if blind else 0
    shown = [
        *([MarkedParagraph(masked=True)] if cover else []),
        *_paragraphs(document, marks, blind, cover),
    ]
    if len(shown) > MOST_PARAGRAPHS:
        shown[MOST_PARAGRAPHS:] = [MarkedParagraph(pieces=[MarkedPiece(text=Code("…"))])]
    return shown


def has_japanese(document: Document) -> bool:
    """Return whether Japanese letters are wanted to show a document."""
    return any(JAPANESE.search(line.text) for line in document.lines)


def _paragraphs(
    document: Document, marks: Sequence[ReportMark], blind: Blind | None, cover: int
) -> Iterator[MarkedParagraph]:
    figures = {mark.picture: mark for mark in marks if mark.picture >= 0}
    standing: dict[int, list[ReportMark]] = {}
    for at, picture in enumerate(document.pictures):
        if at in figures and picture.line >= cover:
            standing.setdefault(picture.line, []).append(figures[at])
    spans: dict[int, list[tuple[int, int, ReportMark]]] = {}
    for mark in marks:
        for place, first, last in mark.spans:
            spans.setdefault(place, []).append((first, last, mark))
    begun: set[int] = set()
    for at, document_line in enumerate(document.lines):
        line = document_line
        yield from (MarkedParagraph(figure=mark) for mark in standing.pop(at, ()))
        if at < cover or line.hidden is not Hidden.NO or not line.text.strip():
            continue
        own: Spans = spans.get(at, [])
        if blind and blind.tells(line.text):  # a name may begin in one piece and end in another
            line, own = _masked(line, own, blind)
        yield MarkedParagraph(
            pieces=[
                *([MarkedPiece(text=Code(f"{line.number} "))] if line.number else []),
                *_pieces(line, own, begun),
            ],
            level=min(line.level, 4) or _level(own),
            line=at,
            apart=line.place in APART,
        )
    yield from (MarkedParagraph(figure=mark) for last in standing.values() for mark in last)


def _masked(line: Line, spans: Spans, blind: Blind) -> tuple[Line, Spans]:
    """Mask names in a paragraph; its first mark then takes all of it, and others only begin."""
    text = blind.text(line.text)
    masked_lines = [
        (0, len(text) if not at else 0, mark)
        for at, (_, _, mark) in enumerate(sorted(spans, key=lambda span: span[:2]))
    ]
    return replace(line, text=text), masked_lines


def _level(spans: Spans) -> int:
    return 2 if any(mark.kind == "heading" for _, _, mark in spans) else 0


def _pieces(line: Line, spans: Spans, begun: set[int]) -> Iterator[MarkedPiece]:
    """Cut a paragraph where marks begin and end; of two that overlap the first has the letters."""
    done = 0
    for first, last, mark in sorted(spans, key=lambda span: span[:2]):
        start = max(first, done)
        yield from _cut(line.text[done:start])
        if mark.number not in begun:
            begun.add(mark.number)
            yield MarkedPiece(text=Code(""), mark=mark, first=True)
        yield from _cut(line.text[start:last], mark)
        done = max(done, last)
    yield from _cut(line.text[done:])


def _cut(text: str, mark: ReportMark | None = None) -> Iterator[MarkedPiece]:
    for at in range(0, len(text), PIECE):
        yield MarkedPiece(text=Code(text[at : at + PIECE]), mark=mark)
