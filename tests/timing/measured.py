"""Sweeps made up for the tests of the checks that judge them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from grader.model.course import (
    Backend,
    Case,
    CaseKind,
    DeviceKind,
    Exercise,
    Precision,
    Slowest,
    Sweep,
)
from grader.model.evidence import Comparison, ExerciseEvidence, Outcome
from grader.model.finding import Finding
from grader.model.run import RunRecord, RunStatus
from grader.model.static import ParseStatus, SourceFacts
from grader.model.timing import Curve, Fit, Point, Timing
from tests.asking import exercise_checks
from tests.wording.worded import assert_worded

CODES = ("TIM001", "TIM003", "TIM004", "TIM005")
CHECKS = exercise_checks(*CODES)

SIZES = (32, 64, 128, 256)
CUBIC = Fit(exponent=2.97, low=2.82, high=3.12, first=32)
MATMUL = Exercise(
    id="matmul",
    operation="matmul",
    backend=Backend.PYTHON,
    entry="matmul",
    sweep=Sweep(sizes=SIZES),
)
RIGHT = Comparison(
    case=Case(size=3, kind=CaseKind.INTEGERS),
    run=RunRecord(status=RunStatus.OK, wall_seconds=0.01),
    outcome=Outcome.EQUAL,
)
LIMITED = replace(MATMUL, sweep=Sweep(sizes=SIZES, slowest=Slowest(baseline="numpy", ratio=20.0)))
NUMPY = replace(MATMUL, backend=Backend.NUMPY)
SINGLE = replace(NUMPY, precision=Precision.SINGLE)
CONVOLUTION = replace(MATMUL, operation="convolution")
ON_GPU = replace(SINGLE, backend=Backend.TORCH, device=DeviceKind.GPU)


def curve(
    largest: float, *, sizes: Sequence[int] = SIZES, fit: Fit = CUBIC, power: float = 3.0
) -> Curve:
    """Times that grow with a power of the size, up to so many seconds; three calls agree."""
    points = []
    for size in sizes:
        best = largest * (size / sizes[-1]) ** power
        points.append(Point(size=size, seconds=(best * 1.3, best, best * 1.02, best * 1.01)))
    return Curve(points=tuple(points), fit=fit)


def unsteady(whole: Curve) -> Curve:
    """The same shortest times, which no second call confirms."""
    points = (
        replace(one, seconds=(one.best, one.best * 1.5, one.best * 2)) for one in whole.points
    )
    return replace(whole, points=tuple(points))


def timing(
    largest: float = 1.2, fit: Fit = CUBIC, baselines: Mapping[str, Curve] | None = None
) -> Timing:
    """A student's times beside ours."""
    return Timing(curve=curve(largest, fit=fit), baselines=baselines or {})


def judge(
    measured: Timing | None,
    exercise: Exercise = MATMUL,
    comparisons: tuple[Comparison, ...] = (RIGHT,),
) -> dict[str, Finding]:
    """What each check says; every answer has its sentences."""
    evidence = ExerciseEvidence(
        exercise=exercise.id,
        source=SourceFacts(status=ParseStatus.OK),
        comparisons=comparisons,
        timing=measured,
    )
    found = [finding for check in CHECKS for finding in check(evidence, exercise)]
    for finding in found:
        assert_worded(finding)
    assert len({one.check for one in found}) == len(found)
    return {one.check: one for one in found}


def brief(finding: Finding) -> tuple[str, str]:
    """Verdict and case."""
    return finding.verdict.value, finding.case


def steep(low: float, exponent: float | None = None) -> Fit:
    """A fit whose interval begins there."""
    return Fit(exponent=exponent or low + 0.2, low=low, high=low + 0.4, first=32)
