"""Text as one compares it: width, case, composition and variants of kanji make no difference."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from grader.people import fold as fold_letters
from grader.people import is_unseen

VOICED = "ﾞﾟ"  # marks of half-width kana, which belong to the letter before

MANY = 8192  # characters whose folding is remembered; a text has few kinds


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text, and from where to where each of its characters stood in the original."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Says which part of the original a part of the folded text came from."""
        return self.starts[start], self.ends[end - 1]


def fold(text: str) -> str:
    """Folds a text, without the places."""
    return with_places(text).text


def with_places(text: str) -> Folded:
    """Folds a text and remembers where everything stood."""
    if text.isascii():
        plain = "".join(" " if one.isspace() else one for one in text.lower())
        return Folded(plain, tuple(range(len(plain))), tuple(range(1, len(plain) + 1)))
    letters: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for start, end in _clusters(text):
        folded = _fold(text[start:end])
        letters.append(folded)
        starts += [start] * len(folded)
        ends += [end] * len(folded)
    return Folded("".join(letters), tuple(starts), tuple(ends))


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Yields each character with the marks that belong to it."""
    start = 0
    for place in range(1, len(text) + 1):
        if place == len(text) or not _belongs_to_the_last(text[place]):
            yield start, place
            start = place


@lru_cache(maxsize=MANY)
def _belongs_to_the_last(character: str) -> bool:
    return unicodedata.combining(character) > 0 or character in VOICED or is_unseen(character)


@lru_cache(maxsize=MANY)
def _fold(cluster: str) -> str:
    folded = fold_letters(cluster)
    return "".join(" " if one.isspace() else one for one in folded)
