"""Many submissions: the pool, resume, progress; and the proof that an assignment works.

In: a folder of submissions, a Setup and a workplace for each worker. Out: stored score sheets,
files for people, and a ClassResult. Not here: how a submission is observed or judged,
the terminal.
"""

from grader.batch.classroom import ClassResult, Graded, ResultFiles
from grader.batch.grade import (
    SHARDS,
    ClassJob,
    Elsewhere,
    OpenElsewhere,
    Shard,
    Watch,
    grade_class,
    regrade_class,
    seen_by_another_version,
)
from grader.batch.merge import MergeConflict, Merged, merge_results
from grader.batch.pool import Phase, Step, begin_processes, workplace_of
from grader.batch.processes import JobFit, fit, needed_mib
from grader.batch.verify import AssignmentProof, find_lacks, verify_assignment

__all__ = [
    "SHARDS",
    "AssignmentProof",
    "ClassJob",
    "ClassResult",
    "Elsewhere",
    "Graded",
    "JobFit",
    "MergeConflict",
    "Merged",
    "OpenElsewhere",
    "Phase",
    "ResultFiles",
    "Shard",
    "Step",
    "Watch",
    "begin_processes",
    "find_lacks",
    "fit",
    "grade_class",
    "merge_results",
    "needed_mib",
    "regrade_class",
    "seen_by_another_version",
    "verify_assignment",
    "workplace_of",
]
