"""The gradebook on its way back: to spreadsheets, and into the LMS's own files.

In: a Gradebook, and the bytes of the file to fill. Out: bytes, and what became of every student.
Not here: reading and writing files, asking anybody, deciding points.
"""

from collections.abc import Callable, Mapping

from msgspec import Struct

from grader.export.gradebook.lms import fill_canvas, fill_manaba, fill_moodle, write_column
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
    "FORMATS",
    "Cell",
    "ExportOptions",
    "Format",
    "Into",
    "Left",
    "LeftOut",
    "NoticeKind",
    "Replaced",
    "Stranger",
    "Written",
]


class Format(Struct, frozen=True, kw_only=True):
    """One way to write a gradebook. It raises IntakeError for what cannot be written so."""

    needs_into: bool  # it fills a file of the LMS, or follows one
    suffix: str  # of what it writes
    write: Callable[[Gradebook, ExportOptions], Written]


FORMATS: Mapping[str, Format] = {
    "csv": Format(needs_into=False, suffix=".csv", write=write_csv),
    "xlsx": Format(needs_into=False, suffix=".xlsx", write=write_xlsx),
    "moodle": Format(needs_into=True, suffix=".csv", write=fill_moodle),
    "moodle-gradebook": Format(needs_into=False, suffix=".csv", write=write_moodle_book),
    "canvas": Format(needs_into=True, suffix=".csv", write=fill_canvas),
    "manaba": Format(needs_into=True, suffix=".xlsx", write=fill_manaba),
    "gradescope": Format(needs_into=False, suffix=".zip", write=write_gradescope),
    "gradescope-checks": Format(needs_into=False, suffix=".zip", write=write_gradescope_checks),
    "junit": Format(needs_into=False, suffix=".xml", write=write_junit),
    "column": Format(needs_into=True, suffix=".txt", write=write_column),
}
