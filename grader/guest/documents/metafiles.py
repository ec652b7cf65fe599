"""The words in Windows metafiles (EMF, WMF), which nobody here can draw: labels of axes, say."""

import struct
import zlib
from collections.abc import Iterator

from .opened import MOST_LABELS
from .zipped import Refused

MOST_BYTES = 32_000_000  # of one that was packed
MOST_RECORDS = 200_000
MOST_LETTERS = 1_000  # of one record
GZIP = b"\x1f\x8b"
PLACEABLE = b"\xd7\xcd\xc6\x9a"
WMF_STARTS = (PLACEABLE, b"\x01\x00\x09\x00", b"\x02\x00\x09\x00")
EMF_HEADER, WMF_HEADER, PLACEABLE_HEADER = 88, 18, 22  # bytes
EMF_END, EMF_NARROW, EMF_WIDE, EMF_SMALL = 14, 83, 84, 108  # records; three of them hold words
WMF_TEXT, WMF_TEXT_IN_BOX = 0x0521, 0x0A32
GLYPHS, NO_BOX, ONE_BYTE = 0x10, 0x100, 0x200  # of words: numbers of glyphs, no box, single bytes
CLIPPED = 6  # of words in a WMF: with a box


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
    return data[40:44] == b" EMF" or data.startswith(WMF_STARTS)


def metafile_texts(data: bytes) -> list[str]:
    """Gives the words in the order in which they are drawn.

    Raises:
        Refused: it is cut off at its start, or larger than the caps.
    """
    if len(data) > MOST_BYTES:
        raise Refused("too-large", f"a metafile of {len(data)} bytes")
    texts: list[str] = []
    for text in _emf(data) if data[40:44] == b" EMF" else _wmf(data):
        if len(texts) < MOST_LABELS and (words := text.strip("\0 \t\r\n")):
            texts.append(words)
    return texts


def _emf(data: bytes) -> Iterator[str]:
    """Reads Microsoft's [MS-EMF]; letters that are drawn one by one are put together."""
    if len(data) < EMF_HEADER:
        raise Refused("damaged", "EMF: the header is cut off")
    waiting, line, end = "", 0, 0  # words, and where the next letter would stand
    for kind, record in _records(data, 0, "<II", 1, swapped=False):
        if kind == EMF_END:
            break
        if kind not in (EMF_NARROW, EMF_WIDE, EMF_SMALL):
            continue
        try:
            x, y, text, wide = _words(kind, record)
        except struct.error:
            continue
        if len(text) == 1 and y == line and wide and abs(x - end) * 2 <= wide:
            waiting += text
        else:
            yield waiting
            waiting = text
        line, end = y, x + wide
    yield waiting


def _words(kind: int, record: bytes) -> tuple[int, int, str, int]:
    """Gives place, letters and how wide the first of them is, 0 where that is not said."""
    if kind == EMF_SMALL:
        x, y, count, options = struct.unpack_from("<2i2I", record, 8)
        start, wide = 36 if options & NO_BOX else 52, 0
        narrow = bool(options & ONE_BYTE)
    else:
        x, y, count, start, options = struct.unpack_from("<2i3I", record, 36)
        spaces = struct.unpack_from("<I", record, 72)[0] if len(record) >= 76 else 0  # noqa: PLR2004
        wide = struct.unpack_from("<i", record, spaces)[0] if 0 < spaces <= len(record) - 4 else 0
        narrow = kind == EMF_NARROW
    count = min(count, MOST_LETTERS)
    if options & GLYPHS and not narrow:
        return x, y, "", wide
    raw = record[start : start + count * (1 if narrow else 2)]
    return x, y, raw.decode("cp932" if narrow else "utf-16-le", "ignore"), wide


def _wmf(data: bytes) -> Iterator[str]:
    """Reads Microsoft's [MS-WMF], the metafile of sixteen bits."""
    start = PLACEABLE_HEADER if data.startswith(PLACEABLE) else 0
    if len(data) < start + WMF_HEADER:
        raise Refused("damaged", "WMF: the header is cut off")
    for kind, record in _records(data, start + WMF_HEADER, "<IH", 2, swapped=True):
        if kind == 0:
            return
        try:
            if kind == WMF_TEXT:
                (count,) = struct.unpack_from("<H", record, 6)
                yield record[8 : 8 + min(count, MOST_LETTERS)].decode("cp932", "ignore")
            elif kind == WMF_TEXT_IN_BOX:
                count, options = struct.unpack_from("<2H", record, 10)
                first = 22 if options & CLIPPED else 14
                yield record[first : first + min(count, MOST_LETTERS)].decode("cp932", "ignore")
        except struct.error:
            continue


def _records(
    data: bytes, at: int, head: str, unit: int, *, swapped: bool
) -> Iterator[tuple[int, bytes]]:
    """Gives kind and bytes of each record, its own head among them."""
    least = struct.calcsize(head)
    for _ in range(MOST_RECORDS):
        if at + least > len(data):
            return
        first, second = struct.unpack_from(head, data, at)
        size, kind = (first * unit, second) if swapped else (second * unit, first)
        if size < least:
            return
        yield kind, data[at : at + size]
        at += size
    raise Refused("too-large", f"over {MOST_RECORDS} records")
