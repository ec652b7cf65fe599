"""The distribution of points, drawn."""

import pytest
from msgspec.structs import replace

from grader.export.drawing import draw
from grader.export.summary import Histogram, draw_points
from grader.model.scoresheet import ScoreSheet
from grader.wording import load_wording
from grader.wording.bilingual import Bilingual
from tests.export.drawn import Drawn, Shape
from tests.export.samples import sheet_of

WORDS = Bilingual(load_wording("ja"), load_wording("en"))


def settled(points: float) -> ScoreSheet:
    """A sheet on which everything is decided."""
    sheet = sheet_of(content=points)
    return replace(sheet, awards=(sheet.awards[0], replace(sheet.awards[1], points=0.0)))


def shapes(points: Histogram, look: str) -> list[Shape]:
    """What is drawn with one look."""
    return [one for one in Drawn(draw(points.picture.plot, {})).shapes if one.look == look]


def bars(points: Histogram) -> dict[str, str]:
    """What is written above the bars, by what is written below."""
    counts = {one.places[0][0]: one.text for one in shapes(points, "name")}
    return {one.text: counts.get(one.places[0][0], "") for one in shapes(points, "tick")}


def test_each_point_has_its_bar() -> None:
    """Finished sheets below, unfinished ones above."""
    sheets = [settled(8), settled(6), settled(6), sheet_of(content=6.0), sheet_of(content=None)]
    points = draw_points(sheets, 8, WORDS)
    assert bars(points) == dict.fromkeys("012345678", "") | {"6": "3", "8": "1"}
    (six, _), (above,) = (shapes(points, look) for look in ("settled", "provisional"))
    ends = [max(y for _, y in one.places) - min(y for _, y in one.places) for one in (six, above)]
    assert ends[0] / ends[1] == pytest.approx(2)
    assert min(y for _, y in six.places) == pytest.approx(max(y for _, y in above.places))
    assert [text.en for text, _ in points.picture.rows] == [
        *("6 points: 3 students", "8 points: 1 student")
    ]
    assert points.undecided == 1


def test_half_points_have_bars_of_their_own() -> None:
    """Nobody is rounded down; the steps are of the points that there are."""
    found = bars(draw_points([settled(0.5), settled(1.5), settled(2)], 8, WORDS))
    first = {"0": "", "0.5": "1", "1": "", "1.5": "1", "2": "1"}
    assert dict(list(found.items())[:5]) == first
    assert len(found) == 17


def test_fine_points_make_ranges_with_exact_ends() -> None:
    """Quarters of eight points would be 33 bars."""
    found = bars(draw_points([settled(0.75), settled(1), settled(8)], 8, WORDS))
    ranges = {f"{point}–{point}.75": "" for point in range(8)}
    assert found == {**ranges, "0–0.75": "1", "1–1.75": "1", "8": "1"}


def test_many_points_share_bars() -> None:
    """A hundred points make ten bars and one for all of them; more than all counts as all."""
    found = bars(draw_points([settled(100), settled(95), settled(120)], 100, WORDS))
    assert list(found.items())[-2:] == [("90–99", "1"), ("100", "2")]


def test_an_empty_class_or_rubric_is_drawn_too() -> None:
    """Without dividing by nothing."""
    assert set(bars(draw_points([], 8, WORDS)).values()) == {""}
    assert bars(draw_points([settled(0)], 0, WORDS)) == {"0": "1"}
