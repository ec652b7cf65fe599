"""Paths that stand close together, and what they are: a drawing, a ruled table, a frame."""

from typing import Any, NamedTuple

from .pdf_drawn import THIN, Path
from .pdf_rules import ruled_tables
from .pdf_runs import Run
from .pdf_space import Box, area, holds, union

GAP = 9.0  # points between paths of one drawing
FEWEST, SEGMENTS = 6, 16  # paths, or lines and curves in them
WIDEST, HIGHEST = 90.0, 60.0  # points: smaller is no picture
PAGE = 0.8  # of the page: a frame or a ground of that size is none of a drawing
WRITTEN = 0.28  # of a drawing's area: more text than that makes it a block of text
IN_CELLS = 0.8  # of the letters within a table's outermost rules
LONG = 0.5  # of a cluster's width: a rule that long goes through
NARROW, LOW = 60.0, 20.0  # points: smaller is no table either
MOST_GROUNDS = 300  # of a page that are looked for
EDGE = 4.0  # points
GROUND = 0.9  # of a frame's width
WIDE_GROUND, WRITTEN_GROUND = 150.0, 0.06  # points; share of text on the ground of a listing
FEW_INSIDE, MOST_INSIDE = 3, 3_000  # paths within a ground; paths that are looked at
CELL_LETTERS, CELL_RUNS, RULES = 8, 3, 3


class Cluster(NamedTuple):
    """Paths that belong together."""

    box: Box
    paths: list[Path]
    table: bool


def clusters(paths: list[Path], runs: list[Run], size: tuple[float, float]) -> list[Cluster]:
    """Finds drawings and ruled tables among the paths of a page of a size in points."""
    usable = [path for path in paths if not _grounds(path.box, size)]
    rings = sorted((path for path in usable if path.ring), key=lambda path: -area(path.box))
    grounds = {path for path in rings[:MOST_GROUNDS] if _holds_text(path, usable, runs)}
    usable = [path for path in usable if path not in grounds]
    found: list[Cluster] = []
    for box, rules in ruled_tables(usable, runs):
        if not any(holds(one.box, box) for one in found):
            found.append(Cluster(box, rules, table=True))
    usable = [path for path in usable if not any(holds(one.box, path.box, 2.0) for one in found)]
    for group in _groups(usable):
        box = union(path.box for path in group)
        if box[2] - box[0] < NARROW or box[3] - box[1] < LOW:
            continue
        inside = [run for run in runs if holds(box, run.box)]
        if _is_frame(group, box):
            continue
        if _is_table(group, box, inside):
            found.append(Cluster(box, group, table=True))
        elif _is_drawing(group, box, inside):
            found.append(Cluster(box, group, table=False))
    return found


def _grounds(box: Box, size: tuple[float, float]) -> bool:
    """Says whether a path is the page's frame or ground, or a rule along the whole page."""
    wide, high = (box[2] - box[0]) / size[0], (box[3] - box[1]) / size[1]
    return (wide > PAGE and high > PAGE) or (high > PAGE and box[2] - box[0] <= THIN)


def _holds_text(path: Path, paths: list[Path], runs: list[Run]) -> bool:
    """Says whether a path is the ground or the frame of running text or code, and no more."""
    box = path.box
    if not path.ring or box[2] - box[0] < WIDE_GROUND:
        return False
    written = sum(area(run.box) for run in runs if holds(box, run.box))
    if written < WRITTEN_GROUND * area(box):
        return False
    inside = [other for other in paths[:MOST_INSIDE] if holds(box, other.box) and not other.ring]
    return len(inside) < FEW_INSIDE and all(other.straight for other in inside)


def _groups(paths: list[Path]) -> list[list[Path]]:
    """Joins paths whose rectangles are closer than GAP, by way of a grid of that width."""
    if not paths:
        return []
    import numpy as np

    cells = np.array([path.box for path in paths]) / GAP
    low, high = np.floor(cells[:, :2]).astype(int), np.floor(cells[:, 2:]).astype(int)
    low -= low.min(axis=0)
    high -= np.floor(cells[:, :2]).astype(int).min(axis=0)
    grid = np.zeros((min(high[:, 1].max(), 2_000) + 2, min(high[:, 0].max(), 2_000) + 2), bool)
    for (left, top), (right, bottom) in zip(low, high, strict=True):
        grid[top : bottom + 1, left : right + 1] = True
    labels = _labelled(grid)
    groups: dict[int, list[Path]] = {}
    for path, (left, top) in zip(paths, low, strict=True):
        label = int(labels[min(top, grid.shape[0] - 1), min(left, grid.shape[1] - 1)])
        groups.setdefault(label, []).append(path)
    return list(groups.values())


