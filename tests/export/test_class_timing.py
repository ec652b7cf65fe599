"""The times of a class in its summary."""

from dataclasses import replace

from grader.export import ClassRow, render_summary_html
from grader.export.bilingual import Bilingual
from grader.export.class_timing import ClassTiming, Timed, view_times
from grader.model.course import Backend
from grader.model.timing import Fit, Timing
from grader.wording import load_wording
from tests.export.samples import ASSIGNMENT, EXERCISE, sheet_of
from tests.export.sweeps import curve, timed
from tests.export.test_pages import NASTY, Tags

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


def looks(found: ClassTiming) -> list[str]:
    """What is drawn of everyone's curves."""
    return [one.look for one in found.picture.shapes]


CLASS = view(
    timed(), timed(3e-7), timed(fit=Fit(unknown="knee")), timed(sizes=(64,)), Timing(ended="wrong")
)


def test_everyone_measured_has_a_curve_that_leads_to_the_sheet() -> None:
    """Grey, between the lines and the marks of the baselines; one size is a dot."""
    lines = [one for one in CLASS.picture.shapes if one.href]
    assert [one.look for one in lines] == ["each", "each", "each", "mark dot"]
    assert [one.said for one in lines] == ["24A1200", "24A1201", "24A1202", "24A1203"]
    assert looks(CLASS).index("line numpy") < looks(CLASS).index("each")
    assert looks(CLASS).index("mark numpy") > looks(CLASS).index("each")
    assert {one.text.en for one in CLASS.picture.labels} >= {"NumPy", "Python (grader)"}
    assert CLASS.people.ja == "測った人: 4 人"


def test_exponents_that_are_not_known_are_listed_by_reason() -> None:
    """With the students."""
    assert CLASS.exponents is not None
    assert [one.look for one in CLASS.exponents.shapes].count("mark dot") == 3
    assert [[each.student for each in one.students] for one in CLASS.unknown] == [["24A1202"]]
    assert "changes on the way" in CLASS.unknown[0].why.en


def test_ratios_are_those_to_numpy() -> None:
    """At each student's largest size."""
    assert CLASS.ratios is not None
    said = [one.said for one in CLASS.ratios.shapes if one.href]
    assert said == [
        *("24A1203: ×8400 (n = 64)", "24A1200: ×53000 (n = 512)", "24A1202: ×53000 (n = 512)"),
        "24A1201: ×160000 (n = 512)",
    ]


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
        assert found.ratios.title.en == f"Times as long as {name}"
    assert view(replace(timed(), baselines={})).ratios is None


def test_baselines_are_those_of_the_machine_that_measured_most() -> None:
    """And the page says that there were several."""
    slow = replace(timed(), machine="two", baselines={"torch": curve(1e-3)})
    found = view(timed(), replace(timed(), baselines={}), slow)
    assert "line numpy" in looks(found)
    assert "line torch" not in looks(found)
    assert found.machines is not None
    assert found.machines.ja.startswith("2 台のコンピュータ")
    assert CLASS.machines is None


def test_what_nobody_was_timed_in_is_not_shown() -> None:
    """As before there were times."""
    assert view_times(EXERCISE, students(Timing(ended="wrong")), WORDS) is None
    page = render_summary_html([ClassRow(sheet=sheet_of(), stem="a")], ASSIGNMENT, "ja")
    assert "計算時間" not in page


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
    assert "計算時間: matmul" in page
    assert [one.get("href") for tag, one in tags.tags if tag == "a"].count("sheets/_0.html") == 5
