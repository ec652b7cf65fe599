"""Pictures of Word files: what they are, where they stand, how they look."""

import io
import zlib

import pytest
from PIL import Image

from grader.reports.guest.documents import open_document, word_pictures
from tests.reports.documents.word_files import (
    BLIP,
    BOX,
    INLINE,
    PIC,
    RUN,
    VML,
    WSP,
    drawn,
    p,
    pictured,
    png,
    r,
    relations,
    root,
    told,
    word_file,
)


def test_pictures_stand_among_the_lines() -> None:
    """Before the caption below them, behind the sentence above."""
    body = p("前") + p(drawn()) + p("図1") + p(r("文") + drawn()) + p(drawn() + r("文"))
    found = pictured(body, a=png())
    assert [one["line"] for one in found.pictures] == [1, 3, 3]
    assert [one["kind"] for one in found.pictures] == ["raster"] * 3
    assert [one["pages"] for one in found.pictures] == [1, 1, 1]
    assert found.pixels == 3 * 40 * 20 * 3


def test_a_picture_that_is_everywhere_says_so() -> None:
    """A sign of the university, say; a graph that is shown thrice is a graph."""
    assert [one["pages"] for one in pictured(p(drawn()) * 5, a=png()).pictures] == [5] * 5


def test_marks_on_pictures_are_no_pictures() -> None:
    """An arrow beside a screen shot; without any other picture it may be a drawing."""
    arrow = p(RUN(INLINE(WSP(""))))
    assert [one["kind"] for one in pictured(p(drawn()) + arrow, a=png()).pictures] == ["raster"]
    assert [one["kind"] for one in pictured(arrow * 2).pictures] == ["vector"] * 2


def test_a_caption_behind_a_break_is_a_line_of_its_own() -> None:
    """So that the picture stands before it."""
    body = p(drawn() + RUN("<w:br/>") + r("図1 時間") + RUN("<w:br/>") + drawn())
    found = pictured(body, a=png())
    assert found.texts == ["図1 時間"]
    assert [one["line"] for one in found.pictures] == [0, 1]


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP"])
def test_formats(kind: str) -> None:
    """All that Word takes and Pillow draws."""
    assert pictured(p(drawn()), a=png(kind=kind)).pictures[0]["pixels"] == {
        "width": 40,
        "height": 20,
    }


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "I;16"])
def test_colours(mode: str) -> None:
    """However they are stored, black is black and what is not there is white."""
    image = Image.new("RGBA", (40, 20), (0, 0, 0, 0))
    image.paste((0, 0, 0, 255), (0, 0, 20, 20))
    if mode not in ("LA", "RGBA"):
        image = Image.open(io.BytesIO(png(mode="L"))).convert("I" if mode == "I;16" else mode)
    image = image.convert("LA") if mode == "LA" else image
    file = io.BytesIO()
    (image.point(lambda level: level * 257).convert("I;16") if mode == "I;16" else image).save(
        file, "PNG"
    )
    assert halves(file.getvalue()) == (0, 255)


