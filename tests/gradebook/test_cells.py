"""What spreadsheets do to a cell is not an edit; everything else is."""

import pytest

from grader.gradebook.importing import read_points, same_name, same_text


@pytest.mark.parametrize(
    ("cell", "points"),
    [
        ("7.5", 7.5),
        ("7.50", 7.5),
        ("７．５", 7.5),
        (" 0 ", 0.0),
        ("'8", 8.0),
        (".5", 0.5),
        ("8.", 8.0),
        ("007", 7.0),
        *((one, None) for one in ("", "7,5", "7。5", "+7", "-0", "1e1", "八", "٣", "8/10", "1 2")),
        *((one, None) for one in ("inf", "NaN", "0x8", "1_0", "8点", "#REF!", "7:50", "12345678")),
    ],
)
def test_points(cell: str, points: float | None) -> None:
    """Numbers, however wide; nothing that is only nearly one."""
    assert read_points(cell) == points


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("よい", "よい"),
        ("'=1", "=1"),
        ("=1", "=1"),
        ("a b\r\nc ", "a  b\nc"),
        ("が", "か\u3099"),
        ("李 ?明", "李 晓明"),
        ("??", "😀"),
        ("cafe", "café"),
        ("1～2", "1〜2"),
        ("1?2", "1〜2"),
        ("1〜2 晓", "1〜2 晓"),
        ("", ""),
        ("␛[2J", "\x1b[2J"),
    ],
)
def test_the_same_text(cell: str, text: str) -> None:
    """What guards, encodings and limits do to a text."""
    assert same_text(cell, text)


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("よい", "わるい"),
        ("", "よい"),
        ("よい", ""),
        ("よ…", "よい"),
        ("李 小明", "李 晓明"),
        ("?い", "よい"),
        ("1", "1.0"),
        ("Ａ", "A"),
        ("0", "©"),
    ],
)
def test_another_text(cell: str, text: str) -> None:
    """What a person wrote."""
    assert not same_text(cell, text)


@pytest.mark.parametrize(
    ("cell", "name", "same"),
    [
        ("山田太郎", "山田 太郎", True),
        ("山田　太郎", "山田 太郎", True),
        ("ＹＡＭＡＤＡ Taro", "Yamada Taro", True),
        ("?橋", "𠮷橋", True),
        ("高橋 実", "髙橋 実", False),
        ("太郎 山田", "山田 太郎", False),
        ("山田", "山田 太郎", False),
        ("??", "山田", False),
    ],
)
def test_names(cell: str, name: str, same: bool) -> None:  # noqa: FBT001
    """A variant of a kanji is another letter: a person says who it is."""
    assert same_name(cell, name) is same
