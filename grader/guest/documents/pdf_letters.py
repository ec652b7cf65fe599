"""The letters of a page: where each stands, and with what it was drawn."""

import ctypes
import math
from typing import NamedTuple

from .pdf_library import Numbers, pdfium
from .pdf_space import HUGE, Box, Space, within

MOST_LETTERS = 60_000  # of one page
NEAR_WHITE = 235
UNSEEN_MODES = (3, 7)
STROKED = 2  # filled and stroked: how some programs draw bold
BOLD_WEIGHT, FORCE_BOLD = 680, 1 << 18
BOLD_NAMES = ("bold", "black", "heavy", "-w6", "-w7", "-w8", "-w9", "semibold", "demi", "extrabold")
PLAIN_NAMES = ("regu", "roman", "light", "book", "normal", "thin", "mono", "cmr", "cmtt", "cmss")
LOST = "\ufffd"
BREAKS = frozenset({9, 10, 13})
USUAL = range(0x20, 0x7F)  # needs no second look


class Ink(NamedTuple):
    """With what a stretch of letters was drawn."""

    font: str
    size: float  # in points as shown
    bold: bool
    unseen: bool  # render mode 3 or 7, or wholly transparent
    pale: bool  # nearly white
    turns: int  # quarter turns, clockwise, of the direction of reading; 4 = askew
    order: int  # the address of its object
    drawable: bool  # its font came with the file; another may be missing here
    mark: int  # its marked content in the structure tree; -1 = none


class Letter(NamedTuple):
    """One letter; start, end and base are measured along its own direction of reading."""

    text: str
    start: float
    end: float
    base: float
    box: Box
    ink: Ink


class _Reader:
    """Reads the letters of one page."""

    def __init__(self, text_page: int, space: Space) -> None:
        self.page, self.space = text_page, space
        self.inks: dict[int, Ink] = {}
        self.fonts: dict[int, tuple[str, bool, bool]] = {}
        self.corners = Numbers(ctypes.c_float, 4)
        self.origin = Numbers(ctypes.c_double, 2)
        self.matrix = Numbers(ctypes.c_float, 6)
        self.size = Numbers(ctypes.c_float, 1)
        self.colour = Numbers(ctypes.c_uint, 4)

    def read(self) -> list[Letter]:
        library, letters, page = pdfium(), [], self.page
        for index in range(min(library.Text_CountChars(page), MOST_LETTERS)):
            thing = library.Text_GetTextObject(page, index)
            if not thing:
                continue  # made up by pdfium: a space, the end of a line
            code = library.Text_GetUnicode(page, index)
            if code in BREAKS:
                continue
            ink = self.inks.get(thing) or self._ink(thing, index)
            letters.append(self._letter(index, code, ink))
        return letters

    def _letter(self, index: int, code: int, ink: Ink) -> Letter:
        library, page, origin = pdfium(), self.page, self.origin
        library.Text_GetLooseCharBox(page, index, self.corners.at[0])
        library.Text_GetCharOrigin(page, index, *origin.at)
        left, top, right, bottom = self.corners.values
        x, y = origin.values
        space, size = self.space, ink.size
        text = chr(code) if code in USUAL else self._text(index, code)
        if space.turns or ink.turns or not (-HUGE < left < right < HUGE and -HUGE < y < HUGE):
            box = space.box(within(left), within(bottom), within(right), within(top))
            return _placed(text, box, space.point(within(x), within(y)), ink)
        left, right, base = left - space.left, right - space.left, space.top - y
        around = (left, base - 0.85 * size, right, base + 0.2 * size)
        return Letter(text, left, right, base, around, ink)

    def _text(self, index: int, code: int) -> str:
        if code == 2:  # noqa: PLR2004 - a hyphen at the end of a line
            return "-"
        if code < 32 or code in {0xFFFE, 0xFFFF}:  # noqa: PLR2004 - no letter
            return LOST
        if pdfium().Text_HasUnicodeMapError(self.page, index) == 1:
            return LOST
        return chr(code) if code <= 0x10FFFF else LOST  # noqa: PLR2004 - the last of Unicode

    def _ink(self, thing: int, index: int) -> Ink:
        library = pdfium()
        library.Text_GetMatrix(self.page, index, self.matrix.at[0])
        a, b, c, d, _, _ = (within(value) for value in self.matrix.values)
        library.TextObj_GetFontSize(thing, self.size.at[0])
        font, bold, drawable = self._font(library.TextObj_GetFont(thing))
        mode = library.TextObj_GetTextRenderMode(thing)
        red, green, blue, alpha = self._colour(thing)
        ink = Ink(
            font=font,
            size=round(abs(within(self.size.values[0])) * math.hypot(c, d), 2),
            bold=bold or mode == STROKED,
            unseen=mode in UNSEEN_MODES or alpha == 0,
            pale=min(red, green, blue) >= NEAR_WHITE,
            turns=(_turns(a, b) + self.space.turns) % 4 if _turns(a, b) < 4 else 4,  # noqa: PLR2004
            order=thing,
            drawable=drawable,
            mark=library.PageObj_GetMarkedContentID(thing),
        )
        self.inks[thing] = ink
        return ink

    def _colour(self, thing: int) -> tuple[int, ...]:
        at = self.colour.at
        if not pdfium().PageObj_GetFillColor(thing, at[0], at[1], at[2], at[3]):
            return 0, 0, 0, 255
        return tuple(self.colour.values)

    def _font(self, font: int | None) -> tuple[str, bool, bool]:
        if not font:
            return "", False, False
        known = self.fonts.get(font)
        if known is None:
            known = self.fonts[font] = _named(font)
        return known


