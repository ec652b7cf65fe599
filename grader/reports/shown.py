"""Show a report on pages and in a sheet's JSON."""

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from grader.export.status import has_no_report
from grader.protocols import About, Fragment
from grader.reports.document import ReportDocument, report_document
from grader.reports.record import report_of
from grader.reports.view import ReportView, anchors_of, view_report
from grader.wording.bilingual import Bilingual


class ReportShown:
    """Shows how the report was read, and what the checks examined in it."""

    @property
    def sheet_keys(self) -> Mapping[str, Any]:
        """Return what was seen in the report."""
        about = "what was seen in the report; null when the assignment asks for none"
        return {"report": Annotated[ReportDocument | None, Meta(description=about)]}

    @property
    def exercise_keys(self) -> Mapping[str, Any]:
        """Return nothing: reports belong to no exercise."""
        return {}

    def show(self, about: About, words: Bilingual) -> Fragment | None:
        """Show the report, or its absence if one was asked for."""
        if about.exercise is not None:
            return None
        heading = words.say("report.heading")
        view = view_report(about.findings, about.evidence, about.assignment, words)
        if view is not None:
            return Fragment(
                title=heading,
                template="reports/report.html",
                part=view,
                anchors=anchors_of(view),
                pieces=_pieces(view),
            )
        if has_no_report(about.findings):
            return Fragment(title=heading, template="reports/missing.html")
        return None

    def write(self, about: About) -> Mapping[str, object]:
        """Return what was seen, for the sheet's JSON."""
        if about.exercise is not None:
            return {}
        return {"report": report_document(report_of(about.evidence))}


SHOWN = ReportShown()


def _pieces(view: ReportView) -> Mapping[str, Fragment]:
    """Split the report into parts, for a page that shows each beside what it is about."""
    relations = [group for group in view.groups if group.key == "relations"]
    others = [group for group in view.groups if group.key != "relations"]
    pieces = {
        "figures": Fragment(template="reports/figures.html", part=view),
        "sentences": Fragment(template="reports/sentences.html", part=others),
        "warnings": Fragment(sentences=tuple(view.warnings)),
        "facts": Fragment(rows=tuple(view.facts)),
        "short": Fragment(template="reports/short.html", part=view),
    }
    for group in relations:
        pieces["claims"] = Fragment(template="reports/claims.html", part=group)
        pieces["measured"] = Fragment(sentences=tuple(group.beside))
    return pieces
