"""PDF files that want too much of whoever reads them, or want it to do something."""

import zlib
from collections.abc import Callable

from tests.hostile.pdf_files import FONT, HELLO, bomb, one_page, packed, pdf, stream
from tests.hostile.word_files import word

MIB = bytes(1 << 20)
SPACES = b" " * (1 << 20)
FLATE = b"/Filter /FlateDecode"
TEXT = stream(HELLO)
FORM = b"/Type /XObject /Subtype /Form /BBox [0 0 595 842] "
IMAGE = b"/Type /XObject /Subtype /Image /ColorSpace /DeviceGray /BitsPerComponent 8 "
DRAW = stream(HELLO + b" q 400 0 0 300 72 300 cm /X Do Q")
WITH_X = b"/XObject << /X 6 0 R >>"
CATALOGUE = b"<< /Type /Catalog /Pages 2 0 R >>"


def _image(width: int, height: int, data: bytes, entries: bytes = FLATE) -> bytes:
    size = b"/Width %d /Height %d " % (width, height)
    return one_page(DRAW, stream(data, IMAGE + size + entries), resources=WITH_X)


def _nested_flate(depth: int) -> bytes:
    data = bomb(SPACES, 1024)
    for _ in range(depth - 1):
        data = zlib.compress(data, 9)
    filters = b" ".join([b"/FlateDecode"] * depth)
    return one_page(stream(data, b"/Filter [%s]" % filters))


def _forms(depth: int, fan: int) -> bytes:
    """Each form draws the next one several times over."""
    forms = []
    for level in range(depth):
        last = level == depth - 1
        text = b"0 0 m 9 9 l S" if last else b"/X Do " * fan
        entries = b"" if last else b"/Resources << /XObject << /X %d 0 R >> >>" % (7 + level)
        forms.append(stream(text, FORM + entries))
    return one_page(DRAW, *forms, resources=WITH_X)


def _kids(count: int, said: int | None = None) -> bytes:
    """One page named many times."""
    pages = b"<< /Type /Pages /Kids [%s] /Count %d >>"
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>"
    named = pages % (b"3 0 R " * count, count if said is None else said)
    return pdf([CATALOGUE, named, page, TEXT, FONT])


def _outline(entries: bytes) -> bytes:
    outlines = b"<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>"
    item = b"<< /Title (Chapter) /Parent 6 0 R /Dest [3 0 R /Fit] %s >>" % entries
    return one_page(TEXT, outlines, item, catalogue=b"/Outlines 6 0 R")


def _unicode(ranges: bytes) -> bytes:
    """A font whose codes stand for what the ranges say."""
    table = b"begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange\n" + ranges
    font = b"<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H "
    font += b"/DescendantFonts [7 0 R] /ToUnicode 8 0 R >>"
    below = b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo "
    below += b"<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>"
    content = stream(b"BT /F2 12 Tf 72 700 Td <0041004200430044> Tj ET")
    return one_page(
        content, font, below, stream(table), resources=b"/Font << /F1 5 0 R /F2 6 0 R >>"
    )


def _many_pages(count: int) -> bytes:
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 3 0 R >>"
    kids = b" ".join(b"%d 0 R" % (4 + index) for index in range(count))
    pages = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, count)
    return pdf([CATALOGUE, pages, TEXT, *[page] * count])


def _annotations(count: int) -> bytes:
    one = (
        b"<< /Type /Annot /Subtype /FreeText /Rect [0 0 99 99] /Contents (x) /AP << /N 7 0 R >> >>"
    )
    named = b"/Annots [%s]" % (b"6 0 R " * count)
    return one_page(TEXT, one, stream(HELLO, FORM), page=named)


