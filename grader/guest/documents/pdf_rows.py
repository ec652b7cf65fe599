"""Rows: the runs of one base line, from left to right, and their order on the page."""

import re
from collections import Counter
from typing import NamedTuple

from .pdf_geometry import TURNS, Box, moved, union
from .pdf_letters import ASKEW, REACH, SMALL, PdfLetter, Run, spell

LEVEL = 0.35  # in sizes: how far base lines of one row are apart
CLOSE = (-0.3, 0.4)  # in sizes: the gap before a raised or lowered letter
SHELF, REACHED = 12.0, 24.0  # points: how far apart base lines of one row can be at all
MOST_ROWS = 200  # that begin at one height; runs of one row
HALF = 0.5

GUTTER_ROWS = 6  # rows on either side that show that a page has two columns
FULL = 0.55  # of a column's width: what a row of running text fills at least
MIDDLE = (0.3, 0.7)  # of the width of the text: where a gutter may be
STEP = 6  # points between places that are tried

CAPTION = re.compile(r"\s*(図|表|写真|[Ff]ig(ure|\.)?|[Tt]able)\s*[-.]?\s*[0-9０-９]")


class RunRow(NamedTuple):
    """Runs of one base line."""

    runs: list[Run]
    box: Box

    @property
    def letters(self) -> list[PdfLetter]:
        """Gives all letters from left to right."""
        return [letter for run in self.runs for letter in run.letters]

    @property
    def text(self) -> str:
        """Gives what is written."""
        return spell(self.letters) if self.runs[0].upright else "".join(r.text for r in self.runs)


def usual_turns(runs: list[Run]) -> int:
    """Says in which direction most text is read; a name beside an axis does not count."""
    counts = Counter(run.ink.turns for run in runs for _ in run.letters)
    turns, most = counts.most_common(1)[0] if counts else (0, 0)
    return turns if turns < ASKEW and most > 2 * counts[0] else 0


def arrange(runs: list[Run]) -> list[RunRow]:
    """Puts runs into rows, and the rows into the order of reading."""
    turns = usual_turns(runs)
    # A page that lies on its side is read along its lines, as if it stood.
    stood = {id(run.letters): run for run in runs if run.upright and run.ink.turns == turns}
    straight = [run._replace(box=moved(TURNS[turns], run.box)) for run in stood.values()]
    rows = _rows(straight)
    gutter = _gutter(straight, rows)
    if gutter is not None:
        rows = _in_columns(straight, gutter)
    rows = [_row([stood[id(run.letters)] for run in row.runs]) for row in rows]
    others = [run for run in runs if id(run.letters) not in stood]
    if sum(len(run.letters) for run in others) > sum(len(run.letters) for run in stood.values()):
        others.sort(key=lambda run: (-round(run.box[2] / STEP), run.box[1]))
    for run in others:
        above = (at for at, row in enumerate(rows) if row.box[1] <= run.box[1])
        rows.insert(max(above, default=-1) + 1, _row([run]))
    return rows


def _rows(runs: list[Run]) -> list[RunRow]:
    """Puts runs of one column into rows, from top to bottom."""
    rows: list[list[Run]] = []
    shelves: dict[int, list[list[Run]]] = {}  # rows by the height of their base line
    for run in sorted(runs, key=lambda run: -run.size * len(run.letters)):
        near = range(int((run.base - REACHED) / SHELF), int((run.base + REACHED) / SHELF) + 1)
        candidates = (row for at in near for row in shelves.get(at, ())[:MOST_ROWS])
        home = next((row for row in candidates if _belongs(row, run)), None)
        if home is None:
            rows.append([run])
            shelves.setdefault(int(run.base / SHELF), []).append(rows[-1])
        elif len(home) < MOST_ROWS:
            home.append(run)
    return sorted(map(_row, rows), key=lambda row: (row.runs[0].base, row.box[0]))


def _row(runs: list[Run]) -> RunRow:
    return RunRow(
        sorted(runs, key=lambda run: run.letters[0].start), union(run.box for run in runs)
    )


