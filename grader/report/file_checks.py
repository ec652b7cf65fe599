"""REP001, REP002 and REP009: one Word or PDF file, that can be read, and was typed."""

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from grader.model.course import Assignment
from grader.model.document import READABLE, FileKind, ReadTrouble
from grader.model.evidence import Evidence
from grader.model.finding import Finding, Param, Verdict
from grader.model.report import Answer, Figure, ReportEvidence, ReportOutline
from grader.report.answering import (
    NOT_OPENED,
    Seen,
    answer,
    broken,
    gated,
    has_content,
    is_garbled,
    skipped,
    some,
    unopened,
    without_text,
)

ENDINGS: Mapping[FileKind, tuple[str, ...]] = MappingProxyType(
    {FileKind.DOCX: (".docx",), FileKind.DOCM: (".docm", ".docx"), FileKind.PDF: (".pdf",)}
)
PAGES = 12  # numbers of pages in one message
A_TITLE = 100  # characters: nothing but the title, whatever the pictures show
LITTLE = 200  # characters: beside pictures, perhaps only the title of handwritten pages
_TYPED = re.compile(
    r"プログラム|コード|ソース|表$|一覧|\b(?:program|code|listing|table)\b", re.IGNORECASE
)
MOST = 0.5  # of the pages: from here on the report as a whole is in doubt


def is_word_or_pdf(evidence: Evidence, assignment: Assignment) -> Iterable[Finding]:
    """REP001: one file is the report, and it is a Word or PDF file by its content."""
    report = evidence.report
    if assignment.report is None:
        return ()
    if report is None:
        return (answer("REP001", Verdict.UNDECIDED, "unread"),)
    if report.trouble:
        return (broken("REP001", report),)
    return (_about_the_file(report),)


def _about_the_file(report: ReportEvidence) -> Finding:
    """A missing report fails nobody: it may have been handed in elsewhere."""
    if not report.file:
        case = "several" if report.candidates else "missing"
        files: dict[str, Param] = {"candidates": some(report.candidates)}
        return answer("REP001", Verdict.UNDECIDED, case, files)
    named: dict[str, Param] = {"file": report.file}
    if report.kind in READABLE:
        return answer("REP001", Verdict.PASSED, "macros" * (report.kind is FileKind.DOCM), named)
    if unopened(report):
        if report.waiting:
            return answer("REP001", Verdict.WAITING, params={"needs": report.waiting})
        return skipped("REP001", "REP002")
    # What is inside an archive was not looked at, and a lock file is as good as no report.
    open_ = report.kind in {FileKind.ARCHIVE, FileKind.LOCK_FILE}
    verdict = Verdict.UNDECIDED if open_ else Verdict.FAILED
    return answer("REP001", verdict, report.kind.value, named)


def can_be_read(evidence: Evidence, assignment: Assignment) -> Iterable[Finding]:
    """REP002: the file opens, is whole, and gives its text away."""
    report = evidence.report
    if assignment.report is None:
        return ()
    if report is None or (not report.trouble and not _is_readable_kind(report)):
        return (skipped("REP002", "REP001"),)
    if report.trouble:
        return (broken("REP002", report),)
    if report.waiting:
        needs: dict[str, Param] = {"needs": report.waiting}
        return (answer("REP002", Verdict.WAITING, "libraries", needs),)
    return (_about_reading(report),)


def _is_readable_kind(report: ReportEvidence) -> bool:
    return bool(report.file) and (report.kind in READABLE or unopened(report))


def _about_reading(report: ReportEvidence) -> Finding:
    told: dict[str, Param] = {"file": report.file, "size": report.size_bytes}
    trouble = ReadTrouble.EMPTY if report.kind is FileKind.EMPTY else report.reading
    if trouble is None:
        return _about_text(report, told)
    if trouble not in NOT_OPENED:
        told["detail"] = report.detail
        return answer("REP002", Verdict.UNDECIDED, trouble.value, told)
    if trouble is ReadTrouble.DAMAGED and has_content(report):
        return answer("REP002", Verdict.UNDECIDED, "in-part", told)
    return answer("REP002", Verdict.FAILED, trouble.value, told)


def _about_text(report: ReportEvidence, told: dict[str, Param]) -> Finding:
    outline = report.outline
    if outline is None or not outline.complete:
        return answer("REP002", Verdict.UNDECIDED, "not-to-the-end", told)
    if is_garbled(outline):
        told["share"] = f"{100 * outline.garbled:.0f}"
        return answer("REP002", Verdict.UNDECIDED, "garbled", told)
    endings = ENDINGS[report.kind]
    if not report.file.casefold().endswith(endings):
        told["kind"] = "PDF" if report.kind is FileKind.PDF else "Word"
        told["ending"] = endings[0]
        return answer("REP002", Verdict.PASSED, "other-ending", told)
    return answer("REP002", Verdict.PASSED, params=told)


@gated("REP009", of_text=False)
def is_typed(seen: Seen) -> Iterable[Finding]:
    """REP009: the report has visible text; a scan and handwriting have none, or a hidden layer."""
    outline = seen.outline
    counts: dict[str, Param] = {"characters": outline.characters, "invisible": outline.invisible}
    if without_text(seen):
        return (answer("REP009", Verdict.FAILED, _without_text(seen), counts),)
    drawn = sorted({*outline.ink_pages, *outline.scanned_pages})
    counts |= {"pages": _pages(drawn), "count": len(drawn), "all": outline.page_count}
    if drawn and len(drawn) >= MOST * outline.page_count:
        return (answer("REP009", Verdict.UNDECIDED, "most-pages", counts),)
    if outline.invisible > outline.characters:
        return (answer("REP009", Verdict.UNDECIDED, "hidden-layer", counts),)
    written = outline.figures if outline.characters < A_TITLE else _perhaps_written(outline)
    if outline.characters < LITTLE and written:
        return (answer("REP009", Verdict.UNDECIDED, "little", counts),)
    return (answer("REP009", Verdict.PASSED, "some-pages" if drawn else "", counts),)


def _perhaps_written(outline: ReportOutline) -> list[Figure]:
    """The pictures that may be handwriting: no graphs, nor programs and tables by their titles."""
    return [
        figure
        for figure in outline.figures
        if not (figure.is_graph is Answer.YES or figure.decoration)
        and not (figure.caption and (figure.caption.table or _TYPED.search(figure.caption.title)))
    ]


def _without_text(seen: Seen) -> str:
    if seen.outline.invisible:
        return "only-hidden"
    return "scanned" if seen.outline.scanned_pages else "no-text"


def _pages(numbers: Sequence[int]) -> tuple[str, ...]:
    shown = tuple(map(str, numbers[:PAGES]))
    return (*shown, "…") if len(numbers) > PAGES else shown
