"""No comment, and nothing that stood in a worksheet before, reaches another student's row."""

import html
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grader.lms.notices import NoticeKind
from grader.model.errors import IntakeError
from grader.model.gradebook import Exported
from tests.export.gradebook.books import HOSTILE, known, says
from tests.lms.moodle_reader import fgetcsv, fputcsv, moodle_reads
from tests.lms.worksheets import BACKSLASH, BOM, HANAKO, SHEET, TARO, fill

HEADINGS = ["ID", "フルネーム", "評点", "最大評点", "オンラインテキスト", "最終更新日時 (評定)"]
ONLINE = st.text('\\",;\n a山', max_size=8)


@pytest.mark.parametrize("comment", HOSTILE)
def test_comments_harm_nobody(comment: str) -> None:
    """Each row is read as it is meant, and the comment stays in its own."""
    written = fill(SHEET, says(TARO, comment), says(HANAKO, comment))
    rows = moodle_reads(written.content)
    assert [line[:5] for line in rows[1:]] == [
        ["参加者31201", "山田 太郎", "y@example.ac.jp", "評定のために提出済み", "7.5"],
        ["参加者31202", "佐藤 花子", "s@example.ac.jp", "評定のために提出済み", "6"],
    ]
    said = rows[1][9]
    assert said == rows[2][9]
    assert re.fullmatch(r"(<p>[^<>]*(<br>[^<>]*)*</p>)?", said)
    assert "\n" not in said


def test_a_comment_reads_as_it_was_written() -> None:
    """Lines become breaks, signs stay signs."""
    written = fill(SHEET, says(TARO, 'C:\\temp\\ を "使う"\n<b> & </p>\n'))
    said = moodle_reads(written.content)[1][9]
    assert html.unescape(said) == '<p>C:\\temp\\ を "使う"<br><b> & </p></p>'


@given(st.lists(st.text("\\\"',;\n\r\t =a山<&", max_size=12), min_size=2, max_size=2))
@settings(max_examples=100)
def test_any_comment_comes_through(comments: list[str]) -> None:
    """Two students' rows stay two rows, with their own comments."""
    grades = [says(one, text) for one, text in zip((TARO, HANAKO), comments, strict=True)]
    rows = moodle_reads(fill(SHEET, *grades).content)
    assert [line[0] for line in rows] == ["ID", "参加者31201", "参加者31202"]
    for line, text in zip(rows[1:], comments, strict=True):
        lines = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
        plain = html.unescape(line[9]).removeprefix("<p>").removesuffix("</p>")
        assert plain.replace("<br>", "\n") == (lines if text.strip() else "")


def test_the_naive_way_does_leak() -> None:
    """A plain comment that ends in a backslash takes the next student along: see that it does."""
    naive = SHEET.replace(",-,\n参加者31202", ',-,"C:\\temp\\"\n参加者31202')
    assert "佐藤 花子" in " ".join(fgetcsv(naive.removeprefix(BOM))[1])


def test_a_backslash_that_was_there_before_is_mended() -> None:
    """An online text may end in one, and Moodle would read two rows as one."""
    head = SHEET.replace("フィードバックコメント\n", "オンラインテキスト,フィードバックコメント\n")
    sheet = head.replace(",-,\n", ",-,C:\\temp\\,\n", 1).replace(",-,\n", ",-,,\n")
    assert len(moodle_reads(sheet.encode())) < 3
    written = fill(sheet, TARO, HANAKO)
    assert written.content.decode() == sheet.replace(",C:\\temp\\,", ',"C:\\temp\\ ",').replace(
        ",,8.00", ",7.5,8.00", 1
    ).replace(",,8.00", ",6,8.00")
    assert len(moodle_reads(written.content)) == 3
    [notice] = [one for one in written.notices if one.kind is NoticeKind.MENDED]
    assert notice.params == {"rows": "2"}


def test_what_cannot_be_mended_is_refused() -> None:
    """A backslash before a quote, as a spreadsheet writes it, in a comment that is not ours."""
    sheet = SHEET.replace(",-,\n参加者31202", ',-,"say \\"", x"\n参加者31202')
    with pytest.raises(IntakeError, match="row 2 contains a backslash"):
        fill(sheet, HANAKO)


