"""Everything that is found in a picture before it is weighed: strokes, words, rows of labels.

Strokes are long and straight: axes, grid lines, frames, rules of tables. Words are boxes, unread;
those at even distances are what stands along an axis.
"""

from bisect import bisect_left
from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from grader.reports.graphs.backgrounds import Paper
from grader.reports.graphs.components import components, runs_in, runs_of

FAINT = 9  # grey levels between a stroke and what lies beside it, at least
BESIDE = 3  # pixels to either side of a stroke where the paper shows again
GAP = 4  # pixels between the dashes of a dashed line
SOLID, DASHED = 0.7, 0.45  # share of a stroke that is drawn: short ones, long ones
PIECE, LONG = 12, 0.08  # pixels, share: shorter pieces of a stroke may belong to a digit
MOST_STROKES = 250  # strokes; more than that is texture


class Stroke(Struct, frozen=True):
    """A straight line along the rows (or the columns) of a picture."""

    at: float  # its row (or column)
    thick: int
    start: int  # where it begins along itself
    end: int


def horizontal_strokes(grey: Any, least: int) -> list[Stroke]:
    """Finds strokes of at least so many pixels along the rows."""
    import numpy as np

    above, here, below = grey[: -2 * BESIDE], grey[BESIDE:-BESIDE], grey[2 * BESIDE :]
    # In bytes, which know nothing below 0.
    dark = np.maximum(np.minimum(above, below), here) - here > FAINT
    light = here - np.minimum(np.maximum(above, below), here) > FAINT
    runs = [*_runs(dark, least), *_runs(light, least)]
    return _merged([(row + BESIDE, start, end) for row, start, end in runs])


def vertical_strokes(grey: Any, least: int) -> list[Stroke]:
    """Finds strokes of at least so many pixels along the columns."""
    import numpy as np

    return horizontal_strokes(np.ascontiguousarray(grey.T), least)


def _runs(marks: Any, least: int) -> list[tuple[int, int, int]]:
    import numpy as np

    width = marks.shape[1]
    runs, inked = runs_in(marks).closed(GAP)
    long = runs.ends - runs.starts >= least
    row, start = np.divmod(runs.starts[long], width + 2)
    start, length, inked = start - 1, (runs.ends - runs.starts)[long], inked[long]
    share = np.where(length > 0.3 * width, DASHED, SOLID)
    inked_runs = np.flatnonzero(inked >= share * length)[: MOST_STROKES * 4]
    return [(int(row[i]), int(start[i]), int(start[i] + length[i])) for i in inked_runs]


def _merged(runs: list[tuple[int, int, int]]) -> list[Stroke]:
    """Joins runs of neighbouring rows, which are one thick stroke."""
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
    """Wipes strokes out of marks, so that what they joined falls apart."""
    marks = ink.copy()
    for stroke in across:
        _wipe(marks, ink, stroke, round(scale))
    for stroke in down:
        _wipe(marks.T, ink.T, stroke, round(scale))
    return marks


def _wipe(marks: Any, ink: Any, stroke: Stroke, margin: int) -> None:
    """Wipes the long pieces of a stroke only: a digit beside its end may lie on the same row."""
    half = (stroke.thick - 1) / 2
    band = ink[int(stroke.at - half) : int(stroke.at + half) + 1, stroke.start : stroke.end]
    drawn = band.max(axis=0)
    starts, ends = runs_of(drawn > FAINT)
    first, last = max(0, int(stroke.at - half) - margin), int(stroke.at + half) + 1 + margin
    least = max(PIECE, LONG * (stroke.end - stroke.start))
    for start, end in zip(starts, ends, strict=True):
        if end - start >= least:
            marks[first:last, stroke.start + start : stroke.start + end] = 0


LONGEST = 40  # words of a row that are looked at
BEST = 24  # rows that are weighed: those that look most like labels
GROUPS = 160  # of words with a common edge, looked at
FEWEST = 3  # places that make a row
PAIR = 2  # places that do where a line of a grid begins at each
OFF, REACH = 0.35, 3.0  # heights of a glyph from a line's row, and from its end
WIDE = 3.0  # heights of a glyph between labels of a pair
EVEN = 0.08  # of the distance: how far a place may be from where it should be
MANY = 20  # places at uneven distances are no axis
NEAR = 8.0  # heights of a glyph: what stands nearer belongs to the same line of text
LEAST, MOST = 4, 44  # height of a glyph in pixels
THIN = 2  # pixels: what is thinner than this is dust
TOKENS = 900  # looked at; more are a page of text


