"""Text that stands side by side: two captions in one row, short blocks beside each other."""

import re

from .pdf_rows import Row
from .pdf_runs import Run
from .pdf_space import union

CAPTION = re.compile(r"\s*(図|表|写真|[Ff]ig(ure|\.)?|[Tt]able)\s*[-.]?\s*[0-9０-９]")
LETTERS = 12  # of a part of a row that is text, and no cell of a table
GAP = 1.0  # in sizes, between two blocks
FLUSH = 2.0  # points between the beginnings of rows of one block
FEWEST, PITCH = 2, 2.4  # rows; in sizes, from one base line to the next


def apart(rows: list[Row]) -> list[Row]:
    """Takes rows apart in which more stands than one line of text."""
    made: list[Row] = []
    at = 0
    while at < len(rows):
        block = _block(rows[at:])
        if len(block) >= FEWEST:
            made += [_row(left) for left, _ in block]
            made += [_row(right) for _, right in block if right]
            at += len(block)
        else:
            made += _captions(rows[at])
            at += 1
    return made


def _block(rows: list[Row]) -> list[tuple[list[Run], list[Run]]]:
    """Gives the rows at the beginning that are two blocks of text side by side."""
    found: list[tuple[list[Run], list[Run]]] = []
    for row in rows:
        start = found[0][1][0].box[0] if found else None
        split = _halves(row, start)
        if split is None and len(found) >= FEWEST and row.box[2] < found[0][1][0].box[0] - FLUSH:
            split = row.runs, []  # the right block has ended before
        if split is None or (found and _far(split[0][0], found)):
            break
        found.append(split)
    return found


def _far(run: Run, block: list[tuple[list[Run], list[Run]]]) -> bool:
    """Says whether a run does not go on with the left one of two blocks."""
    first, last = block[0][0][0], block[-1][0][0]
    indented = abs(run.box[0] - first.box[0]) > run.size
    return indented or run.base - last.base > PITCH * run.size


def _halves(row: Row, start: float | None) -> tuple[list[Run], list[Run]] | None:
    """Splits a row before the run that begins where the right block does, if it is text."""
    for at in range(1, len(row.runs)):
        left, right = row.runs[:at], row.runs[at:]
        gap = right[0].box[0] - left[-1].box[2]
        if gap < GAP * row.runs[0].size:
            continue
        if start is not None and abs(right[0].box[0] - start) > FLUSH:
            continue
        shorter = min(sum(len(run.letters) for run in side) for side in (left, right))
        if shorter >= (LETTERS if start is None else 1):
            return left, right
    return None


def _captions(row: Row) -> list[Row]:
    """Gives each caption of a row a row of its own."""
    starts = [at for at, run in enumerate(row.runs) if CAPTION.match(run.text)]
    if len(starts) < 2 or starts[0] != 0:  # noqa: PLR2004 - one is no pair
        return [row]
    ends = [*starts[1:], len(row.runs)]
    return [_row(row.runs[start:end]) for start, end in zip(starts, ends, strict=True)]


def _row(runs: list[Run]) -> Row:
    return Row(runs, union(run.box for run in runs))
