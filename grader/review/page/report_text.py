"""A report without pages of its own, as text: its paragraphs, with marks and figures in them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.export.bilingual import Code
from grader.model.document import Document, Hidden, Line, Place
from grader.model.report import ReportOutline
from grader.review.page.blinding import Blind
from grader.review.page.report_marks import Mark, cover_lines, tells_of_somebody

MOST_PARAGRAPHS = 2_000
PIECE = 1_000  # letters: a `Code` shows hardly more at once
APART = frozenset({Place.HEADER, Place.FOOTER})


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Some letters of a paragraph."""

    text: Code
    mark: Mark | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """A paragraph, or a figure in its place, or what nobody blind may see."""

    pieces: Sequence[Piece] = ()
    level: int = 0  # of a heading
    apart: bool = False  # a header, a footer, a note
    figure: Mark | None = None
    masked: bool = False


def view_text(
    document: Document, marks: Sequence[Mark], blind: Blind | None, outline: ReportOutline
) -> list[Paragraph]:
    """Shows what a document says in its order; lines that nobody sees are left out."""
    cover = cover_lines(document, outline, blind) if blind else 0
    return [
        *([Paragraph(masked=True)] if cover else []),
        *_paragraphs(document, marks, blind, cover),
    ][:MOST_PARAGRAPHS]


def _paragraphs(
    document: Document, marks: Sequence[Mark], blind: Blind | None, cover: int
) -> Iterator[Paragraph]:
    figures = {mark.picture: mark for mark in marks if mark.picture >= 0}
    standing: dict[int, list[Mark]] = {}
    for at, picture in enumerate(document.pictures):
        if at in figures and picture.line >= cover:
            standing.setdefault(picture.line, []).append(figures[at])
    spans: dict[int, list[tuple[int, int, Mark]]] = {}
    for mark in marks:
        for place, first, last in mark.spans:
            spans.setdefault(place, []).append((first, last, mark))
    for at, line in enumerate(document.lines):
        yield from (Paragraph(figure=mark) for mark in standing.pop(at, ()))
        if at < cover or line.hidden is not Hidden.NO or not line.text.strip():
            continue
        if blind and tells_of_somebody(line.text, blind):
            yield Paragraph(masked=True)
            continue
        yield Paragraph(
            pieces=[
                *([Piece(text=Code(f"{line.number} "))] if line.number else []),
                *_pieces(line, spans.get(at, [])),
            ],
            level=min(line.level, 4) or _level(spans.get(at, [])),
            apart=line.place in APART,
        )
    yield from (Paragraph(figure=mark) for last in standing.values() for mark in last)


def _level(spans: Sequence[tuple[int, int, Mark]]) -> int:
    return 2 if any(mark.kind == "heading" for _, _, mark in spans) else 0


def _pieces(line: Line, spans: Sequence[tuple[int, int, Mark]]) -> Iterator[Piece]:
    """Cuts a paragraph where marks begin and end; of two that overlap the first has the letters."""
    done = 0
    for first, last, mark in sorted(spans, key=lambda one: one[:2]):
        start = max(first, done)
        if start < last:
            yield from _cut(line.text[done:start], None)
            yield from _cut(line.text[start:last], mark)
            done = last
    yield from _cut(line.text[done:], None)


def _cut(text: str, mark: Mark | None) -> Iterator[Piece]:
    for at in range(0, len(text), PIECE):
        yield Piece(text=Code(text[at : at + PIECE]), mark=mark)
