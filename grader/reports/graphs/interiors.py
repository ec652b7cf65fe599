"""Score the contents of a pair of axes: curves speak for a plot, lines of text against it."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from grader.model.document import Box
from grader.reports.graphs.labels import Scene
from grader.reports.graphs.marks import (
    Components,
    Runs,
    Stroke,
    Tokens,
    components,
    runs_of,
    share,
    windowed,
    without_strokes,
)

Parts = dict[str, float]  # evidence for and against a pair of axes being a plot
LEAST = 0.4  # lower scores count as nothing
DOUBTED = 1.7  # axes around a photo or nothing: not certainly a graph, a person decides
SEEN = 0.1  # evidence that weighs less is not listed
APART = 22  # grey levels between the paper inside the axes and a mark on it
MOST = 0.3  # maximum that the contents can add to the score
FLAT = 0.55  # share of the inside that paper and two more colours cover in a drawing
RULED, GAP = 0.85, 9  # of a row or column of points that is a line of a grid; pixels of a gap
LEGEND, LINE = 8, 3  # words: a legend has fewer, a line of text at least this many
VIVID = 50  # levels between the channels of a colour
THICK = 12  # pixels of a curve with its marks
SHADES = 12  # grey levels on either side of an area's
STEP = 8  # rows and columns, of which one is looked at first
BINS = 24  # across the box, to see how far what is drawn reaches
FILLED = frozenset({"picture-inside", "cells"})
DOUBTS = FILLED | {"nothing-inside"}
EMPTY = 0.05  # of the width: marks that reach less far leave a frame empty
BESIDE = 0.9  # of the height: what is drawn so far down is the paper beside a plot's own
NEARLY = 24  # levels of a colour between points of one area
GREYISH = 40  # levels between the channels of hardly a colour
EDGE = 8  # pixels at an edge of the inside
COVERED, REACHED = 0.1, 0.75  # of an edge that is paper: less, and a picture covers or reaches it
TINGED = 0.01  # share of the inside in colour: no grey picture has that much
DARKER = 128  # levels, in the brightest channel, from paper to what is no panel of a plot
BROAD, CORNERED = 0.08, 0.9  # of a side: an area of a drawing; of its frame: a rectangle
TICK, DASH, FRAME = 1.2, 3, 3  # heights of a glyph; pixels of what is thin, of a frame
FOOT = 3  # points at the end of an area with which it is on an axis
ROOM = 0.07  # of a side: between an axis and what is on it
HALF = 0.5  # of a panel's edges, of what lies along an edge
ENOUGH = 8_000  # pixels that suffice to find the commonest colour
CELLS, SIDE = 6, 3  # words of a table at least, and its rows or columns
BROADER, NEIGHBOURS = 1.8, 2  # heights of a word, and how many more beside it belong to its line
KEY = 5  # heights of a glyph: the mark of the data before a word of a legend
SIDES = 0.8  # of each side of a frame, whose corners may be round


class Drawn(Struct, frozen=True):
    """Marks inside a box: the share of its width that they cover, and whether they are coloured."""

    reach: float
    coloured: bool


def weighed(scene: Scene, box: Box, parts: Parts) -> tuple[float, tuple[str, ...]]:
    """Add the evidence inside axes to the other evidence; return their score and the reasons.

    Axes around a photo, a table or nothing get a lower, doubtful score.
    """
    drawn = drawn_inside(scene, box)
    parts = parts | {
        "drawn": 0.15 * (drawn.reach > 0.2) + 0.15 * drawn.coloured,  # noqa: PLR2004  a fifth of the width
        "text": -_text_share(scene.tokens, box),
        "noise": -0.8 * max(0.0, min(1.0, (0.7 - scene.paper.flat) * 3)),
    }
    why = tuple(name for name, value in parts.items() if abs(value) >= SEEN)
    score = sum(parts.values())
    if score > LEAST and (doubt := _doubt(scene, box, drawn)):
        score, why = min(score, DOUBTED), (*why, doubt)
    return score, why


def _doubt(scene: Scene, box: Box, drawn: Drawn) -> str:
    """Return why axes are no plot: nothing inside them, a picture, or table cells; else ""."""
    if drawn.reach < EMPTY:
        return "nothing-inside"
    if _cells(scene.tokens, box):
        return "cells"
    return "picture-inside" if is_picture(scene, _along_axes(scene, box)) else ""


def drawn_inside(scene: Scene, box: Box) -> Drawn:
    """Measure marks in a box that are neither straight lines nor text."""
    import numpy as np

    left, top, right, bottom = _within(scene, _along_axes(scene, box))
    grey = scene.paper.grey[top:bottom, left:right]
    if grey.shape[0] < BINS or grey.shape[1] < BINS:
        return Drawn(reach=0.0, coloured=False)
    marks = ~_near(grey, _median(grey), APART)
    across, down = (_rules(marks, axis, scene.tokens.high) for axis in (1, 0))
    beside = [_is_beside(part) for part in np.array_split(marks, BINS, axis=1)]
    written = _written(scene.tokens)
    marks[across] = False
    marks[:, down] = False
    pieces = components(marks)
    drawn = _no_ticks(pieces, scene)
    drawn[_frames(pieces, drawn, written - (left, top, left, top))] = False
    marks = _painted(pieces.only(drawn))
    for x0, y0, x1, y1 in written.astype(int) - (left, top, left, top):
        marks[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)] = False
    parts = np.array_split(marks, BINS, axis=1)
    filled = [
        bool(np.count_nonzero(part) >= 2 and not aside)  # noqa: PLR2004
        for part, aside in zip(parts, beside, strict=True)
    ]
    in_colour = vivid(scene.paper.colours[:, top:bottom, left:right])
    coloured = np.count_nonzero(marks & in_colour) > 0.25 * np.count_nonzero(marks)
    return Drawn(reach=float(np.mean(filled)), coloured=bool(coloured))


def _is_beside(part: Any) -> bool:
    """Return whether a strip is the paper beside a plot's own: a bar leaves some free above it."""
    return share(part) >= BESIDE and share(part[:EDGE]) > HALF


