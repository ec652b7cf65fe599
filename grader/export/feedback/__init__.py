"""The output for students: each one's score sheet, without anyone else's data.

In: a Gradebook, the evidence, the people whose data are masked. Out: one HTML page per student, and
zips of them. Not here: tables of points.
"""

from grader.export.feedback.copies import CopyOptions, Feedback, make_copies, pack, write_pages
from grader.export.feedback.view import student_view

__all__ = [
    "CopyOptions",
    "Feedback",
    "make_copies",
    "pack",
    "student_view",
    "write_pages",
]
