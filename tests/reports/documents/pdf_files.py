"""PDF files written by hand, and what is read off them."""

import zlib
from collections.abc import Iterable, Mapping
from struct import pack
from typing import Any, NamedTuple

from grader.reports.guest.documents import open_document

A4 = "0 0 595 842"
FORM = "/Type/XObject/Subtype/Form/BBox[0 0 1000 1000]"
FONTS = (
    "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
    "/B<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>"
    "/J<</Type/Font/Subtype/Type0/BaseFont/HeiseiMin-W3/Encoding/UniJIS-UTF16-H/DescendantFonts["
    "<</Type/Font/Subtype/CIDFontType2/BaseFont/HeiseiMin-W3/CIDSystemInfo"
    "<</Registry(Adobe)/Ordering(Japan1)/Supplement 6>>/DW 1000/CIDToGIDMap @glyphs@"
    "/FontDescriptor<</Type/FontDescriptor/FontName/HeiseiMin-W3/Flags 4/ItalicAngle 0/Ascent 800"
    "/Descent -200/CapHeight 700/StemV 80/FontBBox[0 -200 1000 800]/FontFile2 @font@>>>>]>>>>"
)
CIDS = 24_000  # more than Adobe-Japan1 has


class Read(NamedTuple):
    """A whole file as it left the fence."""

    head: dict[str, Any]
    lines: list[dict[str, Any]]
    pictures: list[dict[str, Any]]
    pages: list[dict[str, Any]]
    pixels: list[bytes]

    def texts(self, **known: Any) -> list[str]:
        """The texts of the lines of which all this is known."""
        return [
            line["text"]
            for line in self.lines
            if all(line[name] == value for name, value in known.items())
        ]


def read(data: bytes) -> Read:
    """Reads a file to its end."""
    opened = open_document("report.pdf", data)
    found = Read(opened.head, [], [], [], [])
    for index in range(opened.head["parts"]):
        part, pixels = opened.part(index)
        for one in part["pictures"]:
            if one["pixels"] is not None:
                size = one["pixels"]["width"] * one["pixels"]["height"] * 3
                found.pixels.append(pixels[:size])
                pixels = pixels[size:]
        found.lines.extend(part["lines"])
        found.pictures.extend(part["pictures"])
        found.pages.extend(part["pages"])
    return found


