"""Plots are told from other pictures; nothing that nobody could look at is denied."""

import math
from itertools import pairwise
from typing import Any

import pytest

from grader.model.document import Chart, Picture, PictureKind
from grader.model.report import Answer
from grader.reports.graphs import judge
from tests.reports import drawings
from tests.reports.drawings import Plot, picture, plot

POWERS = ("10", "20", "40", "80", "160", "320")
BARS = ("Python", "NumPy", "CuPy", "torch")

GRAPHS = {
    "lines": Plot(),
    "ticks inside": Plot(ticks=-5),
    "grid": Plot(grid="#dddddd"),
    "office bars": Plot(
        kind="bars", columns=BARS, ticks=0, frame=False, grid="#d9d9d9", ink="#595959"
    ),
    "one bar": Plot(kind="one bar", columns=BARS, grid="black", data="#666666"),
    "office lines": Plot(ticks=0, frame=False, grid="#d9d9d9", ink="#595959", columns=POWERS),
    "points": Plot(kind="points", columns=POWERS),
    "dark": Plot(paper="#1e1e1e", ink="#cccccc", data="#73bf69"),
    "pale": Plot(ticks=0, frame=False, grid="#e5e5e5", ink="#888888"),
    "wide": Plot(size=(740, 300)),
    "tall": Plot(size=(360, 560)),
    "few labels": Plot(columns=("10", "20", "30"), rows=("0", "1", "2", "3")),
    "large letters": Plot(letters=20, rows=("0", "20", "40", "60")),
    "small": Plot(size=(300, 220), letters=11, rows=("0", "1", "2", "3")),
    "grey data": Plot(data="#444444"),
}

OTHERS = {
    "code": drawings.code("white", "black", numbered=False),
    "numbered code": drawings.code("white", "black", numbered=True),
    "dark code": drawings.code("#1e1e1e", "#d4d4d4", numbered=True),
    "code in a window": drawings.in_window(drawings.code("#272822", "#f8f8f2", numbered=True)),
    "table": drawings.table(7, 4, "all"),
    "long table": drawings.table(14, 3, "all"),
    "table with rules": drawings.table(8, 5, "across"),
    "bare table": drawings.table(8, 6, ""),
    "dark table": drawings.table(9, 5, "", paper="black", ink="#cccccc"),
    "one row": drawings.table(2, 6, "all"),
    "prose": drawings.prose(),
    "flow chart": drawings.flow(),
    "photo": drawings.scene(),
    "scribbles": drawings.strokes(),
    "nothing": drawings.blank((400, 300))[0],
    "black": drawings.blank((400, 300), "black")[0],
}


@pytest.mark.parametrize("name", GRAPHS)
def test_a_plot_is_a_graph(name: str) -> None:
    looks = judge(picture(plot(GRAPHS[name])))
    assert looks.answer is Answer.YES, looks
    assert looks.why


@pytest.mark.parametrize("name", OTHERS)
def test_what_has_no_axes_is_no_graph(name: str) -> None:
    looks = judge(picture(OTHERS[name]))
    assert looks.answer is Answer.NO, looks


def test_two_plots_side_by_side_are_a_graph() -> None:
    both = drawings.beside(plot(Plot(size=(360, 300))), plot(Plot(size=(360, 300), kind="points")))
    assert judge(picture(both)).answer is Answer.YES


@pytest.mark.parametrize("paper", ["#dddddd", "#1e1e1e"])
def test_a_window_with_a_plot_is_a_graph(paper: str) -> None:
    assert judge(picture(drawings.in_window(plot(Plot()), paper))).answer is Answer.YES


def test_a_plot_under_a_program_is_a_graph() -> None:
    image, _ = drawings.blank((600, 740))
    image.paste(drawings.code("#272822", "#f8f8f2", numbered=True), (20, 10))
    image.paste(plot(Plot()), (40, 350))
    assert judge(picture(image)).answer is Answer.YES


def changed(name: str, image: Any) -> Any:
    from PIL import Image, ImageOps

    if name == "jpeg":
        return drawings.worn(image, 60)
    if name == "margins":
        return ImageOps.expand(image, 40, "white")
    share = float(name)
    size = (round(image.width * share), round(image.height * share))
    return image.resize(size, Image.Resampling.LANCZOS)


@pytest.mark.parametrize("change", ["jpeg", "margins", "0.75", "1.3"])
@pytest.mark.parametrize("name", ["lines", "grid", "points", "dark", "office lines"])
def test_wear_leaves_a_graph_a_graph(name: str, change: str) -> None:
    image = plot(GRAPHS[name])
    before, after = (judge(picture(i)) for i in (image, changed(change, image)))
    assert after.answer is Answer.YES, after
    assert abs(after.score - before.score) < 0.6


