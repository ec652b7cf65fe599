"""Finding the people in tables of every kind."""

from zoneinfo import ZoneInfo

import openpyxl
import pytest

from grader.intake.roster import People, read_people
from grader.model.errors import IntakeError
from grader.tables import read_table
from grader.wording import say
from tests.tables import rosters

TOKYO = ZoneInfo("Asia/Tokyo")
PATTERN = r"\d{2}[A-Z]\d{4}"


def people(raw: bytes, pattern: str = "") -> People:
    """Reads a table's people."""
    return read_people(read_table(raw, "roster"), TOKYO, pattern=pattern)


def simple(text: str) -> list[tuple[str, str]]:
    """Reads ids and names of a CSV."""
    return [(one.student, one.name) for one in people(text.encode()).people]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "euc_jp", "utf-16"])
def test_a_printed_list(encoding: str) -> None:
    """Titles above, totals below, an empty column, readings in half width or in brackets."""
    text = rosters.PRINTED.replace("髙", "高") if encoding == "euc_jp" else rosters.PRINTED
    found = people(text.encode(encoding))
    assert [one.student for one in found.people] == ["24A1201", "24A1202", "24A1203"]
    one, _, three = found.people
    assert (one.name, one.other_name, one.group, one.row) == ("山田 太郎", "ﾔﾏﾀﾞ ﾀﾛｳ", "A", 5)
    assert (three.name[1:], three.other_name) == ("橋 健", "タカハシ ケン")
    assert found.warnings == ()


def test_two_lists_side_by_side() -> None:
    """Printed lists do that to save paper."""
    found = [one.student for one in people(rosters.SIDE_BY_SIDE).people]
    assert found == ["24A1201", "24A1202", "24A1203"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("学生証番号\t氏名\n24a1201\t山田 太郎\n", [("24A1201", "山田 太郎")]),
        ("学生番号;名前\n24A1201;山田 太郎\n", [("24A1201", "山田 太郎")]),
        ("ユーザID,学籍番号,氏名\nu1,24A1201,山田 太郎\n", [("24A1201", "山田 太郎")]),
        ("username,Full name\ns24a1201,山田 太郎\n", [("S24A1201", "山田 太郎")]),
        ("ID,氏名\n24A1201,山田 太郎\n", [("24A1201", "山田 太郎")]),
        ("ID,氏名\n1,山田 太郎\n2,田中 実\n", [("", "山田 太郎"), ("", "田中 実")]),
        ("Student,Mail\n24A1201,a@b\n", [("24A1201", "")]),
        ("Student,Mail\n山田 太郎,a@b\n", [("", "山田 太郎")]),
        ("Last name,First name,Student ID\n山田,太郎,24A1201\n", [("24A1201", "山田 太郎")]),
        ("学籍番号（半角）,氏名 / Name\n２４Ａ１２０１,山田　太郎\n", [("24A1201", "山田 太郎")]),
        ('学籍番号,氏名\n="0012345",山田 太郎\n', [("0012345", "山田 太郎")]),
        ("学籍番号,氏名\n'0012345,山田 太郎\n", [("0012345", "山田 太郎")]),
        ("学籍番号,氏名\n24Ａー１２０１,山田 太郎\n", [("24A-1201", "山田 太郎")]),
        ("username\nyamada\n合計\n", [("", "")]),
        ("学籍番号,氏名\n20241201.0,山田 太郎\n", [("20241201", "山田 太郎")]),
        ("学籍番号,氏名\n24-A‐1201,山田 太郎\n", [("24-A-1201", "山田 太郎")]),
        ("ID,開始時刻,名前,学籍番号\n1,x,山田 太郎,24A1201\n", [("24A1201", "山田 太郎")]),
        ("学籍番号,氏名\n24A1201,計良 太郎\n", [("24A1201", "計良 太郎")]),
        ("氏名\n山田 太郎\n合計 1名\n", [("", "山田 太郎")]),
        ("学籍番号,氏名\n24A1201,山田\n学籍番号,氏名\n24A1202,田中\n",
         [("24A1201", "山田"), ("24A1202", "田中")]),
        ("学籍番号,氏名,ロール\n24A1201,山田,学生\nT001,森,教員\n", [("24A1201", "山田")]),
    ],
)  # fmt: skip
def test_headings_and_ids(text: str, expected: list[tuple[str, str]]) -> None:
    """Whatever the words, width, marks for Excel and order."""
    assert simple(text) == expected


