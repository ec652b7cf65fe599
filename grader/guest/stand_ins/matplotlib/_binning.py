"""Counts values in bins, as a histogram does."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from math import ceil, log2

from ._data import is_sequence, points

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from typing import Any

ESTIMATORS = frozenset({"auto", "doane", "fd", "rice", "scott", "sqrt", "stone", "sturges"})
MOST_BINS = 1_000_000


def edges_of(bins: Any, values: list[float], limits: Any) -> list[float]:
    """Returns the edges of the bins: given, or of equal width over the limits or the values.

    Raises ValueError for what describes no bins.
    """
    if is_sequence(bins):
        edges = [float(edge) for edge in points(bins)]
        if edges != sorted(edges):
            raise ValueError("`bins` must increase monotonically, when an array")
        return edges
    low, high = limits or ((min(values), max(values)) if values else (0.0, 1.0))
    if low == high:
        low, high = low - 0.5, high + 0.5
    count = estimate(bins, values, high - low) if isinstance(bins, str) else int(bins)
    if count < 1:
        raise ValueError("`bins` must be positive, when an integer")
    count = min(count, MOST_BINS)
    return [low + (high - low) * i / count for i in range(count)] + [float(high)]


def estimate(name: str, values: list[float], span: float) -> int:
    """Returns a number of bins by Sturges' rule or, if it asks for more, Freedman and Diaconis'."""
    if name not in ESTIMATORS:
        raise ValueError(f"{name!r} is not a valid estimator for `bins`")
    count = max(len(values), 1)
    sturges: int = ceil(log2(count) + 1)
    spread = quantile(values, 0.75) - quantile(values, 0.25) if values else 0.0
    if name in ("auto", "fd") and spread > 0:
        width: float = 2 * spread / count ** (1 / 3)
        return max(sturges, ceil(span / width))
    return sturges


def quantile(values: list[float], part: float) -> float:
    """Returns the value below which a part of the values lies, interpolated linearly."""
    ordered = sorted(values)
    place = part * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def count(values: list[float], edges: list[float], weights: list[float] | None) -> list[float]:
    """Returns the weight of the values in each bin; only the last bin contains its right edge."""
    found = [0.0] * (len(edges) - 1)
    for i, value in enumerate(values):
        if edges and edges[0] <= value <= edges[-1]:
            place = min(bisect_right(edges, value) - 1, len(found) - 1)
            found[place] += 1.0 if weights is None else weights[i]
    return found


def scaled(counts: list[float], edges: list[float], options: dict[str, Any]) -> list[float]:
    """Applies density and cumulative."""
    total = sum(counts)
    widths = [high - low for low, high in pairwise(edges)]
    if options.get("density") and total:
        counts = [c / total / w for c, w in zip(counts, widths, strict=True)]
    if options.get("cumulative"):
        steps = [c * w for c, w in zip(counts, widths, strict=True)]
        steps = steps if options.get("density") else counts
        counts = [sum(steps[: i + 1]) for i in range(len(steps))]
    return counts
