"""The names of chapters are known, alone and together."""

import pytest

from grader.reports.titles import title_words


@pytest.mark.parametrize(
    "title",
    [
        "目的", "目　的", "はじめに", "緒言", "実験方法", "結果", "実行結果", "結果と考察",
        "結果・考察", "実験の目的", "本実験の目的", "方法および結果", "考察（課題1）",
        "プログラムの説明", "参考文献", "感想", "使用機器", "まとめ", "おわりに", "考察：",
        "Introduction", "Results and Discussion", "CONCLUSION", "Experimental Setup",
    ],
)  # fmt: skip
def test_is_a_name(title: str) -> None:
    """What chapters are called counts in full."""
    assert title_words(title).chapter == 1.0


@pytest.mark.parametrize(
    "title",
    ["目的地", "結果的に", "方法論者", "行列", "Python", "24A1201", "深層学習実験", "Aim high"],
)
def test_is_no_name(title: str) -> None:
    """What only starts like one does not count at all."""
    assert title_words(title).chapter == 0.0


@pytest.mark.parametrize("title", ["行列積の比較", "GPUの性能について", "NumPyによる実装"])
def test_may_be_one(title: str) -> None:
    """What ends as titles do counts a little."""
    assert 0.0 < title_words(title).chapter < 1.0


def test_knows_references_and_contents() -> None:
    """The list of references and the table of contents are told by their titles."""
    assert title_words("参考文献").references
    assert title_words("References").references
    assert not title_words("参考文献の結果").references
    assert title_words("目　次").contents
    assert not title_words("内容").contents
