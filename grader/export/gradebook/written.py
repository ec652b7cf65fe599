"""The request for an export, and its report: besides the bytes, everything left out."""

from collections.abc import Mapping, Sequence
from datetime import date, tzinfo
from enum import StrEnum
from typing import Protocol

from msgspec import Struct, field

from grader.model.collection import Person
from grader.model.gradebook import Exported, Gradebook
from grader.wording import JAPANESE, Language

Cell = str | float | date | None
"""What a cell of one of `ExportOptions.sheets` may hold; None is a blank."""


class Left(StrEnum):
    """Why a student's points were not written."""

    NO_ROW = "no-row"  # the file has no row for this student
    SAME_NAME = "same-name"  # only the name matches, and several people have it
    SEVERAL = "several"  # several rows match this student, or one row matches two students
    CONFLICT = "conflict"  # the row's other columns belong to someone else
    NO_ID = "no-id"  # the LMS needs an id, which is unknown
    PROPOSED = "proposed"  # not confirmed, and only confirmed points were asked for
    OPEN = "open"  # some criterion is open
    NOT_GRADED = "not-graded"
    NOT_SUBMITTED = "not-submitted"
    UNKNOWN = "unknown"  # no files, but some files have no certain owner
    KEPT = "kept"  # the cell has other points, which a person may have written
    EXCUSED = "excused"  # the file says EX or N/A there
    LOCKED = "locked"  # the file says that the grade cannot be changed


NOT_CONFIRMED = "not-confirmed"  # {count}: written although unconfirmed


class Notice(Struct, frozen=True, kw_only=True):
    """What the user should know or do; `params` fill the text `export.notice.KIND`."""

    kind: str
    params: Mapping[str, str | int] = field(default_factory=dict)


class LeftOut(Struct, frozen=True, kw_only=True):
    """One student whose points are not in the file."""

    student: str
    why: Left
    detail: str = ""  # the row, or what it says


class Replaced(Struct, frozen=True, kw_only=True):
    """One cell that held something else before."""

    student: str
    row: int  # 1-based, in the file
    column: str  # its heading
    was: str
    now: str


class Stranger(Struct, frozen=True, kw_only=True):
    """A row of the file without a student in the gradebook; it is left unchanged."""

    row: int  # 1-based
    who: str  # what the row calls them


class Written(Struct, frozen=True, kw_only=True):
    """The bytes of one export, and what became of everyone."""

    content: bytes
    filled: tuple[str, ...] = ()  # students whose points are in it
    left: tuple[LeftOut, ...] = ()
    strangers: tuple[Stranger, ...] = ()
    replaced: tuple[Replaced, ...] = ()
    kept: tuple[Replaced, ...] = ()  # cells that still say `was`: a person may have written it
    told: Mapping[str, str] = field(default_factory=dict)
    """By student, the comment that the file holds by now, where that is ours."""
    notices: tuple[Notice, ...] = ()


class Into(Struct, frozen=True, kw_only=True):
    """The LMS's file to be filled."""

    name: str
    content: bytes


class Copy(Struct, frozen=True, kw_only=True):
    """One student's page, as it is returned to that student."""

    student: str
    stem: str  # of a file's name: the id
    page: bytes  # self-contained HTML
    report: bytes = b""  # the report as PDF with the numbers of comments; b"" = none


class ExportOptions(Struct, frozen=True, kw_only=True):
    """Options for writing a gradebook."""

    into: Into | None = None
    lang: Language = JAPANESE  # of the words of our own tables
    last: Mapping[str, Exported] = field(default_factory=dict)
    """What the last export of this kind wrote, by student: cells that say so are ours."""
    overwrite: bool = False  # replace what a person may have written into the LMS's table
    confirmed_only: bool = False  # everything else counts as open
    column: str = ""  # which column of the file: a title, or the LMS's number of the assignment
    pages: Sequence[Copy] = ()  # what a format of pages packs, in the gradebook's order
    people: Sequence[Person] = ()  # whose data are masked, beside the gradebook's students
    zone: tzinfo | None = None  # that people read times in; None: the deadline's
    others: Sequence[Gradebook] = ()  # more assignments, a sheet each (xlsx)
    sheets: Mapping[str, Sequence[Sequence[Cell]]] = field(default_factory=dict)
    """More sheets, by title: rows, headings first (xlsx)."""


class GradebookFormat(Protocol):
    """Write a gradebook in one format: a new file, or the LMS's own with the points in it."""

    def __call__(self, book: Gradebook, options: ExportOptions) -> Written:
        """Return the bytes. Raises IntakeError for what the format cannot express."""
