"""A new assignment from a few answers, or a new operation's reference to fill in.

In: a Plan and the course. Out: a Draft, every file with its text, and the folder it is written to,
whole or not at all. Not here: asking questions, proving that the assignment can say yes and no.
"""

from grader.course.scaffolding.draft import UNFILLED, Draft, make_draft, write_draft
from grader.course.scaffolding.plan import (
    AssignmentPlan,
    known_operations,
    name_problems,
    suffix_of,
)

__all__ = [
    "UNFILLED",
    "AssignmentPlan",
    "Draft",
    "known_operations",
    "make_draft",
    "name_problems",
    "suffix_of",
    "write_draft",
]
