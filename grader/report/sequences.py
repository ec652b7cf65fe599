"""Numbers that go on from chapter to chapter, as those of headings do and those of lists do not."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from grader.report.headings import Candidate
from grader.report.rows import LARGER

_HOPELESS = -2.5
_LIKELY = 2.0
_GOES_ON = 0.8
_OUT_OF_ORDER = 1.0
_LIST = 2.0
_UNLIKE = 1.2
_SEVERAL = 2
_LONG_LIST = 3
_MOST = 300
_SKIPPED = 0.7  # for every number that is missing
_ABOVE = frozenset({"章", "課題", "【】", "節"})  # what numbers start anew below


def weigh_sequences(candidates: Sequence[Candidate]) -> None:
    """Raises what continues a count of headings, lowers items of lists and numbers out of order."""
    items = {id(candidate): candidate for candidate in _list_items(candidates)}
    for candidate in items.values():
        candidate.add(-_LIST)
    _weigh_looks(candidates)
    for key, group in _by_key([c for c in candidates if id(c) not in items]).items():
        if key == "n1" or not key.startswith("n"):
            for part in _parts(group, candidates):
                _weigh(part, strict=key in {"n1", "章", "I", "課題"})
    _weigh_below(candidates)


def _weigh_looks(candidates: Sequence[Candidate]) -> None:
    """Lowers what is set like the body where others with its kind of mark are set off from it."""
    set_off = Counter(c.key for c in candidates if c.row.set_off and c.score > _LIKELY)
    for candidate in candidates:
        if candidate.key and not candidate.row.set_off and set_off[candidate.key] >= _SEVERAL:
            candidate.add(-_UNLIKE)


def _by_key(candidates: Sequence[Candidate]) -> dict[str, list[Candidate]]:
    """Groups what counts by the kind of its marker."""
    groups: dict[str, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        if candidate.key and candidate.ordinal and candidate.score > _HOPELESS:
            groups[candidate.key].append(candidate)
    return groups


def _list_items(candidates: Sequence[Candidate]) -> Iterator[Candidate]:
    """Gives the items of lists: one right below the other, with no text in between."""
    run: list[Candidate] = []
    for candidate in [*candidates, None]:
        if run and (candidate is None or not _is_next_item(run[-1], candidate)):
            yield from (each for each in run if _is_item_of(each, run))
            run = []
        if candidate is not None:
            run.append(candidate)


def _is_next_item(first: Candidate, second: Candidate) -> bool:
    """Says whether a candidate stands right below another one, with the next mark of its kind."""
    if first.key != second.key or first.trusted or second.trusted or first.run_in:
        return False
    if second.row.index - first.row.index > first.row.lines:
        return False
    if not first.key:
        return first.word == second.word == 1.0  # a list whose bullets are drawn
    return not first.ordinal or second.ordinal > first.ordinal


def _is_item_of(candidate: Candidate, run: Sequence[Candidate]) -> bool:
    """Says whether a candidate is an item of a list and no heading above an empty chapter."""
    if len(run) == 1 or candidate.row.bold or candidate.row.larger >= LARGER:
        return False
    return candidate.word < 1.0 or len(run) >= _LONG_LIST


def _parts(
    group: Sequence[Candidate], everything: Sequence[Candidate]
) -> Iterator[list[Candidate]]:
    """Cuts a group where a chapter above it starts and its numbers begin anew."""
    above = [
        c.row.index for c in everything if c.key in _ABOVE - {group[0].key} and c.score > _LIKELY
    ]
    part: list[Candidate] = []
    for candidate in group:
        between = part and any(part[-1].row.index < cut < candidate.row.index for cut in above)
        if between and candidate.ordinal <= part[-1].ordinal:
            yield part
            part = []
        part.append(candidate)
    if part:
        yield part


def _weigh(group: Sequence[Candidate], *, strict: bool) -> None:
    """Finds the best count among the candidates of one kind; what is not in it loses."""
    chain = _best_chain(_most_likely(group))
    members = {id(member) for member in chain}
    for candidate in group:
        if id(candidate) in members:
            if len(chain) > 1:
                candidate.add(_GOES_ON, "sequence")
        elif strict and len(chain) > 1 and not candidate.trusted:
            candidate.add(-_OUT_OF_ORDER)


def _most_likely(group: Sequence[Candidate]) -> Sequence[Candidate]:
    """Gives the most likely candidates, in order; a document may hold any number of them."""
    if len(group) <= _MOST:
        return group
    least = sorted((candidate.score for candidate in group), reverse=True)[_MOST]
    return [candidate for candidate in group if candidate.score >= least][:_MOST]


def _best_chain(group: Sequence[Candidate]) -> list[Candidate]:
    """Gives the rising count with the most weight, by dynamic programming."""
    best: list[tuple[float, int]] = []  # weight of the best chain that ends here, its last but one
    for i, candidate in enumerate(group):
        weight = max(-1.5, min(4.0, candidate.score))
        start = -min(2.0, _SKIPPED * max(0, candidate.ordinal[0] - 1))
        options = [(start, -1)]
        options += [
            (best[j][0] - _SKIPPED * (_distance(group[j], candidate) - 1), j)
            for j in range(i)
            if group[j].ordinal < candidate.ordinal
        ]
        above, link = max(options)
        best.append((above + weight, link))
    chain: list[Candidate] = []
    at = max(range(len(group)), key=lambda i: best[i][0])
    while at >= 0:
        chain.append(group[at])
        at = best[at][1]
    return chain[::-1]


def _distance(first: Candidate, second: Candidate) -> int:
    """Says how many numbers lie from one to the other."""
    return max(1, second.ordinal[0] - first.ordinal[0])


def _weigh_below(candidates: Sequence[Candidate]) -> None:
    """Raises a number such as 2.1 inside of chapter 2, and lowers it elsewhere."""
    top, counted = 0, False
    for candidate in candidates:
        if candidate.key in {"n1", "章", "§1"} and candidate.score > _LIKELY:
            top, counted = candidate.ordinal[0], True
        elif candidate.key.startswith("n") and candidate.key != "n1" and candidate.ordinal:
            fits = candidate.ordinal[0] == top or not counted
            candidate.add(0.6 if fits else -1.2, "sequence" if fits and counted else "")
