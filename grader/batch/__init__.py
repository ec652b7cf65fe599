"""Many submissions: the pool, resume, progress; and the proof that an assignment works.

In: a folder of submissions, a Setup and a way to open Tools. Out: score sheets in the store, and
the class as it stands. Not here: how a submission is observed or judged, the files made for
people, the terminal.
"""

from grader.batch.classroom import ClassResult, Graded, Publisher, Shrunk
from grader.batch.fitting import Fit, fit, needed_mib
from grader.batch.grade import Job, grade_class
from grader.batch.known import KNOWN_WRONG
from grader.batch.progress import Phase, Step, Watch
from grader.batch.regrade import regrade_class
from grader.batch.setup import (
    OpenTools,
    digest_references,
    machine_facts,
    open_documents,
    open_tools_on,
    prepare_setup,
)
from grader.batch.trouble import worth_another_try
from grader.batch.verify import Proof, find_lacks, verify_assignment

__all__ = [
    "KNOWN_WRONG",
    "ClassResult",
    "Fit",
    "Graded",
    "Job",
    "OpenTools",
    "Phase",
    "Proof",
    "Publisher",
    "Shrunk",
    "Step",
    "Watch",
    "digest_references",
    "find_lacks",
    "fit",
    "grade_class",
    "machine_facts",
    "needed_mib",
    "open_documents",
    "open_tools_on",
    "prepare_setup",
    "regrade_class",
    "verify_assignment",
    "worth_another_try",
]
