"""A line is weighed by itself: its mark, its look, its words, and what speaks against it."""

import pytest

from grader.model.document import Line, Place
from grader.reports.headings import Candidate
from tests.reports.passes import candidates_in

ENOUGH = 2.3
TEXT = Line(text="本実験では行列積の実行時間を測定し、その結果を述べる。")


def candidate(line: Line) -> Candidate:
    """A line above some text, weighed."""
    return candidates_in((line, TEXT, TEXT))[0]


@pytest.mark.parametrize(
    "line",
    [
        Line(text="目的"),
        Line(text="1. 目的"),
        Line(text="【目的】"),
        Line(text="結果：図1に示すように、CuPyが最も速いという結果になった。"),
        Line(text="第1章 行列"),
        Line(text="## 行列"),
        Line(text="行列と画像", bold=True),
        Line(text="行列", level=1, level_from="style"),
        Line(text="1. 目的", place=Place.TABLE),
    ],
)
def test_is_enough(line: Line) -> None:
    """A name, a mark of chapters, a look or the file's word is enough."""
    assert candidate(line).score >= ENOUGH


@pytest.mark.parametrize(
    "line",
    [
        Line(text="行列"),
        Line(text="行列積を測定した。", bold=True),
        Line(text="1. 行列積を測定した。"),
        Line(text="目的は行列積を測ることである"),
        Line(text="2 行列積は、"),
        Line(text="https://example.org/", bold=True),
        Line(text="C = AB (1)", bold=True),
        Line(text="n = 128", bold=True),
        Line(text="環境：Windows", place=Place.TABLE),
        Line(text="課題：行列積を実装し、その実行時間を測定せよ。"),
        Line(text="(1) 行列"),
        Line(text="・行列"),
        Line(text="1.5 GHz"),
        Line(text="as shown in the figure", bold=True),
    ],
)
def test_is_not_enough(line: Line) -> None:
    """Sentences, formulas, values, addresses and items are no headings by themselves."""
    assert candidate(line).score < ENOUGH


def test_parts_the_title_from_what_follows() -> None:
    """Text that starts on the heading's line is none of the title."""
    found = candidate(Line(text="1. 目的　本実験では、行列積の実行時間を測定する。"))
    assert (found.number, found.title, found.run_in) == ("1.", "目的", True)
