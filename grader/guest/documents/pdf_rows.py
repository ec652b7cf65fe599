"""Rows: the runs of one base line, from left to right, and their order on the page."""

from collections import Counter
from typing import NamedTuple

from .pdf_letters import Letter
from .pdf_runs import REACH, SMALL, Run, spell
from .pdf_space import Box, union

LEVEL = 0.35  # in sizes: how far base lines of one row are apart
GUTTER_ROWS = 6  # rows on either side that show that a page has two columns
FULL = 0.55  # of a column's width: what a row of running text fills at least
MIDDLE = (0.3, 0.7)  # of the width of the text: where a gutter may be
HALF = 0.5
ASKEW = 4  # turns of text that is neither upright nor on its side
SHELF, REACHED = 12.0, 24.0  # points: how far apart base lines of one row can be at all
MOST_STANDING = 300  # runs beside the rows that are put between them
MOST_ROWS = 200  # that begin at one height; runs of one row


class Row(NamedTuple):
    """Runs of one base line."""

    runs: list[Run]
    box: Box

    @property
    def letters(self) -> list[Letter]:
        """Gives all letters from left to right."""
        return [letter for run in self.runs for letter in run.letters]

    @property
    def text(self) -> str:
        """Gives what is written."""
        if not self.runs[0].upright:
            return "".join(run.text for run in self.runs)
        return spell(self.letters)


def arrange(runs: list[Run]) -> list[Row]:
    """Puts runs into rows, and the rows into the order of reading."""
    turns = usual_turns(runs)
    straight = [run for run in runs if run.upright and run.ink.turns == turns]
    others = [run for run in runs if not (run.upright and run.ink.turns == turns)]
    standing = [Row([run], run.box) for run in others]
    if sum(len(run.letters) for run in others) > sum(len(run.letters) for run in straight):
        standing.sort(key=lambda row: (-round(row.box[2] / 6), row.box[1]))
    return _with(_straight(straight) if turns == 0 else _turned(straight), standing)


def _straight(runs: list[Run]) -> list[Row]:
    rows = _rows(runs)
    gutter = _gutter(runs, rows)
    return rows if gutter is None else _in_columns(runs, gutter)


def _turned(runs: list[Run]) -> list[Row]:
    """Reads a page that lies on its side: along its lines, as if it stood."""
    stood = [run._replace(box=_along(run)) for run in runs]
    by_letters = {id(run.letters): run for run in runs}
    found = [[by_letters[id(run.letters)] for run in row.runs] for row in _straight(stood)]
    return [Row(row, union(run.box for run in row)) for row in found]


def _along(run: Run) -> Box:
    start = min(letter.start for letter in run.letters)
    end = max(letter.end for letter in run.letters)
    return start, run.base - 0.85 * run.size, end, run.base + 0.2 * run.size


def usual_turns(runs: list[Run]) -> int:
    """Says in which direction most text is read; a name beside an axis does not count."""
    counts = Counter(run.ink.turns for run in runs for _ in run.letters)
    turns, most = counts.most_common(1)[0] if counts else (0, 0)
    return turns if turns < ASKEW and most > 2 * counts[0] else 0


def _with(rows: list[Row], standing: list[Row]) -> list[Row]:
    """Puts rows that are not read from left to right after the last row that begins above them."""
    if len(standing) > MOST_STANDING:
        return rows + standing
    for one in standing:
        above = [at for at, row in enumerate(rows) if row.box[1] <= one.box[1]]
        rows.insert(max(above, default=-1) + 1, one)
    return rows


def _rows(runs: list[Run]) -> list[Row]:
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
    made = [_row(row) for row in rows]
    return sorted(made, key=lambda row: (row.runs[0].base, row.box[0]))


def _row(runs: list[Run]) -> Row:
    runs = sorted(runs, key=lambda run: run.letters[0].start)
    return Row(runs, union(run.box for run in runs))


