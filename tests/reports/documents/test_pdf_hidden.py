"""What a reader does not see of a PDF is not read as text, by whatever means it is hidden."""

import io
import re

import pytest

from grader.model.document import Hidden, Line, Page, Place
from grader.reports.visible import find_hidden
from tests.reports.documents.pdf_files import FORM, Read, body, pages, plot, read, show, stream

SECRET = "the time grows as the cube of the size, as figure 1 shows"
JAPANESE = "実行時間はサイズの三乗に比例することが図から分かる"
SEEN = "This report is about matrices."
IMAGE = "/Type/XObject/Subtype/Image/BitsPerComponent 8/ColorSpace/DeviceRGB"
GRAPHICS = "/Type/Group/S/Transparency/CS/DeviceGray"
X = "/XObject<</X 10 0 R>>"
OFF = "/Properties<</L 10 0 R>>"
LAYERS = "/OCProperties<</OCGs[10 0 R]/D<</OFF[10 0 R]>>>>"
LAYER = "<</Type/OCG/Name(L)>>"
SMOOTH = "/ExtGState<</G 10 0 R>>"


def text(setting: str = "", words: str = SECRET, size: float = 10, y: float = 600) -> str:
    """One line of text at a usual place."""
    return show(words, 100, y, size, setting=setting)


def image(shade: int, wide: int = 8, high: int = 8, step: int = 0) -> bytes:
    """A picture of grey pixels, each darker than the one before by a step."""
    levels = bytes(max(shade - step * at, 0) for at in range(wide * high))
    data = b"".join(bytes([level] * 3) for level in levels)
    return stream(data, f"{IMAGE}/Width {wide}/Height {high}", packed=1)


def put(left: float, bottom: float, wide: float, high: float) -> str:
    """Draws the picture or form X."""
    return f"q {wide} 0 0 {high} {left} {bottom} cm /X Do Q\n"


def file(content: str, **more: object) -> bytes:
    """A page of seen text, and what is under test."""
    return pages([body(SEEN) + content], **more)  # type: ignore[arg-type]  # as pages() takes them


def masked() -> bytes:
    """Text under a soft mask that lets nothing through."""
    black = stream("0 g 0 0 1000 1000 re f", f"{FORM}/Group<<{GRAPHICS}>>")
    state = "<</SMask<</Type/Mask/S/Luminosity/G 11 0 R>>>>"
    return file("q /G gs " + text() + "Q", resources=SMOOTH, more={10: state, 11: black})


def in_form(content: str) -> bytes:
    """Instructions within a form, as programs embed figures."""
    fonts = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"
    return file("/X Do", resources=X, more={10: stream(content, FORM + fonts)})


WHITE = "1 1 1 rg "
COVER = WHITE + "90 590 400 30 re f\n"
HIDDEN: dict[str, bytes] = {
    "without ink": file(text("3 Tr")),
    "as a clip": file(text("7 Tr")),
    "white": file(text(WHITE)),
    "nearly white": file(text("0.97 g")),
    "white, twenty times in one place": file(text(WHITE) * 20),
    "black, and twenty times white in the same place": file(text() + text(WHITE) * 20),
    "white in Japanese": file(text(WHITE, JAPANESE)),
    "white by CMYK": file(text("0 0 0 0 k")),
    "white outlines": file(text("1 1 1 RG 1 Tr")),
    "wholly transparent": file(
        "q /G gs " + text() + "Q", resources=SMOOTH, more={10: "<</ca 0/CA 0>>"}
    ),
    "nearly transparent": file(
        "q /G gs " + text() + "Q", resources=SMOOTH, more={10: "<</ca 0.03/CA 0.03>>"}
    ),
    "blended away": file(
        "q /G gs " + text(WHITE) + "Q", resources=SMOOTH, more={10: "<</BM/Multiply>>"}
    ),
    "under a white rectangle": file(text() + COVER),
    "in Japanese under a white rectangle": file(text(words=JAPANESE) + COVER),
    "under many thin white rectangles": file(
        text() + WHITE + "".join(f"{x} 590 5 30 re f " for x in range(90, 500, 4))
    ),
    "under a white stroke": file(text() + "1 G 30 w 90 603 m 490 603 l S"),
    "under a white picture": file(
        text() + put(90, 590, 400, 30), resources=X, more={10: image(255)}
    ),
    "under a small photo": file(
        text() + put(90, 590, 400, 30), resources=X, more={10: image(250, 40, 6, 1)}
    ),
    "under white letters": file(text() + show("国" * 12, 95, 595, 35, setting=WHITE)),
    "in a clip of one point": file("q 100 600 1 1 re W n " + text() + "Q"),
    "in an empty clip": file("q 500 100 5 5 re W n " + text() + "Q"),
    "behind a slit": file("q 90 602 400 0.8 re W n " + text() + "Q"),
    "in a layer that is off": file(
        "/OC /L BDC " + text() + "EMC", resources=OFF, catalog=LAYERS, more={10: LAYER}
    ),
    "under a mask of nothing": masked(),
    "blue on the same blue": file("0 0 0.6 rg 90 590 400 30 re f " + text("0 0 0.6 rg")),
    "black on black": file("0 g 90 590 400 30 re f " + text("0 g")),
    "grey on nearly the same grey": file("0.5 g 90 590 400 30 re f " + text("0.52 g")),
    "white on a pale ground": file("0.97 g 90 590 400 30 re f " + text(WHITE)),
    "faint yellow": file(text("1 1 0.9 rg")),
    "a thousandth wide": file(text("0.1 Tz")),
    "all letters in one place": file("".join(show(letter, 100, 600) for letter in SECRET)),
    "one point high": file(text(size=1)),
    "half a point high and wide": file(text(size=0.5)),
    "off the page": file(show(SECRET, 700, 600)),
    "below the page": file(text(y=-40)),
    "white in a form": in_form(text(WHITE)),
    "covered in a form": in_form(text() + COVER),
    "black under black words": file(
        text(WHITE) + show("Other words that stand in the very same place here", 100, 600)
    ),
    "white at the end of a line": file(
        show("Some words. ", 100, 600) + show(SECRET, 160, 600, setting=WHITE)
    ),
}  # fmt: skip


