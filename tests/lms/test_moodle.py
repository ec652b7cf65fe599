"""Moodle's offline grading worksheet comes back as it was, with points and comments in it."""

import pytest
from msgspec.structs import replace

from grader.export.gradebook import Left, LeftOut, Stranger
from grader.lms.notices import NoticeKind
from grader.model.errors import IntakeError
from tests.export.gradebook.books import book, confirmed, export, grade, known, says
from tests.lms.moodle_reader import moodle_reads
from tests.lms.worksheets import (
    BLIND,
    BOM,
    EN,
    HANAKO,
    JA,
    SENT,
    SHEET,
    TARO,
    fill,
    kinds,
    row,
)


def test_only_points_and_comments_change() -> None:
    """Every other byte is what was downloaded: mark, headings, quotes, line ends."""
    written = fill(SHEET, says(TARO, "よい"), HANAKO)
    expected = SHEET.replace(
        f'提出済み",,8.00,Yes,{SENT},-,\n参加者31202',
        f'提出済み",7.5,8.00,Yes,{SENT},-,<p>よい</p>\n参加者31202',
    ).replace(f'提出済み",,8.00,Yes,{SENT},-,\n', f'提出済み",6,8.00,Yes,{SENT},-,\n')
    assert written.content.decode() == expected
    assert written.filled == ("24A1201", "24A1202")
    assert not written.left
    assert not written.strangers
    assert not written.replaced


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_line_ends_and_delimiters_stay(end: str, delimiter: str) -> None:
    """As the teacher's settings made them."""
    sheet = SHEET.replace("\n", end).replace(",", delimiter)
    written = fill(sheet, TARO).content.decode()
    assert written == sheet.replace(
        f"{delimiter}{delimiter}8.00", f"{delimiter}7.5{delimiter}8.00", 1
    )


@pytest.mark.parametrize(
    ("header", "word"), [(JA, "参加者"), (EN, "Participant")], ids=["ja", "en"]
)
def test_both_languages(header: str, word: str) -> None:
    """`参加者31201` and `Participant 31201`; the sheet has to go back in its own language."""
    sheet = header + row(31201, "Taro Yamada", "y@example.ac.jp", word=word)
    written = fill(sheet, TARO)
    assert written.filled == ("24A1201",)
    assert moodle_reads(written.content)[1][4] == "7.5"
    said = [one for one in written.notices if one.kind is NoticeKind.LANGUAGE]
    assert [one.params["language"] for one in said] == ["ja" if header is JA else "en"]


def test_a_language_that_nobody_foresaw() -> None:
    """The cells tell which column is which; said, so that a person can look."""
    sheet = (
        "ID-Angabe;Name;Mail;Status;Bewertung;Bestwertung;Bewertung änderbar;Zuletzt (Abgabe)\n"
        "Teilnehmer/in31201;Taro;y@example.ac.jp;Abgegeben;;8,00;Ja;-\n"
        "Teilnehmer/in31202;Hanako;s@example.ac.jp;Abgegeben;3,50;8,00;Ja;-\n"
    )
    written = fill(sheet, known(TARO, participant="31201"))
    assert written.content.decode() == sheet.replace("Abgegeben;;", "Abgegeben;7,5;")
    assert {NoticeKind.GUESSED_POINTS, NoticeKind.NO_FEEDBACK_COLUMN} <= kinds(written)


def test_unsure_columns_are_said() -> None:
    """Two columns look like a maximum: nothing is written, the headings are named."""
    sheet = "A,B,C,D\nx1,,8,8\nx2,,8,8\n"
    with pytest.raises(
        IntakeError, match=r"the column of points of a .* was not found; columns: A, B, C, D"
    ):
        fill(sheet, TARO)


def test_a_blind_sheet() -> None:
    """No names, no addresses: the number alone tells."""
    sheet = BLIND + "参加者31202,提出済み,,8.00,Yes,-,-,\n参加者31201,提出済み,,8.00,Yes,-,-,\n"
    written = fill(sheet, TARO, HANAKO)
    assert [line[2] for line in moodle_reads(written.content)[1:]] == ["6", "7.5"]