def _labelled(grid: Any) -> Any:
    """Numbers the connected parts of a grid; scipy is not asked for inside the fence."""
    import numpy as np

    labels = np.where(grid, np.arange(1, grid.size + 1).reshape(grid.shape), 0)
    while True:
        before = labels
        for axis in (0, 1):
            for step in (1, -1):
                labels = _spread(labels, grid, axis, step)
        if np.array_equal(before, labels):
            return labels


def _spread(labels: Any, grid: Any, axis: int, step: int) -> Any:
    """Carries the highest number along each unbroken stretch of an axis, in one direction."""
    import numpy as np

    turned = np.moveaxis(labels, axis, 0)[::step]
    marks = np.moveaxis(grid, axis, 0)[::step]
    made, carried = np.zeros_like(turned), np.zeros_like(turned[0])
    for index in range(len(turned)):
        carried = np.where(marks[index], np.maximum(carried, turned[index]), 0)
        made[index] = carried
    return np.moveaxis(made[::step], 0, axis)


def _is_drawing(group: list[Path], box: Box, inside: list[Run]) -> bool:
    many = len(group) >= FEWEST or sum(path.segments for path in group) >= SEGMENTS
    if not many or box[2] - box[0] < WIDEST or box[3] - box[1] < HIGHEST:
        return False
    written = sum(area(run.box) for run in inside)
    return written < WRITTEN * area(box)


def _is_frame(group: list[Path], box: Box) -> bool:
    """Says whether all lines run along the edge of what they enclose, or fill it."""
    return all(path.straight and (_along_edge(path.box, box) or _bar(path, box)) for path in group)


def _bar(path: Path, box: Box) -> bool:
    """Says whether a path is the ground of a line of text, as wide as the frame around it."""
    return path.filled and path.box[2] - path.box[0] >= GROUND * (box[2] - box[0])


def _along_edge(inner: Box, box: Box) -> bool:
    wide, high = inner[2] - inner[0], inner[3] - inner[1]
    if wide > THIN and high > THIN:  # a rectangle: the frame itself
        return wide > (box[2] - box[0]) - EDGE and high > (box[3] - box[1]) - EDGE
    if wide >= high:
        return inner[1] - box[1] < EDGE or box[3] - inner[3] < EDGE
    return inner[0] - box[0] < EDGE or box[2] - inner[2] < EDGE


def _is_table(group: list[Path], box: Box, inside: list[Run]) -> bool:
    """Says whether straight rules enclose cells of text; labels of axes stand outside of rules."""
    if sum(path.straight for path in group) < 0.95 * len(group):
        return False
    rules = [path.box for path in group if _rule(path.box)]
    cells = sum(path.filled and not _rule(path.box) for path in group)
    if len(rules) < 0.5 * (len(group) - cells) or _heights(rules, box) < RULES:
        return False
    around = union(rules)
    letters = sum(len(run.letters) for run in inside)
    within = sum(len(run.letters) for run in inside if holds(around, run.box))
    rows = {round(run.base / 6) for run in inside}
    return (
        letters >= CELL_LETTERS
        and len(inside) >= CELL_RUNS
        and len(rows) > 1
        and within >= IN_CELLS * letters
        and _filled(inside, around)
    )


def _rule(box: Box) -> bool:
    return box[2] - box[0] <= THIN or box[3] - box[1] <= THIN


def _heights(rules: list[Box], box: Box) -> int:
    """Counts the heights at which rules, in one piece or several, go through a table."""
    lengths: dict[int, float] = {}
    for rule in rules:
        if rule[2] - rule[0] > THIN:
            height = round(rule[1] / 3)
            lengths[height] = lengths.get(height, 0.0) + rule[2] - rule[0]
    return sum(length > LONG * (box[2] - box[0]) for length in lengths.values())


def _filled(inside: list[Run], around: Box) -> bool:
    """Says whether text stands in most of a table's height, as rows do."""
    step = max((around[3] - around[1]) / 8, 1.0)
    bands = {int((run.box[1] + run.box[3]) / 2 / step) for run in inside}
    return len(bands) >= min(5, len({round(run.base / 6) for run in inside}))
