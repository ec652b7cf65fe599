"""Decides once for all names of an archive which encoding they were written in.

A zip that does not say so may hold CP932 (Windows), UTF-8 (macOS, Ruby) or EUC-JP. Name by name the
bytes deceive: 﨑 and 德 in NEC's codes are valid UTF-8 for Hangul, and four of ten names in UTF-8
are valid CP932. Together they do not.
"""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from grader.tables import japanese_score

CANDIDATES = ("utf-8", "cp932", "euc_jp")  # likely first: an earlier one wins a draw
UNKNOWN = "cp437"  # gives every byte a character: what the zip format falls back to

_NO_CHARACTER = frozenset("\x80\xa0\uf8f0\uf8f1\uf8f2\uf8f3")  # of Python's cp932
_UNEXPLAINED = -4.0  # per two bytes of a name that an encoding does not explain: worse than odd
_PRIVATE = -2.0  # a character that only the makers of one font know
_FOREIGN_LETTER = 0.2  # é or 张 in valid UTF-8: likelier than a misreading, less than Japanese
_HANGUL = ("\uac00", "\ud7a3")

# As what unzip tools leave Japanese names behind, and how sure the repair must be.
_SCRAMBLED = ("cp437", "latin-1", "cp850")
_BLOT = "\N{REPLACEMENT CHARACTER}"
_LIKELY = 0.3  # of about 1: a single name in another encoding than its archive's
_SURE = 0.6  # of about 1
_LONGEST, _SAMPLE = 4_096, 4_096  # bytes of a name, and names: more tell no more
_ENOUGH = 2  # Japanese characters


class Read(Struct, frozen=True, kw_only=True):
    """A name as text, and the encoding it was found in."""

    text: str
    encoding: str = "utf-8"
    scrambled: str = ""  # how it looks to who does not know the encoding; "" = as it is

    @property
    def unknown(self) -> bool:
        """Says whether no encoding explained it."""
        return self.encoding == UNKNOWN


def decide(raws: Iterable[bytes]) -> str:
    """Chooses the encoding of names that do not say theirs; "utf-8" when all are ASCII."""
    parts: set[bytes] = set()
    for raw in raws:
        if len(raw) <= _LONGEST and len(parts) < _SAMPLE:
            parts.update(part for part in raw.split(b"/") if not part.isascii())
    if not parts:
        return "utf-8"
    # Accents in UTF-8 are kanji in EUC-JP; who still writes EUC-JP writes more than that.
    explained = all(strictly(part, "utf-8") is not None for part in parts)
    candidates = CANDIDATES[:2] if explained else CANDIDATES
    return max(candidates, key=lambda encoding: _fit(parts, encoding))


def read_name(raw: bytes, encoding: str) -> Read:
    """Decodes a name with the archive's encoding, or else the one that explains it alone."""
    for candidate in (encoding, decide([raw])):
        text = strictly(raw, candidate)
        if text is not None and (candidate == encoding or _fit([raw], candidate) > _LIKELY):
            scrambled = "" if candidate == "utf-8" else raw.decode(UNKNOWN)
            return Read(text=text, encoding=candidate, scrambled=scrambled)
    return Read(text=_blotted(raw, encoding), encoding=UNKNOWN, scrambled=raw.decode(UNKNOWN))


def also_written_in(encoding: str, parts: Iterable[str]) -> dict[str, bytes]:
    """Finds names that are valid UTF-8 by chance, beside others that are in this encoding."""
    raws = {part: part.encode("utf-8", "replace") for part in parts}
    return {part: raw for part, raw in raws.items() if _fit([raw], encoding) > _fit([raw], "utf-8")}


def strictly(raw: bytes, encoding: str) -> str | None:
    """Decodes bytes; None when the encoding does not explain them all."""
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        return None
    if encoding == "cp932" and not _NO_CHARACTER.isdisjoint(text):
        return None
    return text


def unscramble(parts: Iterable[str]) -> dict[str, Read]:
    """Finds names that were decoded as Western text when unpacked, and what they were.

    Only what is surely Japanese is repaired: the names of one folder are judged together, and
    where they do not all fit, each for itself. Letters alone may be somebody's language: Ångström
    is also 熟gstr芭.
    """
    suspects = {part for part in parts if not part.isascii()}
    repaired: dict[str, Read] = {}
    for western in _SCRAMBLED:
        raws = {
            part: raw
            for part in suspects - repaired.keys()
            if (raw := _encoded(part, western)) is not None
        }
        repaired |= _together(raws) or {
            part: read for part, raw in raws.items() for read in _together({part: raw}).values()
        }
    return repaired


def _blotted(raw: bytes, encoding: str) -> str:
    """Reads what can be read of a damaged name, as of one that was cut within a character."""
    text = raw.decode(encoding, "replace")
    readable = sum(not character.isascii() and character != _BLOT for character in text)
    return text if readable > text.count(_BLOT) else raw.decode(UNKNOWN)


def _together(raws: dict[str, bytes]) -> dict[str, Read]:
    encoding = decide(raws.values())
    texts = {part: strictly(raw, encoding) for part, raw in raws.items()}
    joined = "".join(text or "" for text in texts.values())
    japanese = sum(1 for character in joined if _weight(character) > 0)
    odd = any(not c.isascii() and not c.isalpha() for part in raws for c in part)
    if None in texts.values() or japanese < _ENOUGH or japanese_score(joined) < _SURE or not odd:
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


def _fit(parts: Iterable[bytes], encoding: str) -> float:
    """Averages how well an encoding explains names: about 1 is good."""
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
