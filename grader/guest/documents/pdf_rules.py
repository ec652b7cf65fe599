"""Tables that are ruled between their rows only: lines one below the other, cells between them."""

from .pdf_drawn import Path
from .pdf_runs import Run
from .pdf_space import Box, holds, union

NARROWEST = 90.0  # points
THIN = 2.6  # points of a rule
SAME = 3.0  # points between the ends of rules of one table
TOUCH = 3.0  # points between pieces of one rule
FEWEST = 3  # rules
HIGHEST = 420.0  # points
ROWS, CELLS = 2, 0.7  # rows of text; the share of them that has several cells
LETTERS = 14  # of a cell, on average
ROW = 6.0  # points between base lines of rows
MOST = 1_500  # rules that are looked at


def ruled_tables(paths: list[Path], runs: list[Run]) -> list[tuple[Box, list[Path]]]:
    """Finds tables by their horizontal rules; gives their rectangles and their rules."""
    flat = [path for path in paths if path.box[3] - path.box[1] <= THIN][:MOST]
    tables = []
    for group in _stacks(_whole(flat)):
        box = union(rule for rule, _ in group)
        if len(group) < FEWEST or box[3] - box[1] > HIGHEST:
            continue
        inside = [run for run in runs if holds(box, run.box)]
        if any(not path.straight for path in paths if holds(box, path.box)):
            continue  # a curve over its grid
        if _in_cells(inside):
            tables.append((box, [path for _, pieces in group for path in pieces]))
    return tables


def _whole(flat: list[Path]) -> list[tuple[Box, list[Path]]]:
    """Joins the pieces of each rule, as of one drawn cell by cell."""
    rules: list[tuple[Box, list[Path]]] = []
    for path in sorted(flat, key=lambda path: (round(path.box[1]), path.box[0])):
        last = rules[-1][0] if rules else None
        if (
            last is not None
            and abs(last[1] - path.box[1]) < THIN
            and path.box[0] <= last[2] + TOUCH
        ):
            rules[-1] = union([last, path.box]), [*rules[-1][1], path]
        else:
            rules.append((path.box, [path]))
    return [rule for rule in rules if rule[0][2] - rule[0][0] >= NARROWEST]


def _stacks(rules: list[tuple[Box, list[Path]]]) -> list[list[tuple[Box, list[Path]]]]:
    """Puts rules together that begin and end at the same places."""
    stacks: list[list[tuple[Box, list[Path]]]] = []
    for rule in rules:
        for stack in stacks:
            box = stack[-1][0]
            if abs(box[0] - rule[0][0]) < SAME and abs(box[2] - rule[0][2]) < SAME:
                stack.append(rule)
                break
        else:
            stacks.append([rule])
    return stacks


def _in_cells(inside: list[Run]) -> bool:
    """Says whether runs stand side by side in several rows, each of them short."""
    rows: dict[int, int] = {}
    for run in inside:
        rows[round(run.base / ROW)] = rows.get(round(run.base / ROW), 0) + 1
    several = sum(count > 1 for count in rows.values())
    letters = sum(len(run.letters) for run in inside)
    return several >= max(ROWS, CELLS * len(rows)) and letters <= LETTERS * len(inside)
