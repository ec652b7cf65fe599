"""Read a student's submitted report again, from the folder that was graded."""

from collections.abc import Mapping
from pathlib import Path

from grader.intake import (
    FileRefused,
    UnreadSubmission,
    find_students,
    read_submission,
    report_bytes,
)
from grader.model.course import Assignment, Course
from grader.model.errors import IntakeError
from grader.model.submission import ReportFile, Submission
from grader.protocols import Reports


def find_handed(folder: Path, course: Course) -> Mapping[str, UnreadSubmission]:
    """Find the submissions in a folder by student; empty if it is gone."""
    try:
        return {found.student: found for found in find_students(folder, course)}
    except IntakeError:
        return {}


def report_handed_in(
    unread: UnreadSubmission | None, assignment: Assignment, knows: Reports, key: str
) -> ReportFile | None:
    """Return the report that an observation of `key` read; None if it has been replaced."""
    if unread is None:
        return None
    submission: Submission = read_submission(unread, assignment)
    same = knows.key(submission, assignment) == key
    return submission.report if same else None


def bytes_of(report: ReportFile, assignment: Assignment) -> bytes:
    """Read a report again; b"" if it no longer exists."""
    try:
        return report_bytes(report, assignment.report) if assignment.report else b""
    except FileRefused:
        return b""
