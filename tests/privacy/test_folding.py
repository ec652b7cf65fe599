"""What differs in width, case or composition is one, and its place is known."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.privacy.folding import fold, with_places
from grader.privacy.people import FOLLOWERS, HONORIFICS, ID_LABELS, LABELS, SPOKEN


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("２４Ａ１２０１", "24a1201"),
        ("ｶﾞｯｺｳ", "ガツコウ"),
        (unicodedata.normalize("NFD", "がっこう"), "がっこう"),
        ("髙橋 﨑 邊", "高橋 崎 辺"),
        ("葛\U000e0100", "葛"),
        ("山\u200b田", "山田"),
        ("A\u3000B\n", "a b "),
        ("Straße", "strasse"),
        ("", ""),
    ],
)
def test_folded_texts_are_equal(one: str, other: str) -> None:
    assert fold(one) == fold(other) == other


@given(st.text(max_size=40))
@settings(max_examples=100)
def test_places_lead_back(text: str) -> None:
    """Every folded character came from somewhere, in order, and nothing is out of the text."""
    folded = with_places(text)
    assert len(folded.text) == len(folded.starts) == len(folded.ends)
    assert list(folded.starts) == sorted(folded.starts)
    assert all(0 <= a < b <= len(text) for a, b in zip(folded.starts, folded.ends, strict=True))


def test_a_part_is_found_in_the_original() -> None:
    """A mark belongs to its letter."""
    text = "a" + unicodedata.normalize("NFD", "が") + "b"
    assert with_places(text).original(1, 2) == (1, 3)


@pytest.mark.parametrize("words", [HONORIFICS, LABELS, ID_LABELS, FOLLOWERS, SPOKEN])
def test_the_words_beside_names_are_folded(words: str) -> None:
    """They are looked for in folded texts, so none of their characters may fold to another."""
    assert fold(words) == words
