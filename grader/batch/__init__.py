"""Many submissions: the pool, resume, progress; and the proof that an assignment works.

In: a folder of submissions, a Setup and a workplace for each worker. Out: score sheets in the store
and files for people, and the class as it stands. Not here: how a submission is observed or judged,
the terminal.
"""

from grader.batch.classroom import ClassResult, Graded, Publisher, ResultFiles, Shrunk
from grader.batch.grade import Job, Watch, grade_class, regrade_class
from grader.batch.pool import Phase, Step, workplace_of
from grader.batch.processes import Fit, fit, needed_mib
from grader.batch.verify import Proof, find_lacks, verify_assignment

__all__ = [
    "ClassResult",
    "Fit",
    "Graded",
    "Job",
    "Phase",
    "Proof",
    "Publisher",
    "ResultFiles",
    "Shrunk",
    "Step",
    "Watch",
    "find_lacks",
    "fit",
    "grade_class",
    "needed_mib",
    "regrade_class",
    "verify_assignment",
    "workplace_of",
]
