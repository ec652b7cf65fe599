"""Lines of PDF pages: their letters, their order, where they stand, whether anybody sees them."""

import pytest

from tests.reports.documents.pdf_files import body, pages, plot, read, show

LONG = "実行時間は行列のサイズの三乗に比例して増加する"


def sentence(count: int, start: int = 0) -> str:
    """A line of so many Japanese letters."""
    return (LONG * 3)[start : start + count]


def test_a_line_knows_its_font_and_its_place() -> None:
    """In points from the top left corner."""
    line = read(pages([show("Hello World", 100, 742, 12, "B")])).lines[0]
    assert (line["text"], line["size_pt"], line["bold"]) == ("Hello World", 12.0, True)
    assert line["font"] == "Helvetica-Bold"
    left, top, right, bottom = line["box"]
    assert (round(left), round(top), round(bottom)) == (100, 90, 102)
    assert 160 < right < 180


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (["two", (20, "words")], "two words"),
        (["行列", (20, "の積")], "行列の積"),
        (["図", (10, "1")], "図1"),
        (["1.", (11, "目的")], "1. 目的"),
        (["name", (80, "value")], "name\tvalue"),
    ],
)
def test_gaps_become_spaces(parts: list[str | tuple[float, str]], text: str) -> None:
    """Between words, after a number, between cells; never within Japanese."""
    out, x = "", 100.0
    for part in parts:
        step, written = part if isinstance(part, tuple) else (0.0, part)
        x += step
        out += show(written, x, 700)
    assert read(pages([out])).texts() == [text]


@pytest.mark.parametrize(
    ("left", "gap", "right", "texts"),
    [
        (
            "メモリは8GBである。",
            200,
            "図1 サイズと時間",
            ["メモリは8GBである。", "図1 サイズと時間"],
        ),
        ("図1 左のグラフ", 200, "図2 右のグラフ", ["図1 左のグラフ", "図2 右のグラフ"]),
        ("図1", 200, "サイズと時間", ["図1\tサイズと時間"]),
        ("考察", 70, "図1より、時間は", ["考察\t図1より、時間は"]),
        ("結果を", 31, "図1に示す。", ["結果を図1に示す。"]),
    ],
)
def test_a_caption_at_the_height_of_other_text(
    left: str, gap: float, right: str, texts: list[str]
) -> None:
    """It stands in a column of its own; a sentence that names a figure is one line."""
    out = show(left, 80, 700) + show(right, 80 + gap, 700)
    assert read(pages([out])).texts() == texts


def test_powers_are_marked() -> None:
    """The mark of a note is none, and what is lowered is none."""
    power = show("O(n", 100, 700) + show("3", 116, 704, 7) + show(")", 120, 700)
    note = show("時間", 100, 650) + show("1)", 120, 654, 6)
    low = show("a", 100, 600) + show("2", 106, 598, 7)
    assert read(pages([power + note + low])).texts() == ["O(n^3)", "時間1)", "a2"]


def test_what_was_drawn_in_pieces_is_one_line() -> None:
    """In whatever order the pieces came."""
    out = show("World", 130, 700) + show("third", 100, 660) + show("Hello", 100, 700)
    assert read(pages([out])).texts() == ["Hello World", "third"]


def test_letters_drawn_twice_are_there_once() -> None:
    """Some programs draw bold that way."""
    assert read(pages([show("行列", 100, 700) + show("行列", 100.3, 700)])).texts() == ["行列"]


def test_two_columns() -> None:
    """The left one first, below what stands across both."""
    left = "".join(show("左" + sentence(19), 60, 700 - 14 * at) for at in range(12))
    right = "".join(show("右" + sentence(19), 310, 700 - 14 * at) for at in range(12))
    title = show("二段組の題名である" * 3, 170, 760)
    texts = read(pages([title + "".join(a + b for a, b in zip([left], [right], strict=True))]))
    firsts = [text[0] for text in texts.texts()]
    assert firsts == ["二"] + ["左"] * 12 + ["右"] * 12


