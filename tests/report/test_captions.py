"""Titles of figures and tables are found, and sentences about them are not taken for titles."""

import pytest

from grader.model.document import Box, Hidden, Line, Place
from grader.report.captions import find_captions

CAPTIONS = (
    "図1 行列サイズと実行時間の関係",
    "図１\u3000行列サイズと実行時間の関係",
    "図 1: Execution time of matmul",
    "図1. 実行時間",
    "図１．実行時間の推移。",
    "図1：実行時間（横軸はサイズである）",
    "Fig. 2: Result",
    "Figure 3 Execution time vs size",
    "Fig.1 Log-log plot",
    "FIGURE 4. Time",
    "図2-1 線形目盛",
    "図 2.1\u3000両対数",
    "図－１\u3000結果",
    "表1 実行時間",
    "Table 2 Measured times",
    "グラフ1 実行時間",
    "写真1 装置",
    "【図1】実行時間",
    "(図1) 実行時間",
    "第1図 実行時間",
    "図1",
    "図1 3次元プロット",
    "図1.3次元プロット",
    "図1 はじめの測定",
    "図1 もとの画像",
    "図1 左：線形、右：対数",
    "図A.1 付録の図",
    "図1(a) 線形",
    "▲図1 実行時間",
    "図1 図2の拡大図",
    "図1 サイズ100の結果",
    "図表1 結果",
    "図1 n と時間",
    "図1 2乗と3乗の比較",
    "図1 行と列の対応",
    "図2.1 行列のサイズと実行時間の関係",
    "図 3.2 点の分布",
    "図2 点の分布と近似",
    "図1. 行列積の実行時間。横軸は行列サイズである。",
    "Table 1. Summary of results",
    "図①\u3000実行時間",
    "図1 Pythonとの比較",
    "図2 計算時間とN^3の近似曲線(傾き3)",
    "図1 時間がかかる処理の内訳",
)

NO_CAPTIONS = (
    "図1より、サイズが大きくなると時間が増える。",
    "図1に示すように",
    "図1は実行時間である。",
    "図 1 は，実行時間を示す．",
    "図1から分かる",
    "図1の結果から",
    "図1、図2より",
    "図1, 2に示す",
    "図1～3に",
    "図1-3は",
    "図1および図2",
    "図1参照）。",
    "図2つを並べる",
    "図2枚を示す。",
    "Figure 1 shows the time",
    "Fig. 1 and Fig. 2 show",
    "Table 1 lists the times.",
    "Figure 2 is a plot.",
    "図1（左）に示す。",
    "図1である。",
    "図1を見ると",
    "図を示す",
    "表現1つ",
    "図1 実行時間 ........ 3",
    "図1\t3",
    "図1中の点線は",
    "図1。",
    "図1左のグラフは",
    "図1・図2より",
    "表1のとおり",
    "表1 に示す値を見ると、時間は増えている。",
    "グラフ1より",
    "写真3枚を",
    "Figure 1, which",
    "図1 結果を見ると、サイズが大きいほど遅い。",
    "図1と図2を比べる",
    "図1も同様に",
    "図2.1/2に示す",
)

NUMBERS = (
    ("図１．実行時間", "図1", "1", "実行時間"),
    ("図2-1 線形目盛", "図2-1", "2.1", "線形目盛"),
    ("図 2.1　両対数", "図 2.1", "2.1", "両対数"),
    ("Fig. 3: Time", "Fig. 3", "3", "Time"),
    ("【図1】実行時間", "図1", "1", "実行時間"),
    ("第1図 実行時間", "第1図", "1", "実行時間"),
    ("図1.3次元プロット", "図1", "1", "3次元プロット"),
    ("図2.1 行列のサイズ", "図2.1", "2.1", "行列のサイズ"),
    ("図A.1 付録の図", "図A.1", "A.1", "付録の図"),
    ("図2.1/2サンプリング", "図2", "2", "1/2サンプリング"),
    ("図２．１／２サンプリング", "図2", "2", "1/2サンプリング"),
)
SEVERAL = (
    ("図1 左の結果　　図2 右の結果", ("左の結果", "右の結果")),
    ("図1\t図2", ("", "")),
    ("図1 線形 図2 対数", ("線形", "対数")),
    ("図1：線形　図2：対数　図3：差", ("線形", "対数", "差")),
    ("図1 図2の拡大図", ("図2の拡大図",)),
)


def on_page(text: str, box: Box, *, centred: bool = False) -> Line:
    """A line of a PDF."""
    return Line(text=text, page=1, box=box, size_pt=10.0, centred=centred)


@pytest.mark.parametrize("text", CAPTIONS)
def test_title_is_found(text: str) -> None:
    """A numbered title is a caption."""
    assert len(find_captions([Line(text=text)])) == 1


@pytest.mark.parametrize("text", NO_CAPTIONS)
def test_sentence_is_no_title(text: str) -> None:
    """A sentence that begins with a figure's number is no caption."""
    assert not find_captions([Line(text=text)])


@pytest.mark.parametrize(("text", "label", "number", "title"), NUMBERS)
def test_parts_of_a_title(text: str, label: str, number: str, title: str) -> None:
    """Label, number and title are told apart."""
    (caption,) = find_captions([Line(text=text)])
    assert (caption.label, caption.number, caption.title) == (label, number, title)


@pytest.mark.parametrize(("text", "titles"), SEVERAL)
def test_several_titles_on_a_line(text: str, titles: tuple[str, ...]) -> None:
    """Captions of figures side by side are several."""
    assert tuple(caption.title for caption in find_captions([Line(text=text)])) == titles


@pytest.mark.parametrize(
    "text", ["図：実行時間", "Figure: Execution time", "【図】実行時間", "グラフ：時間"]
)
def test_title_without_number(text: str) -> None:
    """A title that only says "図" is one without a number."""
    (caption,) = find_captions([Line(text=text)])
    assert (caption.number, bool(caption.title)) == ("", True)


@pytest.mark.parametrize(
    "text",
    [
        "図に示す。",
        "図は結果である。",
        "グラフを描く",
        "図：これは結果を示したものである。",
        "表現：自由",
        "図:",
    ],
)
def test_no_title_without_number(text: str) -> None:
    """Sentences about a figure, and words that begin alike, are no titles."""
    assert not find_captions([Line(text=text)])


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
