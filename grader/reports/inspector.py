"""Read a submission's report inside the sandbox, and return its content.

The file is opened by a process of its own that has no access to anything else; the host makes an
outline of the process's answer.
"""

import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from threading import Thread
from typing import Protocol

from msgspec.structs import replace

from grader import __version__, intake
from grader.model.course import REPORTS, Assignment, Limits, ReportSpec
from grader.model.document import READABLE, Document, ReadTrouble
from grader.model.evidence import Evidence, ExerciseEvidence, Observer, nothing_observed
from grader.model.report import ReportEvidence, ReportOutline
from grader.model.submission import ReportFile, Submission, Trouble
from grader.observing import Setup, Tools
from grader.plugins import installed
from grader.protocols import Inspector
from grader.records import packed_record
from grader.reports.reading import LIMITS, DocumentReader, document_libraries_missing
from grader.reports.record import report_of
from grader.sandbox import Probe, Sandbox
from grader.store import hash_of

CANNOT_BE_READ = {
    Trouble.TOO_LARGE: ReadTrouble.TOO_LARGE,
    Trouble.EMPTY: ReadTrouble.EMPTY,
}
LOOKING = ("numpy", "PIL.Image", "grader.reports")  # modules that examine a document


class ReadsDocuments(Protocol):
    """A connection to the process that reads reports; see DocumentReader."""

    def read_document(self, name: str, data: bytes) -> Document:
        """Read a report's bytes in a process of its own."""


class ReportInspector(Inspector):
    """Reads the report of a submission, if the assignment asks for one."""

    def limits(self, assignment: Assignment) -> Sequence[Limits]:
        """Return the limits of the process that reads a report."""
        return (LIMITS,) if assignment.report is not None else ()

    def begin(self, submission: Submission, assignment: Assignment, tools: Tools) -> None:
        """Start the process that reads reports, if the assignment asks for one."""
        if submission.report is not None and assignment.report is not None:
            DocumentReader(tools.sandbox).begin(submission.report.name)

    def holds(self, stored: Evidence, submission: Submission, setup: Setup, *, rerun: bool) -> bool:
        """Return whether an observation still holds: same file and phrases, or still unreadable."""
        del rerun
        report = report_of(stored)
        if setup.assignment.report is None or report is None:
            return setup.assignment.report is None and report is None
        same = report.key == report_key(submission, setup.assignment)
        return same and report.waiting in {(), document_libraries_missing()}

    def uses_times(self, evidence: Evidence) -> bool:
        """Return whether the report states how times grow."""
        report = report_of(evidence)
        return report is not None and report.outline is not None and bool(report.outline.relations)

    def inspect(
        self,
        submission: Submission,
        observed: Mapping[str, ExerciseEvidence],
        setup: Setup,
        tools: Tools,
    ) -> Mapping[str, ReportEvidence]:
        """Return the report's observation."""
        del observed
        read = read_report(submission, setup.assignment, DocumentReader(tools.sandbox))
        return {"": read} if read is not None else {}


INSPECTOR = ReportInspector()


def report_key(submission: Submission, assignment: Assignment) -> str:
    """Return a key of what reading a report depends on, as "sha256:…"; "" if none is asked for."""
    if assignment.report is None:
        return ""
    report = submission.report
    files = [report.name, report.digest, report.size_bytes] if report else list(submission.reports)
    spec = assignment.report
    phrases = [list(spec.template), list(spec.task)]  # to search for in the report
    return hash_of({"report": files, "file_bytes": spec.file_bytes, "phrases": phrases})


def read_report(
    submission: Submission, assignment: Assignment, reader: ReadsDocuments
) -> ReportEvidence | None:
    """Observe the report; None when the assignment asks for none."""
    spec = assignment.report
    if spec is None:
        return None
    key = report_key(submission, assignment)
    file = submission.report
    if file is None:
        return ReportEvidence(file="", candidates=submission.reports, key=key)
    if lacking := document_libraries_missing():
        size = file.size_bytes
        return ReportEvidence(file=file.name, size_bytes=size, waiting=lacking, key=key)
    return _read(submission, file, spec, reader, key)


def _read(
    submission: Submission, file: ReportFile, spec: ReportSpec, reader: ReadsDocuments, key: str
) -> ReportEvidence:
    if file.trouble is not None:
        reading = CANNOT_BE_READ.get(file.trouble)
        if reading is None:  # no permission, or it has disappeared: not the student's fault
            raise OSError(f"{file.name}: cannot be read: {file.trouble.value}")
        return ReportEvidence(file=file.name, size_bytes=file.size_bytes, reading=reading, key=key)
    start = time.perf_counter()
    raw = intake.report_bytes(file, spec)
    if hashlib.sha256(raw).hexdigest() != file.digest:  # another machine sees another disk, perhaps
        raise OSError(f"{file.name}: changed after the submissions were read")
    document = reader.read_document(file.name, raw)
    outline = _outline(document, spec, submission.student)
    return ReportEvidence(
        file=file.name,
        kind=document.kind,
        size_bytes=file.size_bytes,
        reading=document.trouble,
        detail=document.detail,
        seconds=time.perf_counter() - start,
        outline=outline,
        key=key,
    )


def _outline(document: Document, spec: ReportSpec, student: str) -> ReportOutline | None:
    """Return a document's content, if any part of it could be read."""
    blank = not (document.lines or document.pictures or document.pages)
    if blank and (document.trouble is not None or document.kind not in READABLE):
        return None
    # imported here, since its rules are needed only for reports
    from grader.reports.leftovers import pattern_like
    from grader.reports.outline import outline

    return outline(
        document,
        template=spec.template,
        task=spec.task,
        student_id=pattern_like(student),
    )


def evidence_of_report(
    submission: Submission, assignment: Assignment, reader: ReadsDocuments
) -> Evidence:
    """Observe only the report."""
    read = read_report(submission, assignment, reader)
    return replace(
        nothing_observed(submission.student, assignment.id),
        files=submission.files,
        troubles=submission.troubles,
        grader=__version__,
        records={REPORTS: packed_record(REPORTS, read)} if read is not None else {},
        observers={REPORTS: Observer(schema=installed()[REPORTS].schema)},
    )


@contextmanager
def open_documents(probe: Probe, name: str) -> Iterator[DocumentReader]:
    """Open what reads one report, of this name.

    What looks at what was read is loaded meanwhile, if the libraries are here.
    """
    if not document_libraries_missing():
        Thread(target=_load_what_looks, daemon=True).start()
    with Sandbox(probe.level, alone=True) as sandbox:
        reader = DocumentReader(sandbox)
        reader.begin(name)
        yield reader


def _load_what_looks() -> None:
    for name in LOOKING:
        import_module(name)