class Tokens(Struct, frozen=True):
    """Boxes of words: columns of left, top, right, bottom; `high` is the height of most glyphs."""

    boxes: Any  # floats, one row for each
    high: float


def find_tokens(marks: Any) -> Tokens:
    """Joins neighbouring glyphs to words; marks are rows of truth values."""
    glyphs = components(marks)
    sides = glyphs.boxes.astype(float)
    high = _common_height(sides)
    letters = glyphs.only(_may_be_glyphs(sides, high))
    words = components(letters.closed(max(2, round(high * 0.55)))[0]).boxes.astype(float)
    tall, wide = words[:, 3] - words[:, 1], words[:, 2] - words[:, 0]
    fits = (tall >= max(LEAST, 0.5 * high)) & (tall <= min(MOST, 3 * high)) & (wide >= THIN)
    return Tokens(words[fits][:TOKENS], high)


def _may_be_glyphs(boxes: Any, high: float) -> Any:
    """Says what is of a glyph's size, so that no word grows together with a curve."""
    tall, wide = boxes[:, 3] - boxes[:, 1], boxes[:, 2] - boxes[:, 0]
    return (tall <= min(MOST, 2.6 * high)) & (wide <= 7 * high) & ((tall > THIN) | (wide >= THIN))


def _common_height(glyphs: Any) -> float:
    import numpy as np

    tall, wide = glyphs[:, 3] - glyphs[:, 1], glyphs[:, 2] - glyphs[:, 0]
    fits = (tall >= LEAST) & (tall <= MOST) & (wide >= THIN) & (wide <= 2.5 * tall)
    return float(np.median(tall[fits])) if fits.any() else 10.0


class Labels(Struct, frozen=True):
    """Words at even distances along a line."""

    centres: tuple[float, ...]  # along it
    inner: float  # the edge towards the plot: right of a column, top of a row
    outer: float
    pitch: float
    company: float  # share of its words that have others right of them, or above them in a row
    behind: float  # share of its words that have others left of them
    uneven: float  # how much its distances and heights differ, as shares
    far: float | None = None  # where the lines end at whose other ends its words stand


def label_columns(tokens: Tokens) -> list[Labels]:
    """Finds words one under another with a common edge: what a vertical axis carries."""
    return _labels(tokens.boxes, tokens.high, upright=True)


def label_rows(tokens: Tokens) -> list[Labels]:
    """Finds words side by side on a common line: what a horizontal axis carries."""
    return _labels(tokens.boxes, tokens.high, upright=False)


def labels_at_lines(tokens: Tokens, strokes: list[Stroke], *, upright: bool) -> list[Labels]:
    """Finds words in a line, each before the end of a stroke of its own, as along a grid.

    So two are enough, as many as a logarithmic axis of two decades has. A stroke that data cross is
    in pieces.
    """
    import numpy as np

    boxes, high = tokens.boxes, tokens.high
    if len(boxes) < PAIR:
        return []
    chosen = boxes[stand_alone(boxes, high, upright=upright)]
    company, behind = in_company(boxes, chosen, high, upright=upright)
    along, across = (1, 0) if upright else (0, 1)
    at = np.array([stroke.at for stroke in strokes])
    ends = np.array([(stroke.start, stroke.end) for stroke in strokes]).reshape(-1, 2)
    near, far = (ends[:, 0], ends[:, 1]) if upright else (-ends[:, 1], -ends[:, 0])
    inner = chosen[:, 2] if upright else -chosen[:, 1]
    middle = (chosen[:, along] + chosen[:, along + 2]) / 2
    level = np.abs(middle[:, None] - at[None, :]) <= max(2.0, OFF * high)
    beside = level & (near[None, :] >= inner[:, None] - 1)
    gap = np.where(beside, near[None, :], np.inf).min(axis=1, initial=np.inf) - inner
    last = np.where(beside, far[None, :], -np.inf).max(axis=1, initial=-np.inf)
    pointed = np.flatnonzero(beside.any(axis=1))
    rows = []
    for members in _lined_up(chosen[pointed], high, across, PAIR):
        row = pointed[members]
        row = row[np.argsort(middle[row])]
        apart = (np.diff(middle[row]) > WIDE * high).all()
        if len(row) <= MANY and apart and gap[row].min() <= REACH * high:
            made = _made(chosen, (company, behind), row, along, across)
            rows.append(replace(made, far=abs(float(last[row].max()))))
    return rows[:BEST]