def _acting() -> bytes:
    """Scripts, programs, addresses and files, to be started when it is opened."""
    actions = b"<< /S /JavaScript /JS (app.launchURL('http://127.0.0.1:9')) /Next [7 0 R 8 0 R] >>"
    launch = b"<< /S /Launch /F (/bin/sh) /Win << /F (cmd.exe) /P (/c calc) >> >>"
    away = b"<< /S /GoToR /F << /FS /URL /F (http://127.0.0.1:9/x.pdf) >> /D [0 /Fit] >>"
    catalogue = b"/OpenAction 6 0 R /AA << /WC 6 0 R >> /Names << /JavaScript << /Names "
    catalogue += b"[(a) 6 0 R] >> >> /AcroForm << /XFA 9 0 R /Fields [] >>"
    xfa = b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'
    return one_page(TEXT, actions, launch, away, stream(xfa), catalogue=catalogue)


def _looping_table() -> bytes:
    """A table of places that says that it comes before itself."""
    made = one_page()
    place = made.rindex(b"xref\n0 ")
    return made.replace(b"/Root 1 0 R", b"/Root 1 0 R /Prev %d" % place)


def _object_streams() -> bytes:
    """Object streams that extend each other, and hold what is needed to read them."""
    table = b"6 0 7 5 "
    held = stream(table + b"8 0 R 9 0 R", b"/Type /ObjStm /N 2 /First 8 /Extends 7 0 R")
    other = stream(table + b"8 0 R 9 0 R", b"/Type /ObjStm /N 2 /First 8 /Extends 6 0 R")
    return one_page(b"10 0 R", held, other, b"9 0 R", b"8 0 R", b"10 0 R")


def _shades() -> bytes:
    """A shading by a function of a billion samples, in a pattern of countless tiles."""
    function = stream(b"", b"/FunctionType 0 /Domain [0 1] /Range [0 1] /Size [999999999] "
                           b"/BitsPerSample 32")  # fmt: skip
    shading = b"<< /ShadingType 1 /ColorSpace /DeviceGray /Function 6 0 R >>"
    tiles = stream(b"/S sh 0 0 1 1 re f", b"/Type /Pattern /PatternType 1 /PaintType 1 "
                   b"/TilingType 1 /BBox [0 0 1 1] /XStep 0.0001 /YStep 0.0001 "
                   b"/Resources << /Shading << /S 7 0 R >> >>")  # fmt: skip
    content = stream(HELLO + b" /Pattern cs /P scn 0 0 595 842 re f /S sh")
    named = b"/Pattern << /P 8 0 R >> /Shading << /S 7 0 R >>"
    return one_page(content, function, shading, tiles, resources=named)


def _own_glyphs() -> bytes:
    """A font whose letters are drawn with itself."""
    font = b"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] "
    font += b"/CharProcs << /a 7 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 "
    font += b"/LastChar 97 /Widths [9] /Resources << /Font << /F2 6 0 R >> >> >>"
    glyph = stream(b"9 0 d0 BT /F2 9 Tf (aaaaaaaa) Tj ET")
    content = stream(HELLO + b" BT /F2 9 Tf 9 9 Td (aaaa) Tj ET")
    return one_page(content, font, glyph, resources=b"/Font << /F1 5 0 R /F2 6 0 R >>")


def _masks() -> bytes:
    """A soft mask that is masked by itself."""
    group = stream(b"/G gs 0 0 99 99 re f", FORM + b"/Group << /S /Transparency >> "
                   b"/Resources << /ExtGState << /G 7 0 R >> >>")  # fmt: skip
    state = b"<< /SMask << /S /Luminosity /G 6 0 R >> >>"
    content = stream(HELLO + b" /G gs 0 0 500 500 re f")
    return one_page(content, group, state, resources=b"/ExtGState << /G 7 0 R >>")


def _two_forms() -> bytes:
    """Forms that draw each other, one of them by an escaped name."""
    each = FORM + b"/Resources << /XObject << /X 6 0 R /Y 7 0 R >> >>"
    return one_page(DRAW, stream(b"/Y Do", each), stream(b"/#58\nDo", each), resources=WITH_X)


def _own_pattern() -> bytes:
    """A pattern whose tiles are filled with itself."""
    tile = b"/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 "
    tile += b"/YStep 9 /Resources << /Pattern << /P 6 0 R >> >>"
    content = stream(HELLO + b" /Pattern cs /P scn 0 0 99 99 re f")
    filled = stream(b"/Pattern cs /P scn 0 0 9 9 re f", tile)
    return one_page(content, filled, resources=b"/Pattern << /P 6 0 R >>")


