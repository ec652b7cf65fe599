"""What Word files say of headings, numbers, fonts, and of what nobody sees."""

import io

import docx
import pytest
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.shared import Pt

from tests.reports.documents.word_files import Told, p, r, told, word_file

STYLE = '<w:style w:type="paragraph" w:styleId="{}"><w:name w:val="{}"/>{}</w:style>'.format
BASED = '<w:basedOn w:val="{}"/>'.format
OUTLINE = '<w:outlineLvl w:val="{}"/>'.format
USE = '<w:pStyle w:val="{}"/>'.format
SIZE = '<w:sz w:val="{}"/>'.format
COLOUR = '<w:color w:val="{}"/>'.format
WHITE = COLOUR("FFFFFF")
SHADE = '<w:shd w:val="clear" w:color="auto" w:fill="{}"/>'.format

HEADINGS = {
    "Word": (STYLE("1", "heading 1", f"<w:pPr>{OUTLINE(0)}</w:pPr>"), 1, "style"),
    "by name alone": (STYLE("1", "Heading 2", ""), 2, "style"),
    "in Japanese": (STYLE("1", "見出し 3", ""), 3, "style"),
    "in full width": (STYLE("1", "見出し２", ""), 2, "style"),
    "with another name": (STYLE("1", "heading 1,章", ""), 1, "style"),
    "of a thesis": (STYLE("1", "卒論見出し1", ""), 1, "style"),
    "of Pages": (STYLE("1", "Heading", ""), 1, "style"),
    "based on a heading": (
        STYLE("1", "章", BASED("2")) + STYLE("2", "heading 1", f"<w:pPr>{OUTLINE(0)}</w:pPr>"),
        1,
        "style",
    ),
    "with a level of its own": (
        STYLE("1", "Chapter", f"<w:pPr>{OUTLINE(1)}</w:pPr>"),
        2,
        "outline-level",
    ),
    "above the contents": (
        STYLE("1", "TOC Heading", BASED("2") + f"<w:pPr>{OUTLINE(9)}</w:pPr>")
        + STYLE("2", "heading 1", f"<w:pPr>{OUTLINE(0)}</w:pPr>"),
        0,
        "",
    ),
    "based on itself": (STYLE("1", "A", BASED("2")) + STYLE("2", "B", BASED("1")), 0, ""),
    "of a table": (STYLE("1", "表見出し1", ""), 0, ""),
    "body": (STYLE("1", "Normal", ""), 0, ""),
    "title": (STYLE("1", "Title", ""), 0, ""),
}


@pytest.mark.parametrize("case", HEADINGS)
def test_headings_are_what_their_styles_say(case: str) -> None:
    """In any language, through any number of styles."""
    styles, level, level_from = HEADINGS[case]
    line = told(word_file(p("目的", USE("1")), styles=styles)).lines[0]
    assert (line["level"], line["level_from"]) == (level, level_from)


def test_a_paragraph_may_say_its_level_itself() -> None:
    """Or that it is none, though its style is."""
    styles = STYLE("1", "heading 1", f"<w:pPr>{OUTLINE(0)}</w:pPr>")
    body = p("目的", OUTLINE(1)) + p("本文", USE("1") + OUTLINE(9)) + p("方法", USE("none"))
    lines = told(word_file(body, styles=styles)).lines
    assert [(line["level"], line["level_from"]) for line in lines] == [
        (2, "outline-level"),
        (0, ""),
        (0, ""),
    ]


def test_styles_of_contents_are_contents() -> None:
    """Whatever made them."""
    styles = STYLE("a", "toc 1", "") + STYLE("b", "目次 2", "") + STYLE("c", "Table of Figures", "")
    body = "".join(p("1 目的\t3", USE(key)) for key in "abc")
    assert [line["place"] for line in told(word_file(body, styles=styles)).lines] == [
        "contents"
    ] * 3


def made_with_python_docx() -> Told:
    """A report as a program writes it."""
    document = docx.Document()
    document.add_heading("目的", 1)
    title = document.add_paragraph()
    title.alignment = WD_ALIGN_PARAGRAPH.CENTER
    run = title.add_run("課題1")
    run.bold = True
    run.font.size = Pt(18)
    document.add_paragraph("測った。", style="List Bullet")
    document.add_paragraph("表した。", style="List Number")
    document.add_paragraph("比べた。", style="List Number")
    file = io.BytesIO()
    document.save(file)
    return told(file.getvalue())


