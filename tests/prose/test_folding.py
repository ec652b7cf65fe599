"""Text is brought to one form for comparing, and what is no text is told from what is."""

import unicodedata

import pytest

from grader.prose.folding import fold, garbled_share, squeeze

TOO_MUCH = 0.05


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


@pytest.mark.parametrize(
    "text",
    [
        "行列積の実行時間を測定した。CuPyが最も速い。",
        "σ(x) = 1 / (1 + e^{-βx}) とする。学習率は η = 0.01 である。",
        "共同実験者は 김철수 と 张伟 である。",
        "┌───┐│Ω│└───┘ 😀 ①Ⅱ㈱№℃",
        "Données expérimentales à été, naïve, Größe",
        "ﾌﾟﾛｸﾞﾗﾑ､ﾃﾞｰﾀ｡ﾒﾓﾘ",
        "\uf0b7 目的\n\uf0b7 方法\n\uf0b7 結果",
        "𝑎 + 𝑏 = 𝑐, ∀x ∈ ℝ, xᵢ",
        "髙﨑と𠮷田が共に測定を行い、その結果をまとめた。",
        "def f(x): return {'a': [1, 2]}",
        "",
    ],
)
def test_is_text(text: str) -> None:
    """Formulas, names, emoji, frames, code and bullets are text."""
    assert garbled_share(text) <= TOO_MUCH


@pytest.mark.parametrize(
    "text",
    [
        "ਂ਄ਇ਋ ਃ਒ਓ",
        "שםמן ںھہ",
        "ã‚³ãƒ³ãƒ”ãƒ¥ãƒ¼ã‚¿",
        "ƒRƒ“ƒsƒ…[ƒ^",
        "¥³¥ó¥Ô¥å¡¼¥¿",
        "繧ｳ繝ｳ繝斐Η繝ｼ繧ｿ",
        "\ue001\ue002\ue003",
        "������",
        "(cid:1034)(cid:877)(cid:2)",
        "目的\x01\x02\x03\x04",
        "Текст целиком из чужих букв",
    ],
)
def test_is_no_text(text: str) -> None:
    """Wrong scripts, wrong codes and private characters are none."""
    assert garbled_share(text) > TOO_MUCH


def test_counts_the_share() -> None:
    """The share is one of characters; the spaces are not counted."""
    assert garbled_share("a b c \ufffd") == 0.25
