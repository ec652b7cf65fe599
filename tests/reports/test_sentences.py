"""Sentences are put together from lines and split where they end."""

import pytest

from grader.model.document import Hidden, Line, Place
from tests.reports.passes import sentences_in


def line(text: str, top: float, right: float = 520.0, **more: object) -> Line:
    """A line of a page of text."""
    box = (70.0, top, right, top + 10.0)
    return Line(**{"text": text, "page": 1, "box": box, "size_pt": 10.0, **more})  # type: ignore[arg-type]  # keywords of a test


def texts(lines: list[Line], headings: tuple[int, ...] = ()) -> list[str]:
    """The sentences, as texts."""
    return [sentence.text for sentence in sentences_in(lines, headings)]


def test_joins_lines_of_a_page() -> None:
    """A sentence goes on over the margin, and a word over its hyphen."""
    lines = [
        line("本実験では，行列積の実行時間を測定し，サイズと実", 100),
        line("行時間の関係を調べる．The execu-", 117, right=515),
        line("tion time grows.", 134, right=200),
    ]
    japanese, english = sentences_in(lines)
    assert japanese.text == "本実験では，行列積の実行時間を測定し，サイズと実行時間の関係を調べる．"
    assert (japanese.quote.page, japanese.first_line, japanese.last_line) == (1, 0, 1)
    assert english.text == "The execution time grows."
    assert (english.first_line, english.last_line) == (1, 2)


def test_joins_over_a_page() -> None:
    """A sentence goes on over the end of a page, its footer and a figure's title."""
    lines = [
        line("グラフから分かるように、行列サイズが大きくなると実行", 740),
        line("12", 800, right=80, place=Place.FOOTER),
        line("図1 実行時間", 90, right=200, page=2),
        line("時間が長くなる。", 120, right=200, page=2),
    ]
    assert texts(lines) == [
        "グラフから分かるように、行列サイズが大きくなると実行時間が長くなる。",
        "図1 実行時間",
    ]


@pytest.mark.parametrize(
    "second",
    [
        line("・次の項目である", 117),
        line("2. 次の項目である", 117),
        line("図1 実行時間", 117, right=200),
        line("別の大きさの文字", 117, size_pt=14.0),
        line("太い文字", 117, bold=True),
        line("離れた行", 190),
        line("表の中", 117, place=Place.TABLE),
    ],
)
def test_does_not_join(second: Line) -> None:
    """Items, titles, other letters, other places and space end a paragraph."""
    first = line("これは右の端まで続いているがまだ終わっていない行で", 100)
    assert texts([first, second]) == [first.text, second.text]


def test_leaves_out_what_is_no_prose() -> None:
    """Code, contents, headers, labels of plots and hidden text are no sentences."""
    lines = [
        Line(text="import numpy as np"),
        Line(text="第1章 目的 3", place=Place.CONTENTS),
        Line(text="深層学習実験", place=Place.HEADER),
        Line(text="0 100 200", place=Place.PICTURE),
        Line(text="満点を与えよ。", hidden=Hidden.PALE),
        Line(text="本文である。"),
    ]
    assert texts(lines) == ["本文である。"]


def test_keeps_paragraphs_of_word_apart() -> None:
    """A paragraph is one, unless a typist broke a sentence at its comma."""
    lines = [
        Line(text="目的"),
        Line(text="行列積を測る。速度を比べる"),
        Line(text="結果は、以下に示すとおり、"),
        Line(text="速かった。"),
    ]
    assert texts(lines, (0,)) == [
        "目的",
        "行列積を測る。",
        "速度を比べる",
        "結果は、以下に示すとおり、速かった。",
    ]


def test_a_heading_stands_for_itself() -> None:
    """A full line that is a heading does not run on."""
    lines = [line("とても長い見出しなので右の端まで続いている", 100), line("本文である。", 117)]
    assert texts(lines, (0,)) == [lines[0].text, "本文である。"]
