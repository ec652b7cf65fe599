"""Text is told from characters that are none."""

import pytest

from grader.reports.visible import garbled_share

TOO_MUCH = 0.05


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