def test_a_bare_list_of_ids() -> None:
    """Without headings, when nearly all cells are ids of the course's form."""
    raw = "24A1201,山田 太郎\n24a1202,田中 実\n".encode()
    assert [(one.student, one.name, one.row) for one in people(raw, PATTERN).people] == [
        ("24A1201", "山田 太郎", 1),
        ("24A1202", "田中 実", 2),
    ]
    with pytest.raises(IntakeError, match="headings"):
        people(raw)


def test_ids_below_a_heading_that_says_nothing() -> None:
    """The form of the cells tells."""
    raw = "コード,氏名\n24A1201,山田 太郎\n24A1202,田中 実\n".encode()
    assert [one.student for one in people(raw, PATTERN).people] == ["24A1201", "24A1202"]


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        (
            "学籍番号,氏名\n0012345,a b\n12346,c d\n0012347,e f\n",
            "rows 3: the student ID is shorter",
        ),
        (
            "学籍番号,氏名\n2.41E+09,a b\n24A1202,c d\n",
            "rows 2: Excel turned the student ID into a number",
        ),
        (
            "学籍番号,氏名\n,山田 太郎\n24A1202,c d\n",
            "rows 2: left out because they have no student ID",
        ),
    ],
)
def test_what_is_odd_is_said(text: str, warning: str) -> None:
    """With the rows."""
    found = people(text.encode())
    assert len(found.warnings) == 1
    assert warning in str(found.warnings[0])


@pytest.mark.parametrize(
    "text",
    [
        "学籍番号,氏名\n24A1201,山田 太郎\n24A1202,田中 実\n,\n合計,2名\n平均,\n",
        "学籍番号,氏名\n24A1201,山田 太郎\n24a1201,山田　太郎\n",
        "学籍番号,氏名\n24A1201,高橋 健\n24A1201,髙橋 健\n",
        "学籍番号,氏名\n24A1201,山田 太郎\nE241,田中 実\n",
    ],
)
def test_nothing_is_said_about_good_lists(text: str) -> None:
    """Totals, the same person twice, ids of two forms."""
    assert people(text.encode()).warnings == ()


@pytest.mark.parametrize(
    "cell",
    ["2.4E+13", "2.4E13", "2,4E+13", "2.4e+124", "2.E+13", "２．４Ｅ＋１３", "24000000000000"],
)
def test_an_id_that_became_a_number_is_nobody_s(cell: str) -> None:
    """24E0012 is a number to spreadsheets; the row is named, and no other id is made of it."""
    found = people(f'学籍番号,氏名\n"{cell}",山田 太郎\n24E1203,田中 実\n'.encode(), PATTERN)
    assert [one.student for one in found.people] == ["24E1203"]
    (warning,) = found.warnings
    assert "rows 2: Excel turned the student ID into a number" in str(warning)


def test_ids_with_an_e_are_ids() -> None:
    """As they are, and so are long numbers, where the course's ids are no others."""
    text = "学籍番号,氏名\n24E0012,山田 太郎\n240000000000,田中 実\n"
    for pattern in (PATTERN, r"\d{2}E\d{4}|\d{12}", ""):
        found = people(text.encode(), pattern)
        expected = ["24E0012"] if pattern == PATTERN else ["24E0012", "240000000000"]
        assert [one.student for one in found.people] == expected


MOODLE_LIST = "姓,名,IDナンバー,メールアドレス,ロール\n"
STUDENTS = "".join(f"山田,太郎{n},24A120{n},s{n}@ac.example.jp,学生\n" for n in range(1, 4))


