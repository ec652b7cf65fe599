"""Decodes pictures of pixels under caps, and makes them small."""

import io
import warnings
from typing import Any

from .opened import Drawn
from .zipped import Refused

MOST_PIXELS = 40_000_000
SIDE = 760  # of what is handed on
FORMATS = ("PNG", "JPEG", "GIF", "BMP", "DIB", "TIFF", "WEBP")
WITH_ALPHA = ("LA", "PA", "La", "RGBa", "RGBA")
WHITE = (255, 255, 255, 255)


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
