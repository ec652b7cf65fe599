"""Find unusual similarities in a class, and measure how common such similarity is.

Material given to everyone is ignored, and so is what many works contain: short programs for one
task are similar by nature. Nothing here says who wrote first, or copied from whom.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from msgspec import Struct

from grader.model.program import Plot
from grader.review.alike.nearness import together
from grader.review.alike.programs import ROW, ComparableProgram
from grader.review.alike.sentences import Said
from grader.review.alike.works import ClassWorks, ComparableFigure, StudentWork

FEW = 4  # works with something in common; more is usual in a small class
SHARE = 0.05  # of a large class
LEAST_TOKENS = 60  # in rare passages in common: a dozen lines
LEAST_SHARE = 0.5  # of the smaller program, without given material
MOST = 100  # sets of each kind that are listed
DIGITS = 6  # of plotted numbers


class BaseRate(Struct, frozen=True, kw_only=True):
    """How common something is: the number of works, or pairs of works, with as much of it."""

    holders: int  # works with the marked passages
    works: int  # works that could have it
    pairs_as_much: int = 0
    pairs: int = 0
    typical: int = 0  # fingerprints in common in the median pair


class AlikePrograms(Struct, frozen=True, kw_only=True):
    """Programs with passages in common that few others have."""

    works: Sequence[StudentWork]
    tokens: int  # in common, in the pair with the fewest
    shared: frozenset[int]  # fingerprints of the passages
    rate: BaseRate


class AlikeFigures(Struct, frozen=True, kw_only=True):
    """Reports with the same picture."""

    works: Sequence[StudentWork]
    drawn: Sequence[ComparableFigure]  # one for each
    rate: BaseRate


class AlikeSeries(Struct, frozen=True, kw_only=True):
    """Programs that plot exactly the same numbers, which no formula produces."""

    works: Sequence[StudentWork]
    plot: Plot
    rate: BaseRate


class AlikeSentences(Struct, frozen=True, kw_only=True):
    """Reports with nearly the same long sentence."""

    works: Sequence[StudentWork]
    said: Sequence[Said]  # one for each
    rate: BaseRate


class Neighbours(Struct, frozen=True, kw_only=True):
    """All unusual similarities, the largest first in each list."""

    programs: Sequence[AlikePrograms]
    figures: Sequence[AlikeFigures]
    series: Sequence[AlikeSeries]
    sentences: Sequence[AlikeSentences]
    usual: int  # similarities shared by more works than this are not listed
    works: int


def neighbours(alike: ClassWorks) -> Neighbours:
    """List the unusual similarities."""
    usual = usual_from(len(alike.works))
    return Neighbours(
        programs=_programs(alike, usual)[:MOST],
        figures=_figures(alike, usual)[:MOST],
        series=_series(alike, usual)[:MOST],
        sentences=_sentences(alike, usual)[:MOST],
        usual=usual,
        works=len(alike.works),
    )


def usual_from(works: int) -> int:
    """Return how many works may share something before it counts as usual."""
    return max(FEW, int(SHARE * works))


def series_key(plot: Plot) -> tuple[str, ...]:
    """Return plotted numbers as they are compared: with six digits."""
    return tuple(f"{value:.{DIGITS}g}" for value in plot.y)


def _programs(alike: ClassWorks, usual: int) -> list[AlikePrograms]:
    programs = {at: work.program for at, work in enumerate(alike.works) if work.program}
    own = {at: program.all_prints - alike.given.prints for at, program in programs.items()}
    holders: dict[int, list[int]] = defaultdict(list)
    for at, prints in own.items():
        for each in prints:
            holders[each].append(at)
    rare = {each: places for each, places in holders.items() if 1 < len(places) <= usual}
    shared: dict[tuple[int, int], set[int]] = defaultdict(set)
    for each, places in rare.items():
        for pair in combinations(places, 2):
            shared[pair].add(each)
    unusual = {at: frozenset(p for p in own[at] if len(holders[p]) <= usual) for at in own}
    tokens = {
        pair: alike_tokens
        for pair, prints in shared.items()
        if (alike_tokens := _tokens_alike(pair, programs, frozenset(prints), unusual))
    }
    in_common = _in_common(own)
    listed = [
        _program_set(places, alike.works, shared, tokens, holders, in_common, len(own))
        for places in together(tokens)
    ]
    return sorted(
        listed,
        key=lambda pair_of_programs: (-pair_of_programs.tokens, pair_of_programs.works[0].student),
    )


def _tokens_alike(
    pair: tuple[int, int],
    programs: Mapping[int, ComparableProgram],
    prints: frozenset[int],
    unusual: Mapping[int, frozenset[int]],
) -> int:
    """Count the tokens of rare passages in both; 0 if they are few or a small share."""
    if len(prints) * ROW < LEAST_TOKENS:
        return 0
    alike = min(len(programs[at].covered(prints)) for at in pair)
    shorter = min(len(programs[at].covered(unusual[at])) for at in pair)
    return alike if alike >= LEAST_TOKENS and alike >= LEAST_SHARE * shorter else 0


def _in_common(own: Mapping[int, frozenset[int]]) -> Sequence[int]:
    """Count the common fingerprints of every pair, without given ones, smallest first.

    Those of common passages are included, as this is the base rate.
    """
    return sorted(len(shared & other) for shared, other in combinations(own.values(), 2))


def _program_set(  # noqa: PLR0913, PLR0917  one set out of all that was counted
    places: Sequence[int],
    works: Sequence[StudentWork],
    shared: Mapping[tuple[int, int], set[int]],
    tokens: Mapping[tuple[int, int], int],
    holders: Mapping[int, Sequence[int]],
    in_common: Sequence[int],
    count: int,
) -> AlikePrograms:
    pairs = [*combinations(places, 2)]
    prints = frozenset().union(*(shared[pair] for pair in pairs))
    least = min(len(shared[pair]) for pair in pairs)
    return AlikePrograms(
        works=[works[place] for place in places],
        tokens=min(tokens[pair] for pair in pairs),
        shared=prints,
        rate=BaseRate(
            holders=len({place for each in prints for place in holders[each]}),
            works=count,
            pairs_as_much=sum(each >= least for each in in_common),
            pairs=len(in_common),
            typical=in_common[len(in_common) // 2],
        ),
    )


def _figures(alike: ClassWorks, usual: int) -> list[AlikeFigures]:
    places = sorted({place for pair in alike.same_pictures for place in pair})
    number = {place: at for at, place in enumerate(places)}
    holders: dict[int, set[int]] = defaultdict(set)
    for picture, other in alike.same_pictures:
        holders[number[picture]] |= {picture[0], other[0]}
        holders[number[other]] |= {picture[0], other[0]}
    rare = [
        (number[place], number[other])
        for place, other in alike.same_pictures
        if max(len(holders[number[place]]), len(holders[number[other]])) <= usual
    ]
    having = sum(1 for work in alike.works if work.drawn)
    listed = []
    for group in together(rare):
        members = _one_each(places[at] for at in group)
        listed.append(
            AlikeFigures(
                works=[alike.works[at] for at, _ in members],
                drawn=[alike.works[at].drawn[figure] for at, figure in members],
                rate=BaseRate(
                    holders=len(set().union(*(holders[at] for at in group))), works=having
                ),
            )
        )
    return sorted(
        listed, key=lambda alike_figures: (len(alike_figures.works), alike_figures.works[0].student)
    )


def _one_each(places: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    first: dict[int, int] = {}
    for work, part in places:
        first.setdefault(work, part)
    return sorted(first.items())


def _series(alike: ClassWorks, usual: int) -> list[AlikeSeries]:
    holders: dict[tuple[str, ...], dict[int, Plot]] = defaultdict(dict)
    for at, work in enumerate(alike.works):
        for plot in work.series:
            holders[series_key(plot)].setdefault(at, plot)
    having = sum(1 for work in alike.works if work.series)
    return [
        AlikeSeries(
            works=[alike.works[at] for at in sorted(series)],
            plot=series[min(series)],
            rate=BaseRate(holders=len(series), works=having),
        )
        for _, series in sorted(holders.items(), key=lambda each: (-len(each[0]), each[0]))
        if 1 < len(series) <= usual
    ]


def _sentences(alike: ClassWorks, usual: int) -> list[AlikeSentences]:
    near: dict[int, set[int]] = defaultdict(set)
    for place, other in alike.near_said:
        near[place].add(alike.said[other][0])
        near[other].add(alike.said[place][0])
    rare = [
        (place, other)
        for place, other in alike.near_said
        if alike.said[place][1].long
        and alike.said[other][1].long
        and max(len(near[place]), len(near[other])) < usual
    ]
    having = sum(1 for work in alike.works if work.said)
    listed = []
    for group in together(rare):
        first = dict(reversed([(alike.said[at][0], alike.said[at][1]) for at in group]))
        listed.append(
            AlikeSentences(
                works=[alike.works[at] for at in sorted(first)],
                said=[first[at] for at in sorted(first)],
                rate=BaseRate(
                    holders=1 + max(len(near[at]) for at in group),
                    works=having,
                ),
            )
        )
    return sorted(
        listed,
        key=lambda alike_sentences: (
            -len(alike_sentences.said[0].folded),
            alike_sentences.rate.holders,
            alike_sentences.said[0].text,
        ),
    )
