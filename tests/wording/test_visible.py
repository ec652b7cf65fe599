"""Text that others wrote is shown, cut, and cannot move what stands beside it."""

import pytest

from grader.wording import visible


@pytest.mark.parametrize(
    "text",
    [
        "",
        "24A1201",
        "山田 太郎",
        "全角　空白",
        "a\u00a0b",
        "é ü ｶﾞ 髙﨑",
        "🙂",
        "c[i] = {'x': \"y\"}",
    ],
)
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    """Japanese, accents, wide spaces and signs need no repair."""
    assert visible(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x00b", "a␀b"),
        ("a\tb\r\n", "a␉b␍␊"),
        ("\x1b[31m", "␛[31m"),
        ("\x7f\x85", "␡<U+0085>"),
        ("\u202eevil\u2066", "<U+202E>evil<U+2066>"),
        ("a\u200bb\ufeff\u2028", "a<U+200B>b<U+FEFF><U+2028>"),
        ("\ud83d", "<U+D83D>"),
        ("\ue000\U000e0041", "<U+E000><U+E0041>"),
    ],
)
def test_what_cannot_be_seen_is_shown(text: str, shown: str) -> None:
    """Control characters, directions, zero widths, half pairs and private characters."""
    assert visible(text) == shown


def test_line_feeds_can_be_kept() -> None:
    """An error output keeps its lines, and nothing else."""
    assert visible("a\n\tb\r", keep="\n\t") == "a\n\tb␍"


def test_long_text_is_cut() -> None:
    """The cut is visible, and the limit counts it."""
    assert visible("x" * 11, limit=10) == "x" * 9 + "…"
    assert visible("x" * 10, limit=10) == "x" * 10