def test_open_ones_stay_as_they_are() -> None:
    """Neither points nor a comment, and never 0; what stood there stays."""
    sheet = JA + row(31201, "山田 太郎", "y@example.ac.jp", "3.00") + row(31202, "佐藤 花子", "-")
    still_open = known(grade("24A1201", 6, None), participant="31201")
    written = fill(sheet, says(still_open, "まだ"), HANAKO, confirmed_only=True)
    assert written.content.decode() == sheet
    assert set(written.left) == {
        LeftOut(student="24A1201", why=Left.OPEN),
        LeftOut(student="24A1202", why=Left.PROPOSED),
    }
    assert fill(sheet, confirmed(HANAKO), confirmed_only=True).filled == ("24A1202",)


def test_students_and_rows_without_each_other() -> None:
    """Both are named, nobody is guessed."""
    stranger = row(31290, "伊藤 五郎", "i@example.ac.jp")
    written = fill(SHEET + stranger, TARO, HANAKO, grade("24A1299", 6, 2, "鈴木 一郎"))
    assert written.left == (LeftOut(student="24A1299", why=Left.NO_ROW),)
    assert written.strangers == (Stranger(row=4, who="参加者31290 伊藤 五郎"),)


def test_mail_and_names_when_there_is_no_number() -> None:
    """The address first; a name only when it is one person's alone on both sides."""
    sheet = (
        SHEET
        + row(31203, "田中 実", "t1@example.ac.jp")
        + row(31204, "田中 実", "t2@example.ac.jp")
    )
    taro = replace(grade("24A1201", 6, 1.5), name="太郎　山田")
    first = known(grade("24A1206", 1, 1, "田中 実"), mail="T1@example.ac.jp")
    second = grade("24A1207", 5, 1, "田中 実")
    written = fill(sheet, taro, first, second)
    assert written.filled == ("24A1201", "24A1206")
    assert [line[4] for line in moodle_reads(written.content)[1:]] == ["7.5", "", "2", ""]
    assert [(one.student, one.why) for one in written.left] == [("24A1207", Left.SAME_NAME)]


@pytest.mark.parametrize("name", ["髙橋 次郎", "高橋 次朗", "高橋", "次郎"])
def test_names_that_are_only_near_are_nobodys(name: str) -> None:
    """A variant of a character is a person's decision."""
    sheet = JA + row(31201, name, "-")
    assert not fill(sheet, grade("24A1205", 6, 2, "高橋 次郎")).filled


def test_another_assignments_sheet_is_refused() -> None:
    """There the number 31201 is somebody else's: nobody is found by an address instead."""
    sheet = (
        JA + row(31201, "佐藤 花子", "s@example.ac.jp") + row(31300, "山田 太郎", "y@example.ac.jp")
    )
    taro = known(TARO, participant="31201", name="山田 太郎", mail="y@example.ac.jp")
    with pytest.raises(
        IntakeError, match="none of the participant numbers belongs to this assignment"
    ):
        fill(sheet, taro)
    unnumbered = known(TARO, name="山田 太郎", mail="y@example.ac.jp")
    written = fill(sheet, unnumbered)
    assert [line[4] for line in moodle_reads(written.content)[1:]] == ["", "7.5"]


def test_one_number_that_contradicts_the_person() -> None:
    """Among numbers that fit, it is left to a person."""
    sheet = SHEET.replace("佐藤 花子", "伊藤 五郎")
    written = fill(sheet, TARO, HANAKO)
    assert written.filled == ("24A1201",)
    assert [(one.student, one.why) for one in written.left] == [("24A1202", Left.CONFLICT)]


@pytest.mark.parametrize(
    "name",
    [
        "太郎 山田",
        "山田太郎",
        "s24a1201 山田 太郎",
        "参加者",
        "Taro Yamada",
        "ヤマダ タロウ",
    ],
)
def test_no_contradiction(name: str) -> None:
    """Other order, a prefix, no name at all: the number is right."""
    assert fill(SHEET, known(TARO, participant="31201", name=name)).filled == ("24A1201",)


