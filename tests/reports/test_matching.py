"""A chapter that is asked for is known by its names, and by nothing that sounds like it."""

import pytest

from grader.model.report import Chapter
from grader.reports.checks import is_exactly, matching

NAMES = {
    "purpose": ("目的", "はじめに", "背景", "緒言", "introduction", "purpose"),
    "method": ("方法", "手順", "実装", "method", "methods", "implementation"),
    "results": ("結果", "results"),
    "discussion": ("考察", "discussion"),
}


def chapter(text: str) -> Chapter:
    """A chapter that is called so."""
    return Chapter(level=1, number="", text=text, page=0, line=0, why=())


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("目的", ["purpose"]),
        ("実験の目的", ["purpose"]),
        ("本実験の目的と背景", ["purpose"]),
        ("3. 実行結果と考察", ["results", "discussion"]),
        ("結果・考察", ["results", "discussion"]),
        ("方法及び結果", ["method", "results"]),
        ("行列積の結果", ["results"]),
        ("結果について", ["results"]),
        ("結果(課題1)", ["results"]),
        ("考察1", ["discussion"]),
        ("プログラム実行結果", ["results"]),
        ("実行時間の測定結果", ["results"]),
        ("results and discussion", ["results", "discussion"]),
        ("experimental results", ["results"]),
        ("the purpose of this report", ["purpose"]),
        ("実験手順", ["method"]),
        ("測った結果", ["results"]),
        ("工夫した実装と得られた結果", ["method", "results"]),
        ("⽬的", ["purpose"]),
    ],
)
def test_matches(text: str, names: list[str]) -> None:
    """The name counts with what it is of, and beside others."""
    assert [name for name, words in NAMES.items() if matching(chapter(text), words)] == names


@pytest.mark.parametrize(
    "text",
    [
        "目的地",
        "訪れた目的地",
        "結果的に",
        "目的外の使用",
        "考察は不要",
        "方法論",
        "まとめ",
        "結果なし",
        "resulting matrices",
        "methodology of nothing else",
        "予想と結果の比較",
        "",
    ],
)
def test_does_not_match(text: str) -> None:
    """A longer word, a denial and another chapter are not meant."""
    assert not any(matching(chapter(text), words) for words in NAMES.values())


def test_tells_the_plain_name() -> None:
    """A chapter may be called so and by nothing else."""
    assert is_exactly(chapter("結果"), NAMES["results"])
    assert not is_exactly(chapter("実験結果"), NAMES["results"])
