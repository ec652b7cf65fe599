"""Annotations: ink, stamps and shapes over a page, and text typed into form fields and notes.

Typed text is laid onto its page, so that whatever reads or draws the page meets it as if printed.
"""

import ctypes
import re
from typing import Any, NamedTuple

from .opened import MOST_LETTERS
from .pdf_geometry import Box, Space, area, common, moved, space_of, within
from .pdf_letters import LOST, PdfLetter
from .pdf_sight import TINY, rendered

MAX_NOTES = 2_000  # of one page
# As PDF 32000-1, table 169 numbers them in pdfium.
FREE_TEXT, WIDGET = 3, 20
DRAWINGS = frozenset({4, 5, 6, 7, 8, 13, 15})  # line, square, circle, polygon, polyline, stamp, ink
TEXT_FIELDS = frozenset({"Tx", "Ch", ""})  # "" = inherited from a field that is not in the form
TYPES = {1: "Btn", 2: "Btn", 3: "Btn", 4: "Ch", 5: "Ch", 6: "Tx", 7: "Sig"}  # of FPDFANNOT.h
INVISIBLE, HIDDEN, NO_VIEW = 0x1, 0x2, 0x20  # flags; the first is about unknown kinds only
SIZE = re.compile(r"([0-9]{1,6}(?:\.[0-9]{0,6})?|\.[0-9]{1,6})\s+Tf\b")
INK = re.compile(r"((?:(?:[0-9]{1,6}(?:\.[0-9]{0,6})?|\.[0-9]{1,6})\s+){1,4})(g|rg|k)\b")
LIGHT = 0.92  # of white
HALF = 0.5  # of a value: a box that shows less of it shows something else


class Note(NamedTuple):
    """An annotation of a page."""

    box: Box  # the shown part of its rectangle
    drawing: bool  # ink, a stamp or a shape
    text: str  # typed into it; "" = it takes no text, or holds none
    hidden: str  # by its flags, its size or its colour, in the words of model.document.Hidden
    styled: bool  # the file says how it looks


def open_with_form(data: bytes) -> Any:
    """Open a document of pypdfium2's, with its form. Raises PdfiumError."""
    from pypdfium2 import PdfDocument
    from pypdfium2.raw import FORMTYPE_NONE

    document = PdfDocument(data)
    if document.get_formtype() != FORMTYPE_NONE:
        document.init_forms()
    return document


class NotedPage(NamedTuple):
    """A page of pypdfium2's, with its annotations."""

    page: Any
    notes: list[Note]
    more: bool  # than MAX_NOTES
    flattened: bool  # they are the last object of the page, and no annotations any more


def load_page(document: Any, index: int) -> NotedPage:
    """Load a page; where text is typed into notes, all of them are laid onto it."""
    import pypdfium2.raw as pdfium

    page = document[index]
    space, count = space_of(page), pdfium.FPDFPage_GetAnnotCount(page)
    handles = [pdfium.FPDFPage_GetAnnot(page, at) for at in range(min(count, MAX_NOTES))]
    notes = []
    for handle in filter(None, handles):
        notes.append(_note(page, handle, space))
        pdfium.FPDFPage_CloseAnnot(handle)
    flattened = False
    if any(note.text and not note.hidden for note in notes):
        rendered(page, (1, 1), (0, 0, 1, 1))  # pdfium gives looks to notes that have none
        done = pdfium.FPDFPage_Flatten(page, pdfium.FLAT_NORMALDISPLAY)
        if flattened := done == pdfium.FLATTEN_SUCCESS:
            page.close()
            page = document[index]
    return NotedPage(page, notes, count > MAX_NOTES, flattened)


def _note(page: Any, handle: Any, space: Space) -> Note:
    import pypdfium2.raw as pdfium

    box, room = (0.0, 0.0, *space.size), pdfium.FS_RECTF()
    if known := pdfium.FPDFAnnot_GetRect(handle, room):
        sides = [within(side) for side in (room.left, room.bottom, room.right, room.top)]
        box = common(moved(space.matrix, sides), box)
    kind = pdfium.FPDFAnnot_GetSubtype(handle)
    text = _typed(page, handle, kind)
    flags = pdfium.FPDFAnnot_GetFlags(handle)
    switched_off = flags & (HIDDEN | NO_VIEW) or pdfium.FPDFAnnot_HasKey(handle, b"OC")
    if text:  # flattening goes by these two flags alone
        pdfium.FPDFAnnot_SetFlags(handle, flags | HIDDEN if switched_off else flags & ~INVISIBLE)
    styled = bool(pdfium.FPDFAnnot_HasKey(handle, b"AP"))
    hidden = "invisible" if switched_off else ""
    if text and not (hidden or styled):
        hidden = _made_unseen(_string(pdfium.FPDFAnnot_GetStringValue, handle, b"DA"), text, box)
    return Note(box, bool(known) and kind in DRAWINGS, text, hidden, styled)


def _made_unseen(default: str, text: str, box: Box) -> str:
    """Return why a text would be invisible in its default appearance; "" if visible."""
    if box[2] <= box[0] or box[3] <= box[1]:
        return "outside"
    size = max((float(size) for size in SIZE.findall(default)), default=0.0)  # 0 = as it fits
    if 0 < size < TINY or area(box) < TINY * TINY * len(text):
        return "tiny"
    light = [
        (mark, [float(part) for part in parts.split()]) for parts, mark in INK.findall(default)
    ]
    if light and all(
        part < 1 - LIGHT if light[-1][0] == "k" else part > LIGHT for part in light[-1][1]
    ):
        return "pale"
    return ""


def _typed(page: Any, handle: Any, kind: int) -> str:
    """Return the text typed into a free text, a text field or a choice field."""
    import pypdfium2.raw as pdfium

    if kind == FREE_TEXT:
        return _string(pdfium.FPDFAnnot_GetStringValue, handle, b"Contents")
    if kind != WIDGET:
        return ""
    field = pdfium.FPDFAnnot_GetFormFieldType(page.formenv, handle) if page.formenv else -1
    if TYPES.get(field, _string(pdfium.FPDFAnnot_GetStringValue, handle, b"FT")) not in TEXT_FIELDS:
        return ""
    value = _string(pdfium.FPDFAnnot_GetFormFieldValue, page.formenv, handle) if field > 0 else ""
    return value or _string(pdfium.FPDFAnnot_GetStringValue, handle, b"V")


def _string(ask: Any, *about: Any) -> str:
    import pypdfium2.raw as pdfium

    room = (pdfium.FPDF_WCHAR * (MOST_LETTERS + 1))()
    size = min(ask(*about, room, ctypes.sizeof(room)), ctypes.sizeof(room))
    return bytes(room)[: max(size - 2, 0)].decode("utf-16-le", "replace").strip()


def value_instead(note: Note, letters: list[PdfLetter]) -> bool:
    """Return whether a note's text must be taken from its value, not from its appearance.

    A look that is missing is made by every viewer, with the fonts that it has; of letters that were
    lost for want of a font, or have no code, the value tells which they are. A look that shows
    something else than the value counts as it looks.
    """
    if not note.styled:
        return True
    value = "".join(note.text.split())
    read = [letter.text for letter in letters if letter.text.strip()]
    left = iter(value)
    same = all(letter in left for letter in read if letter != LOST)
    return same and HALF * len(value) <= len(read) and "".join(read) != value
