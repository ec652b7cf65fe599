"""REP004 to REP007: the graph, what is said about it, its caption, and where the text names it.

Only a report in which nothing at all is drawn fails. What is a graph, what explains one and what
belongs to which picture can only be guessed at, so that a person decides wherever it was not found.
"""

from collections.abc import Iterable, Sequence

from grader.model.finding import Finding, Location, Param, Verdict
from grader.model.report import Answer, Caption, Figure
from grader.report.answering import (
    Seen,
    absent,
    answer,
    gated,
    graphs_asked_for,
    is_garbled,
    place,
    quoted,
    skipped,
    some,
)


@gated("REP004", of_text=False, wanted=graphs_asked_for)
def has_graph(seen: Seen) -> Iterable[Finding]:
    """REP004: as many graphs as are asked for."""
    wanted = seen.spec.graphs
    drawn = _drawn(seen)
    sure = [one for one in drawn if one.is_graph is Answer.YES]
    perhaps = [one for one in drawn if one.is_graph is Answer.UNSURE]
    params: dict[str, Param] = {
        "graphs": len(sure),
        "perhaps": len(perhaps),
        "pictures": len(drawn),
        "wanted": wanted,
    }
    if len(sure) >= wanted:
        return (answer("REP004", Verdict.PASSED, params=params, places=_places(seen, sure)),)
    if sure or perhaps:
        shown = _places(seen, [*sure, *perhaps])
        case = "unsure" if len(sure) + len(perhaps) >= wanted else "few"
        return (answer("REP004", Verdict.UNDECIDED, case, params, shown),)
    if _nothing_is_drawn(seen):
        return (answer("REP004", Verdict.FAILED, "nothing", params),)
    return (absent(seen, "REP004", "none" if drawn else "not-found", params),)


@gated("REP005", wanted=graphs_asked_for)
def is_explained(seen: Seen) -> Iterable[Finding]:
    """REP005: sentences say what a graph shows."""
    if seen.outline.explanations:
        told = quoted(seen, seen.outline.explanations)
        return (answer("REP005", Verdict.PASSED, places=told),)
    if not _drawn(seen):
        return (skipped("REP005", "REP004"),)
    return (absent(seen, "REP005", "plain"),)


@gated("REP006", wanted=graphs_asked_for)
def has_captions(seen: Seen) -> Iterable[Finding]:
    """REP006: graphs have a numbered title; where no graph is sure, every picture."""
    figures = _to_be_captioned(seen)
    if not figures:
        return (skipped("REP006", "REP004"),)
    bare = [one for one in figures if one.caption is None]
    unnumbered = [one for one in figures if one.caption is not None and not one.caption.number]
    params: dict[str, Param] = {
        "count": len(bare or unnumbered),
        "figures": len(figures),
        "captions": some(printed(one) for one in seen.outline.captions if not one.table),
    }
    if bare:
        return (absent(seen, "REP006", "missing", params),)
    if unnumbered:
        return (absent(seen, "REP006", "unnumbered", params),)
    return (answer("REP006", Verdict.PASSED, params=params, places=_places(seen, figures)),)


@gated("REP007", wanted=graphs_asked_for)
def is_referred_to(seen: Seen) -> Iterable[Finding]:
    """REP007: the text names every figure that has a number."""
    named = {one.number for one in seen.outline.references}
    told = [
        one.caption
        for one in seen.outline.figures
        if one.caption is not None and one.caption.number and not one.decoration
    ]
    if not told:
        return (skipped("REP007", "REP006"),)
    referenced = {one.caption for one in seen.outline.figures if one.referenced}
    alone = [one for one in told if one.number not in named and one not in referenced]
    if alone:
        labels: dict[str, Param] = {"labels": some(one.label for one in alone)}
        return (absent(seen, "REP007", "plain", labels),)
    places = quoted(seen, (one.quote for one in seen.outline.references))
    return (answer("REP007", Verdict.PASSED, places=places),)


def printed(caption: Caption) -> str:
    """Writes a caption as it stands in the report."""
    return f"{caption.label} {caption.title}".strip()


def _drawn(seen: Seen) -> list[Figure]:
    return [one for one in seen.outline.figures if not one.decoration]


def _to_be_captioned(seen: Seen) -> list[Figure]:
    drawn = _drawn(seen)
    return [one for one in drawn if one.is_graph is Answer.YES] or drawn


def _nothing_is_drawn(seen: Seen) -> bool:
    """Makes sure: what the text calls a figure was perhaps only not seen by us."""
    outline = seen.outline
    drawn = outline.figures or outline.ink_pages or outline.scanned_pages
    spoken_of = outline.references or any(not one.table for one in outline.captions)
    return seen.whole and not (drawn or spoken_of or is_garbled(outline))


def _places(seen: Seen, figures: Sequence[Figure]) -> list[Location]:
    """Shows figures by their captions."""
    return [
        place(seen, printed(one.caption) if one.caption else "", one.page) for one in figures[:6]
    ]
