"""Windows metafiles (EMF, WMF): their words and strokes, and a drawing of what they show."""

import zlib
from typing import NamedTuple

from .metafile_emf import play_emf
from .metafile_wmf import play_wmf
from .opened import Drawn
from .zipped import Refused

MOST_BYTES = 32_000_000  # of one that was packed
MOST_DRAWN = 600_000_000  # a few seconds
GZIP = b"\x1f\x8b"
PLACEABLE = b"\xd7\xcd\xc6\x9a"
WMF_STARTS = (b"\x01\x00\x09\x00", b"\x02\x00\x09\x00")


class Metafile(NamedTuple):
    """What could be read off a metafile."""

    texts: list[str]
    strokes: int
    pixels: Drawn | None
    left: int  # of what may be drawn


def inflated(data: bytes) -> bytes:
    """Unpacks .emz and .wmz, to a bound; gives everything else as it is."""
    if not data.startswith(GZIP):
        return data
    try:
        return zlib.decompressobj(31).decompress(data, MOST_BYTES)
    except zlib.error:
        return data


def is_metafile(data: bytes) -> bool:
    """Says whether this is one."""
    return data[40:44] == b" EMF" or data.startswith((PLACEABLE, *WMF_STARTS))


def read_metafile(data: bytes, most: int = MOST_DRAWN) -> Metafile:
    """Reads and draws a metafile as far as it goes, for which no more than `most` is drawn.

    Raises:
        Refused: it is damaged at its start, or larger than the caps.
    """
    if len(data) > MOST_BYTES:
        raise Refused("too-large", f"a metafile of {len(data)} bytes")
    player = (play_emf if data[40:44] == b" EMF" else play_wmf)(data, most)
    canvas = player.canvas
    return Metafile(canvas.texts(), canvas.strokes, canvas.pixels(), canvas.left)