@pytest.mark.parametrize("change", ["jpeg", "margins", "0.75", "1.3"])
@pytest.mark.parametrize("name", ["numbered code", "table", "bare table", "prose", "flow chart"])
def test_wear_makes_no_graph(name: str, change: str) -> None:
    looks = judge(picture(changed(change, OTHERS[name])))
    assert looks.answer is Answer.NO, looks


@pytest.mark.parametrize("size", [(1, 1), (760, 1), (1, 760), (39, 39), (50, 41), (41, 700)])
def test_any_size_is_looked_at(size: tuple[int, int]) -> None:
    assert judge(picture(drawings.blank(size)[0])).answer is Answer.NO


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("line", Answer.YES), ("scatter", Answer.YES), ("bar", Answer.YES), ("area", Answer.YES),
        ("pie", Answer.UNSURE), ("other", Answer.UNSURE), ("", Answer.UNSURE),
    ],
)  # fmt: skip
def test_a_chart_says_what_it_is(kind: str, expected: Answer) -> None:
    looks = judge(Picture(kind=PictureKind.CHART, line=0, chart=Chart(kind=kind)))
    assert looks.answer is expected
    assert looks.why[0] == "chart"


def test_what_nobody_could_draw_is_never_denied() -> None:
    looks = judge(Picture(kind=PictureKind.METAFILE, line=0, trouble="no-renderer"))
    assert looks.answer is Answer.UNSURE
    assert looks.why == ("not-drawn",)


def test_two_scales_of_a_metafile_are_a_graph() -> None:
    texts = ("0", "0.5", "1", "1.5", "100", "200", "300", "400", "実行時間 [s]", "n")
    looks = judge(Picture(kind=PictureKind.METAFILE, line=0, texts=texts))
    assert looks.answer is Answer.YES
    assert looks.why == ("not-drawn", "numbers", "quantity")


def test_readable_labels_speak_for_a_graph_but_make_none() -> None:
    pixels = picture(plot(Plot())).pixels
    texts = ("0", "1", "2", "3", "100", "200", "300", "400")
    bare, told = (
        judge(Picture(kind=PictureKind.VECTOR, line=0, pixels=pixels, texts=t)) for t in ((), texts)
    )
    assert told.score > bare.score
    table = picture(OTHERS["table"]).pixels
    looks = judge(Picture(kind=PictureKind.VECTOR, line=0, pixels=table, texts=texts))
    assert looks.answer is not Answer.YES


def within_axes(inner: Any) -> Any:
    """A picture inside the axes of a plot, as `imshow` shows it."""
    image = plot(Plot(kind="", columns=("0", "50", "100", "150"), rows=("0", "50", "100")))
    image.paste(inner.resize((424, 299)), (71, 26))
    return image


def cells() -> Any:
    """Numbers in a grid of pale colours: a confusion matrix."""
    image, pen = drawings.blank((424, 299), "#f7fbff")
    for row in range(5):
        for column in range(5):
            left, top = 85 * column, 60 * row
            shade = "#6baed6" if row == column else f"#{222 - 3 * row:x}ebf{column + 4:x}"
            pen.rectangle((left, top, left + 84, top + 59), fill=shade)
            text = str(10 + 7 * row + column)
            pen.text((left + 42, top + 30), text, "black", drawings.letters(14), anchor="mm")
    return image


def diagonal() -> Any:
    """Cells that are dark but for a diagonal, with black lines between."""
    image, pen = drawings.blank((424, 299), "black")
    for row in range(8):
        for column in range(8):
            shade = "#addc30" if row == column else f"#4{4 + column % 2}0{row}5{column}"
            left, top = 53 * column, 37 * row
            pen.rectangle((left + 1, top + 1, left + 51, top + 36), fill=shade)
    return image


def cartoon() -> Any:
    """A few even areas of grey with a white sky."""
    image, pen = drawings.blank((424, 299), "white")
    pen.rectangle((0, 200, 424, 299), fill="#505050")
    pen.ellipse((120, 40, 300, 260), fill="#a8a8a8", outline="black", width=6)
    pen.ellipse((170, 110, 195, 140), fill="black")
    pen.ellipse((230, 110, 255, 140), fill="black")
    return image


def face() -> Any:
    """A round face on grey ground, which no edge of the picture cuts."""
    image, pen = drawings.blank((424, 299), "#ebebeb")
    pen.ellipse((120, 60, 300, 230), fill="#adadad", outline="black", width=3)
    pen.arc((160, 110, 260, 200), 20, 160, fill="black", width=4)
    pen.rectangle((0, 270, 424, 299), fill="#6a6a6a")
    return image


