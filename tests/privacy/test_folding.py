"""What differs in width, case or composition is one, and its place is known."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.privacy.redaction import (
    BEFORE,
    FOLLOWERS,
    HONORIFICS,
    ID_LABELS,
    LABELS,
    fold_with_places,
)


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
    assert fold_with_places(one)[0] == fold_with_places(other)[0] == other


@given(st.text(max_size=40))
@settings(max_examples=100)
def test_places_lead_back(text: str) -> None:
    """Every folded character came from somewhere, in order, and nothing is out of the text."""
    folded, starts, ends = fold_with_places(text)
    assert len(folded) == len(starts) == len(ends)
    assert starts == sorted(starts)
    assert all(0 <= a < b <= len(text) for a, b in zip(starts, ends, strict=True))


def test_a_part_is_found_in_the_original() -> None:
    """A mark belongs to its letter."""
    text = "a" + unicodedata.normalize("NFD", "が") + "b"
    _, starts, ends = fold_with_places(text)
    assert (starts[1], ends[1]) == (1, 3)


@pytest.mark.parametrize("words", [HONORIFICS, LABELS, ID_LABELS, FOLLOWERS, "".join(BEFORE)])
def test_the_words_beside_names_are_folded(words: str) -> None:
    """They are looked for in folded texts, so none of their characters may fold to another."""
    assert fold_with_places(words)[0] == words
