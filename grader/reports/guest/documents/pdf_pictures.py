"""Find the pictures of a page: rasters and drawings, joined where they overlap, with labels."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from .pdf_drawn import THIN, DrawnPage, Path, Raster
from .pdf_geometry import Box, area, common, holds, share, touch, union, wider
from .pdf_letters import Run

SMALLEST = (36.0, 24.0)  # points; a smaller picture is a bullet or an icon
TOUCH = 0.8  # points between strips of one picture
STRIP, TILES = 60.0, 5  # points; a narrower piece is a strip. So many pieces in one go are tiles
OUTSIDE, INSIDE = 0.2, 0.8  # share of a label: with less it is beside a raster, with more over it
OWN = 0.65  # share of a run inside the picture to which it belongs
MOST_RASTERS, MOST_STRIPS, MOST_PICTURES = 200, 2_000, 60  # of one page
RECENT = 40  # pictures, or strips of one, that are compared with a strip
MOST_LABELS = 150  # letters over a raster; more are not its labels
HALF = 0.5
SHARED = 0.3  # of the smaller of two pictures: with more in common, they are one
BACKGROUND = 0.6  # share of the page: text over such a large raster is the page's text

FIGURE = (60.0, 45.0)  # points; a smaller form is a marker of a plot, not a figure
FEWEST_PATHS, MOST_LETTERS = 4, 600  # of a figure, which has labels but no running text
NOTE_GAP = 12.0  # points between strokes that a person drew over a page

NEAR = 14.0  # points between a drawing and its label
ROUNDS = 3  # labels are added outwards: numbers, names of axes, a title
AFTER = 40  # objects: axis names are drawn soon after the last line
LONGEST_NAME, LONGEST_NUMBER = 40, 10  # letters
MARGIN = 3.0  # points around what is drawn
CAPTION = re.compile(
    r"\s*[(（〔【\[]?\s*(図表?|表|写真|グラフ|[Ff]ig(ure|\.)?|FIG(URE|\.)?|[Tt]able|TABLE)"
    r"\s*[-‐.:：]?\s*[0-9０-９一二三四五六七八九①-⑳A-Z]"
)
SENTENCE = re.compile(r"[。．、，]\s*$|[ぁ-ん]{5}")
NUMBER = re.compile(r"[\s0-9０-９.,+\-−–×x^%eE(){}μ]+$")
HEADING = re.compile(r"\s*([0-9０-９]+[.．]|第[0-9０-９一二三四五六七八九十]+[章節]|[■●◆§]|【)")
GAP = 9.0  # points between paths of one drawing
MOST_CELLS = 500  # cells of GAP points along either side of a page
FEWEST, SEGMENTS = 6, 16  # paths of a drawing, or lines and curves in them
WIDEST, HIGHEST = 90.0, 60.0  # points; anything smaller is no picture
NARROW, LOW = 60.0, 20.0  # points; anything smaller is no table either
PAGE = 0.8  # share of the page; a frame or ground of that size belongs to no drawing
WRITTEN = 0.28  # share of a drawing's area; with more text it is a block of text
LONG = 0.5  # share of a cluster's width that a full-width rule has
ROW = 6.0  # points between baselines of rows

MOST_GROUNDS = 300  # grounds examined on a page
EDGE = 4.0  # points
GROUND = 0.9  # of a frame's width
WIDE_GROUND, WRITTEN_GROUND = 150.0, 0.06  # points; share of text on the ground of a code listing
FEW_INSIDE, MOST_INSIDE = 3, 3_000  # paths inside a ground; paths examined

IN_CELLS = 0.8  # share of the letters inside a table's outermost rules
CELL_LETTERS, CELL_RUNS, RULES = 8, 3, 3
MOST_RULES, RULE = 1_500, 2.6  # rules examined; a rule's width in points
NARROWEST, TALLEST = 90.0, 420.0  # points of a table that has rules only between its rows
SAME = 3.0  # points between the ends of rules of one table, and between pieces of one rule
ROWS, CELLS = 2, 0.7  # rows of text; the share of them with several cells
CELL = 14  # letters of a cell on average

Ruled = tuple[Box, list[Path]]


class DrawnFigure(NamedTuple):
    """A picture on a page."""

    kind: str  # "raster", "vector"
    box: Box
    pixels: tuple[int, int] | None = None  # of a raster
    strokes: int = 0
    table: bool = False
    background: bool = False  # text over it is the page's own
    order: tuple[int, int] = (0, 0)  # its first and last object in drawing order
    form: int = 0


def find_figures(drawn: DrawnPage, runs: list[Run], size: tuple[float, float]) -> list[DrawnFigure]:
    """Find the pictures of a page, given its size in points and its visible runs."""
    forms = _forms(drawn, runs, size)
    own_forms = {form.form for form in forms}
    free = _joined([raster for raster in drawn.rasters if raster.form not in own_forms])
    large = sorted((raster for raster in free if is_large(raster.box)), key=lambda r: -area(r.box))
    rasters = [
        DrawnFigure(
            kind="raster",
            box=raster.box,
            pixels=raster.pixels,
            background=_is_ground(raster, size, runs),
            order=(raster.order, raster.order),
            form=raster.form,
        )
        for raster in large[:MOST_RASTERS]
    ]
    paths = [path for path in drawn.paths if path.form not in own_forms]
    drawings = [
        DrawnFigure(
            "vector",
            cluster.box,
            None,
            len(cluster.paths),
            cluster.table,
            order=_orders(cluster.paths),
        )
        for cluster in clusters(paths, runs, size)
        if not _lays_out(cluster, rasters, runs)
    ]
    figures = _united([*forms, *rasters, *drawings])[:MOST_PICTURES]
    figures = [
        figure._replace(box=_with_labels(figure, runs, drawn.texts, size)) for figure in figures
    ]
    joined = groups(drawn.notes, NOTE_GAP)
    notes = [union(drawn.notes[at] for at in group) for group in joined]
    return figures + [
        DrawnFigure("vector", box, strokes=1)
        for box in notes
        if is_large(box) and not any(common(box, wider(f.box, NOTE_GAP)) == box for f in figures)
    ]


def _lays_out(cluster: "Cluster", rasters: list[DrawnFigure], runs: list[Run]) -> bool:
    """Say whether rules lay out the page: a picture stands in a cell of text, or with its title."""
    titled = (CAPTION.match(run.text) and holds(cluster.box, run.box) for run in runs)
    holds_picture = any(holds(cluster.box, raster.box) for raster in rasters)
    return holds_picture and (cluster.table or any(titled))


def figure_of(run: Run, figures: list[DrawnFigure]) -> DrawnFigure | None:
    """Return the picture that contains a run, if any."""
    homes = (figure for figure in figures if not figure.background)
    return next((figure for figure in homes if share(run.box, figure.box) > OWN), None)


def covered(drawn: DrawnPage, size: tuple[float, float]) -> float:
    """Return the share of a page covered by rasters, on a grid of 50 by 50."""
    import numpy as np

    grid = np.zeros((50, 50), bool)
    for raster in drawn.rasters:
        left, right = (round(raster.box[side] / size[0] * 50) for side in (0, 2))
        top, bottom = (round(raster.box[side] / size[1] * 50) for side in (1, 3))
        grid[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)] = True
    return float(grid.mean())


def is_large(box: Box) -> bool:
    """Return whether a box can be a picture; a smaller one is a bullet, icon or margin mark."""
    return box[2] - box[0] >= SMALLEST[0] and box[3] - box[1] >= SMALLEST[1]


def _orders(things: list[Path] | list[Raster]) -> tuple[int, int]:
    orders = [thing.order for thing in things]
    return min(orders), max(orders)


def _forms(drawn: DrawnPage, runs: list[Run], size: tuple[float, float]) -> list[DrawnFigure]:
    """Find figures inserted as a whole: a form that holds a plot and its labels."""
    figures = []
    parts: dict[int, tuple[list[Path], list[Raster], list[Run]]] = {}
    for path in drawn.paths:
        parts.setdefault(path.form, ([], [], []))[0].append(path)
    for raster in drawn.rasters:
        parts.get(raster.form, ([], [], []))[1].append(raster)
    for run in runs:
        parts.get(drawn.texts.get(run.ink.order, (0, 0))[1], ([], [], []))[2].append(run)
    for form, (paths, rasters, texts) in parts.items():
        if not form:
            continue
        boxes = [path.box for path in paths] + [raster.box for raster in rasters]
        box = union(boxes + [run.box for run in texts])
        if (
            box[2] - box[0] >= FIGURE[0]
            and box[3] - box[1] >= FIGURE[1]
            and area(box) <= BACKGROUND * size[0] * size[1]
            and sum(len(run.letters) for run in texts) <= MOST_LETTERS
            and (len(paths) >= FEWEST_PATHS or rasters)
        ):
            pixels = sum(area(raster.box) for raster in rasters) > HALF * area(box)
            first, last = _orders(paths)
            if rasters:
                first, last = min(first, _orders(rasters)[0]), max(last, _orders(rasters)[1])
            kind = "raster" if pixels else "vector"
            figures.append(
                DrawnFigure(kind, box, strokes=len(paths), order=(first, last), form=form)
            )
    return figures


def _is_ground(raster: Raster, size: tuple[float, float], runs: list[Run]) -> bool:
    """Return whether the text over a raster is the page's own, as over a watermark."""
    if area(raster.box) > BACKGROUND * size[0] * size[1]:
        return True
    shares = [(share(run.box, raster.box), len(run.letters)) for run in runs if not run.ink.turns]
    beyond = sum(OUTSIDE < part < INSIDE for part, _ in shares)
    return beyond > 1 or sum(letters for part, letters in shares if part > HALF) > MOST_LABELS


