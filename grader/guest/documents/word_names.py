"""The names in Word's XML, and how single values are read there."""

import re
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
PACKAGE = f"{{{_OFFICE}package/2006/relationships}}"
TYPES = f"{{{_OFFICE}package/2006/content-types}}"
V = "{urn:schemas-microsoft-com:vml}"
O = "{urn:schemas-microsoft-com:office:office}"  # noqa: E741 - as it is called everywhere
_WORD = "http://schemas.microsoft.com/office/word/2010/"
WPS = f"{{{_WORD}wordprocessingShape}}"
WPG = f"{{{_WORD}wordprocessingGroup}}"
WPC = f"{{{_WORD}wordprocessingCanvas}}"
W14 = f"{{{_WORD}wordml}}"
ASVG = "{http://schemas.microsoft.com/office/drawing/2016/SVG/main}"
CX = "{http://schemas.microsoft.com/office/drawing/2014/chartex}"

VAL = W + "val"
OFF = ("0", "false", "off", "none")
COLOUR = re.compile(r"[0-9A-Fa-f]{6}")


def value(node: Node, name: str) -> str | None:
    """Gives w:val of a child, None without one."""
    child = node.find(W + name)
    return None if child is None else child.get(VAL)


def switched(node: Node) -> bool:
    """Says whether a switch such as <w:b/> is on."""
    return node.get(VAL, "1") not in OFF


def whole(text: str | None, otherwise: int, most: int = 1_000_000) -> int:
    """Reads a whole number that may be anything; a measure such as "12pt" gives its number."""
    found = re.match(r"\s*-?\d{1,9}", text or "")
    return max(-most, min(most, int(found.group()))) if found else otherwise


def colour(text: str | None) -> str:
    """Reads a colour as six hexadecimal digits; "" for automatic ones and odd ones."""
    return text.upper() if text and COLOUR.fullmatch(text) else ""


def near(one: str, other: str) -> bool:
    """Says whether two colours cannot be told apart."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (0, 2, 4))
    return all(abs(left - right) <= 8 for left, right in pairs)  # noqa: PLR2004 - of 255


def local(node: Node) -> str:
    """Gives an element's name without its namespace."""
    return str(node.tag).rpartition("}")[2]
