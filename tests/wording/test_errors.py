"""Errors in the user's language."""

import pytest

from grader.wording import explain


@pytest.mark.parametrize(
    ("english", "japanese"),
    [
        ("x is a link; grader writes only into real folders", "x はリンクです"),
    ],
)
def test_known_sentences_are_translated(english: str, japanese: str) -> None:
    """The parts that vary are taken over."""
    assert explain(english, "ja").startswith(japanese)
    assert explain(english, "en") == english


def test_lines_are_translated_one_by_one() -> None:
    """A line without a translation stays as it is, whatever it holds."""
    message = "a.toml: {x}: is wrong\nz: there is no such file or folder"
    assert explain(message, "ja").splitlines() == [
        "a.toml: {x}: is wrong",
        "z: そのファイルやフォルダはありません。",
    ]
