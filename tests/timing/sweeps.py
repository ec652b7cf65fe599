"""Measurements made up: times that grow by a known law."""

from collections.abc import Sequence

from grader.model.program import Series
from grader.model.timing import Conditions, Curve, Fit, Point, Timing

SIZES = (16, 32, 64, 128, 256, 512, 1024)
MACHINE = Conditions(load=0.04, frequency_mhz=(2400.0, 3100.0), processor="Xeon")
CUBIC = Fit(exponent=2.97, low=2.82, high=3.12, overhead=2e-6, factor=1e-9)


def curve(
    factor: float, exponent: float = 3.0, sizes: Sequence[int] = SIZES, fit: Fit = CUBIC
) -> Curve:
    """A curve of factor * size ** exponent, plus 2 µs; the second call is a fifth longer."""
    times = [(size, 2e-6 + factor * size**exponent) for size in sizes]
    points = tuple(Point(size=size, seconds=(time, 1.2 * time)) for size, time in times)
    return Curve(points=points, fit=fit)


def timed(factor: float = 1e-7, sizes: Sequence[int] = SIZES[:6], fit: Fit = CUBIC) -> Timing:
    """A student's triple loop beside the baselines."""
    return Timing(
        curve=curve(factor, 2.97, sizes, fit),
        baselines={
            "numpy": curve(1e-11, 2.7),
            "python": curve(6e-8, 3.0, SIZES[:5]),
        },
        conditions=MACHINE,
        machine="one",
    )


def own(factor: float = 1.3e-7, exponent: float = 2.9, name: str = "", **rest: str) -> Series:
    """What a student's program plotted about itself."""
    sizes = (50, 100, 200, 400)
    return Series(
        name=name,
        sizes=sizes,
        seconds=tuple(factor * size**exponent for size in sizes),
        exercise=rest.get("exercise", "matmul"),
    )
