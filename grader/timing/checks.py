"""TIM001 and TIM003 to TIM005: turn measured times into one finding each.

All of them compare a program's times with those of our own programs.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from grader.backends import BASELINES, with_library
from grader.model.answering import answer, unread
from grader.model.course import Backend, DeviceKind, Exercise, Precision
from grader.model.evidence import ExerciseEvidence, Outcome
from grader.model.finding import Finding, LazyText, Param, Verdict
from grader.model.run import RunStatus
from grader.model.times import seconds_at
from grader.model.timing import (
    CONFIRMING,
    COST,
    ON_ALL,
    UNKNOWN,
    WRONG,
    Curve,
    Fit,
    Point,
    Timing,
)

STEEPER = 0.35  # caches and the collector add less; the whole interval has to exceed it
COMPARED_WITH = (  # the first that was measured counts
    *(backend.baselines[0].name for backend in with_library()),
    "python",
)
NAMES: Mapping[str, Param] = {
    name: LazyText(f"baselines.{name}.in_findings")
    if baseline.worded_in_findings
    else baseline.in_findings or name
    for name, baseline in BASELINES.items()
}

COMPARED_FROM = 0.001  # seconds of our program: below this, delays of a call are a large part
SAYING_SO = 2  # number of largest sizes that must agree before a student is accused
FAST_PYTHON = 0.5  # share of the time of the fastest known way in pure Python
PLAIN_PYTHON = 0.03  # share of the time of our plain loops; math.sumprod alone needs about 0.06
LIBRARY = 0.1
"""Share of the time of our fastest program. Honest ways to add up a 3 x 3 convolution in one
library differ by a factor of 4, its own kernels and threads by another 2."""
SINGLE: Mapping[DeviceKind, float] = MappingProxyType({DeviceKind.CPU: 8.0, DeviceKind.GPU: 64.0})
"""How many times as fast single precision may be, where our program uses double precision. 9 times
was measured with PyTorch's convolution on a CPU; consumer GPUs have 64 single-precision units per
double-precision unit."""

FORGED = RunStatus.PROTOCOL.value  # a reply violated the protocol
OURS = (RunStatus.SANDBOX_ERROR.value, "empty call")  # ended without the student's involvement

AGREE = 1.10  # ratio of the last of these times to the shortest
SHORTEST = 20e-6  # seconds; shorter times differ by as little as empty calls do


class SizeComparison(Struct, frozen=True, kw_only=True):
    """The shortest times of two programs at one size, in seconds."""

    size: int
    seconds: float  # of the student's program
    baseline: float  # of our program
    name: str  # name of our program: "numpy", …

    @property
    def ratio(self) -> float:
        """How many times as long the student's program takes."""
        return self.seconds / self.baseline


