"""One figure of each student, side by side."""

from itertools import combinations

import pytest

from grader.export.bilingual import Bilingual, Text
from grader.export.drawing import Picture
from grader.export.strips import Dot, draw_exponents, draw_ratios
from grader.wording import load_wording

WORDS = Bilingual(load_wording("ja"), load_wording("en"))
NUMPY = Text("NumPy", "NumPy")


def dots(*values: float) -> list[Dot]:
    """A dot for each, with an interval of a fifth either way."""
    return [
        Dot(
            student=f"24A12{place:02}",
            href=f"sheets/24A12{place:02}.html",
            value=value,
            low=value - 0.2,
            high=value + 0.2,
            said=f"24A12{place:02}: {value}",
        )
        for place, value in enumerate(values)
    ]


def places(picture: Picture | None) -> list[tuple[float, float]]:
    """Where the dots stand, each with a link and a name."""
    assert picture is not None
    found = [one for one in picture.shapes if one.look == "mark dot"]
    assert all(one.href.startswith("sheets/24A12") and one.said for one in found)
    pairs = [one.d.removeprefix("M").split("m")[0].split() for one in found]
    assert all(0 <= float(x) <= picture.width and 0 <= float(y) <= picture.height for x, y in pairs)
    return [(float(x), float(y)) for x, y in pairs]


def test_exponents_stand_in_their_order() -> None:
    """Each on a line of its own, with its interval."""
    picture = draw_exponents(dots(3.0, 2.1, 2.9), 3.0, WORDS)
    found = places(picture)
    assert found == sorted(found, key=lambda place: (place[0], -place[1]))
    assert len({y for _, y in found}) == 3
    assert picture is not None
    assert [one.look for one in picture.shapes].count("interval") == 3
    assert picture.told.en == "24A1201: 2.1, 24A1202: 2.9, 24A1200: 3.0"


def test_a_single_exponent_has_ticks_around_it() -> None:
    """Whole and half ones."""
    picture = draw_exponents(dots(2.97), 3.0, WORDS)
    assert picture is not None
    assert [one.text.ja for one in picture.labels if one.look == "tick"] == ["2.5", "3", "3.5"]


def test_the_expected_exponent_is_marked() -> None:
    """Also where nobody is near it; without one, nothing is."""
    picture = draw_exponents(dots(1.0), 3.0, WORDS)
    assert picture is not None
    assert [one.look for one in picture.shapes].count("expected") == 1
    assert "3" in [one.text.ja for one in picture.labels if one.look == "name"]
    other = draw_exponents(dots(1.0), None, WORDS)
    assert other is not None
    assert "expected" not in [one.look for one in other.shapes]


@pytest.mark.parametrize("count", [1, 30, 300])
def test_a_large_class_has_its_room(count: int) -> None:
    """On a page, not on ten."""
    exponents = draw_exponents(dots(*[3.0] * count), 3.0, WORDS)
    ratios = draw_ratios(dots(*[240.0] * count), NUMPY, WORDS)
    for picture in (exponents, ratios):
        assert len(set(places(picture))) == count
        assert picture is not None
        assert picture.height < 1000


def test_dots_of_ratios_do_not_meet() -> None:
    """What is near each other is stacked."""
    found = places(draw_ratios(dots(1.0, 1.01, 1.02, 5.0, 240.0, 241.0, 9e5), NUMPY, WORDS))
    assert all(
        abs(x - right) > 7 or abs(y - below) > 7
        for (x, y), (right, below) in combinations(found, 2)
    )
    assert len({y for _, y in found}) == 3


def test_the_middle_ratio_is_named() -> None:
    """With the name of what they are compared with."""
    picture = draw_ratios(dots(100.0, 240.0, 900.0), NUMPY, WORDS)
    assert picture is not None
    assert picture.title.ja == "NumPy の何倍の時間か"
    assert "median 240" in [one.text.en for one in picture.labels]


def test_nobody_makes_no_strip() -> None:
    """Nor an error."""
    assert draw_exponents([], 3.0, WORDS) is None
    assert draw_ratios([], NUMPY, WORDS) is None
