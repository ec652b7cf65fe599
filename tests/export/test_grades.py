"""grades.csv opens in Excel, and says the same to a program."""

import csv
import io

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from grader.export.cells import bare
from grader.export.grades import grades_csv, students_in
from grader.export.summary import ClassRow, NoSheet
from grader.model.course import Lateness
from grader.model.finding import Verdict
from grader.model.gradebook import State
from grader.model.scoresheet import ScoreSheet
from grader.wording import visible
from tests.export.samples import ASSIGNMENT, RAISED, TRANSPOSED, finding, sheet_of


def lines(*sheets: ScoreSheet) -> list[list[str]]:
    """What a program reads."""
    rows = [ClassRow(sheet=sheet, stem="x") for sheet in sheets]
    text = grades_csv(rows, ASSIGNMENT).decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline="")))


def test_one_line_per_student_in_the_order_of_ids() -> None:
    """Points per criterion, what is open, what failed; an open award is an empty cell."""
    done = sheet_of(finding("COR001"), student="24A1201")
    done = replace(done, awards=(done.awards[0], replace(done.awards[1], points=1.5)))
    failed = sheet_of(RAISED, TRANSPOSED, finding("COR005", Verdict.BROKEN), student="24A1202")
    assert lines(sheet_of(student="24A1210", content=None), failed, done) == [
        [
            *("student", "content", "form", "total", "max", "complete", "open", "failed"),
            *("name", "late (min)", "report", "missing", "in this run"),
        ],
        ["24A1201", "6", "1.5", "7.5", "8", "yes", "", "", "", "", "", "", "yes"],
        ["24A1202", "6", "", "6", "8", "no", "form", "COR002 RUN003", "", "", "", "", "yes"],
        ["24A1210", "", "", "", "8", "no", "content form", "", "", "", "", "", "yes"],
    ]


def test_everybody_of_the_class_has_a_line() -> None:
    """Name, minutes late, no report, not in the folder; and who has no sheet, in the same order."""
    late = replace(
        sheet_of(finding("REP001", Verdict.FAILED, case="missing"), student="24A1202"),
        lateness=Lateness(late_seconds=61, kept_percent=100),
    )
    rows = [ClassRow(sheet=late, stem="", name="佐藤 花子", here=False)]
    absent = NoSheet(student="24A1201", name="=山田", state=State.NOT_SUBMITTED)
    content = grades_csv(rows, ASSIGNMENT, [absent])
    table = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    assert [(line[0], *line[-5:]) for line in table[1:]] == [
        ("24A1201", "'=山田", "", "", "not submitted", "no"),
        ("24A1202", "佐藤 花子", "2", "none", "", "no"),
    ]
    assert students_in(content) == frozenset({"24A1202"})  # the other cannot get lost


def test_excel_sees_utf_8_and_whole_lines() -> None:
    """A byte order mark in front, CRLF after every line."""
    data = grades_csv([ClassRow(sheet=sheet_of(student="山田"), stem="x")], ASSIGNMENT)
    assert data.startswith(b"\xef\xbb\xbfstudent,")
    assert data.count(b"\r\n") == data.count(b"\n") == 2


@given(
    st.lists(st.text(st.characters(exclude_categories=()), max_size=40), max_size=5, unique=True)
)
def test_any_label_comes_back(labels: list[str]) -> None:
    """Whatever students are called, the table keeps its shape and no cell acts."""
    table = lines(*(sheet_of(student=label) for label in labels))
    assert {len(line) for line in table} == {13}
    assert [bare(line[0]) for line in table[1:]] == list(map(visible, sorted(labels)))
    assert not [line for line in table if line[0][:1] and line[0][0] in "=+-@\t\r\n＝＋－＠"]
