"""Metafiles written by hand, record by record."""

import struct
from collections.abc import Sequence


def emf(*records: bytes, size: int = 1_000) -> bytes:
    """An EMF file of `size` device units, four to a millimetre."""
    header = struct.pack("<2I", 1, 108) + struct.pack("<4i", 0, 0, size, size)
    header += struct.pack("<4i", 0, 0, size * 25, size * 25) + b" EMF" + bytes(28)
    header += struct.pack("<4i", 4_000, 4_000, 1_000, 1_000)
    return header.ljust(108, b"\0") + b"".join(records) + record(14, bytes(12))


def record(kind: int, data: bytes) -> bytes:
    """A record of an EMF file."""
    data += bytes(-len(data) % 4)
    return struct.pack("<2I", kind, len(data) + 8) + data


def polyline(points: Sequence[tuple[int, int]], kind: int = 87) -> bytes:
    """Lines through points of two bytes a number."""
    flat = [number for point in points for number in point]
    box = bytes(16) + struct.pack("<I", len(points))
    return record(kind, box + struct.pack(f"<{len(flat)}h", *flat))


def words(text: str, x: int, y: int, options: int = 0) -> bytes:
    """Words at a point."""
    raw = text.encode("utf-16-le")
    place = struct.pack("<2i3I", x, y, len(raw) // 2, 76, options)
    return record(84, bytes(28) + place + bytes(20) + raw)


def pen(key: int, colour: int, style: int = 0) -> bytes:
    """A pen, taken at once."""
    made = record(38, struct.pack("<2I2iI", key, style, 3, 0, colour))
    return made + record(37, struct.pack("<I", key))


def brush(key: int, colour: int, style: int = 0) -> bytes:
    """A brush, taken at once."""
    made = record(39, struct.pack("<4I", key, style, colour, 0))
    return made + record(37, struct.pack("<I", key))


def wmf(*records: bytes) -> bytes:
    """A WMF file of a thousand by a thousand units."""
    placeable = b"\xd7\xcd\xc6\x9a" + struct.pack("<H4hH4xH", 0, 0, 0, 1_000, 1_000, 96, 0)
    return placeable + b"\x01\x00\x09\x00".ljust(18, b"\0") + b"".join(records)


def short(kind: int, data: bytes) -> bytes:
    """A record of a WMF file."""
    data += bytes(len(data) % 2)
    return struct.pack("<IH", 3 + len(data) // 2, kind) + data
