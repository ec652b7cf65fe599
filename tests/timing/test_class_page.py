"""The times of a class in its summary."""

from collections import Counter
from functools import cache

import pytest
from msgspec.structs import replace

from grader.export.drawing import TitledPlot, draw
from grader.export.pages import render_summary_html
from grader.export.summary import ClassRow
from grader.model.course import Backend
from grader.model.timing import Fit, Timing
from grader.timing.class_page import ClassTiming, Timed, view_times
from grader.wording import load_wording
from grader.wording.bilingual import Bilingual
from tests.export.drawn import Drawn, Shape
from tests.export.samples import ASSIGNMENT, EXERCISE, sheet_of
from tests.export.test_pages import NASTY, Tags
from tests.timing.sweeps import curve, timed

WORDS = Bilingual(load_wording("ja"), load_wording("en"))


def students(*timings: Timing) -> list[Timed]:
    """A student for each."""
    ids = [f"24A12{place:02}" for place in range(len(timings))]
    return [
        Timed(student=one, href=f"sheets/{one}.html", timing=timing)
        for one, timing in zip(ids, timings, strict=True)
    ]


def view(*timings: Timing, backend: Backend = Backend.PYTHON) -> ClassTiming:
    """What the page shows of a class that was timed."""
    found = view_times(replace(EXERCISE, backend=backend), students(*timings), WORDS)
    assert found is not None
    return found


def shapes(picture: TitledPlot | None) -> list[Shape]:
    """What is drawn."""
    assert picture is not None
    return Drawn(draw(picture.plot, {})).shapes


def looks(picture: TitledPlot | None) -> list[str]:
    """With a class each, from the lowest to the topmost."""
    return [one.look for one in shapes(picture)]


@cache
def whole() -> ClassTiming:
    """What the page shows of a class of every kind."""
    none, one = timed(fit=Fit(unknown="knee")), timed(sizes=(64,))
    return view(timed(), timed(3e-7), none, one, Timing(ended="wrong"))


def test_everyone_measured_has_a_curve_that_leads_to_the_sheet() -> None:
    """Grey, between the lines and the marks of the baselines; one size is a dot."""
    lines = [one for one in shapes(whole().picture) if one.href]
    assert [one.look for one in lines] == ["each", "each", "each", "mark dot"]
    assert [one.said for one in lines] == ["24A1200", "24A1201", "24A1202", "24A1203"]
    assert [one.href for one in lines] == [f"sheets/{one.said}.html" for one in lines]
    order = looks(whole().picture)
    assert order.index("line numpy") < order.index("each")
    assert order.index("mark numpy") > order.index("each")
    assert {one.text for one in shapes(whole().picture)} >= {"NumPy", "Python"}
    assert whole().people.ja == "測定した学生: 4 人"


def test_exponents_that_are_not_known_are_listed_by_reason() -> None:
    """With the students."""
    assert looks(whole().exponents).count("mark dot") == 3
    assert [[each.student for each in one.students] for one in whole().unknown] == [["24A1202"]]
    assert "changes partway" in whole().unknown[0].why.en


def dots(picture: TitledPlot | None) -> list[tuple[float, float]]:
    """Where everyone's dot stands, with a link and a name."""
    found = [one for one in shapes(picture) if one.look == "mark dot"]
    assert all(one.href.startswith("sheets/24A12") and one.said for one in found)
    return [one.places[0] for one in found]


def with_exponents(*exponents: float) -> ClassTiming:
    """A class of these."""
    return view(*(timed(fit=Fit(exponent=p, low=p - 0.2, high=p + 0.2)) for p in exponents))


def test_exponents_stand_in_their_order() -> None:
    """Each on a line of its own, with its interval; the expected one is marked."""
    picture = with_exponents(2.97, 2.1, 2.9).exponents
    found = dots(picture)
    assert found == sorted(found, key=lambda place: (place[0], -place[1]))
    assert len({y for _, y in found}) == 3
    drawn = Counter(looks(picture))
    assert (drawn["interval"], drawn["expected"]) == (3, 1)
    assert picture is not None
    assert [name.en for name, _ in picture.rows] == ["24A1201", "24A1202", "24A1200"]
    ticks = [one.text for one in shapes(picture) if one.look == "tick"]
    assert ticks == ["1.5", "2", "2.5", "3", "3.5"]


