"""Print a report's outline: what was recognised, and why."""

from collections.abc import Iterable, Iterator, Sequence

import click

from grader.model.course import Assignment
from grader.model.report import Answer, Figure, Quote, Relation, ReportEvidence, ReportOutline
from grader.reports.figure_view import reason
from grader.reports.view import compares_backends
from grader.wording import Wording, visible

SHOWN = 12  # sentences of one kind
MARKS = {Answer.YES: ("○", "green"), Answer.UNSURE: ("△", "yellow"), Answer.NO: ("－", None)}


def outline_lines(report: ReportEvidence, assignment: Assignment, words: Wording) -> Iterator[str]:
    """Yield the lines of the outline; only the file's name if nothing of it could be read."""
    yield click.style(visible(report.file), bold=True)
    outline = report.outline
    if outline is None:
        return
    yield f"  {about(report, outline, words)}"
    if outline.typed:
        yield f"  {words.text('report.warn_typed', count=outline.typed)}"
    for title, lines in _sections(outline, assignment, words):
        yield ""
        yield click.style(words.text(f"report.{title}"), bold=True)
        yield from (f"  {line}" for line in lines)


def about(report: ReportEvidence, outline: ReportOutline, words: Wording) -> str:
    """Sum up the file in a line: its kind, pages, characters, their size, what made it."""
    facts = [
        ("kind_name", _label("kind", report.kind.value, words)),
        ("pages", str(outline.page_count or "")),
        ("characters", str(outline.characters)),
        ("letters", _points(outline.body_size_pt, words)),
        ("producer", visible(outline.producer)),
    ]
    named = [(words.text(f"report.{name}"), fact) for name, fact in facts if fact]
    return words.text("list").join(f"{name} {fact}" for name, fact in named)


def _points(size: float, words: Wording) -> str:
    return words.text("report.points", size=f"{size:.1f}") if size else ""


def _sections(
    outline: ReportOutline, assignment: Assignment, words: Wording
) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield titles and lines; required parts are listed even if they are empty."""
    none = [words.text("report.nothing")]
    yield "chapters", [*_chapters(outline, words)] or [words.text("report.no_chapters")]
    yield "figures", [*_figures(outline.figures, words)] or [words.text("report.no_figures")]
    yield "explanations", [*_quotes(outline.explanations, words)] or none
    yield "relations", [*_relations(outline.relations, words)] or none
    backends = [
        f"{name}: {_quoted(quote, words)}" for name, quote in (outline.backends or {}).items()
    ]
    for title, lines in (
        ("backends", backends if compares_backends(assignment) else []),
        ("left_over", [*_quotes(outline.left_over, words)]),
        ("hidden", [*_quotes((hidden.quote for hidden in outline.hidden), words)]),
    ):
        if lines:
            yield title, lines


def _chapters(outline: ReportOutline, words: Wording) -> Iterator[str]:
    for chapter in outline.chapters:
        why = words.text("list").join(_label("why", reason, words) for reason in chapter.why)
        indent = "  " * (chapter.level - 1)
        heading = visible(chapter.printed)
        yield f"{_page(chapter.page, words)}{indent}{heading}  " + click.style(f"({why})", dim=True)


def _figures(figures: Iterable[Figure], words: Wording) -> Iterator[str]:
    for figure in figures:
        if figure.decoration:
            continue
        mark, colour = MARKS[figure.is_graph]
        answer = words.text(f"report.graph.{figure.is_graph.value}")
        caption = figure.caption
        title = f"{caption.label} {caption.title}" if caption else words.text("report.untitled")
        line = f"{mark} {_page(figure.page, words)}{visible(title)}: {answer}"
        why = reason(figure)
        because = f"  ({_label('seen', why, words)})" if why else ""
        yield click.style(line, fg=colour) + click.style(because, dim=True)
        if caption and not figure.referenced:
            yield "  " + words.text("report.not_referenced")


def _relations(relations: Iterable[Relation], words: Wording) -> Iterator[str]:
    for relation in list(relations)[:SHOWN]:
        powers = f" → {relation.printed}" if relation.exponents else ""
        yield _quoted(relation.quote, words) + powers


def _quotes(quotes: Iterable[Quote], words: Wording) -> Iterator[str]:
    for quote in list(quotes)[:SHOWN]:
        yield _quoted(quote, words)


def _quoted(quote: Quote, words: Wording) -> str:
    return _page(quote.page, words) + words.text("report.quote", text=visible(quote.text))


def _page(page: int, words: Wording) -> str:
    return words.text("report.page", page=page) + " " if page else ""


def _label(table: str, code: str, words: Wording) -> str:
    """Return a reason in words, or its code if it has no words."""
    key = f"report.{table}.{code.replace('-', '_')}"
    label = words.text(key)
    return code if label == key else label
