"""What stands in one cell of a table that went through a spreadsheet."""

import re
import unicodedata

from grader.model.columns import GUARD
from grader.wording import CUT, visible

POINTS = re.compile(r"\d{1,6}(\.\d*)?|\.\d+", re.ASCII)
SPREADSHEETS = "cp932"  # what Excel writes when nobody asks for UTF-8; it has not all letters
MOST = 100_000  # characters
LONG = 400  # characters; nothing shorter is cut on the way out


def bare(cell: str) -> str:
    """Takes off blanks and the apostrophe that guards a text from spreadsheets."""
    return cell.strip().removeprefix(GUARD).strip()


def read_points(cell: str) -> float | None:
    """Reads a number, full-width digits included; None for anything that is not plainly one."""
    text = unicodedata.normalize("NFKC", bare(cell))
    return float(text) if POINTS.fullmatch(text) else None


def same_text(cell: str, text: str) -> bool:
    """Says whether a cell holds this text, for all that writing and saving did to it."""
    found = _folded(bare(cell))
    return any(_saved_as(found, _folded(one)) for one in (text, bare(text)))


def same_name(cell: str, name: str) -> bool:
    """Says whether a cell holds this name; blanks and the width of letters do not matter."""
    return _saved_as(_letters(bare(cell)), _letters(name))


def _saved_as(found: str, known: str) -> bool:
    """Says whether a spreadsheet may have saved `known` as `found`: cut, or in a small charset."""
    if found == known:
        return True
    if found.endswith(CUT) and len(found) >= LONG and known.startswith(found[:-1]):
        return True
    return not _has(known) and re.fullmatch("".join(map(_lost, known)), found) is not None


def _lost(character: str) -> str:
    """Says as what a character is saved: itself, its plain letter, its twin, or question marks."""
    if _has(character):
        return re.escape(character)
    twin = character.encode(SPREADSHEETS, "replace").decode(SPREADSHEETS)  # 〜 becomes ～
    plain = unicodedata.normalize("NFKD", character)[0]
    return "(" + "|".join([r"\?\??", *map(re.escape, (character, plain, twin))]) + ")"


def _has(text: str) -> bool:
    """Says whether all of this comes back from the charset of Japanese spreadsheets."""
    return text.encode(SPREADSHEETS, "replace").decode(SPREADSHEETS) == text


def comment_of(cell: str) -> str:
    """Reads a comment: lines end in a line feed, and nothing trails."""
    return "\n".join(one.rstrip() for one in _lines(bare(cell))).strip()


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _folded(text: str) -> str:
    shown = visible("\n".join(_lines(text)), limit=MOST, keep="\n\t")
    return " ".join(unicodedata.normalize("NFC", shown).split())


def _letters(name: str) -> str:
    return "".join(unicodedata.normalize("NFKC", name).split()).casefold()
