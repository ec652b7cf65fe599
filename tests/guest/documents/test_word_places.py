"""Text of a Word file that is moved off its page, or has no room, is unseen; usual layouts not."""

import io

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.shared import Cm, Pt
from msgspec import convert

from grader.model.document import Document, FileKind, Hidden, Line
from grader.reports.outline import outline
from tests.guest.documents.word_files import p, r, told, word_file

TEXT = "実行時間は行列のサイズの三乗に比例する。"
LATIN = "The execution time grows as the cube of the size."
IND = "<w:ind {}/>".format
SPACING = '<w:spacing w:val="{}"/>'.format
POSITION = '<w:position w:val="{}"/>'.format
EXACT = '<w:spacing w:line="{}" w:lineRule="exact"/>'.format
SIZE = '<w:sz w:val="{}"/>'.format
FRAME = '<w:framePr w:w="{}" w:h="{}" w:hRule="exact" w:hAnchor="page" w:x="{}" w:y="{}"/>'.format
SECTION = (
    '<w:sectPr><w:pgSz w:w="{}" w:h="16838"/>'
    '<w:pgMar w:top="1985" w:left="{}" w:right="1701"/>{}</w:sectPr>'
).format
FIXED = '<w:tblLayout w:type="fixed"/>'
LEVEL = (
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/>'
    '<w:lvlText w:val="%1."/><w:pPr>{}</w:pPr></w:lvl></w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
).format
LISTED = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'


CELL_OF = "<w:tbl><w:tr><w:tc>{}</w:tc></w:tr></w:tbl>".format


def table(properties: str, grid: str, cell: str, text: str = TEXT) -> str:
    """A table of one cell."""
    return (
        f"<w:tbl><w:tblPr>{properties}</w:tblPr><w:tblGrid>{grid}</w:tblGrid><w:tr><w:tc>"
        f"<w:tcPr>{cell}</w:tcPr>{p(text)}</w:tc></w:tr></w:tbl>"
    )


COLUMN, CELL = '<w:gridCol w:w="{}"/>'.format, '<w:tcW w:w="{}" w:type="dxa"/>'.format

HIDDEN: dict[str, tuple[str, Hidden]] = {
    "indented by 22 inches": (p(TEXT, IND('w:left="31680"')), Hidden.OUTSIDE),
    "as Strict files say it": (p(TEXT, IND('w:start="20000"')), Hidden.OUTSIDE),
    "by characters": (p(TEXT, IND('w:leftChars="8000" w:left="400"')), Hidden.OUTSIDE),
    "to the left": (p(TEXT, IND('w:left="-31680"')), Hidden.OUTSIDE),
    "to the left, over several lines": (p(TEXT * 20, IND('w:left="-31680"')), Hidden.OUTSIDE),
    "all but the first words": (
        p(LATIN * 9, IND('w:left="31680" w:hanging="31680"')),
        Hidden.OUTSIDE,
    ),
    "in a cell": (CELL_OF(p(TEXT, IND('w:left="31680"'))), Hidden.OUTSIDE),
    "squeezed": (p(r(TEXT, SPACING(-1580))), Hidden.TINY),
    "squeezed to a blot": (p(r(LATIN, SPACING(-110) + SIZE(21))), Hidden.TINY),
    "squeezed by its style": (p(r(TEXT, '<w:rStyle w:val="close"/>')), Hidden.TINY),
    "made to fit a twip": (p(r(TEXT, '<w:fitText w:val="1"/>')), Hidden.TINY),
    "raised off the page": (p(r(TEXT, POSITION(3168))), Hidden.OUTSIDE),
    "lowered off the page": (p(r(TEXT, POSITION(-3168))), Hidden.OUTSIDE),
    "raised out of its line": (p(r(TEXT, POSITION(200)), EXACT(240)), Hidden.INVISIBLE),
    "in a line of one twip": (p(TEXT, EXACT(1)), Hidden.TINY),
    "in a frame one twip high": (p(TEXT, FRAME(4000, 1, 3000, 3000)), Hidden.TINY),
    "in a frame off the page": (p(TEXT, FRAME(4000, 400, 31_000, 300)), Hidden.OUTSIDE),
    "in a cell of no width": (table(FIXED, COLUMN(0), CELL(0)), Hidden.TINY),
    "in a cell of one twip": (table(FIXED, COLUMN(1), CELL(1)), Hidden.TINY),
    "in a column of one twip": (table(FIXED, COLUMN(1), ""), Hidden.TINY),
    "in a table off the page": (
        table('<w:tblInd w:w="31680" w:type="dxa"/>', COLUMN(8000), CELL(8000)),
        Hidden.OUTSIDE,
    ),
    "in a table that floats off the page": (
        table('<w:tblpPr w:horzAnchor="page" w:tblpX="31680" w:tblpY="1"/>', COLUMN(8000), ""),
        Hidden.OUTSIDE,
    ),
    "in a section whose margin is as wide as its page": (
        p(TEXT) + SECTION(11_906, 12_000, ""),
        Hidden.OUTSIDE,
    ),
    "in columns of one twip": (
        p(TEXT) + SECTION(11_906, 1701, '<w:cols w:equalWidth="0"><w:col w:w="1"/></w:cols>'),
        Hidden.TINY,
    ),
}
CLOSE = (
    '<w:style w:type="character" w:styleId="close"><w:name w:val="Close"/>'
    f"<w:rPr>{SPACING(-1580)}</w:rPr></w:style>"
)