def read_letters(text_page: int, space: Space) -> list[Letter]:
    """Reads the letters of a page in the order in which they were drawn, MOST_LETTERS at most."""
    return _Reader(text_page, space).read()


def _named(font: int) -> tuple[str, bool, bool]:
    """Gives a font's name without its subset's prefix, whether it is bold, and whether here."""
    library, room = pdfium(), ctypes.create_string_buffer(200)
    library.Font_GetBaseFontName(font, ctypes.addressof(room), 200)
    name = room.value.decode("utf-8", "replace")
    if len(name) > 7 and name[6] == "+" and name[:6].isupper():  # noqa: PLR2004 - "ABCDEF+"
        name = name[7:]
    low = name.lower()
    bold = any(word in low for word in BOLD_NAMES) or low.startswith(("cmbx", "cmssbx", "lmbx"))
    if not bold and not any(word in low for word in PLAIN_NAMES):
        weight, flags = library.Font_GetWeight(font), library.Font_GetFlags(font)
        bold = weight >= BOLD_WEIGHT or (flags > 0 and bool(flags & FORCE_BOLD))
    drawable = not name or library.Font_GetIsEmbedded(font) == 1
    return name, bold, drawable


def _turns(a: float, b: float) -> int:
    """Says in which direction the text of a matrix runs, in quarter turns clockwise; 4 = askew."""
    if abs(b) <= abs(a) * 0.1:
        return 0 if a >= 0 else 2
    if abs(a) <= abs(b) * 0.1:
        return 3 if b > 0 else 1
    return 4


def _placed(text: str, box: Box, origin: tuple[float, float], ink: Ink) -> Letter:
    """Measures a letter along its direction; its height comes from its size, not from its font."""
    (x, y), size = origin, ink.size
    left, top, right, bottom = box
    if ink.turns == 1:  # reads downwards
        around = (x - 0.2 * size, top, x + 0.85 * size, bottom)
        return Letter(text, top, bottom, -x, around, ink)
    if ink.turns == 3:  # noqa: PLR2004 - reads upwards, as beside an axis
        around = (x - 0.85 * size, top, x + 0.2 * size, bottom)
        return Letter(text, -bottom, -top, x, around, ink)
    if ink.turns == 2:  # noqa: PLR2004 - upside down
        return Letter(text, -right, -left, -y, (left, y - 0.2 * size, right, y + 0.85 * size), ink)
    return Letter(text, left, right, y, (left, y - 0.85 * size, right, y + 0.2 * size), ink)
