"""Times beside ours: read where both were measured, and nowhere else."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from grader.model.timing import Curve, Point, Timing
from grader.timing.checks import at_largest
from tests.timing.measured import brief, curve, judge, timing, unsteady


@pytest.mark.parametrize(
    ("baselines", "ratio", "size"),
    [
        ({"numpy": curve(0.01, sizes=(32, 128))}, "15", 128),  # 1.2 / 8 to 0.01
        ({"numpy": curve(0.02, sizes=(16, 64, 512))}, "480", 256),  # between 64 and 512
        ({"numpy": curve(0.01, sizes=(100, 200))}, "57", 200),  # between 128 and 256
        ({"torch": curve(0.01)}, "120", 256),
        ({"numpy": curve(0.01, sizes=(512, 1024)), "python": curve(1.2)}, "1", 256),
        ({"numpy": unsteady(curve(0.01)), "python": curve(2.4)}, "0.5", 256),
    ],
)
def test_the_ratio_is_read_where_both_were_measured(
    baselines: Mapping[str, Curve], ratio: str, size: int
) -> None:
    """At the largest common size, between ours if need be, and never beyond them."""
    found = judge(timing(1.2, baselines=baselines))["TIM001"]
    assert (found.case, found.params["ratio"], found.params["size"]) == ("compared", ratio, size)


def once(whole: Curve) -> Curve:
    """The same shortest times, each of the one call there was time for."""
    points = (replace(one, seconds=(one.best,)) for one in whole.points)
    return replace(whole, points=tuple(points))


@pytest.mark.parametrize(
    "baselines",
    [
        {},
        {"numpy": curve(0.01, sizes=(512, 1024))},
        {"numpy": unsteady(curve(0.01))},
        {"numpy": Curve()},
        {"numpy": once(curve(0.01))},
        {"numpy": curve(0.000_01)},  # about what an empty call differs by
        {"python-fast": curve(0.4)},
    ],
)
def test_without_a_ratio_growth_is_told_alone(baselines: Mapping[str, Curve]) -> None:
    """Nothing is divided by what is not sure."""
    assert brief(judge(timing(baselines=baselines))["TIM001"]) == ("passed", "alone")


@pytest.mark.parametrize("noisy", [(), (64,)])
def test_a_student_who_took_no_time_is_read_at_no_other_size(noisy: tuple[int, ...]) -> None:
    """Less than an empty call took, or in noise: there is no line through it."""
    points = (Point(size=64, seconds=(0.0,) * 3), Point(size=128, seconds=(0.1,) * 3))
    measured = Timing(
        curve=Curve(points=points), baselines={"numpy": curve(0.02, sizes=(32, 100))}, noisy=noisy
    )
    found = at_largest(measured, "numpy")
    assert (found is None) == bool(noisy)
    assert found is None or (found.size, found.ratio) == (64, 0.0)
