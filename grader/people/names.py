"""Keys to compare ids and names by. What is stored never passes through here."""

import re
import unicodedata
from functools import lru_cache
from itertools import islice, product

from grader.people.variants import fold, is_kanji

_FAMILY_AND_GIVEN = 2
_KEPT = 10_000  # of the latest: a class is compared with itself many times
_MOST = 64  # spellings of one name; three letters in it with several each

# Between kanji these are one: 一ノ瀬 and 一之瀬, 関ヶ原 and 関が原. Elsewhere they are letters.
_BETWEEN = ("ノの之乃", "ケヶがガヵカ箇")
_LONG = "ー-"  # the second as folding leaves the dashes that are typed for the first


@lru_cache(_KEPT)
def id_key(student: str) -> str:
    """Folds an id: width, case, spaces and hyphens go."""
    folded = unicodedata.normalize("NFKC", student).upper()
    return "".join(character for character in folded if character.isalnum())


@lru_cache(_KEPT)
def name_key(name: str) -> str:
    """Folds a name: width, case and everything that is no letter go. Kanji stay as they are."""
    return _letters(unicodedata.normalize("NFKC", name).casefold())


@lru_cache(_KEPT)
def variant_key(name: str) -> str:
    """Folds the ways to write a name too (髙 and 高, ノ and 之): for proposals alone."""
    joined = "".join(c for c in fold(name) if unicodedata.category(c)[0] in "LMN" or c in _LONG)
    return _letters(spellings(joined)[0])


@lru_cache(_KEPT)
def name_forms(name: str) -> frozenset[str]:
    """Folds a name as it stands and with its two parts the other way round."""
    return frozenset(map(name_key, _orders(name))) - {""}


@lru_cache(_KEPT)
def variant_forms(name: str) -> frozenset[str]:
    """Folds the ways to write a name in its forms: for proposals alone."""
    return frozenset(map(variant_key, _orders(name))) - {""}


@lru_cache(_KEPT)
def spellings(folded: str) -> tuple[str, ...]:
    """Lists the ways to write a folded name that hang on what stands beside a letter.

    The first is the same for all of them: 一之瀬 gives 一ノ瀬, 一の瀬, 一之瀬, 一乃瀬.
    """
    ways = [_ways(folded, at) for at in range(len(folded))]
    return tuple(map("".join, islice(product(*ways), _MOST)))


def _ways(name: str, at: int) -> str:
    """Gives all letters that may stand where one does."""
    before, letter, after = name[:at][-1:], name[at], name[at + 1 : at + 2]
    if not before:
        return letter
    if is_kanji(before) and letter in (before, "々"):
        return f"{before}々"  # 佐佐木 and 佐々木
    if after and is_kanji(before) and is_kanji(after):
        return next((ways for ways in _BETWEEN if letter in ways), letter)
    return _LONG if letter in _LONG and "ぁ" <= before <= "ヺ" else letter


def _orders(name: str) -> tuple[str, ...]:
    parts = [part for part in re.split(r"[\s,，、]+", name) if part]
    return (name, "".join(reversed(parts))) if len(parts) == _FAMILY_AND_GIVEN else (name,)


def _letters(text: str) -> str:
    kept = (c for c in text if unicodedata.category(c)[0] in "LMN")
    return unicodedata.normalize("NFC", "".join(kept))
