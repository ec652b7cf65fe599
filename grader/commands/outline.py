"""A report's outline on a terminal: what was seen, and why it was taken for that."""

from collections.abc import Iterable, Iterator, Sequence

import click

from grader.export.report_said import growth_text
from grader.model.report import Answer, Figure, Quote, Relation, ReportEvidence, ReportOutline
from grader.wording import Wording, visible

SHOWN = 12  # sentences of one kind
MARKS = {Answer.YES: ("○", "green"), Answer.UNSURE: ("△", "yellow"), Answer.NO: ("－", None)}


def show_outline(report: ReportEvidence, words: Wording) -> None:
    """Prints the outline, if anything of the report could be read."""
    click.secho(visible(report.file), bold=True)
    outline = report.outline
    if outline is None:
        return
    click.echo(f"  {about(report, outline, words)}")
    for title, lines in _sections(outline, words):
        click.echo()
        click.secho(words.text(f"report.{title}"), bold=True)
        for line in lines:
            click.echo(f"  {line}")


def about(report: ReportEvidence, outline: ReportOutline, words: Wording) -> str:
    """Sums up the file in a line: its kind, pages, characters, their size, what made it."""
    facts = [
        ("kind_name", _label("kind", report.kind.value, words)),
        ("pages", str(outline.page_count or "")),
        ("characters", str(outline.characters)),
        ("letters", _points(outline.body_size_pt, words)),
        ("producer", visible(outline.producer)),
    ]
    named = [(words.text(f"report.{name}"), said) for name, said in facts if said]
    return words.text("list").join(f"{name} {said}" for name, said in named)


def _points(size: float, words: Wording) -> str:
    return words.text("report.points", size=f"{size:.1f}") if size else ""


def _sections(outline: ReportOutline, words: Wording) -> Iterator[tuple[str, Sequence[str]]]:
    """Yields titles and lines; of what is asked for even where there are none."""
    none = [words.text("report.nothing")]
    yield "chapters", [*_chapters(outline, words)] or [words.text("report.no_chapters")]
    yield "figures", [*_figures(outline.figures, words)] or [words.text("report.no_figures")]
    yield "explanations", [*_quotes(outline.explanations, words)] or none
    yield "relations", [*_relations(outline.relations, words)] or none
    backends = [
        f"{name}: {_quoted(quote, words)}" for name, quote in (outline.backends or {}).items()
    ]
    for title, lines in (
        ("backends", backends),
        ("left_over", [*_quotes(outline.left_over, words)]),
        ("hidden", [*_quotes((one.quote for one in outline.hidden), words)]),
    ):
        if lines:
            yield title, lines


def _chapters(outline: ReportOutline, words: Wording) -> Iterator[str]:
    for one in outline.chapters:
        why = words.text("list").join(_label("why", reason, words) for reason in one.why)
        indent = "  " * (one.level - 1)
        heading = visible(one.printed)
        yield f"{_page(one.page, words)}{indent}{heading}  " + click.style(f"({why})", dim=True)


def _figures(figures: Iterable[Figure], words: Wording) -> Iterator[str]:
    for one in figures:
        if one.decoration:
            continue
        mark, colour = MARKS[one.is_graph]
        answer = words.text(f"report.graph.{one.is_graph.value}")
        caption = one.caption
        title = f"{caption.label} {caption.title}" if caption else words.text("report.untitled")
        line = f"{mark} {_page(one.page, words)}{visible(title)}: {answer}"
        seen = words.text("list").join(_label("seen", reason, words) for reason in one.why)
        yield click.style(line, fg=colour) + click.style(f"  ({seen})" if seen else "", dim=True)
        if caption and not one.referenced:
            yield "  " + words.text("report.not_referenced")


def _relations(relations: Iterable[Relation], words: Wording) -> Iterator[str]:
    for one in list(relations)[:SHOWN]:
        yield f"{_quoted(one.quote, words)} → {growth_text(one, words)}"


def _quotes(quotes: Iterable[Quote], words: Wording) -> Iterator[str]:
    for one in list(quotes)[:SHOWN]:
        yield _quoted(one, words)


def _quoted(quote: Quote, words: Wording) -> str:
    return _page(quote.page, words) + words.text("report.quote", text=visible(quote.text))


def _page(page: int, words: Wording) -> str:
    return words.text("report.page", page=page) + " " if page else ""


def _label(table: str, code: str, words: Wording) -> str:
    """Says a reason in words; one that has none, by its code."""
    key = f"report.{table}.{code.replace('-', '_')}"
    said = words.text(key)
    return code if said == key else said
