"""Decodes the bytes of a text table: what Excel, LMSs and editors write in Japan."""

import codecs
import re

from grader.intake.japanese import Decoded, decode_iso2022, decode_japanese, japanese_score
from grader.intake.names import printable
from grader.model.errors import IntakeError

_MARKS = (  # longest first: UTF-32's mark begins with UTF-16's
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (codecs.BOM_UTF8, "utf-8-sig"),
)
_CONTROL = re.compile(r"[\0-\x08\x0e-\x1f]")
_BLOT = "\N{REPLACEMENT CHARACTER}"
_FEW = 10  # this many good characters for one bad: UTF-8 that was damaged, nothing else
_SURE = 0.3  # Japanese text of half-width katakana has less; everything else more


def decode_table(raw: bytes, name: str) -> Decoded:
    """Decodes a text table. Raises IntakeError, with the line, for bytes that are no text."""
    found = _marked(raw, name) or _wide(raw) or _plain(raw, name)
    if "\0" in found.text:
        raise IntakeError("{path}: is no table (CSV, TSV or .xlsx)", path=printable(name))
    if _BLOT in found.text:
        raise IntakeError(
            "{path}: line {line}: letters were destroyed when the file was saved; download "
            "it again and do not save it in Excel before",
            path=printable(name),
            line=_line_of(found.text, _BLOT),
        )
    return found


def _marked(raw: bytes, name: str) -> Decoded | None:
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            try:
                return Decoded(text=raw.decode(encoding), encoding=encoding)
            except UnicodeDecodeError as error:
                raise _damaged(name, raw.count(b"\n", 0, error.start) + 1) from error
    return None


def _wide(raw: bytes) -> Decoded | None:
    """Decodes UTF-16 without a mark, which has many NUL bytes on one side of every pair."""
    if b"\0" not in raw or len(raw) % 2:
        return None
    little = raw[1::2].count(0) >= raw[::2].count(0)
    encoding = "utf-16-le" if little else "utf-16-be"
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        return None
    return None if _CONTROL.search(text) else Decoded(text=text, encoding=encoding)


def _plain(raw: bytes, name: str) -> Decoded:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        if (found := _japanese(raw)) is None:
            raise _damaged(name, line) from error
        return found
    return decode_iso2022(raw) or Decoded(text=text, encoding="utf-8")


def _japanese(raw: bytes) -> Decoded | None:
    """Decodes CP932 or EUC-JP; None when it is UTF-8 with a few damaged bytes."""
    lenient = raw.decode("utf-8", "replace")
    good = sum(not c.isascii() for c in lenient) - lenient.count(_BLOT)
    found = decode_japanese(raw)
    if found is None or japanese_score(found.text) >= _SURE:
        return found
    return None if good > _FEW * lenient.count(_BLOT) else found


def _damaged(name: str, line: int) -> IntakeError:
    return IntakeError(
        "{path}: line {line}: this is no text in UTF-8, CP932, EUC-JP or UTF-16; save "
        "the table as CSV UTF-8 or .xlsx",
        path=printable(name),
        line=line,
    )


def _line_of(text: str, character: str) -> int:
    before = text[: text.index(character)]
    return before.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
