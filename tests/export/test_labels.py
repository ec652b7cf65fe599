"""Names beside curves."""

from itertools import combinations

import pytest

from grader.export.bilingual import Text
from grader.export.labels import Box, Named, name_curves, text_width

ROOM = Box(0, 0, 720, 320)


def line(kind: str, height: float, name: str = "NumPy", end: float = 500) -> Named:
    """A level curve."""
    return Named(kind=kind, name=Text(name, name), places=[(50, height), (end, height)])


def test_a_name_stands_at_the_right_end() -> None:
    """On the height of its curve."""
    labels, left_over = name_curves([line("numpy", 100)], ROOM)
    assert not left_over
    assert [(one.anchor, one.x > 500, abs(one.y - 104) < 5) for one in labels] == [
        ("start", True, True)
    ]


@pytest.mark.parametrize("apart", [0, 1, 4, 9, 15, 40])
def test_names_never_overlap(apart: float) -> None:
    """However near the curves end; what has no place becomes a key."""
    names = ("あなたの関数 ∝ n^2.97", "採点用の Python", "NumPy", "PyTorch", "CuPy", "other")
    curves = [line(name, 60 + place * apart, name) for place, name in enumerate(names)]
    labels, left_over = name_curves(curves, ROOM)
    assert len(labels) + len(left_over) == len(curves)
    assert len(labels) >= 3
    boxes = []
    for one in labels:
        width = text_width(one.text)
        left = one.x - width * {"start": 0, "middle": 0.5, "end": 1}[one.anchor]
        boxes.append(Box(left, one.y - 10, left + width, one.y + 3))
    assert not any(one.meets(other) for one, other in combinations(boxes, 2))
    for box in boxes:
        beside = box.right <= 50 or box.left >= 500
        assert beside or not any(box.top < one.places[0][1] < box.bottom for one in curves)


def test_a_name_that_is_too_long_becomes_a_key() -> None:
    """Nothing is cut off at the edge."""
    labels, left_over = name_curves([line("own", 100, "長い名前" * 30)], ROOM)
    assert not labels
    assert [one.kind for one in left_over] == ["own"]


def test_a_single_point_is_named_too() -> None:
    """Beside it."""
    labels, _ = name_curves([Named(kind="own", name=Text("a", "a"), places=[(300, 100)])], ROOM)
    assert len(labels) == 1
