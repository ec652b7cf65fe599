"""Every word that heads a column somewhere, found by the one list."""

import pytest

from grader.tables import (
    ATTENDED,
    Field,
    column_headed,
    find_header,
    folded,
    is_headed,
    lists_beside,
)
from grader.tables.headings import field_of


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("学籍番号", Field.STUDENT),
        ("# 学籍番号", Field.STUDENT),
        ("学籍番号（半角）", Field.STUDENT),
        ("Student ID (8 digits)", Field.STUDENT),
        ("ＩＤナンバー", Field.STUDENT),
        ("SIS User ID", Field.STUDENT),
        ("旧学籍番号", Field.STUDENT),
        ("ID", Field.ID),
        ("氏名 / Name", Field.NAME),
        ("Full name", Field.NAME),
        ("氏名（英語）", Field.OTHER),
        ("氏名（カナ）", Field.OTHER),
        ("メールアドレス（大学）", Field.MAIL),
        ("保護者氏名", None),
        ("担当教員", None),
        ("学籍番号と氏名を必ず書いて提出すること。", None),
        ("合計点", None),
        ("評点", None),
        ("", None),
    ],
)
def test_what_a_heading_says(heading: str, field: Field | None) -> None:
    """Also with something around the word; others' names and sentences are no headings."""
    assert field_of(heading) is field


def test_what_heads_attendance() -> None:
    """Nothing more than the word."""
    assert is_headed("出席回数", ATTENDED)
    assert not is_headed("出席回数 2", ATTENDED)


def test_every_kind_has_words_that_are_folded() -> None:
    """A word with a blank or a capital letter would never be found."""
    kinds = [ATTENDED, *(field for field in Field if field is not Field.PARTICIPANT)]
    for kind in kinds:
        words = [heading for heading in _words(kind) if heading]
        assert words
        assert words == [folded(word) for word in words]


def _words(kind: str) -> list[str]:
    from grader.tables.headings import _words as words

    return sorted(words(kind))


def test_the_leftmost_column_is_taken() -> None:
    """As an LMS writes it."""
    headings = ("# ユーザID", "# 学籍番号", "# 氏名", "# 氏名（英語）", "氏名")
    assert column_headed(headings, Field.NAME) == 2
    assert column_headed(headings, Field.MAIL) is None


def test_lists_side_by_side() -> None:
    """Each has its own columns."""
    headings = ("No", "学籍番号", "氏名", "", "学籍番号", "氏名")
    header = find_header([("名簿",), headings])
    assert header is not None
    assert header.row == 1
    assert lists_beside(headings, header) == (
        {Field.STUDENT: 1, Field.NAME: 2},
        {Field.STUDENT: 4, Field.NAME: 5},
    )
