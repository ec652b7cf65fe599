"""The content of a report file, as read in the sandbox: lines, pictures, pages.

Nothing is interpreted yet. All of it comes from a hostile file, through a process that was alone
with it: texts and numbers to examine, never to act on. Lengths are in points (1/72 inch) from the
page's top left corner.
"""

from enum import StrEnum

from msgspec import Struct

Box = tuple[float, float, float, float]  # left, top, right, bottom


class FileKind(StrEnum):
    """The real kind of a file, by its content; its name does not count."""

    DOCX = "docx"
    DOCM = "docm"  # with macros, which are never run
    PDF = "pdf"
    DOC = "doc"  # Word before 2007
    HTML = "html"
    ODT = "odt"
    RTF = "rtf"
    PAGES = "pages"
    OFFICE = "office"  # a spreadsheet or slides
    TEXT = "text"
    PICTURE = "picture"
    ARCHIVE = "archive"
    LOCK_FILE = "lock-file"  # "~$report.docx", which Word leaves behind
    EMPTY = "empty"
    UNKNOWN = "unknown"


READABLE = frozenset({FileKind.DOCX, FileKind.DOCM, FileKind.PDF})


class ReadTrouble(StrEnum):
    """Why a document could not be read, or not completely."""

    EMPTY = "empty"
    ENCRYPTED = "encrypted"  # a password is needed to open it
    XFA = "xfa"  # a form that only Adobe's programs display
    DAMAGED = "damaged"  # truncated, or not conforming to its format
    TOO_LARGE = "too-large"  # above our limits; `detail` says which
    TIME = "time"
    MEMORY = "memory"
    CRASHED = "crashed"


class Place(StrEnum):
    """The part of the page that contains a line."""

    BODY = "body"
    TABLE = "table"
    TEXT_BOX = "text-box"
    HEADER = "header"
    FOOTER = "footer"
    NOTE = "note"
    CONTENTS = "contents"  # part of a table of contents, according to the file
    PICTURE = "picture"  # inside a picture's box: labels of a plot


class Hidden(StrEnum):
    """Why a line is invisible."""

    NO = ""
    INVISIBLE = "invisible"  # without ink, covered or cut off; Word's hidden text
    PALE = "pale"  # in the colour of the paper or its background
    TINY = "tiny"  # under 2 points
    OUTSIDE = "outside"  # off the page


class Line(Struct, frozen=True, kw_only=True):
    """A line of a PDF, or a paragraph of a Word file, in reading order."""

    text: str  # as found: neither normalised nor split
    page: int = 0  # 1-based; 0 = unknown (Word files have no page numbers)
    box: Box | None = None  # None in Word files
    size_pt: float = 0.0  # of most of its characters; 0 = unknown
    bold: bool = False
    font: str = ""  # without subset prefix, "MS-Gothic"
    centred: bool = False
    place: Place = Place.BODY
    hidden: Hidden = Hidden.NO
    level: int = 0  # heading level according to the file, 1 = top; 0 = not stated
    level_from: str = ""  # "style", "outline-level" (Word), "tag", "bookmark" (PDF)
    number: str = ""  # from automatic numbering, not part of `text`: "1.", "第1章"
    listed: bool = False  # whether it has an automatic number or bullet
    style: str = ""  # the style's name


class PictureKind(StrEnum):
    """The format of a picture."""

    RASTER = "raster"
    VECTOR = "vector"  # lines and curves
    CHART = "chart"  # Word's own, with its numbers
    METAFILE = "emf"  # EMF or WMF
    SVG = "svg"


class Pixels(Struct, frozen=True, kw_only=True):
    """A rendered picture: rows from the top, red, green and blue, one byte each."""

    width: int
    height: int
    data: bytes  # width * height * 3


class Chart(Struct, frozen=True, kw_only=True):
    """A chart's own data."""

    kind: str  # "line", "scatter", "bar", "pie", …
    title: str = ""
    axes: tuple[str, ...] = ()  # their titles
    series: tuple[str, ...] = ()  # their names
    points: int = 0  # in all series together


class Picture(Struct, frozen=True, kw_only=True):
    """A picture in the document."""

    kind: PictureKind
    line: int  # number of lines of the document before it
    page: int = 0
    box: Box | None = None
    pixels: Pixels | None = None  # None: it cannot be drawn here
    texts: tuple[str, ...] = ()  # readable texts inside it: tick and axis labels
    chart: Chart | None = None
    place: Place = Place.BODY
    pages: int = 1  # number of pages with the identical picture
    trouble: str = ""  # why there are no pixels: "too-large", "damaged", "no-renderer"


class Page(Struct, frozen=True, kw_only=True):
    """One page; Word files have none."""

    number: int  # 1-based
    width_pt: float
    height_pt: float
    visible: int = 0  # visible characters
    invisible: int = 0  # characters drawn without ink, for example behind a scan
    typed: int = 0  # visible characters in form fields and text annotations
    shapes: int = 0  # letters drawn as curves; counted if there are hardly any visible characters
    strokes: int = 0  # lines and curves
    covered: float = 0.0  # share of the page covered by raster pictures
    thumbnail: Pixels | None = None


class Document(Struct, frozen=True, kw_only=True):
    """Everything that could be read from one file."""

    kind: FileKind
    trouble: ReadTrouble | None = None  # with lines: what was read before it
    detail: str = ""  # of the trouble, in English, for the log
    producer: str = ""  # the program that made it
    page_count: int = 0  # according to the file; 0 = not stated
    lines: tuple[Line, ...] = ()
    pictures: tuple[Picture, ...] = ()
    pages: tuple[Page, ...] = ()


class PdfMark(Struct, frozen=True, kw_only=True):
    """A comment at a place of a report's page."""

    number: int
    page: int
    boxes: tuple[Box, ...]
    figure: bool
    where: str  # the place in words
    quote: str
    text: str


class MarkedPdf(Struct, frozen=True, kw_only=True):
    """A copy of a PDF with the numbers of comments at their places, or why it failed."""

    pdf: bytes = b""
    why: str = ""  # "failed"; "" = it is there
    listed: bool = False  # whether the comments are on pages at its end, else only in notes


class WordPages(Struct, frozen=True, kw_only=True):
    """A Word file as PDF, or why the conversion failed."""

    pdf: bytes = b""
    why: str = ""  # "time", "memory", "large", "failed"; "" = there are pages
    detail: str = ""  # in English, for the log
