"""Find labels of axes: words at even distances, or at the ends of grid lines."""

from bisect import bisect_left
from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from grader.reports.graphs.marks import Marks, Paper, Stroke, Tokens

LONGEST = 40  # words examined in a row
BEST = 24  # rows weighed: those most similar to labels
GROUPS = 160  # of words with a common edge that are examined
FEWEST = 3  # places that form a row
PAIR = 2  # places that suffice if a grid line begins at each
OFF, REACH = 0.35, 3.0  # glyph heights from a line's row, and from its end
WIDE = 3.0  # glyph heights between the labels of a pair
EVEN = 0.08  # maximum deviation of a place, as a share of the distance
MANY = 20  # so many places at uneven distances are no axis
NEAR = 8.0  # glyph heights; nearer words belong to the same line of text


class Labels(Struct, frozen=True):
    """Words at even distances along a line."""

    centres: tuple[float, ...]  # along it
    inner: float  # the edge towards the plot: right of a column, top of a row
    outer: float
    pitch: float
    company: float  # share of its words with others to the right, or above in a row
    behind: float  # share of its words with others to the left
    uneven: float  # variation of its distances and heights, as shares
    far: float | None = None  # far ends of the lines that begin at its words


class Scene(Struct, frozen=True):
    """Everything found in a picture."""

    paper: Paper
    tokens: Tokens
    across: list[Stroke]
    down: list[Stroke]
    columns: list[Labels]
    rows: list[Labels]


def scene(marks: Marks) -> Scene:
    """Find columns and rows of labels among the words of a picture."""
    tokens, across, down = marks.tokens, marks.across, marks.down
    columns = [*label_columns(tokens), *labels_at_lines(tokens, across, upright=True)]
    rows = [*label_rows(tokens), *labels_at_lines(tokens, down, upright=False)]
    return Scene(marks.paper, tokens, across, down, columns, rows)


def label_columns(tokens: Tokens) -> list[Labels]:
    """Find words one below another with a common edge, as on a vertical axis."""
    return _labels(tokens.boxes, tokens.high, upright=True)


def label_rows(tokens: Tokens) -> list[Labels]:
    """Find words side by side on a common line, as on a horizontal axis."""
    return _labels(tokens.boxes, tokens.high, upright=False)


def labels_at_lines(tokens: Tokens, strokes: list[Stroke], *, upright: bool) -> list[Labels]:
    """Find words in a line, each before the end of its own stroke, as along a grid.

    Two are enough, as a logarithmic axis of two decades has no more. Data that cross a stroke
    divide it into pieces.
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
    """Group words by a common edge or middle, largest groups first."""
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
    """Return the longest runs of places at even distances; each place is used once."""
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
    """Return all places of a line with uneven distances, as on a logarithmic axis."""
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
    """Return which words have room on either side, as labels of an axis have."""
    import numpy as np

    left, top, right, bottom = (boxes[:, i] for i in range(4))
    same = _overlap(top, bottom) > 0.4 * high
    gap = np.maximum(left[None, :] - right[:, None], left[:, None] - right[None, :])
    np.fill_diagonal(gap, np.inf)
    if upright:  # only on the right: the axis' name is on the left
        gap = np.where(left[None, :] >= right[:, None], gap, np.inf)
    near = (same & (gap < (1.5 if upright else 0.6) * high)).any(axis=1)
    return ~near & (right - left <= 9 * high)


def in_company(boxes: Any, chosen: Any, high: float, *, upright: bool) -> tuple[Any, Any]:
    """Return which words have words of their height next to them where an axis has none.

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