def _own_note() -> bytes:
    """A note whose looks draw themselves."""
    looks = stream(b"/X Do", FORM + b"/Resources << /XObject << /X 6 0 R >> >>")
    note = b"<< /Type /Annot /Subtype /Stamp /Rect [0 0 99 99] /AP << /N 6 0 R >> >>"
    return one_page(TEXT, looks, note, page=b"/Annots [7 0 R]")


def _large_font() -> bytes:
    """A font program that unpacks to 1 GB."""
    font = (
        b"<< /Type /Font /Subtype /TrueType /BaseFont /A /FontDescriptor << /FontFile2 7 0 R >> >>"
    )
    content = stream(HELLO + b" BT /F2 9 Tf 9 9 Td (aaaa) Tj ET")
    fonts = b"/Font << /F1 5 0 R /F2 6 0 R >>"
    return one_page(content, font, stream(bomb(MIB, 1024), FLATE), resources=fonts)


def _structure(kids: bytes) -> bytes:
    root = b"<< /Type /StructTreeRoot /K 7 0 R /RoleMap << /A /B /B /A >> >>"
    return one_page(
        TEXT,
        root,
        b"<< /S /A /P 6 0 R /K %s >>" % kids,
        catalogue=b"/StructTreeRoot 6 0 R /MarkInfo << /Marked true >>",
    )


def _polyglot() -> bytes:
    """A PDF file that is a Word file, too."""
    return one_page() + word()


