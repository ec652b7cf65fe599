"""Encode raw pixels as PNG: pages, with parts painted over, and small pictures of figures."""

import io
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from grader.model.document import Box, Page, Picture, Pixels

if TYPE_CHECKING:
    from PIL import Image

MOST_PAGES = 4
QUICK = 4  # zlib's level: fast, since a person is waiting
GREY = (128, 128, 128)
COLOURS = 64  # of a palette: enough for a plot, a quarter of the bytes


def page_png(pixels: Pixels) -> bytes:
    """Encode a picture as a PNG."""
    return _written(_image(pixels), compress_level=QUICK)


def crop_png(pixels: Pixels | None, width: int = 360) -> bytes:
    """Shrink a picture to a maximum width in pixels, as a PNG with a palette.

    Return b"" if nothing was drawn.
    """
    from PIL import Image

    if pixels is None or min(pixels.width, pixels.height) < 1:
        return b""
    image = _image(pixels)
    if image.width > width or image.height > 2 * width:
        image.thumbnail((width, 2 * width), Image.Resampling.LANCZOS)
    flat = image.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return _written(flat)


class SmallPictures(Struct, frozen=True):
    """Thumbnails for a report that may have hundreds of pages: PNG, at most 360 pixels wide."""

    pages: tuple[bytes, ...]  # the first ones that were drawn
    pictures: tuple[bytes, ...]  # of each; b"" where nothing was drawn


def small_pictures(pages: Iterable[Page], pictures: Iterable[Picture]) -> SmallPictures:
    """Shrink pages and pictures."""
    drawn = [page.thumbnail for page in pages if page.thumbnail is not None]
    return SmallPictures(
        pages=tuple(filter(None, map(crop_png, drawn[:MOST_PAGES]))),
        pictures=tuple(crop_png(picture.pixels) for picture in pictures),
    )


def painted_over(png: bytes, boxes: Sequence[Box]) -> bytes:
    """Paint parts of one of our own pages grey; `boxes` are shares of its width and height."""
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
