"""Our own table: for a spreadsheet, for a program, and back again."""

import csv
import io
from datetime import UTC
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grader.export.cells import bare
from grader.export.gradebook import Left, LeftOut
from grader.export.gradebook.saying import as_text
from grader.export.gradebook.written import NOT_CONFIRMED
from grader.model.gradebook import (
    Column,
    Grade,
    State,
    column_of,
    criteria_by_name,
    criterion_header,
    criterion_of,
)
from tests.export.gradebook.books import (
    ASSIGNMENT,
    AT,
    CONTENT,
    FORM,
    HOSTILE,
    book,
    confirmed,
    export,
    grade,
    says,
    sheet,
)


def table(*grades: Grade, **asked: object) -> list[list[str]]:
    """What a program reads."""
    text = export("csv", book(*grades), **asked).content.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline="")))


def test_the_columns() -> None:
    """Ids, one column per criterion with its maximum, totals, who stands behind them."""
    done = confirmed(grade("24A1201", 6, 1.5, "山田 太郎"))
    assert table(done, lang="en") == [
        ["id", "name", "content (/6)", "form (/2)", "total", "max", "state", "late (min)",
         "kept (%)", "confirmed by", "confirmed at", "comment", "report"],
        ["24A1201", "山田 太郎", "6", "1.5", "7.5", "8", "confirmed", "0", "100", "TA 1",
         "2025-04-20T10:30:00+09:00", "", ""],
    ]  # fmt: skip


def test_times_are_the_courses() -> None:
    """Stored in UTC, read where the course is."""
    done = confirmed(grade("24A1201", 6, 1.5))
    assert done.confirmed is not None
    done = replace(done, confirmed=replace(done.confirmed, at=AT.astimezone(UTC)))
    assert table(done)[1][10] == "2025-04-20T10:30:00+09:00"
    assert table(done, zone=ZoneInfo("Asia/Kathmandu"))[1][10] == "2025-04-20T07:15:00+05:45"


def test_the_headings_are_read_back() -> None:
    """Whoever reads the table finds every column in either language."""
    for lang in ("ja", "en"):
        [headings] = table(lang=lang)
        names = criteria_by_name(ASSIGNMENT.rubric)
        read = [name for one in headings if (name := criterion_of(one))]
        assert [names[name] for name in read] == ["content", "form"]
        assert {column_of(one) for one in headings} == {None, *Column}


def test_titles_head_the_columns_where_they_tell() -> None:
    """A title that two criteria share, or that is another's id, is no heading."""
    assert criterion_header(CONTENT, (CONTENT, FORM), "ja") == "内容 (/6)"
    same = replace(FORM, title=CONTENT.title)
    assert criterion_header(same, (CONTENT, same), "ja") == "form (/2)"
    assert criterion_header(CONTENT, (CONTENT, same), "ja") == "content (/6)"
    crossed = replace(FORM, title={"ja": "content"})
    assert criterion_header(crossed, (CONTENT, crossed), "ja") == "form (/2)"


def test_a_blank_is_undecided_never_0() -> None:
    """Open criteria, open totals, nobody's sheets; 0 points are 0."""
    rows = table(
        grade("a", 6, None),
        grade("b", 0, 0),
        Grade(student="c", state=State.NOT_GRADED),
        Grade(student="d", name="田中 実"),
    )
    assert [row[:8] for row in rows[1:]] == [
        ["a", "", "6", "", "", "8", "未採点あり", "0"],
        ["b", "", "0", "0", "0", "8", "未確定", "0"],
        ["c", "", "", "", "", "8", "未採点", ""],
        ["d", "田中 実", "", "", "", "8", "未提出", ""],
    ]


def test_late_points() -> None:
    """The criteria say what was earned, the total what is left of it, and beside it why."""
    late = replace(grade("a", 6, 2), sheet=sheet("a", 6, 2, kept=90), late_seconds=3_601)
    assert table(late)[1][2:9] == ["6", "2", "7.2", "8", "未確定", "61", "90"]


def test_only_confirmed_points() -> None:
    """Others are blank and say how far they are; the result names them."""
    done, proposed = confirmed(grade("a", 6, 2)), grade("b", 6, 2)
    rows = table(done, proposed, confirmed_only=True)
    assert [row[2:7] for row in rows[1:]] == [
        ["6", "2", "8", "8", "確定"],
        ["", "", "", "8", "未確定"],
    ]
    written = export("csv", book(done, proposed), confirmed_only=True)
    assert written.filled == ("a",)
    assert written.left == (LeftOut(student="b", why=Left.PROPOSED),)
    assert not written.notices
    [notice] = export("csv", book(done, proposed)).notices
    assert (notice.kind, notice.params) == (NOT_CONFIRMED, {"count": 1})


def test_excel_sees_utf_8_and_whole_lines() -> None:
    """A byte order mark in front, CRLF after every row; ids keep their zeros."""
    content = export("csv", book(grade("0012", 6, 2))).content
    assert content.startswith(b"\xef\xbb\xbf")
    assert content.count(b"\r\n") == 2
    assert b"\r\n'0012," in content


@pytest.mark.parametrize("comment", HOSTILE)
def test_no_cell_acts(comment: str) -> None:
    """A comment is one cell, is never executed, and comes back as it was shown."""
    said = table(says(grade("a", 6, 2), comment))[1][11]
    assert not said.startswith(tuple("=+-@\t\r\n"))
    assert bare(said).replace("\r\n", "\n") == as_text(comment)


def test_long_comments_are_whole() -> None:
    """Nothing is cut that a cell can hold."""
    assert table(says(grade("a", 6, 2), "長" * 30_000))[1][11] == "長" * 30_000


@given(
    st.text(
        st.characters(exclude_categories=("Cc", "Cf", "Cs", "Zl", "Zp", "Cn", "Co")), max_size=30
    ),
    st.tuples(*[st.sampled_from([None, 0.0, 0.25, 1.5, 2.0])] * 2),
)
@settings(max_examples=100)
def test_points_and_comments_come_back(
    comment: str, points: tuple[float | None, float | None]
) -> None:
    """Whatever was decided and said."""
    row = table(says(grade("24A1201", *points), comment))[1]
    assert [float(cell) if cell else None for cell in row[2:4]] == list(points)
    assert bare(row[11]) == (comment if comment.strip() else "")
