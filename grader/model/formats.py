"""A format in which a gradebook is written: its name, what becomes of the points, who writes it."""

from enum import StrEnum, auto

from msgspec import Struct


class FormatKind(StrEnum):
    """What becomes of the points; the review page has a group of each kind."""

    OWN = auto()  # a table that is edited and imported again, with a row for every student
    INTO = auto()  # a file of an LMS is filled, or followed
    NEW = auto()  # a file for another program
    PAGES = auto()  # score sheets


OWN, INTO, NEW, PAGES = FormatKind


class ExportFormat(Struct, frozen=True, kw_only=True):
    """One format. What a page calls it is the text `export.format.NAME` of the wording."""

    name: str  # as it is typed: `grader export --format NAME`
    kind: FormatKind
    suffix: str  # of the file that is written
    writer: str  # a GradebookFormat: "grader.lms.canvas:fill_canvas"
    language: str = ""
    """A function that tells the language of the file to fill, "grader.lms.moodle:sheet_language":
    None where its headings do not tell it."""
    pasted: bool = False  # printed where no file is asked for: people paste it
    steps: str = ""  # a text of the wording: what to do with the file
