"""From findings to points, by the assignment's rubric. Pure.

In: findings, the rubric, and what people decided. Out: a ScoreSheet. Not here: judging, storing,
wording. Only `passed` and `failed` move points; everything else leaves an award open, and a
person's decision wins over every check.
"""

from grader.scoring.awards import award, score
from grader.scoring.decisions import accept_decision, latest_decision

__all__ = ["accept_decision", "award", "latest_decision", "score"]
