"""RUN002 of exercises with nets: which model or function was graded, or what there is instead."""

from collections.abc import Mapping

from grader.correctness.reasons import Reason, told
from grader.model.course import Calls, Exercise
from grader.model.evidence import Entry, EntryHow, ExerciseEvidence
from grader.model.finding import Finding, Location, Param, Verdict

UNSURE = {Reason.NOT_TRIED, Reason.MORE_ARGUMENTS}  # there may be a right one
NOT_FOUND = {Calls.MODEL: "no-model", Calls.STEP: "no-step", Calls.INFERENCE: "no-inference"}


def net_found(evidence: ExerciseEvidence, entry: Entry, exercise: Exercise) -> Finding:
    """Says what was graded if it has another name; another way to write a model is no matter."""
    named = entry.how is EntryHow.NAME
    params: dict[str, Param] = {"entry": exercise.entry, "name": entry.target.name}
    place = Location(file=entry.file, line=entry.line, text=entry.target.name)
    return Finding(
        check="RUN002",
        subject=evidence.exercise,
        verdict=Verdict.PASSED,
        case="" if named else "net",
        params={} if named else params,
        locations=(place,) if entry.line and not named else (),
    )


def net_not_found(
    evidence: ExerciseEvidence, exercise: Exercise, listed: Mapping[str, str]
) -> Finding:
    """Says what is missing; where the program has a net that nobody can call, a person looks."""
    reasons = {told(probe)[1] for probe in evidence.probes}
    open_ = evidence.unproved or not reasons.isdisjoint(UNSURE)
    case = NOT_FOUND[exercise.calls]
    return Finding(
        check="RUN002",
        subject=evidence.exercise,
        verdict=Verdict.UNDECIDED if open_ else Verdict.FAILED,
        case=f"{case}-open" if open_ else case,
        params={"entry": exercise.entry, "found": listed},
    )
