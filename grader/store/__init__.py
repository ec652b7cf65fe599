"""What grader remembers: observed, derived and decided records in one SQLite file.

In: Evidence, ScoreSheet, Decision. Out: the same, and the keys that say whether an observation
still holds. Not here: collecting evidence, points, the files made for people.
"""

from grader.store.keys import (
    Identity,
    evidence_key,
    exercise_keys,
    identity_of,
    report_key,
    seed_of,
    timing_key,
)
from grader.store.lock import one_grader_only
from grader.store.secret import course_secret, user_state_folder
from grader.store.store import FILE_NAME, Observed, Store

__all__ = [
    "FILE_NAME",
    "Identity",
    "Observed",
    "Store",
    "course_secret",
    "evidence_key",
    "exercise_keys",
    "identity_of",
    "one_grader_only",
    "report_key",
    "seed_of",
    "timing_key",
    "user_state_folder",
]