def halves(data: bytes, crop: str = "", frame: str = "") -> tuple[int, int]:
    """The darkness at the left and right end of the middle row."""
    opened = word_file(
        p(drawn("a", crop, frame)),
        related={"a": ("image", "a.png")},
        parts={"word/a.png": data},
    )
    part, raw = open_document("", opened).part(0)
    width, height = (part["pictures"][0]["pixels"][side] for side in ("width", "height"))
    row = raw[(height // 2) * width * 3 :][: width * 3]
    return row[0], row[-1]


def test_crops_and_turns() -> None:
    """As the reader sees it."""
    right = '<a:srcRect r="50000"/>'
    assert halves(png(), right) == (0, 0)
    assert halves(png(), '<a:srcRect l="60000"/>') == (255, 255)
    assert halves(png(), '<a:srcRect l="-5000"/>') == (0, 255)
    assert halves(png(), '<a:srcRect l="100000" r="100000"/>') == (0, 255)
    turned = '<a:xfrm rot="10800000"/>'
    assert halves(png(), "", turned) == (255, 0)


def test_large_pictures_become_small() -> None:
    """To 760 pixels on the long side."""
    found = pictured(p(drawn()), a=png(2_000, 1_000)).pictures[0]
    assert found["pixels"] == {"width": 760, "height": 380}


@pytest.mark.parametrize("width", [6_400, 50_000])
def test_huge_pictures_are_not_decoded(width: int) -> None:
    """Their header says enough: a bomb of a few bytes."""
    bomb = bytearray(png())
    bomb[16:24] = (width.to_bytes(4, "big")) * 2
    bomb[29:33] = zlib.crc32(bomb[12:29]).to_bytes(4, "big")
    found = pictured(p(drawn()), a=bytes(bomb)).pictures[0]
    assert (found["pixels"], found["trouble"]) == (None, "too-large")


TROUBLES = {
    "cut off": (png(400, 300, "BMP")[:500], "damaged"),
    "of no format known here": (b"any bytes", "no-renderer"),
}


@pytest.mark.parametrize("case", TROUBLES)
def test_bad_pictures_are_listed(case: str) -> None:
    """And the others are drawn."""
    data, trouble = TROUBLES[case]
    bad, good = pictured(p(drawn("b")) + p(drawn()), a=png(), b=data).pictures
    assert (bad["trouble"], bad["pixels"], good["trouble"]) == (trouble, None, "")


def test_no_more_than_forty_are_drawn() -> None:
    """More are listed."""
    body = "".join(p(drawn()) for _ in range(60))
    found = pictured(body, a=png()).pictures
    assert len(found) == 60
    assert [one["pixels"] is None for one in found] == [False] * 40 + [True] * 20


def test_all_pixels_together_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that forty large ones do not take minutes."""
    monkeypatch.setattr(word_pictures, "MOST_PIXELS_IN_ALL", 1_000)
    body = p(drawn("a")) + p(drawn("b"))
    found = pictured(body, a=png(), b=png(41)).pictures
    assert [one["trouble"] for one in found] == ["", "too-large"]


def test_linked_pictures_are_not_fetched() -> None:
    """There is a picture, and why there is nothing of it to see."""
    blip = '<a:blip r:link="far"/>'
    data = word_file(
        p(RUN(INLINE(PIC(blip, "", "")))),
        related={"far": ("image", "http://192.0.2.1/a.png"), "h": ("hyperlink", "http://x/")},
    )
    found = told(data)
    assert found.pictures[0]["trouble"] == "external"


def test_old_pictures_and_those_in_headers() -> None:
    """VML is what Word for Mac and old files have."""
    body = p(RUN(VML("a"))) + '<w:sectPr><w:headerReference r:id="h"/></w:sectPr>'
    data = word_file(
        body,
        related={"a": ("image", "a.png"), "h": ("header", "h.xml")},
        parts={
            "word/a.png": png(),
            "word/h.xml": root("w:hdr", p(drawn())),
            "word/_rels/h.xml.rels": relations({"a": ("image", "a.png")}),
        },
    )
    assert [one["place"] for one in told(data).pictures] == ["body", "header"]


SHAPES = {
    "a group": (RUN(INLINE(f"<wpg:wgp>{WSP('') * 3}</wpg:wgp>")), ["vector"]),
    "a canvas": (RUN(INLINE(f"<wpc:wpc>{WSP('') * 2}</wpc:wpc>")), ["vector"]),
    "loose shapes": (RUN(INLINE(WSP(""))) + RUN(INLINE(WSP(""))), ["vector"]),
    "a shape by hand": (
        RUN(INLINE(WSP(f"<a:custGeom><a:path>{'<a:lnTo/>' * 2}</a:path></a:custGeom>"))),
        ["vector"],
    ),
    "a text box": (RUN(INLINE(WSP(BOX(p("字"))))), []),
    "a rule": (RUN('<w:pict><v:rect o:hr="t"/></w:pict>'), []),
    "an old group": (
        RUN("<w:pict><v:group><v:line/><v:rect/></v:group></w:pict>"),
        ["vector"],
    ),
    "a group around a picture": (
        RUN(INLINE(f"<wpg:wgp>{PIC(BLIP('a', ''), '', '')}{WSP('')}</wpg:wgp>")),
        ["raster"],
    ),
    "an old equation": (
        RUN('<w:object><v:shape><v:imagedata r:id="a"/></v:shape>'
            '<o:OLEObject ProgID="Equation.3"/></w:object>'),
        [],
    ),
    "an embedded sheet": (
        RUN('<w:object><v:shape><v:imagedata r:id="a"/></v:shape>'
            '<o:OLEObject ProgID="Excel.Chart.8"/></w:object>'),
        ["raster"],
    ),
    "a hidden picture": (
        RUN("<w:drawing><wp:inline><wp:docPr hidden='1'/><a:graphic><a:graphicData>"
            f"{PIC(BLIP('a', ''), '', '')}</a:graphicData></a:graphic></wp:inline></w:drawing>"),
        [],
    ),
    "ink": (
        RUN("<mc:AlternateContent><mc:Choice><w:drawing><w14:contentPart/></w:drawing>"
            f"</mc:Choice><mc:Fallback>{INLINE(PIC(BLIP('a', ''), '', ''))}</mc:Fallback>"
            "</mc:AlternateContent>"),
        ["raster"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SHAPES)
def test_shapes(case: str) -> None:
    """What belongs together is one picture, and a frame around text is none."""
    body, expected = SHAPES[case]
    found = pictured(p(body), a=png())
    assert [one["kind"] for one in found.pictures] == expected


def test_words_in_a_drawing_are_its_labels() -> None:
    """All but a caption that was grouped with it."""
    group = "<wpg:wgp>{}</wpg:wgp>".format(
        "".join(WSP(BOX(p(text))) for text in ("開始", "1.2", "図2 流れ"))
    )
    found = pictured(p(RUN(INLINE(group))))
    assert found.pictures[0]["texts"] == ["開始", "1.2"]
    assert [line["place"] for line in found.lines] == ["picture", "picture", "text-box"]


def cell(text: str = "", fill: str = "") -> str:
    """A cell of a table."""
    shade = f'<w:tcPr><w:shd w:val="clear" w:fill="{fill}"/></w:tcPr>' if fill else ""
    return f"<w:tc>{shade}{p(r(text)) if text else p('')}</w:tc>"


def table(*rows: str) -> str:
    """A table of rows of cells."""
    return "<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in rows) + "</w:tbl>"


def test_bars_of_coloured_cells_are_something_drawn() -> None:
    """Nobody here can draw them, and somebody may mean them for a graph."""
    bars = [cell(f"{at}") + cell(fill="4472C4") * at + cell() * (5 - at) for at in range(1, 5)]
    (picture,) = told(word_file(table(*bars))).pictures
    assert (picture["kind"], picture["trouble"]) == ("vector", "no-renderer")


@pytest.mark.parametrize(
    "rows",
    [
        [cell("n", "DDDDDD") + cell("秒", "DDDDDD")] * 9,  # coloured, with text
        [cell(fill="FFFFFF") * 5] * 5,  # the paper's colour
        [cell() * 5] * 5,
        [cell(fill="DDDDDD") + cell("1")] * 3,  # a few
    ],
)
def test_a_table_is_nothing_drawn(rows: list[str]) -> None:
    """Coloured heads are usual."""
    assert told(word_file(table(*rows))).pictures == []


INK = (
    '<w:drawing><wp:inline><wp:extent cx="{side}" cy="{side}"/><a:graphic>'
    '<a:graphicData uri="ink"><w14:contentPart xmlns:w14="w14"/></a:graphicData></a:graphic>'
    "</wp:inline></w:drawing>"
)


@pytest.mark.parametrize(("side", "count"), [(5_000_000, 1), (90_000, 0)])
def test_what_is_drawn_in_an_unknown_way_is_there(side: int, count: int) -> None:
    """Ink, and what later versions of Word will draw; not a mark in the margin."""
    body = p("<w:r>" + INK.format(side=side) + "</w:r>")
    assert len(told(word_file(body)).pictures) == count