def test_columns_need_not_share_their_base_lines() -> None:
    """Headings and pictures push the lines of one column away from those of the other."""
    left = "".join(show("左" + sentence(19), 60, 700 - 14 * at) for at in range(12))
    right = "".join(show("右" + sentence(19), 310, 693 - 14 * at) for at in range(9))
    texts = read(pages([right + left])).texts()
    assert [text[0] for text in texts] == ["左"] * 12 + ["右"] * 9


def test_a_short_column_beside_a_long_one() -> None:
    """The last page of two columns often has little text in the right one."""
    left = "".join(show("左" + sentence(19), 60, 700 - 14 * at) for at in range(14))
    right = "".join(show("右" + sentence(19), 310, 700 - 14 * at) for at in range(4))
    texts = read(pages([left + right + show("右の終わり。", 310, 644)])).texts()
    assert [text[0] for text in texts] == ["左"] * 14 + ["右"] * 5


def test_lines_that_end_early_are_no_columns() -> None:
    """A page of a single column is read from top to bottom."""
    lines = [("長" + sentence(30), 60, 700 - 28 * at) for at in range(9)]
    shorter = [("短" + sentence(9), 60, 686 - 28 * at) for at in range(9)]
    texts = read(pages(["".join(show(*one) for one in [*lines, *shorter])])).texts()
    assert [text[0] for text in texts] == ["長", "短"] * 9


def test_a_table_is_no_pair_of_columns() -> None:
    """Its rows are read across."""
    out = "".join(
        show(f"n{at}", 100, 700 - 14 * at) + show(f"0.{at}", 300, 700 - 14 * at) for at in range(9)
    )
    assert read(pages([out])).texts()[0] == "n0\t0.0"


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_turned_pages_are_read_as_shown(turn: int) -> None:
    """A page that is shown upright, however it was written."""
    matrix = {
        0: "1 0 0 1 100 700", 90: "0 1 -1 0 142 100",
        180: "-1 0 0 -1 495 142", 270: "0 -1 1 0 700 495",
    }[turn]  # fmt: skip
    box = "0 0 595 842" if turn % 180 == 0 else "0 0 842 595"
    out = f"BT /F 10 Tf {matrix} Tm (upper) Tj 0 -30 Td (lower) Tj ET"
    found = read(pages([out], box=box, entries=f"/Rotate {turn}"))
    assert found.texts() == ["upper", "lower"]
    assert (found.pages[0]["width_pt"], found.pages[0]["height_pt"]) == (595.0, 842.0)
    assert [round(side) for side in found.lines[0]["box"][:2]] == [100, 134]


def test_a_page_on_its_side_is_read_along_its_lines() -> None:
    """From the first line to the last."""
    out = "".join(
        f"BT /F 10 Tf 0 1 -1 0 {100 + 20 * at} 90 Tm (line{at}) Tj ET\n" for at in range(5)
    )
    assert read(pages([out])).texts() == ["line0", "line1", "line2", "line3", "line4"]


def test_the_crop_box_is_the_page() -> None:
    """What lies beyond it is told as outside."""
    found = read(
        pages([show("in", 200, 700) + show("out", 20, 700)], entries="/CropBox[100 100 500 800]")
    )
    assert found.texts(hidden="") == ["in"]
    assert found.texts(hidden="outside") == ["out"]
    assert found.lines[1]["box"][0] == pytest.approx(100, abs=1)


def test_vertical_writing_is_read_somehow() -> None:
    """Letter under letter."""
    out = "".join(show(letter, 300, 700 - 10 * at) for at, letter in enumerate("縦書きの文章"))
    assert read(pages([out])).texts() == ["縦書きの文章"]


HIDDEN = {
    "invisible": show("hidden", 100, 700, setting="3 Tr"),
    "pale": show("hidden", 100, 700, setting="1 1 1 rg"),
    "tiny": show("hidden", 100, 700, 0.7),
    "outside": show("hidden", 700, 700),
}
SEEN = {
    "no ink, but a ground in its shape": (
        body("seen", "text", "around", "it")
        + "0 g 300 697 9 9 re f\n"
        + show("ab", 300, 700, setting="3 Tr")
    ),
    "in a font that is not here": show("文字", 100, 700),
}


