"""The chapters of a report: which candidates are headings, and which is below which.

A candidate is a heading if it weighs enough, continues the numbers of the headings before it, or
looks like them. Headings with the same mark or the same look have the same level.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from grader.model.document import Line
from grader.model.report import Chapter
from grader.patterns import lazy_regex
from grader.prose.folding import squeeze, tidy
from grader.reports.headings import Candidate, is_prose
from grader.reports.lines import ends_sentence
from grader.reports.rows import LARGER
from grader.reports.titles import title_words

_ENOUGH = 2.3  # weight of a heading (headings.py): bold, with running text below it
_ENOUGH_BESIDE_TRUSTED = 3.2  # the same if the file marks _TRUSTED_ENOUGH headings
_TRUSTED_ENOUGH = 3
_ALIKE = 0.6
_SIGHTINGS = 2
_MARKED = 1.0
_TITLE = lazy_regex(r"レポート|報告書|report|提出|第\d+回|kadai", re.IGNORECASE)
_REPORT = lazy_regex(r"レポート\s*[0-9０-９]?$|報告書$|\breport\s*\d?$", re.IGNORECASE)
_LEAVES = frozenset({"課題", "章", "付録"})  # marks that end a bibliography; no entry starts so
_EVEN = 0.05
_FIRST_ROWS = 12


def find_headings(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Weigh candidates against each other, and return the headings in order."""
    weigh_sequences(candidates)
    _weigh_alike(candidates)
    return _accepted(candidates)


def _weigh_alike(candidates: Sequence[Candidate]) -> None:
    """Raise the score of candidates that look like certain headings."""
    sure = [c for c in candidates if c.score >= _ENOUGH and (c.words.chapter == 1.0 or c.trusted)]
    marks = {c.key for c in sure if c.key and not c.ordinal}
    for candidate in candidates:
        if candidate.key in marks and _MARKED <= candidate.score < _ENOUGH:
            candidate.add(_ENOUGH - candidate.score, "alike")  # 「■やったこと」 below 「■目的」
        if candidate.score >= _ENOUGH or not candidate.row.set_off:
            continue
        if candidate.score >= _ENOUGH - _ALIKE and _sightings(candidate, sure) >= _SIGHTINGS:
            candidate.add(_ALIKE, "alike")


def _sightings(candidate: Candidate, sure: Sequence[Candidate]) -> int:
    """Count headings that look like a candidate, at most _SIGHTINGS."""
    return sum(1 for _ in islice((c for c in sure if _alike(candidate, c)), _SIGHTINGS))


def _alike(first: Candidate, second: Candidate) -> bool:
    """Return whether two headings have the same mark and look."""
    return first.key == second.key and _look_alike(first, second)


def _look_alike(first: Candidate, second: Candidate) -> bool:
    """Return whether two headings agree in weight, font and size."""
    row, other = first.row, second.row
    same = row.bold is other.bold and row.other_font is other.other_font
    return same and abs(row.larger - other.larger) < _EVEN


