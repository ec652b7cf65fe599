"""Answer for all checks of reports if a report is missing, unread or unreadable."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps

from msgspec import Struct

from grader.model.course import Assignment, ReportSpec
from grader.model.document import READABLE, FileKind, ReadTrouble
from grader.model.evidence import Evidence, SubmissionCheck
from grader.model.finding import Finding, Location, Param, Verdict
from grader.model.report import Quote, ReportEvidence, ReportOutline
from grader.reports.record import report_of

GARBLED = 0.05  # share of garbled characters above which text is not evaluated
QUOTED = 8  # sentences quoted in one finding
LISTED = 12  # names listed in one message

OF_SCANS = frozenset({"REP014"})  # checks of hidden text, which may lie behind a scan
NOT_OPENED = frozenset({ReadTrouble.EMPTY, ReadTrouble.ENCRYPTED, ReadTrouble.DAMAGED})
"""Faults of the file itself; all other faults are due to our limits."""


class ReadReport(Struct, frozen=True, kw_only=True):
    """A report that was read, whole or in part, and what was searched for in it."""

    evidence: Evidence
    assignment: Assignment
    observed: ReportEvidence
    outline: ReportOutline
    spec: ReportSpec

    @property
    def read_to_end(self) -> bool:
        """Whether it was read completely: only then is anything that was not found missing."""
        return self.observed.reading is None and self.outline.complete


Look = Callable[[ReadReport], Iterable[Finding]]
"""A check that is called only for reports that were read."""
Wanted = Callable[[ReportSpec], bool]


def gated(
    code: str, *, of_text: bool = True, wanted: Wanted = lambda _: True
) -> Callable[[Look], SubmissionCheck]:
    """Turn a look into a check that answers by itself if there is nothing to look at.

    `wanted` says whether the assignment asks for it; if not, the check yields nothing.
    """

    def check_of(look: Look) -> SubmissionCheck:
        @wraps(look)
        def checked(evidence: Evidence, assignment: Assignment) -> Iterable[Finding]:
            report, spec = report_of(evidence), assignment.report
            if spec is None or not wanted(spec):
                return ()
            if report is None or report.outline is None or stops(report):
                return (_stopped(code, report),)
            if of_text and is_garbled(report.outline):
                share = f"{100 * report.outline.garbled:.0f}"
                return (answer(code, Verdict.UNDECIDED, params={"garbled": share}),)
            read_report = ReadReport(
                evidence=evidence,
                assignment=assignment,
                observed=report,
                outline=report.outline,
                spec=spec,
            )
            if of_text and code not in OF_SCANS and without_text(read_report):
                return (skipped(code, "REP009"),)
            return look(read_report)

        return checked

    return check_of


def graphs_asked_for(spec: ReportSpec) -> bool:
    """Return whether the assignment requires any graph."""
    return spec.graphs > 0


def stops(report: ReportEvidence) -> bool:
    """Return whether there is nothing for a check to examine."""
    wrong = report.kind not in READABLE
    return bool(not report.file or wrong or report.waiting) or (
        report.reading in NOT_OPENED and not has_content(report)
    )


def has_content(report: ReportEvidence) -> bool:
    """Return whether anything could be read, even from a damaged file."""
    outline = report.outline
    return outline is not None and bool(outline.characters or outline.figures or outline.thumbnails)


def without_text(report: ReadReport) -> bool:
    """Return whether a completely read report has no visible text."""
    outline = report.outline
    return report.read_to_end and not (outline.characters or outline.chapters or outline.captions)


def is_garbled(outline: ReportOutline) -> bool:
    """Return whether the extracted text differs from what the pages show."""
    return outline.garbled > GARBLED


def answer(
    check: str,
    verdict: Verdict,
    case: str = "",
    params: Mapping[str, Param] | None = None,
    places: Sequence[Location] = (),
) -> Finding:
    """Build a finding about the report."""
    return Finding(
        check=check,
        subject="",
        verdict=verdict,
        case=case,
        params={**(params or {})},
        locations=tuple(places),
    )


def skipped(check: str, earlier: str) -> Finding:
    """Return a skipped finding: an earlier check has to pass first."""
    return answer(check, Verdict.SKIPPED, params={"because": earlier})


def absent(
    report: ReadReport, check: str, case: str, params: Mapping[str, Param] | None = None
) -> Finding:
    """Return an undecided finding, since what was not found may be there."""
    if not report.read_to_end:
        return answer(check, Verdict.UNDECIDED, params={"unread": report.observed.file})
    return answer(check, Verdict.UNDECIDED, case, params)


def quoted(report: ReadReport, quotes: Iterable[Quote]) -> tuple[Location, ...]:
    """Convert sentences of the report to locations, without duplicates."""
    once = dict.fromkeys(quotes)
    return tuple(place(report, quote.text, quote.page) for quote in list(once)[:QUOTED])


def place(report: ReadReport, text: str, page: int) -> Location:
    """Convert a line of the report to a location."""
    return Location(file=report.observed.file, line=0, text=text, page=page)


def some(names: Iterable[str]) -> tuple[str, ...]:
    """List names for a message, without duplicates."""
    listed = list(dict.fromkeys(names))
    return (*listed[:LISTED], "…") if len(listed) > LISTED else tuple(listed)


def _stopped(code: str, report: ReportEvidence | None) -> Finding:
    """Return why there is nothing to check, naming the check that found out."""
    if report is None:
        return skipped(code, "REP001")
    if not report.file or (report.kind not in READABLE and not unopened(report)):
        return skipped(code, "REP001")
    if report.waiting:
        return answer(code, Verdict.WAITING, params={"needs": report.waiting})
    return skipped(code, "REP002")


def unopened(report: ReportEvidence) -> bool:
    """Return whether the file could not even be opened to determine its kind."""
    return report.kind is FileKind.EMPTY or (
        report.kind is FileKind.UNKNOWN and (report.reading is not None or bool(report.waiting))
    )
