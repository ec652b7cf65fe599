"""More documents that want too much: fonts, layers, bookmarks, and parts beside the text."""

import zlib
from collections.abc import Callable

from tests.hostile import picture_files as pictures
from tests.hostile.pdf_files import FONT, HELLO, one_page, packed, pdf, stream
from tests.hostile.word_files import (
    NAMES,
    body,
    paragraph,
    parts,
    relations,
    word,
    zip_bomb,
    zipped,
)

DTD = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;&a;&a;&a;&a;">]>'
RELS = "word/_rels/document.xml.rels"
FORM = b"/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Group << /S /Transparency /I true >>"
TWO_FONTS = b"/Font << /F1 5 0 R /F2 6 0 R >>"
BOTH = stream(HELLO + b" BT /F2 12 Tf 72 600 Td (abc) Tj ET")


def _beside(name: str, kind: str, content: str | bytes) -> bytes:
    """A Word file with one more part that belongs to its text."""
    inner = paragraph("1. 目的") + '<w:sectPr><w:headerReference r:id="rId1"/></w:sectPr>'
    return word(inner, {RELS: relations(("rId1", kind, name)), f"word/{name}": content})


def _font(data: bytes, kind: bytes) -> bytes:
    """A font whose program is not one."""
    font = b"<< /Type /Font /Subtype /TrueType /BaseFont /A /FontDescriptor 7 0 R /FirstChar 0 "
    font += b"/LastChar 255 /Widths [%s] >>" % (b"500 " * 256)
    about = b"<< /Type /FontDescriptor /FontName /A /Flags 4 /FontBBox [0 0 9 9] /%s 8 0 R >>"
    return one_page(BOTH, font, about % kind, packed(data), resources=TWO_FONTS)


def _japanese(below: bytes, *more: bytes, encoding: bytes = b"/UniJIS-UCS2-H") -> bytes:
    font = b"<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding %s /DescendantFonts [7 0 R] >>"
    about = b"<< /Type /Font /Subtype /CIDFontType0 /BaseFont /A /CIDSystemInfo << /Registry "
    about += b"(Adobe) /Ordering (Japan1) /Supplement 2 >> %s >>" % below
    return one_page(BOTH, font % encoding, about, *more, resources=TWO_FONTS)


def _bookmarks(count: int) -> bytes:
    one = b"<< /Title (1. Chapter) /Parent 6 0 R /Next %d 0 R /Dest [3 0 R /Fit] >>"
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
    return pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            page + b"/Resources << /Font << /F1 5 0 R >> >> >>",
            stream(HELLO),
            FONT,
            b"<< /First 7 0 R /Last 7 0 R >>",
            *(one % (8 + number) for number in range(count)),
        ]
    )


def _deep_pages(depth: int) -> bytes:
    node = b"<< /Type /Pages /Kids [%d 0 R] /Count 1 >>"
    nodes = [node % (number + 3) for number in range(depth)]
    page = b"<< /Type /Page /MediaBox [0 0 595 842] >>"
    return pdf([b"<< /Type /Catalog /Pages 2 0 R >>", *nodes, page])


ATTACKS: dict[str, Callable[[], bytes]] = {
    "odd: styles with a DTD": lambda: _beside("styles.xml", "styles", DTD + "<x>&c;</x>"),
    "odd: a header with a DTD": lambda: _beside("h.xml", "header", DTD + "<x>&c;</x>"),
    "odd: relations with a DTD": lambda: word(more={RELS: DTD + "<x>&c;</x>"}),
    "odd: styles of noise": lambda: _beside("styles.xml", "styles", b"\xff\xfe\x00\x01noise"),
    "odd: styles of 100 MB": lambda: _beside("styles.xml", "styles", bytes(100_000_000)),
    "odd: a header that never ends": lambda: _beside(
        "h.xml", "header", f"<w:hdr {NAMES}>{paragraph('x') * 30_000}</w:hdr>"
    ),
    "odd: sixteen bombs in one": lambda: zipped(
        [*parts(body(paragraph("1. 目的"))).items()]
        + [(f"word/{n}.zip", zip_bomb("x", bytes(1 << 20), 64)) for n in range(16)]
    ),
    "odd: cells over two billion columns": lambda: word(
        '<w:tbl><w:tr><w:trPr><w:gridBefore w:val="999999999"/></w:trPr><w:tc><w:tcPr>'
        '<w:gridSpan w:val="2147483647"/><w:vMerge/></w:tcPr><w:p/></w:tc></w:tr></w:tbl>' * 50
    ),
    "odd: a font of noise": lambda: _font(bytes(range(256)) * 2_000, b"FontFile2"),
    "odd: a font of nothing": lambda: _font(b"", b"FontFile3"),
    "odd: a font that is a program": lambda: _font(b"%!PS\n" + b"{} loop " * 99_999, b"FontFile"),
    "odd: 500,000 widths of letters": lambda: _japanese(b"/W [%s]" % (b"0 65535 1 " * 500_000)),
    "odd: a table of letters that uses itself": lambda: _japanese(
        b"", stream(b"begincmap endcmap", b"/UseCMap 8 0 R /CMapName /A"), encoding=b"8 0 R"
    ),
    "odd: 3,000 transparent layers": lambda: one_page(
        stream(HELLO + b" /X Do" * 3_000),
        stream(b"0 0 595 842 re f", FORM),
        resources=b"/XObject << /X 6 0 R >>",
    ),
    "odd: 100,000 bookmarks": lambda: _bookmarks(100_000),
    "odd: 20,000 nodes above a page": lambda: _deep_pages(20_000),
    "odd: half a gigabyte by run lengths": lambda: one_page(
        stream(
            zlib.compress(bytes((129, 0)) * 4_000_000), b"/Filter [/FlateDecode /RunLengthDecode]"
        )
    ),
    "odd: a JPEG that is larger than its picture": lambda: one_page(
        stream(HELLO + b" q 400 0 0 300 72 300 cm /X Do Q"),
        stream(
            pictures.jpeg(65_500, 65_500),
            b"/Type /XObject /Subtype /Image /ColorSpace /DeviceRGB /BitsPerComponent 8 "
            b"/Width 5000 /Height 5000 /Filter /DCTDecode",
        ),
        resources=b"/XObject << /X 6 0 R >>",
    ),
    "odd: a picture within the text": lambda: one_page(
        stream(HELLO + b" BI /W 99999 /H 99999 /BPC 8 /CS /G ID " + bytes(5_000) + b" EI")
    ),
    "odd: letters of 10^60 points": lambda: one_page(
        stream(b"BT /F1 1e30 Tf 1e30 0 0 1e30 1e30 1e30 Tm (A) Tj ET " + HELLO)
    ),
    "odd: resources that are their own": lambda: one_page(
        stream(HELLO), b"<< /Font 6 0 R /XObject 6 0 R >>", page=b"/Resources 6 0 R"
    ),
    "odd: a content that is itself": lambda: one_page(b"4 0 R"),
}
