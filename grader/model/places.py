"""Comments at a place: a line of a program, a line or a figure of a report.

A place names the files that it was written for. What was handed in since then is another version:
the comment is shown with the line as it was, and never at a line that it does not speak of.
"""

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from grader.model.document import Box

MOST_QUOTED = 300  # letters of a line that are kept with a comment


class PlaceKind(StrEnum):
    """What somebody comments on."""

    LINE = "line"  # of the program
    SENTENCE = "sentence"  # a line or paragraph of the report
    FIGURE = "figure"  # of the report


class Place(Struct, frozen=True, kw_only=True):
    """Where a comment stands."""

    kind: PlaceKind
    file: str  # logical name
    version: str  # sha256 of the file's text, or of the report's bytes
    graded: str  # of the program the digest of the submission, of a report the key of its reading
    quote: str = ""  # the line, or the figure's caption, as it stood there
    line: int = 0  # of a program from 1, as its author counts; of a report among those read, from 1
    cell: int = 0  # of a notebook
    page: int = 0  # of a report with pages; 0 = it has none
    picture: int = -1  # which of the report's figures
    box: Box | None = None  # on that page, in points from its top left corner
    pages: str = ""  # sha256 of the PDF that `line`, `page` and `box` belong to; "" = of the report


class PlaceComment(Struct, frozen=True, kw_only=True):
    """What a person wrote at a place of one student's work."""

    key: str
    place: Place
    text: str
    by: str
    at: datetime
    earlier: bool = False  # about other files than those that were graded last
