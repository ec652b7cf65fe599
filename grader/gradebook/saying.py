"""The grader's own judgement of a criterion, as seen by the person who decides about it."""

import hashlib
import json

from grader.model.course import Assignment
from grader.model.scoresheet import ScoreSheet
from grader.scoring import award


def said_of(
    sheet: ScoreSheet | None, assignment: Assignment, criterion: str
) -> tuple[str, float | None]:
    """Return a name for the grader's award, and its points; "" where there is nothing to judge by.

    Two names are the same where points, reason and the verdicts that are shown beside it are. Which
    checks passed is left out: a new version may have more of them.
    """
    wanted = next((each for each in assignment.rubric if each.id == criterion), None)
    if sheet is None or wanted is None:
        return "", None
    own = award(sheet.findings, assignment, wanted)
    beside = sorted(
        {
            (finding.check, finding.subject, finding.verdict.value, finding.case)
            for finding in sheet.findings
            if finding.check.startswith(tuple(wanted.evidence))
        }
    )
    against = [] if own.reason == "passed" else list(own.checks)
    text = json.dumps([own.points, own.reason, against, beside])
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16], own.points
