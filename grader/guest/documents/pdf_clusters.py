"""Paths that stand close together, and what they are: a drawing, a ruled table, a frame."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from .pdf_drawn import THIN, Path
from .pdf_geometry import Box, area, holds, union
from .pdf_letters import Run

GAP = 9.0  # points between paths of one drawing
MOST_CELLS = 500  # of GAP points, on either side of a page
FEWEST, SEGMENTS = 6, 16  # paths, or lines and curves in them
WIDEST, HIGHEST = 90.0, 60.0  # points: smaller is no picture
NARROW, LOW = 60.0, 20.0  # points: smaller is no table either
PAGE = 0.8  # of the page: a frame or a ground of that size is none of a drawing
WRITTEN = 0.28  # of a drawing's area: more text than that makes it a block of text
LONG = 0.5  # of a cluster's width: a rule that long goes through
ROW = 6.0  # points between base lines of rows

MOST_GROUNDS = 300  # of a page that are looked for
EDGE = 4.0  # points
GROUND = 0.9  # of a frame's width
WIDE_GROUND, WRITTEN_GROUND = 150.0, 0.06  # points; share of text on the ground of a listing
FEW_INSIDE, MOST_INSIDE = 3, 3_000  # paths within a ground; paths that are looked at

IN_CELLS = 0.8  # of the letters within a table's outermost rules
CELL_LETTERS, CELL_RUNS, RULES = 8, 3, 3
MOST_RULES, RULE = 1_500, 2.6  # that are looked at; points of a rule's width
NARROWEST, TALLEST = 90.0, 420.0  # points of a table that is ruled between its rows only
SAME = 3.0  # points between the ends of rules of one table, and between pieces of one rule
ROWS, CELLS = 2, 0.7  # rows of text; the share of them that has several cells
CELL = 14  # letters of a cell, on average

Ruled = tuple[Box, list[Path]]


class Cluster(NamedTuple):
    """Paths that belong together."""

    box: Box
    paths: list[Path]
    table: bool


def clusters(paths: list[Path], runs: list[Run], size: tuple[float, float]) -> list[Cluster]:
    """Finds drawings and ruled tables among the paths of a page of a size in points."""
    usable = [path for path in paths if not _of_page(path.box, size)]
    rings = sorted((path for path in usable if path.ring), key=lambda path: -area(path.box))
    grounds = {path for path in rings[:MOST_GROUNDS] if _holds_text(path, usable, runs)}
    usable = [path for path in usable if path not in grounds]
    found: list[Cluster] = []
    for box, rules in _ruled_tables(usable, runs):
        if not any(holds(cluster.box, box) for cluster in found):
            found.append(Cluster(box, rules, table=True))
    tables = [cluster.box for cluster in found]
    usable = [path for path in usable if not any(holds(box, path.box, 2.0) for box in tables)]
    for near in groups([path.box for path in usable], GAP):
        group = [usable[at] for at in near]
        box = union(path.box for path in group)
        large = box[2] - box[0] >= NARROW and box[3] - box[1] >= LOW
        if large and not all(_is_frame(path, box) for path in group):
            inside = [run for run in runs if holds(box, run.box)]
            table = _is_table(group, box, inside)
            if table or _is_drawing(group, box, inside):
                found.append(Cluster(box, group, table))
    return found


def groups(boxes: Sequence[Box], gap: float) -> list[list[int]]:
    """Joins rectangles that are closer than a gap, by way of a grid of that width."""
    import numpy as np

    places = [[min(max(int(side // gap), 0), MOST_CELLS) for side in box] for box in boxes]
    grid = np.zeros((MOST_CELLS + 1, MOST_CELLS + 1), bool)
    for left, top, right, bottom in places:
        grid[top : bottom + 1, left : right + 1] = True
    free = set(zip(*(axis.tolist() for axis in grid.nonzero()), strict=True))
    labels: dict[tuple[int, int], int] = {}
    while free:
        label, spreading = len(labels), [free.pop()]
        while spreading:
            row, column = cell = spreading.pop()
            labels[cell] = label
            around = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
            spreading += around & free
            free -= around
    joined: dict[int, list[int]] = {}
    for at, (left, top, _, _) in enumerate(places):
        joined.setdefault(labels[top, left], []).append(at)
    return list(joined.values())


def _of_page(box: Box, size: tuple[float, float]) -> bool:
    """Says whether a path is the page's frame or ground, or a rule along the whole page."""
    wide, high = (box[2] - box[0]) / size[0], (box[3] - box[1]) / size[1]
    return high > PAGE and (wide > PAGE or box[2] - box[0] <= THIN)