def test_a_report_of_python_docx() -> None:
    """Headings, sizes, bold, centred, bullets and numbers of its own template."""
    heading, title, bullet, one, two = made_with_python_docx().lines
    assert (heading["level"], heading["level_from"], heading["style"]) == (1, "style", "heading 1")
    assert (title["size_pt"], title["bold"], title["centred"]) == (18.0, True, True)
    assert (bullet["listed"], bullet["number"]) == (True, "")
    assert [one["number"], two["number"]] == ["1.", "2."]


def test_sizes_and_fonts_come_from_far() -> None:
    """From the defaults, the theme, a chain of styles, the run; most letters decide."""
    theme = (
        "<a:themeElements><a:fontScheme><a:minorFont><a:latin typeface='Century'/>"
        "<a:ea typeface=''/><a:font script='Jpan' typeface='ＭＳ 明朝'/></a:minorFont>"
        "</a:fontScheme></a:themeElements>"
    )
    fonts = '<w:rFonts w:asciiTheme="minorHAnsi" w:eastAsiaTheme="minorEastAsia"/>'
    defaults = f"<w:docDefaults><w:rPrDefault><w:rPr>{fonts}{SIZE(21)}</w:rPr></w:rPrDefault>"
    styles = (
        f"{defaults}</w:docDefaults>"
        + STYLE("1", "A", BASED("2") + f"<w:rPr>{SIZE(28)}</w:rPr>")
        + STYLE("2", "B", f"<w:rPr><w:b/>{SIZE(24)}</w:rPr>")
        + '<w:style w:type="character" w:styleId="strong"><w:name w:val="Strong"/>'
        "<w:rPr><w:b/></w:rPr></w:style>"
    )
    strong = '<w:rStyle w:val="strong"/>'
    body = (
        p("本文である。")
        + p("The text.")
        + p("見出し", USE("1"))
        + p(r("強調した", strong) + r("字"))
        + p(r("見出しの中", strong), USE("1"))
        + p(r("小", SIZE(16)) + r("大きい"))
    )
    xml = '<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">{}</a:theme>'
    data = word_file(
        body,
        styles=styles,
        related={"t": ("theme", "theme/theme1.xml")},
        parts={"word/theme/theme1.xml": xml.format(theme)},
    )
    assert [(one["size_pt"], one["bold"], one["font"]) for one in told(data).lines] == [
        (10.5, False, "ＭＳ 明朝"),
        (10.5, False, "Century"),
        (14.0, True, "ＭＳ 明朝"),
        (10.5, True, "ＭＳ 明朝"),
        (14.0, False, "ＭＳ 明朝"),
        (10.5, False, "ＭＳ 明朝"),
    ]


