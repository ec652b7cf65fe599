"""Findings common to all checks of an exercise's text."""

from collections.abc import Mapping

from grader.model.course import Exercise
from grader.model.evidence import ExerciseEvidence
from grader.model.finding import Finding, Param, Verdict
from grader.model.static import ParseStatus


def answer(
    code: str,
    exercise: Exercise,
    verdict: Verdict,
    case: str = "",
    params: Mapping[str, Param] | None = None,
) -> Finding:
    """Build a finding of one check about one exercise."""
    return Finding(check=code, subject=exercise.id, verdict=verdict, case=case, params=params or {})


def unread(code: str, evidence: ExerciseEvidence, exercise: Exercise) -> Finding | None:
    """Return a finding if there is no source to judge."""
    facts = evidence.source
    verdict, params = Verdict.SKIPPED, {"because": "RUN001"}
    if evidence.trouble:
        verdict, params = Verdict.BROKEN, {"trouble": evidence.trouble.strip().splitlines()[-1]}
    elif facts is not None and facts.status is ParseStatus.OK:
        return None
    elif facts is not None and facts.status is ParseStatus.CRASHED:
        verdict, params = Verdict.BROKEN, {"trouble": facts.detail}
    elif facts is not None and facts.status is ParseStatus.TOO_COMPLEX:
        params = {"because": "POL001"}
    return Finding(check=code, subject=exercise.id, verdict=verdict, params=params)
