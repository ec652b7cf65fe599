"""Columns of points in the files of LMSs, by their words in [marks] of headings.toml."""

from enum import StrEnum


class MarkColumn(StrEnum):
    """The content of a column of points."""

    GRADE = "grade"  # GRADE to FEEDBACK: Moodle's grading worksheet
    MAXIMUM = "maximum"
    SCALE = "scale"
    CHANGEABLE = "changeable"
    GRADED = "graded"  # the time of grading
    FEEDBACK = "feedback"
    TOTAL = "total"  # TOTAL to COMMENT: manaba's reportlist.xlsx
    LETTER = "letter"
    COMMENT = "comment"
