"""Which headings are the chapters that the assignment asks for, and how many chapters there are."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from grader.model.course import RequiredChapter
from grader.model.report import Chapter
from grader.report.folding import fold

Span = tuple[int, int]


def top_level(chapters: Sequence[Chapter]) -> tuple[Chapter, ...]:
    """Picks the chapters themselves, without their sections and without the report's title."""
    if not chapters:
        return ()
    highest = min(one.level for one in chapters)
    top = tuple(one for one in chapters if one.level == highest)
    below = tuple(one for one in chapters if one.level > highest)
    is_title = top == chapters[:1] and not top[0].number
    return top_level(below) if is_title and below else top


def structure(chapters: Sequence[Chapter], least: int) -> tuple[Chapter, ...]:
    """Picks the level that has at least so many headings, else the top one."""
    top = top_level(chapters)
    if not top or len(top) >= least:
        return top
    below = [one for one in chapters if one.level > top[0].level]
    second = min((one.level for one in below), default=0)
    sections = tuple(one for one in below if one.level == second)
    return sections if len(sections) >= least else top


def heading_of(
    wanted: Iterable[RequiredChapter], chapters: Sequence[Chapter]
) -> dict[str, Chapter | None]:
    """Finds the heading of every required chapter, by id; of several the one that is no more."""
    required = tuple(wanted)
    best: dict[str, tuple[bool, int, int]] = {}
    found: dict[str, Chapter | None] = {one.id: None for one in required}
    for index, chapter in enumerate(chapters):
        text = fold(chapter.text)
        for id_, (start, end) in _meant(text, required):
            rank = (end - start < len(text), chapter.level, index)
            if id_ not in best or rank < best[id_]:
                best[id_], found[id_] = rank, chapter
    return found


def _meant(text: str, required: Sequence[RequiredChapter]) -> Iterator[tuple[str, Span]]:
    """Finds chapters in a heading. A synonym inside a longer one does not count."""
    spans = [
        (one.id, found.span())
        for one in required
        for synonym in one.synonyms
        for found in _pattern(synonym).finditer(text)
    ]
    for id_, span in spans:
        if not any(_inside(span, other) for _, other in spans):
            yield id_, span


def _inside(span: Span, other: Span) -> bool:
    return span != other and other[0] <= span[0] and span[1] <= other[1]


@lru_cache(maxsize=1024)
def _pattern(synonym: str) -> re.Pattern[str]:
    """Looks for whole words of letters, since "aim" is no part of "claim"."""
    folded = fold(synonym)
    before = "(?<![a-z])" if folded[:1].isascii() else ""
    after = "(?![a-z])" if folded[-1:].isascii() else ""
    return re.compile(before + re.escape(folded) + after)
