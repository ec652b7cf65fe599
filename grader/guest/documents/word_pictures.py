"""Makes the pictures of a Word file out of its parts, when they are asked for.

Neither SVG pictures nor metafiles are drawn here. Word writes a bitmap beside every SVG picture,
which is drawn in its place; where there is none, words are all that can be read off either.
"""

import io
import warnings
from collections import Counter
from typing import Any

from .opened import Drawn, picture
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
MOST_PIXELS = 40_000_000
SIDE = 760  # of what is handed on
FORMATS = ("PNG", "JPEG", "GIF", "BMP", "DIB", "TIFF", "WEBP")
WITH_ALPHA = ("LA", "PA", "La", "RGBa", "RGBA")
WHITE = (255, 255, 255, 255)


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


class Rasters:
    """Decodes the pictures of one document."""

    def __init__(self, most: int) -> None:
        """Takes how many pixels are decoded in all."""
        self._left = most

    def decode(
        self,
        data: bytes,
        crop: tuple[float, float, float, float] = (0, 0, 0, 0),
        turned: int = 0,
    ) -> Drawn:
        """Gives a picture without the shares cut off at its sides, turned clockwise by degrees.

        Raises:
            Refused: it is too large ("too-large"), damaged, or of a format that nobody here can
                draw ("no-renderer"); these are troubles of a picture, not of a document.
        """
        from PIL import Image, UnidentifiedImageError

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                return self._decoded(Image, data, crop, turned)
            except UnidentifiedImageError as error:
                raise Refused("no-renderer", str(error)) from error
            except Image.DecompressionBombError as error:
                raise Refused("too-large", str(error)) from error
            except (OSError, ValueError, SyntaxError, EOFError, KeyError, IndexError) as error:
                raise Refused("damaged", str(error)) from error
            except (TypeError, OverflowError, ZeroDivisionError, AttributeError) as error:
                raise Refused("damaged", str(error)) from error  # odd files, inside the library

    def _decoded(
        self, library: Any, data: bytes, crop: tuple[float, float, float, float], turned: int
    ) -> Drawn:
        with library.open(io.BytesIO(data), formats=FORMATS) as image:
            width, height = image.size
            if width * height > MOST_PIXELS:
                raise Refused("too-large", f"{width} x {height} pixels")
            if not any(crop):
                image.draft(None, (SIDE * 2, SIDE * 2))  # lets JPEG be decoded smaller
            self._left -= image.size[0] * image.size[1]
            if self._left < 0:
                raise Refused("too-large", "all pictures together")
            return shrunk(_turned(library, _cropped(_plain(image), crop), turned))


def shrunk(image: Any) -> Drawn:
    """Makes an image no longer than SIDE, and gives it over white."""
    image.thumbnail((SIDE, SIDE), reducing_gap=2.0)
    if image.mode == "RGBA":
        from PIL import Image

        image = Image.alpha_composite(Image.new("RGBA", image.size, WHITE), image)
    image = image.convert("RGB")
    return Drawn(image.width, image.height, image.tobytes())


def _plain(image: Any) -> Any:
    """Brings the many ways to store colours down to two."""
    if image.mode.startswith(("I", "F")):
        low, high = image.getextrema()
        span = (high - low) or 1
        return image.point(lambda level: (level - low) * (255 / span) + 0).convert("RGB")
    if image.mode in WITH_ALPHA or "transparency" in image.info:
        return image.convert("RGBA")
    return image.convert("RGB")


def _cropped(image: Any, crop: tuple[float, float, float, float]) -> Any:
    left, top, right, bottom = crop
    width, height = image.size
    box = (
        round(left * width),
        round(top * height),
        round((1 - right) * width),
        round((1 - bottom) * height),
    )
    whole = box == (0, 0, width, height)
    return image if whole or box[2] <= box[0] or box[3] <= box[1] else image.crop(box)


def _turned(library: Any, image: Any, turned: int) -> Any:
    turns = {
        90: library.Transpose.ROTATE_270,
        180: library.Transpose.ROTATE_180,
        270: library.Transpose.ROTATE_90,
    }
    return image.transpose(turns[turned]) if turned in turns else image