def _no_ticks(pieces: Components, scene: Scene) -> Any:
    """Return which pieces are neither thin, nor short and at an edge."""
    import numpy as np

    high, wide = pieces.runs.shape
    left, top, right, bottom = pieces.boxes.T
    long, short = (pick(right - left, bottom - top) for pick in (np.maximum, np.minimum))
    at_edge = (left <= 1) | (top <= 1) | (right >= wide - 1) | (bottom >= high - 1)
    tick = at_edge & (long <= TICK * scene.tokens.high)
    return ~tick & (short > DASH * scene.paper.scale)


def _written(tokens: Tokens) -> Any:
    """Return the boxes of texts in a picture, each extended by the mark or dash before it.

    A mark or a dash is as large as a word, so that only what is as broad as two letters is one for
    sure, and then what is beside it. Before a word of a legend stands the mark of its data.
    """
    boxes, high = tokens.boxes, tokens.high
    wide, tall = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    text = (tall > 0.6 * high) & (tall < 1.6 * high) & (wide > BROADER * high)
    for _ in range(NEIGHBOURS):
        sure = boxes[text]
        level = _shared(boxes, sure, 1) > 0.5 * high
        text |= (level & (_shared(boxes, sure, 0) > -1.2 * high)).any(axis=1)
    return boxes[text] + (-KEY * high, 0, high, 0)


def _shared(boxes: Any, others: Any, axis: int) -> Any:
    """Return the overlap of each box with each other one along an axis; negative for a gap."""
    import numpy as np

    first = np.maximum(boxes[:, None, axis], others[None, :, axis])
    return np.minimum(boxes[:, None, axis + 2], others[None, :, axis + 2]) - first


