"""Columns of points in the files of LMSs, by the words of [marks] in headings.toml."""

from enum import StrEnum


class MarkColumn(StrEnum):
    """What a column of points holds."""

    GRADE = "grade"  # GRADE to FEEDBACK: Moodle's grading worksheet
    MAXIMUM = "maximum"
    SCALE = "scale"
    CHANGEABLE = "changeable"
    GRADED = "graded"  # when
    FEEDBACK = "feedback"
    TOTAL = "total"  # TOTAL to COMMENT: manaba's reportlist.xlsx
    LETTER = "letter"
    COMMENT = "comment"