def _labels(boxes: Any, high: float, *, upright: bool) -> list[Labels]:
    import numpy as np

    if len(boxes) < FEWEST:
        return []
    alone = stand_alone(boxes, high, upright=upright)
    chosen = boxes[alone]
    company, behind = in_company(boxes, chosen, high, upright=upright)
    along, across = (1, 0) if upright else (0, 1)
    rows = []
    for members in _lined_up(chosen, high, across):
        middle = (chosen[members, along] + chosen[members, along + 2]) / 2
        order = np.argsort(middle)[:LONGEST]
        places = middle[order].tolist()
        chains = even_chains(places, 1.2 * high)
        chains += uneven_chain(places, chains, 1.5 * high)
        rows += [_made(chosen, (company, behind), members[order][c], along, across) for c in chains]
    rows.sort(key=lambda labels: 4 * labels.company + 4 * labels.uneven - len(labels.centres))
    return rows[:BEST]


def _lined_up(boxes: Any, high: float, across: int, fewest: int = FEWEST) -> list[Any]:
    """Groups words by a common edge or a common middle, the largest groups first."""
    import numpy as np

    first, last = boxes[:, across], boxes[:, across + 2]
    groups: dict[bytes, Any] = {}
    for edge in (last, first, (first + last) / 2):
        places = np.unique(np.round(edge / 2)) * 2
        near = np.abs(edge - places[:, None]) <= max(2.0, 0.22 * high)
        for group in near[near.sum(axis=1) >= fewest]:
            groups.setdefault(group.tobytes(), group.nonzero()[0])
    return sorted(groups.values(), key=lambda members: -len(members))[:GROUPS]


