"""What a report file holds, as read inside the fence: lines, pictures, pages.

Nothing is understood yet. All of it comes from a hostile file by way of a process that was alone
with it: texts and numbers to look at, never to act on. Lengths are in points (1/72 inch) from the
page's top left corner.
"""

from enum import StrEnum

from msgspec import Struct

Box = tuple[float, float, float, float]  # left, top, right, bottom


class FileKind(StrEnum):
    """What a file really is, by its content; its name does not count."""

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
    """Why a document could not be read, or not to its end."""

    EMPTY = "empty"
    ENCRYPTED = "encrypted"  # a password is needed to open it
    XFA = "xfa"  # a form that only Adobe's programs can show
    DAMAGED = "damaged"  # cut off, or not what its format asks for
    TOO_LARGE = "too-large"  # more than our caps allow; `detail` says of what
    TIME = "time"
    MEMORY = "memory"
    CRASHED = "crashed"


class Place(StrEnum):
    """Where on the page a line stands."""

    BODY = "body"
    TABLE = "table"
    TEXT_BOX = "text-box"
    HEADER = "header"
    FOOTER = "footer"
    NOTE = "note"
    CONTENTS = "contents"  # the file itself says that it belongs to a table of contents
    PICTURE = "picture"  # inside the box of a picture: labels of a plot


class Hidden(StrEnum):
    """Why a line is invisible."""

    NO = ""
    INVISIBLE = "invisible"  # without ink, covered or cut off; Word's hidden text
    PALE = "pale"  # in the colour of the paper or of its ground
    TINY = "tiny"  # under 2 points
    OUTSIDE = "outside"  # off the page


class Line(Struct, frozen=True, kw_only=True):
    """A line of a PDF, or a paragraph of a Word file, in reading order."""

    text: str  # as found: not folded, not split
    page: int = 0  # 1-based; 0 = not known (Word files know no pages)
    box: Box | None = None  # None in Word files
    size_pt: float = 0.0  # of most of its characters; 0 = not known
    bold: bool = False
    font: str = ""  # without subset prefix, "MS-Gothic"
    centred: bool = False
    place: Place = Place.BODY
    hidden: Hidden = Hidden.NO
    level: int = 0  # of the heading that the file itself says it is, 1 = top; 0 = it does not say
    level_from: str = ""  # "style", "outline-level" (Word), "tag", "bookmark" (PDF)
    number: str = ""  # written by automatic numbering and not part of `text`: "1.", "第1章"
    listed: bool = False  # numbered or marked automatically
    style: str = ""  # the style's name


class PictureKind(StrEnum):
    """What a picture is made of."""

    RASTER = "raster"
    VECTOR = "vector"  # lines and curves
    CHART = "chart"  # Word's own, with its numbers
    METAFILE = "emf"  # EMF or WMF
    SVG = "svg"


class Pixels(Struct, frozen=True, kw_only=True):
    """A picture as drawn: rows from the top, red, green and blue, a byte each."""

    width: int
    height: int
    data: bytes  # width * height * 3


class Chart(Struct, frozen=True, kw_only=True):
    """What a chart says about itself."""

    kind: str  # "line", "scatter", "bar", "pie", …
    title: str = ""
    axes: tuple[str, ...] = ()  # their titles
    series: tuple[str, ...] = ()  # their names
    points: int = 0  # of all series together


class Picture(Struct, frozen=True, kw_only=True):
    """Something drawn."""

    kind: PictureKind
    line: int  # how many lines of the document stand before it
    page: int = 0
    box: Box | None = None
    pixels: Pixels | None = None  # None: it cannot be drawn here
    texts: tuple[str, ...] = ()  # inside it, where they can be read: tick and axis labels
    chart: Chart | None = None
    place: Place = Place.BODY
    pages: int = 1  # on how many pages the very same picture is drawn
    trouble: str = ""  # why there are no pixels: "too-large", "damaged", "no-renderer"


class Page(Struct, frozen=True, kw_only=True):
    """One page; Word files have none."""

    number: int  # 1-based
    width_pt: float
    height_pt: float
    visible: int = 0  # characters that can be seen
    invisible: int = 0  # characters drawn without ink, as behind a scan
    typed: int = 0  # of those that can be seen: in form fields and text annotations
    shapes: int = 0  # letters drawn as curves; looked for where hardly a character can be seen
    strokes: int = 0  # lines and curves
    covered: float = 0.0  # share of the page under raster pictures
    thumbnail: Pixels | None = None


class Document(Struct, frozen=True, kw_only=True):
    """All that could be read off one file."""

    kind: FileKind
    trouble: ReadTrouble | None = None  # with lines: what was read until then
    detail: str = ""  # of the trouble, in English, for the log
    producer: str = ""  # the program that made it
    page_count: int = 0  # as the file says; 0 = it does not
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
    listed: bool = False  # whether the comments stand on pages at its end; else in notes alone


class WordPages(Struct, frozen=True, kw_only=True):
    """A Word file as PDF, or why the conversion failed."""

    pdf: bytes = b""
    why: str = ""  # "time", "memory", "large", "failed"; "" = there are pages
    detail: str = ""  # in English, for the log