@pytest.mark.parametrize("how", HIDDEN)
def test_hidden(how: str) -> None:
    """Nothing of it counts as written, and a person is told of it."""
    found = read(HIDDEN[how])
    written = "".join("".join(found.texts(hidden="")).split())
    for words in (SECRET, JAPANESE):
        for start in range(0, len(words) - 12, 6):
            assert "".join(words[start : start + 12].split()) not in written
    assert "".join(SEEN.split()) in written
    assert find_hidden(*_as_told(found))


def _as_told(found: Read) -> tuple[list[Line], list[Page]]:
    lines = [
        Line(
            text=line["text"],
            page=line["page"],
            hidden=Hidden(line["hidden"]),
            place=Place(line["place"]),
        )
        for line in found.lines
    ]
    names = ("number", "width_pt", "height_pt", "visible", "invisible", "strokes", "covered")
    return lines, [Page(**{name: page[name] for name in names}) for page in found.pages]


def drawn_by_matplotlib() -> bytes:
    """A plot with a pale note."""
    pyplot = pytest.importorskip("matplotlib.pyplot")
    figure, axes = pyplot.subplots()
    axes.plot([1, 2, 3], [1, 8, 27], label="Python")
    axes.annotate("the fit as a power law", (2.0, 8.0), color="0.85")
    axes.legend()
    out = io.BytesIO()
    figure.savefig(out, format="pdf")
    pyplot.close(figure)
    return out.getvalue()