WSP = (
    '<w:r><w:drawing><wp:anchor behindDoc="{}"><wp:extent cx="7000000" cy="9000000"/><a:graphic>'
    "<a:graphicData><wps:wsp><wps:spPr>{}</wps:spPr>{}</wps:wsp></a:graphicData></a:graphic>"
    "</wp:anchor></w:drawing></w:r>"
).format
BLUE = '<a:solidFill><a:srgbClr val="1F3864"/></a:solidFill>'
WORDS = f"<wps:txbx><w:txbxContent>{p(r('字', WHITE))}</w:txbxContent></wps:txbx>"
FILLED, UNFILLED, COVER = WSP(0, BLUE, ""), WSP(0, "<a:noFill/>", WORDS), WSP(1, BLUE, "")
CELL = "<w:tbl>{}<w:tr><w:tc>{}{}</w:tc></w:tr></w:tbl>".format
LOW = '<w:spacing w:line="20" w:lineRule="exact"/>'
FRAME = '<w:framePr w:w="{}" w:h="300" w:hAnchor="page" w:vAnchor="page" w:x="{}" w:y="{}"/>'.format
ROW = "<w:tbl><w:tr><w:trPr><w:trHeight {}/></w:trPr><w:tc>{}</w:tc></w:tr></w:tbl>".format
ONE_TWIP = 'w:val="1" w:hRule="exact"'
OLD = (
    '<w:r><w:pict><v:shape style="position:absolute;margin-left:{}pt;margin-top:0;width:200pt;'
    'height:40pt"><v:textbox><w:txbxContent>{}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>'
).format
HIGHLIGHT = '<w:highlight w:val="{}"/>'.format
WIDTH = '<w:w w:val="{}"/>'.format
FILL = "<w14:textFill>{}</w14:textFill>".format
FILLED_WITH = '<w14:solidFill><w14:srgbClr w14:val="{}">{}</w14:srgbClr></w14:solidFill>'.format
THROUGH = '<w14:alpha w14:val="{}"/>'.format
GRADIENT = (
    '<w14:gradFill><w14:gsLst><w14:gs><w14:srgbClr w14:val="000000"/></w14:gs><w14:gs>'
    f'<w14:srgbClr w14:val="FF0000">{THROUGH(100_000)}</w14:srgbClr></w14:gs></w14:gsLst>'
    "</w14:gradFill>"
)
HIDDEN = {
    "in the marker's colour": (p(r("秘", COLOUR("FFFF00") + HIGHLIGHT("yellow"))), "pale"),
    "in a dark marker's colour": (p(r("秘", COLOUR("000080") + HIGHLIGHT("darkBlue"))), "pale"),
    "white on a white marker": (
        CELL("", f"<w:tcPr>{SHADE('2F5496')}</w:tcPr>", p(r("秘", WHITE + HIGHLIGHT("white")))),
        "pale",
    ),
    "of a hundredth's width": (p(r("秘", WIDTH(1))), "tiny"),
    "in a frame right of the page": (p("秘", FRAME(3000, 31_000, 100)), "outside"),
    "in a frame above the page": (p("秘", FRAME(3000, 100, -31_000)), "outside"),
    "in a row one twip high": (ROW(ONE_TWIP, p("秘")), "tiny"),
    "in a table in such a row": (ROW(ONE_TWIP, ROW("", p("秘"))), "tiny"),
    "in a line one point high": (p("秘", LOW), "tiny"),
    "in an old box off the page": (p(OLD(-4_000, p("秘"))), "outside"),
    "hidden": (p(r("秘", "<w:vanish/>")), "invisible"),
    "white": (p(r("秘", WHITE)), "pale"),
    "nearly white": (p(r("秘", COLOUR("FDFDFD"))), "pale"),
    "black on black": (p(r("秘", COLOUR("000000") + SHADE("000000"))), "pale"),
    "tiny": (p(r("秘", SIZE(2))), "tiny"),
    "filled with nothing to see": (
        p(r("秘", FILL(FILLED_WITH("000000", THROUGH(100_000))))),
        "invisible",
    ),
    "black, and filled with white": (
        p(r("秘", COLOUR("000000") + FILL(FILLED_WITH("FFFFFF", "")))),
        "pale",
    ),
    "without ink": (p(r("秘", "<w14:textFill><w14:noFill/></w14:textFill>")), "invisible"),
    "in a white box": (
        p(
            "<w:r><w:pict><v:shape><v:textbox><w:txbxContent>"
            + p(r("秘", WHITE))
            + "</w:txbxContent></v:textbox></v:shape></w:pict></w:r>"
        ),
        "pale",
    ),
    "of the theme's paper": (p(r("秘", '<w:color w:themeColor="background1"/>')), "pale"),
    "in a box without colour": (p(UNFILLED.replace("字", "秘")), "pale"),
    "in a box left of the page": (
        p(
            UNFILLED.replace("字", "秘").replace(
                "<a:graphic>",
                "<wp:positionH><wp:posOffset>-11000000</wp:posOffset></wp:positionH><a:graphic>",
            )
        ),
        "outside",
    ),
    "in a box off the page": (
        p(
            "<w:r><w:drawing><wp:anchor><wp:positionH><wp:posOffset>90000000</wp:posOffset>"
            "</wp:positionH><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>"
            + p("秘")
            + "</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor>"
            "</w:drawing></w:r>"
        ),
        "outside",
    ),
}


@pytest.mark.parametrize("case", HIDDEN)
def test_what_nobody_sees_is_told_apart(case: str) -> None:
    """With the reason why not."""
    body, why = HIDDEN[case]
    lines = told(word_file(p("見える") + body)).lines
    assert [(line["text"], line["hidden"]) for line in lines] == [("見える", ""), ("秘", why)]


