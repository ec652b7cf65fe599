"""Writes small PNG files of what was drawn, for the score sheet; nothing is decoded here."""

import io

from grader.model.document import Pixels

COLOURS = 64  # of a palette: enough for a plot, a quarter of the bytes


def crop_png(pixels: Pixels, width: int = 360) -> bytes:
    """Shrinks a picture to so many pixels across at most, as a PNG with a palette."""
    from PIL import Image

    image = Image.frombytes("RGB", (pixels.width, pixels.height), pixels.data)
    if image.width > width or image.height > 2 * width:
        image.thumbnail((width, 2 * width), Image.Resampling.LANCZOS)
    flat = image.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    out = io.BytesIO()
    flat.save(out, format="PNG", optimize=True)
    return out.getvalue()
