"""A page as people look at it: raw pixels made into a PNG, and parts of it painted over."""

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from grader.model.document import Box, Pixels

if TYPE_CHECKING:
    from PIL import Image

QUICK = 4  # of zlib's levels: a page is written while somebody waits
GREY = (128, 128, 128)


def page_png(pixels: Pixels) -> bytes:
    """Writes what was drawn as a PNG."""
    from PIL import Image

    return _written(Image.frombytes("RGB", (pixels.width, pixels.height), pixels.data))


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
        return _written(image)


def _written(image: "Image.Image") -> bytes:
    out = io.BytesIO()
    image.save(out, format="PNG", compress_level=QUICK)
    return out.getvalue()
