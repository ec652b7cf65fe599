"""Persons' words on recognising assignments: only what is clear is a word."""

import pytest

from grader.intake.attendance import read_recognised
from grader.model.errors import IntakeError, Message
from grader.tables import read_table
from grader.wording import say

TITLES = {"kadai1": ("課題1",), "kadai2": ("課題2",)}


def read(text: str) -> tuple[dict[str, dict[str, bool]], tuple[Message, ...]]:
    """Reads a table."""
    found = read_recognised(read_table(text.encode(), "recognised.csv"), TITLES)
    return {student: dict(words) for student, words in found.words.items()}, found.warnings


def test_what_was_said() -> None:
    """By id or by title; an empty cell says nothing."""
    words, warnings = read(
        "学籍番号,氏名,KADAI1,課題２\n24A1201,山田 太郎,○,否\n24a1202,田中 実,認定,\n"
    )
    assert words == {"24A1201": {"kadai1": True, "kadai2": False}, "24A1202": {"kadai1": True}}
    assert warnings == ()


@pytest.mark.parametrize("cell", ["?", "△", "公欠", "9"])
def test_what_is_not_clear_is_no_word(cell: str) -> None:
    """It is told, and the rules decide."""
    words, warnings = read(f"学籍番号,kadai1\n24A1201,{cell}\n")
    assert words == {}
    (warning,) = warnings
    assert str(warning) == f"recognised.csv: 24A1201: kadai1: {cell} is not one of ○ and ×"
    assert "でもありません" in say(warning, "ja")


def test_two_words_are_none() -> None:
    """Two lines, or two columns of one assignment, that differ."""
    assert read("学籍番号,kadai1\n24A1201,○\n24A1201,×\n")[0] == {}
    assert read("学籍番号,kadai1,課題1\n24A1201,○,×\n")[0] == {}
    assert read("学籍番号,kadai1,課題1\n24A1201,○,認定\n")[0] == {"24A1201": {"kadai1": True}}


def test_a_table_without_assignments() -> None:
    """It is refused."""
    with pytest.raises(IntakeError, match="no column has an assignment"):
        read("学籍番号,kadai9\n24A1201,○\n")
