"""Writes PDF files by hand, so that a test can put anything at all into them."""

import zlib
from collections.abc import Sequence

HELLO = b"BT /F1 12 Tf 72 700 Td (1. Purpose of this report) Tj ET"
FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
PAGES_AT, PAGE_AT, CONTENT_AT, FONT_AT, FREE_AT = 2, 3, 4, 5, 6


def pdf(objects: Sequence[bytes], *, trailer: bytes = b"") -> bytes:
    """Numbers the objects from 1, the catalogue, and adds the table of where they are."""
    made = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(made)
    made += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    made += b"".join(b"%010d 00000 n \n" % place for place in places)
    made += b"trailer\n<< /Size %d /Root 1 0 R %s >>\n" % (len(objects) + 1, trailer)
    return bytes(made + b"startxref\n%d\n%%%%EOF\n" % table)


def stream(data: bytes, entries: bytes = b"") -> bytes:
    """Writes a stream as it is."""
    return b"<< %s /Length %d >>\nstream\n%s\nendstream" % (entries, len(data), data)


def packed(data: bytes, entries: bytes = b"") -> bytes:
    """Writes a stream that is compressed once."""
    return stream(zlib.compress(data), b"/Filter /FlateDecode " + entries)


def one_page(
    content: bytes = stream(HELLO),
    *more: bytes,
    resources: bytes = b"",
    page: bytes = b"",
    catalogue: bytes = b"",
    trailer: bytes = b"",
) -> bytes:
    """Writes a file of one page; `more` are objects from number 6 on."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R %s >>" % catalogue,
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> %s >> %s >>" % (resources, page),
        content,
        FONT,
        *more,
    ]
    return pdf(objects, trailer=trailer)


def bomb(unit: bytes, times: int) -> bytes:
    """Compresses `unit` repeated `times` times, without ever holding it all (zlib, RFC 1950)."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(unit) + packer.flush(zlib.Z_FULL_FLUSH)
    check = zlib.adler32(b"")
    for _ in range(times):
        check = zlib.adler32(unit, check)
    return b"\x78\xda" + block * times + packer.flush() + check.to_bytes(4, "big")
