"""A copy of a PDF with numbers at places of its pages, and pages of text behind them.

Only the drawing of each page is copied. Scripts, attachments, links and fields, of the document and
of its pages, are left out.
"""

import ctypes
import io
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from .pdf_geometry import Matrix, space_of, times
from .pdf_notes import open_with_form
from .pdf_sight import rendered

if TYPE_CHECKING:
    from grader.reports.guest.report_protocol import MarkRequest, NumberedMark, PlacedText

    Ours = Any

MOST_PAGES = 400
HIGHLIGHT, SQUARE = 9, 5  # kinds of annotations as fpdf_annot.h numbers them
PRINTED = 4  # flag of an annotation
BLUE, PALE = (0, 114, 178), (150, 200, 235)
RADIUS, DIGITS = 8.0, 9.0  # points
HANDLE = 0.5523  # of a curve's radius, for a quarter of a circle
GAP = 11.0  # between a line and its number


def marked(data: bytes, font: bytes, asked: "MarkRequest") -> bytes:
    """Write the copy. Raises PdfiumError."""
    from pypdfium2 import PdfDocument

    source, copy = open_with_form(data), PdfDocument.new()
    by_page: dict[int, list[NumberedMark]] = {}
    for mark in asked["marks"]:
        by_page.setdefault(mark["page"], []).append(mark)
    for index in range(min(len(source), MOST_PAGES)):
        page = _copied(source, index, copy)
        _mark(copy, page, by_page.get(index + 1, []))
    if asked["pages"]:
        _append(copy, font, asked["pages"], asked["size"])
    out = io.BytesIO()
    copy.save(out)
    return out.getvalue()


def _copied(source: Any, index: int, copy: Any) -> Any:
    """Draw a page onto a new page of a copy, including filled-in forms."""
    import pypdfium2.raw as pdfium

    page = source[index]
    rendered(page, (1, 1), (0, 0, 1, 1))  # pdfium then draws notes without an appearance, too
    pdfium.FPDFPage_Flatten(page, pdfium.FLAT_NORMALDISPLAY)
    page.close()
    page = source[index]
    size = space_of(page).size
    drawn = source.page_as_xobject(index, copy)
    made = copy.new_page(*size)
    form = pdfium.FPDF_NewFormObjectFromXObject(drawn)  # upright already, its corner at the origin
    pdfium.FPDFPage_InsertObject(made, form)
    page.close()
    return made


def _mark(document: Any, page: Any, marks: "list[NumberedMark]") -> None:
    import pypdfium2.raw as pdfium

    width, height = page.get_size()
    back: Matrix = (1, 0, 0, -1, 0, height)  # from points as shown
    font = pdfium.FPDFText_LoadStandardFont(document, b"Helvetica-Bold")
    taken: list[tuple[float, float]] = []
    for mark in marks:
        boxes = [tuple(box) for box in mark["boxes"]] or [(0.0, GAP, 0.0, GAP)]
        for left, top, right, bottom in boxes:
            _annotate(page, back, (left, top, right, bottom), mark)
        left, top, right, bottom = boxes[0]
        across = max(GAP, min(right + GAP, width - GAP))
        down = max(GAP, min(top + min(bottom - top, 2 * RADIUS) / 2, height - GAP))
        while any(abs(across - x) < RADIUS and abs(down - y) < 2 * RADIUS for x, y in taken):
            down += 2 * RADIUS  # one below another
        taken.append((across, down))
        # From coordinates around the badge, y upwards, to those of the page.
        _badge(
            document, page, times((1, 0, 0, -1, across, down), back), (font, str(mark["number"]))
        )
    pdfium.FPDFPage_GenerateContent(page)


