"""grader's records: observed, derived and decided, in one SQLite file.

In: Evidence, ScoreSheet, Decision. Out: the same, and the keys that say whether an observation
still holds. Dated copies are kept next to it. Not here: collecting evidence, points, the files for
people to read.
"""

from grader.store.backups import FILE_NAME, Backup, has_traces, refuse_without_a_store
from grader.store.keys import (
    SubmissionIdentity,
    evidence_key,
    exercise_keys,
    files_key,
    hash_of,
    identity_of,
    is_stale,
    overtaken,
    same_evidence,
    same_files,
    seed_of,
    timing_key,
    with_word,
)
from grader.store.schema import Unreadable
from grader.store.secret import course_secret, levels_folder, user_state_folder
from grader.store.store import (
    PATIENCE,
    Observed,
    Store,
    assignment_in,
    one_grader_only,
    open_store,
)

__all__ = [
    "FILE_NAME",
    "PATIENCE",
    "Backup",
    "Observed",
    "Store",
    "SubmissionIdentity",
    "Unreadable",
    "assignment_in",
    "course_secret",
    "evidence_key",
    "exercise_keys",
    "files_key",
    "has_traces",
    "hash_of",
    "identity_of",
    "is_stale",
    "levels_folder",
    "one_grader_only",
    "open_store",
    "overtaken",
    "refuse_without_a_store",
    "same_evidence",
    "same_files",
    "seed_of",
    "timing_key",
    "user_state_folder",
    "with_word",
]
