"""Finds what stands along an axis: words at even distances, one under another or side by side."""

from dataclasses import dataclass
from typing import Any

from grader.report import even, neighbours
from grader.report.tokens import Tokens

LONGEST = 40  # words of a row that are looked at
BEST = 24  # rows that are weighed: those that look most like labels
GROUPS = 160  # of words with a common edge, looked at


@dataclass(frozen=True, slots=True)
class Labels:
    """Words at even distances along a line."""

    centres: tuple[float, ...]  # along it
    inner: float  # the edge towards the plot: right of a column, top of a row
    outer: float
    pitch: float
    company: float  # share of its words that have others right of them, or above them in a row
    behind: float  # share of its words that have others left of them
    uneven: float  # how much its distances and heights differ, as shares


def columns(tokens: Tokens) -> list[Labels]:
    """Finds words one under another with a common edge: what a vertical axis carries."""
    return _labels(tokens.boxes, tokens.high, upright=True)


def rows(tokens: Tokens) -> list[Labels]:
    """Finds words side by side on a common line: what a horizontal axis carries."""
    return _labels(tokens.boxes, tokens.high, upright=False)


def _labels(boxes: Any, high: float, *, upright: bool) -> list[Labels]:
    import numpy as np

    if len(boxes) < even.FEWEST:
        return []
    alone = neighbours.alone(boxes, high, upright=upright)
    chosen = boxes[alone]
    company, behind = neighbours.company(boxes, chosen, high, upright=upright)
    along, across = (1, 0) if upright else (0, 1)
    found = []
    for members in _lined_up(chosen, high, across):
        middle = (chosen[members, along] + chosen[members, along + 2]) / 2
        order = np.argsort(middle)[:LONGEST]
        places = middle[order].tolist()
        chains = even.chains(places, 1.2 * high)
        chains += even.uneven(places, chains, 1.5 * high)
        found += [
            _made(chosen, (company, behind), members[order][c], along, across) for c in chains
        ]
    found.sort(key=lambda labels: 4 * labels.company + 4 * labels.uneven - len(labels.centres))
    return found[:BEST]


def _lined_up(boxes: Any, high: float, across: int) -> list[Any]:
    """Groups words by a common edge or a common middle, the largest groups first."""
    import numpy as np

    first, last = boxes[:, across], boxes[:, across + 2]
    found: dict[tuple[int, ...], Any] = {}
    for edge in (last, first, (first + last) / 2):
        for value in np.unique(np.round(edge / 2)) * 2:
            members = np.flatnonzero(np.abs(edge - value) <= max(2.0, 0.22 * high))
            if len(members) >= even.FEWEST:
                found.setdefault(tuple(members.tolist()), members)
    return sorted(found.values(), key=lambda members: -len(members))[:GROUPS]


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
    company, behind = (float(one[members].mean()) for one in near)
    return Labels(tuple(centres.tolist()), inner, outer, pitch, company, behind, uneven)
