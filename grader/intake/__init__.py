"""Find and read what students submitted, without trusting it.

In: a folder of submissions, or single files. Out: UnreadSubmission (who, where) and Submission (the
source, decoded; which file is the report; every problem met on the way). Not here: syntax, imports,
running, the contents of a report. Never follows a link, never opens anything but regular files,
never reads outside a submission.
"""

from grader.intake.refusal import FileRefused
from grader.intake.reports import report_bytes, submission_of_report
from grader.intake.students import UnreadSubmission, find_students, unread_submission
from grader.intake.submissions import read_submission
from grader.people import find_id

__all__ = [
    "FileRefused",
    "UnreadSubmission",
    "find_id",
    "find_students",
    "read_submission",
    "report_bytes",
    "submission_of_report",
    "unread_submission",
]
