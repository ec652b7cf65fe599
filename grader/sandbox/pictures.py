"""A picture that a child hands out: looked through as hostile bytes, and written anew.

Of a PNG file (W3C, PNG Specification) only its header, palette and pixels are kept. Whatever else a
program might put into a file that people open is left behind.
"""

import struct
import zlib
from collections.abc import Iterator

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MOST_PICTURES = 4
MOST_BYTES, MOST_SIDE = 250_000, 1_000
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # by the colour type
PALETTE, ENTRIES = 3, 256  # a colour type that needs one; where it is shorter, black follows
DEPTH = 8  # bits of a channel, as matplotlib writes them
HEADER = struct.Struct(">IIBBBBB")  # sides, depth, colour type, compression, filter, interlacing
FRAME = struct.Struct(">I4s")  # of a chunk: length and name; behind its data the checksum


def looked_through(data: bytes) -> bytes:
    """Gives a PNG file that shows the same; b"" for what is no picture, or too large a one."""
    chunks = list(_chunks(data)) if len(data) <= MOST_BYTES else []
    if not chunks or chunks[0][0] != b"IHDR" or len(chunks[0][1]) != HEADER.size:
        return b""
    if chunks[-1] != (b"IEND", b""):
        return b""
    width, height, depth, colour, *method = HEADER.unpack(chunks[0][1])
    if not (0 < width <= MOST_SIDE and 0 < height <= MOST_SIDE and depth == DEPTH):
        return b""
    palette = next((body for name, body in chunks if name == b"PLTE"), b"")
    fits = (colour == PALETTE) is bool(palette) and len(palette) % 3 == 0
    if colour not in CHANNELS or any(method) or not fits or len(palette) > 3 * ENTRIES:
        return b""
    colours = [(b"PLTE", palette.ljust(3 * ENTRIES, b"\0"))] if palette else []
    pixels = b"".join(body for name, body in chunks if name == b"IDAT")
    if not _has_exactly(pixels, height * (1 + width * CHANNELS[colour])):
        return b""
    rewritten = (chunks[0], *colours, (b"IDAT", pixels), chunks[-1])
    return SIGNATURE + b"".join(_chunk(name, body) for name, body in rewritten)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Cuts the file up; what is cut off or has a wrong checksum ends it."""
    at = len(SIGNATURE)
    if not data.startswith(SIGNATURE):
        return
    while at + FRAME.size <= len(data):
        length, name = FRAME.unpack_from(data, at)
        body = data[at + FRAME.size : at + FRAME.size + length]
        chunk = _chunk(name, body)
        if len(body) != length or data[at : at + len(chunk)] != chunk:
            return
        at += len(chunk)
        yield name, body


def _chunk(name: bytes, body: bytes) -> bytes:
    return FRAME.pack(len(body), name) + body + zlib.crc32(name + body).to_bytes(4)


def _has_exactly(packed: bytes, size: int) -> bool:
    """Says whether so many bytes come out; never unpacks more."""
    unpacking = zlib.decompressobj()
    try:
        pixels = unpacking.decompress(packed, size + 1)
    except zlib.error:
        return False
    return len(pixels) == size and unpacking.eof and not unpacking.unused_data