STRIPES = "".join(f"0.{shade} g 90 {590 + 6 * at} 400 6 re f\n" for at, shade in enumerate("13579"))
BOLD = show(SECRET, 100, 600) + show(SECRET, 100.3, 600)
VISIBLE: dict[str, bytes] = {
    "black": file(text()),
    "Japanese": file(text(words=JAPANESE)),
    "white on a dark heading": file("0.2 g 90 590 400 30 re f " + text(WHITE)),
    "white on orange": file("1 0.6 0 rg 90 590 400 30 re f " + text(WHITE)),
    "white on light blue": file("0 1 1 rg 90 590 400 30 re f " + text(WHITE)),
    "dark grey on black": file("0 g 90 590 400 30 re f " + text("0.35 g")),
    "light grey comments": file(text("0.75 g")),
    "grey comments on a grey ground": file("0.95 g 90 590 400 30 re f " + text("0.7 g")),
    "pale green code": file(text("0.6 0.9 0.6 rg")),
    "yellow": file(text("1 1 0 rg")),
    "light grey and small": file(text("0.7 g", size=6)),
    "small print": file(text(size=4)),
    "very small print": file(text(size=2.5)),
    "a thin face in large letters": file(text("0.1 w 1 Tr", words="Title of it", size=30)),
    "outlined": file(text("1 Tr")),
    "outlined in white, filled with black": file(text("0 g 1 1 1 RG 0.3 w 2 Tr", size=20)),
    "condensed": file(text("60 Tz")),
    "set tight": file(text("-1 Tc")),
    "half transparent": file(
        "q /G gs " + text() + "Q", resources=SMOOTH, more={10: "<</ca 0.3/CA 0.3>>"}
    ),
    "under a highlighter": file(
        text() + "q /G gs 1 1 0 rg 90 590 400 30 re f Q",
        resources=SMOOTH,
        more={10: "<</BM/Multiply>>"},
    ),
    "under a pale veil": file(
        text() + "q /G gs 1 g 90 590 400 30 re f Q", resources=SMOOTH, more={10: "<</ca 0.5>>"}
    ),
    "over a photo": file(
        put(60, 500, 450, 200) + text("1 0 0 rg"), resources=X, more={10: image(250, 40, 6, 1)}
    ),
    "over stripes": file(STRIPES + text("0 0 1 rg")),
    "over a watermark": file(show("DRAFT", 60, 560, 120, "B", "0.9 g") + text()),
    "under a watermark": file(text() + show("DRAFT", 60, 560, 120, "B", "0.9 g")),
    "drawn twice as bold": file(BOLD),
    "drawn twice in one place": file(text() + text()),
    "drawn twenty times in one place": file(text() * 20),
    "with a shadow": file(show(SECRET, 101, 599, setting="0.7 g") + show(SECRET, 100, 600)),
    "struck out": file(text() + "0.8 w 95 603 m 400 603 l S"),
    "in a clip that is large enough": file("q 90 590 400 30 re W n " + text() + "Q"),
    "in a layer that is on": file(
        "/OC /L BDC " + text() + "EMC",
        resources=OFF,
        catalog=LAYERS.replace("/OFF", "/ON"),
        more={10: LAYER},
    ),
    "in a form": in_form(text()),
    "in a link": file(
        text(), entries="/Annots[<</Type/Annot/Subtype/Link/Rect[90 590 400 615]/Border[0 0 1]>>]"
    ),
    "tags around it": file("/P <</MCID 0>> BDC " + text() + "EMC"),
    "in lines set close": file("".join(text(y=600 - 8 * at) for at in range(4))),
    "on its side": file(f"BT /F 10 Tf 0 1 -1 0 300 100 Tm ({SECRET}) Tj ET"),
    "askew": file(f"BT /F 10 Tf 0.8 0.6 -0.6 0.8 100 100 Tm ({SECRET}) Tj ET"),
    "with spaces": file(text(words=SECRET.replace(" ", "    "))),
    "with letters of no shape": file(text(words="実行時間は　サイズの　三乗に　比例する")),
    "one stroke": file(show("一", 100, 600) + show("-", 130, 600) + show(".", 150, 600)),
    "on a turned page": pages([body(SEEN) + text()], entries="/Rotate 90"),
    "a plot of matplotlib's": b"",
    "on a huge page": pages([body(SEEN) + text(size=40)], box="0 0 2384 3370"),
}  # fmt: skip


CUT_OFF = f"q 100 300 200 150 re W n {show('a label beyond the axes', 320, 400)} Q " + plot(
    100, 300
)


CUT_OFF_OR_COVERED = {
    "a label beyond the axes": in_form(CUT_OFF),
    "a label under the panel": in_form(text() + "1 g 95 290 300 330 re f " + plot(100, 300)),
}


@pytest.mark.parametrize("what", CUT_OFF_OR_COVERED)
def test_what_a_drawing_cuts_off_or_covers(what: str) -> None:
    """No text of the page, and nothing that anybody hid."""
    found = read(CUT_OFF_OR_COVERED[what])
    assert [line["text"] for line in found.lines if line["hidden"]] != []
    assert not find_hidden(*_as_told(found))


@pytest.mark.parametrize("what", VISIBLE)
def test_visible(what: str) -> None:
    """All of it is read, and nobody is told of anything hidden."""
    found = read(VISIBLE[what] or drawn_by_matplotlib())
    assert [line["text"] for line in found.lines if line["hidden"]] == []
    assert not find_hidden(*_as_told(found))
    assert len(re.sub(r"\W", "", "".join(found.texts(hidden="")))) >= 20


READ_BY_MACHINE = {
    "a scan and its layer": pages(
        [put(0, 0, 595, 842) + text("3 Tr") + text("3 Tr", y=560)],
        resources=X,
        more={10: image(255, 40, 60, 1)},
    ),
    "a layer of ink under the scan": pages(
        [text() + text(y=560) + put(0, 0, 595, 842)],
        resources=X,
        more={10: image(255, 40, 60, 1)},
    ),
    "pen strokes and their layer": pages(
        [
            text("3 Tr")
            + "".join(f"{60 + at % 40 * 10} {700 - at // 40 * 9} m 5 3 l S\n" for at in range(900))
        ]
    ),
}


@pytest.mark.parametrize("what", READ_BY_MACHINE)
def test_what_a_machine_read_hides_nothing(what: str) -> None:
    """Recognised text is no text that is seen, and nobody hid it."""
    found = read(READ_BY_MACHINE[what])
    assert found.texts(hidden="") == []
    assert found.pages[0]["invisible"] > 40
    assert not find_hidden(*_as_told(found))
