"""Reading tables as text: encodings, delimiters, and what is no table."""

import codecs
import csv
import io
import zipfile

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model.errors import IntakeError
from grader.tables import read_table, read_tables
from tests.tables import rosters
from tests.wording.worded import in_japanese

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
HEADING = ("学籍番号", "氏名")
JAPANESE = st.text(alphabet="山田太郎髙橋﨑表ソ能予申十構アイウかきく０１24A-_ '", max_size=12)
ANYTHING = st.text(
    alphabet=st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufeff\ufffd"),
    max_size=12,
)


def written(rows: list[tuple[str, str]], delimiter: str, end: str) -> str:
    """Writes a table as Excel does."""
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator=end).writerows([HEADING, *rows])
    return out.getvalue()


@settings(max_examples=80)
@given(
    rows=st.lists(st.tuples(JAPANESE, JAPANESE), max_size=6),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "cp932", "utf-16", "utf-16-le", "utf-16-be"]),
    delimiter=st.sampled_from([",", "\t", ";"]),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_every_encoding_comes_back(
    rows: list[tuple[str, str]], encoding: str, delimiter: str, end: str
) -> None:
    """What was written is read, whatever the encoding, delimiter and line ends."""
    table = read_table(written(rows, delimiter, end).encode(encoding), "x.csv")
    assert table.rows == (HEADING, *rows)
    assert table.delimiter == delimiter


@settings(max_examples=80)
@given(rows=st.lists(st.tuples(ANYTHING, ANYTHING), max_size=6))
def test_any_character_comes_back_in_utf_8(rows: list[tuple[str, str]]) -> None:
    """With Excel's mark."""
    text = written(rows, ",", "\r\n")
    assert read_table(text.encode("utf-8-sig"), "x.csv").rows == (HEADING, *rows)


def test_euc_jp_comes_back() -> None:
    """Old systems of universities write it."""
    rows = [("24A1201", "山田 太郎"), ("24A1202", "表 一樹")]
    table = read_table(written(rows, ",", "\n").encode("euc_jp"), "x.csv")
    assert (table.encoding, table.rows) == ("euc_jp", (HEADING, *rows))


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ('学籍番号,氏名\r\n1,"山田\n太郎"\r\n', (HEADING, ("1", "山田\n太郎"))),
        ("学籍番号,氏名\n\n1\n2,山田,,\n", (HEADING, ("", ""), ("1", ""), ("2", "山田"))),
        ("sep=;\n学籍番号;氏名\n1;a,b\n", (("", ""), HEADING, ("1", "a,b"))),
        ('学籍番号,氏名\n1,"山田"太郎\n', (HEADING, ("1", "山田太郎"))),
        ('学籍番号,氏名\n1,5" disk\n', (HEADING, ("1", '5" disk'))),
        (";\n学籍番号;氏名\n", (("", ""), HEADING)),
    ],
)
def test_odd_tables_are_read(text: str, rows: tuple[tuple[str, ...], ...]) -> None:
    """Newlines in quotes, blank and ragged rows, Excel's own line, quotes in the middle."""
    assert read_table(text.encode(), "x.csv").rows == rows


def archive(*names: str) -> bytes:
    """Makes a zip with these members."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as opened:
        for name in names:
            opened.writestr(name, "x")
    return out.getvalue()


REFUSED = {
    "empty": (b"", "is empty"),
    "blank": (b" \r\n\r\n", "is empty"),
    "mark alone": (codecs.BOM_UTF8, "is empty"),
    "xls": (OLE + b"\0" * 600, "old Excel file"),
    "locked": (OLE + "EncryptedPackage".encode("utf-16-le"), "password"),
    "doc": (OLE + "WordDocument".encode("utf-16-le"), "Word document"),
    "docx": (archive("word/document.xml"), "Word document"),
    "zip": (archive("a.py"), "is an archive, not a table"),
    "xlsb": (archive("xl/workbook.bin"), "binary Excel file"),
    "cut off": (archive("xl/workbook.xml")[:40], "damaged"),
    "no workbook": (archive("xl/workbook.xml"), "cannot be read as a workbook"),
    "html": (b"<html><table><tr><td>1</td></tr></table>", "web page"),
    "html with a mark": (codecs.BOM_UTF8 + b"\n<!DOCTYPE html><table>", "web page"),
    "xml": (b'<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>', "Excel 2003"),
    "pdf": (b"%PDF-1.7\n", "PDF"),
    "picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01", "x"),
    "destroyed": (
        "学籍番号,氏名\r\n24A1201,山田\ufffd\r\n".encode(),
        "line 2: characters were lost",
    ),
    "damaged UTF-8": ("学籍番号,氏名\n24A1201,山田太郎\n".encode() + b"\xe3\x81\n", "line 3"),
    "too wide": (b"a,b\n" + b"," * 5_000_001, "too large"),
    "one long row": (b"1," * 60 + b"\n" + b"1\n" * 99_000, "too large"),
    "too long": (b"1\n" * 100_001, "more than 100000 rows"),
    "too many bytes": (b"1" * (64 * 1024 * 1024 + 1), "too large"),
    "open quote": ('学籍番号,氏名\n24A1201,"山田\n24A1202,田中\n'.encode(), "line 2: a quotation"),
}


@pytest.mark.parametrize(("raw", "said"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_table_is_refused(raw: bytes, said: str) -> None:
    """With the file, what it is and what to do, in both languages."""
    with pytest.raises(IntakeError) as refused:
        read_table(raw, "x.csv")
    assert str(refused.value).startswith("x.csv: ")
    assert said in str(refused.value)
    assert in_japanese(refused.value) != str(refused.value)


def tampered(member: str, content: bytes) -> bytes:
    """Puts a member into a good workbook, or replaces it."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(rosters.workbook(HEADING, ("1", "山田")))) as good,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bad,
    ):
        for name in good.namelist():
            if name != member:
                bad.writestr(name, good.read(name))
        bad.writestr(member, content)
    return out.getvalue()


