"""TIM002 and TIM006: from the pairs of clock reads in the source to one finding each."""

from collections.abc import Iterable

from grader.model.course import Exercise
from grader.model.evidence import Comparison, ExerciseEvidence
from grader.model.finding import Finding, Param, Verdict
from grader.model.judging import ExerciseCheck
from grader.model.machine import BACKEND_LIBRARY
from grader.model.static import Certainty, ParseStatus, TimedPair

ALL = ("TIM002", "TIM006")
MOST_LOCATIONS = 20
LAG_SHARE = 0.25  # of the time until the result was there; less is the cost of a call
LAG_SECONDS = 0.001  # shorter runs say nothing
WAITS = {"cupy": "cp.cuda.Stream.null.synchronize()", "torch": "torch.cuda.synchronize()"}
MULTIPLIES = frozenset(
    {"dot", "matmul", "@", "mm", "bmm", "einsum", "inner", "tensordot", "addmm", "linear", "vdot"}
)
CONVOLVES = frozenset({
    "conv2d", "Conv2d", "correlate2d", "convolve2d", "correlate", "convolve", "fftconvolve",
    "oaconvolve",
})  # fmt: skip


def waits_for_device(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """TIM002: whoever times work on a GPU waits for the GPU before the second read."""
    because = unread("TIM002", evidence, exercise)
    if because is not None:
        return (because,)
    pairs = [pair for pair in _about(evidence, exercise) if not pair.synchronized]
    sure = [pair for pair in pairs if pair.certainty is Certainty.SURE]
    if sure:
        lag = _longest_lag(evidence.comparisons)
        case, figures = ("measured", _figures(lag)) if lag else ("plain", {})
        return (_unwaited(exercise, Verdict.FAILED, case, sure, figures),)
    if pairs:
        return (_unwaited(exercise, Verdict.PASSED, "perhaps", pairs, {}),)
    return (Finding(check="TIM002", subject=exercise.id, verdict=Verdict.PASSED),)


def times_only_the_work(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """TIM006: data is made, and copied to the GPU, before the first read of the clock."""
    because = unread("TIM006", evidence, exercise)
    if because is not None:
        return (because,)
    sure = [one for one in _about(evidence, exercise) if one.certainty is Certainty.SURE]
    pairs = [pair for pair in sure if pair.setup]
    if not pairs:
        return (Finding(check="TIM006", subject=exercise.id, verdict=Verdict.PASSED),)
    places = tuple(dict.fromkeys(place for pair in pairs for place in pair.setup))
    params = _params(pairs[0]) | {"setup": places[0].text, "line": places[0].line}
    return (
        Finding(
            check="TIM006",
            subject=exercise.id,
            verdict=Verdict.FAILED,
            case="plain",
            params=params,
            locations=places[:MOST_LOCATIONS],
        ),
    )


EXERCISE_CHECKS: tuple[ExerciseCheck, ...] = (waits_for_device, times_only_the_work)


def unread(code: str, evidence: ExerciseEvidence, exercise: Exercise) -> Finding | None:
    """Says why there is nothing to judge."""
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


def _about(evidence: ExerciseEvidence, exercise: Exercise) -> list[TimedPair]:
    """Lists the pairs that time this exercise's work."""
    timed = evidence.source.timed if evidence.source is not None else ()
    names = {exercise.entry, *exercise.aliases}
    if evidence.entry is not None:
        names.add(evidence.entry.target.name.rpartition(".")[2])
    library = BACKEND_LIBRARY.get(exercise.backend)
    return [one for one in timed if one.library == library and _is_about(one, exercise, names)]


def _is_about(pair: TimedPair, exercise: Exercise, names: set[str]) -> bool:
    """Says whether a pair runs the exercise's function, or else does its kind of work."""
    if not names.isdisjoint(pair.reaches):
        return True
    if not set(exercise.others).isdisjoint(pair.reaches):
        return False
    apis = {api.rpartition(".")[2] for api in pair.apis}
    operations = {
        operation
        for operation, known in (("matmul", MULTIPLIES), ("convolution", CONVOLVES))
        if not known.isdisjoint(apis)
    }
    return not operations or exercise.operation in operations


def _longest_lag(comparisons: Iterable[Comparison]) -> Comparison | None:
    """Finds the longest run on a GPU whose function returned long before its result was there."""
    late = [
        one
        for one in comparisons
        if one.run.returned_seconds > 0
        and one.run.wall_seconds > LAG_SECONDS
        and one.run.wall_seconds - one.run.returned_seconds > LAG_SHARE * one.run.wall_seconds
    ]
    return max(late, key=lambda one: one.run.wall_seconds, default=None)


def _figures(lag: Comparison) -> dict[str, Param]:
    return {
        "size": lag.case.size,
        "returned": f"{lag.run.returned_seconds * 1000:.2f}",
        "finished": f"{lag.run.wall_seconds * 1000:.2f}",
    }


def _params(pair: TimedPair) -> dict[str, Param]:
    return {
        "start": pair.start.line,
        "end": pair.end.line,
        "read": pair.end.text,
        "work": pair.work,
        "library": pair.library,
        "wait": WAITS[pair.library],
    }


def _unwaited(
    exercise: Exercise,
    verdict: Verdict,
    case: str,
    pairs: list[TimedPair],
    figures: dict[str, Param],
) -> Finding:
    places = dict.fromkeys(place for pair in pairs for place in (pair.start, pair.end))
    return Finding(
        check="TIM002",
        subject=exercise.id,
        verdict=verdict,
        case=case,
        params=_params(pairs[0]) | figures,
        locations=tuple(places)[:MOST_LOCATIONS],
    )
