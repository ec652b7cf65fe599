"""TIM001, TIM003, TIM004 and TIM005: from what was measured to one finding each."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from grader.model.course import Backend, DeviceKind, Exercise, Precision
from grader.model.evidence import ExerciseEvidence
from grader.model.finding import Finding, Param, Verdict
from grader.model.judging import ExerciseCheck
from grader.model.timing import COST, UNKNOWN, Fit, Timing
from grader.timing.levels import Level, at_largest, levels
from grader.timing.untimed import answer, stopped_by

ALL = ("TIM001", "TIM003", "TIM004", "TIM005")

STEEPER = 0.35  # above it, with the whole interval: what caches and the collector add is less
COMPARED_WITH = ("numpy", "torch", "cupy", "python")  # the first that was measured
NAMES: Mapping[str, Param] = MappingProxyType(
    {
        "numpy": "NumPy",
        "torch": "PyTorch",
        "cupy": "CuPy",
        "python": {"ja": "採点用の Python", "en": "our Python"},
        "python-fast": {"ja": "知られている最も速い Python", "en": "the fastest Python we know"},
    }
)

TOLD_FROM = 0.001  # seconds that ours takes: below, delays of a call are a large part
TELLING = 2  # of the largest sizes have to say the same, before anything is said against anyone
FAST_PYTHON = 0.5  # of the fastest way in pure Python that we know
PLAIN_PYTHON = 0.03  # of our plain loops; math.sumprod alone needs about 0.06 of their time
LIBRARY = 0.1
"""Of the fastest of our programs. Between honest ways to add up a 3 x 3 convolution in one library
lies a factor of 4, between its own kernels and threads another 2."""
SINGLE: Mapping[DeviceKind, float] = MappingProxyType({DeviceKind.CPU: 8.0, DeviceKind.GPU: 64.0})
"""How many times as fast single precision may be where ours computes in double precision: 9 times
was measured with PyTorch's convolution on a CPU; GPUs for games have 64 single units to a double
one."""


def growth(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """TIM001: how the time grows, and whether faster than the operation's work does."""
    timing, stopped = evidence.timing, stopped_by("TIM001", evidence, exercise)
    if timing is None or stopped is not None:
        return stopped or ()
    fit = timing.settled
    if not fit.known:
        case = fit.unknown if fit.unknown in UNKNOWN else "other"
        return (answer("TIM001", exercise, Verdict.PASSED, case, _range(timing)),)
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
    """TIM003: the time is within the ratio that the assignment states, if it states one."""
    timing, stopped = evidence.timing, stopped_by("TIM003", evidence, exercise, steady=True)
    if timing is None or exercise.sweep is None or stopped is not None:
        return stopped or ()
    slowest = exercise.sweep.slowest
    if slowest is None:
        return (answer("TIM003", exercise, Verdict.PASSED),)
    largest = levels(timing, (slowest.baseline,))[-TELLING:]
    if len(largest) < TELLING:
        return (answer("TIM003", exercise, Verdict.SKIPPED, "few"),)
    verdict, case = Verdict.PASSED, ""
    if all(one.ratio > slowest.ratio for one in largest):
        verdict, case = Verdict.FAILED, "plain"
    params = _level_params(largest[-1]) | {"most": _short(slowest.ratio)}
    return (answer("TIM003", exercise, verdict, case, params if case else {}),)


def quiet_enough(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """TIM004: the shortest times came out again. Whether they do is the machine's affair."""
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
    """TIM005: no time is shorter than the same work can take. A person looks, whatever it is."""
    timing, stopped = evidence.timing, stopped_by("TIM005", evidence, exercise, steady=True)
    if timing is None or stopped is not None:
        return stopped or ()
    names, share, case = _fastest_known(timing, exercise)
    telling = [one for one in levels(timing, names) if one.baseline >= TOLD_FROM][-TELLING:]
    if len(telling) < TELLING or any(one.ratio >= share for one in telling):
        return (answer("TIM005", exercise, Verdict.PASSED),)
    params = _level_params(telling[-1])
    return (answer("TIM005", exercise, Verdict.UNDECIDED, case, params),)


EXERCISE_CHECKS: tuple[ExerciseCheck, ...] = (growth, fast_enough, quiet_enough, plausible)


def _is_steeper(timing: Timing, exercise: Exercise) -> bool:
    """Says whether loops surely repeat work: also beyond how our loops grow on this machine."""
    cost, fit = COST.get(exercise.operation), timing.settled
    if cost is None or exercise.backend is not Backend.PYTHON:
        return False
    ours = timing.baselines["python"].fit if "python" in timing.baselines else Fit()
    return fit.low > max(cost, ours.exponent if ours.known else 0.0) + STEEPER


def _fastest_known(timing: Timing, exercise: Exercise) -> tuple[tuple[str, ...], float, str]:
    """Names the baselines that nobody is far faster than, the share that is far, and the case."""
    if exercise.backend is Backend.PYTHON:
        if "python-fast" in timing.baselines:
            return ("python-fast",), FAST_PYTHON, "other-library"
        return ("python",), PLAIN_PYTHON, "other-library"
    single = exercise.dtype == "float64" and exercise.precision is Precision.SINGLE
    share = LIBRARY / SINGLE[exercise.device] if single else LIBRARY
    return tuple(timing.baselines), share, "beyond-machine"


def _first_compared(timing: Timing) -> Level | None:
    """Compares with the first baseline that can be, at the largest size that both cover."""
    found = (at_largest(timing, name) for name in COMPARED_WITH)
    return next((one for one in found if one is not None and one.ratio > 0), None)


def _growth_params(timing: Timing, fit: Fit) -> dict[str, Param]:
    told = _range(timing)
    return told | {
        "first": fit.first or told["first"],
        "exponent": f"{fit.exponent:.2f}",
        "low": f"{fit.low:.2f}",
        "high": f"{fit.high:.2f}",
    }


def _range(timing: Timing) -> dict[str, Param]:
    sizes = [one.size for one in timing.curve.points]
    return {"first": min(sizes), "last": max(sizes)}


def _level_params(level: Level) -> dict[str, Param]:
    return {
        "size": level.size,
        "seconds": _short(1000 * level.seconds),
        "baseline": NAMES.get(level.name, level.name),
        "ours": _short(1000 * level.baseline),
        "ratio": _short(level.ratio),
    }


def _short(value: float) -> str:
    """Writes two digits that count: 240, 1.2, 0.031."""
    rounded = float(f"{value:.2g}")
    return f"{rounded:.0f}" if rounded >= 10 else f"{rounded:g}"  # noqa: PLR2004  two digits