def _frames(pieces: Components, among: Any, written: Any) -> list[int]:
    """Find strokes that are only the four sides of a box with text, as around a legend."""
    import numpy as np

    middles = (written[:, :2] + written[:, 2:]) / 2
    first, last = pieces.boxes[:, None, :2], pieces.boxes[:, None, 2:]
    around = ((middles > first) & (middles < last)).all(axis=2).any(axis=1)
    frames = []
    for number in np.flatnonzero(around & among).tolist():
        piece = _piece(pieces, number)
        sides = (piece[:EDGE], piece[-EDGE:]), (piece[:, :EDGE], piece[:, -EDGE:])
        drawn = [side.any(axis=axis).mean() for axis, pair in enumerate(sides) for side in pair]
        if min(drawn) > SIDES and not piece[EDGE:-EDGE, EDGE:-EDGE].any():
            frames.append(number)
    return frames


def _painted(runs: Runs) -> Any:
    """Return runs as rows of truth values."""
    import numpy as np

    high, wide = runs.shape
    edges = np.stack((runs.starts, runs.ends), axis=1).ravel()
    lengths = np.diff(edges, prepend=0, append=high * (wide + 2))
    marks = np.repeat(np.arange(len(lengths)) % 2 == 1, lengths)  # paper, a run, paper …
    return marks.reshape(high, wide + 2)[:, 1:-1]


def _piece(pieces: Components, number: int) -> Any:
    """Return the pixels of a component within its box."""
    left, top, right, bottom = pieces.boxes[number].tolist()
    runs, own = pieces.runs, pieces.owner == number
    row = runs.shape[1] + 2
    starts, ends = runs.starts[own] - top * row, runs.ends[own] - top * row
    return _painted(Runs((bottom - top, row - 2), starts, ends))[:, left:right]


def _rules(marks: Any, axis: int, most: float) -> Any:
    """Return which rows of marks are grid lines, even dashed, no broader than `most`."""
    import numpy as np

    rules = np.zeros(marks.shape[1 - axis], bool)
    for lines in (marks, around_each(marks, GAP, np.logical_or, axis)):
        drawn = np.add.reduce(lines.view(np.uint8), axis=axis, dtype=np.uint16)
        for start, end in zip(*runs_of(drawn / marks.shape[axis] > RULED), strict=True):
            rules[start:end] |= end - start <= most
    return rules


def around_each(
    marks: Any, size: int, pick: Callable[..., Any], axis: int, *, late: bool = False
) -> Any:
    """Reduce each point's `size` neighbours along an axis with `pick` (any or all).

    Of an even number of neighbours one more lies before a point, or behind it where it is `late`.
    """
    before = (size - late) // 2
    marks = windowed(marks, before, pick, axis, back=True)
    return windowed(marks, size - 1 - before, pick, axis)


def _opened(marks: Any, size: int) -> Any:
    """Return the morphological opening of marks with a `size` by `size` square."""
    import numpy as np

    for axis in (0, 1):
        marks = around_each(marks, size, np.logical_and, axis)
    for axis in (0, 1):
        marks = around_each(marks, size, np.logical_or, axis, late=True)
    return marks


def _within(scene: Scene, box: Box) -> tuple[int, int, int, int]:
    """Return the box without the ticks at its edges."""
    left, top, right, bottom = box
    ticks = TICK * scene.tokens.high
    sides = left + ticks, top + 2, right - 2, bottom - ticks
    return tuple(max(0, int(side)) for side in sides)  # type: ignore[return-value]  # four


def is_picture(scene: Scene, box: Box) -> bool:
    """Return whether a picture lies in the box, as a matrix of colours, a photo or a drawing does.

    What is not the paper of a plot covers an edge and reaches two more, or has too many colours, or
    is a broad round thing without colour that stands free.
    """
    import numpy as np

    left, top, right, bottom = _within(scene, box)
    shown = scene.paper.colours[:, top:bottom, left:right]
    if min(shown.shape[1:]) < BINS:
        return False
    # Each strip as lines that go inwards: an axis or a frame within it takes a few of their points.
    ends = slice(EDGE), slice(-EDGE, None)
    strips = [*(shown[:, end].swapaxes(1, 2) for end in ends), *(shown[..., end] for end in ends)]
    edges = [strip.reshape(3, -1) for strip in strips]
    sides = np.concatenate([edges[0], *edges[2:]], axis=1)
    around, panel = _common(_around(scene, box)), _common(sides)
    panelled = [share(_like(edge, [panel])) for edge in edges]
    # A panel of a shade of its own shows above the data, at one more edge, and behind the data.
    behind = share(_like(shown, [panel]))
    # A dark one on pale paper is the colour of the least in a matrix.
    dark = int(around.max()) - int(panel.max()) > DARKER
    panelled_plot = min(panelled[0], sorted(panelled)[2], behind) >= HALF and not dark
    papers = [around, panel] if panelled_plot else [around]
    like = sorted((_like(strip, papers).mean(axis=1) > HALF).mean() for strip in strips)
    if like[0] < COVERED and like[2] < REACHED:  # data reach two edges at most
        return True
    grey = scene.paper.grey[top:bottom, left:right]
    return _in_colours(grey) < FLAT * grey.size or _floats(shown, papers, scene)


