"""The same mark is the same level, and the chapters are told from what stands above and below."""

import pytest

from grader.model.report import Chapter
from grader.reports.chapters import top_level
from grader.reports.outline import outline
from tests.reports.writing import read_all

MADE = {made.name: made for made in [*read_all("tuning.txt"), *read_all("held.txt")]}


def chapters(*levels: int, words: str = "行列") -> list[Chapter]:
    """Chapters of these levels."""
    return [
        Chapter(level=level, number="", text=words, page=0, line=line, why=())
        for line, level in enumerate(levels)
    ]


@pytest.mark.parametrize(
    "name",
    ["word-typed-numbers", "word-roman", "word-tasks", "tex-article", "word-styles", "h-ieee"],
)
def test_gives_levels(name: str) -> None:
    """Sections stand below chapters."""
    made = MADE[name]
    found = {one.line: one.level for one in outline(made.document).chapters}
    assert found == made.headings


@pytest.mark.parametrize(
    ("levels", "count"),
    [
        ((1, 1, 1), 3),
        ((1, 2, 2, 1, 2, 1), 3),
        ((1, 2, 2, 2), 3),  # a title above its chapters
        ((1, 2, 2, 1, 2, 2), 4),  # two tasks with chapters below
        ((1, 1), 2),
        ((), 0),
    ],
)
def test_picks_the_chapters(levels: tuple[int, ...], count: int) -> None:
    """The highest level with enough headings is that of the chapters."""
    assert len(top_level(chapters(*levels))) == count


def test_counts_named_chapters_of_any_level() -> None:
    """目的, 方法 and 結果 are chapters, though the levels are wrong."""
    assert len(top_level(chapters(1, 2, 3, words="結果"))) == 3
