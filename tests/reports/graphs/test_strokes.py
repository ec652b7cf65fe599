"""Long straight strokes are found, pale and dashed ones too; letters are none."""

from typing import Any

import pytest

from grader.reports.graphs import marks
from tests.reports import drawings


def grey(image: Any) -> Any:
    import numpy as np

    return np.asarray(image.convert("L"))


@pytest.mark.parametrize("colour", ["black", "#e0e0e0", "#bfbfbf"])
def test_a_line_is_one_stroke(colour: str) -> None:
    image, pen = drawings.blank((300, 200))
    pen.line((40, 90, 260, 90), fill=colour)
    (found,) = marks.horizontal_strokes(grey(image), 30)
    assert (found.at, found.start, found.end, found.thick) == (90, 40, 261, 1)
    assert marks.vertical_strokes(grey(image), 30) == []


def test_a_line_on_grey_paper_may_be_lighter() -> None:
    image, pen = drawings.blank((300, 200), "#e5e5e5")
    pen.line((150, 20, 150, 180), fill="white")
    (found,) = marks.vertical_strokes(grey(image), 30)
    assert found.at == 150


def test_dashes_are_one_stroke() -> None:
    image, pen = drawings.blank((300, 200))
    for x in range(20, 280, 7):
        pen.line((x, 100, x + 3, 100), fill="black")
    assert len(marks.horizontal_strokes(grey(image), 30)) == 1


@pytest.mark.parametrize("image", [drawings.prose(), drawings.blank((200, 200))[0]])
def test_words_are_no_strokes(image: Any) -> None:
    assert marks.horizontal_strokes(grey(image), 40) == []


def test_wiping_leaves_digits_beside_the_end() -> None:
    import numpy as np

    ink = np.zeros((40, 200), np.uint8)
    ink[20, 40:180] = 200
    ink[16:25, 30:36] = 200  # a digit, three points away from the stroke
    found = [marks.Stroke(20.0, 1, 30, 180)]
    left = marks.without_strokes(ink, found, [], 1.0)
    assert not left[:, 40:].any()
    assert (left[:, :40] == ink[:, :40]).all()
