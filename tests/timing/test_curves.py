"""The drawing of one exercise's times, as a page shows it."""

import math
import re
from collections import Counter

import pytest
from msgspec.structs import replace

from grader.export.drawing import TitledPlot, draw
from grader.model.program import Series
from grader.model.timing import Fit, Point, Timing
from grader.timing.curves import baseline_name, draw_curves
from grader.wording import load_wording
from grader.wording.bilingual import Bilingual
from tests.export.drawn import Drawn, Shape
from tests.timing.sweeps import SIZES, curve, own, timed

WORDS = Bilingual(load_wording("ja"), load_wording("en"))


def pictured(timing: Timing | None, *series: Series) -> TitledPlot:
    """A picture that there is."""
    picture = draw_curves("matmul", timing, series, WORDS)
    assert picture is not None
    return picture


def drawn(timing: Timing | None, *series: Series) -> Drawn:
    """What is drawn of it."""
    return Drawn(draw(pictured(timing, *series).plot, {}))


def test_every_curve_has_a_line_marks_and_a_name() -> None:
    """The student's, the baselines and what the student measured."""
    looks = drawn(timed(), own()).looks
    for kind, count in (("student", 6), ("python", 5), ("numpy", 7), ("own", 4)):
        assert looks[f"line {kind}"] == 1
        assert looks[f"mark {kind}"] == count
    names = {one.text for one in drawn(timed(), own()).shapes if one.look.startswith("name")}
    assert names == {"matmul ∝ n^2.97", "Python", "NumPy", "plot"}


def test_the_keys_say_in_both_languages_what_the_names_are() -> None:
    """The topmost curve first, each with its mark."""
    keys = pictured(timed(), own()).keys
    assert [(key.mark, key.short, key.text.en) for key in keys] == [
        ("●", "matmul", "Submitted function ∝ n^2.97"),
        ("▲", "Python", "Python (grader)"),
        ("■", "NumPy", "NumPy"),
        ("◇", "plot", "Measurement in the submission"),
    ]


def test_every_mark_says_its_figures_when_it_is_pointed_at() -> None:
    """Size and time."""
    marks = [one for one in drawn(timed()).shapes if one.look == "mark student"]
    assert [one.said for one in marks[:2]] == ["n = 16: 379 µs", "n = 32: 2.96 ms"]
    assert len({one.said for one in marks}) == 6


def test_the_fit_has_a_band_and_each_size_a_whisker() -> None:
    """The band goes through the largest size, where it is narrowest."""
    picture = drawn(timed())
    assert picture.looks["band"] == picture.looks["fit"] == 1
    assert picture.looks["whisker"] == 6
    band = next(one for one in picture.shapes if one.look == "band")
    last = next(one for one in reversed(picture.shapes) if one.look == "mark student")
    assert band.places[0] == pytest.approx(last.places[0], abs=0.02)


def test_an_unknown_exponent_has_no_band() -> None:
    """And the name says none."""
    picture = drawn(timed(fit=Fit(unknown="knee")))
    assert not {"band", "fit"} & picture.looks.keys()
    assert "matmul" in [one.text for one in picture.shapes]


def test_a_fit_of_the_larger_sizes_is_drawn_over_these() -> None:
    """Where the smallest ones grow otherwise."""
    ends = [
        min(x for one in drawn(timed(fit=fit)).shapes if one.look == "fit" for x, _ in one.places)
        for fit in (timed().curve.fit, replace(timed().curve.fit, first=64))
    ]
    assert ends[0] < ends[1]


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
    """Whatever was measured; and both axes have ticks."""
    picture = pictured(timing)
    shapes = Drawn(draw(picture.plot, {})).shapes
    for x, y in (place for one in shapes for place in one.places):
        assert 0 <= x <= 720
        assert 0 <= y <= picture.plot.height
    ticks = [one for one in shapes if one.look == "tick"]
    assert len({one.places[0][0] for one in ticks}) >= 3
    assert len({one.places[0][1] for one in ticks}) >= 3


def boxes(shapes: list[Shape]) -> list[tuple[float, float, float, float]]:
    """What names cover at least, in letters of a telephone."""
    found = []
    for one in shapes:
        (x, y), width = one.places[0], 10 * len(one.text)
        left = x - {"start": 0, "middle": width / 2, "end": width}[one.anchor]
        found.append((left, y - 14, left + width, y + 4))
    return found


