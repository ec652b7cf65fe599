"""Who may see what: pseudonyms, redaction, and where student data may lie.

In: texts, paths, students. Out: texts without names, stand-ins for students, what is to be removed.
Not here: what the files hold otherwise.
"""

from grader.privacy.anonymous import anonymise, people_of, redact_feedback, without_staff
from grader.privacy.everywhere import change_texts
from grader.privacy.folders import ensure_private
from grader.privacy.homes import MASK, mask_homes
from grader.privacy.map_file import read_map, write_map
from grader.privacy.pseudonyms import give_pseudonyms
from grader.privacy.purging import Doomed, PurgePlan, Stays, Why, plan_purge
from grader.privacy.redaction import Redactor, make_redactor, redact
from grader.privacy.removing import Removed, remove_listed
from grader.privacy.tracked import Git, ask_git, refuse_tracked, tracked_by_git

__all__ = [
    "MASK",
    "Doomed",
    "Git",
    "PurgePlan",
    "Redactor",
    "Removed",
    "Stays",
    "Why",
    "anonymise",
    "ask_git",
    "change_texts",
    "ensure_private",
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
    "tracked_by_git",
    "without_staff",
    "write_map",
]
