"""What a sheet's page shows, sorted by what the student has to do."""

import pytest
from msgspec.structs import replace

from grader.export.cards import Card
from grader.export.sheet_view import view_sheet
from grader.model.course import Visibility
from grader.model.finding import Location, Verdict
from grader.model.static import Certainty, ParseStatus, SourceFacts, SyntaxTrouble, Use
from grader.wording import load_wording
from grader.wording.bilingual import Bilingual
from tests.export.samples import (
    ASSIGNMENT,
    RAISED,
    evidence_of,
    finding,
    observed,
    sheet_of,
)

WORDS = Bilingual(load_wording("ja"), load_wording("en"))


def checks(cards: object) -> list[str]:
    """The codes on the cards."""
    assert isinstance(cards, list)
    assert all(isinstance(card, Card) for card in cards)
    return [card.finding.check for card in cards]


def test_findings_are_sorted_by_what_they_ask_for() -> None:
    """Mend, wait, note, passed, skipped; each finding stands in one place."""
    sheet = sheet_of(
        finding("COR001"),
        finding("COR002", Verdict.FAILED),
        finding("COR003", Verdict.SKIPPED),
        finding("COR004", Verdict.UNDECIDED),
        finding("COR005", Verdict.BROKEN),
        finding("COR006", Verdict.WAITING),
        finding("RUN001", case="redecoded"),
    )
    view = view_sheet(sheet, evidence_of(), ASSIGNMENT, WORDS)
    assert checks(view.mend) == ["COR002"]
    assert checks(view.wait) == ["COR004", "COR005", "COR006"]
    assert checks(view.notes) == ["RUN001"]
    assert checks(view.passed) == ["COR001"]
    assert checks(view.skipped) == ["COR003"]


def test_points_say_what_is_open() -> None:
    """Decided so far, and how many points nobody has decided."""
    view = view_sheet(sheet_of(), evidence_of(), ASSIGNMENT, WORDS)
    assert (view.points, view.max, view.open_points) == (6, 8, 2)
    assert view.open_note.ja == "あと 2 点分が未採点です。"
    assert [award.by.en for award in view.awards] == ["the grader", "not graded"]


def test_nothing_decided_is_no_zero() -> None:
    """There is no number to show."""
    assert view_sheet(sheet_of(content=None), evidence_of(), ASSIGNMENT, WORDS).points is None


def test_a_person_is_named() -> None:
    """With the person's own words."""
    sheet = sheet_of()
    form = replace(sheet.awards[1], points=1.0, decided_by="佐藤", reason="図がない")
    view = view_sheet(
        replace(sheet, awards=(sheet.awards[0], form)), evidence_of(), ASSIGNMENT, WORDS
    )
    assert (view.awards[1].by.en, view.awards[1].reason.en) == ("佐藤", "図がない")
    assert not view.open_points


def test_what_only_tas_see_is_not_on_the_students_page() -> None:
    """Neither the line nor its points."""
    hidden = replace(ASSIGNMENT.rubric[0], visibility=Visibility.TA)
    assignment = replace(ASSIGNMENT, rubric=(hidden, ASSIGNMENT.rubric[1]))
    view = view_sheet(sheet_of(), evidence_of(), assignment, WORDS)
    assert (len(view.awards), view.points, view.max) == (1, None, 2)


def test_places_name_file_line_and_cell() -> None:
    """A notebook's line is counted within its cell; long lists are cut."""
    places = (
        Location(file="kadai1.py", line=0),
        Location(file="kadai1.py", line=7, text="x"),
        Location(file="a.ipynb", line=7, cell=3),
        *(Location(file="kadai1.py", line=line) for line in range(20)),
    )
    sheet = sheet_of(replace(RAISED, locations=places))
    (card,) = view_sheet(sheet, evidence_of(), ASSIGNMENT, WORDS).mend
    assert [place.name.en for place in card.places[:3]] == [
        "kadai1.py",
        "kadai1.py, line 7",
        "a.ipynb, cell 3, line 7",
    ]
    assert (len(card.places), card.more_places) == (12, 11)


@pytest.mark.parametrize(
    ("text", "what", "pointer"),
    [
        ("import numpy as np", "numpy", "       ^^^^^"),
        ("\tx = numpy.linalg.norm(a)", "numpy.linalg.norm", "\t                 ^^^^"),
        ("合計 = np.dot(a)", "dot", "\u3000\u3000      ^^^"),
        ("np = np + 1", "np", ""),  # two places: nobody says which
        ("import numpydoc", "numpy", ""),  # a part of another name
        ("", "numpy", ""),
    ],
)
def test_what_is_meant_is_pointed_at(text: str, what: str, pointer: str) -> None:
    """As a compiler does it, as wide as the letters above; only where nothing is mistaken."""
    place = Location(file="kadai1.py", line=3, text=text)
    use = Use(check="POL001", what=what, certainty=Certainty.SURE, reason="import", location=place)
    source = SourceFacts(status=ParseStatus.OK, uses=(use,))
    sheet = sheet_of(replace(finding("POL001", Verdict.FAILED), locations=(place,)))
    (card,) = view_sheet(sheet, evidence_of(observed(source=source)), ASSIGNMENT, WORDS).mend
    assert card.places[0].pointer == pointer


def test_a_letter_of_full_width_is_pointed_at() -> None:
    """It takes the room of two."""
    place = Location(file="kadai1.py", line=10, text="for k in range（n）:")
    trouble = SyntaxTrouble(location=place, column=19, message="invalid", character="（")
    source = SourceFacts(status=ParseStatus.SYNTAX_ERROR, syntax=trouble)
    sheet = sheet_of(replace(finding("RUN001", Verdict.FAILED), locations=(place,)))
    (card,) = view_sheet(sheet, evidence_of(observed(source=source)), ASSIGNMENT, WORDS).mend
    assert card.places[0].pointer == " " * 14 + "^^"


def test_a_criterion_names_what_it_rests_on() -> None:
    """What failed, not what passed, nor what is asked of other exercises or of nobody."""
    other = replace(finding("COR001", Verdict.FAILED), subject="convolution")
    sheet = sheet_of(finding("COR001", Verdict.FAILED), other, finding("COR003"), content=0.0)
    rubric = (replace(ASSIGNMENT.rubric[0], exercises=("matmul",)), ASSIGNMENT.rubric[1])
    view = view_sheet(sheet, evidence_of(), replace(ASSIGNMENT, rubric=rubric), WORDS)
    assert [(mark.check, mark.anchor) for mark in view.awards[0].because] == [
        ("COR001", "finding-COR001")
    ]
    assert not view.awards[1].because


def test_a_submission_of_many_files_is_cut() -> None:
    """The page stays a page."""
    many = replace(evidence_of(), files=tuple(f"{number}.txt" for number in range(100)))
    view = view_sheet(sheet_of(), many, ASSIGNMENT, WORDS)
    assert (len(view.files), view.more_files) == (60, 40)
