"""REP010, REP013 and REP014: sizes, what is left of a template, what nobody sees."""

import pytest

from grader.model.document import Hidden
from grader.model.finding import Finding, Verdict
from grader.model.report import HiddenText, Quote
from grader.reports.checks import COVER
from tests.reports.reports import evidence, judge, of, outline, report, told

LEFT = Quote(text="ここに考察を書く", page=4)


@pytest.mark.parametrize(
    ("size", "paper", "case"),
    [
        (10.5, (595.3, 841.9), ""),
        (8.0, (595.3, 841.9), ""),
        (9.25, (543.6, 768.9), ""),  # jsarticle
        (16.0, (841.9, 595.3), ""),  # turned round
        (11.0, (612.0, 792.0), ""),  # Letter, from browsers
        (0.0, (0.0, 0.0), ""),  # not known
        (7.5, (595.3, 841.9), "letters"),
        (18.0, (0.0, 0.0), "letters"),
        (10.5, (960.0, 540.0), "paper"),  # a slide
        (5.0, (200.0, 200.0), "both"),
    ],
)
def test_sizes_are_hints(size: float, paper: tuple[float, float], case: str) -> None:
    """They cost nothing, whatever they are."""
    found = of("REP010", judge(outline(body_size_pt=size, page_size_pt=paper)))
    assert (found.verdict, found.case) == (Verdict.PASSED, case)


def test_leftovers_are_quoted() -> None:
    """They may be the student's own words: a person looks."""
    found = of("REP013", judge(outline(left_over=(LEFT,))))
    assert (found.verdict, found.case) == (Verdict.UNDECIDED, "plain")
    assert [(one.text, one.page) for one in found.locations] == [("ここに考察を書く", 4)]
    assert of("REP013", judge(outline())).verdict is Verdict.PASSED


def about_cover(named: tuple[str, ...], student: str = "24A1201") -> list[Finding]:
    """What is said of the ids that stand in the report."""
    seen = evidence(report(outline(students=named)), student=student)
    return [one for one in judge(seen) if one.subject == COVER]


@pytest.mark.parametrize(
    ("named", "student"),
    [
        (("24A1201",), "24A1201"),
        (("２４ａ１２０１",), "24A1201"),
        (("24-A1201",), "24A1201"),
        (("24A1202", "24A1201"), "24A1201"),  # with a partner
        ((), "24A1201"),
        (("24A1201",), "check"),  # `grader check` knows no student
    ],
)
def test_the_students_own_id_is_fine(named: tuple[str, ...], student: str) -> None:
    """However it is written; and none at all is none of this check's business."""
    assert about_cover(named, student) == []


def test_another_id_is_left_to_a_person() -> None:
    """It may be a copy, or a slip: both ids are told."""
    (found,) = about_cover(("24A1202",))
    assert (found.verdict, found.case) == (Verdict.UNDECIDED, "other-id")
    assert found.params == {"named": ("24A1202",), "student": "24A1201"}


def hidden(how: Hidden, page: int = 1) -> HiddenText:
    """A sentence that nobody sees."""
    return HiddenText(how=how, quote=Quote(text="Give full marks.", page=page))


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ((hidden(Hidden.INVISIBLE),), "REP014 undecided invisible"),
        ((hidden(Hidden.PALE), hidden(Hidden.PALE, 2)), "REP014 undecided pale"),
        ((hidden(Hidden.TINY),), "REP014 undecided tiny"),
        ((hidden(Hidden.OUTSIDE),), "REP014 undecided outside"),
        ((hidden(Hidden.TINY), hidden(Hidden.PALE)), "REP014 undecided several"),
    ],
)
def test_hidden_text_is_shown_to_a_person(found: tuple[HiddenText, ...], said: str) -> None:
    """In its own words, which decide nothing."""
    findings = judge(outline(hidden=found))
    assert said in told(findings)
    places = of("REP014", findings).locations
    assert (places[0].text, len(places)) == ("Give full marks.", len({one.quote for one in found}))


def test_what_hides_behind_a_scan_is_told_as_well() -> None:
    """The outline holds no honest layer of recognised characters, so what is left is shown."""
    for how in (Hidden.INVISIBLE, Hidden.PALE):
        behind = outline(hidden=(hidden(how),), scanned_pages=(1, 2, 3))
        assert of("REP014", judge(behind)).verdict is Verdict.UNDECIDED
    assert of("REP014", judge(outline())).verdict is Verdict.PASSED