def _in_colours(grey: Any) -> int:
    """Count the points of the commonest grey levels: the paper, and areas of two more colours."""
    import numpy as np

    paper = _median(grey)
    most = int(np.count_nonzero(_near(grey, paper, SHADES)))
    if most >= FLAT * grey.size and 2 * np.count_nonzero(grey == paper) > grey.size:
        return most  # so many that the rest need not be counted
    counts, most = np.bincount(grey.ravel(), minlength=256), 0
    for _ in range(3):
        middle = int(counts.argmax())
        near = slice(max(0, middle - SHADES), middle + SHADES + 1)
        most += int(counts[near].sum())
        counts[near] = 0
    return most


def _median(grey: Any) -> int:
    """Return the median of grey levels: where more than half are the same, without sorting them."""
    import numpy as np

    level = int(np.median(grey[::STEP, ::STEP]))
    sure = 2 * np.count_nonzero(grey == level) > grey.size
    return level if sure else int(np.median(grey))


def _floats(shown: Any, papers: Sequence[Any], scene: Scene) -> bool:
    """Return whether a broad thing without colour stands free on the paper and has no four corners.

    What is broad in data is on an axis, or has corners: bars, the area under a curve.
    """
    import numpy as np

    if share(_spread(shown[:, ::2, ::2]) > GREYISH) > TINGED:
        return False
    paper = _like(shown, papers)
    for axis, lines in enumerate((paper, paper.T)):
        grid = runs_of(_rules(~paper, 1 - axis, scene.tokens.high))
        for start, end in zip(*grid, strict=True):
            lines[start:end] = lines[max(0, start - 1)] & lines[min(end, len(lines) - 1)]
    around = components(np.pad(paper, 1, constant_values=True), corners=False)
    things = ~_painted(around.only(np.arange(len(around.boxes)) == 0))[1:-1, 1:-1]
    pieces = components(_opened(things, max(3, int(BROAD * min(paper.shape)))), corners=False)
    below, beside = (ROOM * side for side in paper.shape)
    for number, (left, _, _, bottom) in enumerate(pieces.boxes.tolist()):
        area = _piece(pieces, number)
        stands = len(paper) - bottom <= below and area[-FOOT:].any(axis=0).mean() >= HALF
        stands |= left <= beside and area[:, :FOOT].any(axis=1).mean() >= HALF
        if not stands and area.mean() < CORNERED:
            return True
    return False


def _along_axes(scene: Scene, box: Box) -> Box:
    """Return the box of the strokes at its left and bottom: labels may end before."""
    left, top, right, bottom = box
    near = 3 * scene.tokens.high
    sides = [s for s in scene.down if abs(s.at - left) < near and 2 * _length(s) > bottom - top]
    feet = [s for s in scene.across if abs(s.at - bottom) < near and 2 * _length(s) > right - left]
    if not (sides and feet):
        return box
    side, foot = min(sides, key=lambda s: s.at), max(feet, key=lambda s: s.at)  # no line of a grid
    frame = FRAME * scene.paper.scale
    return side.at, side.start + frame, foot.end - frame, foot.at


def _length(stroke: Stroke) -> int:
    return stroke.end - stroke.start


