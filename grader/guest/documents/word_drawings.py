"""What is drawn in Word: pictures, charts, shapes and text boxes, in two markup languages."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from .word_boxes import CAPTION, SHAPES, Box, box_of, in_picture, out_of_sight, text_of
from .word_choices import children
from .word_names import (
    ASVG,
    CX,
    DGM,
    PIC,
    WP,
    A,
    C,
    Node,
    O,
    R,
    V,
    W,
    local,
    whole,
)
from .word_package import Related

GROUPS = ("wgp", "wpc", "lockedCanvas", "group")
# What is looked at by itself; where it showed nothing, nothing is there.
KNOWN = frozenset({"wsp", "pic", "wgp", "wpc", "lockedCanvas", "txbxContent", "chart", "relIds"})
SMALLEST_SIDE = 360_000  # a centimetre
STEPS = (A + "lnTo", A + "cubicBezTo", A + "arcTo", A + "quadBezTo")
EQUATION = re.compile(r"(?i)^(equation|mathtype)")
WHOLE = (0.0, 0.0, 0.0, 0.0)

Crop = tuple[float, float, float, float]  # shares cut off: left, top, right, bottom


class Drawing(NamedTuple):
    """A picture that is not decoded yet; parts by their names, "" for none."""

    kind: str  # raster, vector, chart, svg; what a raster really is shows when it is decoded
    part: str = ""
    svg: str = ""
    crop: Crop = WHOLE
    turned: int = 0  # degrees, clockwise
    texts: tuple[str, ...] = ()
    strokes: int = 0
    trouble: str = ""
    loose: bool = False  # a shape by itself

    def with_(self, other: "Drawing") -> "Drawing":
        """Puts two loose shapes together."""
        strokes = self.strokes + other.strokes
        return self._replace(strokes=strokes, texts=self.texts + other.texts)


class Found(NamedTuple):
    """What one drawing holds."""

    drawings: list[Drawing]
    boxes: list[Box]


def find(root: Node, related: dict[str, Related]) -> Found:
    """Looks through a w:drawing, w:pict or w:object."""
    hidden = out_of_sight(root)
    nodes = list(_inside(root))
    rasters = [*_blips(nodes, related), *_images(nodes, related), *_charts(nodes, related)]
    if any(EQUATION.match(node.get("ProgID", "")) for node in nodes if node.tag == O + "OLEObject"):
        return Found([], [])
    boxes = [
        box_of(node, over_picture=bool(rasters)) for node in nodes if local(node) == "txbxContent"
    ]
    drawn = rasters or _shapes(nodes, boxes) or _unknown(nodes)
    if any(one.kind == "vector" and not one.loose for one in drawn):
        boxes = [in_picture(box) for box in boxes]
    boxes = [box._replace(hidden=hidden) for box in boxes]
    return Found([] if hidden else drawn, boxes)


def _unknown(nodes: list[Node]) -> list[Drawing]:
    """Gives what is drawn in a way that is not known here, as ink is: something is there."""
    if any(local(node) in KNOWN for node in nodes):
        return []
    holds = any(node.tag == A + "graphicData" and len(node) for node in nodes)
    extent = next((node for node in nodes if node.tag == WP + "extent"), None)
    if not holds or extent is None:
        return []
    sides = (whole(extent.get("cx"), 0), whole(extent.get("cy"), 0))
    return [Drawing("vector", trouble="no-renderer")] if min(sides) >= SMALLEST_SIDE else []


def _inside(node: Node) -> Iterator[Node]:
    """Walks down to text boxes, not into them, and through one of two equal choices."""
    for child in children(node):
        if child.tag == V + "shapetype":
            continue
        yield child
        if local(child) != "txbxContent":
            yield from _inside(child)


def _blips(nodes: list[Node], related: dict[str, Related]) -> Iterator[Drawing]:
    for blip in nodes:
        if blip.tag != A + "blip":
            continue
        svg = next((one for one in blip.iter(ASVG + "svgBlip")), None)
        part = _name(blip.get(R + "embed"), related)
        vector = "" if svg is None else _name(svg.get(R + "embed"), related)
        if not part and not vector:
            linked = blip.get(R + "link") or blip.get(R + "embed")
            yield Drawing("raster", trouble="external" if linked else "damaged")
            continue
        fill = blip.getparent()
        kind = "svg" if vector else "raster"
        yield Drawing(kind, part, vector, _crop(fill.find(A + "srcRect")), _turned(fill))


def _name(key: str | None, related: dict[str, Related]) -> str:
    found = related.get(key or "")
    return found.name if found else ""


def _crop(node: Node | None) -> Crop:
    if node is None:
        return WHOLE
    left, top, right, bottom = (_share(node.get(side)) for side in "ltrb")
    return (left, top, right, bottom)


def _share(text: str | None) -> float:
    """Reads thousandths of a percent, or "12.5%" in Strict files."""
    if text and text.endswith("%"):
        return max(0.0, min(1.0, whole(text, 0) / 100))
    return max(0.0, min(1.0, whole(text, 0) / 100_000))


def _turned(fill: Node) -> int:
    """Gives by how many right angles a picture is turned, in degrees."""
    frame = fill.getparent().find(f"{PIC}spPr/{A}xfrm") if fill.getparent() is not None else None
    turn = 0 if frame is None else whole(frame.get("rot"), 0, 10**8) / 60_000
    return round(turn / 90) % 4 * 90


def _images(nodes: list[Node], related: dict[str, Related]) -> Iterator[Drawing]:
    """Pictures of the older markup, VML."""
    for image in nodes:
        if image.tag != V + "imagedata":
            continue
        key = image.get(R + "id") or image.get(R + "pict") or image.get(O + "relid")
        part = _name(key, related)
        crop = tuple(
            _fixed(image.get(f"crop{side}")) for side in ("left", "top", "right", "bottom")
        )
        if part:
            yield Drawing("raster", part, crop=(crop[0], crop[1], crop[2], crop[3]))
        elif key or image.get("src"):
            yield Drawing("raster", trouble="external")


def _fixed(text: str | None) -> float:
    """Reads 65536ths ("6554f") or a share (".1")."""
    try:
        number = int(text[:-1]) / 65_536 if text and text.endswith("f") else float(text or 0)
    except ValueError:
        return 0.0
    return max(0.0, min(1.0, number)) if number == number else 0.0  # noqa: PLR0124 - NaN is not


def _charts(nodes: list[Node], related: dict[str, Related]) -> Iterator[Drawing]:
    for node in nodes:
        if node.tag in (C + "chart", CX + "chart"):
            yield Drawing("chart", _name(node.get(R + "id"), related))
        elif node.tag == DGM + "relIds":
            yield Drawing("vector", _name(node.get(R + "dm"), related))


def _shapes(nodes: list[Node], boxes: list[Box]) -> list[Drawing]:
    """Shapes without a picture among them: one drawing if they are grouped."""
    shapes = [node for node in nodes if local(node) in SHAPES and node.get(O + "hr") is None]
    words = tuple(one.get("string", "")[:200] for one in nodes if one.tag == V + "textpath")
    if any(local(node) in GROUPS for node in nodes):
        texts = tuple(text for box in boxes if (text := text_of(box)) and not CAPTION.match(text))
        texts += tuple((one.text or "")[:200] for one in nodes if one.tag == A + "t" and one.text)
        return [Drawing("vector", texts=texts + words, strokes=_strokes(shapes))] if shapes else []
    bare = [shape for shape in shapes if next(shape.iter(W + "txbxContent"), None) is None]
    if not bare or _unseen(bare[0]):
        return []
    return [Drawing("vector", texts=words, strokes=_strokes(bare), loose=True)]


def _unseen(shape: Node) -> bool:
    return "visibility:hidden" in shape.get("style", "").replace(" ", "")


def _strokes(shapes: list[Node]) -> int:
    return sum(1 + sum(1 for _ in shape.iter(*STEPS)) for shape in shapes)
