"""Raw pixels made into a PNG: pages, with parts painted over, and small pictures of figures."""

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from grader.model.document import Box, Pixels

if TYPE_CHECKING:
    from PIL import Image

QUICK = 4  # of zlib's levels: a page is written while somebody waits
GREY = (128, 128, 128)
COLOURS = 64  # of a palette: enough for a plot, a quarter of the bytes


def page_png(pixels: Pixels) -> bytes:
    """Writes what was drawn as a PNG."""
    return _written(_image(pixels), compress_level=QUICK)


def crop_png(pixels: Pixels | None, width: int = 360) -> bytes:
    """Shrinks a picture to so many pixels across at most, as a PNG with a palette.

    Gives b"" where nothing was drawn.
    """
    from PIL import Image

    if pixels is None or min(pixels.width, pixels.height) < 1:
        return b""
    image = _image(pixels)
    if image.width > width or image.height > 2 * width:
        image.thumbnail((width, 2 * width), Image.Resampling.LANCZOS)
    flat = image.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return _written(flat)


def painted_over(png: bytes, boxes: Sequence[Box]) -> bytes:
    """Paints parts of one of our own pages grey; `boxes` are shares of its width and height."""
    from PIL import Image, ImageDraw

    with Image.open(io.BytesIO(png), formats=["PNG"]) as image:
        draw = ImageDraw.Draw(image)
        for left, top, right, bottom in boxes:
            corners = (
                *(int(left * image.width), int(top * image.height)),
                *(round(right * image.width), round(bottom * image.height)),
            )
            draw.rectangle(corners, fill=GREY)
        return _written(image, compress_level=QUICK)


def _image(pixels: Pixels) -> "Image.Image":
    from PIL import Image

    return Image.frombytes("RGB", (pixels.width, pixels.height), pixels.data)


def _written(image: "Image.Image", **how: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, format="PNG", **how)
    return out.getvalue()