def fine_grid() -> Any:
    """Lines at 2, 3, … 9 of each decade, a few pixels apart where a decade ends."""
    image, pen = drawings.blank((1272, 897))
    for decade in range(7):
        for digit in range(1, 10):
            down, across = (round(span * (decade + math.log10(digit))) for span in (129, 318))
            pen.line((0, 896 - down, 1272, 896 - down), fill="#b0b0b0", width=4)
            pen.line((across, 0, across, 897), fill="#b0b0b0", width=4)
    return image


def bare_grid() -> Any:
    """A decade of logarithmic axes on a shaded panel, as `loglog` shows them without data."""
    image, pen = drawings.blank((450, 320))
    font = drawings.letters(14)
    pen.rectangle((57, 39, 405, 285), fill="#e5e5e5")
    for at, text in ((72, "1"), (389, "10")):
        pen.line((at, 39, at, 285), fill="white")
        pen.text((at, 292), text, fill="#555555", font=font, anchor="mt")
    for at, text in ((50, "10"), (274, "1")):
        pen.line((57, at, 405, at), fill="white")
        pen.text((48, at), text, fill="#555555", font=font, anchor="rm")
    return image


def bare_decades() -> Any:
    """Two decades by five on a panel, without data; the labels reach beyond it on the right."""
    image, pen = drawings.blank((640, 480))
    font = drawings.letters(14)
    pen.rectangle((80, 58, 575, 427), fill="#e5e5e5")
    for decade in range(5):
        for digit in range(1, 10):
            y = 427 - 74 * (decade + math.log10(digit))
            pen.line((80, y, 575, y), fill="white")
            x = 80 + 248 * (decade + math.log10(digit))
            if x <= 575:
                pen.line((x, 58, x, 427), fill="white")
        pen.text((70, 427 - 74 * decade), f"0.{decade}1", "#555555", font, "rm")
        pen.line((76, 427 - 74 * decade, 80, 427 - 74 * decade), fill="#555555")
    for decade in range(3):
        pen.text((80 + 248 * decade, 436), "1000"[: 2 + decade], "#555555", font, "mt")
        pen.line((80 + 248 * decade, 428, 80 + 248 * decade, 432), fill="#555555")
    return image


def two_decades(kind: str) -> Any:
    """The same with data: two labels a side, each at a line of the grid, and no axes drawn."""
    image = bare_grid()
    pen = drawings.pen_on(image)
    dots = [(72 + 40 * place, 275 - 28 * place) for place in range(9)]
    for (x, y), (right, top) in pairwise(dots):
        if kind == "line":
            pen.line((x, y, right, top), fill="#e24a33", width=2)
        for part in (0.1, 0.6) if kind == "dashes" else ():
            ends = [
                (x + share * (right - x), y + share * (top - y)) for share in (part, part + 0.3)
            ]
            pen.line(ends, fill="#e24a33", width=2)
    if kind != "dashes":
        for x, y in dots:
            pen.ellipse((x - 4, y - 4, x + 4, y + 4), fill="#e24a33")
    return image


@pytest.mark.parametrize("kind", ["line", "points", "dashes"])
def test_two_labels_at_lines_of_a_grid_are_an_axis(kind: str) -> None:
    """As a logarithmic axis of two decades has, in styles that draw neither frame nor ticks."""
    looks = judge(picture(two_decades(kind)))
    assert looks.answer is Answer.YES, looks


def test_a_curve_between_two_rows_of_labels_is_a_graph() -> None:
    """As in the style `fivethirtyeight` without its grid: there is no line but the curve."""
    image, pen = drawings.blank((460, 340), "#f0f0f0")
    font = drawings.letters(14)
    for place in range(5):
        pen.text((60, 30 + 60 * place), f"0.0{4 - place}", "black", font, "rm")
        pen.text((90 + 80 * place, 290), str(50 * (place + 1)), "black", font, "mt")
    empty = judge(picture(image))
    pen.line([(80 + x, 270 - 230 * (x / 340) ** 2) for x in range(0, 341, 4)], "#008fd5", 4)
    looks = judge(picture(image))
    assert empty.answer is Answer.UNSURE, empty
    assert looks.answer is Answer.YES, looks


def with_legend(image: Any, left: int, top: int) -> Any:
    """Two names with the marks of their data in a frame."""
    pen = drawings.pen_on(image)
    pen.rectangle(
        (left, top, left + 120, top + 52), outline="#bbbbbb", fill=image.getpixel((left, top + 3))
    )
    for place, name in enumerate(("Python", "NumPy")):
        y = top + 15 + 22 * place
        pen.line((left + 8, y, left + 38, y), fill="#1f77b4", width=2)
        pen.ellipse((left + 20, y - 3, left + 26, y + 3), fill="#1f77b4")
        pen.text((left + 48, y), name, "black", drawings.letters(14), "lm")
    return image