def _joined(rasters: list[Raster]) -> list[Raster]:
    """Join strips and tiles of one picture."""
    pieces: list[list[Raster]] = []
    for raster in sorted(rasters, key=lambda raster: raster.order)[:MOST_STRIPS]:
        near = (g for g in pieces[-RECENT:] if any(_abut(o.box, raster.box) for o in g[-RECENT:]))
        home = next(near, None)
        if home is None:
            pieces.append([raster])
        else:
            home.append(raster)
    made = []
    for group in pieces:
        strips = any(min(r.box[2] - r.box[0], r.box[3] - r.box[1]) < STRIP for r in group)
        if len(group) == 1 or (len(group) < TILES and not strips):
            made += group
            continue
        box = union(raster.box for raster in group)
        density = max(r.pixels[0] / max(r.box[2] - r.box[0], 1.0) for r in group)
        pixels = round(density * (box[2] - box[0])), round(density * (box[3] - box[1]))
        made.append(group[0]._replace(box=box, pixels=pixels))
    return made


def _abut(first: Box, second: Box) -> bool:
    for side in (0, 1):  # the same extent along one axis, end to end along the other
        same = (
            abs(first[side] - second[side]) < TOUCH
            and abs(first[side + 2] - second[side + 2]) < TOUCH
        )
        ends = abs(first[3 - side] - second[1 - side]), abs(second[3 - side] - first[1 - side])
        if same and min(ends) < TOUCH:
            return True
    return False


