"""Decide on one encoding for all names of an archive.

A zip that does not declare an encoding may hold CP932 (Windows), UTF-8 (macOS, Ruby) or EUC-JP.
A single name can mislead: 﨑 and 德 in NEC's codes are valid UTF-8 for Hangul, and four of ten
names in UTF-8 are valid CP932. All names together are unambiguous.
"""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from grader.tables import japanese_score

CANDIDATES = ("utf-8", "cp932", "euc_jp")  # most likely first: the earlier one wins a tie
UNKNOWN = "cp437"  # maps every byte to a character; the fallback of the zip format

# produced by Python's cp932 for bytes that are not characters
_NO_CHARACTER = frozenset("\x80\xa0\uf8f0\uf8f1\uf8f2\uf8f3")
_UNEXPLAINED = -4.0  # per two bytes that an encoding does not explain: worse than odd characters
_PRIVATE = -2.0  # a private-use character, known only to the makers of one font
# é or 张 in valid UTF-8: likelier than a misreading, less likely than Japanese
_FOREIGN_LETTER = 0.2
_HANGUL = ("\uac00", "\ud7a3")

# Encodings that unzip tools mistake Japanese names for, and the score a repair must reach.
_SCRAMBLED = ("cp437", "latin-1", "cp850")
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_MIN_SCORE = 0.3  # of about 1: for a single name in another encoding than its archive's
_MIN_REPAIR_SCORE = 0.6  # of about 1
# bytes of a name, and number of names; more would not change the decision
_MAX_NAME_BYTES, _MAX_NAMES = 4_096, 4_096
_MIN_JAPANESE = 2  # Japanese characters


class Read(Struct, frozen=True, kw_only=True):
    """A decoded name and the encoding it was decoded with."""

    text: str
    encoding: str = "utf-8"
    scrambled: str = ""  # the name in a program that ignores the encoding; "" = the same

    @property
    def unknown(self) -> bool:
        """Return whether no encoding explained it."""
        return self.encoding == UNKNOWN


def decide(raws: Iterable[bytes]) -> str:
    """Choose the encoding of undeclared names; "utf-8" if all are ASCII."""
    parts: set[bytes] = set()
    for raw in raws:
        if len(raw) <= _MAX_NAME_BYTES and len(parts) < _MAX_NAMES:
            parts.update(part for part in raw.split(b"/") if not part.isascii())
    if not parts:
        return "utf-8"
    # Accents in UTF-8 are kanji in EUC-JP, so EUC-JP is tried only if UTF-8 fails.
    explained = all(strictly(part, "utf-8") is not None for part in parts)
    candidates = CANDIDATES[:2] if explained else CANDIDATES
    return max(candidates, key=lambda encoding: _mean_score(parts, encoding))


def read_name(raw: bytes, encoding: str) -> Read:
    """Decode a name with the archive's encoding, else with the one that explains it alone."""
    for candidate in (encoding, decide([raw])):
        text = strictly(raw, candidate)
        if text is not None and (
            candidate == encoding or _mean_score([raw], candidate) > _MIN_SCORE
        ):
            scrambled = "" if candidate == "utf-8" else raw.decode(UNKNOWN)
            return Read(text=text, encoding=candidate, scrambled=scrambled)
    return Read(
        text=_decode_damaged(raw, encoding), encoding=UNKNOWN, scrambled=raw.decode(UNKNOWN)
    )


def also_written_in(encoding: str, parts: Iterable[str]) -> dict[str, bytes]:
    """Find names that are valid UTF-8 only by chance, given that others are in `encoding`."""
    raws = {part: part.encode("utf-8", "replace") for part in parts}
    return {
        part: raw
        for part, raw in raws.items()
        if _mean_score([raw], encoding) > _mean_score([raw], "utf-8")
    }


def strictly(raw: bytes, encoding: str) -> str | None:
    """Decode bytes; None if the encoding does not explain all of them."""
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        return None
    if encoding == "cp932" and not _NO_CHARACTER.isdisjoint(text):
        return None
    return text


def unscramble(parts: Iterable[str]) -> dict[str, Read]:
    """Find names that were decoded as Western text when unpacked, and recover them.

    Only what is certainly Japanese is repaired. The names of a folder are judged together and, if
    they do not all fit, one by one. Letters alone may be genuine: Ångström is also 熟gstr芭.
    """
    suspects = {part for part in parts if not part.isascii()}
    repaired: dict[str, Read] = {}
    for western in _SCRAMBLED:
        raws = {
            part: raw
            for part in suspects - repaired.keys()
            if (raw := _encoded(part, western)) is not None
        }
        repaired |= _unscramble_all(raws) or {
            part: read
            for part, raw in raws.items()
            for read in _unscramble_all({part: raw}).values()
        }
    return repaired


def _decode_damaged(raw: bytes, encoding: str) -> str:
    """Decode the readable part of a damaged name, such as one cut within a character."""
    text = raw.decode(encoding, "replace")
    readable = sum(not character.isascii() and character != _REPLACEMENT for character in text)
    return text if readable > text.count(_REPLACEMENT) else raw.decode(UNKNOWN)


def _unscramble_all(raws: dict[str, bytes]) -> dict[str, Read]:
    encoding = decide(raws.values())
    texts = {part: strictly(raw, encoding) for part, raw in raws.items()}
    joined = "".join(text or "" for text in texts.values())
    japanese = sum(1 for character in joined if _weight(character) > 0)
    odd = any(not c.isascii() and not c.isalpha() for part in raws for c in part)
    if (
        None in texts.values()
        or japanese < _MIN_JAPANESE
        or japanese_score(joined) < _MIN_REPAIR_SCORE
        or not odd
    ):
        return {}
    return {
        part: Read(text=text or "", encoding=encoding, scrambled=part)
        for part, text in texts.items()
    }


def _encoded(part: str, western: str) -> bytes | None:
    try:
        return unicodedata.normalize("NFC", part).encode(western)
    except UnicodeEncodeError:
        return None


def _mean_score(parts: Iterable[bytes], encoding: str) -> float:
    """Return the average score of an encoding for these names: about 1 is good."""
    total, count = 0.0, 0.0
    for part in parts:
        text = strictly(part, encoding)
        if text is None:
            unexplained = sum(byte >= 0x80 for byte in part) / 2  # noqa: PLR2004 - end of ASCII
            total += _UNEXPLAINED * unexplained
            count += unexplained
            continue
        foreign = [c for c in unicodedata.normalize("NFC", text) if not c.isascii()]
        total += sum(_weight(c, utf8=encoding == "utf-8") for c in foreign)
        count += len(foreign)
    return total / count if count else 0.0


@lru_cache(maxsize=4096)
def _weight(character: str, *, utf8: bool = False) -> float:
    if character.isascii():
        return 0.0
    weight, category = japanese_score(character), unicodedata.category(character)
    if category == "Co":
        return _PRIVATE
    if weight > 0 or not utf8 or _HANGUL[0] <= character <= _HANGUL[1]:
        return weight
    return weight if category in {"Cc", "Cn"} else _FOREIGN_LETTER
