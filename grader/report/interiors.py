"""Weighs what lies inside a pair of axes: curves speak for a plot, lines of words against it."""

from itertools import pairwise
from typing import Any

from grader.report import strokes
from grader.report.scenes import Box, Scene
from grader.report.strokes import Stroke
from grader.report.ticks import Labels
from grader.report.tokens import TOKENS, Tokens

APART = 22  # grey levels between the paper inside the axes and something drawn there
MOST = 0.3  # the best that an inside can add
FLAT = 0.55  # share of an inside that paper and two more colours cover
GRID = 0.6  # of the side of a box: shorter strokes are data, longer ones lines of a grid
RULED, GAP = 0.85, 9  # of a row or column of points that is a line of a grid; pixels of a gap
PART, WHOLE = 0.15, 0.8  # of a box: rules across may be broken, edges of bars are short
LEGEND, LINE = 8, 3  # words: a legend has fewer, a line of text at least so many
VIVID = 50  # levels between the channels of a colour
THICK = 12  # pixels of a curve with its marks
SHADE = 6  # grey levels between two papers
BINS = 24  # across the box, to see how far what is drawn reaches
FILLED = frozenset({"picture-inside", "cells"})
EMPTY = 0.05  # of the width: less is drawn in an empty frame
BESIDE = 0.9  # of the height: what is drawn so far down is the paper beside a plot's own
CENTRE = 0.12  # of the box at every side, which the frame may not reach
NEARLY = 24  # levels of a colour between points of one area
SOME, TWO = 0.08, 0.85  # of an inside: paper between bars, and both together
GREYISH, LIKE = 40, 100  # levels of a colour: hardly one, and near to that of the paper around
EDGE, MARGIN = 8, 0.8  # pixels at an edge of the inside, and how much of two of them is paper
COVERED, REACHED = 0.1, 0.75  # of an edge that is paper: less, and a picture covers or reaches it
TINGED = 0.01  # of an inside in colour: no picture in grey
BROAD, CORNERED = 0.08, 0.9  # of a side: an area of a drawing; of its frame: a rectangle
ROOM = 0.07  # of a side: between an axis and what stands on it
HALF = 0.5  # of a panel's edges, of what lies along an edge
ENOUGH = 8_000  # points that show the commonest colour
PAPER = 0.2  # of an inside, which shows the paper
CELLS, SIDE = 6, 3  # words of a table at least, and its rows or columns


def weighed(scene: Scene, box: Box) -> dict[str, float]:
    """Weighs the inside of a box."""
    reach, coloured = _drawn(scene, box)
    return {
        "drawn": 0.15 * (reach > 0.2) + 0.15 * coloured,  # noqa: PLR2004  a fifth of the width
        "text": -_text(scene.tokens, box),
        "noise": -0.8 * max(0.0, min(1.0, (0.7 - scene.paper.flat) * 3)),
    }


def doubt(scene: Scene, box: Box, *, evident: bool) -> str:
    """Names what keeps axes from being a plot: nothing in them, a picture, or a table of cells.

    Axes that are evident by themselves are looked at once more for a picture in grey.
    """
    if _drawn(scene, box, words=True)[0] < EMPTY:
        return "nothing-inside"
    if _cells(scene.tokens, box):
        return "cells"
    filled = _filled(scene, box) or (
        evident and (_reaches_edges(scene, box) or _floats(scene, box))
    )
    return "picture-inside" if filled else ""


def _drawn(scene: Scene, box: Box, *, words: bool = False) -> tuple[float, bool]:
    """Says how far marks reach that are no strokes, nor `words`, and whether in colour."""
    import numpy as np

    left, top, right, bottom = _within(scene, box, 0.0)
    grey = scene.paper.grey[top:bottom, left:right].astype(np.int16)
    if grey.shape[0] < BINS or grey.shape[1] < BINS:
        return 0.0, False
    marks = np.abs(grey - int(np.median(grey))) > APART
    across, down = (_rules(marks, axis, scene.tokens.high) for axis in (1, 0))
    for x0, y0, x1, y1 in scene.tokens.boxes[words * TOKENS :].astype(int) - (left, top, left, top):
        marks[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)] = False
    wide, high = right - left, bottom - top
    for stroke in scene.across:
        if stroke.end - stroke.start > GRID * wide:
            marks[max(0, int(stroke.at) - top - 1) : max(0, int(stroke.at) - top + 2)] = False
    for stroke in scene.down:
        if stroke.end - stroke.start > GRID * high:
            marks[:, max(0, int(stroke.at) - left - 1) : max(0, int(stroke.at) - left + 2)] = False
    marks[across] = False  # lines of a grid so close to each other that they are no strokes
    marks[:, down] = False
    parts = np.array_split(marks, BINS, axis=1)
    filled = [part.sum() >= 2 and part.mean() < BESIDE for part in parts]  # noqa: PLR2004
    rgb = scene.paper.colours[top:bottom, left:right][marks].astype(np.int16)
    vivid = (rgb.max(axis=1) - rgb.min(axis=1) > VIVID).mean() if len(rgb) else 0.0
    return float(np.mean(filled)), bool(vivid > 0.25)  # noqa: PLR2004


