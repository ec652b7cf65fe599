"""What was seen in a report, as plain values: a part of the sheet's JSON, and all of `inspect`'s.

Pictures are left out: a page shows them.
"""

import math
from collections.abc import Iterable, Mapping

from grader.export.cleaning import clean
from grader.model.document import Box
from grader.model.report import (
    Caption,
    Chapter,
    Figure,
    Quote,
    Relation,
    ReportEvidence,
    ReportOutline,
)

Plain = dict[str, object]


def report_document(report: ReportEvidence | None) -> Plain | None:
    """Writes down what is known about the report; None when none is asked for."""
    if report is None:
        return None
    outline = report.outline
    return {
        "file": clean(report.file),
        "candidates": _texts(report.candidates),
        "kind": report.kind.value,
        "bytes": report.size_bytes,
        "pages": outline.page_count if outline and outline.page_count else None,
        "status": report_status(report),
        "waiting": _texts(report.waiting),
        "chapters": [clean(one.printed) for one in outline.chapters] if outline else [],
        "figures": [_figure(one) for one in outline.figures] if outline else [],
        "outline": _outline(outline) if outline else None,
    }


def report_status(report: ReportEvidence) -> str:
    """Says how reading went: ok, missing, several, waiting, partial, or a ReadTrouble."""
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


def _outline(outline: ReportOutline) -> Plain:
    return {
        "producer": clean(outline.producer),
        "page_size_pt": _sides(outline.page_size_pt),
        "body_size_pt": _number(outline.body_size_pt, 2) or None,
        "characters": outline.characters,
        "invisible": outline.invisible,
        "garbled": _number(outline.garbled, 3),
        "ink_pages": list(outline.ink_pages),
        "scanned_pages": list(outline.scanned_pages),
        "headings": [_heading(one) for one in outline.chapters],
        "captions": [_caption(one) for one in outline.captions],
        "references": [{"number": clean(r.number), **_quote(r.quote)} for r in outline.references],
        "explanations": _quotes(outline.explanations),
        "relations": [_relation(one) for one in outline.relations],
        "restated": _quotes(outline.restated),
        "backends": _backends(outline.backends or {}),
        "left_over": _quotes(outline.left_over),
        "hidden": [{"how": one.how.value, **_quote(one.quote)} for one in outline.hidden],
        "students": _texts(outline.students),
    }


def _heading(chapter: Chapter) -> Plain:
    return {
        "level": chapter.level,
        "number": clean(chapter.number),
        "text": clean(chapter.text),
        "page": _page(chapter.page),
        "why": _texts(chapter.why),
    }


def _figure(figure: Figure) -> Plain:
    caption, chart = figure.caption, figure.chart
    return {
        "page": _page(figure.page),
        "kind": figure.kind.value,
        "is_graph": figure.is_graph.value,
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
    """JSON has no infinity and no NaN."""
    return round(value, digits) if math.isfinite(value) else None


def _caption(caption: Caption) -> Plain:
    return {
        "label": clean(caption.label),
        "number": clean(caption.number),
        "title": clean(caption.title),
        "page": _page(caption.page),
        "table": caption.table,
    }


def _relation(relation: Relation) -> Plain:
    return {
        **_quote(relation.quote),
        "growth": relation.growth.value,
        "exponent": None if relation.exponent is None else _number(relation.exponent, 3),
        "backend": clean(relation.backend),
        "standing": relation.standing.value,
    }


def _backends(backends: Mapping[str, Quote]) -> dict[str, Plain]:
    return {clean(name): _quote(backends[name]) for name in sorted(backends)}


def _quotes(quotes: Iterable[Quote]) -> list[Plain]:
    return [_quote(one) for one in quotes]


def _quote(quote: Quote) -> Plain:
    return {"text": clean(quote.text), "page": _page(quote.page)}


def _page(page: int) -> int | None:
    """Word files know no pages."""
    return page or None


def _texts(texts: Iterable[str]) -> list[str]:
    return [clean(one) for one in texts]
