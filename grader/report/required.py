"""Which headings are the chapters that the assignment asks for, and how many chapters there are."""

from collections.abc import Iterable, Sequence

from grader.model.course import RequiredChapter
from grader.model.report import Chapter
from grader.report.levels import top_level
from grader.report.matching import is_exactly, matching


def structure(chapters: Sequence[Chapter], least: int) -> tuple[Chapter, ...]:
    """Picks the chapters themselves: the highest level with at least so many headings."""
    return top_level(chapters, least)


def heading_of(
    wanted: Iterable[RequiredChapter], chapters: Sequence[Chapter]
) -> dict[str, Chapter | None]:
    """Finds the heading of every required chapter, by id; of several the one that is no more."""
    return {one.id: _best(one.synonyms, chapters) for one in wanted}


def _best(synonyms: Sequence[str], chapters: Sequence[Chapter]) -> Chapter | None:
    """Picks the heading that says a chapter's name most plainly, the highest, the first."""
    meant = [one for one in chapters if matching(one, synonyms)]
    return min(
        meant, key=lambda one: (not is_exactly(one, synonyms), one.level, one.line), default=None
    )
