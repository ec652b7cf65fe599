"""Make a font with only the letters of a text, small enough for every PDF.

It has the outlines of a font on this machine. Collections and PostScript outlines, which PDFium
cannot embed, are converted to plain TrueType.
"""

import importlib.util
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

from msgspec import Struct

from grader.sandbox import japanese_font

LATIN = "mpl-data/fonts/ttf/DejaVuSans.ttf"  # included in matplotlib
FORBIDDEN = 0x2  # bit of OS/2 fsType: embedding is forbidden
ERROR = 0.001  # maximum deviation of a curve, in em
INSTEAD = "〓?"  # candidates in place of missing letters


class SmallFont(Struct, frozen=True, kw_only=True):
    """A font, and the widths of its letters."""

    data: bytes
    widths: Mapping[str, float]  # relative to the size
    instead: str  # shown in place of missing letters

    def shown(self, text: str) -> str:
        """Replace missing letters."""
        return "".join(letter if letter in self.widths else self.instead for letter in text)

    def width(self, text: str) -> float:
        """Sum the widths of the letters."""
        return sum(self.widths[letter] for letter in text)


def make_font(letters: frozenset[str]) -> SmallFont | None:
    """Make a font of these letters; None if no font on this machine has them.

    A Japanese font may lack a letter or two; a Latin font must have all.
    """
    if japanese := japanese_font():
        found = font_of(japanese, letters)
        if found is not None:
            return found
    spec = importlib.util.find_spec("matplotlib")
    latin = Path(spec.origin).parent / LATIN if spec and spec.origin else None
    if latin is None or not latin.is_file():
        return None
    found = font_of(str(latin), letters)
    return found if found is not None and letters <= found.widths.keys() else None


@lru_cache(maxsize=8)
def font_of(path: str, letters: frozenset[str]) -> SmallFont | None:
    """Make it from one font's outlines; None if this is impossible or forbidden."""
    if importlib.util.find_spec("fontTools") is None:
        return None
    from fontTools.ttLib import TTFont, TTLibError

    try:
        with Path(path).open("rb") as file, TTFont(file, fontNumber=0, lazy=True) as font:
            if "OS/2" in font and font["OS/2"].fsType & FORBIDDEN:
                return None
            return _made(font, letters)
    except (OSError, TTLibError):
        return None


def _made(font: Any, letters: frozenset[str]) -> SmallFont:
    from fontTools.fontBuilder import FontBuilder

    known = font.getBestCmap()
    instead = next((letter for letter in INSTEAD if ord(letter) in known), "")
    wanted = sorted(letter for letter in letters | {instead} if letter and ord(letter) in known)
    em = font["head"].unitsPerEm
    glyphs, metrics = font.getGlyphSet(), font["hmtx"]
    names = {letter: f"u{ord(letter):05X}" for letter in wanted}
    outlines = {".notdef": _outline(glyphs, None, em)}
    across = {".notdef": em}
    for letter, name in names.items():
        glyph = known[ord(letter)]
        outlines[name] = _outline(glyphs, glyph, em)
        across[name] = metrics[glyph][0]
    made = FontBuilder(em, isTTF=True)
    made.setupGlyphOrder(list(outlines))
    made.setupCharacterMap({ord(letter): name for letter, name in names.items()})
    made.setupGlyf(outlines)
    made.setupHorizontalMetrics(
        {name: (wide, outlines[name].xMin) for name, wide in across.items()}
    )
    made.setupHorizontalHeader(ascent=round(0.88 * em), descent=-round(0.12 * em))
    made.setupNameTable({"familyName": "Comments", "styleName": "Regular", "psName": "Comments"})
    made.setupOS2()
    made.setupPost()
    out = BytesIO()
    made.save(out)
    widths = {letter: metrics[known[ord(letter)]][0] / em for letter in wanted}
    return SmallFont(data=out.getvalue(), widths=widths, instead=instead)


def _outline(glyphs: Any, name: str | None, em: int) -> Any:
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    pen = TTGlyphPen(None)
    if name is not None:
        drawn = DecomposingRecordingPen(glyphs)
        glyphs[name].draw(drawn)
        drawn.replay(Cu2QuPen(pen, ERROR * em))
    return pen.glyph()