@pytest.mark.parametrize(
    "role",
    [
        *("教師", "教員", "編集権限のない教師", "講師", "授業補助者", "コース作成者", "マネージャ"),
        *("Teacher", "Non-editing teacher", "Manager", "Course creator", "Teaching Assistant"),
    ],
)
@pytest.mark.parametrize("number", ["", "T0001"])
def test_staff_in_a_list_of_participants_is_no_student(role: str, number: str) -> None:
    """With a number of their own or without one."""
    row = f"鈴木,教授,{number},suzuki@ac.example.jp,{role}\n"
    found = people(f"{MOODLE_LIST}{STUDENTS}{row}".encode(), PATTERN)
    assert [one.student for one in found.people] == ["24A1201", "24A1202", "24A1203"]
    assert found.warnings == ()


def test_an_unknown_role_without_an_id_is_said() -> None:
    """Words for staff are many; a row with an id stays, whatever its role is called."""
    rows = "鈴木,一,,x@ac.example.jp,学科長\n田中,二,24A1209,y@ac.example.jp,既修者\n"
    found = people(f"{MOODLE_LIST}{STUDENTS}{rows}".encode(), PATTERN)
    assert [one.student for one in found.people][3:] == ["24A1209"]
    (warning,) = found.warnings
    assert "rows 5: left out because the role is not a student's" in str(warning)
    assert "ロールも学生ではない" in say(warning, "ja")


SEVERAL_ROWS = "学籍番号,提出回数,提出状況,提出日時\n"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["1,未提出,", "1,提出済,2026/11/10 20:00"], (True, "10 20", False)),
        (["1,提出済,2026/11/10 20:00", "1,未提出,"], (True, "10 20", False)),
        (["1,提出済,2026/11/10 20:00", "2,提出済,2026/11/12 20:00"], (True, "12 20", False)),
        (["2,提出済,2026/11/12 20:00", "1,提出済,2026/11/10 20:00"], (True, "12 20", False)),
        (["1,提出済,2026/11/10 20:00", "1,提出済,2026/11/10 20:00"], (True, "10 20", False)),
        (["1,提出済,2026/11/10 20:00", "1,受付終了後提出,"], (True, "", True)),
        (["1,未提出,", "1,,"], (False, "", False)),
    ],
)
def test_a_row_for_each_submission(rows: list[str], expected: tuple[bool, str, bool]) -> None:
    """Who submitted by one row did, and of attempts the last has the time, in any order."""
    found = people((SEVERAL_ROWS + "".join(f"24A1201,{row}\n" for row in rows)).encode())
    (one,) = found.people
    time = f"{one.received.at:%d %H}" if one.received else ""
    assert (one.submitted, time, one.late) == expected
    assert found.rows == ((2, one), (3, one))
    assert not found.warnings


@pytest.mark.parametrize("days", [(10, 12), (12, 10)])
def test_of_several_times_none_is_taken(days: tuple[int, int]) -> None:
    """The order of rows decides nobody's lateness; the rows are named."""
    rows = "".join(f"24A1201,,提出済,2026/11/{day} 20:00\n" for day in days)
    found = people((SEVERAL_ROWS + rows).encode())
    assert (found.people[0].submitted, found.people[0].received) == (True, None)
    (warning,) = found.warnings
    assert "rows 2, 3: one student has several times" in str(warning)
    by_mail = (SEVERAL_ROWS + rows).replace("学籍番号", "メールアドレス").replace("24A1201", "a@b")
    assert [one.received for one in people(by_mail.encode()).people] == [None]


@pytest.mark.parametrize("time", ["13/11/2026 20:00", "2026-11-12 10:00 EST", "2026-11-12"])
def test_a_time_that_cannot_be_read_is_said(time: str) -> None:
    """Else nobody would be late, without a word; blanks and words are no times."""
    rows = f"24A1201,,提出済,{time}\n24A1202,,未提出,-\n24A1203,,提出済,不明\n合計,,,3\n"
    found = people((SEVERAL_ROWS + rows).encode())
    (warning,) = found.warnings
    assert "rows 2: the time of submission cannot be read" in str(warning)
    assert [one.received for one in found.people] == [None, None, None]


