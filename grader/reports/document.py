"""Observations of a report as plain values: part of the sheet's JSON, all of `inspect`'s.

Pictures are left out: a page shows them.
"""

import math
from collections.abc import Iterable, Mapping
from typing import Annotated, TypedDict

from msgspec import Meta

from grader.export.sheet import clean
from grader.model.document import Box, FileKind, Hidden, PictureKind, ReadTrouble
from grader.model.report import (
    Answer,
    Caption,
    Chapter,
    Figure,
    Quote,
    Relation,
    RelationStanding,
    ReportEvidence,
    ReportOutline,
)

STATUSES = (
    *("ok", "partial", "missing", "several", "waiting", "not-read", "broken"),
    *ReadTrouble,
)
"""How reading a report may go; see `report_status`."""

Page = Annotated[
    Annotated[int, Meta(ge=1)] | None,
    Meta(description="counted from 1; null where the file has no pages (Word)"),
]
Count = Annotated[int, Meta(ge=0)]


class QuoteDocument(TypedDict):
    """A sentence of the report."""

    text: str
    page: Page


class HeadingDocument(TypedDict):
    """A heading."""

    level: Annotated[int, Meta(ge=1, description="1 is the top")]
    number: str
    text: str
    page: Page
    why: Annotated[list[str], Meta(description="why it counts as a heading")]


class CaptionDocument(TypedDict):
    """A numbered title of a figure or a table."""

    label: str
    number: str
    title: str
    page: Page
    table: Annotated[bool, Meta(description="whether it is that of a table")]


class ReferenceDocument(TypedDict):
    """A reference to a numbered figure in the text."""

    number: str
    text: str
    page: Page


class RelationDocument(TypedDict):
    """A sentence that says how the time depends on the size."""

    text: str
    page: Page
    exponents: Annotated[list[float], Meta(description="that it names, as in n^3; often none")]
    standing: RelationStanding


class HiddenDocument(TypedDict):
    """Text that a reader does not see."""

    how: Hidden
    text: str
    page: Page


class FigureDocument(TypedDict):
    """A picture of the report."""

    page: Page
    kind: PictureKind
    is_graph: Answer
    caption: str | None
    referenced: Annotated[bool, Meta(description="whether the text names it")]
    decoration: Annotated[bool, Meta(description="a logo, a template's picture, a rule")]
    score: Annotated[
        float | None, Meta(description="of its looks: from 1.0 unsure, from 1.8 a graph")
    ]
    why: Annotated[list[str], Meta(description="what was seen in it")]
    axis_labels: Annotated[list[str], Meta(description="where they can be read")]
    chart: Annotated[
        str | None, Meta(description="kind of a chart of Word's own: line, scatter, bar, …")
    ]
    box: Annotated[
        Annotated[list[float], Meta(min_length=4, max_length=4)] | None,
        Meta(
            description="left, top, right, bottom in points from the page's top left corner; "
            "null in Word"
        ),
    ]


class OutlineDocument(TypedDict):
    """Contents of a report, as far as can be seen."""

    producer: Annotated[str, Meta(description="the program that made the file")]
    page_size_pt: Annotated[
        Annotated[list[float], Meta(min_length=2, max_length=2)] | None,
        Meta(description="width and height of most pages"),
    ]
    body_size_pt: Annotated[float | None, Meta(description="of most characters")]
    characters: Annotated[Count, Meta(description="that can be seen, without spaces")]
    invisible: Annotated[Count, Meta(description="characters drawn without ink")]
    typed: Annotated[
        Count, Meta(description="of the characters: in form fields and text annotations of a PDF")
    ]
    garbled: Annotated[
        float | None,
        Meta(description="share of characters that are no text; above 0.05 no text decides"),
    ]
    outlined_pages: Annotated[
        list[int], Meta(description="pages of letters drawn as shapes, with hardly any text")
    ]
    ink_pages: Annotated[
        list[int], Meta(description="pages of strokes with hardly any visible text")
    ]
    scanned_pages: Annotated[
        list[int], Meta(description="pages under a picture with hardly any visible text")
    ]
    headings: list[HeadingDocument]
    captions: list[CaptionDocument]
    references: list[ReferenceDocument]
    explanations: Annotated[
        list[QuoteDocument], Meta(description="sentences that say what a graph shows")
    ]
    relations: Annotated[
        list[RelationDocument],
        Meta(description="sentences that say how the time depends on the size"),
    ]
    restated: Annotated[
        list[QuoteDocument], Meta(description="sentences that only repeat the task")
    ]
    backends: Annotated[
        Mapping[str, QuoteDocument],
        Meta(description="one sentence about each that is spoken of"),
    ]
    left_over: Annotated[
        list[QuoteDocument], Meta(description="what seems to be left of a template")
    ]
    hidden: Annotated[list[HiddenDocument], Meta(description="text that a reader does not see")]
    students: Annotated[list[str], Meta(description="ids found in the text")]


