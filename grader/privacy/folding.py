"""Text as one compares it: width, case, composition and variants of kanji make no difference."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

VARIANTS = str.maketrans(
    "髙﨑嵜碕邊邉濵濱齋齊斎澤廣德國眞惠櫻嶋嶌瀨藪藤祐曻曾莊榮寛吉黑槇淺渕淵靜彥增橫桒",
    "高崎崎崎辺辺浜浜斉斉斉沢広徳国真恵桜島島瀬薮藤祐昇曽荘栄寛吉黒槙浅淵淵静彦増横桑",
)
"""Ways to write one family name; a text and a roster often differ in them."""

VOICED = "ﾞﾟ"  # marks of half-width kana, which belong to the letter before
SELECTORS = frozenset({*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)})  # of glyphs, not letters

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
    return (
        unicodedata.combining(character) > 0
        or character in VOICED
        or ord(character) in SELECTORS
        or unicodedata.category(character) == "Cf"
    )


@lru_cache(maxsize=MANY)
def _fold(cluster: str) -> str:
    seen = "".join(
        one for one in cluster if ord(one) not in SELECTORS and unicodedata.category(one) != "Cf"
    )
    folded = unicodedata.normalize("NFKC", seen).casefold().translate(VARIANTS)
    return "".join(" " if one.isspace() else one for one in folded)
