"""Why the checks of measured times have nothing to say, or must not. Pure."""

from collections.abc import Mapping

from grader.model.course import Exercise
from grader.model.evidence import ExerciseEvidence, Outcome
from grader.model.finding import Finding, Param, Verdict
from grader.model.run import RunStatus
from grader.model.timing import WRONG
from grader.timing.checks import unread

FORGED = RunStatus.PROTOCOL.value  # … in which a reply was not one
OURS = (RunStatus.SANDBOX_ERROR.value, "empty call")  # … in which the student had no part


def stopped_by(
    code: str, evidence: ExerciseEvidence, exercise: Exercise, *, steady: bool = False
) -> tuple[Finding, ...] | None:
    """Says why there is nothing to judge, in no words where the course asks for no sweep.

    None: there is something to judge.
    """
    if exercise.sweep is None:
        return ()
    broken = unread(code, evidence, exercise) or _broken(code, evidence, exercise)
    if broken is not None:
        return (broken,)
    reason = _reason(evidence, steady=steady)
    if not reason:
        return None
    return (answer(code, exercise, Verdict.SKIPPED, "", {reason: exercise.entry}),)


def answer(
    code: str,
    exercise: Exercise,
    verdict: Verdict,
    case: str = "",
    params: Mapping[str, Param] | None = None,
) -> Finding:
    """Answers for one check of one exercise."""
    return Finding(check=code, subject=exercise.id, verdict=verdict, case=case, params=params or {})


def _broken(code: str, evidence: ExerciseEvidence, exercise: Exercise) -> Finding | None:
    timing = evidence.timing
    if timing is None:
        return None
    ours = timing.ended.startswith(OURS) and not timing.curve.points
    trouble = timing.trouble.strip() or (timing.ended if ours else "")
    if not trouble:
        return None
    return answer(code, exercise, Verdict.BROKEN, "", {"trouble": trouble.splitlines()[-1]})


def _reason(evidence: ExerciseEvidence, *, steady: bool) -> str:
    """Names the sentence that says why nothing was measured, or what was is not believed."""
    timing = evidence.timing
    if timing is None:
        return "not_timed" if _is_right(evidence) else "not_right"
    if timing.ended in {WRONG, FORGED}:
        return "not_right"
    if not timing.curve.points:
        return "nothing_timed"
    return "unsteady" if steady and timing.unsteady else ""


def _is_right(evidence: ExerciseEvidence) -> bool:
    """Says whether the function was run, and right whenever it was."""
    outcomes = {one.outcome for one in evidence.comparisons}
    return outcomes == {Outcome.EQUAL}
