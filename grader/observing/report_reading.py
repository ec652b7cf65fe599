"""Reads a submission's report inside the sandbox, and says what stands in it.

The file is opened by a process that is alone with it and knows nothing; what comes back is made
into an outline here. An exception of ours is the evidence's trouble, as everywhere.
"""

import time
from hashlib import sha256

from grader import intake
from grader.model.course import Assignment, ReportSpec
from grader.model.document import READABLE, Document, ReadTrouble
from grader.model.errors import shield
from grader.model.report import ReportEvidence, ReportOutline
from grader.model.running import DocumentReader
from grader.model.submission import ReportFile, Submission, Trouble
from grader.store import report_key

CANNOT_BE_READ = {
    Trouble.TOO_LARGE: ReadTrouble.TOO_LARGE,
    Trouble.EMPTY: ReadTrouble.EMPTY,
}


def read_report(
    submission: Submission,
    assignment: Assignment,
    reader: DocumentReader,
    lacking: tuple[str, ...] = (),
) -> ReportEvidence | None:
    """Observes the report; None when the assignment asks for none.

    `lacking` names libraries that are not here, without which none can be read.
    """
    spec = assignment.report
    if spec is None:
        return None
    key = report_key(submission, assignment)
    file = submission.report
    if file is None:
        return ReportEvidence(file="", candidates=submission.reports, key=key)
    if lacking:
        size = file.size_bytes
        return ReportEvidence(file=file.name, size_bytes=size, waiting=lacking, key=key)
    with shield() as fault:
        return _read(submission, file, spec, reader, key)
    trouble = fault.caught.traceback
    return ReportEvidence(file=file.name, size_bytes=file.size_bytes, trouble=trouble)


def _read(
    submission: Submission, file: ReportFile, spec: ReportSpec, reader: DocumentReader, key: str
) -> ReportEvidence:
    if file.trouble is not None:
        reading = CANNOT_BE_READ.get(file.trouble)
        if reading is None:  # permission, or it went away meanwhile: not the student's doing
            raise OSError(f"{file.name}: cannot be read: {file.trouble.value}")
        return ReportEvidence(file=file.name, size_bytes=file.size_bytes, reading=reading, key=key)
    start = time.perf_counter()
    raw = intake.report_bytes(file, spec)
    if sha256(raw).hexdigest() != file.digest:  # another machine sees another disk, perhaps
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
    """Gives what stands in a document, if anything of it could be read."""
    blank = not (document.lines or document.pictures or document.pages)
    if blank and (document.trouble is not None or document.kind not in READABLE):
        return None
    # Its rules: only where there is a report.
    from grader.reports.leftovers import pattern_like
    from grader.reports.outline import outline

    return outline(
        document,
        template=spec.template,
        task=spec.task,
        student_id=pattern_like(student),
    )
