"""TIM002 and TIM006: judge the log of a run whose clock reads were recorded."""

from collections.abc import Iterable

from grader.backends import library_of
from grader.clocks.record import ClockLog, TimedPair
from grader.model.answering import answer, unread
from grader.model.course import Exercise
from grader.model.evidence import Comparison, ExerciseEvidence
from grader.model.finding import Finding, Param, Verdict
from grader.model.static import Certainty
from grader.records import opened_record

MOST_LOCATIONS = 20
LAG_SHARE = 0.25  # of the time until the result is ready; a smaller lag is the cost of the call
LAG_SECONDS = 0.001  # shorter runs are ignored
WAITS = {"cupy": "cp.cuda.Stream.null.synchronize()", "torch": "torch.cuda.synchronize()"}
MULTIPLIES = frozenset(
    {"dot", "matmul", "@", "mm", "bmm", "einsum", "inner", "tensordot", "addmm", "linear", "vdot"}
)
CONVOLVES = frozenset({
    "conv2d", "Conv2d", "correlate2d", "convolve2d", "correlate", "convolve", "fftconvolve",
    "oaconvolve",
})  # fmt: skip


def waits_for_device(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """TIM002: the program waits for timed GPU work before the second clock read."""
    because = unread("TIM002", evidence, exercise) or _not_watched("TIM002", evidence, exercise)
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
    """TIM006: data is created, and copied to the GPU, before the first clock read."""
    because = unread("TIM006", evidence, exercise) or _not_watched("TIM006", evidence, exercise)
    if because is not None:
        return (because,)
    sure = [pair for pair in _about(evidence, exercise) if pair.certainty is Certainty.SURE]
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


def _log(evidence: ExerciseEvidence) -> ClockLog | None:
    return opened_record(evidence.records, "clocks", ClockLog)


def _not_watched(code: str, evidence: ExerciseEvidence, exercise: Exercise) -> Finding | None:
    """Return why the program's clocks were not recorded although they should be."""
    library, log = library_of(exercise.backend), _log(evidence)
    if log is None or library not in WAITS:
        return None
    if library in log.lacks:
        return answer(code, exercise, Verdict.WAITING, "", {"needs": (library,)})
    return None


def _about(evidence: ExerciseEvidence, exercise: Exercise) -> list[TimedPair]:
    """Return the pairs that time this exercise's work."""
    log = _log(evidence)
    timed = log.pairs if log is not None else ()
    names = {exercise.entry, *exercise.aliases}
    if evidence.entry is not None:
        names.add(evidence.entry.target.name.rpartition(".")[2])
    library = library_of(exercise.backend)
    return [pair for pair in timed if pair.library == library and _is_about(pair, exercise, names)]


def _is_about(pair: TimedPair, exercise: Exercise, names: set[str]) -> bool:
    """Return whether a pair runs the exercise's function, or failing that does its kind of work."""
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
    """Return the longest GPU run whose function returned long before its result was ready."""
    late = [
        comparison
        for comparison in comparisons
        if comparison.run.returned_seconds > 0
        and comparison.run.wall_seconds > LAG_SECONDS
        and comparison.run.wall_seconds - comparison.run.returned_seconds
        > LAG_SHARE * comparison.run.wall_seconds
    ]
    return max(late, key=lambda comparison: comparison.run.wall_seconds, default=None)


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
