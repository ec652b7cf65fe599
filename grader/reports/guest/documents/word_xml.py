"""Names in Word's XML, readers of single values, and the choice among alternative contents."""

import re
from collections.abc import Iterator
from typing import Any

Node = Any  # an element of lxml, whose types are a library of their own

_OFFICE = "http://schemas.openxmlformats.org/"
W = f"{{{_OFFICE}wordprocessingml/2006/main}}"
R = f"{{{_OFFICE}officeDocument/2006/relationships}}"
M = f"{{{_OFFICE}officeDocument/2006/math}}"
A = f"{{{_OFFICE}drawingml/2006/main}}"
C = f"{{{_OFFICE}drawingml/2006/chart}}"
WP = f"{{{_OFFICE}drawingml/2006/wordprocessingDrawing}}"
PIC = f"{{{_OFFICE}drawingml/2006/picture}}"
DGM = f"{{{_OFFICE}drawingml/2006/diagram}}"
MC = f"{{{_OFFICE}markup-compatibility/2006}}"
V = "{urn:schemas-microsoft-com:vml}"
O = "{urn:schemas-microsoft-com:office:office}"  # noqa: E741 - as it is called everywhere
_WORD = "http://schemas.microsoft.com/office/word/2010/"
WPS = f"{{{_WORD}wordprocessingShape}}"
WPG = f"{{{_WORD}wordprocessingGroup}}"
W14 = f"{{{_WORD}wordml}}"
ASVG = "{http://schemas.microsoft.com/office/drawing/2016/SVG/main}"
CX = "{http://schemas.microsoft.com/office/drawing/2014/chartex}"

VAL = W + "val"
OFF = ("0", "false", "off", "none")
COLOUR = re.compile(r"[0-9A-Fa-f]{6}")
CLEAR = ("clear", "nil", None)
FAR = 15_200_000  # EMU, the long side of A3: content that begins beyond it is off the page
BORDER = 3_000_000  # EMU: content that ends this far before the text is off the page, too
TWIP, POINT = 635, 12_700  # in EMU
ALIKE = 8  # of 255; smaller differences between colours are invisible

ALTERNATIVES, CHOICE, FALLBACK = MC + "AlternateContent", MC + "Choice", MC + "Fallback"
# What there is something to read or to see in. Ink and 3-D models have only a picture of them.
USEFUL = (
    W + "t", W + "sym", M + "oMath", A + "blip", C + "chart", CX + "chart", DGM + "relIds",
    WPS + "wsp", WPG + "wgp", V + "shape", V + "imagedata",
)  # fmt: skip


def value(node: Node, name: str) -> str | None:
    """Return w:val of a child; None if there is no such child."""
    child = node.find(W + name)
    return None if child is None else child.get(VAL)


def switched(node: Node) -> bool:
    """Return whether a switch such as <w:b/> is on."""
    return node.get(VAL, "1") not in OFF


def whole_number(text: str | None, otherwise: int, most: int = 1_000_000) -> int:
    """Read a whole number from untrusted text; a measure such as "12pt" gives its number."""
    digits = re.match(r"\s*-?\d{1,9}", text or "")
    return max(-most, min(most, int(digits.group()))) if digits else otherwise


def colour(text: str | None) -> str:
    """Read a colour as six hexadecimal digits; "" for "auto" and invalid ones."""
    return text.upper() if text and COLOUR.fullmatch(text) else ""


def near(ink: str, ground: str) -> bool:
    """Return whether two colours are indistinguishable."""
    pairs = ((int(ink[at : at + 2], 16), int(ground[at : at + 2], 16)) for at in (0, 2, 4))
    return all(abs(left - right) <= ALIKE for left, right in pairs)


def is_off_page(at: int, extent: int) -> bool:
    """Return whether content with this start and length (in EMU) is entirely off the page."""
    return at > FAR or at + extent < -BORDER


def shade_of(node: Node | None) -> str | None:
    """Return the colour of a w:shd: six digits, "" for no colour, None for a pattern."""
    if node is None:
        return ""
    if node.get(VAL) not in CLEAR:
        return None
    fill = colour(node.get(W + "fill"))
    return None if not fill and node.get(W + "themeFill") else fill


def local(node: Node) -> str:
    """Return an element's name without its namespace."""
    return str(node.tag).rpartition("}")[2]


def children(node: Node) -> Iterator[Node]:
    """Yield the children of an element; alternatives are replaced by the chosen one."""
    for child in node:
        if child.tag != ALTERNATIVES:
            yield child
        elif (chosen := _choose(child)) is not None:
            yield from children(chosen)


def _choose(node: Node) -> Node | None:
    """Pick the first choice with usable content, or else the fallback."""
    for choice in node.iterchildren(CHOICE):
        if next(choice.iter(*USEFUL), None) is not None:
            return choice
    fallback = node.find(FALLBACK)
    return fallback if fallback is not None and len(fallback) else node.find(CHOICE)