def _united(figures: list[DrawnFigure]) -> list[DrawnFigure]:
    """Join pictures that overlap substantially, until none do."""
    left = list(figures)
    done: list[DrawnFigure] = []
    while left:
        figure = left.pop()
        other = next((other for other in left if _is_same(figure, other)), None)
        if other is None:
            done.append(figure)
            continue
        left.remove(other)
        box = union([figure.box, other.box])
        both = (figure, other)
        raster = any(part.kind == "raster" and area(part.box) > HALF * area(box) for part in both)
        left.append(
            DrawnFigure(
                kind="raster" if raster else "vector",
                box=box,
                strokes=figure.strokes + other.strokes,
                table=figure.table and other.table,
                order=(min(part.order[0] for part in both), max(part.order[1] for part in both)),
                form=figure.form if figure.form == other.form else 0,
            )
        )
    return sorted(done, key=lambda figure: (figure.box[1], figure.box[0]))


def _is_same(first: DrawnFigure, second: DrawnFigure) -> bool:
    small = max(min(area(first.box), area(second.box)), 1.0)
    most = HALF if first.kind == second.kind == "raster" else SHARED
    apart = first.background or second.background
    return not apart and area(common(first.box, second.box)) / small > most


def _with_labels(
    figure: DrawnFigure,
    runs: list[Run],
    texts: dict[int, tuple[int, int]],
    size: tuple[float, float],
) -> Box:
    """Widen a picture's box to the labels around its drawing; a raster keeps its box."""
    box, page = figure.box, (0.0, 0.0, *size)
    if figure.form:
        return common(wider(box, MARGIN), page)
    if figure.table or not figure.strokes:
        return common(wider(box, 1), page)
    near = [run for run in runs if touch(wider(box, 4 * NEAR), run.box)]
    for _ in range(ROUNDS):
        labels = [
            run.box
            for run in near
            if touch(wider(box, NEAR), run.box) and _is_label(run, box, figure, texts)
        ]
        labelled = union([box, *labels])
        if labelled == box or area(labelled) > 3 * area(figure.box) + 20_000:  # points²
            break
        box = labelled
    return common(wider(box, MARGIN), page)


def _is_label(run: Run, box: Box, figure: DrawnFigure, texts: dict[int, tuple[int, int]]) -> bool:
    text = run.text
    if CAPTION.match(text) or len(text) > LONGEST_NAME:
        return False
    if run.ink.turns or not run.upright:
        return True
    if len(text) <= LONGEST_NUMBER and NUMBER.match(text):
        return True
    around = wider(box, NEAR)
    across = around[0] <= run.box[0] and run.box[2] <= around[2]
    along = around[1] <= run.box[1] and run.box[3] <= around[3]
    if SENTENCE.search(text) or HEADING.match(text) or not (across or along):
        return False
    order = texts.get(run.ink.order, (-1, -1))[0]
    return figure.order[0] <= order <= figure.order[1] + AFTER


class Cluster(NamedTuple):
    """Paths that belong together."""

    box: Box
    paths: list[Path]
    table: bool


