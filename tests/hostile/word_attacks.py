"""Word files that want too much of whoever reads them, or want it to fetch something."""

import io
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

from tests.hostile import picture_files as pictures
from tests.hostile.pdf_files import bomb
from tests.hostile.word_files import (
    MAIN,
    NAMES,
    body,
    drawing,
    one_member,
    paragraph,
    parts,
    raw_word,
    relations,
    with_picture,
    word,
    zip_bomb,
    zipped,
)

MIB = bytes(1 << 20)
SECRET = Path(__file__).resolve()  # a file that no document may read
TEXT = paragraph("1. 目的")
STYLES, NUMBERING, RELS = "word/styles.xml", "word/numbering.xml", "word/_rels/document.xml.rels"


def _member_of(size_mib: int, name: str = MAIN) -> bytes:
    """Packs a member of many MiB among the others."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        for other, content in parts("").items():
            if other != name:
                file.writestr(other, content)
        with file.open(name, "w", force_zip64=True) as member:
            for _ in range(size_mib):
                member.write(b" " * (1 << 20))
    return made.getvalue()


def _lying(size_mib: int) -> bytes:
    """The same, but all sizes that are said are small."""
    said = struct.pack("<I", size_mib << 20)
    return _member_of(size_mib).replace(said, struct.pack("<I", 999))


def _entities(lines: str, use: str, encoding: str = "UTF-8") -> bytes:
    text = f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE w:document [{lines}]>'
    text += f"<w:document {NAMES}><w:body>{TEXT}{paragraph(use)}</w:body></w:document>"
    return raw_word(text.encode("utf-16" if encoding == "UTF-16" else "utf-8"))


def _laughs() -> str:
    lines = ['<!ENTITY l0 "haha">']
    lines += [f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12)]
    return "".join(lines)


def _fetching() -> bytes:
    """A template, a picture, an object and pages to be fetched from elsewhere."""
    away = relations(
        ("rId9", "image", "http://127.0.0.1:9/x.png"),
        ("rId8", "attachedTemplate", r"\\127.0.0.1\share\x.dotm"),
        ("rId7", "oleObject", "file:///etc/passwd"),
        ("rId6", "hyperlink", "http://127.0.0.1:9/"),
        external=True,
    )
    inside = f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{SECRET.as_uri()}"/>'
    field = '<w:p><w:fldSimple w:instr="INCLUDETEXT /etc/passwd"/></w:p>'
    return word(TEXT + drawing(1) + inside + field, {RELS: away})


def _names() -> bytes:
    """Members that want to be written elsewhere."""
    names = (
        *(
            "../../../../tmp/evil",
            "/etc/evil",
            "C:\\evil.txt",
            "\\\\host\\share\\x",
            "word/..\\..\\x",
        ),
        *("word/media/../../../evil", "nul\0byte", "~/evil", "word//document.xml", "a" * 60_000),
    )
    return zipped([*parts(body(TEXT)).items(), *((name, "evil") for name in names)])


def _locked() -> bytes:
    """Every member says that it is encrypted."""
    made = bytearray(word())
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = made.find(mark)
        while at >= 0:
            made[at + place] |= 1
            at = made.find(mark, at + 4)
    return bytes(made)


def _styles() -> bytes:
    """Styles that are based on each other, on themselves, and on ten thousand others."""
    one = '<w:style w:type="paragraph" w:styleId="{}"><w:name w:val="n{}"/><w:basedOn w:val="{}"/>'
    one += '<w:next w:val="A"/><w:link w:val="A"/></w:style>'
    pairs = [("A", "B"), ("B", "A"), ("C", "C")]
    pairs += [(f"s{n}", f"s{n + 1}") for n in range(10_000)]
    text = "".join(one.format(name, name, base) for name, base in pairs)
    used = "".join(
        paragraph("1. 目的", f'<w:pStyle w:val="{name}"/>') for name in ("A", "C", "s0") * 300
    )
    return word(used, {STYLES: f"<w:styles {NAMES}>{text}</w:styles>", RELS: _parts_of_text()})


def _parts_of_text() -> str:
    return relations(("rId1", "styles", "styles.xml"), ("rId2", "numbering", "numbering.xml"))


def _numbering(levels: str, link: str = "") -> bytes:
    text = (
        f'<w:abstractNum w:abstractNumId="0">{levels}{link}</w:abstractNum>'
        f'<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    )
    style = (
        '<w:style w:type="numbering" w:styleId="L"><w:name w:val="L"/><w:pPr><w:numPr>'
        '<w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
    )
    numbered = '<w:numPr><w:ilvl w:val="{}"/><w:numId w:val="1"/></w:numPr>'
    used = "".join(paragraph("目的", numbered.format(level)) for level in (0, 8, 10**9, -1) * 100)
    return word(
        used,
        {
            NUMBERING: f"<w:numbering {NAMES}>{text}</w:numbering>",
            STYLES: f"<w:styles {NAMES}>{style}</w:styles>",
            RELS: _parts_of_text(),
        },
    )


def _level(kind: str, start: int, text: str) -> str:
    inner = f'<w:start w:val="{start}"/><w:numFmt w:val="{kind}"/><w:lvlText w:val="{text}"/>'
    return "".join(f'<w:lvl w:ilvl="{level}">{inner}</w:lvl>' for level in range(9))


def _related() -> bytes:
    """Parts that belong to themselves and to each other."""
    to_itself = relations(
        ("rId1", "header", "header1.xml"), ("rId2", "officeDocument", "document.xml")
    )
    more = {
        RELS: to_itself,
        "word/_rels/header1.xml.rels": to_itself,
        "word/header1.xml": f"<w:hdr {NAMES}>{TEXT}</w:hdr>",
    }
    end = '<w:sectPr><w:headerReference w:type="default" r:id="rId1"/>'
    return word(TEXT + f'{end}<w:headerReference r:id="rId2"/></w:sectPr>', more)


def _chart(points: int) -> bytes:
    """A chart with a million points."""
    values = "".join(f'<c:pt idx="{n}"><c:v>{n}</c:v></c:pt>' for n in range(points))
    series = f"<c:ser><c:val><c:numRef><c:numCache>{values}</c:numCache></c:numRef></c:val></c:ser>"
    text = f"<c:chartSpace {NAMES}><c:chart><c:plotArea><c:lineChart>{series}</c:lineChart>"
    shown = drawing(1).replace("drawingml/2006/picture", "drawingml/2006/chart")
    start = shown.index("<pic:pic>")
    end = shown.index("</pic:pic>") + len("</pic:pic>")
    shown = shown[:start] + '<c:chart r:id="rId9"/>' + shown[end:]
    more = {
        RELS: relations(("rId9", "chart", "charts/chart1.xml")),
        "word/charts/chart1.xml": text + "</c:plotArea></c:chart></c:chartSpace>",
    }
    return word(TEXT + shown, more)


def _nested(opening: str, closing: str, depth: int) -> bytes:
    return word(TEXT + opening * depth + TEXT + closing * depth)


def _alternatives(depth: int) -> bytes:
    choice = '<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:txbxContent>'
    after = "</w:txbxContent></mc:Choice><mc:Fallback><w:p/></mc:Fallback></mc:AlternateContent>"
    return _nested(choice, after + "</w:r></w:p>", depth)


def _fields(count: int) -> bytes:
    """Fields that begin and never end."""
    begin = '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>SEQ 図</w:instrText></w:r>'
    return word(TEXT + f"<w:p>{begin * count}</w:p>" + TEXT)


def _described(attributes: str) -> bytes:
    text = f'<?xml version="1.0"?><w:document {NAMES} {attributes}><w:body>{TEXT}</w:body>'
    return raw_word(f"{text}</w:document>")


TABLE = ("<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>")
Build = Callable[[], bytes]
ATTACKS: dict[str, Build] = {
    "word: a text of 1 GB": lambda: _member_of(1_024),
    "word: a text of 1 GB that says it is small": lambda: _lying(1_024),
    "word: styles of 1 GB": lambda: _member_of(1_024, STYLES),
    "word: nothing but 1 GB": lambda: zip_bomb(MAIN, MIB, 1_024),
    "word: billion laughs": lambda: _entities(_laughs(), "&l11;"),
    "word: billion laughs in UTF-16": lambda: _entities(_laughs(), "&l11;", "UTF-16"),
    "word: a long entity very often": lambda: _entities(
        f'<!ENTITY a "{"a" * 100_000}">', "&a;" * 100_000
    ),
    "word: an entity from a file": lambda: _entities(
        f'<!ENTITY x SYSTEM "{SECRET.as_uri()}">', "&x;"
    ),
    "word: an entity from the net": lambda: _entities(
        '<!ENTITY % x SYSTEM "http://127.0.0.1:9/x.dtd"> %x;', "&y;"
    ),
    "word: things to fetch": _fetching,
    "word: 20,000 tables in each other": lambda: _nested(*TABLE, 20_000),
    "word: 200 tables in each other": lambda: _nested(*TABLE, 80),
    "word: 20,000 alternatives in each other": lambda: _alternatives(20_000),
    "word: 40 alternatives in each other": lambda: _alternatives(40),
    "word: 20,000 formulas in each other": lambda: _nested("<m:oMath>", "</m:oMath>", 20_000),
    "word: 65,000 members": lambda: zipped(
        [*parts(body(TEXT)).items(), *((f"word/{n}.xml", "") for n in range(65_000))]
    ),
    "word: names that lead elsewhere": _names,
    "word: the same name twice": lambda: zipped(
        [*parts(body(TEXT)).items(), (MAIN, body(paragraph("2. 方法")))]
    ),
    "word: 60,000 entries for the same bytes": lambda: one_member(
        MAIN, b"\x03\x00", (0, 2, 0), times=60_000
    ),
    "word: members that are encrypted": _locked,
    "word: a picture of 50000 x 50000": lambda: with_picture("a.png", pictures.huge_png()),
    "word: 400 million pixels, packed": lambda: with_picture("a.png", pictures.packed_png()),
    "word: a picture with a gigabyte of text": lambda: with_picture(
        "a.png", pictures.talking_png()
    ),
    "word: a GIF of 100,000 frames": lambda: with_picture("a.gif", pictures.gif(100_000)),
    "word: a TIFF after itself": lambda: with_picture("a.tif", pictures.tiff(60_000, 60_000)),
    "word: a BMP of 2^31": lambda: with_picture("a.bmp", pictures.bmp(2**31 - 1, 2**31 - 1)),
    "word: a BMP of a negative size": lambda: with_picture("a.bmp", pictures.bmp(-9, -(2**31))),
    "word: a JPEG of 65500 x 65500": lambda: with_picture("a.jpg", pictures.jpeg(65_500, 65_500)),
    "word: a program for a printer": lambda: with_picture(
        "a.eps", b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 99999 99999\n{} loop\n"
    ),
    "word: an EMF whose records have no size": lambda: with_picture(
        "a.emf", pictures.emf(struct.pack("<II", 84, 0), 100_000)
    ),
    "word: an EMF of a million records": lambda: with_picture(
        "a.emf", pictures.emf(struct.pack("<II", 84, 8), 1_000_000)
    ),
    "word: an EMF of endless texts": lambda: with_picture(
        "a.emf", pictures.emf(pictures.emf_text(0xFFFFFFFF), 10_000)
    ),
    "word: an EMF of 100,000 texts": lambda: with_picture(
        "a.emf", pictures.emf(pictures.emf_text(2), 100_000)
    ),
    "word: a WMF without end": lambda: with_picture("a.wmf", pictures.wmf(1_000_000)),
    "word: the same picture 20,000 times": lambda: word(
        TEXT + "".join(map(drawing, range(20_000))),
        {
            RELS: relations(("rId9", "image", "media/a.png")),
            "word/media/a.png": pictures.png(4_000, 4_000, bomb(MIB, 16)),
        },
    ),
    "word: a Word file in a Word file": lambda: word(
        TEXT + '<w:altChunk r:id="rId9"/>',
        {RELS: relations(("rId9", "aFChunk", "in.docx")), "word/in.docx": word()},
    ),
    "word: a chart of a million points": lambda: _chart(1_000_000),
    "word: styles based on each other": _styles,
    "word: numbers of themselves": lambda: _numbering(
        "", '<w:styleLink w:val="L"/><w:numStyleLink w:val="L"/>'
    ),
    "word: a billion as roman": lambda: _numbering(_level("upperRoman", 10**9, "%1.%2")),
    "word: a billion as letters": lambda: _numbering(_level("lowerLetter", 10**9, "%1.")),
    "word: a billion as Japanese": lambda: _numbering(_level("japaneseCounting", 10**18, "第%1章")),
    "word: a number of 100,000 numbers": lambda: _numbering(_level("decimal", 1, "%1." * 100_000)),
    "word: parts that belong to each other": _related,
    "word: fields that never end": lambda: _fields(50_000),
    "word: 300,000 paragraphs": lambda: word(paragraph("本文") * 300_000),
    "word: 400,000 runs": lambda: word(f"<w:p>{'<w:r><w:t>a</w:t></w:r>' * 400_000}</w:p>"),
    "word: a paragraph of 20,000,000 letters": lambda: word(paragraph("a" * 20_000_000)),
    "word: a table of 1000 x 300": lambda: word(
        f"<w:tbl>{'<w:tr>' + '<w:tc><w:p/></w:tc>' * 300 + '</w:tr>'}</w:tbl>" * 1_000
    ),
    "word: 500,000 attributes": lambda: _described(" ".join(f'a{n}="1"' for n in range(500_000))),
    "word: 100,000 namespaces": lambda: _described(
        " ".join(f'xmlns:a{n}="u{n}"' for n in range(100_000))
    ),
    "word: cut off": lambda: word()[:-40],
    "word: no text": lambda: zipped([("[Content_Types].xml", ""), ("word/", "")]),
    "word: 50 MB of nothing": lambda: bytes(50_000_000),
    "word: 51 MB": lambda: word() + bytes(51_000_000),
}
