"""A sheet to draw a metafile on: roughly as Windows would, enough to see what it shows."""

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from .opened import Drawn
from .rasters import SIDE, Rasters
from .zipped import Refused

Point = tuple[float, float]
Colour = tuple[int, int, int]

MOST_TEXTS = 400
# What drawing costs, roughly in pixels; all metafiles of a document share one sum of it.
STROKE, WORDS = 2_000, 30_000
MARGIN = 0.04
FAR = 1e5  # pixels; what lies farther away is not drawn
THICK = 30  # pixels of a pen
BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
BITMAP_HEADER = 14


class Ink(NamedTuple):
    """What lines and areas are drawn with; None leaves them out."""

    pen: Colour | None = BLACK
    width: float = 1.0
    brush: Colour | None = WHITE


class Writing(NamedTuple):
    """How words are written."""

    height: float = 12.0
    turned: float = 0.0  # degrees, anticlockwise
    colour: Colour = BLACK
    across: int = 0  # -1: begins at the point, 0: is centred there, 1: ends there
    above: float = 0.0  # share of the height that stands above the point


class Canvas:
    """The sheet, in the metafile's device units until it is drawn on."""

    def __init__(self, area: tuple[float, float, float, float], most: int) -> None:
        from PIL import Image, ImageDraw

        left, top, right, bottom = area
        edge = MARGIN * max(right - left, bottom - top)  # words often stand a little outside
        left, top, right, bottom = left - edge, top - edge, right + edge, bottom + edge
        width, height = max(right - left, 1e-6), max(bottom - top, 1e-6)
        self.scale = SIDE / max(width, height)
        self._left, self._top = left, top
        size = (max(1, round(width * self.scale)), max(1, round(height * self.scale)))
        self._image = Image.new("RGB", size, WHITE)
        self._draw = ImageDraw.Draw(self._image)
        self._words: list[tuple[str, Point, float]] = []
        self._fonts: dict[int, Any] = {}
        self._drawn = False
        self.strokes = 0
        self._left_to_draw = most

    def _at(self, points: Sequence[Point]) -> list[Point]:
        moved = (((x - self._left) * self.scale, (y - self._top) * self.scale) for x, y in points)
        return [point for point in moved if abs(point[0]) < FAR and abs(point[1]) < FAR]

    def line(self, points: Sequence[Point], ink: Ink) -> None:
        """Draws an open line."""
        found = self._at(points)
        self._stroke(found, self._width(ink))
        if ink.pen is not None and len(found) > 1:
            self._draw.line(found, ink.pen, self._width(ink))

    def area(self, outlines: Sequence[Sequence[Point]], ink: Ink) -> None:
        """Draws closed outlines; those inside each other are not cut out."""
        for points in outlines:
            found = self._at(points)
            self._stroke(found, SIDE)
            if len(found) > 2 and ink.brush is not None:  # noqa: PLR2004 - a triangle
                self._draw.polygon(found, ink.brush)
            if len(found) > 1 and ink.pen is not None:
                self._draw.line([*found, found[0]], ink.pen, self._width(ink))

    def _stroke(self, points: list[Point], thick: int) -> None:
        self.strokes += 1
        self._drawn = True
        width, height = self._image.size
        across = min(width, _extent(point[0] for point in points))
        along = min(height, _extent(point[1] for point in points))
        self.pay(STROKE + 20 * len(points) + min(across * along, (across + along) * thick))

    def pay(self, cost: float) -> None:
        """Counts what work costs, in pixels.

        Raises:
            Refused: it is more than was given.
        """
        self._left_to_draw -= int(cost)
        if self._left_to_draw < 0:
            raise Refused("too-large", "more is drawn than anybody could see")

    @property
    def left(self) -> int:
        """What may still be drawn in other metafiles."""
        return self._left_to_draw

    def _width(self, ink: Ink) -> int:
        return max(1, min(THICK, round(ink.width * self.scale)))

    def write(self, text: str, point: Point, writing: Writing, *, known: bool = True) -> None:
        """Writes a text; one whose letters are not known is drawn and not told."""
        text = "".join(letter for letter in text if letter.isprintable()).strip()[:200]
        if not text or len(self._words) > MOST_TEXTS * 10:
            return
        if known:
            self._words.append((text, point, writing.height))
        found = self._at([point])
        self.pay(WORDS)
        self._drawn = True
        if found:
            self._stamp(text, found[0], writing)

    def _stamp(self, text: str, point: Point, writing: Writing) -> None:
        from PIL import Image, ImageDraw

        size = max(5, min(120, round(writing.height * self.scale)))
        font = self._font(size)
        width = max(1, min(2_000, math.ceil(font.getlength(text))))
        ink = Image.new("L", (width, size + size // 3), 0)
        ImageDraw.Draw(ink).text((0, 0), text, 255, font)
        across = (0.0, width / 2, float(width))[writing.across + 1]
        shift = (-across, -size * writing.above)
        if writing.turned:
            ink = ink.rotate(writing.turned, expand=True)
            shift = _turned(shift, (width, size), writing.turned)
        place = (round(point[0] + shift[0]), round(point[1] + shift[1]))
        self._image.paste(writing.colour, place, ink)

    def _font(self, size: int) -> Any:
        from PIL import ImageFont

        if size not in self._fonts:
            self._fonts[size] = ImageFont.load_default(size)
        return self._fonts[size]

    def bitmap(self, header: bytes, bits: bytes, corners: tuple[Point, Point]) -> None:
        """Puts a device independent bitmap between two corners."""
        start = BITMAP_HEADER + len(header)
        size = (start + len(bits)).to_bytes(4, "little")
        data = b"BM" + size + bytes(4) + start.to_bytes(4, "little") + header + bits
        found = self._at(corners)
        if len(found) < 2:  # noqa: PLR2004 - corners
            return
        left, right = sorted(round(point[0]) for point in found)
        top, bottom = sorted(round(point[1]) for point in found)
        if 0 < right - left <= SIDE * 2 and 0 < bottom - top <= SIDE * 2:
            self._paste(data, (left, top, right, bottom))

    def _paste(self, data: bytes, box: tuple[int, int, int, int]) -> None:
        from PIL import Image

        self.pay(len(data) * 4)
        try:
            drawn = Rasters(SIDE * SIDE * 64).decode(data)
        except Refused:
            return
        image = Image.frombytes("RGB", (drawn.width, drawn.height), drawn.data)
        self._image.paste(image.resize((box[2] - box[0], box[3] - box[1])), box[:2])
        self._drawn = True
        self.strokes += 1

    def pixels(self) -> Drawn | None:
        """Gives what was drawn; None if nothing was."""
        if not self._drawn:
            return None
        return Drawn(self._image.width, self._image.height, self._image.tobytes())

    def texts(self) -> list[str]:
        """Gives the words; letters written one by one are put together."""
        joined: list[tuple[str, Point, float]] = []
        for text, (x, y), height in self._words:
            if joined:
                before, (left, line), _ = joined[-1]
                gap = x - left - len(before) * height * 0.3
                if len(text) == 1 and abs(y - line) < height * 0.1 and 0 < gap < height:
                    joined[-1] = (before + text, (left, line), height)
                    continue
            joined.append((text, (x, y), height))
        return [text for text, _, _ in joined][:MOST_TEXTS]


def _extent(numbers: Iterable[float]) -> float:
    found = list(numbers)
    return max(found) - min(found) if found else 0.0


def _turned(shift: Point, size: tuple[int, int], degrees: float) -> Point:
    """Where the corner of turned words comes to lie, which `rotate` moves to make room."""
    angle = math.radians(degrees)
    cosine, sine = math.cos(angle), math.sin(angle)
    corners = [
        (
            (x + shift[0]) * cosine + (y + shift[1]) * sine,
            (y + shift[1]) * cosine - (x + shift[0]) * sine,
        )
        for x in (0, size[0])
        for y in (0, size[1])
    ]
    return min(x for x, _ in corners), min(y for _, y in corners)
