"""The letters of a page, and the runs of them that were drawn one after another."""

import ctypes
import math
from collections import Counter
from typing import Any, NamedTuple

from .pdf_geometry import TURNS, Box, Space, moved, union, within

MOST_LETTERS = 60_000  # of one page
NEAR_WHITE = 235
UNSEEN_MODES = (3, 7)
STROKED = 2  # filled and stroked: how some programs draw bold
BOLD_WEIGHT, FORCE_BOLD = 680, 1 << 18
BOLD_NAMES = ("bold", "black", "heavy", "-w6", "-w7", "-w8", "-w9", "semibold", "demi", "extrabold")
PLAIN_NAMES = ("regu", "roman", "light", "book", "normal", "thin", "mono", "cmr", "cmtt", "cmss")
LOST = "\ufffd"
BREAKS = frozenset({9, 10, 13})
HYPHEN, FIRST, LAST = 2, 32, 0x10FFFF  # codes: hyphen at a line's end; range of letters
ASKEW = 4  # turns of text that is neither upright nor on its side
SUBSET = 7  # letters of "ABCDEF+"
# All of these in multiples of the letter size.
NEAR, BACK = 1.0, 0.7  # a gap that a run bridges; how far a letter may reach back
LEVEL = 0.25  # most distance between base lines of one run
RAISED = 0.16
SMALL = 0.86  # of the row: a raised or lowered letter is smaller than this
REACH = 0.6
GAP_LATIN, GAP_CJK, GAP_TAB = 0.17, 0.62, 1.9  # from which gap on it is a space, or a tab
ABOVE, BELOW = 0.85, 0.2  # how far a letter's box reaches from its base line

CJK = 0x2E80
ENDS = frozenset(".):;,")  # after them a small gap before Japanese is a space, too
TAKES_POWER = frozenset(")]}|nNmMkKxXpPaAbBtT0123456789")
ITALICS = range(0x1D400, 0x1D800)  # of mathematics


class Ink(NamedTuple):
    """How a stretch of letters was drawn."""

    font: str
    size: float  # in points as shown
    bold: bool
    unseen: bool  # render mode 3 or 7, or wholly transparent
    colour: tuple[int, ...]  # red, green and blue that it is filled with
    turns: int  # quarter turns, clockwise, of the direction of reading, or ASKEW
    order: int  # the address of its object
    embedded: bool  # its font came with the file; another may be missing here
    mark: int  # its marked content in the structure tree; -1 = none


class PdfLetter(NamedTuple):
    """One letter; start, end and base are measured along its own direction of reading."""

    text: str
    start: float
    end: float
    base: float
    box: Box  # its height comes from its size, not from its font
    ink: Ink
    at: int  # in the text of the page


class Run(NamedTuple):
    """Letters that were drawn one after another on one base line."""

    letters: list[PdfLetter]
    box: Box
    upright: bool  # False: read from top to bottom, letter under letter
    ink: Ink  # of the first letter
    size: float  # of most letters
    base: float  # of most letters

    @property
    def text(self) -> str:
        """The text, with spaces where gaps are, unless it runs from top to bottom."""
        return (
            spell(self.letters) if self.upright else "".join(letter.text for letter in self.letters)
        )


