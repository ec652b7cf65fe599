"""Decide who may see what: redact texts, and restrict where student data may be.

In: texts, paths, students. Out: texts without names, files to remove.
Not here: the content of these files.
"""

from grader.privacy.folders import (
    Git,
    ask_git,
    ensure_private,
    exposed_files,
    refuse_tracked,
    rule_for,
)
from grader.privacy.people import (
    change_texts,
    people_of,
    redact_feedback,
    without_staff,
)
from grader.privacy.purging import (
    Doomed,
    PurgePlan,
    Removed,
    StayReason,
    Stays,
    plan_purge,
    remove_listed,
)
from grader.privacy.redaction import MASK, Redactor, make_redactor, mask_homes, redact

__all__ = [
    "MASK",
    "Doomed",
    "Git",
    "PurgePlan",
    "Redactor",
    "Removed",
    "StayReason",
    "Stays",
    "ask_git",
    "change_texts",
    "ensure_private",
    "exposed_files",
    "make_redactor",
    "mask_homes",
    "people_of",
    "plan_purge",
    "redact",
    "redact_feedback",
    "refuse_tracked",
    "remove_listed",
    "rule_for",
    "without_staff",
]
