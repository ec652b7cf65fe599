"""The distribution of points, drawn."""

from dataclasses import replace

from grader.export.bilingual import Bilingual
from grader.export.histogram import draw
from grader.model.scoresheet import ScoreSheet
from grader.wording import load_wording
from tests.export.samples import sheet_of

WORDS = Bilingual(load_wording("ja"), load_wording("en"))


def settled(points: float) -> ScoreSheet:
    """A sheet on which everything is decided."""
    sheet = sheet_of(content=points)
    return replace(sheet, awards=(sheet.awards[0], replace(sheet.awards[1], points=0.0)))


def test_each_point_has_its_bar() -> None:
    """Finished sheets below, unfinished ones above."""
    sheets = [settled(8), settled(6), settled(6), sheet_of(content=6.0), sheet_of(content=None)]
    drawn = draw(sheets, 8, WORDS)
    assert [bar.label for bar in drawn.bars] == list("012345678")
    assert [bar.count for bar in drawn.bars] == [0, 0, 0, 0, 0, 0, 3, 0, 1]
    assert (drawn.bars[6].settled, drawn.bars[6].provisional) == (80, 40)
    assert drawn.bars[6].said.en == "6 points: 3 students"
    assert drawn.undecided == 1


def test_half_points_have_bars_of_their_own() -> None:
    """Nobody is rounded down; the steps are of the points that there are."""
    drawn = draw([settled(0.5), settled(1.5), settled(2)], 8, WORDS)
    assert [bar.label for bar in drawn.bars][:5] == ["0", "0.5", "1", "1.5", "2"]
    assert [bar.count for bar in drawn.bars][:5] == [0, 1, 0, 1, 1]
    assert len(drawn.bars) == 17


def test_fine_points_make_ranges_with_exact_ends() -> None:
    """Quarters of eight points would be 33 bars."""
    drawn = draw([settled(0.75), settled(1), settled(8)], 8, WORDS)
    assert [bar.label for bar in drawn.bars] == [
        *(f"{point}–{point}.75" for point in range(8)),
        "8",
    ]
    assert [bar.count for bar in drawn.bars] == [1, 1, 0, 0, 0, 0, 0, 0, 1]


def test_many_points_share_bars() -> None:
    """A hundred points make ten bars and one for all of them; more than all counts as all."""
    drawn = draw([settled(100), settled(95), settled(120)], 100, WORDS)
    assert [bar.label for bar in drawn.bars][-2:] == ["90–99", "100"]
    assert [bar.count for bar in drawn.bars][-2:] == [1, 2]


def test_an_empty_class_or_rubric_is_drawn_too() -> None:
    """Without dividing by nothing."""
    assert draw([], 8, WORDS).undecided == 0
    assert [bar.count for bar in draw([settled(0)], 0, WORDS).bars] == [1]