class ReportDocument(TypedDict):
    """Observations of the report."""

    file: Annotated[str, Meta(description="empty when no file was chosen")]
    candidates: Annotated[
        list[str], Meta(description="files that could be it, when none could be chosen")
    ]
    kind: Annotated[FileKind, Meta(description="by its content")]
    bytes: Count
    pages: Annotated[
        Annotated[int, Meta(ge=1)] | None,
        Meta(description="null where the file does not say (Word)"),
    ]
    status: Annotated[
        str,
        Meta(
            description="how reading it went: ok; partial (not to its end); missing, several, "
            "waiting (for libraries), not-read, broken (our fault); or why it could not be read",
            extra_json_schema={"enum": [*STATUSES]},
        ),
    ]
    waiting: Annotated[list[str], Meta(description="libraries that are not here")]
    chapters: Annotated[list[str], Meta(description="every heading with its number")]
    figures: list[FigureDocument]
    outline: Annotated[OutlineDocument | None, Meta(description="null when it could not be read")]


def report_document(report: ReportEvidence | None) -> ReportDocument | None:
    """Convert what is known about the report; None if none is required."""
    if report is None:
        return None
    outline = report.outline
    return {
        "file": clean(report.file),
        "candidates": _texts(report.candidates),
        "kind": report.kind,
        "bytes": report.size_bytes,
        "pages": outline.page_count if outline and outline.page_count else None,
        "status": report_status(report),
        "waiting": _texts(report.waiting),
        "chapters": [clean(chapter.printed) for chapter in outline.chapters] if outline else [],
        "figures": [_figure(figure) for figure in outline.figures] if outline else [],
        "outline": _outline(outline) if outline else None,
    }


def report_status(report: ReportEvidence) -> str:
    """Return how reading went: ok, missing, several, waiting, partial, or a ReadTrouble."""
    if report.trouble:
        return "broken"
    if not report.file:
        return "several" if report.candidates else "missing"
    if report.waiting:
        return "waiting"
    if report.reading is not None:
        return report.reading.value
    if report.outline is None:
        return "not-read"
    return "ok" if report.outline.complete else "partial"


def _outline(outline: ReportOutline) -> OutlineDocument:
    return {
        "producer": clean(outline.producer),
        "page_size_pt": _sides(outline.page_size_pt),
        "body_size_pt": _number(outline.body_size_pt, 2) or None,
        "characters": outline.characters,
        "invisible": outline.invisible,
        "typed": outline.typed,
        "garbled": _number(outline.garbled, 3),
        "outlined_pages": list(outline.outlined_pages),
        "ink_pages": list(outline.ink_pages),
        "scanned_pages": list(outline.scanned_pages),
        "headings": [_heading(chapter) for chapter in outline.chapters],
        "captions": [_caption(caption) for caption in outline.captions],
        "references": [{"number": clean(r.number), **_quote(r.quote)} for r in outline.references],
        "explanations": _quotes(outline.explanations),
        "relations": [_relation(relation) for relation in outline.relations],
        "restated": _quotes(outline.restated),
        "backends": _backends(outline.backends or {}),
        "left_over": _quotes(outline.left_over),
        "hidden": [{"how": hidden.how, **_quote(hidden.quote)} for hidden in outline.hidden],
        "students": _texts(outline.students),
    }


def _heading(chapter: Chapter) -> HeadingDocument:
    return {
        "level": chapter.level,
        "number": clean(chapter.number),
        "text": clean(chapter.text),
        "page": _page(chapter.page),
        "why": _texts(chapter.why),
    }


def _figure(figure: Figure) -> FigureDocument:
    caption, chart = figure.caption, figure.chart
    return {
        "page": _page(figure.page),
        "kind": figure.kind,
        "is_graph": figure.is_graph,
        "caption": clean(f"{caption.label} {caption.title}".strip()) if caption else None,
        "referenced": figure.referenced,
        "decoration": figure.decoration,
        "score": _number(figure.score, 2),
        "why": _texts(figure.why),
        "axis_labels": _texts(figure.axis_labels),
        "chart": clean(chart.kind) if chart else None,
        "box": _box(figure.box),
    }


def _box(box: Box | None) -> list[float] | None:
    edges = [_number(edge, 1) for edge in box or ()]
    return [edge for edge in edges if edge is not None] if box and None not in edges else None


def _sides(sides: tuple[float, float]) -> list[float] | None:
    known = all(math.isfinite(side) and side > 0 for side in sides)
    return [round(side, 1) for side in sides] if known else None


def _number(value: float, digits: int) -> float | None:
    """Round a number; None for infinity and NaN, which JSON lacks."""
    return round(value, digits) if math.isfinite(value) else None


def _caption(caption: Caption) -> CaptionDocument:
    return {
        "label": clean(caption.label),
        "number": clean(caption.number),
        "title": clean(caption.title),
        "page": _page(caption.page),
        "table": caption.table,
    }


def _relation(relation: Relation) -> RelationDocument:
    return {
        **_quote(relation.quote),
        "exponents": [round(exponent, 3) for exponent in relation.exponents],
        "standing": relation.standing,
    }


def _backends(backends: Mapping[str, Quote]) -> dict[str, QuoteDocument]:
    return {clean(name): _quote(backends[name]) for name in sorted(backends)}


def _quotes(quotes: Iterable[Quote]) -> list[QuoteDocument]:
    return [_quote(quote) for quote in quotes]


def _quote(quote: Quote) -> QuoteDocument:
    return {"text": clean(quote.text), "page": _page(quote.page)}


def _page(page: int) -> int | None:
    """Return the page; None in a Word file, which has no page numbers."""
    return page or None


def _texts(texts: Iterable[str]) -> list[str]:
    return [clean(text) for text in texts]
