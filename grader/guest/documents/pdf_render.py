"""Draws pages and parts of pages, never larger than asked, however large the page says it is."""

import ctypes
from typing import Any

from .opened import Drawn
from .pdf_library import pdfium
from .pdf_space import Box

BGR, WHITE = 2, 0xFFFFFFFF
WITH_NOTES, RED_FIRST, FEW_CACHES = 0x01, 0x10, 0x200  # flags of FPDF_RenderPageBitmap
LONGEST = 760  # pixels of a picture's longer side
LARGEST_SCALE = 4.0  # pixels per point
PAGE_PIXELS = 1_000
THUMBNAIL = 200  # pixels of a thumbnail's width


def draw(page: int, size: tuple[float, float], box: Box, scale: float) -> Any:
    """Draws a part of a page: an array (rows, columns, 3) of bytes, or None without memory.

    `size` is that of the whole page as shown, in points; `scale` is pixels per point.
    """
    import numpy as np

    library = pdfium()
    width = max(round((box[2] - box[0]) * scale), 1)
    height = max(round((box[3] - box[1]) * scale), 1)
    pixels = np.full((height, width * 3 + (-width * 3) % 4), 255, np.uint8)
    bitmap = library.Bitmap_CreateEx(width, height, BGR, pixels.ctypes.data, pixels.shape[1])
    if not bitmap:
        return None
    library.RenderPageBitmap(
        bitmap,
        page,
        -round(box[0] * scale),
        -round(box[1] * scale),
        max(round(size[0] * scale), 1),
        max(round(size[1] * scale), 1),
        0,
        WITH_NOTES | RED_FIRST | FEW_CACHES,
    )
    library.Bitmap_Destroy(bitmap)
    return pixels[:, : width * 3].reshape(height, width, 3)


def draw_page(page: int, size: tuple[float, float]) -> tuple[Any, float]:
    """Draws a page at about a pixel per point; gives it with its pixels per point."""
    scale = min(1.0, PAGE_PIXELS / max(size))
    return draw(page, size, (0.0, 0.0, *size), scale), scale


def cut(shown: Any, box: Box, scale: float) -> Any:
    """Cuts a part out of a drawn page."""
    left, top = int(box[0] * scale), int(box[1] * scale)
    right = min(max(round(box[2] * scale), left + 1), shown.shape[1])
    bottom = min(max(round(box[3] * scale), top + 1), shown.shape[0])
    return shown[top:bottom, left:right]


def scale_for(box: Box, pixels: tuple[int, int] | None) -> float:
    """Chooses how many pixels a point of a picture gets; a raster picture is not blown up."""
    width, height = box[2] - box[0], box[3] - box[1]
    scale = min(LONGEST / max(width, height, 1.0), LARGEST_SCALE)
    if pixels is not None and pixels[0] > 0:
        own = max(pixels[0] / max(width, 1.0), pixels[1] / max(height, 1.0))
        scale = min(scale, max(own, 1.0))
    return scale


def as_drawn(pixels: Any, turns: int = 0) -> Drawn:
    """Makes a picture of an array (rows, columns, 3) of bytes that lies on its side or does not."""
    import numpy as np

    pixels = np.rot90(pixels, turns)
    return Drawn(int(pixels.shape[1]), int(pixels.shape[0]), pixels.tobytes())


def thumbnail(pixels: Any) -> Drawn:
    """Shrinks a drawn page to THUMBNAIL pixels in width."""
    from PIL import Image

    height, width = pixels.shape[:2]
    share = min(THUMBNAIL / width, 2 * THUMBNAIL / height, 1.0)
    size = max(round(width * share), 1), max(round(height * share), 1)
    small = Image.fromarray(pixels).resize(size, Image.Resampling.BOX, reducing_gap=2.0)
    return Drawn(size[0], size[1], small.tobytes())


def address_of(data: bytes) -> tuple[int, Any]:
    """Gives the address of a file's bytes, and what must be kept as long as it is used."""
    kept = ctypes.create_string_buffer(data, len(data))
    return ctypes.addressof(kept), kept