def clusters(paths: list[Path], runs: list[Run], size: tuple[float, float]) -> list[Cluster]:
    """Find drawings and ruled tables among the paths of a page, given its size in points."""
    usable = [path for path in paths if not _of_page(path.box, size)]
    rings = sorted((path for path in usable if path.ring), key=lambda path: -area(path.box))
    grounds = {path for path in rings[:MOST_GROUNDS] if _holds_text(path, usable, runs)}
    usable = [path for path in usable if path not in grounds]
    clusters_found: list[Cluster] = []
    for box, rules in _ruled_tables(usable, runs):
        if not any(holds(cluster.box, box) for cluster in clusters_found):
            clusters_found.append(Cluster(box, rules, table=True))
    tables = [cluster.box for cluster in clusters_found]
    usable = [path for path in usable if not any(holds(box, path.box, 2.0) for box in tables)]
    for near in groups([path.box for path in usable], GAP):
        group = [usable[at] for at in near]
        box = union(path.box for path in group)
        large = box[2] - box[0] >= NARROW and box[3] - box[1] >= LOW
        if large and not all(_is_frame(path, box) for path in group):
            inside = [run for run in runs if holds(box, run.box)]
            table = _is_table(group, box, inside)
            if table or _is_drawing(group, box, inside):
                clusters_found.append(Cluster(box, group, table))
    return clusters_found


def groups(boxes: Sequence[Box], gap: float) -> list[list[int]]:
    """Group rectangles that are closer than a gap, on a grid of that width."""
    import numpy as np

    if not boxes:
        return []
    places = [[min(max(int(side // gap), 0), MOST_CELLS) for side in box] for box in boxes]
    grid = np.zeros([1 + max(place[side] for place in places) for side in (3, 2)], bool)
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
    """Return whether a path is the page's frame or ground, or a rule along the whole page."""
    wide, high = (box[2] - box[0]) / size[0], (box[3] - box[1]) / size[1]
    return high > PAGE and (wide > PAGE or box[2] - box[0] <= THIN)


def _holds_text(path: Path, paths: list[Path], runs: list[Run]) -> bool:
    """Return whether a path is merely the ground or frame of running text or code."""
    box = path.box
    written = sum(area(run.box) for run in runs if holds(box, run.box))
    if box[2] - box[0] < WIDE_GROUND or written < WRITTEN_GROUND * area(box):
        return False
    inside = [other for other in paths[:MOST_INSIDE] if holds(box, other.box) and not other.ring]
    return len(inside) < FEW_INSIDE and all(other.straight for other in inside)


def _is_frame(path: Path, box: Box) -> bool:
    """Return whether a path frames its group or fills it."""
    left, top, right, bottom = path.box
    wide, high, width = right - left, bottom - top, box[2] - box[0]
    if not path.straight:
        return False
    if path.filled and wide >= GROUND * width:  # the ground of a line of text
        return True
    if wide > THIN and high > THIN:  # a rectangle: the frame itself
        return wide > width - EDGE and high > (box[3] - box[1]) - EDGE
    if wide >= high:
        return top - box[1] < EDGE or box[3] - bottom < EDGE
    return left - box[0] < EDGE or box[2] - right < EDGE


def _is_drawing(group: list[Path], box: Box, inside: list[Run]) -> bool:
    many = len(group) >= FEWEST or sum(path.segments for path in group) >= SEGMENTS
    large = box[2] - box[0] >= WIDEST and box[3] - box[1] >= HIGHEST
    return many and large and sum(area(run.box) for run in inside) < WRITTEN * area(box)


def _is_table(group: list[Path], box: Box, inside: list[Run]) -> bool:
    """Return whether straight rules enclose cells of text; labels of axes lie outside the rules."""
    rules = [path.box for path in group if _is_rule(path.box)]
    cells = sum(path.filled and not _is_rule(path.box) for path in group)
    straight = sum(path.straight for path in group) >= 0.95 * len(group)
    if not straight or not rules or len(rules) < 0.5 * (len(group) - cells):
        return False
    lengths: Counter[int] = Counter()  # total length of the rules at each height
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
        and len(bands) >= min(5, len(rows))  # text over most of its height, as in rows
    )


def _is_rule(box: Box) -> bool:
    return box[2] - box[0] <= THIN or box[3] - box[1] <= THIN


def _ruled_tables(paths: list[Path], runs: list[Run]) -> list[Ruled]:
    """Find tables with rules only between their rows, from rules one below another."""
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
    """Return whether runs stand side by side in several rows, all of them short."""
    rows = Counter(round(run.base / ROW) for run in inside)
    several = sum(count > 1 for count in rows.values())
    letters = sum(len(run.letters) for run in inside)
    return several >= max(ROWS, CELLS * len(rows)) and letters <= CELL * len(inside)
