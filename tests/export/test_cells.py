"""Cells that Excel neither executes nor changes, and programs can still read."""

import pytest

from grader.export.cells import bare, cell, number

STAYS = [
    *(
        "",
        "24A1201",
        "24a1201",
        "s1234567",
        "1201234",
        "0",
        "山田太郎",
        "山田 太郎",
        "Mayumi",
        "Marcus",
    ),
    *(
        "A-1",
        "kadai1.py",
        "POL001 COR002",
        "content form",
        "１組の山田",
        "日",
        "24B12E5x",
        "e5",
        "R6",
    ),
]
CHANGED = [
    *("0123", "00", "123456789012", "1E5", "24E12", "1.5e+3", "1-2", "1/2", "2024-04-17", "12:30"),
    *(
        "12:30 PM",
        "12AM",
        "9 a",
        "MAR1",
        "1-mar",
        "Sept2",
        "DEC10",
        "24-December",
        "R6.4.1",
        "H31/4/1",
    ),
    *(
        "4月17日",
        "平成31年",
        "TRUE",
        "false",
        "12%",
        "$5",
        "¥100",
        "(5)",
        "1,234",
        "１２３",
        "０１",
        " x",
        "x\u3000",
    ),
]
FORMULAS = [
    "=1+1",
    "+1",
    "-1+cmd|' /C calc'!A0",
    "@SUM(A1)",
    "＝1+1",
    "＋1",
    "－1",
    "＠x",
    "−1",
    "|x",
    "%x",
]


@pytest.mark.parametrize("text", STAYS)
def test_ordinary_texts_stay_exactly_as_they_are(text: str) -> None:
    """A program that reads the file sees the id itself."""
    assert cell(text) == text


@pytest.mark.parametrize("text", CHANGED + FORMULAS + ["'quoted"])
def test_what_excel_would_touch_gets_an_apostrophe(text: str) -> None:
    """One apostrophe in front, and taking it off gives the text back."""
    assert cell(text) == "'" + text
    assert bare(cell(text)) == text


@pytest.mark.parametrize("text", ["\t=1+1", "\r=1", "\n=1", "\x00=1", "\ud800", "\u202e=1"])
def test_control_characters_are_shown(text: str) -> None:
    """A cell is one line of visible text and does not begin with a character that acts."""
    shown = cell(text)
    assert shown.isprintable()
    assert shown[0] not in "=+-@\t\r\n"


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, ""), (6.0, "6"), (5.5, "5.5"), (0.1 + 0.2, "0.3"), (0, "0"), (1000000.0, "1000000")],
)
def test_numbers_are_plain(value: float | None, text: str) -> None:
    """As short as they can be; nothing where nobody has decided."""
    assert number(value) == text
