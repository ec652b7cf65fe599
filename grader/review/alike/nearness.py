"""Find sets with most elements in common, and groups whose members are all near each other."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from math import ceil


def near_pairs(sets: Sequence[Collection[int]], least: float) -> dict[tuple[int, int], float]:
    """Return pairs of indices with a Dice coefficient of at least `least`, the smaller index first.

    Empty sets are near none. Two near sets share one of their rarest elements, so only these are
    looked up, and not every pair is compared.
    """
    known = Counter(element for each in sets for element in each)
    share = least / (2 - least)  # minimum share of either set that the other contains
    holders: dict[int, list[int]] = defaultdict(list)
    scores: dict[tuple[int, int], float] = {}
    for place, each in enumerate(sets):
        rarest = sorted(each, key=lambda element: (known[element], element))
        rarest = rarest[: len(rarest) - ceil(share * len(rarest)) + 1]
        for other in sorted({holder for element in rarest for holder in holders[element]}):
            alike = dice(sets[other], each)
            if alike >= least:
                scores[other, place] = alike
        for element in rarest:
            holders[element].append(place)
    return scores


def dice(first: Collection[int], other: Collection[int]) -> float:
    """Return the Dice coefficient of two sets: 0 if disjoint, 1 if equal."""
    if not first or not other:
        return 0.0
    return 2 * len(frozenset(first) & frozenset(other)) / (len(first) + len(other))


def together(pairs: Iterable[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
    """Group indices so that all members are near each other; groups are disjoint.

    If A is near B, and B near C, A need not be near C, so that a chain is never one group. Members
    with the most neighbours choose first; the same pairs always give the same groups.
    """
    near: dict[int, set[int]] = defaultdict(set)
    for place, other in pairs:
        near[place].add(other)
        near[other].add(place)
    order = sorted(near, key=lambda place: (-len(near[place]), place))
    rank = {place: at for at, place in enumerate(order)}
    free = set(near)
    for first in order:
        if first not in free:
            continue
        group, allowed = [first], near[first] & free
        while allowed:
            following = min(allowed, key=rank.__getitem__)
            group.append(following)
            allowed &= near[following]
        free -= {*group}
        if len(group) > 1:
            yield tuple(sorted(group))
