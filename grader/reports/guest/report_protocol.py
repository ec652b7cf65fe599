"""Messages between host and guest about documents, within those of grader/guest/protocol.py.

Heads and parts of documents are described in documents/opened.py.
"""

from typing import Any, Literal, TypedDict


class ReadingRequest(TypedDict):
    """Get ready to read; the answer lists the modules that cannot be imported."""

    modules: list[str]


class OpenRequest(TypedDict):
    """Open the document that follows; the answer is its head."""

    ask: Literal["open"]
    name: str


class PartRequest(TypedDict):
    """Read a part of it."""

    ask: Literal["part"]
    part: int
    bytes: int  # of pixels that there is room for
    letters: int  # bytes of the answer's JSON


class PagesRequest(TypedDict):
    """Open the PDF that follows for rendering; the answer is its number of pages."""

    ask: Literal["pages"]


class PageRequest(TypedDict):
    """Render one of its pages; the answer is a size, and raw pixels."""

    ask: Literal["page"]
    number: int
    width: int


class NumberedMark(TypedDict):
    """A place on a page that gets a number."""

    number: int
    page: int
    boxes: list[list[float]]  # points from the top left corner of the page as it is shown
    figure: bool
    text: str  # what a reader shows there
    author: str


class PlacedText(TypedDict):
    """Text on an appended page."""

    x: float
    y: float  # from the top
    size: float
    text: str
    colour: list[int]


class MarkRequest(TypedDict):
    """Copy a PDF with marks; the answer is its length in bytes, followed by the bytes.

    The font of the pages of text comes first, then the PDF.
    """

    ask: Literal["mark"]
    font: int  # bytes
    marks: list[NumberedMark]
    pages: list[list[PlacedText]]
    size: list[float]  # of the appended pages


DocumentRequest = OpenRequest | PartRequest | PagesRequest | PageRequest | MarkRequest


class SizeRecord(TypedDict):
    """The size of a rendered picture; its bytes follow."""

    width: int
    height: int


class OfficeRequest(TypedDict):
    """Write the Word file that follows as PDF."""

    program: str
    most: int  # bytes


class WrittenRecord(TypedDict):
    """The result of the conversion; the PDF follows, if it is not too large."""

    code: int
    size: int
    said: str


DocumentAnswer = dict[str, Any] | SizeRecord | int
