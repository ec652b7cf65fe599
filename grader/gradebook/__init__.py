"""People's decisions: the gradebook, confirmations, edited tables, and changes.

In: the store, the collected submissions, tables that people edited. Out: a Gradebook, Decisions,
Confirmations, differences. Not here: the files that are exported, points by rubric. Nothing here
writes: whoever stores the results holds the results folder (`store.one_grader_only`) and, after
new decisions, opens the gradebook again.
"""

from grader.gradebook.changes import Change, ChangeKind, changes
from grader.gradebook.confirming import WhyUnconfirmed, confirm
from grader.gradebook.feedback import write_feedback
from grader.gradebook.opening import open_gradebook, undated

__all__ = [
    "Change",
    "ChangeKind",
    "WhyUnconfirmed",
    "changes",
    "confirm",
    "open_gradebook",
    "undated",
    "write_feedback",
]
