"""What every check of the report answers in the same way: no report, not read, not readable."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps

from msgspec import Struct

from grader.model.course import Assignment, ReportSpec
from grader.model.document import READABLE, FileKind, ReadTrouble
from grader.model.evidence import Evidence, SubmissionCheck
from grader.model.finding import Finding, Location, Param, Verdict
from grader.model.report import Quote, ReportEvidence, ReportOutline
from grader.reports.record import report_of

GARBLED = 0.05  # share of characters that are no text: above it no text decides anything
QUOTED = 8  # sentences that one finding shows
LISTED = 12  # names in one message

OF_SCANS = frozenset({"REP014"})  # what nobody sees may lie behind a scan
NOT_OPENED = frozenset({ReadTrouble.EMPTY, ReadTrouble.ENCRYPTED, ReadTrouble.DAMAGED})
"""What is the matter with the file itself; everything else is about our limits."""


class ReadReport(Struct, frozen=True, kw_only=True):
    """A report that was read, whole or in part, and what it was read for."""

    evidence: Evidence
    assignment: Assignment
    observed: ReportEvidence
    outline: ReportOutline
    spec: ReportSpec

    @property
    def read_to_end(self) -> bool:
        """Whether nothing of it was left unread: only then does it lack what was not found."""
        return self.observed.reading is None and self.outline.complete


Look = Callable[[ReadReport], Iterable[Finding]]
"""A check that only ever sees a report that was read."""
Wanted = Callable[[ReportSpec], bool]


def gated(
    code: str, *, of_text: bool = True, wanted: Wanted = lambda _: True
) -> Callable[[Look], SubmissionCheck]:
    """Make a check of a look: it answers by itself where there is nothing to look at.

    `wanted` says whether the assignment asks at all: if not, the check says nothing.
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
    """Return whether the assignment wants any graph at all."""
    return spec.graphs > 0


def stops(report: ReportEvidence) -> bool:
    """Return whether there is nothing that a check could look at."""
    wrong = report.kind not in READABLE
    return bool(not report.file or wrong or report.waiting) or (
        report.reading in NOT_OPENED and not has_content(report)
    )


def has_content(report: ReportEvidence) -> bool:
    """Return whether something could be read, though the file may be damaged."""
    outline = report.outline
    return outline is not None and bool(outline.characters or outline.figures or outline.thumbnails)


def without_text(report: ReadReport) -> bool:
    """Return whether a report that was read to its end holds no text that can be seen."""
    outline = report.outline
    return report.read_to_end and not (outline.characters or outline.chapters or outline.captions)


def is_garbled(outline: ReportOutline) -> bool:
    """Return whether the text that was read off the file is not what its pages show."""
    return outline.garbled > GARBLED


def answer(
    check: str,
    verdict: Verdict,
    case: str = "",
    params: Mapping[str, Param] | None = None,
    places: Sequence[Location] = (),
) -> Finding:
    """Make a finding about the report."""
    return Finding(
        check=check,
        subject="",
        verdict=verdict,
        case=case,
        params={**(params or {})},
        locations=tuple(places),
    )


def skipped(check: str, earlier: str) -> Finding:
    """Return that a check is skipped until an earlier one passes."""
    return answer(check, Verdict.SKIPPED, params={"because": earlier})


def absent(
    report: ReadReport, check: str, case: str, params: Mapping[str, Param] | None = None
) -> Finding:
    """Return that something was not found: undecided, since the fault may be ours."""
    if not report.read_to_end:
        return answer(check, Verdict.UNDECIDED, params={"unread": report.observed.file})
    return answer(check, Verdict.UNDECIDED, case, params)


def quoted(report: ReadReport, quotes: Iterable[Quote]) -> tuple[Location, ...]:
    """Show sentences of the report as places, each once."""
    once = dict.fromkeys(quotes)
    return tuple(place(report, quote.text, quote.page) for quote in list(once)[:QUOTED])


def place(report: ReadReport, text: str, page: int) -> Location:
    """Show one line of the report."""
    return Location(file=report.observed.file, line=0, text=text, page=page)


def some(names: Iterable[str]) -> tuple[str, ...]:
    """List names for a message, each once."""
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
    """Return whether the file was not opened far enough to tell its kind."""
    return report.kind is FileKind.EMPTY or (
        report.kind is FileKind.UNKNOWN and (report.reading is not None or bool(report.waiting))
    )
