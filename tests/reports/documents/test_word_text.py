"""The text of Word files: nothing that a reader sees is lost, nothing told that none sees."""

import pytest

from tests.reports.documents.word_files import drawn, field, p, pictured, png, r, told, word_file

BOX = "<w:txbxContent>" + p("図1 箱の中") + "</w:txbxContent>"
NEW = f"<w:drawing><wp:anchor><a:graphic><a:graphicData><wps:wsp><wps:txbx>{BOX}</wps:txbx>\
</wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing>"
OLD = f"<w:pict><v:shape><v:textbox>{BOX}</v:textbox></v:shape></w:pict>"
TWICE = f'<mc:AlternateContent><mc:Choice Requires="wps">{NEW}</mc:Choice>\
<mc:Fallback>{OLD}</mc:Fallback></mc:AlternateContent>'
CELL = "<w:tc>{}</w:tc>".format
ROW = "<w:tr>{}</w:tr>".format
TABLE = "<w:tbl>{}</w:tbl>".format
MARK = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'.format
RUN = "<w:r>{}</w:r>".format

TEXTS = {
    "runs": (p(r("実行") + r("時間")), ["実行時間"]),
    "tab, hyphens, break": (
        p(RUN("<w:t>a</w:t><w:tab/><w:noBreakHyphen/><w:softHyphen/><w:br/><w:t>b</w:t>")),
        ["a\t-\nb"],
    ),
    "page break": (p(RUN('<w:t>a</w:t><w:br w:type="page"/><w:t>b</w:t>')), ["a", "b"]),
    "empty paragraphs": (p("") + p(" ") + p("a"), ["a"]),
    "link": (p(f'<w:hyperlink r:id="x">{r("a")}</w:hyperlink>'), ["a"]),
    "inserted": (p(f"<w:ins>{r('新')}</w:ins>"), ["新"]),
    "deleted": (p(r("a") + "<w:del><w:r><w:delText>旧</w:delText></w:r></w:del>"), ["a"]),
    "moved": (p(f"<w:moveFrom>{r('a')}</w:moveFrom>") + p(f"<w:moveTo>{r('a')}</w:moveTo>"), ["a"]),
    "smart tag": (p(f"<w:smartTag><w:smartTag>{r('a')}</w:smartTag></w:smartTag>"), ["a"]),
    "content control": (f"<w:sdt><w:sdtContent>{p('a')}</w:sdtContent></w:sdt>", ["a"]),
    "control in a line": (p(f"<w:sdt><w:sdtContent>{r('a')}</w:sdtContent></w:sdt>"), ["a"]),
    "ruby": (
        p(RUN(f"<w:ruby><w:rt>{r('じっこう')}</w:rt><w:rubyBase>{r('実行')}</w:rubyBase></w:ruby>")),
        ["実行"],
    ),
    "simple field": (p(r("図") + f'<w:fldSimple w:instr="SEQ 図">{r("3")}</w:fldSimple>'), ["図3"]),
    "field": (p(r("図") + field(" SEQ 図 \\* ARABIC ", "2")), ["図2"]),
    "fields that were never updated": (
        p(r("図") + field("SEQ 図", None)) + p(r("図") + '<w:fldSimple w:instr="SEQ 図"/>'),
        ["図1", "図2"],
    ),
    "field in an instruction": (
        p(MARK("begin") + field("IF", "x") + MARK("separate") + r("a") + MARK("end")),
        ["a"],
    ),
    "field that is not closed": (p(MARK("begin") + r("a")) + p("b"), ["a", "b"]),
    "field over paragraphs": (
        p(MARK("begin") + MARK("separate") + r("a")) + p(r("b") + MARK("end")) + p("c"),
        ["a", "b", "c"],
    ),
    "fields in fields without end": (
        p((MARK("begin") + MARK("separate")) * 900 + r("a") + MARK("end") * 900 + r("b")),
        ["ab"],
    ),
    "circled number": (p(field("eq \\o\\ac(○,3)", None) + r("方法")), ["③方法"]),
    "reading by a field": (p(field("EQ \\o\\ad(\\s\\up 9(かだい),課題)", None)), ["課題"]),
    "symbols": (
        p(RUN('<w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Wingdings" w:char="F0E0"/>')),
        ["α→"],
    ),
    "symbol font": (p(r("\uf062", '<w:rFonts w:ascii="Symbol"/>')), ["β"]),
    "raised": (p(r("O(n") + r("3", '<w:vertAlign w:val="superscript"/>') + r(")")), ["O(n^3)"]),
    "raised by LibreOffice": (p(r("n") + r("3", '<w:position w:val="8"/>')), ["n^3"]),
    "raised note": (p(r("考えた") + r("1", '<w:vertAlign w:val="superscript"/>')), ["考えた1"]),
    "raised ordinal": (p(r("1") + r("st", '<w:vertAlign w:val="superscript"/>')), ["1st"]),
    "raised power of ten": (
        p(
            r("10")
            + r("-", '<w:vertAlign w:val="superscript"/>')
            + r("3", '<w:vertAlign w:val="superscript"/>')
        ),
        ["10^-3"],
    ),
    "text box once": (p(r("本文") + RUN(TWICE)), ["本文", "図1 箱の中"]),
    "old text box": (p(RUN(OLD)), ["図1 箱の中"]),
    "fallback": (
        p(RUN("<mc:AlternateContent><mc:Choice Requires='x'><w:x/></mc:Choice><mc:Fallback>"
              f"{OLD}</mc:Fallback></mc:AlternateContent>")),
        ["図1 箱の中"],
    ),
    "table": (TABLE(ROW(CELL(p("a")) + CELL(p("b"))) + ROW(CELL(p("c")))), ["a", "b", "c"]),
    "nested table": (TABLE(ROW(CELL(p("a") + TABLE(ROW(CELL(p("b")))) + p("c")))), ["a", "b", "c"]),
    "deleted row": (
        TABLE(f"<w:tr><w:trPr><w:del/></w:trPr>{CELL(p('a'))}</w:tr>" + ROW(CELL(p("b")))),
        ["b"],
    ),
    "row in a control": (
        TABLE(f"<w:sdt><w:sdtContent>{ROW(CELL(p('a')))}</w:sdtContent></w:sdt>"),
        ["a"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", TEXTS)
def test_text_is_what_a_reader_sees(case: str) -> None:
    """In order, each thing once."""
    body, texts = TEXTS[case]
    assert told(word_file(body)).texts == texts


def math(inner: str) -> str:
    """A paragraph with an equation."""
    return p(f"<m:oMathPara><m:oMath>{inner}</m:oMath></m:oMathPara>")


def mr(text: str) -> str:
    """A run of an equation."""
    return f"<m:r><m:t>{text}</m:t></m:r>"


def e(text: str, name: str = "e") -> str:
    """A part of an equation."""
    return f"<m:{name}>{mr(text)}</m:{name}>"


POWER = f"<m:sSup>{e('n')}{e('3', 'sup')}</m:sSup>"
LIMITS = e("k=1", "sub") + e("n", "sup") + e("a")
EQUATIONS = {
    "power": (mr("O") + f"<m:d><m:e>{POWER}</m:e></m:d>", "O(n^3)"),
    "power of a sum": (f"<m:sSup>{e('a+b')}{e('n-1', 'sup')}</m:sSup>", "(a+b)^(n-1)"),
    "fraction": (f"<m:f>{e('a+b', 'num')}{e('2', 'den')}</m:f>", "(a+b)/2"),
    "root": (f"<m:rad>{e('', 'deg')}{e('x')}</m:rad>", "√(x)"),
    "index": (f"<m:sSub>{e('c')}{e('ij', 'sub')}</m:sSub>", "c_ij"),
    "sum": (
        f'<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>{LIMITS}</m:nary>',
        "∑_(k=1)^n a",
    ),
    "function": (f"<m:func>{e('log', 'fName')}{e('t')}</m:func>", "log t"),
    "brackets": (
        '<m:d><m:dPr><m:begChr m:val="|"/><m:endChr m:val="|"/></m:dPr>' + e("x") + "</m:d>",
        "|x|",
    ),
    "rows": (f"<m:eqArr>{e('a&amp;=1')}{e('b&amp;=2')}</m:eqArr>", "a=1; b=2"),
    "matrix": (f"<m:m><m:mr>{e('1')}{e('0')}</m:mr><m:mr>{e('0')}{e('1')}</m:mr></m:m>",
               "[1, 0; 0, 1]"),
}  # fmt: skip


@pytest.mark.parametrize("case", EQUATIONS)
def test_equations_can_be_read(case: str) -> None:
    """In one line, so that n³ stays n to the third."""
    inner, text = EQUATIONS[case]
    assert told(word_file(math(inner))).texts == [text]


def test_equations_stand_in_their_sentence() -> None:
    """Where they are written."""
    body = p(
        f"{r('計算量は')}<m:oMath>{mr('O')}<m:d><m:e>{POWER}</m:e></m:d></m:oMath>{r('である。')}"
    )
    assert told(word_file(body)).texts == ["計算量はO(n^3)である。"]


def test_a_bold_line_above_its_text_stays_a_line() -> None:
    """Though a break is all that divides them; breaks in plain text divide nothing."""
    heading = p(
        r("1 目的", "<w:b/>") + RUN("<w:br/>") + r("行列積の時間を") + RUN("<w:br/>") + r("測る。")
    )
    lines = told(word_file(heading)).lines
    assert [(line["text"], line["bold"]) for line in lines] == [
        ("1 目的", True),
        ("行列積の時間を\n測る。", False),
    ]


UNDER_A_PICTURE = {
    "a sentence": (
        ("図1 結果", "図1より、急に長くなる。"),
        ["図1 結果", "図1より、急に長くなる。"],
    ),
    "English": (("Fig. 1 Time", "It bends."), ["Fig. 1 Time", "It bends."]),
    "a title of two lines": (("図1 結果", "(両対数)"), ["図1 結果\n(両対数)"]),
    "no caption": (("急に", "長くなる。"), ["急に\n長くなる。"]),
}


@pytest.mark.parametrize("case", UNDER_A_PICTURE)
def test_a_caption_above_a_sentence_stays_a_line(case: str) -> None:
    """Where both stand in the paragraph of the picture; a title of two lines is one."""
    (first, second), texts = UNDER_A_PICTURE[case]
    written = RUN("<w:br/>").join((drawn(), r(first), r(second)))
    assert pictured(p(written), a=png()).texts == texts
    assert told(word_file(p(r(first) + RUN("<w:br/>") + r(second)))).texts == [f"{first}\n{second}"]


def test_places_are_told() -> None:
    """A table, a text box, contents, a note, a header and a footer."""
    gallery = '<w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/>'
    body = (
        f"<w:sdt>{gallery}</w:docPartObj></w:sdtPr><w:sdtContent>{p('目次')}</w:sdtContent></w:sdt>"
        + p(MARK("begin") + '<w:r><w:instrText>TOC \\o "1-3"</w:instrText></w:r>'
            + MARK("separate") + r("1 目的\t1"))
        + p(r("2 方法\t2") + MARK("end"))
        + p("本文")
        + TABLE(ROW(CELL(p("表"))))
        + p(RUN(NEW))
        + '<w:sectPr><w:headerReference r:id="h"/><w:footerReference r:id="f"/></w:sectPr>'
    )  # fmt: skip
    notes = (
        f'<w:footnote w:type="separator">{p("-")}</w:footnote><w:footnote>{p("注")}</w:footnote>'
    )
    data = word_file(
        body,
        related={"h": ("header", "header1.xml"), "f": ("footer", "footer1.xml")},
        parts={
            "word/header1.xml": _margin("hdr", "授業"),
            "word/footer1.xml": _margin("ftr", "1"),
        },
        footnotes=notes,
    )
    assert [(line["text"], line["place"]) for line in told(data).lines] == [
        ("目次", "contents"),
        ("1 目的\t1", "contents"),
        ("2 方法\t2", "contents"),
        ("本文", "body"),
        ("表", "table"),
        ("図1 箱の中", "text-box"),
        ("注", "note"),
        ("授業", "header"),
        ("1", "footer"),
    ]


def _margin(name: str, text: str) -> str:
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    return f"<w:{name} {space}>{p(text)}</w:{name}>"


def test_a_report_inside_one_cell_is_no_table() -> None:
    """Forms are made that way; a listing in a frame is a table still."""
    prose = "".join(
        p(f"{n}つ目の実行では、行列のサイズを変えながら時間を測った。" * 3) for n in range(6)
    )
    code = "".join(p(f"for i in range({n}):  # 行列の行についての繰り返し") for n in range(20))
    body = TABLE(ROW(CELL(prose))) + TABLE(ROW(CELL(code)))
    places = [line["place"] for line in told(word_file(body)).lines]
    assert places == ["body"] * 6 + ["table"] * 20