@pytest.mark.parametrize("count", [1, 30, 300])
def test_a_large_class_has_its_room(count: int) -> None:
    """On a page, not on ten; exponents and ratios alike."""
    found = with_exponents(*[3.0] * count)
    for picture in (found.exponents, found.ratios):
        assert picture is not None
        assert picture.plot.height < 1000
        assert len(set(dots(picture))) == count
        assert all(0 <= x <= 720 and 0 <= y <= picture.plot.height for x, y in dots(picture))


def test_wild_exponents_leave_ticks_apart() -> None:
    """A fit may say anything."""
    ticks = [one for one in shapes(with_exponents(-20.0, 60.0).exponents) if one.look == "tick"]
    assert 3 <= len(ticks) <= 15


def test_ratios_are_those_to_numpy() -> None:
    """At each student's largest size, with the one in the middle marked."""
    said = [one.said for one in shapes(whole().ratios) if one.href]
    assert said == [
        *("24A1203: ×8400 (n = 64)", "24A1200: ×53000 (n = 512)", "24A1202: ×53000 (n = 512)"),
        "24A1201: ×160000 (n = 512)",
    ]
    assert "×53000" in [one.text for one in shapes(whole().ratios) if one.look == "name"]
    middle = whole().middle
    assert middle is not None
    assert middle.en == "median 53000"


def test_exercises_with_a_library_are_compared_with_that_library() -> None:
    """Where it was measured; else with NumPy, else with what there is."""
    cases = [
        (Backend.TORCH, {"numpy": curve(1e-9), "torch": curve(1e-9)}, "PyTorch"),
        (Backend.CUPY, {"numpy": curve(1e-9), "torch": curve(1e-9)}, "NumPy"),
        (Backend.NUMPY, {"python": curve(1e-9)}, "Python (grader)"),
    ]
    for backend, baselines, name in cases:
        found = view(replace(timed(), baselines=baselines), backend=backend)
        assert found.ratios is not None
        assert found.ratios.title.en == f"Ratio to the time of {name}"
    assert view(replace(timed(), baselines={})).ratios is None


def test_baselines_are_those_of_the_machine_that_measured_most() -> None:
    """And the page says that there were several."""
    slow = replace(timed(), machine="two", baselines={"torch": curve(1e-3)})
    found = view(timed(), replace(timed(), baselines={}), slow)
    assert "line numpy" in looks(found.picture)
    assert "line torch" not in looks(found.picture)
    assert found.machines is not None
    assert found.machines.ja.startswith("2 台のコンピュータ")
    assert whole().machines is None


def test_what_nobody_was_timed_in_is_not_shown() -> None:
    """As before there were times."""
    assert view_times(EXERCISE, students(Timing(ended="wrong")), WORDS) is None
    page = render_summary_html([ClassRow(sheet=sheet_of(), stem="a")], ASSIGNMENT, "ja")
    assert "実行時間" not in page


def test_the_summary_shows_the_times_and_stays_text() -> None:
    """With links to the sheets, whatever students are called."""
    rows = [
        ClassRow(sheet=sheet_of(student=name), stem=f"_{place}", timings={"matmul": timed()})
        for place, name in enumerate(("24A1201", NASTY))
    ]
    page = render_summary_html(rows, ASSIGNMENT, "ja")
    tags = Tags(page)
    assert not tags.open
    assert not {"script", "img"} & {tag for tag, _ in tags.tags}
    assert not [1 for _, attributes in tags.tags if {"style", "onerror"} & attributes.keys()]
    assert "実行時間: matmul" in page
    assert [one.get("href") for tag, one in tags.tags if tag == "a"].count("sheets/_0.html") == 5
