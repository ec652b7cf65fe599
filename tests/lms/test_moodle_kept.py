"""What a person graded in Moodle stays; what we wrote there is brought up to date."""

import pytest

from grader.export.gradebook import Left, Written
from grader.model.gradebook import Exported
from tests.export.gradebook.books import says
from tests.lms.moodle_reader import moodle_reads
from tests.lms.worksheets import HANAKO, SHEET, fill


def graded(cell: str, last: float | None) -> Written:
    """Fills a sheet in which Hanako, who has 6 points, is graded already."""
    sheet = SHEET.replace('提出済み",,8.00', f'提出済み","{cell}",8.00')
    before = {"24A1202": Exported(student="24A1202", total=last)}
    return fill(sheet, says(HANAKO, "よい"), last=before)


@pytest.mark.parametrize(
    ("cell", "last"),
    [
        ("3.50", None),  # a person graded by hand
        ("3.50", 4),  # and over what we wrote
        ("A", None),
        ("0.00", None),
        ("4", 3.5),  # too coarse to tell
    ],
)
def test_a_grade_that_a_person_may_have_given_stays(cell: str, last: float | None) -> None:
    """Without our comment; nobody's own decision is lost in silence."""
    written = graded(cell, last)
    there = moodle_reads(written.content)[2]
    assert (there[4], there[9]) == (cell, "")
    assert [(one.was, one.now) for one in written.kept] == [(cell, "6")]
    assert [(one.why, one.detail) for one in written.left] == [(Left.KEPT, f"3: {cell}")]
    assert not written.filled


@pytest.mark.parametrize(
    ("cell", "last", "now"),
    [
        ("3.50", 3.5, "6"),  # what we wrote last
        ("3.33", 3.3333, "6"),  # as Moodle shows it
        ("3,33", 3.3333, "6"),
        ("6.00", None, "6.00"),  # what we would write
        ("-", None, "6"),
        ("", None, "6"),
    ],
)
def test_a_grade_of_ours_is_brought_up_to_date(cell: str, last: float | None, now: str) -> None:
    """The cell says what we wrote, however the LMS shows it."""
    written = graded(cell, last)
    there = moodle_reads(written.content)[2]
    assert (there[4], there[9]) == (now, "<p>よい</p>")
    assert written.filled == ("24A1202",)
    assert not written.kept