def growth(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """TIM001: whether the time grows faster than the operation's work."""
    timing, stopped = evidence.timing, stopped_by("TIM001", evidence, exercise)
    if timing is None or stopped is not None:
        return stopped or ()
    fit = timing.settled
    if not fit.known:
        case, params = fit.unknown if fit.unknown in UNKNOWN else "other", _range(timing)
        if fit.until:
            case = "knee-faster" if fit.faster else "knee-slower"
            params |= {"until": fit.until, "exponent": f"{fit.exponent:g}"}
        return (answer("TIM001", exercise, Verdict.PASSED, case, params),)
    params = _growth_params(timing, fit)
    if _is_steeper(timing, exercise):
        params["cost"] = f"{COST[exercise.operation]:g}"
        return (answer("TIM001", exercise, Verdict.FAILED, "steeper", params),)
    ours = _first_compared(timing)
    if ours is None:
        return (answer("TIM001", exercise, Verdict.PASSED, "alone", params),)
    params |= {
        "ratio": _short(ours.ratio),
        "baseline": NAMES.get(ours.name, ours.name),
        "size": ours.size,
    }
    return (answer("TIM001", exercise, Verdict.PASSED, "compared", params),)


def fast_enough(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """TIM003: the time is within the ratio that the assignment states, if any."""
    timing, stopped = evidence.timing, stopped_by("TIM003", evidence, exercise, steady=True)
    if timing is None or exercise.sweep is None or stopped is not None:
        return stopped or ()
    slowest = exercise.sweep.slowest
    if slowest is None:
        return (answer("TIM003", exercise, Verdict.PASSED),)
    largest = compare_sizes(timing, (slowest.baseline,))[-SAYING_SO:]
    if len(largest) < SAYING_SO:
        return (answer("TIM003", exercise, Verdict.SKIPPED, "few"),)
    verdict, case = Verdict.PASSED, ""
    if all(size.ratio > slowest.ratio for size in largest):
        verdict, case = Verdict.FAILED, "plain"
    params = _comparison_params(largest[-1]) | {"most": _short(slowest.ratio)}
    return (answer("TIM003", exercise, verdict, case, params if case else {}),)


def quiet_enough(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """TIM004: the shortest times were reproducible. If not, the machine is to blame."""
    timing = evidence.timing
    stopped = stopped_by("TIM004", evidence, exercise)
    if timing is None or stopped is not None:
        return stopped or ()
    if not timing.noisy:
        return (answer("TIM004", exercise, Verdict.PASSED),)
    conditions = timing.conditions
    params: dict[str, Param] = {
        "sizes": tuple(map(str, timing.noisy)),
        "load": f"{conditions.load:.1f}",
        "stolen": f"{100 * conditions.stolen:.0f}",
    }
    verdict, case = Verdict.PASSED, "some"
    if timing.unsteady:
        verdict, case = Verdict.UNDECIDED, "plain"
    return (answer("TIM004", exercise, verdict, case, params),)


def plausible(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """TIM005: no time is shorter than the work can take. Otherwise a person decides."""
    timing, stopped = evidence.timing, stopped_by("TIM005", evidence, exercise, steady=True)
    if timing is None or stopped is not None:
        return stopped or ()
    names, share, case = _fastest_known(timing, exercise)
    sure = [size for size in compare_sizes(timing, names) if size.baseline >= COMPARED_FROM]
    largest = sure[-SAYING_SO:]
    if len(largest) < SAYING_SO or any(size.ratio >= share for size in largest):
        return (answer("TIM005", exercise, Verdict.PASSED),)
    params = _comparison_params(largest[-1])
    return (answer("TIM005", exercise, Verdict.UNDECIDED, case, params),)


def stopped_by(
    code: str, evidence: ExerciseEvidence, exercise: Exercise, *, steady: bool = False
) -> tuple[Finding, ...] | None:
    """Return the finding why there is nothing to judge; () where the course asks for no sweep.

    Returns None if there is something to judge.
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
    """Return the key of the sentence why times are missing or not trusted; "" if they are fine."""
    timing = evidence.timing
    if timing is None:
        return "not_timed" if _is_right(evidence) else "not_right"
    if timing.ended in {WRONG, FORGED}:
        return "not_right"
    if not timing.curve.points:
        return "nothing_timed"
    return "unsteady" if steady and timing.unsteady else ""


def _is_right(evidence: ExerciseEvidence) -> bool:
    outcomes = {comparison.outcome for comparison in evidence.comparisons}
    return outcomes == {Outcome.EQUAL}


def _is_steeper(timing: Timing, exercise: Exercise) -> bool:
    """Return whether loops surely repeat work: they also grow faster than ours on this machine."""
    cost, fit = COST.get(exercise.operation), timing.settled
    if cost is None or exercise.backend is not Backend.PYTHON:
        return False
    ours = timing.baselines["python"].fit if "python" in timing.baselines else Fit()
    return fit.low > max(cost, ours.exponent if ours.known else 0.0) + STEEPER


def _fastest_known(timing: Timing, exercise: Exercise) -> tuple[tuple[str, ...], float, str]:
    """Return the fastest baselines, the share of their time that is suspicious, and the case."""
    if exercise.backend is Backend.PYTHON:
        if "python-fast" in timing.baselines:
            return ("python-fast",), FAST_PYTHON, "other-library"
        return ("python",), PLAIN_PYTHON, "other-library"
    single = exercise.dtype == "float64" and exercise.precision is Precision.SINGLE
    share = LIBRARY / SINGLE[exercise.device] if single else LIBRARY
    names = tuple(name for name in timing.baselines if not name.endswith(ON_ALL))
    return names, share, "beyond-machine"


def _first_compared(timing: Timing) -> SizeComparison | None:
    """Compare with the first possible baseline, at the largest common size."""
    known = (at_largest(timing, name) for name in COMPARED_WITH)
    return next((size for size in known if size is not None and size.ratio > 0), None)


def _growth_params(timing: Timing, fit: Fit) -> dict[str, Param]:
    measured = _range(timing)
    return measured | {
        "first": fit.first or measured["first"],
        "exponent": f"{fit.exponent:.2f}",
        "low": f"{fit.low:.2f}",
        "high": f"{fit.high:.2f}",
    }


def _range(timing: Timing) -> dict[str, Param]:
    sizes = [point.size for point in timing.curve.points]
    return {"first": min(sizes), "last": max(sizes)}


def _comparison_params(comparison: SizeComparison) -> dict[str, Param]:
    return {
        "size": comparison.size,
        "seconds": _short(1000 * comparison.seconds),
        "baseline": NAMES.get(comparison.name, comparison.name),
        "ours": _short(1000 * comparison.baseline),
        "ratio": _short(comparison.ratio),
    }


def _short(value: float) -> str:
    """Format with two significant digits: 240, 1.2, 0.031."""
    rounded = float(f"{value:.2g}")
    return f"{rounded:.0f}" if rounded >= 10 else f"{rounded:g}"  # noqa: PLR2004  two digits


def compare_sizes(timing: Timing, names: Sequence[str]) -> tuple[SizeComparison, ...]:
    """Compare with the fastest of these baselines at all of the student's sizes where possible.

    Sizes with irreproducible times are left out. A baseline is interpolated between its own sizes
    in log-log, never extrapolated.
    """
    known = [name for name in names if name in timing.baselines]
    sizes = sorted(point.size for point in timing.curve.points)
    compared = (_compare_size(timing, known, size) for size in sizes)
    return tuple(comparison for comparison in compared if comparison is not None)


def at_largest(timing: Timing, name: str) -> SizeComparison | None:
    """Compare with a baseline at the largest size that both cover."""
    if name not in timing.baselines:
        return None
    both = (*timing.curve.points, *timing.baselines[name].points)
    sizes = sorted({point.size for point in both}, reverse=True)
    compared = (_compare_size(timing, [name], size) for size in sizes)
    return next((comparison for comparison in compared if comparison is not None), None)


def _compare_size(timing: Timing, names: Sequence[str], size: int) -> SizeComparison | None:
    seconds = _read(timing.curve, size, lambda point: _is_kept(point, timing))
    read = ((_read(timing.baselines[name], size, _is_sure), name) for name in names)
    ours = [(baseline, name) for baseline, name in read if baseline is not None]
    if seconds is None or not ours:
        return None
    baseline, name = min(ours)
    return SizeComparison(size=size, seconds=seconds, baseline=baseline, name=name)


def _read(curve: Curve, size: int, believed: Callable[[Point], bool]) -> float | None:
    """Interpolate the time of a size; None without trusted times at it or on both sides."""
    before = [point for point in curve.points if point.size <= size]
    after = [point for point in curve.points if point.size >= size]
    if not before or not after:
        return None
    left = max(before, key=lambda point: point.size)
    right = min(after, key=lambda point: point.size)
    if not (believed(left) and believed(right)):
        return None
    return seconds_at([(left.size, left.best), (right.size, right.best)], size)


def _is_kept(point: Point, timing: Timing) -> bool:
    """Return whether a student's time was reproducible, as far as it was repeated."""
    return bool(point.seconds) and point.size not in timing.noisy


def _is_sure(point: Point) -> bool:
    """Return whether calls agree on the shortest time, and it is long enough to be compared."""
    if len(point.seconds) < CONFIRMING:
        return False
    shortest, *_, confirming = sorted(point.seconds)[:CONFIRMING]
    return shortest >= SHORTEST and confirming <= AGREE * shortest