def _rules(marks: Any, axis: int, most: float) -> Any:
    """Says which rows of marks are lines of a grid, dashed ones too, and no broader than `most`."""
    import numpy as np
    from scipy import ndimage

    rules = np.zeros(marks.shape[1 - axis], bool)
    for lines in (marks, ndimage.maximum_filter1d(marks.view(np.uint8), GAP, axis)):
        runs, _ = ndimage.label(lines.mean(axis=axis) > RULED)
        rules |= (runs > 0) & (np.bincount(runs)[runs] <= most)
    return rules


def _within(scene: Scene, box: Box, share: float) -> tuple[int, int, int, int]:
    """The box without the ticks at its edges, and without a share of it at every side."""
    left, top, right, bottom = box
    wide, high, ticks = share * (right - left), share * (bottom - top), 1.2 * scene.tokens.high
    sides = left + ticks + wide, top + 2 + high, right - 2 - wide, bottom - ticks - high
    return tuple(max(0, int(side)) for side in sides)  # type: ignore[return-value]  # four


def panel(scene: Scene, column: Labels, box: Box) -> bool:
    """Says whether the paper inside the axes has another shade than that under their labels."""
    import numpy as np

    left, top, right, bottom = (max(0, int(v)) for v in box)
    first, last = sorted((int(column.outer), int(column.inner)))
    inside, beside = (
        scene.paper.grey[top:bottom, left:right],
        scene.paper.grey[top:bottom, first:last],
    )
    if not inside.size or not beside.size:
        return False
    return abs(float(np.median(inside)) - float(np.median(beside))) > SHADE


def _filled(scene: Scene, box: Box) -> bool:
    """Says whether the box is full of a picture, as a matrix of colours or a photo with axes is.

    A plot shows the paper around it, or nearly that: of a picture hardly a point is like it.
    """
    import numpy as np

    left, top, right, bottom = _within(scene, box, CENTRE)
    inside = scene.paper.colours[top:bottom, left:right].reshape(-1, 3).astype(np.int16)
    if not len(inside):
        return False
    around = _common(_around(scene, box))
    own, most = _share(inside, around), _share(inside, _common(inside))
    if own < PAPER and (
        own < SOME or own + most < TWO
    ):  # a plot's own background is pale, and all around its data
        shown = scene.paper.colours[top:bottom, left:right]
        edges = [
            edge.reshape(-1, 3)
            for edge in (shown[:EDGE], shown[-EDGE:], shown[:, :EDGE], shown[:, -EDGE:])
        ]
        paper = _common(np.concatenate(edges))
        like = np.ptp(paper) <= GREYISH and np.abs(paper - around).max() <= LIKE
        if not like or _share(inside, paper) < PAPER:
            return True
        if sorted(_share(edge, paper) for edge in edges)[2] < MARGIN:
            return True
    grey = scene.paper.grey[top:bottom, left:right]
    counts = np.bincount(grey.ravel(), minlength=256)
    most = 0.0
    for _ in range(3):  # the paper, and areas of two more colours
        middle = int(counts.argmax())
        near = slice(max(0, middle - 12), middle + 13)
        most += float(counts[near].sum())
        counts[near] = 0
    return bool(most < FLAT * grey.size)


