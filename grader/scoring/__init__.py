"""From findings to points by the assignment's rubric. Pure.

In: findings, the rubric, and what people decided. Out: a ScoreSheet. Not here: judging, storing,
wording. Only `passed` and `failed` move points; everything else leaves an award open, and a
person's decision wins over every check.
"""

from grader.scoring.awards import (
    award,
    counting,
    decided_after,
    in_force,
    lateness_of,
    latest_decision,
    latest_decisions,
    score,
)

__all__ = [
    "award",
    "counting",
    "decided_after",
    "in_force",
    "lateness_of",
    "latest_decision",
    "latest_decisions",
    "score",
]
