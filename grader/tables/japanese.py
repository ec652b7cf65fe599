"""Distinguish CP932 from EUC-JP in short texts and names, where detector libraries fail."""

import os
import unicodedata

from msgspec import Struct

# Tried in this order; an earlier one wins a tie. EUC-JIS-2004 has the circled digits that plain
# EUC-JP lacks, so it comes only after it. cp932 is what Windows writes; Python's shift_jis lacks
# 髙 and ①.
_CANDIDATES = ("cp932", "euc_jp", "euc_jis_2004")

# Python's cp932 decodes bytes to these that stand for no Japanese character.
_NO_CHARACTER = frozenset("\x80\xa0\uf8f0\uf8f1\uf8f2\uf8f3")

_BLOT = "\N{REPLACEMENT CHARACTER}"
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

_SAMPLE = 4_000  # characters; more do not change the result

# Row numbers of JIS X 0208, from a character's first byte in EUC-JP.
_SYMBOLS = range(0xA1, 0xA3)
_WIDE_ASCII = 0xA3
_HIRAGANA = 0xA4
_KATAKANA = 0xA5
_COMMON_KANJI = range(0xB0, 0xD0)  # level 1: the 2,965 most common
_RARE_KANJI = range(0xD0, 0xF5)  # level 2


class Decoded(Struct, frozen=True, kw_only=True):
    """A text and the encoding it was decoded from."""

    text: str
    encoding: str


def decode_japanese(raw: bytes) -> Decoded | None:
    """Decode with the encoding whose text looks most Japanese; None if none fits."""
    decodings = [
        Decoded(text=text, encoding=encoding)
        for encoding in _CANDIDATES
        if (text := _strictly(raw, encoding)) is not None and _NO_CHARACTER.isdisjoint(text)
    ]
    return max(decodings, key=lambda decoded: japanese_score(decoded.text), default=None)


def decode_iso2022(raw: bytes) -> Decoded | None:
    """Decode 7-bit JIS, recognised by its escape sequences; None for anything else."""
    if b"\x1b" not in raw or not raw.isascii():
        return None
    for encoding in ("iso2022_jp", "iso2022_jp_ext", "iso2022_jp_2004"):
        text = _strictly(raw, encoding)
        if text is not None and not text.isascii() and "\x1b" not in text:
            return Decoded(text=text, encoding=encoding)
    return None


def japanese_score(text: str) -> float:
    """Return the mean commonness in Japanese of the non-ASCII characters; about 1 is good.

    The weights distinguish the two errors: EUC-JP read as CP932 is full of half-width katakana, and
    CP932 read as EUC-JP is full of rare kanji.
    """
    foreign = [character for character in text if not character.isascii()][:_SAMPLE]
    return sum(map(_weight, foreign)) / len(foreign) if foreign else 0.0


def printable(name: str) -> str:
    """Normalise a file name to NFC, decode Japanese bytes, and replace invisible characters."""
    composed = unicodedata.normalize("NFC", _text(name))
    return "".join(_BLOT if unicodedata.category(c) in _INVISIBLE else c for c in composed)


def _text(name: str) -> str:
    """Decode a name that is not valid UTF-8, as some unzip tools produce."""
    if not any("\ud800" <= character <= "\udfff" for character in name):
        return name
    try:
        decoded = decode_japanese(os.fsencode(name))
    except UnicodeEncodeError:
        return name
    return decoded.text if decoded else name


def _weight(character: str) -> float:
    if "\uff61" <= character <= "\uff9f":
        return -1.0  # half-width katakana
    try:
        row = character.encode("euc_jp")[0]
    except UnicodeEncodeError:
        return -0.5  # outside JIS X 0208: 髙 and ①, and most characters of a wrong decoding
    if row in (_HIRAGANA, _KATAKANA):
        return 1.2
    if row in _COMMON_KANJI:
        return 1.0
    if row in _SYMBOLS or row == _WIDE_ASCII:
        return 0.8
    return -0.5 if row in _RARE_KANJI else -1.0


def _strictly(raw: bytes, encoding: str) -> str | None:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        return None