class LetterReader:
    """Reads the letters of one page, in the order in which they were drawn."""

    def __init__(self, text_page: Any, space: Space) -> None:
        """Take the page's text as pypdfium2 gives it."""
        import pypdfium2.raw

        self.pdfium, self.page, self.space = pypdfium2.raw, text_page, space
        self.inks: dict[int, Ink] = {}
        self.things: dict[int, Any] = {}  # text objects by their addresses
        self.fonts: dict[int, tuple[str, bool, bool]] = {}

    def read(self) -> list[PdfLetter]:
        """Read the letters, MOST_LETTERS at most."""
        pdfium, page, letters = self.pdfium, self.page.raw, []
        of_object, of_code = pdfium.FPDFText_GetTextObject, pdfium.FPDFText_GetUnicode
        box, x, y = pdfium.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
        for index in range(min(self.page.count_chars(), MOST_LETTERS)):
            thing = of_object(page, index)
            if not thing:
                continue  # made up by pdfium: a space, the end of a line
            code = of_code(page, index)
            if code in BREAKS:
                continue
            order = ctypes.addressof(thing.contents)
            ink = self.inks.get(order) or self._ink(thing, index, order)
            pdfium.FPDFText_GetLooseCharBox(page, index, box)
            pdfium.FPDFText_GetCharOrigin(page, index, x, y)
            corners, origin = (box.left, box.top, box.right, box.bottom), (x.value, y.value)
            letters.append(self._letter(index, self._text(index, code), corners, origin, ink))
        return letters

    def _letter(
        self, index: int, text: str, corners: Box, origin: tuple[float, float], ink: Ink
    ) -> PdfLetter:
        """Measure a letter along its direction."""
        left, low, right, high = map(within, corners)
        x, y = map(within, origin)
        if not (self.space.turns or ink.turns):  # most letters: the same, without the matrices
            *_, aside, top = self.space.matrix
            start, end, base = min(left, right) + aside, max(left, right) + aside, top - y
            around = start, base - ABOVE * ink.size, end, base + BELOW * ink.size
            return PdfLetter(text, start, end, base, around, ink, index)
        to = TURNS[ink.turns % ASKEW]
        start, _, end, _ = moved(to, moved(self.space.matrix, (left, low, right, high)))
        base = moved(to, moved(self.space.matrix, (x, y, x, y)))[1]
        around = start, base - ABOVE * ink.size, end, base + BELOW * ink.size
        return PdfLetter(
            text, start, end, base, moved(TURNS[-ink.turns % ASKEW], around), ink, index
        )

    def _text(self, index: int, code: int) -> str:
        if FIRST <= code < 0x7F:  # noqa: PLR2004 - plain letters need no second look
            return chr(code)
        if code == HYPHEN:
            return "-"
        odd = code < FIRST or code > LAST or code in {0xFFFE, 0xFFFF}
        if odd or self.pdfium.FPDFText_HasUnicodeMapError(self.page, index) == 1:
            return LOST
        return chr(code)

    def _ink(self, thing: Any, index: int, order: int) -> Ink:
        pdfium, matrix, size = self.pdfium, self.pdfium.FS_MATRIX(), ctypes.c_float()
        pdfium.FPDFText_GetMatrix(self.page, index, matrix)
        a, b, c, d = map(within, (matrix.a, matrix.b, matrix.c, matrix.d))
        pdfium.FPDFTextObj_GetFontSize(thing, size)
        font, bold, embedded = self._font(pdfium.FPDFTextObj_GetFont(thing))
        mode = pdfium.FPDFTextObj_GetTextRenderMode(thing)
        colour = [ctypes.c_uint() for _ in range(4)]
        known = pdfium.FPDFPageObj_GetFillColor(thing, *colour)
        *light, alpha = [channel.value for channel in colour] if known else (0, 0, 0, 255)
        turns = _turns(a, b)
        self.things[order] = thing
        self.inks[order] = ink = Ink(
            font=font,
            size=round(abs(within(size.value)) * math.hypot(c, d), 2),
            bold=bold or mode == STROKED,
            unseen=mode in UNSEEN_MODES or alpha == 0,
            colour=tuple(light),
            turns=turns if turns == ASKEW else (turns + self.space.turns) % 4,
            order=order,
            embedded=embedded,
            mark=pdfium.FPDFPageObj_GetMarkedContentID(thing),
        )
        return ink

    def _font(self, font: Any) -> tuple[str, bool, bool]:
        """Return a font's name without subset prefix, and whether it is bold and embedded."""
        if not font:
            return "", False, False
        address = ctypes.addressof(font.contents)
        if address not in self.fonts:
            from pypdfium2 import PdfFont

            known = PdfFont(font)
            name = known.get_base_name()
            if name[SUBSET - 1 : SUBSET] == "+" and name[: SUBSET - 1].isupper():
                name = name[SUBSET:]
            low = name.lower()
            bold = any(word in low for word in BOLD_NAMES)
            bold = bold or low.startswith(("cmbx", "cmssbx", "lmbx"))
            if not bold and not any(word in low for word in PLAIN_NAMES):
                flags = self.pdfium.FPDFFont_GetFlags(font)
                weight = self.pdfium.FPDFFont_GetWeight(font)
                bold = weight >= BOLD_WEIGHT or (flags > 0 and bool(flags & FORCE_BOLD))
            self.fonts[address] = name, bold, not name or known.is_embedded
        return self.fonts[address]

    def can_draw(self, letter: PdfLetter) -> bool:
        """Return whether there is a glyph to draw: a font that is not embedded may be missing."""
        if letter.ink.embedded:
            return True
        font = self.pdfium.FPDFTextObj_GetFont(self.things[letter.ink.order])
        path = self.pdfium.FPDFFont_GetGlyphPath(font, ord(letter.text[0]), letter.ink.size)
        return bool(path) and self.pdfium.FPDFGlyphPath_CountGlyphSegments(path) > 0

    def outline(self, letter: PdfLetter) -> Box:
        """Return the box of a letter's shape, which may be far from its base line."""
        sides = [ctypes.c_double() for _ in range(4)]
        self.pdfium.FPDFText_GetCharBox(self.page, letter.at, *sides)
        left, right, bottom, top = (within(side.value) for side in sides)
        return moved(self.space.matrix, (left, bottom, right, top))


def _turns(a: float, b: float) -> int:
    """Return the direction of text by its matrix, in quarter turns clockwise, or ASKEW."""
    if abs(b) <= abs(a) * 0.1:
        return 0 if a >= 0 else 2
    if abs(a) <= abs(b) * 0.1:
        return 3 if b > 0 else 1
    return ASKEW