HOSTILE = {
    "entities": ("xl/sharedStrings.xml", b'<!DOCTYPE x [<!ENTITY a "b">]><sst/>'),
    "wide XML": ("xl/sharedStrings.xml", "<!DOCTYPE x><sst/>".encode("utf-16")),
    "bomb": ("xl/media/zeros.bin", b"\0" * (101 * 1024 * 1024)),
    "broken XML": ("xl/worksheets/sheet1.xml", b"<worksheet><sheetData><row>"),
}


@pytest.mark.parametrize(("member", "content"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_workbook_is_refused(member: str, content: bytes) -> None:
    """Before anything is parsed; a broken one raises nothing else."""
    with pytest.raises(IntakeError):
        read_table(tampered(member, content), "x.xlsx")


def test_a_workbook_with_more_cells_than_any_class_is_refused_before_it_is_parsed() -> None:
    """Parsing a million of them would take minutes."""
    rows = b"<row><c><v>1</v></c></row>" * 1_000_001
    sheet = b"<worksheet><sheetData>" + rows + b"</sheetData></worksheet>"
    with pytest.raises(IntakeError, match="too large for a course table"):
        read_table(tampered("xl/worksheets/sheet1.xml", sheet), "x.xlsx")


def test_a_workbook_that_lies_about_its_size_is_read_whole() -> None:
    """Its dimension says one cell."""
    sheet = b"xl/worksheets/sheet1.xml".decode()
    with zipfile.ZipFile(io.BytesIO(rosters.workbook(HEADING, ("1", "山田")))) as good:
        content = good.read(sheet).replace(b'ref="A1:B2"', b'ref="A1"')
    assert read_table(tampered(sheet, content), "x.xlsx").rows == (HEADING, ("1", "山田"))


def test_hidden_sheets_are_left_out_and_formulas_show_their_values() -> None:
    """A formula whose value nobody has computed is blank."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(HEADING)
    sheet.append(["24A1201", '="山田"'])
    hidden = book.create_sheet("学籍番号")
    hidden.append(["学籍番号", "氏名", "メール", "クラス"])
    hidden.sheet_state = "hidden"
    assert read_table(rosters.saved(book), "x.xlsx").rows == (HEADING, ("24A1201", ""))


def test_merged_cells_say_their_text_once() -> None:
    """A title over two columns, and a class over two rows; the headings stand below."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["深層学習実習", None], [*HEADING], ["24A1201", "山田"], [None, "田中"]):
        sheet.append(row)
    sheet.merge_cells("A1:B1")
    sheet.merge_cells("A3:A4")
    rows = (("深層学習実習", ""), HEADING, ("24A1201", "山田"), ("", "田中"))
    assert read_table(rosters.saved(book), "x.xlsx").rows == rows


@pytest.mark.parametrize(
    ("value", "number_format", "text"),
    [(12, "0000", "0012"), (12, "General", "12"), ("0012", "@", "0012"), (12.0, "General", "12")],
)
def test_an_id_of_a_workbook_is_as_it_is_shown(
    value: str | float, number_format: str, text: str
) -> None:
    """Whatever Excel holds beneath."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(HEADING)
    sheet.append([value, "山田"])
    sheet["A2"].number_format = number_format
    assert read_table(rosters.saved(book), "x.xlsx").rows == (HEADING, (text, "山田"))


def test_a_number_without_end_spoils_no_table() -> None:
    """24E1201 typed into a cell for numbers."""
    sheet = "xl/worksheets/sheet1.xml"
    with zipfile.ZipFile(io.BytesIO(rosters.workbook(HEADING, (7654321, "山田")))) as good:
        content = good.read(sheet).replace(b"7654321", b"24E1201")
    assert read_table(tampered(sheet, content), "x.xlsx").rows == (HEADING, ("", "山田"))


def test_numbers_and_words_of_pandas_stay_text() -> None:
    """Nothing is turned into a number, a date or a missing value."""
    cells = ("0012", "1e5", "NA", "nan", "NULL", "True", "2025-04-17", "-", "1,000")
    text = "学籍番号\n" + "".join(f'"{cell}"\n' for cell in cells)
    assert [row[0] for row in read_table(text.encode(), "x.csv").rows[1:]] == list(cells)


def test_every_visible_sheet_is_read() -> None:
    """In order, each with its name."""
    book = openpyxl.Workbook()
    for title in ("1組", "2組"):
        book.create_sheet(title).append(["学籍番号", title])
    tables = read_tables(rosters.saved(book), "x.xlsx")
    assert [(table.sheet, table.rows) for table in tables] == [
        ("Sheet", ()),
        ("1組", (("学籍番号", "1組"),)),
        ("2組", (("学籍番号", "2組"),)),
    ]


def test_the_rows_below_the_headings_keep_their_numbers() -> None:
    """Blank rows and headings that come again on the next page are left out."""
    text = "名簿\n学籍番号,氏名\n24A1201,山田\n\n学籍番号,氏名\n24A1202,田中\n , \n"
    below = read_table(text.encode(), "x.csv").below(1)
    assert below.index.tolist() == [3, 6]
    assert below[1].tolist() == ["山田", "田中"]
