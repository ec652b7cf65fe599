"""Who may see what: pseudonyms, redaction, and where student data may lie.

In: texts, paths, students. Out: texts without names, stand-ins for students, what is to be removed.
Not here: what the files hold otherwise.
"""

from grader.privacy.anonymous import (
    anonymise,
    change_texts,
    people_of,
    redact_feedback,
    without_staff,
)
from grader.privacy.folders import (
    Git,
    ask_git,
    ensure_private,
    exposed_files,
    refuse_tracked,
    rule_for,
)
from grader.privacy.pseudonyms import give_pseudonyms, read_map, write_map
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
    "anonymise",
    "ask_git",
    "change_texts",
    "ensure_private",
    "exposed_files",
    "give_pseudonyms",
    "make_redactor",
    "mask_homes",
    "people_of",
    "plan_purge",
    "read_map",
    "redact",
    "redact_feedback",
    "refuse_tracked",
    "remove_listed",
    "rule_for",
    "without_staff",
    "write_map",
]
