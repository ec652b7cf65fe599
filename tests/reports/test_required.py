"""Which headings stand for the chapters that an assignment asks for."""

import pytest

from grader.reports.chapters import top_level
from grader.reports.checks import heading_of
from tests.reports.reports import CHAPTERS, headings


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("目的", ["purpose"]),
        ("目 的", ["purpose"]),
        ("実験結果", ["results"]),  # and not the method "実験" as well
        ("実験", ["method"]),
        ("実験方法と結果", ["method", "results"]),
        ("結果の考察", ["discussion"]),
        ("RESULTS", ["results"]),
        ("Ｒｅｓｕｌｔｓ", ["results"]),
        ("claims", []),  # "aim" is no word of it
        ("aim of this report", ["purpose"]),
        ("感想", []),
        ("", []),
    ],
)
def test_a_heading_stands_for_these(text: str, ids: list[str]) -> None:
    """Whatever the width, the case and the gaps."""
    found = heading_of(CHAPTERS, headings(text))
    assert [id_ for id_, heading in found.items() if heading is not None] == ids


def test_the_heading_that_says_no_more_is_taken() -> None:
    """Then the higher one, then the first."""
    chapters = headings("考察の準備", "考察", "考察")
    found = heading_of(CHAPTERS, chapters)["discussion"]
    assert found is chapters[1]
    deep = (*headings("まとめと考察", level=2), *headings("考察について", level=1))
    assert heading_of(CHAPTERS, deep)["discussion"] is deep[1]


def test_a_title_is_no_chapter() -> None:
    """The highest level that has enough headings holds the chapters."""
    title = headings("レポート")
    sections = headings("目的", "結果", "考察", level=2)
    assert top_level((*title, *sections), 3) == sections
    assert top_level(headings("目的", "結果"), 3) == headings("目的", "結果")
    assert top_level((), 3) == ()
