"""The drawing of one exercise's times."""

import math
from dataclasses import replace

import pytest

from grader.export.bilingual import Bilingual
from grader.export.curves import HEIGHT, WIDTH, baseline_name, draw_curves
from grader.export.drawing import Picture
from grader.model.run import Series
from grader.model.timing import Fit, Point, Timing
from grader.wording import load_wording
from tests.export.sweeps import SIZES, curve, own, timed

WORDS = Bilingual(load_wording("ja"), load_wording("en"))


def drawn(timing: Timing | None, *series: Series) -> Picture:
    """A drawing that there is."""
    picture = draw_curves(timing, series, WORDS)
    assert picture is not None
    return picture


def looks(picture: Picture) -> list[str]:
    """What is drawn, with a class each."""
    return [shape.look for shape in picture.shapes]


def test_every_curve_has_a_line_marks_and_a_name() -> None:
    """The student's, the baselines and what the student measured."""
    picture = drawn(timed(), own())
    for kind, count in (("student", 6), ("python", 5), ("numpy", 7), ("own", 4)):
        assert looks(picture).count(f"line {kind}") == 1
        assert looks(picture).count(f"mark {kind}") == count
    names = {one.text.en for one in picture.labels if one.look.startswith("name")}
    assert names == {"Your function ∝ n^2.97", "Python (grader)", "NumPy", "Your own times"}
    assert not picture.keys


def test_the_fit_has_a_band_and_each_size_a_whisker() -> None:
    """The band goes through the largest size, where it is narrowest."""
    picture = drawn(timed())
    assert looks(picture).count("band") == looks(picture).count("fit") == 1
    assert looks(picture).count("whisker") == 6
    band = next(one for one in picture.shapes if one.look == "band")
    places = band.d.removeprefix("M").removesuffix("Z").split("L")
    last = next(one for one in reversed(picture.shapes) if one.look == "mark student")
    assert places[0] == places[-1] == last.d.removeprefix("M").split("m")[0]


def test_an_unknown_exponent_has_no_band() -> None:
    """And the name says none."""
    picture = drawn(timed(fit=Fit(unknown="knee")))
    assert not {"band", "fit"} & set(looks(picture))
    assert "Your function" in [one.text.en for one in picture.labels]


def test_a_fit_of_the_larger_sizes_is_drawn_over_these() -> None:
    """Where the smallest ones grow otherwise."""
    whole, part = (
        next(one.d for one in drawn(timed(fit=fit)).shapes if one.look == "fit")
        for fit in (timed().curve.fit, replace(timed().curve.fit, first=64))
    )
    assert float(part[1:].split()[0]) < float(whole[1:].split()[0]) + 500
    assert part != whole


@pytest.mark.parametrize(
    "timing",
    [
        timed(),
        timed(sizes=(64,), fit=Fit(unknown="few-sizes")),
        timed(factor=1e-20),
        timed(factor=1e-3, sizes=(2, 3)),
        replace(timed(), baselines={}),
        replace(timed(), curve=curve(1e-9, 0.0)),
        replace(timed(), curve=curve(1e-9, fit=Fit(exponent=3, low=-2, high=9, overhead=1e9))),
        replace(timed(), curve=curve(1e-9, fit=Fit(exponent=3, low=2, high=4, first=10**9))),
    ],
)
def test_everything_stays_within_the_drawing(timing: Timing) -> None:
    """Whatever was measured."""
    picture = drawn(timing)
    for shape in picture.shapes:
        for pair in shape.d.split("m")[0].removeprefix("M").removesuffix("Z").split("L"):
            x, y = (float(one) for one in pair.split())
            assert 0 <= x <= WIDTH
            assert 0 <= y <= HEIGHT
    for label in picture.labels:
        assert 0 <= label.x <= WIDTH
        assert 0 <= label.y <= HEIGHT


@pytest.mark.parametrize("wrong", [0.0, -1.0, math.nan, math.inf, 1e300])
def test_no_number_breaks_the_drawing(wrong: float) -> None:
    """It is left out, from whiskers too."""
    bad = Point(size=2048, seconds=(wrong,))
    half = Point(size=4096, seconds=(wrong, 40.0))
    timing = timed()
    broken = replace(timing, curve=replace(timing.curve, points=(*timing.curve.points, bad, half)))
    series = replace(own(), seconds=(wrong, 0.1, wrong, 0.4), sizes=(10**400, 100, 200, 300))
    picture = drawn(broken, series)
    written = " ".join(shape.d for shape in picture.shapes)
    assert "nan" not in written
    assert "inf" not in written
    assert looks(picture).count("mark student") == 7
    assert looks(picture).count("mark own") == 2


def test_where_nothing_was_measured_nothing_is_drawn() -> None:
    """A sentence says why."""
    assert draw_curves(Timing(ended="wrong"), (), WORDS) is None
    assert draw_curves(None, (), WORDS) is None
    bad = Timing(curve=replace(curve(1.0), points=(Point(size=0, seconds=(1.0,)),)))
    assert draw_curves(bad, (), WORDS) is None


def test_what_only_the_student_measured_is_drawn_too() -> None:
    """Without a measurement of ours."""
    assert set(looks(drawn(None, own()))) == {"rule", "line own", "mark own"}


def test_baselines_that_nobody_has_heard_of_are_drawn_and_named() -> None:
    """With a look of their own."""
    picture = drawn(replace(timed(), baselines={"blis": curve(1e-10)}))
    assert "line other" in looks(picture)
    assert baseline_name("blis", WORDS).ja == "blis"
    known = ("python", "python-fast", "numpy", "torch", "cupy")
    assert [baseline_name(one, WORDS).en for one in known] == [
        *("Python (grader)", "fastest Python", "NumPy", "PyTorch", "CuPy"),
    ]


def test_all_baselines_of_the_course_differ_by_mark_and_line() -> None:
    """None of them has the look that is left for strangers."""
    names = ("python", "python-fast", "numpy", "torch", "cupy")
    picture = drawn(replace(timed(), baselines={name: curve(1e-10) for name in names}))
    lines = [look for look in looks(picture) if look.startswith("line")]
    assert len(set(lines)) == 6
    assert "line other" not in lines


def test_several_series_are_told_apart_by_name() -> None:
    """Cut where it is long."""
    picture = drawn(timed(), own(name="for文" * 40), own(factor=1e-9, name="b"), own(1e-8))
    named = [*(one.text.ja for one in picture.labels), *(one.text.ja for one in picture.keys)]
    assert "あなた自身の測定: b" in named
    assert "あなた自身の測定" in named
    assert max(map(len, named)) < 32


def test_who_cannot_see_it_is_told_every_number() -> None:
    """With units."""
    picture = drawn(timed(sizes=SIZES[:2]))
    assert picture.told.en.startswith("Your function ∝ n^2.97 16: 379 µs, 32: 2.96 ms. ")
    assert "採点用の Python 16: 248 µs" in picture.told.ja
