"""Finds even distances among places along a line."""

from bisect import bisect_left
from itertools import pairwise

FEWEST = 3  # places that make a row
EVEN = 0.08  # of the distance: how far a place may be from where it should be
MANY = 20  # places at uneven distances are no axis


def chains(places: list[float], least: float) -> list[list[int]]:
    """Picks the longest runs of places at even distances, each place once."""
    left = list(range(len(places)))
    found = []
    while len(left) >= FEWEST:
        best = _longest(places, left, least)
        if len(best) < FEWEST:
            break
        found.append(best)
        left = [i for i in left if i not in best]
    return found


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


def uneven(places: list[float], found: list[list[int]], least: float) -> list[list[int]]:
    """Takes all places of a line that stand at uneven distances, as on a logarithmic axis."""
    enough = len(places) > FEWEST and max(map(len, found), default=0) <= 0.7 * len(places)
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