def _accepted(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return candidates with enough weight, without the title and bibliography entries."""
    trusted = sum(c.trusted > 0 and c.score >= _ENOUGH for c in candidates)
    enough = _ENOUGH_BESIDE_TRUSTED if trusted >= _TRUSTED_ENOUGH else _ENOUGH
    accepted: list[Candidate] = []
    in_references = False
    for candidate in candidates:
        if candidate.score < (_ENOUGH if candidate.trusted else enough):
            continue
        leaves = candidate.words.chapter == 1.0 or candidate.trusted or candidate.key in _LEAVES
        if in_references and not leaves:
            continue
        in_references = candidate.words.references
        accepted.append(candidate)
    return _without_title(accepted, candidates)


def _without_title(accepted: list[Candidate], candidates: Sequence[Candidate]) -> list[Candidate]:
    """Remove the title of the report and the lines of its cover."""
    positions = {id(candidate): nth for nth, candidate in enumerate(candidates)}
    while accepted:
        first = accepted[0]
        if first.trusted and _is_tagged_title(first, accepted):
            return accepted[1:]
        if (
            first.trusted
            or "style" in first.why
            or first.row.line.page > 1
            or positions[id(first)] > _FIRST_ROWS
        ):
            break
        others = [c for c in accepted[1:] if c.key == first.key]
        named = first.words.chapter == 1.0 and not _TITLE.search(squeeze(first.title))
        report = bool(_REPORT.search(first.row.text))
        title = (
            report or _is_title(first, accepted) or not (named or _has_text(accepted, candidates))
        )
        if first.key and (not title or (others and not report)):
            break
        if not first.key and not report and (named or _has_twin(first, accepted, candidates)):
            break
        accepted = accepted[1:]
    return accepted


def _has_twin(
    first: Candidate, accepted: Sequence[Candidate], candidates: Sequence[Candidate]
) -> bool:
    """Return whether another heading looks like the first, which has text; a title has neither."""
    if not first.row.set_off or len(accepted) == 1:
        return False
    twins = any(_alike(first, other) for other in accepted[1:])
    return twins and _has_text(accepted, candidates)


def _has_text(accepted: Sequence[Candidate], candidates: Sequence[Candidate]) -> bool:
    """Return whether there is running text below the first heading, before the next one."""
    last = accepted[1].row.index if len(accepted) > 1 else candidates[-1].row.index + 1
    below = range(accepted[0].row.index + 1, last)
    return any(c.row.index in below and ends_sentence(c.row.text) for c in candidates)


def _is_tagged_title(first: Candidate, accepted: Sequence[Candidate]) -> bool:
    """Return whether the only heading of the top level is the title, as in Markdown."""
    others = accepted[1:]
    alone = all(other.trusted != first.trusted for other in others)
    return bool(others) and alone and first.trusted == 1 and first.words.chapter < 1.0


def _is_title(first: Candidate, accepted: Sequence[Candidate]) -> bool:
    """Return whether a heading with a mark is the title of the report: 「課題1 レポート」."""
    if first.key not in {"課題", "【】", "#", "章"}:
        return False
    larger = all(first.row.larger > other.row.larger + _EVEN for other in accepted[1:])
    return larger or first.row.line.centred


_HOPELESS = -2.5
_LIKELY = 2.0
_GOES_ON = 0.8
_OUT_OF_ORDER = 1.0
_LIST = 2.0
_UNLIKE = 1.2
_SEVERAL = 2
_LONG_LIST = 3
_MOST = 300
_SKIPPED = 0.7  # taken off for each missing number
_ABOVE = frozenset({"章", "課題", "【】", "節"})  # marks below which numbers start again


def weigh_sequences(candidates: Sequence[Candidate]) -> None:
    """Raise headings in a numbered sequence; lower list items and numbers out of order."""
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
    """Lower candidates set like the body if others with the same kind of mark are set off."""
    set_off = Counter(c.key for c in candidates if c.row.set_off and c.score > _LIKELY)
    for candidate in candidates:
        if candidate.key and not candidate.row.set_off and set_off[candidate.key] >= _SEVERAL:
            candidate.add(-_UNLIKE)


def _by_key(candidates: Sequence[Candidate]) -> dict[str, list[Candidate]]:
    """Group numbered candidates by the kind of their mark."""
    groups: dict[str, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        if candidate.key and candidate.ordinal and candidate.score > _HOPELESS:
            groups[candidate.key].append(candidate)
    return groups


def _list_items(candidates: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield the items of lists: one right below the other, with no text in between."""
    run: list[Candidate] = []
    for candidate in [*candidates, None]:
        if run and (candidate is None or not _is_next_item(run[-1], candidate)):
            yield from (each for each in run if _is_item_of(each, run))
            run = []
        if candidate is not None:
            run.append(candidate)


def _is_next_item(first: Candidate, second: Candidate) -> bool:
    """Return whether a candidate stands right below another one, with the next mark of its kind."""
    if first.key != second.key or first.trusted or second.trusted or first.run_in:
        return False
    if second.row.index - first.row.index > first.row.lines:
        return False
    if not first.key:
        return first.words.chapter == second.words.chapter == 1.0  # a list whose bullets are drawn
    return not first.ordinal or second.ordinal > first.ordinal


def _is_item_of(candidate: Candidate, run: Sequence[Candidate]) -> bool:
    """Return whether a candidate is an item of a list and not a heading above an empty chapter."""
    if len(run) == 1 or candidate.row.bold or candidate.row.larger >= LARGER:
        return False
    return candidate.words.chapter < 1.0 or len(run) >= _LONG_LIST


def _parts(
    group: Sequence[Candidate], everything: Sequence[Candidate]
) -> Iterator[list[Candidate]]:
    """Cut a group where a chapter above it starts and its numbers begin again."""
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
    """Raise the best numbered sequence of candidates of one kind; lower the others."""
    chain = _best_chain(_most_likely(group))
    members = {id(member) for member in chain}
    for candidate in group:
        if id(candidate) in members:
            if len(chain) > 1:
                candidate.add(_GOES_ON, "sequence")
        elif strict and len(chain) > 1 and not candidate.trusted:
            candidate.add(-_OUT_OF_ORDER)


def _most_likely(group: Sequence[Candidate]) -> Sequence[Candidate]:
    """Return the candidates with the highest scores, at most _MOST, in order."""
    if len(group) <= _MOST:
        return group
    least = sorted((candidate.score for candidate in group), reverse=True)[_MOST]
    return [candidate for candidate in group if candidate.score >= least][:_MOST]


def _best_chain(group: Sequence[Candidate]) -> list[Candidate]:
    """Return the rising sequence with the most weight, by dynamic programming."""
    best: list[tuple[float, int]] = []  # weight of the best chain that ends here; index before it
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
    """Return the difference of two headings' numbers, at least 1."""
    return max(1, second.ordinal[0] - first.ordinal[0])


def _weigh_below(candidates: Sequence[Candidate]) -> None:
    """Raise a number such as 2.1 inside chapter 2, and lower it elsewhere."""
    top, counted = 0, False
    for candidate in candidates:
        if candidate.key in {"n1", "章", "§1"} and candidate.score > _LIKELY:
            top, counted = candidate.ordinal[0], True
        elif candidate.key.startswith("n") and candidate.key != "n1" and candidate.ordinal:
            fits = candidate.ordinal[0] == top or not counted
            candidate.add(0.6 if fits else -1.2, "sequence" if fits and counted else "")


STRUCTURE = 3  # chapters of one level that make a structure
_FAMILIES = (
    ("章", "節", "項"),
    ("n1", "n2", "n3", "n4"),
    ("§1", "§2", "§3"),
    ("課題", "課題2", "課題3"),
)
_ABOVE_NUMBERS = ("章", "課題")
_TASK = "課題"  # 目的, 結果, 考察 may be repeated below each
_COUNTED = frozenset({"n1", "章", "I"})


def with_levels(headings: Sequence[Candidate]) -> tuple[Chapter, ...]:
    """Return the headings as chapters; level 1 is the top, and no level is skipped."""
    return tuple(
        Chapter(
            level=level,
            number=heading.number,
            text=tidy(heading.title),
            page=heading.row.line.page,
            line=heading.row.index,
            why=tuple(heading.why),
        )
        for heading, level in zip(headings, _levels_of(headings), strict=True)
    )


def title_lines(chapters: Sequence[Chapter], lines: Sequence[Line]) -> frozenset[int]:
    """Return the lines of headings, except lines with more text: 「【考察】図1より、…」."""
    alone: set[int] = set()
    for chapter in chapters:
        line = lines[chapter.line].text
        _, title, text = tidy(line).rpartition(chapter.text or "\0")
        cell = text and "\t" in line  # of a form; the sentence goes on below
        if not (title and (cell or is_prose(text))):
            alone.add(chapter.line)
    return frozenset(alone)


def _levels_of(candidates: Sequence[Candidate]) -> list[int]:
    levels: dict[str, int] = {}
    looks: dict[str, Candidate] = {}
    counts = Counter(_key(candidate) for candidate in candidates)
    counts.update(_title(candidate) for candidate in candidates if not candidate.key)
    given_levels: list[int] = []
    for candidate in candidates:
        key = _key(candidate)
        if candidate.trusted:
            levels[key] = candidate.trusted
            levels.setdefault(candidate.key or key, candidate.trusted)
        elif key not in levels:
            levels[key] = _new_level(candidate, levels, looks, counts, given_levels)
        looks.setdefault(key, candidate)
        given_levels.append(levels[key])
    ranks = {level: rank for rank, level in enumerate(sorted(set(given_levels)), start=1)}
    return [ranks[level] for level in given_levels]


def _key(candidate: Candidate) -> str:
    """Return a key shared by headings of one level."""
    if candidate.trusted:
        return f"level {candidate.trusted}"
    if candidate.key:
        return candidate.key
    row = candidate.row
    return f"look {round(row.larger, 1)} {row.bold} {row.other_font}"


def _title(candidate: Candidate) -> str:
    """Return a key of a title, for counting how often it occurs."""
    return f"title {squeeze(candidate.title)}"


def _new_level(
    candidate: Candidate,
    levels: dict[str, int],
    looks: dict[str, Candidate],
    counts: Counter[str],
    earlier: Sequence[int],
) -> int:
    """Return the level of a kind of heading that has not been seen before."""
    if not earlier:
        return _depth(candidate.key) if candidate.key.startswith(("n", "#")) else 1
    if (level := _by_family(candidate.key, levels)) is not None:
        return level
    if not candidate.key:
        return _of_unmarked(
            candidate, levels, looks, earlier, repeats=counts[_title(candidate)] > 1
        )
    counted = counts[candidate.key] >= STRUCTURE and candidate.ordinal[:1] in {(0,), (1,)}
    follows = counted and candidate.key in _COUNTED and _only_unmarked(looks, counts)
    largest = max(other.row.larger for other in looks.values())
    if follows or candidate.row.larger > largest + _EVEN:
        return min(earlier)
    return earlier[-1] + (0 if candidate.key == "付録" else 1)


def _of_unmarked(
    candidate: Candidate,
    levels: dict[str, int],
    looks: dict[str, Candidate],
    earlier: Sequence[int],
    *,
    repeats: bool,
) -> int:
    """Return the level of a heading without a mark: by its look, then by its words."""
    named = candidate.words.chapter == 1.0
    if _TASK in levels and repeats:
        return levels[_TASK] + 1
    alike = [levels[key] for key, other in looks.items() if _look_alike(candidate, other)]
    if alike and (named or candidate.row.set_off):
        return min(alike)
    size = candidate.row.larger - _EVEN
    smaller = [levels[key] for key, other in looks.items() if other.row.larger < size]
    if smaller:
        return min(smaller)
    return min(earlier) if named else earlier[-1] + 1


def _only_unmarked(looks: dict[str, Candidate], counts: Counter[str]) -> bool:
    """Return whether all earlier headings are a few without a mark, such as 概要."""
    return all(not c.key and counts[key] <= STRUCTURE for key, c in looks.items())


def _depth(key: str) -> int:
    """Return the level implied by a number's parts or Markdown's hashes."""
    return len(key) if key.startswith("#") else int(key[1:])


def _by_family(key: str, levels: dict[str, int]) -> int | None:
    """Return the level of a kind of mark by its relatives: 1.1 below 1."""
    if key.startswith("#"):
        for other, level in levels.items():
            if other.startswith("#"):
                return max(1, level + len(key) - len(other))
    for family in _FAMILIES:
        if key not in family:
            continue
        at = family.index(key)
        for nth, other in enumerate(family):
            if other in levels:
                return max(1, levels[other] + at - nth)
        if family[0] == "n1":
            above = [levels[other] for other in _ABOVE_NUMBERS if other in levels]
            if above:
                return max(above) + max(1, at)
    return None


def top_level(chapters: Sequence[Chapter], least: int = STRUCTURE) -> tuple[Chapter, ...]:
    """Return the chapters of the highest level that structures the text.

    One or two headings above that level are the report's title, or wrong; of these, only those with
    a usual chapter title count.
    """
    counts = Counter(chapter.level for chapter in chapters)
    enough = [level for level, count in sorted(counts.items()) if count >= least]
    if not enough:
        return _ungraded(chapters, least)
    return tuple(
        chapter
        for chapter in chapters
        if chapter.level == enough[0]
        or (chapter.level < enough[0] and title_words(chapter.text).chapter == 1.0)
    )


def _ungraded(chapters: Sequence[Chapter], least: int) -> tuple[Chapter, ...]:
    """Return chapters with usual titles, at any level; if too few, those of the highest level."""
    named = tuple(chapter for chapter in chapters if title_words(chapter.text).chapter == 1.0)
    highest = min((chapter.level for chapter in chapters), default=0)
    top = tuple(chapter for chapter in chapters if chapter.level == highest)
    return named if len(named) >= least else top
