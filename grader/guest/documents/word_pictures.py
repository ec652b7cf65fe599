"""Makes the pictures of a Word file out of its parts, when they are asked for.

Neither SVG pictures nor metafiles are drawn here. Word writes a bitmap beside every SVG picture,
which is drawn in its place; where there is none, words are all that can be read off either.
"""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from .charts import read_chart
from .metafiles import inflated, is_metafile, metafile_texts
from .opened import picture
from .rasters import Rasters
from .word_drawings import Drawing
from .word_package import Package, Part
from .word_xml import DGM, A, local
from .zipped import Refused

MOST = 40  # pictures with pixels
OFTEN = 5  # places of the very same picture, of which nobody knows the pages: no figure is that
MOST_PIXELS_IN_ALL = 300_000_000
MOST_TEXTS = 200
MOST_SVG = 8_000_000  # bytes
SVG_STROKES = ("path", "line", "polyline", "polygon", "rect", "circle", "ellipse", "use")
# A document type without declarations of its own, which half of all programs write.
DOCTYPE = re.compile(rb"<!DOCTYPE\s+svg[^\[<>]*>")

Made = dict[str, Any]


class Pictures:
    """The pictures of one file, in order."""

    def __init__(self, package: Package, drawings: list[Drawing]) -> None:
        self._package = package
        self._drawings = drawings
        self._placed = Counter(each.part or each.svg for each in drawings)
        drawn = [at for at, each in enumerate(drawings) if each.part and each.kind != "chart"]
        self._allowed = set(drawn[:MOST])
        self._rasters = Rasters(MOST_PIXELS_IN_ALL)
        self._made: dict[Drawing, Made] = {}

    def make(self, index: int, at: int, place: str) -> Made:
        """Makes one picture after `at` lines; one that cannot be drawn says why."""
        drawing = self._drawings[index]
        if drawing not in self._made:
            self._made[drawing] = self._read(drawing, drawn=index in self._allowed)
        known = dict(self._made[drawing])
        if index not in self._allowed and known.get("pixels"):
            known["pixels"] = None
        source = drawing.part or drawing.svg
        times = self._placed[source] if source else 1
        pages = times if times >= OFTEN else 1
        return picture(known.pop("kind"), at, place=place, pages=pages, **known)

    def _read(self, drawing: Drawing, *, drawn: bool) -> Made:
        usual = {"texts": list(drawing.texts), "strokes": drawing.strokes}
        usual["trouble"] = drawing.trouble
        try:
            if drawing.part is None:
                return self._svg(drawing.svg) if drawing.svg else {"kind": drawing.kind, **usual}
            if drawing.kind == "chart":
                return read_chart(self._package.tree(drawing.part))
            if drawing.kind == "vector":
                return self._diagram(drawing.part)
            return self._picture(drawing, drawn=drawn)
        except Refused as refused:
            return {"kind": drawing.kind, **usual, "trouble": refused.trouble}

    def _diagram(self, part: Part) -> Made:
        """SmartArt: its words stand in a part of their own, how it looks in none."""
        points = self._package.tree(part).iter(DGM + "pt")
        nodes = (point for point in points if point.get("type", "node") == "node")
        texts = [
            text for node in nodes if (text := _joined(text.text for text in node.iter(A + "t")))
        ]
        return {"kind": "vector", "texts": texts[:MOST_TEXTS], "strokes": len(texts)}

    def _picture(self, drawing: Drawing, *, drawn: bool) -> Made:
        data = inflated(self._package.read(drawing.part))
        if is_metafile(data):
            return {"kind": "emf", "texts": metafile_texts(data), "trouble": "no-renderer"}
        if drawing.svg is None and _is_svg(data):
            return self._svg(drawing.part)
        known = {**(self._svg(drawing.svg) if drawing.svg else {"kind": "raster"}), "trouble": ""}
        if not drawn:
            return {**known, "trouble": "too-many"}
        try:
            return {**known, "pixels": self._rasters.decode(data, drawing.crop, drawing.turned)}
        except Refused as refused:
            return {**known, "trouble": refused.trouble}

    def _svg(self, part: Part) -> Made:
        """Words and strokes of an SVG picture; often its letters are strokes, too."""
        try:
            data = DOCTYPE.sub(b"", self._package.read(part, MOST_SVG), count=1)
            root = self._package.tree_of(data, part)
        except Refused as refused:
            return {"kind": "svg", "trouble": refused.trouble}
        nodes = list(root.iter("*"))
        texts = [_joined(node.itertext()) for node in nodes if local(node) == "text"]
        return {
            "kind": "svg",
            "texts": [text for text in texts if text][:MOST_TEXTS],
            "strokes": sum(local(node) in SVG_STROKES for node in nodes),
            "trouble": "no-renderer",
        }


def _joined(texts: Iterable[str | None]) -> str:
    return "".join(text or "" for text in texts).strip()[:200]


def _is_svg(data: bytes) -> bool:
    start = data[:1_000].lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith(b"<") and b"<svg" in start
