"""Makes the pictures of a Word file out of its parts, when they are asked for."""

from collections import Counter
from typing import Any

from .charts import read_chart
from .metafiles import MOST_DRAWN, Metafile, inflated, is_metafile, read_metafile
from .opened import Drawn, picture
from .rasters import Rasters
from .svg import DOCTYPE, play_svg
from .word_drawings import Drawing
from .word_names import DGM, A, Node, local
from .word_package import Package
from .zipped import Refused

MOST = 40  # pictures with pixels
OFTEN = 5  # places of the very same picture, of which nobody knows the pages: no figure is that
MOST_PIXELS_IN_ALL = 300_000_000
SVG_STROKES = ("path", "line", "polyline", "polygon", "rect", "circle", "ellipse", "use")
MOST_TEXTS = 200
MOST_SVG = 8_000_000  # bytes

Made = dict[str, Any]


class Pictures:
    """The pictures of one file, in order."""

    def __init__(self, package: Package, drawings: list[Drawing]) -> None:
        self._zipped = package.zipped
        self._drawings = drawings
        self._placed = Counter(one.part or one.svg for one in drawings)
        drawn = [at for at, one in enumerate(drawings) if one.part and one.kind != "chart"]
        self._allowed = set(drawn[:MOST])
        self._rasters = Rasters(MOST_PIXELS_IN_ALL)
        self._left_to_draw = MOST_DRAWN
        self._made: dict[Drawing, Made] = {}

    def make(self, index: int, at: int, place: str) -> Made:
        """Makes one picture after `at` lines; one that cannot be drawn says why."""
        drawing = self._drawings[index]
        known = self._known(drawing, drawn=index in self._allowed)
        times = self._placed[drawing.part or drawing.svg] if drawing.part or drawing.svg else 1
        pages = times if times >= OFTEN else 1
        return picture(known["kind"], at, place=place, pages=pages, **_but_kind(known))

    def _known(self, drawing: Drawing, *, drawn: bool) -> Made:
        if drawing not in self._made:
            self._made[drawing] = self._read(drawing, drawn=drawn)
        known = self._made[drawing]
        return known if drawn or "pixels" not in known else {**known, "pixels": None}

    def _read(self, drawing: Drawing, *, drawn: bool) -> Made:
        usual = {"texts": list(drawing.texts), "strokes": drawing.strokes}
        usual["trouble"] = drawing.trouble
        if not drawing.part and not drawing.svg:
            return {"kind": drawing.kind, **usual}
        try:
            if drawing.kind == "chart":
                return self._chart(drawing)
            if drawing.kind == "vector":
                return self._diagram(drawing)
            return self._picture(drawing, drawn=drawn)
        except Refused as refused:
            return {"kind": drawing.kind, **usual, "trouble": refused.trouble}

    def _chart(self, drawing: Drawing) -> Made:
        read = read_chart(self._zipped.tree(drawing.part))
        if read is None:
            return {"kind": "chart", "trouble": "damaged"}
        return {"kind": "chart", "chart": read.chart, "texts": read.texts}

    def _diagram(self, drawing: Drawing) -> Made:
        """SmartArt: its words stand in a part of their own, how it looks in none."""
        root = self._zipped.tree(drawing.part)
        points = (one for one in root.iter(DGM + "pt") if one.get("type", "node") == "node")
        texts = [text for one in points if (text := _joined(one, A + "t"))]
        return {"kind": "vector", "texts": texts[:MOST_TEXTS], "strokes": len(texts)}

    def _picture(self, drawing: Drawing, *, drawn: bool) -> Made:
        if not drawing.part:
            return self._svg(drawing.svg, drawn=drawn)
        data = inflated(self._zipped.read(drawing.part))
        if is_metafile(data):
            read = self._played(data)
            known: Made = {"kind": "emf", "texts": read.texts, "strokes": read.strokes}
            pixels = read.pixels if drawn else None
            return {**known, "pixels": pixels, "trouble": "" if pixels else "no-renderer"}
        if not drawing.svg and _is_svg(data):
            return self._svg(drawing.part, drawn=drawn)
        vector = self._svg(drawing.svg, drawn=False) if drawing.svg else {"kind": "raster"}
        known = {**vector, "trouble": ""}
        if not drawn:
            return {**known, "trouble": "too-many"}
        try:
            pixels = self._rasters.decode(data, drawing.crop, drawing.turned)
        except Refused as refused:
            return {**known, "trouble": refused.trouble}
        return {**known, "pixels": pixels}

    def _played(self, data: bytes) -> Metafile:
        try:
            read = read_metafile(data, self._left_to_draw)
        except Refused:
            self._left_to_draw //= 4  # one that is refused may have cost as much
            raise
        self._left_to_draw = read.left
        return read

    def _svg(self, part: str, *, drawn: bool) -> Made:
        """Words and strokes of an SVG picture; often its letters are strokes, too."""
        try:
            data = DOCTYPE.sub(b"", self._zipped.read(part, MOST_SVG), count=1)
            root = self._zipped.tree_of(data, part)
        except Refused as refused:
            return {"kind": "svg", "trouble": refused.trouble}
        texts = [text for one in _named(root, "text") if (text := _joined(one, None))]
        strokes = sum(local(one) in SVG_STROKES for one in root.iter("*"))
        pixels = self._svg_pixels(root) if drawn else None
        known = {"kind": "svg", "texts": texts[:MOST_TEXTS], "strokes": strokes}
        return {**known, "pixels": pixels, "trouble": "" if pixels else "no-renderer"}

    def _svg_pixels(self, root: Node) -> Drawn | None:
        try:
            canvas = play_svg(root, self._left_to_draw)
        except Refused:
            self._left_to_draw //= 4
            return None
        except (ValueError, OverflowError, ZeroDivisionError):
            return None  # numbers that no picture has
        self._left_to_draw = canvas.left
        return canvas.pixels()


def _but_kind(known: Made) -> Made:
    return {name: value for name, value in known.items() if name != "kind"}


def _named(root: Node, name: str) -> list[Node]:
    return [one for one in root.iter("*") if local(one) == name]


def _joined(node: Node, tag: str | None) -> str:
    texts = node.itertext() if tag is None else (one.text or "" for one in node.iter(tag))
    return "".join(texts).strip()[:200]


def _is_svg(data: bytes) -> bool:
    start = data[:1_000].lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith(b"<") and b"<svg" in start
