"""Which heading stands below which: the same mark or the same look, the same level."""

from collections import Counter
from collections.abc import Sequence

from grader.model.document import Line
from grader.model.report import Chapter
from grader.prose.folding import squeeze, tidy
from grader.reports.headings import Candidate, is_prose
from grader.reports.vocabulary import title_words

ENOUGH = 3  # chapters that make a structure
_FAMILIES = (
    ("章", "節", "項"),
    ("n1", "n2", "n3", "n4"),
    ("§1", "§2", "§3"),
    ("課題", "課題2", "課題3"),
)
_ABOVE_NUMBERS = ("章", "課題")
_TASK = "課題"  # 目的, 結果, 考察 may come again below each
_COUNTED = frozenset({"n1", "章", "I"})
_EVEN = 0.05


def with_levels(headings: Sequence[Candidate]) -> tuple[Chapter, ...]:
    """Gives every heading its level, 1 = top, without a gap."""
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
    """Gives the lines of headings, but for those with text behind them: 「【考察】図1より、…」."""
    alone: set[int] = set()
    for chapter in chapters:
        _, title, text = squeeze(lines[chapter.line].text).rpartition(squeeze(chapter.text) or "\0")
        if not (title and is_prose(text)):
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
    """Names what headings of one level share."""
    if candidate.trusted:
        return f"level {candidate.trusted}"
    if candidate.key:
        return candidate.key
    row = candidate.row
    return f"look {round(row.larger, 1)} {row.bold} {row.other_font}"


def _title(candidate: Candidate) -> str:
    """Names a title, for counting how often it comes."""
    return f"title {squeeze(candidate.title)}"


def _new_level(
    candidate: Candidate,
    levels: dict[str, int],
    looks: dict[str, Candidate],
    counts: Counter[str],
    earlier: Sequence[int],
) -> int:
    """Places a kind of heading that has not been seen before."""
    if not earlier:
        return _depth(candidate.key) if candidate.key.startswith(("n", "#")) else 1
    if (level := _by_family(candidate.key, levels)) is not None:
        return level
    if not candidate.key:
        return _of_unmarked(
            candidate, levels, looks, earlier, repeats=counts[_title(candidate)] > 1
        )
    counted = counts[candidate.key] >= ENOUGH and candidate.ordinal[:1] in {(0,), (1,)}
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
    """Places a heading without a mark: by its look, then by its words."""
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
    """Says whether all before was a title or two without a number, such as 概要."""
    return all(not c.key and counts[key] <= ENOUGH for key, c in looks.items())


def _depth(key: str) -> int:
    """Gives the level that a number or Markdown's hashes say."""
    return len(key) if key.startswith("#") else int(key[1:])


def _by_family(key: str, levels: dict[str, int]) -> int | None:
    """Places a kind of mark by its relatives: 1.1 below 1."""
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


def _look_alike(candidate: Candidate, other: Candidate) -> bool:
    """Says whether two headings are set alike."""
    row, other_row = candidate.row, other.row
    same = row.bold is other_row.bold and row.other_font is other_row.other_font
    return same and abs(row.larger - other_row.larger) < _EVEN


def top_level(chapters: Sequence[Chapter], least: int = ENOUGH) -> tuple[Chapter, ...]:
    """Gives the chapters of the highest level that structures the text.

    A level with one or two headings above a level with more is the report's title, or wrong; of its
    headings only those called as chapters are called count.
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
    """Gives those of the chapters that are called so, whatever their level, or the highest ones."""
    named = tuple(chapter for chapter in chapters if title_words(chapter.text).chapter == 1.0)
    highest = min((chapter.level for chapter in chapters), default=0)
    top = tuple(chapter for chapter in chapters if chapter.level == highest)
    return named if len(named) >= least else top