def _annotate(page: Any, back: Matrix, box: tuple[float, ...], mark: "NumberedMark") -> None:
    """Add a frame or a highlight with the comment."""
    import pypdfium2.raw as pdfium

    corners = [
        _point(back, x, y)
        for x, y in ((box[0], box[1]), (box[2], box[1]), (box[0], box[3]), (box[2], box[3]))
    ]
    xs, ys = zip(*corners, strict=True)
    note = pdfium.FPDFPage_CreateAnnot(page, SQUARE if mark["figure"] else HIGHLIGHT)
    if not note:
        return
    pdfium.FPDFAnnot_SetRect(note, pdfium.FS_RECTF(min(xs), max(ys), max(xs), min(ys)))
    colour = BLUE if mark["figure"] else PALE
    pdfium.FPDFAnnot_SetColor(note, pdfium.FPDFANNOT_COLORTYPE_Color, *colour, 255)
    pdfium.FPDFAnnot_SetFlags(note, PRINTED)
    if not mark["figure"]:
        points = [value for corner in corners for value in corner]
        pdfium.FPDFAnnot_AppendAttachmentPoints(note, pdfium.FS_QUADPOINTSF(*points))
    for key, text in ((b"Contents", mark["text"]), (b"T", mark["author"])):
        pdfium.FPDFAnnot_SetStringValue(note, key, _wide(text))
    pdfium.FPDFPage_CloseAnnot(note)


def _badge(document: Any, page: Any, matrix: Matrix, said: "tuple[Any, str]") -> None:
    """Draw a number in a circle around the origin of a matrix."""
    import pypdfium2.raw as pdfium

    font, number = said
    circle = pdfium.FPDFPageObj_CreateNewPath(RADIUS, 0)
    around = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 0))
    for (x, y), (u, v) in pairwise(around):
        first = (x + HANDLE * u, y + HANDLE * v)
        second = (u + HANDLE * x, v + HANDLE * y)
        points = (value * RADIUS for value in (*first, *second, u, v))
        pdfium.FPDFPath_BezierTo(circle, *points)
    pdfium.FPDFPath_Close(circle)
    pdfium.FPDFPath_SetDrawMode(circle, pdfium.FPDF_FILLMODE_WINDING, 0)
    pdfium.FPDFPageObj_SetFillColor(circle, *BLUE, 255)
    _insert(page, circle, matrix)
    size = DIGITS if len(number) < 3 else DIGITS * 2 / len(number)  # noqa: PLR2004 - two digits fit
    text = _text(document, font, size, number, (255, 255, 255))
    width = 0.556 * size * len(number)  # of a digit of this font
    _insert(page, text, times((1, 0, 0, 1, -width / 2, -0.36 * size), matrix))


def _append(
    document: Any, font: bytes, pages: "list[list[PlacedText]]", size: "list[float]"
) -> None:
    """Append pages of text; the texts hold only characters of the font."""
    import pypdfium2.raw as pdfium

    held = (ctypes.c_uint8 * len(font)).from_buffer_copy(font)
    loaded = pdfium.FPDFText_LoadFont(document, held, len(font), pdfium.FPDF_FONT_TRUETYPE, 1)
    if not loaded:
        raise ValueError("the font cannot be used")
    for texts in pages:
        page = document.new_page(*size)
        for each in texts:
            made = _text(document, loaded, each["size"], each["text"], tuple(each["colour"]))
            _insert(page, made, (1, 0, 0, 1, each["x"], size[1] - each["y"]))
        pdfium.FPDFPage_GenerateContent(page)


def _text(document: Any, font: Any, size: float, text: str, colour: tuple[int, ...]) -> Any:
    import pypdfium2.raw as pdfium

    made = pdfium.FPDFPageObj_CreateTextObj(document, font, size)
    pdfium.FPDFText_SetText(made, _wide(text))
    pdfium.FPDFPageObj_SetFillColor(made, *colour, 255)
    return made


def _insert(page: Any, made: Any, matrix: Matrix) -> None:
    import pypdfium2.raw as pdfium

    pdfium.FPDFPageObj_Transform(made, *matrix)
    pdfium.FPDFPage_InsertObject(page, made)


def _wide(text: str) -> Any:
    """Encode a text as pdfium takes it."""
    import pypdfium2.raw as pdfium

    data = text.encode("utf-16-le", "replace") + b"\0\0"
    return ctypes.cast(ctypes.create_string_buffer(data, len(data)), pdfium.FPDF_WIDESTRING)


def _point(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
