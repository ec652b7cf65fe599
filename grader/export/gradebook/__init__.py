"""The gradebook on its way back: to spreadsheets, and into the LMS's own files.

In: a Gradebook, and the bytes of the file to fill. Out: bytes, and what became of every student.
Not here: reading and writing files, asking anybody, deciding points.
"""

from collections.abc import Callable, Mapping

from grader.export.gradebook.lms import (
    fill_canvas,
    fill_manaba,
    fill_moodle,
    sheet_language,
    write_column,
)
from grader.export.gradebook.new_files import (
    write_gradescope,
    write_gradescope_checks,
    write_junit,
    write_moodle_book,
)
from grader.export.gradebook.own_table import write_csv, write_xlsx
from grader.export.gradebook.written import (
    Cell,
    ExportOptions,
    Into,
    Left,
    LeftOut,
    NoticeKind,
    Replaced,
    Stranger,
    Written,
)
from grader.model.gradebook import Gradebook

__all__ = [
    "WRITERS",
    "Cell",
    "ExportOptions",
    "Into",
    "Left",
    "LeftOut",
    "NoticeKind",
    "Replaced",
    "Stranger",
    "Written",
    "sheet_language",
]

WRITERS: Mapping[str, Callable[[Gradebook, ExportOptions], Written]] = {
    "xlsx": write_xlsx,
    "csv": write_csv,
    "moodle": fill_moodle,
    "canvas": fill_canvas,
    "manaba": fill_manaba,
    "column": write_column,
    "moodle-gradebook": write_moodle_book,
    "gradescope": write_gradescope,
    "gradescope-checks": write_gradescope_checks,
    "junit": write_junit,
}
"""Writes each format of export/formats.py but the pages; IntakeError for what cannot be written."""
