"""Places in a student's files."""

import pytest

from grader.model.finding import Location, in_its_cell


@pytest.mark.parametrize(("line", "cell", "within"), [(1, 1, 1), (2, 1, 2), (3, 2, 1), (9, 3, 4)])
def test_a_line_of_a_notebook_is_named_by_its_cell(line: int, cell: int, within: int) -> None:
    """The last cell that begins at or before the line is its cell."""
    cells = ((1, 1), (3, 2), (6, 3))
    place = in_its_cell(Location(file="kadai1.ipynb", line=line), cells)
    assert (place.cell, place.line) == (cell, within)
