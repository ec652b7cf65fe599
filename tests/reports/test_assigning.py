"""Captions are given to the pictures that they belong to."""

import pytest

from grader.model.document import Box, Line, Picture, PictureKind
from grader.model.report import Answer
from grader.reports.captions import find_captions
from grader.reports.figures import assign


def drawn(line: int = 0, box: Box | None = None) -> Picture:
    """A picture after so many lines, or somewhere on page 1."""
    return Picture(kind=PictureKind.RASTER, line=line, box=box, page=int(box is not None))


def word(*texts: str) -> list[str | None]:
    """Titles given to the pictures of a Word file, which stand where a text is empty."""
    lines = [Line(text=text) for text in texts]
    pictures = [drawn(index) for index, text in enumerate(texts) if not text]
    return _titles(pictures, lines)


def _titles(pictures: list[Picture], lines: list[Line]) -> list[str | None]:
    given = assign(pictures, find_captions(lines), lines)
    return [given[place].title if place in given else None for place in range(len(pictures))]


def pdf(pictures: list[Box], lines: list[tuple[str, Box]]) -> list[str | None]:
    """Titles given to pictures on a page, whose lines come in the order of reading."""
    made = [Line(text=text, page=1, box=box, size_pt=10, centred=True) for text, box in lines]
    below = [sum(line[1] < box[1] for _, line in lines) for box in pictures]
    return _titles([drawn(line, box) for line, box in zip(below, pictures, strict=True)], made)


def test_below_in_word() -> None:
    """The caption under a picture is its own, even where the next picture is as near."""
    assert word("前の文。", "", "図1 甲", "", "図2 乙", "後の文。") == ["甲", "乙"]


def test_above_in_word() -> None:
    """Where captions stand over the pictures, they are given downwards."""
    assert word("文。", "図1 甲", "", "図2 乙", "") == ["甲", "乙"]


def test_far_away_in_word() -> None:
    """A caption pages away belongs to no picture."""
    assert word("", *["文。"] * 9, "図1 甲") == [None]


def test_table_goes_to_a_graph_last() -> None:
    """The title of a table is given to a picture only if no figure's title fits."""
    assert word("表1 値", "", "図1 甲") == ["甲"]
    assert word("表1 値", "") == ["値"]


def test_two_on_one_line() -> None:
    """Captions on one line go to the pictures from left to right."""
    left, right = (70.0, 100.0, 280.0, 250.0), (300.0, 100.0, 510.0, 250.0)
    captions = [("図1 左　　図2 右", (120.0, 255.0, 460.0, 265.0))]
    assert pdf([left, right], captions) == ["左", "右"]


def test_nearest_on_the_page() -> None:
    """On a page the boxes decide."""
    upper, lower = (100.0, 100.0, 400.0, 300.0), (100.0, 330.0, 400.0, 530.0)
    captions = [("図1 甲", (200.0, 305.0, 300.0, 315.0)), ("図2 乙", (200.0, 535.0, 300.0, 545.0))]
    assert pdf([upper, lower], captions) == ["甲", "乙"]


def test_above_on_the_page() -> None:
    """Captions over their pictures are given downwards."""
    upper, lower = (100.0, 100.0, 400.0, 300.0), (100.0, 330.0, 400.0, 530.0)
    captions = [("図1 甲", (200.0, 85.0, 300.0, 95.0)), ("図2 乙", (200.0, 305.0, 300.0, 315.0))]
    assert pdf([upper, lower], captions) == ["甲", "乙"]


def test_below_where_the_other_column_begins_with_one() -> None:
    """The order of reading tells on which side captions stand, and not their heights."""
    upper, lower = (60.0, 200.0, 280.0, 300.0), (60.0, 322.0, 280.0, 480.0)
    lines: list[tuple[str, Box]] = [
        ("本文の行である。", (60, 180, 280, 190)),
        ("図1 甲", (120, 308, 220, 318)),
        ("図2 乙", (370, 180, 470, 190)),
        ("次の行である。", (310, 200, 530, 210)),
    ]
    made = [Line(text=text, page=1, box=box, size_pt=10, centred=True) for text, box in lines]
    assert _titles([drawn(1, upper), drawn(2, lower)], made) == ["甲", "乙"]


def test_a_short_one_at_the_margin() -> None:
    """Under a picture that stands in the middle, a caption may begin where the text does."""
    picture: Box = (127, 222, 469, 459)
    lines: list[tuple[str, Box]] = [
        ("下の図 1 が結果である。", (90, 201, 211, 212)),
        ("図 1", (90, 470, 111, 481)),
        ("サイズと時間の散布図", (90, 482, 174, 493)),
    ]
    made = [Line(text=text, page=1, box=box, size_pt=10) for text, box in lines]
    given = assign([drawn(1, picture)], find_captions(made), made)
    assert given[0].label == "図 1"


def test_other_column() -> None:
    """A caption in the other column is not taken, however near."""
    assert pdf([(60, 100, 280, 250)], [("図1 甲", (420, 255, 500, 265))]) == [None]


def test_panels_share() -> None:
    """Two panels over one caption have it both."""
    panels: list[Box] = [(70, 100, 280, 250), (300, 100, 510, 250)]
    assert pdf(panels, [("図1 甲", (120, 255, 460, 265))]) == ["甲", "甲"]


