"""pdfium's functions, called by address: several times faster than by way of its typed bindings."""

import ctypes
import functools
from types import SimpleNamespace
from typing import Any

POINTER, INT, TEXT = ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p
SIZE, REAL, WIDE = ctypes.c_ulong, ctypes.c_double, ctypes.c_size_t

PATH, IMAGE, SHADING, FORM, LETTERS = 2, 3, 4, 5, 1  # what a page object is
PASSWORD_NEEDED = 4  # the last error of FPDF_LoadMemDocument64

# The name without "FPDF", then what it returns, then what it takes.
SIGNATURES: dict[str, tuple[Any, ...]] = {
    "_LoadMemDocument64": (POINTER, POINTER, WIDE, TEXT),
    "_GetLastError": (SIZE,),
    "_GetPageCount": (INT, POINTER),
    "_LoadPage": (POINTER, POINTER, INT),
    "_ClosePage": (None, POINTER),
    "_GetPageBoundingBox": (INT, POINTER, POINTER),
    "Page_GetRotation": (INT, POINTER),
    "Text_LoadPage": (POINTER, POINTER),
    "Text_ClosePage": (None, POINTER),
    "Text_CountChars": (INT, POINTER),
    "Text_GetUnicode": (ctypes.c_uint, POINTER, INT),
    "Text_HasUnicodeMapError": (INT, POINTER, INT),
    "Text_GetTextObject": (POINTER, POINTER, INT),
    "Text_GetLooseCharBox": (INT, POINTER, INT, POINTER),
    "Text_GetCharOrigin": (INT, POINTER, INT, POINTER, POINTER),
    "Text_GetMatrix": (INT, POINTER, INT, POINTER),
    "TextObj_GetFont": (POINTER, POINTER),
    "TextObj_GetFontSize": (INT, POINTER, POINTER),
    "TextObj_GetTextRenderMode": (INT, POINTER),
    "Font_GetBaseFontName": (SIZE, POINTER, POINTER, SIZE),
    "Font_GetWeight": (INT, POINTER),
    "Font_GetFlags": (INT, POINTER),
    "Font_GetIsEmbedded": (INT, POINTER),
    "Page_CountObjects": (INT, POINTER),
    "Page_GetObject": (POINTER, POINTER, INT),
    "FormObj_CountObjects": (INT, POINTER),
    "FormObj_GetObject": (POINTER, POINTER, SIZE),
    "PageObj_GetType": (INT, POINTER),
    "PageObj_GetBounds": (INT, POINTER, POINTER, POINTER, POINTER, POINTER),
    "PageObj_GetMatrix": (INT, POINTER, POINTER),
    "PageObj_GetFillColor": (INT, POINTER, POINTER, POINTER, POINTER, POINTER),
    "PageObj_GetStrokeColor": (INT, POINTER, POINTER, POINTER, POINTER, POINTER),
    "PageObj_HasTransparency": (INT, POINTER),
    "PageObj_GetMarkedContentID": (INT, POINTER),
    "PageObj_GetClipPath": (POINTER, POINTER),
    "ClipPath_CountPaths": (INT, POINTER),
    "ClipPath_CountPathSegments": (INT, POINTER, INT),
    "ClipPath_GetPathSegment": (POINTER, POINTER, INT, INT),
    "Path_CountSegments": (INT, POINTER),
    "Path_GetPathSegment": (POINTER, POINTER, INT),
    "Path_GetDrawMode": (INT, POINTER, POINTER, POINTER),
    "PathSegment_GetPoint": (INT, POINTER, POINTER, POINTER),
    "PathSegment_GetType": (INT, POINTER),
    "ImageObj_GetImagePixelSize": (INT, POINTER, POINTER, POINTER),
    "Bitmap_CreateEx": (POINTER, INT, INT, INT, POINTER, INT),
    "Bitmap_FillRect": (INT, POINTER, INT, INT, INT, INT, SIZE),
    "Bitmap_Destroy": (None, POINTER),
    "_RenderPageBitmap": (None, POINTER, POINTER, INT, INT, INT, INT, INT, INT),
    "Page_GetAnnotCount": (INT, POINTER),
    "Page_GetAnnot": (POINTER, POINTER, INT),
    "Page_CloseAnnot": (None, POINTER),
    "Annot_GetSubtype": (INT, POINTER),
    "Annot_GetRect": (INT, POINTER, POINTER),
    "Bookmark_GetFirstChild": (POINTER, POINTER, POINTER),
    "Bookmark_GetNextSibling": (POINTER, POINTER, POINTER),
    "Bookmark_GetTitle": (SIZE, POINTER, POINTER, SIZE),
    "Bookmark_GetDest": (POINTER, POINTER, POINTER),
    "Dest_GetDestPageIndex": (INT, POINTER, POINTER),
    "_StructTree_GetForPage": (POINTER, POINTER),
    "_StructTree_Close": (None, POINTER),
    "_StructTree_CountChildren": (INT, POINTER),
    "_StructTree_GetChildAtIndex": (POINTER, POINTER, INT),
    "_StructElement_GetType": (SIZE, POINTER, POINTER, SIZE),
    "_StructElement_CountChildren": (INT, POINTER),
    "_StructElement_GetChildAtIndex": (POINTER, POINTER, INT),
    "_StructElement_GetChildMarkedContentID": (INT, POINTER, INT),
    "_StructElement_GetMarkedContentID": (INT, POINTER),
}


@functools.cache
def pdfium() -> Any:
    """Loads pdfium; `pdfium().GetPageCount` is FPDF_GetPageCount, `.Text_CountChars` FPDFText_…."""
    import pypdfium2.raw as bindings

    bindings.FPDF_InitLibrary()
    functions = SimpleNamespace()
    for name, (result, *takes) in SIGNATURES.items():
        address = ctypes.cast(getattr(bindings, f"FPDF{name}"), POINTER).value
        assert address
        prototype = ctypes.CFUNCTYPE(result, *takes)
        setattr(functions, name.removeprefix("_"), prototype(address))
    return functions


class Numbers:
    """Room for the numbers that a function of pdfium writes."""

    def __init__(self, kind: Any, count: int) -> None:
        """Makes room for `count` numbers of a ctypes kind."""
        self.values = (kind * count)()
        start, step = ctypes.addressof(self.values), ctypes.sizeof(kind)
        self.at = tuple(start + step * index for index in range(count))


def wide_text(function: Any, *given: Any, most: int = 2_000) -> str:
    """Calls a function that writes UTF-16 into a buffer and returns how many bytes it has."""
    room = ctypes.create_string_buffer(most)
    size = min(function(*given, ctypes.addressof(room), most), most)
    return room.raw[: max(size - 2, 0)].decode("utf-16-le", "replace")