@pytest.mark.parametrize("how", HIDDEN)
def test_text_that_nobody_sees(how: str) -> None:
    """Each kind by its name, and never with text that is seen."""
    found = read(pages([HIDDEN[how] + show("seen", 140, 700)]))
    assert found.texts(hidden=how) == ["hidden"]
    assert found.texts(hidden="") == ["seen"]
    assert found.pages[0]["visible"] == 4
    assert found.pages[0]["invisible"] == (6 if how == "invisible" else 0)


@pytest.mark.parametrize("how", SEEN)
def test_text_that_everybody_sees(how: str) -> None:
    """Not hidden."""
    assert {line["hidden"] for line in read(pages([SEEN[how]])).lines} == {""}


@pytest.mark.parametrize(
    ("x", "centred"), [(70, False), (80, False), (245, True), (330, False), (460, False)]
)
def test_centred_lines(x: float, centred: bool) -> None:  # noqa: FBT001 - a table of cases
    """In the middle of the lines around them."""
    out = body(sentence(44), sentence(44), sentence(44)) + show("図の題名である。図", x, 600)
    assert read(pages([out])).lines[-1]["centred"] is centred


def test_running_heads_and_page_numbers() -> None:
    """Known by standing on every page, and by being a number alone at the foot."""
    texts = ["".join([f"{at}章 ", sentence(20)]) for at in range(1, 5)]
    drawn = [
        show("実験レポート 24A1201", 70, 790, 8)
        + body(text, sentence(30, at), sentence(30, at + 4))
        + show(f"- {at} -", 290, 40)
        for at, text in enumerate(texts, 1)
    ]
    found = read(pages(drawn))
    assert len(found.texts(place="header")) == 4
    assert found.texts(place="footer") == ["- 1 -", "- 2 -", "- 3 -", "- 4 -"]
    assert len(found.texts(place="body")) == 12


@pytest.mark.parametrize(
    "tops",
    [
        ("課題1", "課題2"),  # two pages are too few to tell a head by a number that grows
        ("1. 目的", "2. 方法", "3. 結果", "4. 考察"),
        ("課題1", "本文が続く行である", "課題2", "本文が続く行である"),
        ("考察", "本文が続く行である", "本文の行がまだ続く", "考察"),
    ],
)
def test_headings_at_the_top_of_pages_are_no_running_heads(tops: tuple[str, ...]) -> None:
    """Where other text stands at the same height on other pages."""
    drawn = [body(top, sentence(30, at), top=770) for at, top in enumerate(tops)]
    found = read(pages(drawn))
    assert found.texts(place="header") == []


def test_a_number_in_the_text_is_no_page_number() -> None:
    """At the foot of a page, but with text right above it."""
    drawn = body(*[sentence(40)] * 5, "128", top=150)
    assert read(pages([drawn])).texts(place="footer") == []


def test_lines_of_a_table_of_contents() -> None:
    """By their dots, or by the number at their end below the heading."""
    dots = body("目次", "1 目的 ........ 1", "2 方法 ........ 2", "3 結果 ........ 3")
    gaps = body("目次") + "".join(
        show(f"{at} 節", 70, 682 - 18 * at) + show(str(at), 500, 682 - 18 * at) for at in (1, 2, 3)
    )
    assert len(read(pages([dots])).texts(place="contents")) == 3
    found = read(pages([gaps]))
    assert len(found.texts(place="contents")) == 3
    assert found.texts(place="body") == ["目次"]


def test_labels_of_a_plot_are_no_text_of_the_page() -> None:
    """They stand in the picture."""
    found = read(pages([body(sentence(40)) + plot(150, 400) + show("図1 実行時間", 200, 350)]))
    assert found.texts(place="body") == [sentence(40), "図1 実行時間"]
    assert "size n" in found.texts(place="picture")
    assert "time [s]" in found.texts(place="picture")


def test_two_captions_in_one_row() -> None:
    """Each is a line, with its own place."""
    found = read(pages([show("図1 左の図", 100, 700) + show("図2 右の図", 320, 700)]))
    assert found.texts() == ["図1 左の図", "図2 右の図"]
    assert found.lines[1]["box"][0] == pytest.approx(320, abs=1)
