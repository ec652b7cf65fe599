"""Decide whether two pictures are the same, saved again or slightly reduced."""

import io
from typing import Any

from msgspec import Struct

WIDE, HIGH = 160, 120  # pixels that are compared
HASHED = 8  # rows and columns of the hash
FEW_BITS = 10  # of the 64 that saving again may flip
LEAST_SIDE = 40  # pixels
MOST_POINTS = 1_000_000
MOST_STRETCHED = 0.04  # difference between the ratios of the sides
CONTRAST = 25  # grey levels, of 255; saving again changes a picture this small by less
STRAY = 0.0001  # share of pixels that may differ by more: one or two
PLAIN = 6.0  # grey levels by which the pixels of an empty picture vary at most


class Look(Struct, frozen=True, eq=False):
    """A picture, ready to be compared."""

    ratio: float  # width by height
    bits: int  # whether each of 64 places is darker than its right neighbour
    grey: Any  # HIGH x WIDE


def look_at(png: bytes) -> Look | None:
    """Return the look of a crop of the outline; None if it is too small, empty or no picture."""
    import numpy as np
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(png), formats=("PNG",)) as image:
            width, height = image.size
            if min(width, height) < LEAST_SIDE or width * height > MOST_POINTS:
                return None
            plain = image.convert("RGB").convert("L")
    except (OSError, SyntaxError, ValueError, UnidentifiedImageError):
        return None
    small = plain.resize((WIDE, HIGH), Image.Resampling.BOX)
    grey = np.asarray(small, dtype=np.float32)
    if float(grey.std()) < PLAIN:
        return None
    rows = np.asarray(plain.resize((HASHED + 1, HASHED), Image.Resampling.BOX), dtype=np.int16)
    darker = (rows[:, :-1] < rows[:, 1:] - 1).ravel()
    bits = int("".join("1" if bit else "0" for bit in darker), 2)
    return Look(width / height, bits, grey)


def is_same_picture(look: Look, other: Look) -> bool:
    """Return whether no stroke of one picture is at another place in the other.

    Two plots by one library differ only in the curve, a few pixels of thousands. So the few places
    that differ most decide, not the whole.
    """
    import numpy as np

    if abs(look.ratio / other.ratio - 1) > MOST_STRETCHED:
        return False
    if (look.bits ^ other.bits).bit_count() > FEW_BITS:
        return False
    apart = np.abs(look.grey - other.grey) > CONTRAST
    return float(apart.mean()) <= STRAY
