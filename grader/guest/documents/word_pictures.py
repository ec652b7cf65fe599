"""Makes the pictures of a Word file out of its parts, when they are asked for.

Neither SVG pictures nor metafiles are drawn here. Word writes a bitmap beside every SVG picture,
which is drawn in its place; where there is none, words are all that can be read off either.
"""

from collections import Counter
from typing import Any

from .opened import picture
from .rasters import Rasters
from .word_drawings import Drawing
from .word_labels import (
    diagram_texts,
    inflated,
    is_metafile,
    metafile_texts,
    read_chart,
    svg_texts,
)
from .word_package import Member
from .zipped import Refused

MOST = 40  # pictures with pixels
OFTEN = 5  # places of the very same picture, of which nobody knows the pages: no figure is that
MOST_PIXELS_IN_ALL = 300_000_000

Made = dict[str, Any]


class Pictures:
    """The pictures of one file, in order."""

    def __init__(self, drawings: list[Drawing]) -> None:
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
        known: Made = {"kind": drawing.kind, "trouble": drawing.trouble}
        known["texts"] = list(drawing.texts)
        try:
            if drawing.part is None:
                return _svg(drawing.svg) if drawing.svg else known
            if drawing.kind == "chart":
                return read_chart(drawing.part)
            if drawing.kind == "vector":
                return {"kind": "vector", "texts": diagram_texts(drawing.part)}
            return self._picture(drawing, drawing.part, drawn=drawn)
        except Refused as refused:
            return {**known, "trouble": refused.trouble}

    def _picture(self, drawing: Drawing, part: Member, *, drawn: bool) -> Made:
        data = inflated(part.read())
        if is_metafile(data):
            return {"kind": "emf", "texts": metafile_texts(data), "trouble": "no-renderer"}
        if drawing.svg is None and _is_svg(data):
            return _svg(part)
        known = {**(_svg(drawing.svg) if drawing.svg else {"kind": "raster"}), "trouble": ""}
        if not drawn:
            return {**known, "trouble": "too-many"}
        try:
            return {**known, "pixels": self._rasters.decode(data, drawing.crop, drawing.turned)}
        except Refused as refused:
            return {**known, "trouble": refused.trouble}


def _svg(part: Member) -> Made:
    try:
        return {"kind": "svg", "texts": svg_texts(part), "trouble": "no-renderer"}
    except Refused as refused:
        return {"kind": "svg", "trouble": refused.trouble}


def _is_svg(data: bytes) -> bool:
    start = data[:1_000].lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith(b"<") and b"<svg" in start