def _reaches_edges(scene: Scene, box: Box) -> bool:
    """Says whether what is drawn covers one edge of the box and reaches two more.

    So does a picture in grey. Data reach two at most, bars the lower one, and leave room beside.
    """
    import numpy as np

    left, top, right, bottom = _within(scene, box, 0.0)
    shown = scene.paper.colours[top:bottom, left:right].astype(np.int16)
    if min(shown.shape[:2]) < BINS:
        return False
    # Each strip as lines that go inwards: an axis or a frame within it takes a few of their points.
    strips = [
        shown[:EDGE].transpose(1, 0, 2),
        shown[-EDGE:].transpose(1, 0, 2),
        shown[:, :EDGE],
        shown[:, -EDGE:],
    ]
    edges = [strip.reshape(-1, 3) for strip in strips]
    papers = [_common(_around(scene, box)), _common(np.concatenate(edges))]
    if sorted(_share(edge, papers[1]) for edge in edges)[1] < HALF:
        papers.pop()  # no panel, which shows at all its edges
    shares = []
    for strip in strips:
        like = [(np.abs(strip - paper) <= NEARLY).all(axis=2) for paper in papers]
        shares.append(float((np.any(like, axis=0).mean(axis=1) > HALF).mean()))
    shares.sort()
    return shares[0] < COVERED and shares[2] < REACHED


