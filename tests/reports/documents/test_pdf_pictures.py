"""Pictures of PDF pages: what is drawn, and nothing else."""

import pytest

from tests.reports.documents.pdf_files import FORM, body, pages, plot, read, show, stream

IMAGE = "/Type/XObject/Subtype/Image/BitsPerComponent 8/ColorSpace/DeviceRGB"
X = "/XObject<</X 10 0 R>>"


def raster(wide: int = 40, high: int = 30, shade: int = 90) -> bytes:
    """A picture of one colour with a dark corner."""
    row = bytes([shade, shade, 200] * wide)
    dark = bytes([0, 0, 0] * (wide // 2)) + row[: 3 * (wide - wide // 2)]
    data = dark * (high // 2) + row * (high - high // 2)
    return stream(data, f"{IMAGE}/Width {wide}/Height {high}", packed=1)


def put(left: float, bottom: float, wide: float, high: float, name: str = "X") -> str:
    """Instructions that draw a picture or a form of one unit."""
    return f"q {wide} 0 0 {high} {left} {bottom} cm /{name} Do Q\n"


def lines(*ends: tuple[float, float, float, float]) -> str:
    """Straight lines."""
    return "".join(f"{a} {b} m {c} {d} l S\n" for a, b, c, d in ends)


def grid(left: float, bottom: float, rows: int, columns: int) -> str:
    """The rules of a table, 60 by 20 points a cell."""
    high, wide = rows * 20, columns * 60
    flat = [(left, bottom + 20 * at, left + wide, bottom + 20 * at) for at in range(rows + 1)]
    tall = [(left + 60 * at, bottom, left + 60 * at, bottom + high) for at in range(columns + 1)]
    return lines(*flat, *tall)


def cells(left: float, bottom: float, rows: int, columns: int) -> str:
    """What stands in a table."""
    return "".join(
        show(f"{row}.{column}25", left + 60 * column + 8, bottom + 20 * row + 6)
        for row in range(rows)
        for column in range(columns)
    )


def test_a_raster_with_its_place_and_its_pixels() -> None:
    """As drawn, not as stored."""
    found = read(pages([body("above") + put(100, 300, 200, 150)], resources=X, more={10: raster()}))
    picture = found.pictures[0]
    assert (picture["kind"], picture["line"], picture["page"]) == ("raster", 1, 1)
    assert [round(side) for side in picture["box"]] == [99, 391, 301, 543]
    wide, _high = picture["pixels"]["width"], picture["pixels"]["height"]
    assert 180 < wide < 760
    assert found.pixels[0][3 * (wide * 5 + 20) :][:3] == b"\0\0\0"
    assert found.pages[0]["covered"] == pytest.approx(0.06, abs=0.01)


def test_a_plot_with_its_labels() -> None:
    """One picture, as wide as its labels reach, drawn as large as looking at it asks for."""
    picture = read(pages([body("above") + plot(150, 400) + body("below", top=340)])).pictures[0]
    assert (picture["kind"], picture["line"], picture["place"]) == ("vector", 1, "body")
    assert picture["pixels"]["width"] == 760
    left, top, right, bottom = picture["box"]
    assert (left < 124, top < 293, right > 350, bottom > 466) == (True, True, True, True)
    assert {"0", "50", "150", "size n", "time [s]"} <= set(
        " ".join(picture["texts"]).replace(" 50", "|50").split("|")
    ) | set(picture["texts"])


def test_its_caption_is_none_of_its_labels() -> None:
    """However near it stands; nor is the text above it."""
    drawn = plot(150, 400) + show("図1 実行時間の変化", 190, 362) + show("である。", 150, 556)
    found = read(pages([drawn]))
    assert found.texts(place="body") == ["である。", "図1 実行時間の変化"]


def test_a_plot_that_is_a_form() -> None:
    """As programs put the PDF of a plot into a report."""
    entries = f"{FORM}/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"
    drawn = f"{body('above')} q 0.8 0 0 0.8 100 200 cm /X Do Q"
    found = read(pages([drawn], resources=X, more={10: stream(plot(50, 60), entries)}))
    assert [one["kind"] for one in found.pictures] == ["vector"]
    left, _top, right, _bottom = found.pictures[0]["box"]
    assert (round(left), round(right)) == pytest.approx((109, 310), abs=3)
    assert found.texts(place="body") == ["above"]


def test_two_plots_side_by_side_are_two() -> None:
    """With room between them."""
    assert len(read(pages([plot(70, 400) + plot(340, 400)])).pictures) == 2


def test_a_raster_under_its_labels_is_one_picture() -> None:
    """Axes and text drawn over pixels."""
    drawn = put(150, 400, 200, 150) + plot(150, 400)
    found = read(pages([drawn], resources=X, more={10: raster()}))
    assert [one["kind"] for one in found.pictures] == ["raster"]
    assert "size n" in found.pictures[0]["texts"]


def test_strips_of_one_picture_are_joined() -> None:
    """As some programs cut large pictures."""
    drawn = "".join(put(100, 300 + 30 * at, 240, 30) for at in range(6))
    found = read(pages([drawn], resources=X, more={10: raster(48, 6)}))
    assert len(found.pictures) == 1
    assert [round(side) for side in found.pictures[0]["box"]] == [99, 361, 341, 543]


def test_two_pictures_that_touch_are_two() -> None:
    """Plots set side by side without room."""
    drawn = put(100, 300, 150, 120) + put(250, 300, 150, 120)
    assert len(read(pages([drawn], resources=X, more={10: raster()})).pictures) == 2


def test_what_a_clip_path_cuts_off_is_not_drawn() -> None:
    """A picture shows what a reader sees of it."""
    drawn = "q 200 300 100 80 re W n " + put(100, 200, 400, 300) + " Q"
    found = read(pages([drawn], resources=X, more={10: raster()}))
    assert [round(side) for side in found.pictures[0]["box"]] == [199, 461, 301, 543]


def test_pictures_off_the_page_are_none() -> None:
    """Nobody sees them."""
    found = read(pages([put(700, 300, 200, 150)], resources=X, more={10: raster()}))
    assert found.pictures == []


def test_a_scanned_page() -> None:
    """Covered as a whole; its hidden text is told as that."""
    drawn = show("scanned text", 100, 700, setting="3 Tr") + put(0, 0, 595, 842)
    found = read(pages([drawn], resources=X, more={10: raster()}))
    assert found.pages[0]["covered"] == 1.0
    assert (found.pages[0]["visible"], found.pages[0]["invisible"]) == (0, 11)
    assert [round(side) for side in found.pictures[0]["box"]] == [0, 0, 595, 842]


def test_text_under_a_scan_is_not_seen() -> None:
    """Though it is drawn with ink, before the picture that hides it."""
    drawn = show("recognised", 100, 700) + put(0, 0, 595, 842)
    drawn += show("typed", 100, 600, setting="1 0 0 rg")
    found = read(pages([drawn], resources=X, more={10: raster()}))
    assert found.texts(hidden="invisible") == ["recognised"]
    assert found.texts(hidden="", place="body") == ["typed"]


def test_text_over_a_ground_is_the_text_of_the_page() -> None:
    """A template's picture under the whole page."""
    found = read(
        pages([put(0, 0, 595, 842) + body("one", "two")], resources=X, more={10: raster()})
    )
    assert found.texts(place="body") == ["one", "two"]


def test_ruled_tables() -> None:
    """Told as tables, with the text in them."""
    found = read(pages([body("above") + grid(100, 400, 4, 3) + cells(100, 400, 4, 3)]))
    assert [(one["kind"], one["place"]) for one in found.pictures] == [("vector", "table")]
    assert found.texts(place="body") == ["above"]
    assert found.texts(place="table")[0].split() == ["3.025", "3.125", "3.225"]


def test_a_table_that_holds_a_picture_lays_out_the_page() -> None:
    """The text in it is the page's own, and the picture is one."""
    form = grid(100, 400, 10, 3) + cells(100, 400, 3, 3) + cells(100, 540, 3, 3)
    found = read(pages([form + put(110, 465, 150, 70)], resources=X, more={10: raster()}))
    assert [(one["kind"], one["place"]) for one in found.pictures] == [("raster", "body")]
    assert len(found.texts(place="body")) == 6


def test_pictures_in_cells_with_their_titles_are_two() -> None:
    """Rules around pictures and their titles are no drawing."""
    rules = lines(*[(100, y, 500, y) for y in (400, 420, 560)])
    rules += lines(*[(x, 400, x, 560) for x in (100, 300, 500)])
    titles = show("図1 線形", 110, 406) + show("図2 対数", 310, 406)
    drawn = put(110, 430, 180, 120) + put(310, 430, 180, 120)
    found = read(pages([rules + titles + drawn], resources=X, more={10: raster()}))
    assert [one["kind"] for one in found.pictures] == ["raster", "raster"]


def test_tables_ruled_between_rows_only() -> None:
    """Three rules and columns of numbers."""
    rules = lines((100, 500, 300, 500), (100, 480, 300, 480), (100, 400, 300, 400))
    found = read(pages([rules + cells(100, 402, 5, 3)]))
    assert [one["place"] for one in found.pictures] == ["table"]


LISTING = [f"for i{at} in range(n): total = total + a[i{at}]" for at in range(8)]
NO_PICTURES = {
    "a page frame": lines((20, 20, 20, 820), (575, 20, 575, 820)) + "20 20 555 800 re S",
    "rules between chapters": lines(*[(70, y, 520, y) for y in (700, 600, 500, 400)]),
    "underlines": lines(*[(70, y, 300, y) for y in range(400, 700, 18)]) + body(*LISTING),
    "a framed listing": "60 560 450 160 re S " + body(*LISTING),
    "a shaded listing": "0.9 g 60 560 450 160 re f 0 g " + body(*LISTING),
    "a listing framed line by line": body(*LISTING)
    + lines(*[(60, 712 - 18 * at, 60, 694 - 18 * at) for at in range(8)])
    + lines(*[(500, 712 - 18 * at, 500, 694 - 18 * at) for at in range(8)])
    + lines((60, 712, 500, 712), (60, 568, 500, 568)),
    "a round box": "70 560 m 500 560 l 510 560 510 560 510 570 c 510 710 l 510 720 510 720 500 720"
    " c 70 720 l 60 720 60 720 60 710 c 60 570 l 60 560 60 560 70 560 c S " + body(*LISTING),
    "white grounds": "1 g " + "".join(f"60 {y} 400 30 re f " for y in range(300, 600, 31)),
    "a small drawing": "q 0.2 0 0 0.2 100 400 cm " + plot(0, 0, labels=False) + "Q",
    "invisible paths": "".join(f"{x} 300 m {x} 500 l n " for x in range(100, 400, 20)),
}


@pytest.mark.parametrize("what", NO_PICTURES)
def test_what_is_no_picture(what: str) -> None:
    """Rules, frames and grounds belong to the text, and so does what stands in them."""
    found = read(pages([NO_PICTURES[what]]))
    assert found.pictures == []
    assert set(found.texts()) == set(found.texts(place="body"))


def test_the_same_picture_on_several_pages() -> None:
    """A logo is told once or twice, with how often it is there; a second plot is another."""
    drawn = [put(450, 760, 80, 50) + body(f"page {at}") for at in range(6)]
    drawn[2] += plot(100, 300)
    drawn[3] += plot(100, 300).replace("200 140 c", "200 20 c")
    found = read(pages(drawn, resources=X, more={10: raster()}))
    logos = [one["pages"] for one in found.pictures if one["kind"] == "raster"]
    assert logos[0] > 2
    assert len(logos) == 1
    assert [one["pages"] for one in found.pictures if one["kind"] == "vector"] == [1, 1]


def test_no_more_than_forty_pictures_are_drawn() -> None:
    """The others are told without pixels."""
    drawn = [put(60 + 120 * (at % 4), 60 + 110 * (at // 4), 100, 80 + at) for at in range(28)]
    found = read(pages(["".join(drawn)] * 2, resources=X, more={10: raster()}))
    assert len(found.pixels) + sum(one["trouble"] == "too-large" for one in found.pictures) == len(
        found.pictures
    )
    assert len(found.pixels) <= 56


def test_a_raster_that_is_too_large_is_told_without_pixels() -> None:
    """Drawn blank it would be judged as no graph."""
    huge = stream("x", f"{IMAGE}/Width 60000/Height 60000")
    (picture,) = read(pages([put(100, 300, 200, 150)], resources=X, more={10: huge})).pictures
    assert (picture["pixels"], picture["trouble"]) == (None, "too-large")


def test_inline_pictures() -> None:
    """Drawn from within the page's own instructions."""
    data = "ff" * 8 + "00" * 8
    inline = f"q 100 0 0 100 200 300 cm BI /W 4 /H 4 /CS /G /BPC 8 /F /AHx ID {data}> EI Q"
    assert [one["kind"] for one in read(pages([inline])).pictures] == ["raster"]


def test_text_over_a_watermark_is_the_text_of_the_page() -> None:
    """A smaller picture behind lines that reach beyond it."""
    drawn = put(150, 500, 250, 200) + body(*LISTING)
    pale = stream(bytes([230]) * 75, f"{IMAGE}/Width 5/Height 5")
    found = read(pages([drawn], resources=X, more={10: pale}))
    assert found.texts(place="body") == LISTING


def test_pictures_of_a_page_on_its_side_are_set_upright() -> None:
    """As somebody looks at them who turns the page."""
    drawn = f"q 0 1 -1 0 595 0 cm {body(*LISTING)} {put(100, 100, 300, 150)} Q"
    found = read(pages([drawn], resources=X, more={10: raster()}))
    size = found.pictures[0]["pixels"]
    assert size["width"] > 1.5 * size["height"]
    assert found.pixels[0][3 * (size["width"] * 5 + 20) :][:3] == b"\0\0\0"


def test_labels_of_a_plot_made_small_are_not_hidden() -> None:
    """Nor are white ones; text without ink is, wherever it stands."""
    drawn = f"q 0.2 0 0 0.2 100 300 cm 5 0 0 5 0 0 cm {plot(0, 0)} Q " + show("a", 200, 400, 1.5)
    drawn += show("b", 220, 400, setting="1 1 1 rg") + show("c", 240, 400, setting="3 Tr")
    assert read(pages([drawn])).texts(hidden="invisible") == ["c"]
    assert len([line for line in read(pages([drawn])).lines if line["hidden"]]) == 1
