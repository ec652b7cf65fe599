"""Titles of figures and tables are found, and sentences about them are not taken for titles."""

import pytest
from msgspec.structs import replace

from grader.model.document import Box, Hidden, Line, Place
from grader.reports.captions import find_captions
from tests import corpora
from tests.corpora import Row
from tests.reports.small import read_off


def on_page(text: str, box: Box, *, centred: bool = False) -> Line:
    """A line of a PDF."""
    return Line(text=text, page=1, box=box, size_pt=10.0, centred=centred)


def answered(row: Row) -> str:
    """The titles that are found where this is written beside a graph."""
    captions = read_off("実験を行った。", row.text, at=1).captions
    return " / ".join(f"{caption.label}: {caption.title}" for caption in captions) or "none"


def test_titles_and_sentences() -> None:
    """Label and title of a caption are found; a sentence that begins like one is none."""
    corpora.hold("captions", answered)


def test_tables_are_told_apart() -> None:
    """表1 titles a table, グラフ1 a figure."""
    captions = find_captions([Line(text="表1 時間"), Line(text="グラフ1 時間")])
    assert [caption.table for caption in captions] == [True, False]


def test_number_written_by_word() -> None:
    """A label that Word numbers by itself is part of the caption."""
    (caption,) = find_captions([Line(text="実行時間", number="図 1")])
    assert (caption.label, caption.title) == ("図 1", "実行時間")


def test_style_decides() -> None:
    """Word's own caption style is believed."""
    assert find_captions([Line(text="図1 を拡大した結果", style="Caption")])


def test_places() -> None:
    """Text boxes and table cells hold captions; page headers, contents and hidden text do not."""
    for place in (Place.TEXT_BOX, Place.TABLE, Place.PICTURE):
        assert find_captions([Line(text="図1 時間", place=place)])
    for place in (Place.HEADER, Place.FOOTER, Place.CONTENTS):
        assert not find_captions([Line(text="図1 時間", place=place)])
    assert not find_captions([Line(text="図1 時間", hidden=Hidden.PALE)])


def test_list_of_figures() -> None:
    """Entries of a list of figures are no captions; the captions themselves are."""
    lines = [
        Line(text=text) for text in ("図目次", "図1 時間", "図2 比較", "本文です。", "図1 時間")
    ]
    assert [caption.line for caption in find_captions(lines)] == [4]
    lines = [Line(text=text) for text in ("図1 時間 3", "図2 比較 4", "本文です。", "図1 時間")]
    assert [caption.line for caption in find_captions(lines)] == [3]


def test_sentence_broken_before_the_number() -> None:
    """A line of a paragraph that happens to begin with a figure's number is no caption."""
    above = on_page(
        "実行時間を測定した結果をまとめて示すと、次のようになり、また", (70, 100, 520, 110)
    )
    line = on_page("図1 実行時間の推移", (70, 116, 480, 126))
    assert not find_captions([above, line])
    assert find_captions([above, on_page("図1 実行時間の推移", (220, 300, 380, 310), centred=True)])


BROKEN: tuple[tuple[Box, Box, bool], ...] = (
    ((100, 300, 500, 310), (250, 313, 350, 323), True),  # the second in the middle
    ((100, 300, 500, 310), (100, 313, 250, 323), True),  # at the left
    ((200, 300, 400, 310), (70, 313, 520, 323), False),  # a full line of text under a short title
    ((100, 300, 500, 310), (100, 330, 250, 340), False),  # too far below
    ((100, 300, 500, 310), (180, 313, 250, 323), False),  # in line with nothing
)


@pytest.mark.parametrize(("first", "second", "joined"), BROKEN)
def test_title_over_two_lines(first: Box, second: Box, *, joined: bool) -> None:
    """A caption broken over two lines is read to its end, and no further."""
    lines = [on_page("図1 実行時間と行列のサイズの", first), on_page("関係（両対数）", second)]
    (caption,) = find_captions(lines)
    assert caption.title == "実行時間と行列のサイズの" + ("関係(両対数)" if joined else "")


def test_a_heading_under_a_title_is_no_second_line() -> None:
    """Neither one with a number nor a bold one."""
    first, second = (70, 300, 170, 310), (70, 313, 120, 323)
    for heading in (on_page("4. 考察", second), replace(on_page("考察", second), bold=True)):
        (caption,) = find_captions([on_page("図1 実行時間", first), heading])
        assert caption.title == "実行時間"


def test_titles_side_by_side_over_two_lines() -> None:
    """Of two captions side by side each takes the line under itself."""
    boxes: list[Box] = [(70, 300, 280, 310), (310, 300, 520, 310), (70, 313, 150, 323)]
    texts = ("図1 線形目盛で見た", "図2 対数", "実行時間")
    lines = [on_page(text, box) for text, box in zip(texts, boxes, strict=True)]
    titles = [caption.title for caption in find_captions(lines)]
    assert titles == ["線形目盛で見た実行時間", "対数"]


def test_hostile_text_is_cut() -> None:
    """Endless lines and endless captions end."""
    assert not find_captions([Line(text="図" * 100_000)])
    assert all(len(found.title) <= 200 for found in find_captions([Line(text="図1" * 100_000)]))
    assert len(find_captions([Line(text=f"図{n % 99} 題") for n in range(5_000)])) == 500