def boxes_font() -> bytes:
    """A TrueType font whose every letter is a box: the letters' places need no font of the machine.

    Without a Japanese font, letters that no file brings along have no height where they are read.
    """
    corners = [(0, 0), (0, 800), (1000, 800), (1000, -200)]
    steps = [
        (x - px, y - py) for (px, py), (x, y) in zip([(0, 0), *corners], corners, strict=False)
    ]
    box = pack(">hhhhh", 1, 0, -200, 1000, 800) + pack(">HH", len(corners) - 1, 0)
    box += b"\x01" * len(corners)  # on the curve, each coordinate two bytes
    box += b"".join(pack(">h", x) for x, _ in steps) + b"".join(pack(">h", y) for _, y in steps)
    box += b"\0" * (-len(box) % 4)
    tables = {
        b"glyf": box,
        b"head": pack(
            ">IIIIHHqqhhhhHHhhh",
            *(0x10000, 0x10000, 0, 0x5F0F3CF5, 0, 1000, 0, 0, 0, -200, 1000, 800, 0, 8, 2, 1, 0),
        ),
        b"hhea": pack(">I16hH", 0x10000, 800, -200, 0, 1000, *[0] * 12, 2),
        b"hmtx": pack(">HhHh", 1000, 0, 1000, 0),
        b"loca": pack(">III", 0, 0, len(box)),
        b"maxp": pack(">IHHHHHHHHHHHHHH", 0x10000, 2, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
    }
    head = pack(">IHHHH", 0x10000, len(tables), 64, 2, 16 * len(tables) - 64)
    place, directory, body = 12 + 16 * len(tables), b"", b""
    for tag, table in tables.items():
        directory += tag + pack(">III", 0, place + len(body), len(table))
        body += table + b"\0" * (-len(table) % 4)
    return head + directory + body


def pdf(objects: Mapping[int, str | bytes], trailer: str = "") -> bytes:
    """A file of numbered objects, the first of them its catalog."""
    out, places = bytearray(b"%PDF-1.7\n"), {}
    font, glyphs = max(objects) + 1, max(objects) + 2
    fonts = {font: stream(boxes_font()), glyphs: stream(b"\0\1" * CIDS, packed=1)}
    named = any(isinstance(body, str) and "@font@" in body for body in objects.values())
    objects = {**objects, **(fonts if named else {})}
    for number, body in objects.items():
        places[number] = len(out)
        text = body if isinstance(body, bytes) else _with_fonts(body, font, glyphs)
        out += b"%d 0 obj\n" % number + text + b"\nendobj\n"
    start, size = len(out), max(objects) + 1
    out += b"xref\n0 %d\n0000000000 65535 f \n" % size
    for number in range(1, size):
        out += b"%010d 00000 n \n" % places.get(number, 0)
    out += f"trailer\n<</Size {size}/Root 1 0 R{trailer}>>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)


def _with_fonts(body: str, font: int, glyphs: int) -> bytes:
    named = body.replace("@font@", f"{font} 0 R").replace("@glyphs@", f"{glyphs} 0 R")
    return named.encode("latin-1")


def stream(data: str | bytes, entries: str = "", *, packed: int = 0) -> bytes:
    """A stream, packed so many times."""
    body = data.encode("latin-1") if isinstance(data, str) else data
    for _ in range(packed):
        body = zlib.compress(body, 9)
    if packed:
        entries += f"/Filter[{'/FlateDecode' * packed}]"
    head = f"<<{entries}/Length {len(body)}>>\nstream\n".encode("latin-1")
    return head + body + b"\nendstream"


def pages(
    contents: Iterable[str | bytes],
    *,
    box: str = A4,
    resources: str = "",
    entries: str = "",
    catalog: str = "",
    more: Mapping[int, str | bytes] | None = None,
) -> bytes:
    """A file of pages; `more` are objects, numbered from 10 to 99, that they draw."""
    drawn = list(contents)
    kids = " ".join(f"{100 + 2 * at} 0 R" for at in range(len(drawn)))
    objects: dict[int, str | bytes] = {
        1: f"<</Type/Catalog/Pages 2 0 R{catalog}>>",
        2: f"<</Type/Pages/Kids[{kids}]/Count {len(drawn)}/Resources<<{FONTS}{resources}>>>>",
        **(more or {}),
    }
    for at, content in enumerate(drawn):
        page = f"<</Type/Page/Parent 2 0 R/MediaBox[{box}]/Contents {101 + 2 * at} 0 R{entries}>>"
        objects[100 + 2 * at] = page
        whole = isinstance(content, bytes) and content.startswith(b"<<")
        objects[101 + 2 * at] = content if whole else stream(content)
    return pdf(objects)


def show(text: str, x: float, y: float, size: float = 10, font: str = "", setting: str = "") -> str:
    """Instructions that write a text; Japanese in its own font."""
    japanese = not text.isascii()
    written = f"<{text.encode('utf-16-be' if japanese else 'ascii').hex()}>"
    name = font or ("J" if japanese else "F")
    return f"q BT {setting} /{name} {size} Tf 1 0 0 1 {x} {y} Tm {written} Tj ET Q\n"


def body(*texts: str, top: float = 700, left: float = 70, size: float = 10) -> str:
    """Lines of a page, one below the other."""
    return "".join(show(text, left, top - 18 * at, size) for at, text in enumerate(texts))


def plot(left: float, bottom: float, *, labels: bool = True) -> str:
    """A plot of 200 by 150 points: axes, ticks, a curve and its labels."""
    out = [f"q 1 0 0 1 {left} {bottom} cm 0 0 200 150 re S 0 0 m 60 5 120 40 200 140 c S"]
    out += [f"{x} 0 m {x} -4 l S" for x in (0, 50, 100, 150, 200)]
    out += [f"0 {y} m -4 {y} l S" for y in (0, 50, 100, 150)]
    if labels:
        out += [show(str(x), x - 5, -14, 8) for x in (0, 50, 100, 150, 200)]
        out += [show(str(y), -20, y - 3, 8) for y in (0, 50, 100, 150)]
        out.append(show("size n", 85, -26, 8))
        out.append("BT /F 8 Tf 0 1 -1 0 -28 55 Tm (time [s]) Tj ET")
    return "\n".join([*out, "Q\n"])