def _around(scene: Scene, box: Box) -> Any:
    """Return the points to the left of and below the box, where labels are."""
    import numpy as np

    left, _, right, bottom = (max(0, int(side)) for side in box)
    colours, reach = scene.paper.colours, int(3 * scene.tokens.high)
    below = colours[:, bottom : bottom + reach, left:right].reshape(3, -1)
    beside = colours[:, :, max(0, left - reach) : left].reshape(3, -1)
    around = np.concatenate([below, beside], axis=1)
    return around if around.size else colours.reshape(3, -1)


def _common(points: Any) -> Any:
    """Return the most common colour of points, with sixteen levels per channel."""
    import numpy as np

    points = points[:, :: max(1, points.shape[1] // ENOUGH)]
    red, green, blue = (points >> 4).astype(np.int32)
    keys = (red << 8) + (green << 4) + blue
    members = points[:, keys == np.bincount(keys).argmax()]
    return np.median(members, axis=1).astype(np.int16)


def _like(points: Any, colours: Sequence[Any]) -> Any:
    """Return which points nearly have one of the colours."""
    import numpy as np

    like = np.zeros(points.shape[1:], bool)
    for colour in colours:
        red, green, blue = (
            _near(channel, int(middle), NEARLY)
            for channel, middle in zip(points, colour, strict=True)
        )
        like |= red & green & blue
    return like


def _near(levels: Any, middle: int, most: int) -> Any:
    """Return which bytes differ from `middle` by `most` or less; unsigned overflow is intended."""
    import numpy as np

    lowest, highest = max(middle - most, 0), min(middle + most, 255)
    return levels - np.uint8(lowest) <= np.uint8(highest - lowest)


def vivid(colours: Any) -> Any:
    """Return which points are coloured."""
    return _spread(colours) > VIVID


def _spread(colours: Any) -> Any:
    """Return how far a colour's channels differ: 0 for grey."""
    import numpy as np

    red, green, blue = colours
    light = np.maximum(np.maximum(red, green), blue)
    return light - np.minimum(np.minimum(red, green), blue)


def _cells(tokens: Tokens, box: Box) -> bool:
    """Return whether words are in rows and columns inside the box: a table, coloured or not."""
    import numpy as np

    boxes = tokens.boxes[_inside(tokens, box)]
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
    """Return whether a thin line goes far and rises, as data do, and no rule or letter."""
    import numpy as np

    paper = scene.paper
    coloured = np.where(vivid(paper.colours), np.uint8(255), np.uint8(0))
    ink = np.maximum(paper.ink, coloured)  # lines too broad for ink are in colour
    marks = without_strokes(ink, scene.across, scene.down, paper.scale) > APART
    tall, wide = marks.shape
    pieces = components(marks)
    for number, (left, top, right, bottom) in enumerate(pieces.boxes.tolist()):
        if right - left < 0.3 * wide or bottom - top < 0.12 * tall:
            continue
        line = _piece(pieces, number)
        first, last = line.argmax(axis=0), line.shape[0] - line[::-1].argmax(axis=0)
        high, low = np.percentile(first, (10, 90))
        thick = np.median(last - first)
        if thick <= max(THICK, 0.07 * tall) and low - high > 0.08 * tall:
            return True
    return False


def _inside(tokens: Tokens, box: Box) -> Any:
    """Return which words are inside a box."""
    boxes = tokens.boxes
    return ((boxes[:, :2] > box[:2]) & (boxes[:, 2:] < box[2:])).all(axis=1)


def _text_share(tokens: Tokens, box: Box) -> float:
    """Weigh the lines of text inside the axes: a legend counts little, a table much."""
    import numpy as np

    boxes, high = tokens.boxes, tokens.high
    left, top, right, bottom = box
    tall = boxes[:, 3] - boxes[:, 1]
    text = boxes[_inside(tokens, box) & (tall > 0.6 * high) & (tall < 1.6 * high)]
    if len(text) < LEGEND:
        return 0.0
    area = ((text[:, 2] - text[:, 0]) * (text[:, 3] - text[:, 1])).sum()
    share = area / max(1.0, (right - left) * (bottom - top))
    lines = np.unique(np.round(text[:, 3] / max(2.0, high / 3)), return_counts=True)[1]
    together = lines[lines >= LINE].sum() / len(text)
    return float(min(1.2, share * 8 * together))