Build = Callable[[], bytes]
ATTACKS: dict[str, Build] = {
    "pdf: a content of 1 GB": lambda: one_page(stream(bomb(SPACES, 1024), FLATE)),
    "pdf: compressed five times": lambda: _nested_flate(5),
    "pdf: a form that draws itself": lambda: one_page(
        DRAW,
        stream(b"/X Do", FORM + b"/Resources << /XObject << /X 6 0 R >> >>"),
        resources=WITH_X,
    ),
    "pdf: two forms in each other": _two_forms,
    "pdf: a pattern in itself": _own_pattern,
    "pdf: a note that draws itself": _own_note,
    "pdf: a font of 1 GB": _large_font,
    "pdf: 4^30 forms": lambda: _forms(30, 4),
    "pdf: 20,000 forms in each other": lambda: _forms(20_000, 1),
    "pdf: pages in themselves": lambda: pdf(
        [CATALOGUE, b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 /Parent 2 0 R >>"]
    ),
    "pdf: two billion pages said": lambda: _kids(1, 2_000_000_000),
    "pdf: a negative number of pages": lambda: _kids(1, -1),
    "pdf: 90,000 times the same page": lambda: _kids(90_000),
    "pdf: 5,000 pages": lambda: _many_pages(5_000),
    "pdf: an outline that comes after itself": lambda: _outline(b"/Next 7 0 R /Prev 7 0 R"),
    "pdf: an outline below itself": lambda: _outline(b"/First 7 0 R /Last 7 0 R /Count 9"),
    "pdf: a huge page": lambda: one_page(page=b"/MediaBox [0 0 1000000000 1000000000]"),
    "pdf: a page without extent": lambda: one_page(page=b"/MediaBox [0 0 0 0]"),
    "pdf: a narrow page": lambda: one_page(page=b"/MediaBox [0 0 3 14400]"),
    "pdf: a flat page": lambda: one_page(page=b"/MediaBox [0 0 14400 3]"),
    "pdf: a page of odd numbers": lambda: one_page(
        page=b"/MediaBox [-1e38 99999999999999999999 (x) null] /Rotate 45 /UserUnit 1000000"
    ),
    "pdf: a picture of 60000 x 60000": lambda: _image(60_000, 60_000, bomb(MIB, 3_434)),
    "pdf: a picture of 60000 x 60000 without data": lambda: _image(60_000, 60_000, b"", b""),
    "pdf: a picture as JPEG 2000 of noise": lambda: _image(
        2**31 - 1, 2**31 - 1, b"\xff\x4f\xff\x51" + bytes(range(256)) * 9, b"/Filter /JPXDecode"
    ),
    "pdf: a picture as fax of a billion rows": lambda: _image(
        60_000,
        60_000,
        bytes(9_999),
        b"/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 60000 /Rows 999999999 >>",
    ),
    "pdf: a picture drawn 20,000 times": lambda: one_page(
        packed(b"q 9 0 0 9 9 9 cm /X Do Q " * 20_000),
        packed(bytes(4_000_000), IMAGE + b"/Width 2000 /Height 2000"),
        resources=WITH_X,
    ),
    "pdf: a letter that is 2^32 letters": lambda: _unicode(
        b"1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange"
    ),
    "pdf: ranges of letters": lambda: _unicode(
        b"99 beginbfrange " + b"<0000> <FFFF> <0041>\n" * 20_000 + b"endbfrange"
    ),
    "pdf: 3,000,000 lines": lambda: one_page(packed(b"9 9 m 99 99 l S " * 3_000_000)),
    "pdf: one path of 3,000,000 lines": lambda: one_page(
        packed(b"9 9 m " + b"99 99 l " * 3_000_000 + b"S")
    ),
    "pdf: 600,000 texts": lambda: one_page(
        packed(b"BT /F1 9 Tf 9 9 Td " + b"(a) Tj 1 0 Td " * 600_000 + b"ET")
    ),
    "pdf: a text of 10,000,000 letters": lambda: one_page(
        packed(b"BT /F1 9 Tf 9 9 Td (" + b"a" * 10_000_000 + b") Tj ET")
    ),
    "pdf: a million brackets": lambda: one_page(packed(b"[" * 1_000_000 + HELLO)),
    "pdf: a million brackets in the catalogue": lambda: one_page(
        catalogue=b"/A " + b"[" * 1_000_000
    ),
    "pdf: a million saved states": lambda: one_page(packed(b"q " * 1_000_000 + HELLO)),
    "pdf: a table of places before itself": _looping_table,
    "pdf: two billion objects said": lambda: one_page().replace(b"/Size 6", b"/Size 2000000000"),
    "pdf: streams of objects in each other": _object_streams,
    "pdf: a length that is its own": lambda: one_page(
        b"<< /Length 4 0 R >>\nstream\n%s\nendstream" % HELLO
    ),
    "pdf: a length of 4 GB": lambda: one_page(
        b"<< /Length 4294967296 >>\nstream\n%s\nendstream" % HELLO
    ),
    "pdf: scripts, programs and addresses": _acting,
    "pdf: locked by nobody knows what": lambda: one_page(
        trailer=b"/Encrypt << /Filter /Nobody /V 99 /R -1 /O () /U () /P 0 >> /ID [() ()]"
    ),
    "pdf: a shading of a billion samples": _shades,
    "pdf: letters drawn with themselves": _own_glyphs,
    "pdf: a mask that masks itself": _masks,
    "pdf: a structure below itself": lambda: _structure(b"[7 0 R 7 0 R]"),
    "pdf: a structure of 100,000 levels": lambda: _structure(
        b"<< /S /A /K " * 100_000 + b"0" + b" >>" * 100_000
    ),
    "pdf: 100,000 notes": lambda: _annotations(100_000),
    "pdf: 100,000 times the same content": lambda: one_page(
        page=b"/Contents [%s]" % (b"4 0 R " * 100_000)
    ),
    "pdf: cut off": lambda: one_page()[:300],
    "pdf: nothing but its first line": lambda: b"%PDF-1.7\n",
    "pdf: its first line and 40 MB of nothing": lambda: b"%PDF-1.7\n" + bytes(40_000_000),
    "pdf: 10 MB of objects that begin": lambda: b"%PDF-1.7\n" + b"1 0 obj\n" * 1_250_000,
    "pdf: a Word file, too": _polyglot,
}