def make_runs(letters: list[PdfLetter]) -> list[Run]:
    """Cut the letters of a page, in the order of drawing, into runs."""
    runs: list[list[PdfLetter]] = []
    ways: list[bool] = []
    for letter in letters:
        last = runs[-1][-1] if runs else None
        if not letter.text.strip() and not (last and _follows(last, letter)):
            continue
        if last and _doubled(last, letter):
            continue
        if last and _same_kind(last.ink, letter.ink):
            if ways[-1] and _follows(last, letter):
                runs[-1].append(letter)
                continue
            if (len(runs[-1]) == 1 or not ways[-1]) and _stands_under(last, letter):
                runs[-1].append(letter)
                ways[-1] = False
                continue
        runs.append([letter])
        ways.append(True)
    return [
        _run(run, way)
        for run, way in zip(runs, ways, strict=True)
        if any(letter.text.strip() for letter in run)
    ]


def part_of(run: Run, letters: list[PdfLetter]) -> Run:
    """Return a run of consecutive letters of another run."""
    return _run(letters, run.upright)


def _run(letters: list[PdfLetter], upright: bool) -> Run:  # noqa: FBT001
    return Run(
        letters, union(letter.box for letter in letters), upright, letters[0].ink, *main_of(letters)
    )


def _same_kind(first: Ink, second: Ink) -> bool:
    if first is second:
        return True
    white = min(first.colour) >= NEAR_WHITE, min(second.colour) >= NEAR_WHITE
    return (first.turns, first.unseen, white[0]) == (second.turns, second.unseen, white[1])


def _doubled(last: PdfLetter, letter: PdfLetter) -> bool:
    """Return whether a letter is drawn again over itself, as some programs draw bold."""
    reach = 0.12 * letter.ink.size
    return (
        last.text == letter.text
        and last.ink is not letter.ink
        and abs(last.start - letter.start) < reach
        and abs(last.base - letter.base) < reach
        and letter.end - letter.start > 2 * reach
    )


def _follows(last: PdfLetter, letter: PdfLetter) -> bool:
    size = max(last.ink.size, letter.ink.size, 1.0)
    gap = letter.start - last.end
    if not -BACK * size <= gap <= NEAR * size or letter.start < last.start - LEVEL * size:
        return False
    apart = abs(letter.base - last.base)
    smaller = min(last.ink.size, letter.ink.size) < SMALL * size
    return apart <= LEVEL * size or (apart <= REACH * size and gap <= LEVEL * size and smaller)


def _stands_under(last: PdfLetter, letter: PdfLetter) -> bool:
    """Return whether a letter follows in vertical writing."""
    size = max(last.ink.size, 1.0)
    return (
        min(ord(last.text[0]), ord(letter.text[0])) >= CJK
        and letter.ink.size == last.ink.size
        and abs(letter.start - last.start) < LEVEL * size
        and 0.7 * size < letter.base - last.base < 1.3 * size
    )


def spell(letters: list[PdfLetter]) -> str:
    """Write out letters of one base line: spaces where gaps are, `^` before raised digits."""
    size, base = main_of(letters)
    written: list[str] = []
    last: PdfLetter | None = None
    raised = False
    for letter in letters:
        up = letter.ink.size < SMALL * size and base - letter.base > RAISED * size
        if last is not None:
            written.append(_between(last, letter, size))
            if up and not raised and letter.text.strip() and _takes_power(last.text[-1]):
                written.append("^")
        written.append(letter.text)
        last, raised = letter, up
    text = "".join(written)
    if text.isascii() or text.isprintable():
        return text
    # Join surrogate pairs; a lone surrogate becomes U+FFFD.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _takes_power(text: str) -> bool:
    """Return whether a raised letter after this one is a power, and not a note mark."""
    return text in TAKES_POWER or ord(text) in ITALICS


def _between(last: PdfLetter, letter: PdfLetter, size: float) -> str:
    gap = letter.start - last.end
    if gap > GAP_TAB * size:
        return "\t"
    if last.text.isspace() or letter.text.isspace():
        return ""
    if max(ord(last.text[-1]), ord(letter.text[0])) >= CJK and last.text not in ENDS:
        return " " if gap > GAP_CJK * size else ""
    return " " if gap > GAP_LATIN * min(last.ink.size, letter.ink.size) else ""


def main_of(letters: list[PdfLetter]) -> tuple[float, float]:
    """Return the size of most letters, and the base line of most letters of that size."""
    first = letters[0]
    if all(letter.ink is first.ink and letter.base == first.base for letter in letters):
        return first.ink.size, first.base
    sizes = Counter(letter.ink.size for letter in letters)
    most = max(sizes.values())
    size = max(size for size, count in sizes.items() if count * 2 >= most)
    bases = Counter(round(letter.base, 1) for letter in letters if letter.ink.size == size)
    return size, bases.most_common(1)[0][0]