def written_on(image: Any) -> Any:
    """Lines of a program and of a message inside the axes."""
    pen = drawings.pen_on(image)
    for place, text in enumerate(("def matmul(a, b):", "time = 0.032", "not measured yet")):
        pen.text((110, 60 + 22 * place), text, "black", drawings.letters(14))
    return image


def sphere() -> Any:
    """A shaded ball low on white ground, cut by the lines of a grid."""
    import numpy as np
    from PIL import Image

    y, x = np.mgrid[-1:1:299j, -1.4:1.4:424j]
    high = np.sqrt(np.clip(0.3 - x**2 - (y - 0.35) ** 2, 0, None))
    shades = np.where(high > 0, 40 + 300 * high, 255).clip(0, 255)
    shades[::50], shades[:, ::60] = 200, 200
    return Image.fromarray(shades.astype("uint8"))


def polygons() -> Any:
    """Filled shapes with straight sides, one of which begins at the left axis."""
    image, pen = drawings.blank((424, 299))
    pen.polygon([(4, 60), (320, 20), (150, 190)], fill="#8a8a8a", outline="black")
    pen.polygon([(200, 120), (400, 60), (330, 270)], fill="#303030", outline="black")
    return image


def bare_labels() -> Any:
    """Two labels beside and four below nothing at all, as some styles draw empty axes."""
    image, pen = drawings.blank((520, 380), "#f0f0f0")
    font = drawings.letters(14)
    for y in (80, 260):
        pen.text((48, y), "100", fill="black", font=font, anchor="rm")
    for x in (60, 200, 340, 480):
        pen.text((x, 350), "10", fill="black", font=font, anchor="mt")
    return image


DOUBTED = {
    "ball in grey": within_axes(sphere()),
    "polygons in grey": within_axes(polygons()),
    "empty with labels only": bare_labels(),
    "cartoon in grey": within_axes(cartoon()),
    "face in grey": within_axes(face()),
    "empty with a fine grid": within_axes(fine_grid()),
    "empty with two labels a side": bare_grid(),
    "legend of nothing": with_legend(plot(Plot(kind="points", data="white")), 340, 40),
    "legend of nothing on a grid": with_legend(bare_grid(), 200, 60),
    "text only": written_on(plot(Plot(kind="points", data="white", grid="#dddddd"))),
    "text only on a grid": written_on(bare_grid()),
    "photo": within_axes(drawings.scene()),
    "confusion matrix": within_axes(cells()),
    "dark matrix": within_axes(diagonal()),
    "empty decades on a panel": bare_decades(),
    "empty": plot(Plot(kind="points", data="white")),
    "empty with a grid": plot(Plot(kind="points", data="white", grid="#dddddd")),
}


@pytest.mark.parametrize("name", DOUBTED)
def test_axes_around_a_picture_or_nothing_are_left_open(name: str) -> None:
    looks = judge(picture(DOUBTED[name]))
    assert looks.answer is Answer.UNSURE, looks


def standing(kind: str) -> Any:
    """Data in grey: an area under a curve, columns, large marks."""
    image, pen = drawings.blank((424, 299))
    if kind == "area":
        curve = [(20 + x, 280 - 250 * (x / 380) ** 3) for x in range(0, 384, 4)]
        pen.polygon([(20, 284), *curve, (400, 284)], fill="#999999")
    for place in range(5):
        left, top = 30 + 76 * place, 230 - 45 * place
        if kind == "columns":
            pen.rectangle((left, top, left + 50, 298), fill="#777777")
        if kind == "marks":
            pen.ellipse((left, top, left + 14, top + 14), fill="#777777")
    return image


@pytest.mark.parametrize("kind", ["area", "columns", "marks"])
def test_data_in_grey_are_data(kind: str) -> None:
    looks = judge(picture(within_axes(standing(kind))))
    assert looks.answer is Answer.YES, looks


@pytest.mark.parametrize("look", [Plot(), Plot(grid="#dddddd", ticks=0, frame=False)])
@pytest.mark.parametrize("size", [(120, 90), (90, 66)])
def test_a_small_plot_is_never_denied(look: Plot, size: tuple[int, int]) -> None:
    assert judge(picture(plot(look).resize(size))).answer is not Answer.NO


def test_a_curve_without_readable_axes_is_left_open() -> None:
    """As on squared paper, or with too few labels for two scales."""
    image, pen = drawings.blank((420, 320), "#f0f0f0")
    for place in range(0, 420, 60):
        pen.line((place, 0, place, 320), fill="#cccccc")
        pen.line((0, place, 420, place), fill="#cccccc")
    dots = [(40 + x, 290 - 250 * (x / 340) ** 2) for x in range(0, 340, 4)]
    pen.line(dots, fill="#008fd5", width=4)
    looks = judge(picture(image))
    assert looks.answer is Answer.UNSURE, looks
    assert looks.why == ("curve",)
