"""The pictures of a page: rasters and drawings, joined where they overlap, with their labels."""

from typing import NamedTuple

from .pdf_clusters import Cluster, clusters
from .pdf_drawn import DrawnPage, Raster
from .pdf_figures import Figure, find_figures
from .pdf_labels import with_labels
from .pdf_runs import Run
from .pdf_space import Box, area, common, union

SMALLEST = (36.0, 24.0)  # points of a raster that is a picture; smaller is a bullet or an icon
TOUCH = 0.8  # points between strips of one picture
STRIP = 60.0  # points: a piece that low or narrow is no picture of its own
OUTSIDE, INSIDE = 0.2, 0.8  # of a label: less stands beside a raster, more stands over it
OWN = 0.65  # of a run: so much of it lies in the picture to which it belongs
MOST_RASTERS, MOST_PICTURES = 200, 60  # of one page
MOST_LABELS = 150  # letters over a raster that can be its labels
HALF = 0.5
TILES = 5  # so many pieces in one go are tiles
SHARED = 0.3  # of the smaller of two pictures: they are one
BACKGROUND = 0.6  # of the page: text over a raster that large is the page's text


class Found(NamedTuple):
    """A picture on a page."""

    kind: str  # "raster", "vector"
    box: Box
    pixels: tuple[int, int] | None  # of a raster
    strokes: int
    table: bool
    background: bool  # text over it is the page's own
    order: tuple[int, int]  # first and last object of it in the order of drawing
    form: int


def find_pictures(drawn: DrawnPage, runs: list[Run], size: tuple[float, float]) -> list[Found]:
    """Finds the pictures of a page of a size in points."""
    seen = [run for run in runs if not run.ink.unseen]
    figures = find_figures(drawn, seen, size)
    forms = {one.form for one in figures}
    free = [one for one in drawn.rasters if one.form not in forms]
    large = [one for one in _joined(free) if is_large(one.box)]
    large = sorted(large, key=lambda one: -area(one.box))[:MOST_RASTERS]
    rasters = [_of_raster(one, size, seen) for one in large]
    paths = [one for one in drawn.paths if one.form not in forms]
    drawings = [_of_cluster(one) for one in clusters(paths, seen, size)]
    found = _united([*(_of_figure(one) for one in figures), *rasters, *drawings])
    return [
        one._replace(box=with_labels(one, seen, drawn.texts, size)) for one in found[:MOST_PICTURES]
    ]


def covered(drawn: DrawnPage, size: tuple[float, float]) -> float:
    """Gives the share of a page that lies under rasters, by a grid of 50 by 50."""
    import numpy as np

    grid = np.zeros((50, 50), bool)
    for raster in drawn.rasters:
        left, right = (round(raster.box[side] / size[0] * 50) for side in (0, 2))
        top, bottom = (round(raster.box[side] / size[1] * 50) for side in (1, 3))
        grid[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)] = True
    return float(grid.mean())


def is_large(box: Box) -> bool:
    """Says whether it can be a picture; smaller is a bullet, an icon, a mark in the margin."""
    return box[2] - box[0] >= SMALLEST[0] and box[3] - box[1] >= SMALLEST[1]


def _is_ground(raster: Raster, size: tuple[float, float], runs: list[Run]) -> bool:
    """Says whether the text over a raster is the page's own, as over a watermark."""
    if area(raster.box) > BACKGROUND * size[0] * size[1]:
        return True
    shares = [(_share(run.box, raster.box), run) for run in runs if run.ink.turns == 0]
    beyond = sum(OUTSIDE < share < INSIDE for share, _ in shares)
    return (
        beyond > 1 or sum(len(run.letters) for share, run in shares if share > HALF) > MOST_LABELS
    )


def _share(inner: Box, box: Box) -> float:
    """Gives how much of a rectangle lies in another."""
    return area(common(inner, box)) / max(area(inner), 1e-6)


def _of_raster(raster: Raster, size: tuple[float, float], runs: list[Run]) -> Found:
    return Found(
        kind="raster",
        box=raster.box,
        pixels=raster.pixels,
        strokes=0,
        table=False,
        background=_is_ground(raster, size, runs),
        order=(raster.order, raster.order),
        form=raster.form,
    )


