"""Read a student's submission again, from where it was graded; nothing else is reachable."""

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock

from msgspec import Struct

from grader.gradebook.desk import Desk, inbox
from grader.gradebook.handed import bytes_of, find_handed
from grader.intake import UnreadSubmission, read_submission
from grader.model.evidence import Evidence
from grader.model.submission import ReportFile, SourceFile, Submission
from grader.protocols import reports
from grader.review.page.live import ClassState

REMEMBERED = 40  # submissions in the cache


class Handed(Struct, frozen=True, kw_only=True):
    """One student's current files, as far as they are still those of the evidence."""

    sources: tuple[SourceFile, ...] = ()  # the main one first
    report: ReportFile | None = None
    sources_why: str = ""  # why there are none: "gone", "changed"; "" = all is well
    report_why: str = ""


class Submissions:
    """Finds and reads students' files, and caches them until something changes.

    Any thread may call it; the store is not used.
    """

    def __init__(self, desk: Desk) -> None:
        """Start without having read anything."""
        self._desk = desk
        self._lock = Lock()
        self._known: object = None  # the folder and the evidence for which `_found` was computed
        self._stamp = ""
        self._found: Mapping[str, UnreadSubmission] = {}
        self._read: OrderedDict[str, Handed] = OrderedDict()

    def of(self, student: str, state: ClassState, evidence: Evidence) -> Handed:
        """Read a submission; files changed since the evidence was made are left out."""
        with self._lock:
            known = (state.folder, state.evidence_keys)
            if self._known != known:
                self._found, self._known = self._find(state), known
            if self._stamp != state.stamp:
                self._read.clear()
                self._stamp = state.stamp
            if student not in self._read:
                self._read[student] = self._handed(student, evidence)
            self._read.move_to_end(student)
            if len(self._read) > REMEMBERED:
                self._read.popitem(last=False)
            return self._read[student]

    def folder_of(self, student: str, state: ClassState) -> str:
        """Return the name of a student's one folder; "" if the files are elsewhere or gone."""
        with self._lock:
            known = (state.folder, state.evidence_keys)
            if self._known != known:
                self._found, self._known = self._find(state), known
            unread = self._found.get(student)
        return unread.root.name if unread is not None and unread.root is not None else ""

    def report_bytes(self, report: ReportFile) -> bytes:
        """Read a report again; b"" if it has disappeared."""
        return bytes_of(report, self._desk.assignment)

    def _find(self, state: ClassState) -> Mapping[str, UnreadSubmission]:
        folder = state.folder or inbox(self._desk.course, self._desk.assignment.id)
        return find_handed(folder, self._desk.course)  # if it is gone, the evidence remains

    def _handed(self, student: str, evidence: Evidence) -> Handed:
        handin = self._found.get(student)
        if handin is None:
            return Handed(sources_why="gone", report_why="gone")
        submission = read_submission(handin, self._desk.assignment)
        same = submission.digest == evidence.digest
        why, report = self._report(submission, evidence)
        return Handed(
            sources=_sources(submission) if same else (),
            report=report,
            sources_why="" if same else "changed",
            report_why=why,
        )

    def _report(self, submission: Submission, evidence: Evidence) -> tuple[str, ReportFile | None]:
        knows = reports()
        report = knows.observed(evidence) if knows else None
        if knows is None or report is None or not report.file:
            return "", None
        if submission.report is None:
            return "gone", None
        key = knows.key(submission, self._desk.assignment)
        # A report on which grader itself failed has no key.
        if report.key and key != report.key:
            return "changed", None
        return "", submission.report


def _sources(submission: Submission) -> tuple[SourceFile, ...]:
    return (submission.main, *submission.helpers) if submission.main else submission.helpers
