"""Pictures made small, as PNG, to be shown beside what was found."""

import struct
import zlib
from typing import Any

from grader.model.document import Pixels

WIDEST, TALLEST = 360, 720
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def png_of(pixels: Pixels, widest: int = WIDEST, tallest: int = TALLEST) -> bytes:
    """Writes a picture as PNG, made smaller where it is too wide or too tall; b"" for none."""
    import numpy as np

    if pixels.width < 1 or pixels.height < 1:
        return b""
    rows = np.frombuffer(pixels.data, np.uint8).reshape(pixels.height, pixels.width, 3)
    scale = min(1.0, widest / pixels.width, tallest / pixels.height)
    small = _shrunk(rows, max(1, round(pixels.width * scale)), max(1, round(pixels.height * scale)))
    height, width, _ = small.shape
    raw = np.zeros((height, 1 + 3 * width), np.uint8)  # each row begins with its filter: none
    raw[:, 1:] = small.reshape(height, 3 * width)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"IDAT", zlib.compress(raw.tobytes(), 6)),
            _chunk(b"IEND", b""),
        )
    )


def _shrunk(rows: Any, width: int, height: int) -> Any:
    """Averages the points that fall on one."""
    import numpy as np

    tall, wide, _ = rows.shape
    if (width, height) == (wide, tall):
        return rows
    down = np.linspace(0, tall, height, endpoint=False).astype(int)
    across = np.linspace(0, wide, width, endpoint=False).astype(int)
    sums = np.add.reduceat(rows, down, axis=0, dtype=np.uint32)
    sums = np.add.reduceat(sums, across, axis=1)
    counts = np.diff(np.append(down, tall))[:, None] * np.diff(np.append(across, wide))[None, :]
    return (sums // counts[:, :, None]).astype(np.uint8)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
