"""Everything an export may say has words in both languages."""

import re
from pathlib import Path

import pytest

import grader.export.gradebook
from grader.export.gradebook import Left, NoticeKind
from grader.wording import Language, explain, load_wording

SAID = (
    "this format fills a file of the LMS; give it with --into FILE",
    "24A1201 has 9 of 8 points; an LMS takes nothing below 0 or above the maximum",
    (
        "x.csv: is out of 10 points, the assignment out of 8; make the maximum in the LMS the same,"
        " or take the right file"
    ),
    (
        "x.csv: not one participant number is one of this assignment's (12 are known);"
        " download the worksheet of this assignment"
    ),
    "x.csv: is graded with a scale, not with points",
    "x.csv: cannot find the grade column of a Moodle grading worksheet; the columns are: A, B",
    (
        "x.csv: row 3 holds a backslash that would make Moodle read this row and the next as one;"
        " take it out and export again"
    ),
    "row 3 holds a backslash that Moodle would misread; take it out",
    "x.csv: row 3 has not as many cells as the first row; download the file again",
    "x.csv: is a workbook, and the LMS takes a CSV file; give it as it was downloaded",
    "x.csv: is no workbook (.xlsx); give it as it was downloaded",
    "x.csv: cannot be read as a workbook; download it again, or save it as .xlsx",
    "x.csv: is in cp932, which cannot hold 🎉; download it as UTF-8",
    "x.csv: has no columns Student and ID; it is no gradebook of Canvas",
    (
        "x.csv: no single column is 課題3; give one with --column, such as --column 777;"
        " they are: 課題1 (777)"
    ),
    "x.csv: 課題1 (777) is (read only); Canvas takes no grades for it",
    (
        "x.csv: has no row with the headings 合計点, 学籍番号, ユーザID; take the"
        " reportlist.xlsx of manaba"
    ),
    "x.csv: no column holds the ids of these students, so nobody's row is known",
)


@pytest.mark.parametrize("sentence", SAID)
def test_errors_are_translated(sentence: str) -> None:
    """Whoever works in Japanese reads Japanese."""
    said = explain(sentence, "ja")
    assert said != sentence
    assert re.search("[ぁ-ん]", said)


def test_no_error_is_forgotten() -> None:
    """There are as many raised as are listed here."""
    folder = Path(grader.export.gradebook.__file__).parent
    sources = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    assert len(re.findall(r"(?:raise|return) IntakeError\(", sources)) == len(SAID)


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_reasons_and_notices_have_words(lang: Language) -> None:
    """Every member has its sentence."""
    words = load_wording(lang).data["ui"]["export"]
    assert set(words["left"]) == {one.value for one in Left}
    assert set(words["notice"]) == {one.value for one in NoticeKind}