def _of_figure(figure: Figure) -> Found:
    orders = [one.order for one in figure.paths] + [one.order for one in figure.rasters]
    raster = sum(area(one.box) for one in figure.rasters) > HALF * area(figure.box)
    return Found(
        kind="raster" if raster else "vector",
        box=figure.box,
        pixels=None,
        strokes=len(figure.paths),
        table=False,
        background=False,
        order=(min(orders), max(orders)),
        form=figure.form,
    )


def _of_cluster(cluster: Cluster) -> Found:
    return Found(
        kind="vector",
        box=cluster.box,
        pixels=None,
        strokes=len(cluster.paths),
        table=cluster.table,
        background=False,
        order=(
            min(path.order for path in cluster.paths),
            max(path.order for path in cluster.paths),
        ),
        form=0,
    )


def _joined(rasters: list[Raster]) -> list[Raster]:
    """Joins strips and tiles of one picture."""
    left = sorted(rasters, key=lambda raster: raster.order)
    groups: list[list[Raster]] = []
    for raster in left[:2_000]:
        home = next((g for g in groups[-40:] if any(_abut(o, raster) for o in g[-40:])), None)
        if home is None:
            groups.append([raster])
        else:
            home.append(raster)
    return [one for group in groups for one in _one_of(group)]


def _one_of(group: list[Raster]) -> list[Raster]:
    low = sum(min(one.box[2] - one.box[0], one.box[3] - one.box[1]) < STRIP for one in group)
    if len(group) == 1 or (len(group) < TILES and low == 0):
        return group
    first = group[0]
    box = union(one.box for one in group)
    density = max(one.pixels[0] / max(one.box[2] - one.box[0], 1.0) for one in group)
    pixels = round(density * (box[2] - box[0])), round(density * (box[3] - box[1]))
    return [first._replace(box=box, pixels=pixels)]


def _abut(first: Raster, second: Raster) -> bool:
    one, two = first.box, second.box
    same_x = abs(one[0] - two[0]) < TOUCH and abs(one[2] - two[2]) < TOUCH
    same_y = abs(one[1] - two[1]) < TOUCH and abs(one[3] - two[3]) < TOUCH
    below = min(abs(one[3] - two[1]), abs(two[3] - one[1])) < TOUCH
    beside = min(abs(one[2] - two[0]), abs(two[2] - one[0])) < TOUCH
    return (same_x and below) or (same_y and beside)


def _united(found: list[Found]) -> list[Found]:
    """Joins pictures of which a good part lies in each other, until none do."""
    left = list(found)
    done: list[Found] = []
    while left:
        one = left.pop()
        other = next((two for two in left if _is_one(one, two)), None)
        if other is None:
            done.append(one)
        else:
            left.remove(other)
            left.append(_both(one, other))
    return sorted(done, key=lambda one: (one.box[1], one.box[0]))


def _is_one(one: Found, two: Found) -> bool:
    if one.background or two.background:
        return False
    small = min(area(one.box), area(two.box))
    share = area(common(one.box, two.box)) / max(small, 1.0)
    return share > (HALF if one.kind == two.kind == "raster" else SHARED)


def _both(one: Found, two: Found) -> Found:
    box = union([one.box, two.box])
    rasters = [found for found in (one, two) if found.kind == "raster"]
    raster = any(area(found.box) > HALF * area(box) for found in rasters)
    return Found(
        kind="raster" if raster else "vector",
        box=box,
        pixels=None,
        strokes=one.strokes + two.strokes,
        table=one.table and two.table,
        background=False,
        order=(min(one.order[0], two.order[0]), max(one.order[1], two.order[1])),
        form=one.form if one.form == two.form else 0,
    )


def picture_of(run: Run, found: list[Found]) -> Found | None:
    """Says in which picture a run stands, if in any."""
    homes = (one for one in found if not one.background)
    return next((one for one in homes if _share(run.box, one.box) > OWN), None)