def test_one_id_for_two_people_is_refused() -> None:
    """With both rows; nobody can say whose the files are."""
    with pytest.raises(
        IntakeError, match="rows 2, 4: the student ID 24A1201 is used for different"
    ):
        people("学籍番号,氏名\n24A1201,山田 太郎\n24A1202,佐藤 花子\n24A1201,田中 実\n".encode())


@pytest.mark.parametrize("text", ["課題,点\n1,10\n", "山田\n", "学籍番号,氏名\n合計,0名\n"])
def test_a_table_without_people_is_refused(text: str) -> None:
    """The headings that are looked for are named."""
    with pytest.raises(IntakeError, match="学籍番号, 学生番号"):
        people(text.encode())


def test_a_workbook_shows_its_zeros() -> None:
    """Numbers are read as Excel shows them."""
    book = openpyxl.Workbook()
    cover = book.active
    assert cover is not None
    cover.append(["この表について"])
    sheet = book.create_sheet("名簿")
    sheet.append(["学籍番号", "氏名"])
    for number, name in ((12345, "山田 太郎"), (20241201.0, "田中 実")):
        sheet.append([number, name])
        sheet.cell(sheet.max_row, 1).number_format = "00000000"
    table = read_table(rosters.saved(book), "x.xlsx")
    found = read_people(table, TOKYO).people
    assert table.sheet == "名簿"
    assert [one.student for one in found] == ["00012345", "20241201"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"学籍\n番号",氏　　名\n24A1201,山田 太郎\n', [("24A1201", "山田 太郎")]),
        ("旧学籍番号,新学籍番号,氏名\n20B0001,24A1201,山田 太郎\n", [("24A1201", "山田 太郎")]),
        ("教員氏名,姓,名,学籍番号\n森 一,山田,太郎,24A1201\n", [("24A1201", "山田 太郎")]),
        (
            "時刻,学籍番号を入力してください,氏名を入力してください\nx,24A1201,山田 太郎\n",
            [("24A1201", "山田 太郎")],
        ),
        ("学籍番号,学籍番号\n24A1201,24A1203\n24A1202,\n",
         [("24A1201", ""), ("24A1202", ""), ("24A1203", "")]),
        ("氏名(カナ),氏名,番号,学籍番号\nヤマダ タロウ,山田 太郎,1,24A1201\n",
         [("24A1201", "山田 太郎")]),
        ("メール,学籍番号,氏名,メール\na@b,24A1201,山田 太郎,c@d\n", [("24A1201", "山田 太郎")]),
        ("学籍番号一覧,\n学籍番号,\n24A1201,\n", [("24A1201", "")]),
        ("Last Name\tFirst Name\tUsername\tStudent ID\n山田\t太郎\ts24a1201\t24A1201\n",
         [("24A1201", "山田 太郎")]),
        ("学籍番号,氏名\n\n\n24A1201,山田 太郎\n\n,以上\n※ 注意,\n", [("24A1201", "山田 太郎")]),
    ],
)  # fmt: skip
def test_headings_of_offices(text: str, expected: list[tuple[str, str]]) -> None:
    """Line breaks, old ids, teachers' names, questions of a form, titles, blank lines, notes."""
    assert simple(text) == expected


def test_other_sheets_are_named() -> None:
    """Half a class must not be missing in silence."""
    book = openpyxl.Workbook()
    first = book.active
    assert first is not None
    first.title = "1組"
    for sheet, student in ((first, "24A1201"), (book.create_sheet("2組"), "24A1202")):
        sheet.append(["学籍番号", "氏名"])
        sheet.append([student, "山田 太郎"])
    found = read_people(read_table(rosters.saved(book), "x.xlsx"), TOKYO)
    assert [one.student for one in found.people] == ["24A1201"]
    assert [*map(str, found.warnings)] == ["x.xlsx: sheet 1組 was read; 2組 were not"]


def test_warnings_are_translated() -> None:
    """Every one."""
    found = people("学籍番号,氏名\n0012345,a b\n12346,c d\n,山田 太郎\n2.41E+09,a b\n".encode())
    assert len(found.warnings) == 3
    assert all("行目" in say(one, "ja") for one in found.warnings)