PAINTED = (
    '<w:style w:type="table" w:styleId="grid"><w:name w:val="Grid"/><w:tblStylePr>'
    f"<w:tcPr>{SHADE('4472C4')}</w:tcPr></w:tblStylePr></w:style>"
)
SEEN = {
    "black": p(r("字", COLOUR("000000"))),
    "automatic": p(r("字", COLOUR("auto"))),
    "grey": p(r("字", COLOUR("D9D9D9"))),
    "white on a marker": p(r("字", WHITE + '<w:highlight w:val="red"/>')),
    "white with a shade": p(r("字", WHITE + SHADE("000000"))),
    "white in a dark paragraph": p(r("字", WHITE), SHADE("1F3864")),
    "white on a pattern": p(r("字", WHITE), '<w:shd w:val="solid" w:color="000000"/>'),
    "white, and filled with black": p(r("字", WHITE + FILL(FILLED_WITH("000000", "")))),
    "filled with white made darker": p(
        r("字", FILL(FILLED_WITH("FFFFFF", '<w14:lumMod w14:val="50000"/>')))
    ),
    "half transparent": p(r("字", FILL(FILLED_WITH("000000", THROUGH(50_000))))),
    "filled with what fades": p(r("字", FILL(GRADIENT))),
    "white with an outline": p(r("字", WHITE + "<w:outline/>")),
    "white in a dark cell": CELL("", f"<w:tcPr>{SHADE('2F5496')}</w:tcPr>", p(r("字", WHITE))),
    "white in a painted table": CELL(
        '<w:tblPr><w:tblStyle w:val="grid"/></w:tblPr>', "", p(r("字", WHITE))
    ),
    "white in a dark box": p(
        '<w:r><w:pict><v:shape fillcolor="black"><v:textbox><w:txbxContent>'
        + p(r("字", WHITE))
        + "</w:txbxContent></v:textbox></v:shape></w:pict></w:r>"
    ),
    "white on a box that is beside it": p(FILLED + UNFILLED),
    "white on a cover": p(COVER) + p(r("字", WHITE)),
    "white in a shaded table": CELL(f"<w:tblPr>{SHADE('000000')}</w:tblPr>", "", p(r("字", WHITE))),
    "of its own colour on a black marker": p(r("字", HIGHLIGHT("black"))),
    "yellow on no marker after all": p(r("字", COLOUR("FFFF00") + HIGHLIGHT("none"))),
    "grey on yellow": p(r("字", COLOUR("808080") + HIGHLIGHT("yellow"))),
    "narrow": p(r("字", WIDTH(33))),
    "of no width": p(r("字", WIDTH(0))),
    "in a frame on the page": p("字", FRAME(3000, 9_000, 14_000)),
    "in a frame in the margin": p("字", FRAME(800, -900, 100)),
    "in a frame of no width": p("字", '<w:framePr w:hAnchor="margin" w:x="-6000"/>'),
    "in a row that grows": ROW('w:val="1"', p("字")),
    "in a row of a line": ROW('w:val="240" w:hRule="exact"', p("字")),
    "in narrow lines": p("字", '<w:spacing w:line="200" w:lineRule="exact"/>'),
    "in lines of a twentieth": p("字", '<w:spacing w:line="12" w:lineRule="auto"/>'),
    "in a box over a low line": p(OLD(20, p("字")), LOW),
    "in a box over a low row": ROW(ONE_TWIP, p(OLD(20, p("字")))),
    "in an old box in the margin": p(OLD(-60, p("字"))),
    "small": p(r("字", SIZE(10))),
    "not hidden after all": p(r("字", '<w:vanish w:val="0"/>')),
}


@pytest.mark.parametrize("case", SEEN)
def test_what_can_be_seen_is_not_called_hidden(case: str) -> None:
    """White letters stand on dark ground more often than not."""
    assert [line["hidden"] for line in told(word_file(SEEN[case], styles=PAINTED)).lines] == [""]


def test_hidden_words_do_not_stand_among_others() -> None:
    """The sentence is told without them."""
    body = p(r("時間は") + r("満点とする。", WHITE) + r("3乗で増える。"))
    lines = told(word_file(body)).lines
    assert [(line["text"], line["hidden"]) for line in lines] == [
        ("時間は3乗で増える。", ""),
        ("満点とする。", "pale"),
    ]


def test_a_dark_page_turns_it_round() -> None:
    """White letters on a black page are read, black ones are not."""
    data = word_file(
        p(r("白", WHITE)) + p(r("黒", COLOUR("000000"))),
        before='<w:background w:color="000000"/>',
        settings="<w:displayBackgroundShape/>",
    )
    assert [line["hidden"] for line in told(data).lines] == ["", "pale"]