@pytest.mark.parametrize("apart", [1.0, 1.05, 1.3, 2.0, 5.0, 30.0])
def test_names_never_overlap(apart: float) -> None:
    """However near the curves end; who has no place is among the keys, as everybody is."""
    names = ("python", "python-fast", "numpy", "torch", "cupy", "c", "blis")
    factors = {name: curve(1e-9 * apart**place) for place, name in enumerate(names)}
    timing = replace(timed(), baselines=factors)
    shapes = [one for one in drawn(timing).shapes if one.look.startswith("name")]
    assert len(shapes) >= 3
    covered = boxes(shapes)
    for place, (left, top, right, bottom) in enumerate(covered):
        assert left >= 0
        assert right <= 720
        for other in covered[place + 1 :]:
            apart_across = right <= other[0] or other[2] <= left
            assert apart_across or bottom <= other[1] or other[3] <= top
    assert len(pictured(timing).keys) == 8


@pytest.mark.parametrize("wrong", [0.0, -1.0, math.nan, math.inf, 1e300])
def test_no_number_breaks_the_drawing(wrong: float) -> None:
    """It is left out, from whiskers too."""
    bad = Point(size=2048, seconds=(wrong,))
    half = Point(size=4096, seconds=(wrong, 40.0))
    timing = timed()
    broken = replace(timing, curve=replace(timing.curve, points=(*timing.curve.points, bad, half)))
    series = replace(own(), seconds=(wrong, 0.1, wrong, 0.4), sizes=(10**400, 100, 200, 300))
    picture = drawn(broken, series)
    assert not re.search("nan|inf", picture.svg)
    assert picture.looks["mark student"] == 7
    assert picture.looks["mark own"] == 2


def test_where_nothing_was_measured_nothing_is_drawn() -> None:
    """A sentence says why."""
    bad = Timing(curve=replace(curve(1.0), points=(Point(size=0, seconds=(1.0,)),)))
    for nothing in (Timing(ended="wrong"), None, bad):
        assert draw_curves("matmul", nothing, (), WORDS) is None


def test_what_only_the_student_measured_is_drawn_too() -> None:
    """Without a measurement of ours."""
    assert drawn(None, own()).looks.keys() == {"rule", "tick", "line own", "mark own", "name own"}


def test_baselines_that_nobody_has_heard_of_are_drawn_and_named() -> None:
    """With a look of their own."""
    assert "line other" in drawn(replace(timed(), baselines={"blis": curve(1e-10)})).looks
    assert baseline_name("blis", WORDS).ja == "blis"
    known = ("python", "python-fast", "numpy", "torch", "cupy")
    assert [baseline_name(one, WORDS).en for one in known] == [
        *("Python (grader)", "fastest Python", "NumPy", "PyTorch", "CuPy"),
    ]


def test_all_baselines_of_the_course_differ_by_mark_and_line() -> None:
    """None of them has the look that is left for strangers."""
    names = ("python", "python-fast", "numpy", "torch", "cupy", "c")
    timing = replace(timed(), baselines={name: curve(1e-10) for name in names})
    lines = Counter({look: n for look, n in drawn(timing).looks.items() if look[:4] == "line"})
    assert len(lines) == 7
    assert "line other" not in lines
    assert len({key.mark for key in pictured(timing).keys}) == 7


def test_several_series_are_told_apart_by_number_and_name() -> None:
    """Names cut where they are long; in the drawing are no letters that a font may lack."""
    picture = pictured(timed(), own(name="for文" * 40), own(factor=1e-9, name="b"), own(1e-8))
    keys = {key.short: key.text.ja for key in picture.keys}
    assert keys["plot 2"] == "提出物の中の測定: b"
    assert keys["plot 3"] == "提出物の中の測定"
    assert max(map(len, keys.values())) < 32
    written = "".join(one.text for one in Drawn(draw(picture.plot, {})).shapes)
    assert not set(written) - set(map(chr, range(32, 127))) - set("µ∝")


def test_who_cannot_see_it_is_told_every_number() -> None:
    """With units."""
    (name, said), (python, about) = pictured(timed(sizes=SIZES[:2])).rows[:2]
    assert (name.en, said) == ("Submitted function ∝ n^2.97", "16: 379 µs, 32: 2.96 ms")
    assert python.ja == "採点用の Python"
    assert about.startswith("16: 248 µs")


def test_what_was_drawn_before_is_not_drawn_again() -> None:
    """Equal figures make equal bytes; other figures are drawn anew."""
    plot = pictured(timed()).plot
    svg = draw(plot, {})
    assert draw(plot, {}) == svg
    (key,) = re.findall('data-drawn="(.*?)"', svg)
    assert draw(plot, {key: svg.__class__("kept")}) == "kept"
    assert draw(pictured(timed(2e-7)).plot, {key: svg}) not in {svg, ""}