def test_grades_that_were_there() -> None:
    """The same number in other digits is left; another one is replaced and said."""
    sheet = (
        JA
        + row(31201, "山田 太郎", "y@example.ac.jp", "7.50").replace(",-,\n", f",{SENT},\n")
        + row(31202, "佐藤 花子", "s@example.ac.jp", "3.00")
    )
    written = fill(sheet, TARO, HANAKO, overwrite=True)
    assert [line[4] for line in moodle_reads(written.content)[1:]] == ["7.50", "6"]
    [one] = written.replaced
    assert (one.student, one.row, one.column, one.was, one.now) == (
        "24A1202",
        3,
        "評点",
        "3.00",
        "6",
    )
    assert NoticeKind.OVERRIDE in kinds(written)
    assert NoticeKind.OVERRIDE not in kinds(fill(SHEET, TARO))


def test_a_grade_that_may_not_be_changed() -> None:
    """Moodle says No; it is left and said."""
    sheet = SHEET.replace("Yes", "No", 1)
    written = fill(sheet, TARO, HANAKO)
    assert written.filled == ("24A1202",)
    assert [(one.student, one.why) for one in written.left] == [("24A1201", Left.LOCKED)]


@pytest.mark.parametrize("most", ["10.00", "100"])
def test_another_maximum_is_refused(most: str) -> None:
    """Moodle would pass over what is too much, and take the rest as if it were right."""
    with pytest.raises(
        IntakeError, match=f"the maximum is {float(most):g} points, but the assignment has 8"
    ):
        fill(SHEET.replace("8.00", most), TARO)


def test_a_total_above_the_maximum_is_refused() -> None:
    """Moodle skips it silently."""
    with pytest.raises(IntakeError, match="24A1201 has 9 of 8 points"):
        fill(SHEET, known(grade("24A1201", 7, 2), participant="31201"))


def test_a_scale_is_refused() -> None:
    """Points cannot be put there."""
    with pytest.raises(IntakeError, match="scale"):
        fill(SHEET.replace("最大評点", "評価尺度"), TARO)


def test_a_ragged_row_is_refused() -> None:
    """Moodle would read nothing at all."""
    with pytest.raises(IntakeError, match="row 3 has a different number of cells"):
        fill(SHEET.replace("佐藤 花子", '佐藤","花子'), TARO)


def test_cp932_stays_cp932() -> None:
    """It is said that the encoding has to be chosen; what it lacks becomes a reference."""
    raw = SHEET.removeprefix(BOM).encode("cp932")
    written = fill(raw, says(TARO, "🎉 髙い"))
    assert written.content.decode("cp932").count("<p>&#127881; 髙い</p>") == 1
    assert NoticeKind.ENCODING in kinds(written)


def test_extra_columns_and_order_do_not_matter() -> None:
    """Groups, graders, overrides may stand anywhere."""
    sheet = (
        "グループ,フィードバックコメント,最大評点,採点者,評点,ID,最終更新日時 (評定)\n"
        "A,,8.00,-,,参加者31202,-\nB,,8.00,-,,参加者31201,-\n"
    )
    written = fill(sheet, says(TARO, "x"))
    assert written.content.decode() == sheet.replace("B,,8.00,-,,", "B,<p>x</p>,8.00,-,7.5,")


def test_it_is_no_worksheet() -> None:
    """Another CSV file is refused with a sentence."""
    with pytest.raises(IntakeError, match="not a Moodle grading worksheet; columns: 学籍番号"):
        fill("学籍番号,氏名\n24A1201,山田 太郎\n", TARO)
    with pytest.raises(IntakeError, match="--into"):
        export("moodle", book(TARO))


def test_a_heading_with_a_blank_is_said() -> None:
    """Moodle refuses the whole file; it stays as it is all the same."""
    sheet = SHEET.replace("ID,", "ID ,", 1)
    written = fill(sheet, TARO)
    assert written.content.decode().startswith(BOM + "ID ,")
    assert {"header": "ID "} in [one.params for one in written.notices]
    assert NoticeKind.HEADING not in kinds(fill(SHEET, TARO))