def _holds_text(path: Path, paths: list[Path], runs: list[Run]) -> bool:
    """Says whether a path is the ground or the frame of running text or code, and no more."""
    box = path.box
    written = sum(area(run.box) for run in runs if holds(box, run.box))
    if box[2] - box[0] < WIDE_GROUND or written < WRITTEN_GROUND * area(box):
        return False
    inside = [other for other in paths[:MOST_INSIDE] if holds(box, other.box) and not other.ring]
    return len(inside) < FEW_INSIDE and all(other.straight for other in inside)


def _is_frame(path: Path, box: Box) -> bool:
    """Says whether a path runs along the edge of what its group encloses, or fills it."""
    left, top, right, bottom = path.box
    wide, high, whole = right - left, bottom - top, box[2] - box[0]
    if not path.straight:
        return False
    if path.filled and wide >= GROUND * whole:  # the ground of a line of text
        return True
    if wide > THIN and high > THIN:  # a rectangle: the frame itself
        return wide > whole - EDGE and high > (box[3] - box[1]) - EDGE
    if wide >= high:
        return top - box[1] < EDGE or box[3] - bottom < EDGE
    return left - box[0] < EDGE or box[2] - right < EDGE


def _is_drawing(group: list[Path], box: Box, inside: list[Run]) -> bool:
    many = len(group) >= FEWEST or sum(path.segments for path in group) >= SEGMENTS
    large = box[2] - box[0] >= WIDEST and box[3] - box[1] >= HIGHEST
    return many and large and sum(area(run.box) for run in inside) < WRITTEN * area(box)


def _is_table(group: list[Path], box: Box, inside: list[Run]) -> bool:
    """Says whether straight rules enclose cells of text; labels of axes stand outside of rules."""
    rules = [path.box for path in group if _is_rule(path.box)]
    cells = sum(path.filled and not _is_rule(path.box) for path in group)
    straight = sum(path.straight for path in group) >= 0.95 * len(group)
    if not straight or not rules or len(rules) < 0.5 * (len(group) - cells):
        return False
    lengths: Counter[int] = Counter()  # of the rules at a height, in one piece or several
    for rule in rules:
        lengths[round(rule[1] / 3)] += int(rule[2] - rule[0]) if rule[2] - rule[0] > THIN else 0
    around = union(rules)
    letters = sum(len(run.letters) for run in inside)
    enclosed = sum(len(run.letters) for run in inside if holds(around, run.box))
    rows = {round(run.base / ROW) for run in inside}
    step = max((around[3] - around[1]) / 8, 1.0)
    bands = {int((run.box[1] + run.box[3]) / 2 / step) for run in inside}
    return (
        sum(length > LONG * (box[2] - box[0]) for length in lengths.values()) >= RULES
        and letters >= CELL_LETTERS
        and len(inside) >= CELL_RUNS
        and len(rows) > 1
        and enclosed >= IN_CELLS * letters
        and len(bands) >= min(5, len(rows))  # text in most of its height, as rows have
    )


def _is_rule(box: Box) -> bool:
    return box[2] - box[0] <= THIN or box[3] - box[1] <= THIN


def _ruled_tables(paths: list[Path], runs: list[Run]) -> list[Ruled]:
    """Finds tables that are ruled between their rows only, by rules one below the other."""
    flat = [path for path in paths if path.box[3] - path.box[1] <= RULE][:MOST_RULES]
    rules: list[Ruled] = []
    for path in sorted(flat, key=lambda path: (round(path.box[1]), path.box[0])):
        last = rules[-1][0] if rules else None
        if last and abs(last[1] - path.box[1]) < RULE and path.box[0] <= last[2] + SAME:
            rules[-1] = union([last, path.box]), [*rules[-1][1], path]  # drawn cell by cell
        else:
            rules.append((path.box, [path]))
    stacks: list[list[Ruled]] = []
    for box, pieces in rules:
        if box[2] - box[0] >= NARROWEST:
            ends = (stack for stack in stacks if _same_ends(stack[-1][0], box))
            stack = next(ends, None)
            if stack is None:
                stacks.append(stack := [])
            stack.append((box, pieces))
    made = [(union(box for box, _ in stack), stack) for stack in stacks if len(stack) >= RULES]
    return [
        (box, [path for _, pieces in stack for path in pieces])
        for box, stack in made
        if box[3] - box[1] <= TALLEST
        and all(path.straight for path in paths if holds(box, path.box))  # no curve over its grid
        and _in_cells([run for run in runs if holds(box, run.box)])
    ]


def _same_ends(first: Box, second: Box) -> bool:
    return abs(first[0] - second[0]) < SAME and abs(first[2] - second[2]) < SAME


def _in_cells(inside: list[Run]) -> bool:
    """Says whether runs stand side by side in several rows, each of them short."""
    rows = Counter(round(run.base / ROW) for run in inside)
    several = sum(count > 1 for count in rows.values())
    letters = sum(len(run.letters) for run in inside)
    return several >= max(ROWS, CELLS * len(rows)) and letters <= CELL * len(inside)