@pytest.mark.parametrize("case", HIDDEN)
def test_what_is_moved_away_is_unseen(case: str) -> None:
    """By whichever of Word's measures it is moved, and with the reason why nobody sees it."""
    body, how = HIDDEN[case]
    lines = told(word_file(body, styles=CLOSE)).lines
    assert {line["hidden"] for line in lines} == {how}


SEEN = {
    "a hanging indent": p(TEXT, IND('w:left="420" w:hanging="420"')),
    "a list's indent": p(TEXT, IND('w:leftChars="0" w:left="840" w:hanging="420"')),
    "a large indent of a first line": p(TEXT * 3, IND('w:firstLine="8000"')),
    "a first line indented beyond the page": p(TEXT * 3, IND('w:firstLine="31680"')),
    "a name moved to the right by hand": p("24A1234", IND('w:left="9500"')),
    "a heading in the margin": p(TEXT, IND('w:left="-1600"')),
    "a wide figure's caption": p(TEXT, IND('w:left="-1900" w:right="-1900"')),
    "a short text with a hanging indent over the page": p(
        "図1", IND('w:left="31680" w:hanging="31680"')
    ),
    "narrow by half a point": p(r(TEXT, SPACING(-10))),
    "narrow by two points": p(r(LATIN, SPACING(-40) + SIZE(21))),
    "a condensed heading": p(r("Execution time of matrix products", SPACING(-60) + SIZE(56))),
    "condensed small print": p(r(LATIN, SPACING(-20) + SIZE(14))),
    "an index below an exponent": p(r("x") + r("2", SPACING(-120) + POSITION(12)) + r("1 の値")),
    "made to fit a column": p(r(TEXT, '<w:fitText w:val="3600"/>')),
    "an equation's place in its line": p(r(TEXT, POSITION(-24)), EXACT(400)),
    "a raised number": p(r("n") + r("3", POSITION(8)) + r(" に比例")),
    "letters far apart": p(r(TEXT, SPACING(200))),
    "a narrow column beside a text": table(FIXED, COLUMN(10) + COLUMN(8000), CELL(8000)),
    "a cell that grows with its text": table("", COLUMN(0), CELL(0)),
    "a cell of which nobody says how wide it is": table(
        FIXED, "<w:gridCol/>", '<w:tcW w:w="0" w:type="auto"/>'
    ),
    "a table in the margin": table(
        '<w:tblInd w:w="-1500" w:type="dxa"/>', COLUMN(8000), CELL(8000)
    ),
    "a table that floats": table(
        '<w:tblpPr w:horzAnchor="page" w:tblpX="9000" w:tblpY="9000"/>', COLUMN(3000), CELL(3000)
    ),
    "a page as wide as a poster": p(TEXT, IND('w:left="20000"')) + SECTION(31_680, 1701, ""),
    "two columns": p(TEXT) + SECTION(11_906, 1701, '<w:cols w:num="2" w:space="425"/>'),
    "a page on its side after one that is upright": p(TEXT, SECTION(11_906, 1701, ""))
    + p(TEXT, IND('w:left="12500"'))
    + SECTION(16_838, 1701, ""),
}


@pytest.mark.parametrize("case", SEEN)
def test_usual_layouts_are_seen(case: str) -> None:
    """Nobody is accused for an indent, narrow letters or a narrow column."""
    lines = told(word_file(SEEN[case])).lines
    assert {line["hidden"] for line in lines} == {""}


def test_a_list_may_move_its_items_away() -> None:
    """The level of a list has indents, which a paragraph's own go over."""
    body = p(TEXT, LISTED) + p(TEXT, LISTED + IND('w:left="420"'))
    far = told(word_file(body, numbering=LEVEL(IND('w:left="31680"')))).lines
    assert [line["hidden"] for line in far] == ["outside", ""]
    near = told(word_file(body, numbering=LEVEL(IND('w:left="840" w:hanging="420"')))).lines
    assert [line["hidden"] for line in near] == ["", ""]


def test_chapters_off_the_page_are_no_chapters() -> None:
    """What python-docx writes: two chapters are seen, three are not, and a person hears of it."""
    document = docx.Document()
    document.add_heading("1. 目的", 1)
    document.add_paragraph("行列の積を計算する時間を調べた。" * 5)
    document.add_heading("2. 方法", 1)
    document.add_paragraph("三重ループで計算した。" * 5).paragraph_format.left_indent = Cm(1)
    for title in ("3. 結果", "4. 考察", "5. まとめ"):
        document.add_heading(title, 1).paragraph_format.left_indent = Pt(1584)
        far = document.add_paragraph(f"{title}では、サイズごとの時間を詳しく述べている。")
        far.paragraph_format.left_indent = Pt(1584)
        secret = document.add_paragraph(f"{title}では、{TEXT}")
        properties = secret.runs[0]._r.get_or_add_rPr()
        properties.append(parse_xml(f'<w:spacing {nsdecls("w")} w:val="-1580"/>'))
    file = io.BytesIO()
    document.save(file)
    lines = convert(told(file.getvalue()).lines, tuple[Line, ...])
    seen = outline(Document(kind=FileKind.DOCX, lines=lines))
    assert [chapter.text for chapter in seen.chapters] == ["目的", "方法"]
    assert seen.relations == ()
    assert {hidden.how for hidden in seen.hidden} == {Hidden.OUTSIDE, Hidden.TINY}
