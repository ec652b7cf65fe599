"""Text is brought to one form for comparing."""

import unicodedata

import pytest

from grader.prose.folding import fold, squeeze


@pytest.mark.parametrize(
    ("printed", "folded"),
    [
        ("⾏列積の⻑さ", "行列積の長さ"),  # Kangxi radicals and the supplement
        ("⻄⺠⻘⼾", "西民青戸"),
        ("ﾌﾟﾛｸﾞﾗﾑ", "プログラム"),
        ("ＣｕＰｙ　と　ＮｕｍＰｙ", "cupy と numpy"),
        ("ﬁgure", "figure"),
        ("目　 的", "目的"),
        ("実 行 時 間", "実行時間"),
        ("カ゛", "ガ"),
        (unicodedata.normalize("NFD", "ガギグ"), "ガギグ"),
        ("図１－２", "図1-2"),
        ("図1ー2", "図1-2"),
        ("図4～6", "図4~6"),
        ("図4〜6", "図4~6"),
        ("サ−ビス", "サービス"),
        ("O(N³)", "o(n^3)"),
        ("10⁻³", "10^-3"),
        ("a\u200bb\ufeff", "ab"),
    ],
)
def test_folds(printed: str, folded: str) -> None:
    """What looks the same is the same."""
    assert fold(printed) == folded


@pytest.mark.parametrize("text", ["サーバー", "a - b", "行列a と b", "1/2", "第1章"])
def test_leaves_alone(text: str) -> None:
    """What is in that form already stays so."""
    assert fold(text) == text


def test_squeezes() -> None:
    """No space is left."""
    assert squeeze("Related  Work") == "relatedwork"


def test_radicals_name_what_they_look_like() -> None:
    """No radical of the supplement is left, but the one that has no equivalent."""
    left = [chr(code) for code in range(0x2E80, 0x2EF4) if fold(chr(code)) == chr(code)]
    assert left == ["⺀", "⺚"]
