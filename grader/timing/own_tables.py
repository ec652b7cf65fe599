"""Printed tables whose first column is the size: one series for each column of times."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.timing import own_words as words
from grader.timing.own_lines import NOISE, NUMBER, OTHER_AFTER, UNIT_AFTER
from grader.timing.own_pairs import Pair, counts_up, is_sorted

MOST_CELLS = 20
LONGEST_ROW = 500
FAR = 3  # lines from the first row up to its header, and from there to its caption
FEWEST_ROWS = 2
RULE = re.compile(r"[\s\-+=|─━┼│:*_┌┬┐└┴┘├┤]*")
BARS = re.compile(r"[|│┃]")
GAP = re.compile(r"(\d)\s+(?=(?:s|ms|sec|秒|ミリ秒|[μu]s)(?:\s|$))")
MISSING = {"", "-", "--", "—", "n/a", "na", "none", "skip", "skipped", "timeout", "×", "x", "*"}


@dataclass(frozen=True, slots=True)
class Column:
    """One column of times."""

    lines: range  # of the whole table
    name: str
    caption: str
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    cells: tuple[tuple[float, float | None] | None, ...]  # value, seconds of its unit


def columns(lines: Sequence[str]) -> Iterator[Column]:
    """Gives the columns of times of all tables with a header among these normal lines."""
    rows: list[_Row] = []
    for index, line in enumerate([*lines, "the end"]):
        row = _row(index, line) if line else None
        if row and (not rows or len(row.cells) == len(rows[0].cells)):
            rows.append(row)
        elif row or not RULE.fullmatch(line):
            yield from _table(lines, rows)
            rows = [row] if row else []


def _cells(line: str) -> list[str]:
    if BARS.search(line):
        return [cell.strip() for cell in BARS.split(line.strip().strip("|│┃"))]
    for mark in ("\t", ","):
        if mark in line:
            return [cell.strip() for cell in line.strip().split(mark)]
    return line.split()


def _row(index: int, line: str) -> _Row | None:
    """Reads a row: a whole number, and numbers or nothing in the other cells."""
    if len(line) > LONGEST_ROW or not NUMBER.search(line):
        return None
    texts = _cells(GAP.sub(r"\1", line))
    if not FEWEST_ROWS <= len(texts) <= MOST_CELLS:
        return None
    cells = [_cell(text) for text in texts]
    named = all(cell or text in MISSING for cell, text in zip(cells, texts, strict=True))
    if not named or cells[0] is None or not any(cells[1:]) or cells[0][0] % 1:
        return None
    return _Row(index, tuple(cells))


def _cell(text: str) -> tuple[float, float | None] | None:
    """Reads a number with or without a unit, "64x64" and "n=64"."""
    bare = re.sub(r"^n ?= ?", "", text)
    side = re.fullmatch(r"(\d{1,6}) ?[x×*] ?\1", bare)
    if side:
        return float(side.group(1)), None
    match = NUMBER.match(bare)
    if match is None:
        return None
    value = float(match.group().replace(",", ""))
    rest = bare[match.end() :]
    unit = UNIT_AFTER.fullmatch(rest) if rest else None
    known = not rest or unit or OTHER_AFTER.fullmatch(rest)
    if not known or abs(value) > words.MOST_CHARACTERS**2:
        return None
    return value, words.unit(f"({unit.group(1)})") if unit else None


def _table(lines: Sequence[str], rows: Sequence[_Row]) -> Iterator[Column]:
    if len(rows) < FEWEST_ROWS:
        return
    at, header = _header(lines, rows)
    if not header:
        return
    first = len(rows[0].cells) - len(header)  # 1: pandas prints its index before the first column
    sizes = [cell[0] for row in rows if (cell := row.cells[first])]
    if len(sizes) < len(rows) or not (words.SIZE.search(header[0]) or is_sorted(sizes)):
        return
    caption = _words_above(lines, at)[1]
    table = range(at, rows[-1].line + 1)
    for index, name in enumerate(header[1:], start=first + 1):
        if _is_time(name, caption):
            factor = words.unit(name) or words.unit(header[0]) or words.unit(caption) or 1.0
            cells = [(size, row.cells[index]) for size, row in zip(sizes, rows, strict=True)]
            pairs = tuple((size, cell[0] * (cell[1] or factor)) for size, cell in cells if cell)
            yield Column(table, name, caption, pairs)


def _header(lines: Sequence[str], rows: Sequence[_Row]) -> tuple[int, list[str]]:
    """Finds the names of the columns, and their line; none when nothing says that it is one."""
    at, line = _words_above(lines, rows[0].line)
    count = len(rows[0].cells)
    has_index = counts_up([row.cells[0][0] for row in rows if row.cells[0]])
    fused = re.sub(r"\s+(?=[\[(])", "", line)
    for cells in (_cells(line), re.split(r"\s{2,}", line.strip()), _cells(fused)):
        fits = len(cells) == count or (has_index and len(cells) == count - 1)
        if fits and _names_columns(cells):
            return at, cells
    return at, []


def _words_above(lines: Sequence[str], at: int) -> tuple[int, str]:
    """Gives the next line above that is more than a rule."""
    for index in range(at - 1, max(at - 1 - FAR, -1), -1):
        if not RULE.fullmatch(lines[index]):
            return index, lines[index]
    return at, ""


def _names_columns(cells: Sequence[str]) -> bool:
    if NOISE.search(" ".join(cells)):
        return False
    if words.NOT_A_SIZE.search(cells[0]) or words.OTHER.search(cells[0]):
        return False
    return bool(words.SIZE.search(cells[0])) or any(_is_time(cell, "") for cell in cells[1:])


def _is_time(name: str, caption: str) -> bool:
    if words.OTHER.search(name) or words.GUIDE.search(name):
        return False
    if words.TIME.search(name) or words.unit(name) or words.names_work(name):
        return bool(words.TIME.search(name)) or not words.OTHER.search(caption)
    return bool(words.TIME.search(caption))
