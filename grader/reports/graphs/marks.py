"""Find dark marks on light paper, whatever the colours: long strokes, and words (not read).

Marks are runs along the rows, joined to components. Runs are few even where points are many, and
NumPy alone joins them: no other library has to be loaded.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from grader.model.document import Pixels

DARK = 118  # grey level of the paper; below it the paper is dark
SHARE = 0.1  # minimum share of the picture that a kind of paper covers
SMALL = 420  # pixels; narrower pictures are enlarged, so that digits are recognisable
HAT = 8  # pixels; narrower marks are ink
ALIKE = 2  # grey levels between neighbours
ROUGH = 0.25  # share of points like their neighbours; a photo has fewer
INK = 45  # grey levels between a glyph and its paper
FAINT = 9  # minimum grey levels between a stroke and its surroundings
BESIDE = 3  # pixels on either side of a stroke after which there is paper
GAP = 4  # pixels between the dashes of a dashed line
SOLID, DASHED = 0.7, 0.45  # drawn share of a stroke: short ones, long ones
PIECE, LONG = 12, 0.08  # pixels, share: shorter pieces of a stroke may belong to a digit
MOST_STROKES = 250  # strokes; a texture has more
SHORTEST, TALLEST = 4, 44  # height of a glyph in pixels
THIN = 2  # pixels; thinner marks are dust
MOST_TOKENS = 900  # words examined; a page of text has more


class Paper(Struct, frozen=True):
    """Grey levels with light paper, and the marks on it."""

    grey: Any  # rows of bytes, dark on light
    ink: Any  # how much darker a point is than the paper around it, rows of bytes
    flat: float  # share of points similar to their neighbours
    colours: Any  # red, green and blue, each in rows: a last axis of three would be slow
    scale: float  # pixels here per pixel of the picture


def papers(pixels: Pixels) -> list[Paper]:
    """Interpret a picture as light paper, dark paper, both, or (a photo) neither."""
    import numpy as np

    points = np.frombuffer(pixels.data, np.uint8).reshape(pixels.height, pixels.width, 3)
    scale = 1.0
    if max(pixels.width, pixels.height) < SMALL:
        scale = 2.0
        points = _enlarged(points)
    channels = [points.reshape(-1)[channel::3] for channel in range(3)]
    colours = np.stack(channels).reshape(3, *points.shape[:2])
    light = np.multiply(colours[0], 77, dtype=np.uint16)
    light += np.multiply(colours[1], 150, dtype=np.uint16)
    light += np.multiply(colours[2], 29, dtype=np.uint16)
    grey = (light >> 8).astype(np.uint8)
    beside = grey[:, 1:], grey[:, :-1]
    flat = share(np.maximum(*beside) - np.minimum(*beside) <= ALIKE)
    if flat <= ROUGH:
        return []
    kinds = []
    bright = closed(grey)
    dim = closed(255 - grey) if share(bright < DARK) > SHARE else None
    if dim is None or share(dim <= 255 - DARK) > SHARE:
        kinds.append(Paper(grey, bright - grey, flat, colours, scale))
    if dim is not None:
        kinds.append(Paper(255 - grey, dim - (255 - grey), flat, colours, scale))
    return kinds


def share(flags: Any) -> float:
    """Return the share of true values, faster than their mean."""
    import numpy as np

    return float(np.count_nonzero(flags) / flags.size)


def _enlarged(colours: Any) -> Any:
    import numpy as np
    from PIL import Image

    image = Image.fromarray(np.ascontiguousarray(colours))
    return np.asarray(image.resize((image.width * 2, image.height * 2), Image.Resampling.BICUBIC))


def closed(grey: Any) -> Any:
    """Fill narrow marks with the paper around them: a morphological closing, in bytes."""
    import numpy as np

    for axis in (0, 1):
        grey = windowed(grey, HAT, np.maximum, axis)
    for axis in (0, 1):
        grey = windowed(grey, HAT, np.minimum, axis, back=True)
    return grey


def windowed(
    values: Any, reach: int, pick: Callable[..., Any], axis: int, *, back: bool = False
) -> Any:
    """Reduce windows of points along an axis, ahead or back: the maximum, any, or all.

    Takes log2(reach) steps, each as long as all before it. At the end of a row, windows are
    shorter.
    """
    import numpy as np

    done, whole = 0, slice(None)
    while done < min(reach, values.shape[axis] - 1):
        step = min(done + 1, reach - done, values.shape[axis] - 1 - done)
        near, far, end = slice(None, -step), slice(step, None), slice(-step, None)
        if back:
            near, far, end = far, near, slice(None, step)
        here, there, rest = ((place, whole)[:: 1 - 2 * axis] for place in (near, far, end))
        picked = np.empty_like(values)
        pick(values[here], values[there], out=picked[here])
        picked[rest] = values[rest]
        values = picked
        done += step
    return values


class Runs(Struct, frozen=True):
    """Marks in reading order: row by row, from the left."""

    shape: tuple[int, int]
    starts: Any  # of every run, counted through all rows with gaps between them
    ends: Any

    def closed(self, gap: int) -> tuple["Runs", Any]:
        """Join runs of a row that are no more than `gap` points apart; return also their marks."""
        import numpy as np

        row = self.shape[1] + 2
        first = np.ones(len(self.starts), bool)
        first[1:] = self.starts[1:] - self.ends[:-1] > gap
        first[1:] |= self.starts[1:] // row != self.starts[:-1] // row
        firsts = np.flatnonzero(first)
        ends = self.ends[np.append(firsts[1:] - 1, len(first) - 1)] if len(firsts) else self.ends
        marks = np.add.reduceat(self.ends - self.starts, firsts) if len(firsts) else firsts
        return Runs(self.shape, self.starts[firsts], ends), marks


class Components(Struct, frozen=True):
    """Connected marks, numbered in reading order."""

    runs: Runs
    owner: Any  # the component of every run
    boxes: Any  # left, top, right, bottom of every component

    def only(self, flags: Any) -> Runs:
        """Return the runs of the components that are flagged."""
        chosen = flags[self.owner]
        return Runs(self.runs.shape, self.runs.starts[chosen], self.runs.ends[chosen])


def runs_in(marks: Any) -> Runs:
    """Find the runs of truth values along their rows."""
    import numpy as np

    high, wide = marks.shape
    room = np.zeros((high, wide + 2), bool)
    room[:, 1:-1] = marks
    return Runs((high, wide), *runs_of(room.ravel()))


def components(marks: Any, *, corners: bool = True) -> Components:
    """Find the components of truth values, or of their runs.

    With `corners`, components that touch at a corner are joined.
    """
    import numpy as np

    runs = marks if isinstance(marks, Runs) else runs_in(marks)
    (high, wide), starts, ends = runs.shape, runs.starts, runs.ends
    row = wide + 2
    first = np.searchsorted(ends, starts - row - corners, side="right")
    last = np.searchsorted(starts, ends - row + corners, side="left")
    owner = _joined(len(starts), *_pairs(first, last))
    boxes = np.empty((int(owner.max(initial=-1)) + 1, 4), np.intp)
    boxes[:, :2], boxes[:, 2:] = row * high, 0
    top, left = np.divmod(starts, row)
    for side, of_run, pick in (
        (0, left - 1, np.minimum),
        (1, top, np.minimum),
        (2, ends - top * row - 1, np.maximum),
        (3, top + 1, np.maximum),
    ):
        pick.at(boxes[:, side], owner, of_run)
    return Components(runs, owner, boxes)


def runs_of(flags: Any) -> tuple[Any, Any]:
    """Return the starts and ends of runs of true values."""
    import numpy as np

    edges = (flags[1:] != flags[:-1]).nonzero()[0] + 1
    if len(flags) and flags[0]:
        edges = np.insert(edges, 0, 0)
    if len(flags) and flags[-1]:
        edges = np.append(edges, len(flags))
    return edges[::2], edges[1::2]


def _pairs(first: Any, last: Any) -> tuple[Any, Any]:
    """Pair every run with the runs `first` to `last` of the row above, which it touches."""
    import numpy as np

    counts = np.maximum(last - first, 0)
    below = np.repeat(np.arange(len(counts)), counts)
    return below, np.arange(len(below)) - np.repeat(np.cumsum(counts) - counts - first, counts)


def _joined(count: int, left: Any, right: Any) -> Any:
    """Label connected components of runs, given joined pairs: each by its first run."""
    import numpy as np

    root = np.arange(count)
    while len(left):
        low, high = np.minimum(root[left], root[right]), np.maximum(root[left], root[right])
        apart = low != high
        left, right = left[apart], right[apart]
        np.minimum.at(root, high[apart], low[apart])
        while not np.array_equal(root, above := root[root]):
            root = above
    return np.unique(root, return_inverse=True)[1]


class Stroke(Struct, frozen=True):
    """A straight line along the rows (or the columns) of a picture."""

    at: float  # its row (or column)
    thick: int
    start: int  # where it begins along itself
    end: int


def horizontal_strokes(grey: Any, least: int) -> list[Stroke]:
    """Find strokes along the rows with a minimum length in pixels."""
    import numpy as np

    above, here, below = grey[: -2 * BESIDE], grey[BESIDE:-BESIDE], grey[2 * BESIDE :]
    # In bytes, which cannot be negative.
    dark = np.maximum(np.minimum(above, below), here) - here > FAINT
    light = here - np.minimum(np.maximum(above, below), here) > FAINT
    runs = [*_runs(dark, least), *_runs(light, least)]
    return _merged([(row + BESIDE, start, end) for row, start, end in runs])


def vertical_strokes(grey: Any, least: int) -> list[Stroke]:
    """Find strokes along the columns with a minimum length in pixels."""
    import numpy as np

    return horizontal_strokes(np.ascontiguousarray(grey.T), least)


def _runs(marks: Any, least: int) -> list[tuple[int, int, int]]:
    import numpy as np

    width = marks.shape[1]
    runs, inked = runs_in(marks).closed(GAP)
    long = runs.ends - runs.starts >= least
    row, start = np.divmod(runs.starts[long], width + 2)
    start, length, inked = start - 1, (runs.ends - runs.starts)[long], inked[long]
    least_inked = np.where(length > 0.3 * width, DASHED, SOLID) * length
    inked_runs = np.flatnonzero(inked >= least_inked)[: MOST_STROKES * 4]
    return [(int(row[i]), int(start[i]), int(start[i] + length[i])) for i in inked_runs]


def _merged(runs: list[tuple[int, int, int]]) -> list[Stroke]:
    """Join runs of neighbouring rows into thick strokes."""
    merged: list[tuple[int, int, int, int]] = []  # first row, last row, start, end
    for row, start, end in sorted(runs):
        for i in range(len(merged) - 1, max(-1, len(merged) - 60), -1):
            top, bottom, left, right = merged[i]
            if row - bottom <= 2 and min(right, end) - max(left, start) > 0.5 * (end - start):  # noqa: PLR2004
                merged[i] = (top, row, min(left, start), max(right, end))
                break
        else:
            merged.append((row, row, start, end))
    return [
        Stroke((top + bottom) / 2, bottom - top + 1, left, right)
        for top, bottom, left, right in merged[:MOST_STROKES]
    ]


def without_strokes(ink: Any, across: list[Stroke], down: list[Stroke], scale: float) -> Any:
    """Remove strokes from marks, so that what they connected is separate."""
    marks = ink.copy()
    for stroke in across:
        _wipe(marks, ink, stroke, round(scale))
    for stroke in down:
        _wipe(marks.T, ink.T, stroke, round(scale))
    return marks


def _wipe(marks: Any, ink: Any, stroke: Stroke, margin: int) -> None:
    """Remove only a stroke's long pieces: a digit beside its end may be on the same row."""
    half = (stroke.thick - 1) / 2
    band = ink[int(stroke.at - half) : int(stroke.at + half) + 1, stroke.start : stroke.end]
    drawn = band.max(axis=0)
    starts, ends = runs_of(drawn > FAINT)
    first, last = max(0, int(stroke.at - half) - margin), int(stroke.at + half) + 1 + margin
    least = max(PIECE, LONG * (stroke.end - stroke.start))
    for start, end in zip(starts, ends, strict=True):
        if end - start >= least:
            marks[first:last, stroke.start + start : stroke.start + end] = 0


