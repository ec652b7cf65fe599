"""A gradebook as bytes: our own table, and whatever formats plugins offer.

In: a Gradebook, and the bytes of the file to fill. Out: bytes, and what became of every student.
Not here: reading and writing files, asking anybody, deciding points; the files of LMSs, which are a
plugin's.
"""

from grader.export.formats import formats
from grader.export.gradebook.own_table import write_xlsx
from grader.export.gradebook.written import (
    Cell,
    Copy,
    ExportOptions,
    GradebookFormat,
    Into,
    Left,
    LeftOut,
    Notice,
    Replaced,
    Stranger,
    Written,
)
from grader.model.gradebook import Gradebook
from grader.plugins import load
from grader.wording import Language

__all__ = [
    "Cell",
    "Copy",
    "ExportOptions",
    "GradebookFormat",
    "Into",
    "Left",
    "LeftOut",
    "Notice",
    "Replaced",
    "Stranger",
    "Written",
    "sheet_language",
    "write",
    "write_xlsx",
]


def write(form: str, book: Gradebook, options: ExportOptions) -> Written:
    """Write a gradebook in a format. Raises IntakeError if the format cannot express it."""
    writer: GradebookFormat = load(formats()[form].writer)
    return writer(book, options)


def sheet_language(form: str, into: Into) -> Language | None:
    """Return the language of a file to be filled; None if the file does not reveal it."""
    named = formats()[form].language
    told: Language | None = load(named)(into) if named else None
    return told
