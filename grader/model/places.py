"""Comments at a place: a line of a program, or a line or figure of a report.

A place identifies the files for which it was written. If the student has submitted another version
since, the comment is shown with the line as it was, never at a line that it is not about.
"""

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from grader.model.document import Box

MOST_QUOTED = 300  # letters of the line stored with a comment


class PlaceKind(StrEnum):
    """The kind of thing that is commented on."""

    LINE = "line"  # of the program
    SENTENCE = "sentence"  # a line or paragraph of the report
    FIGURE = "figure"  # of the report


class Place(Struct, frozen=True, kw_only=True):
    """Where a comment is."""

    kind: PlaceKind
    file: str  # logical name
    version: str  # sha256 of the file's text, or of the report's bytes
    graded: str  # digest of the submission for a program, key of its reading for a report
    quote: str = ""  # the line, or the figure's caption, as it was
    line: int = 0  # of a program as its author counts, or of a report among those read; both from 1
    cell: int = 0  # of a notebook
    page: int = 0  # of a report with pages; 0 = it has none
    picture: int = -1  # index of the report's figure
    box: Box | None = None  # on that page, in points from its top left corner
    pages: str = ""  # sha256 of the PDF with `line`, `page` and `box`; "" = the report itself


class PlaceComment(Struct, frozen=True, kw_only=True):
    """A person's comment at a place of one student's work."""

    key: str
    place: Place
    text: str
    by: str
    at: datetime
    earlier: bool = False  # about other files than those graded last