def _floats(scene: Scene, box: Box) -> bool:
    """Says whether a broad even area stands free inside a box without colours, and is no rectangle.

    A drawing in grey has such areas. Those of data stand on an axis, have corners, or are thin.
    """
    import numpy as np
    from scipy import ndimage

    left, top, right, bottom = _within(scene, _along_axes(scene, box), 0.0)
    shown = scene.paper.colours[top:bottom, left:right]
    if min(shown.shape[:2]) < BINS or (np.ptp(shown[::2, ::2], axis=2) > GREYISH).mean() > TINGED:
        return False
    grey = scene.paper.grey[top:bottom, left:right].astype(np.int16)
    edges = np.concatenate(
        [grey[:EDGE].ravel(), grey[-EDGE:].ravel(), grey[:, :EDGE].ravel(), grey[:, -EDGE:].ravel()]
    )
    paper = int(np.bincount(edges).argmax())
    broad = int(BROAD * min(grey.shape))
    even = ndimage.maximum_filter(grey, broad) - ndimage.minimum_filter(grey, broad) <= APART
    areas, _ = ndimage.label(even & (np.abs(grey - paper) > APART))
    below, beside = (broad // 2 + ROOM * side for side in grey.shape)
    for number, (rows, columns) in enumerate(ndimage.find_objects(areas), start=1):
        stands = columns.start <= beside or grey.shape[0] - rows.stop <= below
        if not stands and (areas[rows, columns] == number).mean() < CORNERED:
            return True
    return False


def _along_axes(scene: Scene, box: Box) -> Box:
    """The box as far as the strokes at its left and its foot reach: labels may end before."""
    left, top, right, bottom = box
    near = 3 * scene.tokens.high
    side = max((s for s in scene.down if abs(s.at - left) < near), key=_length, default=None)
    foot = max((s for s in scene.across if abs(s.at - bottom) < near), key=_length, default=None)
    if side and foot and 2 * _length(side) > bottom - top and 2 * _length(foot) > right - left:
        return side.at, float(side.start), float(foot.end), foot.at
    return box


def _length(stroke: Stroke) -> int:
    return stroke.end - stroke.start


def _around(scene: Scene, box: Box) -> Any:
    """The points beside and below the box, where labels stand."""
    import numpy as np

    left, _, right, bottom = (max(0, int(side)) for side in box)
    colours, reach = scene.paper.colours, int(3 * scene.tokens.high)
    below = colours[bottom : bottom + reach, left:right].reshape(-1, 3)
    beside = colours[:, max(0, left - reach) : left].reshape(-1, 3)
    around = np.concatenate([below, beside])
    return around if len(around) else colours.reshape(-1, 3)


def _common(points: Any) -> Any:
    """The commonest colour among points, of sixteen levels a channel, as it is drawn."""
    import numpy as np

    points = points[:: max(1, len(points) // ENOUGH)]
    levels = (points >> 4).astype(np.int32)
    keys = (levels[:, 0] << 8) + (levels[:, 1] << 4) + levels[:, 2]
    members = points[keys == np.bincount(keys).argmax()]
    return np.median(members, axis=0).astype(np.int16)


def _share(points: Any, colour: Any) -> float:
    """What share of points has a colour, nearly."""
    import numpy as np

    return float((np.abs(points.astype(np.int16) - colour) <= NEARLY).all(axis=1).mean())


def _cells(tokens: Tokens, box: Box) -> bool:
    """Says whether words stand in rows and columns inside the box: a table, coloured or not."""
    import numpy as np

    boxes = tokens.boxes[_inside(tokens.boxes, box)]
    if len(boxes) < CELLS:
        return False
    counts = []
    for first, room in ((1, box[3] - box[1]), (0, box[2] - box[0])):
        places = np.sort((boxes[:, first] + boxes[:, first + 2]) / 2)
        groups = np.split(places, np.flatnonzero(np.diff(places) > 1.2 * tokens.high) + 1)
        middles = np.array([np.median(group) for group in groups])
        steps = np.diff(middles)
        if (
            len(groups) < SIDE
            or middles[-1] - middles[0] < 0.5 * room
            or np.ptp(steps) > 0.3 * steps.mean()
        ):
            return False
        counts.append(len(groups))
    return len(boxes) >= 0.5 * counts[0] * counts[1]


def curve(scene: Scene) -> bool:
    """Says whether a thin line goes far and rises, as data do, and no rule or letter."""
    import numpy as np
    from scipy import ndimage

    paper = scene.paper
    vivid = np.where(np.ptp(paper.colours, axis=2) > VIVID, np.uint8(255), np.uint8(0))
    ink = np.maximum(paper.ink, vivid)  # lines too broad for ink are in colour
    marks = strokes.without(ink, scene.across, scene.down, paper.scale) > APART
    tall, wide = marks.shape
    labels, _ = ndimage.label(marks, np.ones((3, 3)))
    for number, place in enumerate(ndimage.find_objects(labels), start=1):
        rows, columns = place
        if columns.stop - columns.start < 0.3 * wide or rows.stop - rows.start < 0.12 * tall:
            continue
        line = labels[place] == number
        first, last = line.argmax(axis=0), line.shape[0] - line[::-1].argmax(axis=0)
        high, low = np.percentile(first, (10, 90))
        thick = np.median(last - first)
        if thick <= max(THICK, 0.07 * tall) and low - high > 0.08 * tall:
            return True
    return False


def words(tokens: Tokens, box: Box) -> int:
    """Counts words inside a box."""
    return int(_inside(tokens.boxes, box).sum())


def _inside(boxes: Any, box: Box) -> Any:
    left, top, right, bottom = box
    return (
        (boxes[:, 0] > left) & (boxes[:, 2] < right) & (boxes[:, 1] > top) & (boxes[:, 3] < bottom)
    )


def _text(tokens: Tokens, box: Box) -> float:
    """Weighs words in lines inside the axes: a legend is little, a table is much."""
    import numpy as np

    boxes, high = tokens.boxes, tokens.high
    left, top, right, bottom = box
    tall = boxes[:, 3] - boxes[:, 1]
    text = boxes[_inside(boxes, box) & (tall > 0.6 * high) & (tall < 1.6 * high)]
    if len(text) < LEGEND:
        return 0.0
    area = ((text[:, 2] - text[:, 0]) * (text[:, 3] - text[:, 1])).sum()
    share = area / max(1.0, (right - left) * (bottom - top))
    lines = np.unique(np.round(text[:, 3] / max(2.0, high / 3)), return_counts=True)[1]
    together = lines[lines >= LINE].sum() / len(text)
    return float(min(1.2, share * 8 * together))


def between(scene: Scene, column: Labels | None, row: Labels | None, box: Box) -> float:
    """Says whether rules run between the labels, as in a table: 1.0 both ways, 0.5 one way."""
    left, _, right, bottom = box
    wide, high = right - left, bottom - box[1]
    across = [s.at for s in scene.across if s.start < left + 0.3 * wide and _spans(s, PART * wide)]
    down = [s.at for s in scene.down if s.end > bottom - 0.3 * high and _spans(s, WHOLE * high)]
    rules = column is not None and _separated(across, column)
    sides = row is not None and _separated(down, row)
    return 0.5 * (rules or sides) + 0.5 * (rules and sides)


def _spans(stroke: Stroke, least: float) -> bool:
    return stroke.end - stroke.start > least


def _separated(places: list[float], labels: Labels) -> bool:
    """Says whether strokes run between most labels and through few of them."""
    middles = [(a + b) / 2 for a, b in pairwise(labels.centres)]
    reach = 0.25 * labels.pitch
    through = sum(any(abs(at - c) < reach for at in places) for c in labels.centres)
    aside = sum(any(abs(at - m) < reach for at in places) for m in middles)
    return aside >= 0.7 * len(middles) and through <= 0.5 * len(labels.centres)
