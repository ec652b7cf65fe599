"""What stands in one cell of a table that went through a spreadsheet."""

import re
import unicodedata

from grader.model.columns import GUARD
from grader.wording import visible
from grader.wording.visible import CUT

POINTS = re.compile(r"\d{1,6}(\.\d*)?|\.\d+", re.ASCII)
CHANGED_ID = re.compile(r"\d(\.\d+)?E\+?\d+", re.ASCII | re.IGNORECASE)
SPREADSHEETS = "cp932"  # what Excel writes when nobody asks for UTF-8; what is not in it becomes ?
MOST = 100_000  # characters


def bare(cell: str) -> str:
    """Takes off blanks and the apostrophe that guards a text from spreadsheets."""
    return cell.strip().removeprefix(GUARD).strip()


def plain_id(cell: str) -> str:
    """Writes an id as ids are compared: narrow, upper case, without blanks."""
    return "".join(unicodedata.normalize("NFKC", bare(cell)).split()).upper()


def without_zeros(identity: str) -> str:
    """Writes an id as a spreadsheet does that takes it for a number; "" when it would not."""
    digits = re.sub(r"\.0+$", "", identity)
    return digits.lstrip("0") or "0" if digits.isascii() and digits.isdigit() else ""


def read_points(cell: str) -> float | None:
    """Reads a number, full-width digits included; None for anything that is not plainly one."""
    text = unicodedata.normalize("NFKC", bare(cell))
    return float(text) if POINTS.fullmatch(text) else None


def same_text(cell: str, text: str) -> bool:
    """Says whether a cell holds this text, for all that writing and saving did to it."""
    found = _folded(bare(cell))
    for wanted in (text, text.encode(SPREADSHEETS, "replace").decode(SPREADSHEETS)):
        known = _folded(wanted)
        if found in (known, _folded(bare(wanted))):
            return True
        if found.endswith(CUT) and len(found) > 1 and known.startswith(found[:-1]):
            return True
    return False


def same_name(cell: str, name: str) -> bool:
    """Says whether a cell holds this name; blanks and the width of letters do not matter."""
    return any(
        _letters(bare(cell)) == _letters(wanted)
        for wanted in (name, name.encode(SPREADSHEETS, "replace").decode(SPREADSHEETS))
    )


def comment_of(cell: str) -> str:
    """Reads a comment: lines end in a line feed, and nothing trails."""
    return "\n".join(one.rstrip() for one in bare(cell).splitlines()).strip()


def _folded(text: str) -> str:
    shown = visible("\n".join(text.splitlines()), limit=MOST, keep="\n\t")
    return " ".join(unicodedata.normalize("NFC", shown).replace("␊", " ").split())


def _letters(name: str) -> str:
    return "".join(unicodedata.normalize("NFKC", name).split()).casefold()
