"""A new assignment from a few answers, or a new operation's reference to fill in.

In: a Plan and the course. Out: a Draft, every file with its text, and the folder it is written to,
whole or not at all. Not here: asking questions, proving that the assignment can say yes and no.
"""

from grader.course.making.draft import Draft, make_draft
from grader.course.making.plan import (
    Plan,
    known_operations,
    name_problems,
    plan_problems,
    suffix_of,
)
from grader.course.making.texts import UNFILLED
from grader.course.making.writing import write_draft

__all__ = [
    "UNFILLED",
    "Draft",
    "Plan",
    "known_operations",
    "make_draft",
    "name_problems",
    "plan_problems",
    "suffix_of",
    "write_draft",
]