def _belongs(row: list[Run], run: Run) -> bool:
    first = row[0]
    size = max(first.size, run.size)
    apart = abs(first.base - run.base)
    if apart <= LEVEL * min(first.size, run.size):
        return not any(_overlap(other, run) for other in row)
    return (
        apart <= REACH * size
        and run.size < SMALL * first.size
        and any(_beside(other, run, size) for other in row)
    )


def _overlap(first: Run, second: Run) -> bool:
    shared = min(first.box[2], second.box[2]) - max(first.box[0], second.box[0])
    narrow = min(first.box[2] - first.box[0], second.box[2] - second.box[0])
    return shared > HALF * narrow


def _beside(first: Run, second: Run, size: float) -> bool:
    gaps = second.box[0] - first.box[2], first.box[0] - second.box[2]
    return any(-0.3 * size <= gap <= 0.4 * size for gap in gaps)


def _gutter(runs: list[Run], rows: list[Row]) -> float | None:
    """Finds the white strip between two columns of running text, if there is one."""
    if len(runs) < 2 * GUTTER_ROWS:
        return None
    left, right = _extent(runs)
    places: dict[int, int] = {}
    for row in rows:
        for first, second in zip(row.runs, row.runs[1:], strict=False):
            place = int((first.box[2] + second.box[0]) / 2)
            if left + MIDDLE[0] * (right - left) < place < left + MIDDLE[1] * (right - left):
                places[place // 6] = places.get(place // 6, 0) + 1
    seen = sorted(places, key=lambda place: -places[place])[:3]
    for place in [*(place * 6 + 3 for place in seen), *_white_strips(runs, (left, right))]:
        found = _checked(runs, place, (left, right))
        if found is not None:
            return found
    return None


def _white_strips(runs: list[Run], extent: tuple[float, float]) -> list[int]:
    """Picks where the fewest runs cross the middle: columns need not share their base lines."""
    left, width = extent[0], extent[1] - extent[0]
    crossing = {
        place: sum(run.box[0] < place - 1 and run.box[2] > place + 1 for run in runs)
        for place in range(int(left + MIDDLE[0] * width), int(left + MIDDLE[1] * width), 6)
    }
    fewest = min(crossing.values(), default=0)
    strip = [place for place, count in crossing.items() if count == fewest]
    return strip[len(strip) // 2 : len(strip) // 2 + 1]


def _checked(runs: list[Run], near: int, extent: tuple[float, float]) -> float | None:
    """Says where the gutter near a place is, when the runs on both sides are running text."""
    for gutter in (near, near - 6, near + 6, near - 12, near + 12):
        lefts = [run for run in runs if run.box[2] <= gutter]
        rights = [run for run in runs if run.box[0] >= gutter]
        across = [run for run in runs if run.box[0] < gutter - 1 and run.box[2] > gutter + 1]
        if len(across) * 3 > len(lefts) + len(rights):
            continue
        if _running(lefts, gutter - extent[0]) and _running(rights, extent[1] - gutter):
            return float(gutter)
    return None


def _running(runs: list[Run], width: float) -> bool:
    full = [run for run in runs if run.box[2] - run.box[0] > FULL * width]
    return len(full) >= GUTTER_ROWS and len(full) * 3 >= len(runs)


def _extent(runs: list[Run]) -> tuple[float, float]:
    return min(run.box[0] for run in runs), max(run.box[2] for run in runs)


def _in_columns(runs: list[Run], gutter: float) -> list[Row]:
    """Reads, between two rows that cross the gutter, the left column and then the right one."""
    across = [run for run in runs if run.box[0] < gutter - 1 and run.box[2] > gutter + 1]
    lines = sorted(across, key=lambda run: run.base)
    beside = [run for run in runs if run not in across]
    rows: list[Row] = []
    for run in [*lines, None]:
        end = run.box[1] if run else float("inf")
        band = [one for one in beside if (one.box[1] + one.box[3]) / 2 < end]
        beside = [one for one in beside if (one.box[1] + one.box[3]) / 2 >= end]
        rows += _rows([one for one in band if one.box[2] <= gutter + 1])
        rows += _rows([one for one in band if one.box[2] > gutter + 1])
        if run:
            rows.append(_row([run]))
    return rows