class Tokens(Struct, frozen=True):
    """Boxes of words: columns of left, top, right, bottom; `high` is the usual height of glyphs."""

    boxes: Any  # floats, one row for each
    high: float


def find_tokens(marks: Any) -> Tokens:
    """Join neighbouring glyphs to words; marks are rows of truth values."""
    glyphs = components(marks)
    sides = glyphs.boxes.astype(float)
    high = _common_height(sides)
    letters = glyphs.only(_may_be_glyphs(sides, high))
    words = components(letters.closed(max(2, round(high * 0.55)))[0]).boxes.astype(float)
    tall, wide = words[:, 3] - words[:, 1], words[:, 2] - words[:, 0]
    fits = (tall >= max(SHORTEST, 0.5 * high)) & (tall <= min(TALLEST, 3 * high)) & (wide >= THIN)
    return Tokens(words[fits][:MOST_TOKENS], high)


def _may_be_glyphs(boxes: Any, high: float) -> Any:
    """Return which boxes have a glyph's size, so that no word merges with a curve."""
    tall, wide = boxes[:, 3] - boxes[:, 1], boxes[:, 2] - boxes[:, 0]
    return (
        (tall <= min(TALLEST, 2.6 * high)) & (wide <= 7 * high) & ((tall > THIN) | (wide >= THIN))
    )


def _common_height(glyphs: Any) -> float:
    import numpy as np

    tall, wide = glyphs[:, 3] - glyphs[:, 1], glyphs[:, 2] - glyphs[:, 0]
    fits = (tall >= SHORTEST) & (tall <= TALLEST) & (wide >= THIN) & (wide <= 2.5 * tall)
    return float(np.median(tall[fits])) if fits.any() else 10.0


class Marks(Struct, frozen=True):
    """Strokes and words on one kind of paper."""

    paper: Paper
    tokens: Tokens
    across: list[Stroke]
    down: list[Stroke]


def find_marks(paper: Paper) -> Marks:
    """Find strokes, then words in the rest."""
    least = max(30, int(0.12 * min(paper.grey.shape)))
    across, down = horizontal_strokes(paper.grey, least), vertical_strokes(paper.grey, least)
    marks = without_strokes(paper.ink, across, down, paper.scale) > INK
    return Marks(paper, find_tokens(marks), across, down)
