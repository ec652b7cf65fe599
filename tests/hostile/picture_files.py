"""Pictures that claim to be larger than anybody could draw, or that never end."""

import struct
import zlib

from tests.hostile.pdf_files import bomb

MIB = bytes(1 << 20)


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)


def png(width: int, height: int, packed: bytes, more: bytes = b"") -> bytes:
    """Writes a PNG of greys with these compressed rows."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = _chunk(b"IDAT", packed)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + more + rows + _chunk(b"IEND", b"")


def huge_png() -> bytes:
    """Writes a PNG of 50000 x 50000, with hardly any data."""
    return png(50_000, 50_000, zlib.compress(bytes(50_001)))


def packed_png() -> bytes:
    """Writes a PNG whose 400 million pixels are all there, packed."""
    return png(20_000, 20_000, bomb(MIB, 382))


def talking_png() -> bytes:
    """Writes a small PNG with a text of a gigabyte in it, and with a profile of as much."""
    words = _chunk(b"zTXt", b"Comment\0\0" + bomb(MIB, 1_024))
    profile = _chunk(b"iCCP", b"Profile\0\0" + bomb(MIB, 1_024))
    return png(9, 9, zlib.compress(bytes(90)), words + profile)


def gif(frames: int) -> bytes:
    """Writes a GIF of 60000 x 60000 with many frames."""
    header = b"GIF89a" + struct.pack("<HHBBB", 60_000, 60_000, 0x80, 0, 0) + bytes(6)
    frame = b"," + struct.pack("<HHHHB", 0, 0, 60_000, 60_000, 0) + b"\x02\x02\x4c\x01\x00"
    return header + frame * frames + b";"


def tiff(width: int, height: int) -> bytes:
    """Writes a TIFF whose list of entries comes after itself."""
    entries = [
        (256, 4, width),
        (257, 4, height),
        (258, 3, 8),
        (259, 3, 8),
        (262, 3, 1),
        (273, 4, 200),
        (278, 4, height),
        (279, 4, 0xFFFFFFFF),
    ]
    made = b"II*\x00" + struct.pack("<I", 8) + struct.pack("<H", len(entries))
    made += b"".join(struct.pack("<HHII", tag, kind, 1, value) for tag, kind, value in entries)
    return made + struct.pack("<I", 8) + bytes(99) + zlib.compress(bytes(99_999))


def bmp(width: int, height: int) -> bytes:
    """Writes the header of a BMP, and nothing more."""
    info = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, 0, 0, 0, 0, 0)
    return b"BM" + struct.pack("<IHHI", 54, 0, 0, 54) + info


def jpeg(width: int, height: int) -> bytes:
    """Writes the header of a JPEG, and noise."""
    frame = struct.pack(">HBHHB", 17, 8, height, width, 3) + bytes((1, 0x22, 0, 2, 17, 1, 3, 17, 1))
    scan = b"\xff\xda" + struct.pack(">HB", 12, 3) + bytes((1, 0, 2, 17, 3, 17, 0, 63, 0))
    return b"\xff\xd8\xff\xc0" + frame + scan + bytes(range(250)) * 100


def emf(records: bytes, times: int) -> bytes:
    """Writes an EMF of a billion records ([MS-EMF] 2.3.4.2), some of which are there."""
    box = struct.pack("<8i", -(2**31), -(2**31), 2**31 - 1, 2**31 - 1, 0, 0, 2**31 - 1, 2**31 - 1)
    rest = struct.pack("<4sIIIHHIII", b" EMF", 0x10000, 2**31, 10**9, 9, 0, 0, 0, 0)
    rest += struct.pack("<4i", 0, 0, 0, 0)
    return struct.pack("<II", 1, 8 + len(box) + len(rest)) + box + rest + records * times


def emf_text(said: int) -> bytes:
    """Writes one text (EMR_EXTTEXTOUTW) that says how many letters it has."""
    text = "ab".encode("utf-16-le")
    fixed = struct.pack("<4iIff", 0, 0, 0, 0, 1, 1.0, 1.0)
    fixed += struct.pack("<iiIII4iI", 0, 0, said, 76, 0, 0, 0, 0, 0, 0)
    return struct.pack("<II", 84, 8 + len(fixed) + len(text)) + fixed + text


def wmf(records: int) -> bytes:
    """Writes a WMF whose records are without end ([MS-WMF] 2.3)."""
    placeable = struct.pack("<IHhhhhHIH", 0x9AC6CDD7, 0, -9, -9, 32767, 32767, 1, 0, 0)
    header = struct.pack("<HHHIHIH", 1, 9, 0x300, 0xFFFFFFFF, 9, 0xFFFFFFFF, 0)
    return placeable + header + struct.pack("<IH", 0, 0x213) * records
