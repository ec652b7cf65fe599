"""What goes back to students: each one's score sheet, with nothing of anybody else's in it.

In: a Gradebook, the evidence, the people whose data are masked. Out: one HTML page per student, as
the zip that Moodle takes or as files named by id. Not here: tables of points.
"""

from grader.export.feedback.copies import (
    Copy,
    CopyOptions,
    Feedback,
    make_copies,
    moodle_zip,
    plain_zip,
)
from grader.export.feedback.view import student_view

__all__ = [
    "Copy",
    "CopyOptions",
    "Feedback",
    "make_copies",
    "moodle_zip",
    "plain_zip",
    "student_view",
]