def _belongs(row: list[Run], run: Run) -> bool:
    """Says whether a run stands on a row's base line, or raised or lowered beside one of it."""
    size = max(row[0].size, run.size)
    apart = abs(row[0].base - run.base)
    if apart <= LEVEL * min(row[0].size, run.size):
        return not any(_overlap(other.box, run.box) for other in row)
    beside = (max(run.box[0] - other.box[2], other.box[0] - run.box[2]) / size for other in row)
    smaller = run.size < SMALL * row[0].size
    return apart <= REACH * size and smaller and any(CLOSE[0] <= gap <= CLOSE[1] for gap in beside)


def _overlap(first: Box, second: Box) -> bool:
    shared = min(first[2], second[2]) - max(first[0], second[0])
    return shared > HALF * min(first[2] - first[0], second[2] - second[0])


def _gutter(runs: list[Run], rows: list[RunRow]) -> float | None:
    """Finds the white strip between two columns of running text, if there is one."""
    if len(runs) < 2 * GUTTER_ROWS:
        return None
    left, right = min(run.box[0] for run in runs), max(run.box[2] for run in runs)
    first, last = (int(left + part * (right - left)) for part in MIDDLE)
    gaps = Counter(
        int((before.box[2] + after.box[0]) / 2) // STEP * STEP + STEP // 2
        for row in rows
        for before, after in zip(row.runs, row.runs[1:], strict=False)
        if first < (before.box[2] + after.box[0]) / 2 < last
    )
    # Columns need not share their base lines: the fewest runs cross what is between them.
    crossing = {place: len(_across(runs, place)) for place in range(first, last, STEP)}
    fewest = min(crossing.values(), default=0)
    strip = [place for place, many in crossing.items() if many == fewest]
    near = [*(place for place, _ in gaps.most_common(3)), *strip[len(strip) // 2 :][:1]]
    for gutter in (place + step for place in near for step in (0, -6, 6, -12, 12)):
        lefts = [run for run in runs if run.box[2] <= gutter]
        rights = [run for run in runs if run.box[0] >= gutter]
        few = len(_across(runs, gutter)) * 3 <= len(lefts) + len(rights)
        if few and _running(lefts, gutter - left) and _running(rights, right - gutter):
            return float(gutter)
    return None


def _across(runs: list[Run], gutter: float) -> list[Run]:
    return [run for run in runs if run.box[0] < gutter - 1 and run.box[2] > gutter + 1]


def _running(runs: list[Run], width: float) -> bool:
    full = [run for run in runs if run.box[2] - run.box[0] > FULL * width]
    return len(full) >= GUTTER_ROWS and len(full) * 3 >= len(runs)


def _in_columns(runs: list[Run], gutter: float) -> list[RunRow]:
    """Reads, between two rows that cross the gutter, the left column and then the right one."""
    across = sorted(_across(runs, gutter), key=lambda run: run.base)
    crossing = {id(run) for run in across}
    beside = [run for run in runs if id(run) not in crossing]
    rows: list[RunRow] = []
    for run in [*across, None]:
        end = run.box[1] if run else float("inf")
        band = [other for other in beside if (other.box[1] + other.box[3]) / 2 < end]
        beside = [other for other in beside if (other.box[1] + other.box[3]) / 2 >= end]
        rows += _rows([other for other in band if other.box[2] <= gutter + 1])
        rows += _rows([other for other in band if other.box[2] > gutter + 1])
        rows += [_row([run])] if run else []
    return rows


def apart(rows: list[RunRow]) -> list[RunRow]:
    """Takes rows apart in which captions stand side by side."""
    made: list[RunRow] = []
    for row in rows:
        starts = [place for place, run in enumerate(row.runs) if CAPTION.match(run.text)]
        if len(starts) > 1 and starts[0] == 0:
            ends = [*starts[1:], len(row.runs)]
            made += [_row(row.runs[start:end]) for start, end in zip(starts, ends, strict=True)]
        else:
            made.append(row)
    return made
