"""The pictures of a report on a page: small ones of its pages, and each figure with its verdict."""

from collections.abc import Sequence

from msgspec import Struct

from grader.export.pictures import Png
from grader.model.report import Answer, Figure
from grader.wording.bilingual import NOTHING, Bilingual, BilingualText, Code

LABELS = 6
CHARTS = ("line", "scatter", "bar", "area", "pie", "doughnut", "ofpie", "radar", "other")
SEEN_IN_GRAPHS = ("lines", "bars", "points", "curve", "axes", "axis-x", "axis-y", "labels")
SEEN_IN_OTHERS = (
    *("table", "cells", "code", "photo", "picture-inside", "text", "lines-of-text", "noise"),
    *("not-drawn", "not-looked-at", "nothing-inside", "grid", "small", "rough", "curve", "caption"),
)


class Shot(Struct, frozen=True, kw_only=True):
    """A small picture of one page."""

    png: Png
    alt: BilingualText
    page: BilingualText


class FigureView(Struct, frozen=True, kw_only=True):
    """One figure: its picture, its caption, and whether it is a graph and why."""

    png: Png
    alt: BilingualText
    caption: Code
    kind: BilingualText
    page: BilingualText
    is_graph: str
    verdict: BilingualText
    why: BilingualText
    referenced: BilingualText
    labels: Sequence[Code]
    chart: BilingualText


def page_of(page: int, words: Bilingual) -> BilingualText:
    """Return the page's text; Word files have no page numbers."""
    return words.say("report.page", page=page) if page else NOTHING


def shots(thumbnails: Sequence[bytes], words: Bilingual) -> list[Shot]:
    """Show the first pages."""
    return [
        Shot(
            png=Png(data),
            alt=words.say("report.shot", page=number),
            page=words.say("report.page", page=number),
        )
        for number, data in enumerate(thumbnails, start=1)
        if Png(data)
    ]


def view_figure(figure: Figure, words: Bilingual) -> FigureView:
    """Return a view of one figure."""
    caption = f"{figure.caption.label} {figure.caption.title}".strip() if figure.caption else ""
    named = "report.referenced" if figure.referenced else "report.not_referenced"
    return FigureView(
        png=Png(figure.crop),
        alt=words.say("report.figure_alt", caption=caption) if caption else _unnamed(figure, words),
        caption=Code(caption),
        kind=words.say(f"report.figure.{figure.kind.value}"),
        page=page_of(figure.page, words),
        is_graph=_as_verdict(figure.is_graph),
        verdict=words.say(f"report.graph.{figure.is_graph.value}"),
        why=words.listed("report.seen", [why] if (why := reason(figure)) else []),
        referenced=words.say(named) if caption else NOTHING,
        labels=[Code(label) for label in figure.axis_labels[:LABELS]],
        chart=_chart(figure, words),
    )


def reason(figure: Figure) -> str:
    """Return the code of the reason that says most about a figure, or "".

    The sheet's JSON has all of its reasons.
    """
    seen = SEEN_IN_GRAPHS if figure.is_graph is Answer.YES else SEEN_IN_OTHERS
    return next((each for each in (*CHARTS, *seen) if each in figure.why), "")


def _as_verdict(answer: Answer) -> str:
    """Return the style of a chip; a picture that is not a graph is not a failure."""
    return {Answer.YES: "passed", Answer.UNSURE: "undecided", Answer.NO: "skipped"}[answer]


def _unnamed(figure: Figure, words: Bilingual) -> BilingualText:
    return (
        words.say("report.figure_page", page=figure.page)
        if figure.page
        else words.say("report.figure_unnamed")
    )


def _chart(figure: Figure, words: Bilingual) -> BilingualText:
    """Describe a chart of Word's own by its own data."""
    chart = figure.chart
    if chart is None:
        return NOTHING
    return words.say(
        "report.chart",
        kind=chart.kind,
        title=chart.title,
        axes=chart.axes[:LABELS],
        series=chart.series[:LABELS],
        points=chart.points,
    )