def _made(boxes: Any, near: tuple[Any, Any], members: Any, along: int, across: int) -> Labels:
    import numpy as np

    mine = boxes[members]
    centres = (mine[:, along] + mine[:, along + 2]) / 2
    half = len(mine) // 2
    first, last = (float(np.sort(mine[:, across + side])[half]) for side in (0, 2))
    low, top = float(mine[:, across].min()), float(mine[:, across + 2].max())
    inner, outer = (top, low) if along == 1 else (first, last)
    steps = np.diff(centres)
    pitch = float(np.sort(steps)[len(steps) // 2])
    off = min(0.14, np.abs(steps / pitch - np.round(steps / pitch)).max() - 2 / pitch)
    tall = np.sort(mine[:, 3] - mine[:, 1])
    spread = (tall[int(0.8 * len(tall))] - tall[int(0.2 * len(tall))]) / tall[len(tall) // 2]
    uneven = max(0.0, float(off)) * 2.2 + max(0.0, float(spread) - 0.15)
    company, behind = (float(flags[members].mean()) for flags in near)
    return Labels(tuple(centres.tolist()), inner, outer, pitch, company, behind, uneven)


def even_chains(places: list[float], least: float) -> list[list[int]]:
    """Picks the longest runs of places at even distances, each place once."""
    left = list(range(len(places)))
    chains = []
    while len(left) >= FEWEST:
        best = _longest(places, left, least)
        if len(best) < FEWEST:
            break
        chains.append(best)
        left = [i for i in left if i not in best]
    return chains


def _longest(places: list[float], among: list[int], least: float) -> list[int]:
    best: list[int] = []
    for i, first in enumerate(among):
        for second in among[i + 1 : i + 4]:
            pitch = places[second] - places[first]
            if pitch < least:
                continue
            chain = _followed(places, among[i:], first, pitch)
            if len(chain) > len(best):
                best = chain
    return best


def uneven_chain(places: list[float], even: list[list[int]], least: float) -> list[list[int]]:
    """Takes all places of a line that stand at uneven distances, as on a logarithmic axis."""
    enough = len(places) > FEWEST and max(map(len, even), default=0) <= 0.7 * len(places)
    apart = all(b - a >= least for a, b in pairwise(places))
    return [list(range(len(places)))] if enough and apart and len(places) <= MANY else []


def _followed(places: list[float], among: list[int], first: int, pitch: float) -> list[int]:
    chain, tolerance = [first], EVEN * pitch + 1.5
    missed = 0
    expected = places[first] + pitch
    rest = [places[i] for i in among]
    while expected <= rest[-1] + tolerance and missed <= 1:
        after = min(bisect_left(rest, expected), len(rest) - 1)
        near = min((max(0, after - 1), after), key=lambda i: abs(rest[i] - expected))
        if abs(rest[near] - expected) <= tolerance and among[near] != chain[-1]:
            chain.append(among[near])
            expected, missed = rest[near] + pitch, 0
        else:
            expected, missed = expected + pitch, missed + 1
    return chain


def stand_alone(boxes: Any, high: float, *, upright: bool) -> Any:
    """Says which words have room beside them in their line, as labels of an axis have."""
    import numpy as np

    left, top, right, bottom = (boxes[:, i] for i in range(4))
    same = _overlap(top, bottom) > 0.4 * high
    gap = np.maximum(left[None, :] - right[:, None], left[:, None] - right[None, :])
    np.fill_diagonal(gap, np.inf)
    if upright:  # to the right only: on the left stands the axis' name
        gap = np.where(left[None, :] >= right[:, None], gap, np.inf)
    near = (same & (gap < (1.5 if upright else 0.6) * high)).any(axis=1)
    return ~near & (right - left <= 9 * high)


def in_company(boxes: Any, chosen: Any, high: float, *, upright: bool) -> tuple[Any, Any]:
    """Says which words have others of their height where an axis has none.

    For a column: to the right, and to the left, on the same line; for a row: just above.
    """
    import numpy as np

    tall = boxes[:, 3] - boxes[:, 1]
    text = (tall > 0.6 * high) & (tall < 1.8 * high)
    others = boxes[text]
    along, across = (1, 0) if upright else (0, 1)
    shared = np.minimum(chosen[:, None, along + 2], others[None, :, along + 2]) - np.maximum(
        chosen[:, None, along], others[None, :, along]
    )
    size = np.minimum(
        (chosen[:, along + 2] - chosen[:, along])[:, None],
        (others[:, along + 2] - others[:, along])[None],
    )
    lined = shared > 0.6 * size
    if upright:
        gap = others[None, :, across] - chosen[:, None, across + 2]
        before = chosen[:, None, across] - others[None, :, across + 2]
        wide = (others[:, across + 2] - others[:, across] > 1.6 * high)[None]  # no turned letters
        return (
            (lined & (gap > 0) & (gap < NEAR * high)).any(axis=1),
            (lined & wide & (before > 0) & (before < NEAR / 2 * high)).any(axis=1),
        )
    gap = chosen[:, None, across] - others[None, :, across + 2]
    above = (lined & (gap > -1) & (gap < 2.5 * high)).any(axis=1)
    return above, np.zeros_like(above)


def _overlap(first: Any, last: Any) -> Any:
    import numpy as np

    return np.minimum(last[:, None], last[None, :]) - np.maximum(first[:, None], first[None, :])


INK = 45  # grey levels between a glyph and its paper
Box = tuple[float, float, float, float]  # left, top, right, bottom in pixels


class Scene(Struct, frozen=True):
    """All that was found in a picture."""

    paper: Paper
    tokens: Tokens
    across: list[Stroke]
    down: list[Stroke]
    columns: list[Labels]
    rows: list[Labels]


def scene(paper: Paper) -> Scene:
    """Finds strokes, words and rows of labels on one kind of paper."""
    least = max(30, int(0.12 * min(paper.grey.shape)))
    across, down = horizontal_strokes(paper.grey, least), vertical_strokes(paper.grey, least)
    marks = without_strokes(paper.ink, across, down, paper.scale) > INK
    tokens = find_tokens(marks)
    columns = [*label_columns(tokens), *labels_at_lines(tokens, across, upright=True)]
    rows = [*label_rows(tokens), *labels_at_lines(tokens, down, upright=False)]
    return Scene(paper, tokens, across, down, columns, rows)
