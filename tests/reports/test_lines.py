"""A line shows by its characters what it is: a caption, an item, code."""

import pytest

from grader.prose.folding import fold_text, width
from grader.reports.lines import ends_for_sure, is_caption, is_code, is_item, is_monospaced


@pytest.mark.parametrize(
    "text",
    [
        "図1 実行時間",
        "図１　行列サイズと実行時間の関係",
        "図1実行時間",
        "図2.1：結果",
        "図1",
        "表3 測定条件",
        "Fig. 2 Execution time",
        "Figure 3: Results",
        "Table 1. Environment",
        "図2 もとの画像",
        "＜図1＞ 結果",
        "グラフ1 実行時間",
        "図A 装置",
    ],
)
def test_is_a_caption(text: str) -> None:
    """A label, a number and a title, or nothing more."""
    assert is_caption(text)


@pytest.mark.parametrize(
    "text",
    [
        "図1から、3乗に比例することが分かる。",
        "図1より，曲線は右に行くほど急になり",
        "図1に示す。",
        "図1 に結果を示す．横軸は",
        "図2と図3を比べる",
        "表1の通り",
        "図の見方",
        "表にまとめる",
        "グラフを作成した。",
        "図1では時間が増えている",
        "考察",
    ],
)
def test_is_no_caption(text: str) -> None:
    """A sentence that starts with a figure's label is none."""
    assert not is_caption(text)


@pytest.mark.parametrize(
    "text",
    [
        "・項目",
        "1. 項目",
        "(2) 項目",
        "①項目",
        "a) item",
        "【目的】",
        "■目的",
        "- item",
        "課題1 行列",
    ],
)
def test_is_an_item(text: str) -> None:
    """A mark stands in front."""
    assert is_item(text)


@pytest.mark.parametrize(
    "text", ["3.14 である", "10 回測る", "項目", "-5 度", "課題1では", "(目的)"]
)
def test_is_no_item(text: str) -> None:
    """A value is no mark."""
    assert not is_item(text)


@pytest.mark.parametrize(
    "text",
    [
        "import numpy as np",
        "    for i in range(n):",
        "c[i][j] += a[i][k] * b[k][j]",
        "x = np.random.rand(n, n)",
        "print(c)",
        "#include <stdio.h>",
        "3 def f(x):",
        "$ python kadai1.py",
        "In [3]: plt.show()",
    ],
)
def test_is_code(text: str) -> None:
    """Statements and prompts are code."""
    assert is_code(fold_text(text, 100))


@pytest.mark.parametrize(
    "text",
    [
        "行列積を計算する。",
        "N = 64 のとき、0.1秒であった。",
        "The time grows with the size.",
        "For large n, the GPU is faster.",
        "Results",
        "1. 目的",
        "CPU：Core i5",
        "In conclusion, it is fast.",
        "if文を用いた。",
    ],
)
def test_is_no_code(text: str) -> None:
    """Prose about code is prose."""
    assert not is_code(fold_text(text, 100))


def test_knows_fonts_of_code() -> None:
    """A font of fixed width is told by its name."""
    assert is_monospaced("CMTT10")
    assert is_monospaced("CourierNew")
    assert not is_monospaced("MS-Mincho")


def test_measures_width() -> None:
    """Latin letters are half as wide as kanji."""
    assert width("行列ab") == 3.0


def test_tells_an_end_from_an_abbreviation() -> None:
    """「Fig.」 and 「3.」 at the end of a line end nothing."""
    assert ends_for_sure("速い。")
    assert ends_for_sure("It is fast.")
    assert not ends_for_sure("as shown in Fig.")
    assert not ends_for_sure("the value of 3.")
    assert not ends_for_sure("途中である")
