"""Draws SVG pictures as far as plots need it: paths, shapes, words, and what is used again."""

import math
import re
from collections.abc import Callable
from typing import NamedTuple

from .metafile_canvas import Canvas, Colour, Ink, Point, Writing
from .metafile_state import STILL, Matrix, round_outline
from .svg_numbers import colour, combined, length, moved, numbers, outlines, transformation
from .word_names import Node, local

DEEPEST = 40  # elements in each other, or used by each other
NODE = 10_000  # what an element costs beside what it draws, in pixels
SILENT = ("defs", "clipPath", "symbol", "style", "metadata", "title", "desc", "mask", "marker",
          "pattern", "linearGradient", "radialGradient", "script")  # fmt: skip
HREF = ("href", "{http://www.w3.org/1999/xlink}href")
SIZE = re.compile(r"([\d.]{1,10})px")
ACROSS = {"start": -1, "middle": 0, "end": 1}
# A document type without declarations of its own, which half of all programs write.
DOCTYPE = re.compile(rb"<!DOCTYPE\s+svg[^\[<>]*>")
BASELINE = 0.8  # of the height of letters stands above it


class Style(NamedTuple):
    """How things are painted; what is inside takes it over."""

    fill: Colour | None = (0, 0, 0)
    stroke: Colour | None = None
    width: float = 1.0
    size: float = 16.0
    anchor: str = "start"


class Player:
    """Draws one picture."""

    def __init__(self, root: Node, canvas: Canvas) -> None:
        self._canvas = canvas
        self._named = {one.get("id"): one for one in root.iter("*") if one.get("id")}

    def play(self, node: Node, matrix: Matrix, style: Style, deep: int = 0) -> None:
        """Draws an element and all that is in it."""
        if deep > DEEPEST or local(node) in SILENT:
            return
        self._canvas.pay(NODE)
        matrix = combined(matrix, transformation(node.get("transform")))
        style = _styled(node, style)
        name = local(node)
        if name == "use":
            self._use(node, matrix, style, deep)
        elif name == "text":
            self._write(node, matrix, style)
        elif (shape := SHAPES.get(name)) is not None:
            self._draw(shape(node), matrix, style)
        else:
            for child in node.iterchildren("*"):
                self.play(child, matrix, style, deep + 1)

    def _use(self, node: Node, matrix: Matrix, style: Style, deep: int) -> None:
        key = next((node.get(name) for name in HREF if node.get(name)), "")
        used = self._named.get(key.removeprefix("#"))
        if used is not None:
            x, y = length(node.get("x"), 0.0), length(node.get("y"), 0.0)
            there = combined(matrix, (1.0, 0.0, 0.0, 1.0, x, y))
            self.play(used, there, style, deep + 1)

    def _draw(self, shape: list[tuple[list[Point], bool]], matrix: Matrix, style: Style) -> None:
        thick = style.width * math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
        ink = Ink(style.stroke, thick, style.fill)
        if ink.pen is None and ink.brush is None:
            return
        for points, closed in shape:
            placed = [moved(matrix, point) for point in points]
            if ink.brush is not None:
                self._canvas.area([placed], ink if closed else ink._replace(pen=None))
            if ink.pen is not None and not (closed and ink.brush is not None):
                self._canvas.line([*placed, placed[0]] if closed else placed, ink)

    def _write(self, node: Node, matrix: Matrix, style: Style) -> None:
        inner = next((one for one in node.iter("*") if one.get("x")), node)
        place = (length(inner.get("x"), 0.0), length(inner.get("y"), 0.0))
        turned = -math.degrees(math.atan2(matrix[1], matrix[0]))
        height = style.size * math.hypot(matrix[0], matrix[1])
        across = ACROSS.get(_styled(inner, style).anchor, -1)
        writing = Writing(height, turned, style.fill or (0, 0, 0), across, BASELINE)
        self._canvas.write("".join(node.itertext()), moved(matrix, place), writing)


def play_svg(root: Node, most: int) -> Canvas:
    """Draws a picture, for which no more than `most` is drawn.

    Raises:
        Refused: more is drawn than that.
    """
    box = numbers(root.get("viewBox"))
    if len(box) != 4 or box[2] <= 0 or box[3] <= 0:  # noqa: PLR2004 - of a box
        box = [0.0, 0.0, length(root.get("width"), 800.0), length(root.get("height"), 600.0)]
    canvas = Canvas((box[0], box[1], box[0] + box[2], box[1] + box[3]), most)
    Player(root, canvas).play(root, STILL, Style())
    return canvas


def _styled(node: Node, style: Style) -> Style:
    said = {key: value for key, value in node.attrib.items() if key in KNOWN}
    for one in node.get("style", "")[:2_000].split(";"):
        key, _, value = one.partition(":")
        said[key.strip()] = value.strip()
    size = SIZE.search(said.get("font", ""))
    fill, stroke = colour(said.get("fill"), style.fill), colour(said.get("stroke"), style.stroke)
    unseen = said.get("display") == "none" or said.get("opacity") == "0"
    return Style(
        None if unseen or said.get("fill-opacity") == "0" else fill,
        None if unseen or said.get("stroke-opacity") == "0" else stroke,
        length(said.get("stroke-width"), style.width),
        length(size.group(1) if size else said.get("font-size"), style.size),
        said.get("text-anchor", style.anchor),
    )


KNOWN = ("fill", "stroke", "stroke-width", "font-size", "text-anchor", "opacity", "display",
         "fill-opacity", "stroke-opacity", "font")  # fmt: skip
Shape = list[tuple[list[Point], bool]]


def _rectangle(node: Node) -> Shape:
    x, y, w, h = (length(node.get(name), 0.0) for name in ("x", "y", "width", "height"))
    return [([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], True)]


def _round(node: Node) -> Shape:
    x, y, r = (length(node.get(name), 0.0) for name in ("cx", "cy", "r"))
    wide, high = length(node.get("rx"), r), length(node.get("ry"), r)
    return [(round_outline((x - wide, y - high, x + wide, y + high)), True)]


def _line(node: Node) -> Shape:
    x, y, u, v = (length(node.get(name), 0.0) for name in ("x1", "y1", "x2", "y2"))
    return [([(x, y), (u, v)], False)]


def _listed(node: Node) -> Shape:
    found = numbers(node.get("points"))
    points = list(zip(found[::2], found[1::2], strict=False))
    return [(points, local(node) == "polygon")] if points else []


def _path(node: Node) -> Shape:
    return [(one.points, one.closed) for one in outlines(node.get("d"))]


SHAPES: dict[str, Callable[[Node], Shape]] = {
    "rect": _rectangle,
    "circle": _round,
    "ellipse": _round,
    "line": _line,
    "polyline": _listed,
    "polygon": _listed,
    "path": _path,
}
