"""Text boxes in Word, what they stand on, and what is out of sight."""

import re
from typing import NamedTuple

from .word_names import WP, WPS, A, Node, V, W, colour, local, whole

PAPER = "FFFFFF"
PAGE = 15_200_000  # EMU, the long side of A3: what begins behind it is off the page
BORDER = 3_000_000  # what ends so far before the text is off it, too
SHAPES = (
    "wsp", "cxnSp", "sp", "shape", "rect", "line", "oval", "polyline", "arc", "curve", "roundrect",
)  # fmt: skip
CAPTION = re.compile(r"(?i)\s*(図|表|fig|table|グラフ)\s*\.?\s*[0-9０-９①-⑳]")
WIDE, HIGH = 5_000_000, 1_500_000  # EMU: what a page of text may stand on


class Box(NamedTuple):
    """A text box."""

    content: Node
    ground: str | None  # its colour, "" without any, None where nobody can tell
    place: str
    hidden: str = ""


def out_of_sight(root: Node) -> str:
    """Says why a reader does not see a drawing; "" where it is seen."""
    for frame in root.iterchildren(WP + "anchor"):
        if frame.get("hidden") in ("1", "true"):
            return "invisible"
        for axis, size in (("positionH", "cx"), ("positionV", "cy")):
            offset = frame.find(f"{WP}{axis}/{WP}posOffset")
            at = 0 if offset is None else whole(offset.text, 0, 10**9)
            if at > PAGE or at + _extent(frame, size) < -BORDER:
                return "outside"
    for properties in root.iter(WP + "docPr"):
        if properties.get("hidden") in ("1", "true"):
            return "invisible"
    return ""


def _extent(frame: Node, name: str) -> int:
    extent = frame.find(WP + "extent")
    return 0 if extent is None else whole(extent.get(name), 0, 10**9)


def text_of(box: Box) -> str:
    """Gives the words in a text box, for looking at them."""
    return "".join(one.text or "" for one in box.content.iter(W + "t")).strip()[:200]


def in_picture(box: Box) -> Box:
    """Words in a drawing are its labels, but a caption may have been grouped with it."""
    return box if CAPTION.match(text_of(box)) else box._replace(place="picture")


def box_of(content: Node, *, over_picture: bool) -> Box:
    """Makes a text box of its content."""
    shape = content
    while shape is not None and local(shape) not in SHAPES:
        shape = shape.getparent()
    ground = None if shape is None else _fill(shape)
    return Box(content, None if over_picture and ground == "" else ground, "text-box")


def _fill(shape: Node) -> str | None:
    """Gives a shape's colour: six digits, "" for none, None for what is not known."""
    if str(shape.tag).startswith(V):
        return _old_fill(shape)
    properties = shape.find(WPS + "spPr")
    if properties is None or properties.find(A + "noFill") is not None:
        return ""
    fill = properties.find(A + "solidFill")
    if fill is None:  # the shape's style colours it, or a pattern does
        styled = shape.find(WPS + "style") is not None
        painted = any(local(one).endswith("Fill") for one in properties)
        return None if styled or painted else ""
    one = next(iter(fill), None)
    if one is None or len(one):
        return None
    if one.get("val") in ("bg1", "lt1"):
        return PAPER
    return colour(one.get("val")) or None


def _old_fill(shape: Node) -> str | None:
    if shape.get("filled") in ("f", "false"):
        return ""
    name = shape.get("fillcolor", "white").split(" ")[0]
    return PAPER if name in ("white", "#fff", "#ffffff") else None


class Painted(NamedTuple):
    """What floats about, on which white letters may well be read."""

    anywhere: bool
    under_text: bool  # and large


def painted(root: Node) -> Painted:
    """Looks for pictures and coloured shapes that float, as on cover pages."""
    frames = [frame for frame in root.iter(WP + "anchor") if _colours(frame)]
    under = any(
        frame.get("behindDoc") in ("1", "true")
        and _extent(frame, "cx") > WIDE
        and _extent(frame, "cy") > HIGH
        for frame in frames
    )
    old = any(
        "absolute" in shape.get("style", "") and (_old_fill(shape) is None or len(shape) == 0)
        for shape in root.iter(V + "shape", V + "rect", V + "group")
    )
    return Painted(under or old or bool(frames), under)


def _colours(frame: Node) -> bool:
    if next(frame.iter(A + "blip", A + "gradFill", A + "pattFill"), None) is not None:
        return True
    return any(_fill(shape) not in ("", PAPER) for shape in frame.iter(WPS + "wsp"))
