"""Find drawings in Word: pictures, charts, shapes and text boxes, in two markup languages."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from .word_xml import (
    ASVG,
    CX,
    DGM,
    FAR,
    PIC,
    POINT,
    WP,
    WPS,
    A,
    C,
    Node,
    O,
    R,
    V,
    W,
    children,
    colour,
    is_off_page,
    local,
    whole_number,
)
from .zipped import PackagePart

PAPER = "FFFFFF"
WIDE, HIGH = 5_000_000, 1_500_000  # EMU: a larger drawing may be the background of a page
SMALLEST_SIDE = 360_000  # a centimetre
GROUPS = ("wgp", "wpc", "lockedCanvas", "group")
SHAPES = (
    "wsp", "cxnSp", "sp", "shape", "rect", "line", "oval", "polyline", "arc", "curve", "roundrect",
)  # fmt: skip
# Elements that other functions read; if those found nothing, there is no drawing.
KNOWN = frozenset({"wsp", "pic", "wgp", "wpc", "lockedCanvas", "txbxContent", "chart", "relIds"})
STEPS = (A + "lnTo", A + "cubicBezTo", A + "arcTo", A + "quadBezTo")
EQUATION = re.compile(r"(?i)^(equation|mathtype)")
CAPTION = re.compile(r"(?i)\s*(図|表|fig|table|グラフ)\s*\.?\s*[0-9０-９①-⑳]")
MEASURE = re.compile(r"(?<![\w-])(margin-left|margin-top|width|height):(-?\d{1,9})(?:\.\d+)?pt")
ON = ("1", "true")

Crop = tuple[float, float, float, float]  # shares cut off: left, top, right, bottom


class WordDrawing(NamedTuple):
    """A picture that is not decoded yet."""

    kind: str  # raster, vector, chart, svg; decoding shows the real format of a raster
    part: PackagePart | None = None
    svg: PackagePart | None = None
    crop: Crop = (0.0, 0.0, 0.0, 0.0)
    turned: int = 0  # degrees, clockwise
    texts: tuple[str, ...] = ()
    strokes: int = 0
    trouble: str = ""
    loose: bool = False  # a single shape, not in a group

    def with_(self, other: "WordDrawing") -> "WordDrawing":
        """Merge two loose shapes."""
        strokes = self.strokes + other.strokes
        return self._replace(strokes=strokes, texts=self.texts + other.texts)


class Box(NamedTuple):
    """A text box."""

    content: Node
    ground: str | None  # its colour, "" without any, None if unknown
    place: str = "text-box"
    hidden: str = ""

    @property
    def text(self) -> str:
        """The text in it, at most 200 characters."""
        return "".join(node.text or "" for node in self.content.iter(W + "t")).strip()[:200]


def find(root: Node, part: PackagePart) -> tuple[list[WordDrawing], list[Box]]:
    """Return the drawings and text boxes in a w:drawing, w:pict or w:object."""
    nodes = list(_inside(root))
    if any(EQUATION.match(node.get("ProgID", "")) for node in nodes if node.tag == O + "OLEObject"):
        return [], []
    pictures = [*_blips(nodes, part), *_images(nodes, part), *_charts(nodes, part)]
    contents = [node for node in nodes if local(node) == "txbxContent"]
    boxes = [_box(content, over_picture=bool(pictures)) for content in contents]
    drawings = pictures or _shapes(nodes, boxes) or _unknown(nodes)
    if any(drawing.kind == "vector" and not drawing.loose for drawing in drawings):
        # Words in a drawing are its labels, but a caption may have been grouped with it.
        boxes = [box if CAPTION.match(box.text) else box._replace(place="picture") for box in boxes]
    hidden = _out_of_sight(root)
    return [] if hidden else drawings, [box._replace(hidden=hidden) for box in boxes]


def _inside(node: Node) -> Iterator[Node]:
    """Yield nodes down to text boxes, but not inside them, and one of two equal choices."""
    for child in children(node):
        if child.tag == V + "shapetype":
            continue
        yield child
        if local(child) != "txbxContent":
            yield from _inside(child)


def _out_of_sight(root: Node) -> str:
    """Return why a drawing is not visible; "" if it is."""
    for frame in root.iterchildren(WP + "anchor"):
        if frame.get("hidden") in ON:
            return "invisible"
        for axis, size in (("positionH", "cx"), ("positionV", "cy")):
            offset = frame.find(f"{WP}{axis}/{WP}posOffset")
            at = 0 if offset is None else whole_number(offset.text, 0, 10**9)
            if is_off_page(at, _extent(frame, size)):
                return "outside"
    for shape in root.iterchildren(V + "shape", V + "rect", V + "roundrect", V + "group"):
        style = shape.get("style", "")
        points = {name: whole_number(text, 0) * POINT for name, text in MEASURE.findall(style)}
        sides = (("margin-left", "width"), ("margin-top", "height"))
        if "absolute" in style and any(
            is_off_page(points.get(at, 0), points.get(size, FAR)) for at, size in sides
        ):
            return "outside"
    unseen = any(properties.get("hidden") in ON for properties in root.iter(WP + "docPr"))
    return "invisible" if unseen else ""


def _extent(frame: Node, name: str) -> int:
    extent = frame.find(WP + "extent")
    return 0 if extent is None else whole_number(extent.get(name), 0, 10**9)


def _blips(nodes: list[Node], part: PackagePart) -> Iterator[WordDrawing]:
    for blip in (node for node in nodes if node.tag == A + "blip"):
        key = blip.get(R + "embed")
        vector = next(blip.iter(ASVG + "svgBlip"), None)
        image = part.part(key)
        svg = None if vector is None else part.part(vector.get(R + "embed"))
        if image is None and svg is None:
            trouble = "external" if blip.get(R + "link") or key else "damaged"
            yield WordDrawing("raster", trouble=trouble)
            continue
        fill = blip.getparent()
        crop = fill.find(A + "srcRect")
        sides = [0.0] * 4 if crop is None else [_share(crop.get(side)) for side in "ltrb"]
        frame = fill.getparent().find(f"{PIC}spPr/{A}xfrm")
        turn = 0 if frame is None else whole_number(frame.get("rot"), 0, 10**8) / 60_000
        kind = "raster" if svg is None else "svg"
        yield WordDrawing(kind, image, svg, _crop(sides), round(turn / 90) % 4 * 90)


def _crop(sides: list[float]) -> Crop:
    left, top, right, bottom = (max(0.0, min(1.0, side)) for side in sides)
    return (left, top, right, bottom)


def _share(text: str | None) -> float:
    """Read thousandths of a percent, or "12.5%" in Strict files."""
    return whole_number(text, 0) / (100 if text and text.endswith("%") else 100_000)


def _images(nodes: list[Node], part: PackagePart) -> Iterator[WordDrawing]:
    """Yield pictures of the older markup, VML."""
    for image in (node for node in nodes if node.tag == V + "imagedata"):
        key = image.get(R + "id") or image.get(R + "pict") or image.get(O + "relid")
        if (related := part.part(key)) is not None:
            sides = [
                _fixed(image.get(f"crop{side}")) for side in ("left", "top", "right", "bottom")
            ]
            yield WordDrawing("raster", related, crop=_crop(sides))
        elif key or image.get("src"):
            yield WordDrawing("raster", trouble="external")


def _fixed(text: str | None) -> float:
    """Read 65536ths ("6554f") or a share (".1")."""
    number = re.fullmatch(r"(-?\d{0,9}\.?\d{0,9})(f?)", text or "")
    if number is None or not number.group(1).strip("-."):
        return 0.0
    return float(number.group(1)) / (65_536 if number.group(2) else 1)


def _charts(nodes: list[Node], part: PackagePart) -> Iterator[WordDrawing]:
    for node in nodes:
        if node.tag in (C + "chart", CX + "chart"):
            yield WordDrawing("chart", part.part(node.get(R + "id")))
        elif node.tag == DGM + "relIds":
            yield WordDrawing("vector", part.part(node.get(R + "dm")))


def _shapes(nodes: list[Node], boxes: list[Box]) -> list[WordDrawing]:
    """Return shapes that contain no picture: one drawing if they are grouped."""
    shapes = [node for node in nodes if local(node) in SHAPES and node.get(O + "hr") is None]
    words = tuple(node.get("string", "")[:200] for node in nodes if node.tag == V + "textpath")
    if any(local(node) in GROUPS for node in nodes):
        texts = tuple(box.text for box in boxes if box.text and not CAPTION.match(box.text))
        texts += tuple(node.text[:200] for node in nodes if node.tag == A + "t" and node.text)
        return (
            [WordDrawing("vector", texts=texts + words, strokes=_strokes(shapes))] if shapes else []
        )
    bare = [shape for shape in shapes if next(shape.iter(W + "txbxContent"), None) is None]
    if not bare or "visibility:hidden" in bare[0].get("style", "").replace(" ", ""):
        return []
    return [WordDrawing("vector", texts=words, strokes=_strokes(bare), loose=True)]


def _strokes(shapes: list[Node]) -> int:
    return sum(1 + sum(1 for _ in shape.iter(*STEPS)) for shape in shapes)


def _unknown(nodes: list[Node]) -> list[WordDrawing]:
    """Return a drawing of an unknown kind as an empty vector, so that it is not lost."""
    extent = next((node for node in nodes if node.tag == WP + "extent"), None)
    holds = any(node.tag == A + "graphicData" and len(node) for node in nodes)
    if extent is None or not holds or any(local(node) in KNOWN for node in nodes):
        return []
    sides = (whole_number(extent.get("cx"), 0), whole_number(extent.get("cy"), 0))
    return [WordDrawing("vector", trouble="no-renderer")] if min(sides) >= SMALLEST_SIDE else []


def _box(content: Node, *, over_picture: bool) -> Box:
    shape = next((node for node in content.iterancestors() if local(node) in SHAPES), None)
    ground = None if shape is None else _fill(shape)
    return Box(content, None if over_picture and ground == "" else ground)


def _fill(shape: Node) -> str | None:
    """Return a shape's colour: six digits, "" for none, None if unknown."""
    if str(shape.tag).startswith(V):
        if shape.get("filled") in ("f", "false"):
            return ""
        name = shape.get("fillcolor", "white").split(" ")[0]
        return PAPER if name in ("white", "#fff", "#ffffff") else None
    properties = shape.find(WPS + "spPr")
    if properties is None or properties.find(A + "noFill") is not None:
        return ""
    fill = properties.find(A + "solidFill")
    if fill is None:  # coloured by the shape's style or a pattern
        painted = any(local(node).endswith("Fill") for node in properties)
        return None if painted or shape.find(WPS + "style") is not None else ""
    ink = next(iter(fill), None)
    if ink is None or len(ink):
        return None
    return PAPER if ink.get("val") in ("bg1", "lt1") else colour(ink.get("val")) or None


def painted(root: Node) -> tuple[bool, bool]:
    """Return whether white letters may be readable because something coloured floats nearby.

    First in text boxes, then (if it is large and behind the text) everywhere.
    """
    frames = [frame for frame in root.iter(WP + "anchor") if _colours(frame)]
    behind = any(
        frame.get("behindDoc") in ON and _extent(frame, "cx") > WIDE and _extent(frame, "cy") > HIGH
        for frame in frames
    )
    old = any(
        "absolute" in shape.get("style", "") and (_fill(shape) is None or len(shape) == 0)
        for shape in root.iter(V + "shape", V + "rect", V + "group")
    )
    return old or bool(frames), behind


def _colours(frame: Node) -> bool:
    if next(frame.iter(A + "blip", A + "gradFill", A + "pattFill"), None) is not None:
        return True
    return any(_fill(shape) not in ("", PAPER) for shape in frame.iter(WPS + "wsp"))
