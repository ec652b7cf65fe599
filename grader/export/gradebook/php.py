r"""What Moodle's reader makes of a CSV text: PHP's fgetcsv and fputcsv, backslash and all.

Moodle reads the upload, writes it to a file of its own, and reads that. A cell that ends in one
backslash survives the first reading and swallows what follows it in the second.
"""

from collections.abc import Collection, Iterable

from grader.export.gradebook.lines import ASKS_QUOTES, QUOTE, Line, take_apart

BACKSLASH = "\\"
COMMA = ","


def misread_row(
    text: str, delimiter: str, meant: Iterable[Line], read: Collection[int]
) -> int | None:
    """Finds the first row (from 1) that would not be read as it is meant; None = all are.

    Every row has to keep its number of cells, and the columns `read` what they say.
    """
    once = [line.cells for line in take_apart(text, delimiter, BACKSLASH) if not line.blank]
    kept = "".join(COMMA.join(map(_put, cells)) + "\n" for cells in once)
    twice = [line.cells for line in take_apart(kept, COMMA, BACKSLASH)]
    rows = [(number, line.cells) for number, line in enumerate(meant, start=1) if not line.blank]
    for at, (number, cells) in enumerate(rows):
        there = twice[at] if at < len(twice) else []
        if len(there) != len(cells) or any(there[one] != cells[one] for one in read):
            return number
    return None


def _put(cell: str) -> str:
    """Writes a cell as PHP does: a quote behind a backslash is not doubled."""
    if not any(one in cell for one in ASKS_QUOTES + COMMA):
        return cell
    parts, behind = [], False
    for one in cell:
        parts.append(QUOTE * 2 if one == QUOTE and not behind else one)
        behind = one == BACKSLASH
    return QUOTE + "".join(parts) + QUOTE
