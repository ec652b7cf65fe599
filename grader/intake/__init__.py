"""What students handed in, read without trusting it.

In: a folder of submissions, or single files. Out: Handin (who, where) and Submission (which source,
decoded, with every trouble on the way). Not here: syntax, imports, running. Never follows a link,
never opens anything but regular files, never reads outside a submission.
"""

from grader.intake.checks import SUBMISSION_CHECKS
from grader.intake.handins import Handin, find_students, handin_of_files
from grader.intake.names import find_id
from grader.intake.submissions import read_submission

__all__ = [
    "SUBMISSION_CHECKS",
    "Handin",
    "find_id",
    "find_students",
    "handin_of_files",
    "read_submission",
]
