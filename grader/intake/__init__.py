"""What students handed in, read without trusting it.

In: a folder of submissions, or single files. Out: Handin (who, where) and Submission (which source,
decoded, with every trouble on the way; which file is the report). Not here: syntax, imports,
running, what stands in a report. Never follows a link, never opens anything but regular files,
never reads outside a submission.
"""

from grader.intake.handins import Handin, find_students, handin_of_files
from grader.intake.refusal import Refused
from grader.intake.reports import report_bytes, submission_of_report
from grader.intake.submissions import read_submission
from grader.people import find_id

__all__ = [
    "Handin",
    "Refused",
    "find_id",
    "find_students",
    "handin_of_files",
    "read_submission",
    "report_bytes",
    "submission_of_report",
]
