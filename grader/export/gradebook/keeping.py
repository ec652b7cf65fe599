"""What stands in the LMS's table already: ours to bring up to date, or somebody's to keep.

A person may have graded there by hand. Only a cell that says what our last export of this kind
wrote, or what we would write now, is surely ours.
"""

from grader.export.gradebook.saying import number_of
from grader.export.gradebook.written import Asked
from grader.model.gradebook import Exported

FEWEST = 2  # digits behind the point; an LMS that shows fewer does not tell 3.5 from 4
NEARLY = 1e-9


def says_points(cell: str, points: float | None) -> bool:
    """Whether a cell shows these points, cut to the digits that an LMS shows."""
    said = number_of(cell)
    if said is None or points is None:
        return False
    digits = len(cell.strip().replace(",", ".").partition(".")[2])
    width = 0.5 * 10**-digits if digits >= FEWEST else 0.0
    return abs(said - points) <= width + NEARLY


def last_of(student: str, asked: Asked) -> Exported:
    """Says what the last export of this kind wrote for a student; nothing when there was none."""
    return asked.last.get(student) or Exported(student=student, total=None)


def keeps_points(cell: str, student: str, total: float, asked: Asked) -> bool:
    """Whether the points in a cell, which is not empty, are somebody's to keep."""
    ours = (total, last_of(student, asked).total)
    return not asked.overwrite and not any(says_points(cell, one) for one in ours)