def test_a_row_inside_a_text_is_found() -> None:
    """Two comments end in a backslash, and Moodle would take the second row for the first one's."""
    sheet = f"{BOM}ID,評点,最大評点,フィードバックコメント\n"
    sheet += '参加者31201,,8.00,"a\\"\n参加者31202,,8.00,"b\\"\n'
    assert [line[0] for line in moodle_reads(sheet.encode())] == ["ID", "参加者31201"]
    filled = moodle_reads(fill(sheet, TARO, HANAKO).content)
    assert [line[:2] for line in filled[1:]] == [["参加者31201", "7.5"], ["参加者31202", "6"]]


def test_filling_twice_changes_nothing_more() -> None:
    """The file that was filled may be filled again."""
    once = fill(SHEET, says(TARO, "a & b\nc"), HANAKO)
    again = fill(once.content, says(TARO, "a & b\nc"), HANAKO)
    assert again.content == once.content
    assert not again.replaced


def test_our_own_comment_replaces_such_a_one() -> None:
    """A comment with a backslash at its end, saved by a spreadsheet, does no harm any more."""
    sheet = SHEET.replace(",-,\n参加者31202", ',-,"C:\\temp\\"\n参加者31202')
    written = fill(sheet, says(TARO, "よい"), HANAKO, overwrite=True)
    assert [line[9] for line in moodle_reads(written.content)[1:]] == ["<p>よい</p>", ""]


@pytest.mark.parametrize(
    ("there", "last", "kept"),
    [
        ("<p>面談した</p>", "", 1),
        ("<p>面談した</p>", "よかった", 1),
        ("<p>よかった<br />次も</p>", "よかった\n次も", 0),  # ours, as Moodle writes it
        ("<p>よい</p>", "", 0),  # what we would write
        ("<p><br></p>", "", 0),
        ("<p>&nbsp;</p>", "", 0),
    ],
)
def test_a_persons_comment_stays(there: str, last: str, kept: int) -> None:
    """The points are written all the same, and it is said."""
    sheet = SHEET.replace(",-,\n参加者31202", f",-,{there}\n参加者31202")
    before = {"24A1201": Exported(student="24A1201", total=None, feedback=last)}
    written = fill(sheet, says(TARO, "よい"), last=before)
    first = moodle_reads(written.content)[1]
    assert (first[4], first[9]) == ("7.5", there if kept else "<p>よい</p>")
    assert [one.was for one in written.kept] == ([there] if kept else [])
    assert written.told == ({} if kept else {"24A1201": "よい"})
    assert written.filled == ("24A1201",)


@given(st.lists(st.tuples(ONLINE, ONLINE), min_size=3, max_size=3))
@example([("", "\\"), ("", '\\"\n,'), ("", "")])
@example([("", ""), ("", '\\"\n;,'), ("", "\\")])
@example([("", ""), ("\\", ",,\n;,"), ("", "")])
@example([('\\",,\n;,', ""), ("", "\\"), ("", "")])
@settings(max_examples=100)
def test_whatever_stands_in_the_sheet_already(texts: list[tuple[str, str]]) -> None:
    """Moodle reads every row with its own points, or the sheet is refused with a sentence."""
    rows = [
        [f"参加者{31201 + at}", "x y", "", "8.00", online, "-", before]
        for at, (online, before) in enumerate(texts)
    ]
    sheet = BOM + "".join(map(fputcsv, [[*HEADINGS, "フィードバックコメント"], *rows]))
    grades = [says(one, "C:\\") for one in (TARO, HANAKO)]
    try:
        numbered = [known(one, participant=one.who.participant) for one in grades]
        written = fill(sheet, *numbered, overwrite=True)
    except IntakeError:
        assert any(BACKSLASH in text for pair in texts for text in pair)
        return
    there = moodle_reads(written.content)
    assert [line[0] for line in there] == ["ID", "参加者31201", "参加者31202", "参加者31203"]
    assert [line[2] for line in there[1:]] == ["7.5", "6", ""]
    assert [line[6] for line in there[1:3]] == ["<p>C:\\</p>"] * 2