def test_a_title_under_two_columns() -> None:
    """A figure over both columns, and one in the right column under it."""
    wide: list[Box] = [(60, 80, 290, 230), (310, 80, 540, 230)]
    lines: list[tuple[str, Box]] = [
        ("Figure 3: Execution time of both programs", (180, 238, 420, 248)),
        ("The time grows with the size, as expected.", (60, 270, 290, 280)),
        ("Figure 4: Logarithmic axes", (370, 440, 480, 450)),
    ]
    titles = ["Execution time of both programs"] * 2
    assert pdf([*wide, (320, 280, 530, 430)], lines) == [*titles, "Logarithmic axes"]


@pytest.mark.parametrize("top", [85.0, 255.0])
@pytest.mark.parametrize("text", ["表1 値　　図1 関係", "図1 関係　　表1 値"])
def test_a_figure_and_a_table_with_their_titles_on_one_line(top: float, text: str) -> None:
    """The table's letters are no picture, and the graph beside it has the figure's title."""
    graph: Box = (300, 100, 510, 250) if text.startswith("表") else (70, 100, 280, 250)
    assert pdf([graph], [(text, (120, top, 460, top + 10))]) == ["関係"]


def looks(
    pictures: list[Picture], lines: list[Line], graphs: list[Answer]
) -> list[tuple[str, str] | None]:
    """The labels of captions given to pictures of which it is known whether they are graphs."""
    given = assign(pictures, find_captions(lines), lines, graphs)
    return [
        (given[place].label, given[place].title) if place in given else None
        for place in range(len(pictures))
    ]


@pytest.mark.parametrize("above", [True, False])
def test_the_title_of_a_table_is_none_of_the_graph_beside_it(above: bool) -> None:  # noqa: FBT001
    """Titles over a ruled table and over, or under, the graph below it."""
    table = Picture(kind=PictureKind.VECTOR, line=0, page=1, box=(100, 100, 400, 200))
    graph = drawn(box=(100, 245, 400, 445) if above else (100, 215, 400, 415))
    lines = [
        Line(text="表1 測定値", page=1, box=(200, 85, 300, 95), size_pt=10, centred=True),
        Line(
            text="図1 実行時間",
            page=1,
            box=(200, 225, 300, 235) if above else (200, 420, 300, 430),
            size_pt=10,
            centred=True,
        ),
    ]
    assert looks([table, graph], lines, [Answer.NO, Answer.YES]) == [
        ("表1", "測定値"),
        ("図1", "実行時間"),
    ]


def test_a_graph_never_gets_the_title_of_a_table() -> None:
    """Not even where it has none of its own."""
    lines = [Line(text="表1 測定値"), Line(text="")]
    assert looks([drawn(1)], lines, [Answer.YES]) == [None]
    assert looks([drawn(1)], lines, [Answer.NO]) == [("表1", "測定値")]


BODY = [
    Line(text=f"本文の{row}行目である。", page=page, box=(70, top, 500, top + 10), size_pt=10)
    for page in (1, 2)
    for row, top in ((1, 80), (2, 400))
]
NUMBERS = [Line(text=f"- {n} -", page=n, box=(290, 800, 310, 810), size_pt=9) for n in (1, 2)]


def test_a_caption_on_the_next_page() -> None:
    """The picture ends a page, and its title begins the next; and the other way round."""
    low, high = (100.0, 500.0, 400.0, 760.0), (100.0, 50.0, 400.0, 76.0)
    ending = [(line.page, line) for line in BODY if line.page == 1]
    title = Line(text="図1 実行時間", page=2, box=(200, 50, 300, 60), size_pt=10, centred=True)
    after = [line for line in BODY if line.page == 2]
    lines = [*(line for _, line in ending), NUMBERS[0], title, *after, NUMBERS[1]]
    picture = Picture(kind=PictureKind.RASTER, line=3, page=1, box=low)
    assert looks([picture], lines, [Answer.YES]) == [("図1", "実行時間")]
    between = Line(text="次に考察する。", page=1, box=(70, 770, 500, 780), size_pt=10)
    assert looks([picture], [between, *lines], [Answer.YES]) == [None]
    last = Line(text="図2 対数", page=1, box=(200, 770, 300, 780), size_pt=10, centred=True)
    picture = Picture(kind=PictureKind.RASTER, line=3, page=2, box=high)
    assert looks([picture], [*BODY[:2], last, *after], [Answer.YES]) == [("図2", "対数")]


def test_a_caption_over_a_column_break() -> None:
    """The picture ends the left column, and its title begins the right one."""
    left = [
        Line(text="本文の行である。", page=1, box=(60, top, 280, top + 10), size_pt=10)
        for top in (80, 100, 120)
    ]
    right = [
        Line(text="本文の行である。", page=1, box=(310, top, 530, top + 10), size_pt=10)
        for top in (100, 120, 140)
    ]
    picture = Picture(kind=PictureKind.RASTER, line=4, page=1, box=(80.0, 150.0, 260.0, 300.0))
    head = Line(text="両方の段の題名", page=1, box=(200, 40, 390, 55), size_pt=15, centred=True)
    for top, given in ((80.0, True), (160.0, False)):
        box = (360.0, top, 480.0, top + 10)
        title = Line(text="図1 実行時間", page=1, box=box, size_pt=10, centred=True)
        lines = [head, *left, *right, title]
        found = assign([picture], find_captions(lines), lines)
        assert (0 in found) is given
