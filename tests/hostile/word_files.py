"""Writes Word files by hand, so that a test can put anything at all into them."""

import io
import struct
import warnings
import zipfile
import zlib
from collections.abc import Mapping, Sequence

OFFICE = "http://schemas.openxmlformats.org"
NAMES = (
    f'xmlns:w="{OFFICE}/wordprocessingml/2006/main" '
    f'xmlns:r="{OFFICE}/officeDocument/2006/relationships" '
    f'xmlns:a="{OFFICE}/drawingml/2006/main" '
    f'xmlns:wp="{OFFICE}/drawingml/2006/wordprocessingDrawing" '
    f'xmlns:pic="{OFFICE}/drawingml/2006/picture" '
    f'xmlns:c="{OFFICE}/drawingml/2006/chart" '
    f'xmlns:m="{OFFICE}/officeDocument/2006/math" '
    f'xmlns:mc="{OFFICE}/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:v="urn:schemas-microsoft-com:vml"'
)
TYPES = (
    f'<?xml version="1.0"?><Types xmlns="{OFFICE}/package/2006/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-'
    'officedocument.wordprocessingml.document.main+xml"/></Types>'
)
MAIN = "word/document.xml"
Members = Mapping[str, str | bytes]


def relations(*found: tuple[str, str, str], external: bool = False) -> str:
    """Writes a .rels part from ids, kinds and targets."""
    mode = ' TargetMode="External"' if external else ""
    lines = [
        f'<Relationship Id="{name}" Type="{OFFICE}/officeDocument/2006/relationships/{kind}" '
        f'Target="{target}"{mode}/>'
        for name, kind, target in found
    ]
    home = f"{OFFICE}/package/2006/relationships"
    return f'<?xml version="1.0"?><Relationships xmlns="{home}">{"".join(lines)}</Relationships>'


ROOT = relations(("rId1", "officeDocument", MAIN))


def paragraph(text: str, properties: str = "") -> str:
    """Writes a paragraph."""
    inner = f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'
    return f"<w:p><w:pPr>{properties}</w:pPr>{inner}</w:p>"


def body(inner: str) -> str:
    """Writes the main part."""
    return f'<?xml version="1.0"?><w:document {NAMES}><w:body>{inner}</w:body></w:document>'


def parts(main: str | bytes, more: Members | None = None) -> dict[str, str | bytes]:
    """Names the parts of a file, the least that Word asks for and `more`."""
    return {"[Content_Types].xml": TYPES, "_rels/.rels": ROOT, MAIN: main, **(more or {})}


def zipped(members: Sequence[tuple[str, str | bytes]]) -> bytes:
    """Packs members in order; a name may come more than once."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about names that come twice
        for name, content in members:
            file.writestr(name, content)
    return made.getvalue()


def word(inner: str = paragraph("1. 目的"), more: Members | None = None) -> bytes:
    """Writes a Word file from what its body holds."""
    return raw_word(body(inner), more)


def raw_word(main: str | bytes, more: Members | None = None) -> bytes:
    """Writes a Word file from its main part."""
    return zipped(list(parts(main, more).items()))


def drawing(number: int, name: str = "rId9") -> str:
    """Writes a paragraph with a picture in it."""
    return (
        f'<w:p><w:r><w:drawing><wp:inline><wp:extent cx="5400000" cy="3600000"/>'
        f'<wp:docPr id="{number}" name="p{number}"/><a:graphic><a:graphicData '
        f'uri="{OFFICE}/drawingml/2006/picture"><pic:pic><pic:blipFill><a:blip r:embed="{name}"/>'
        "</pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"
    )


def with_picture(name: str, content: bytes) -> bytes:
    """Writes a Word file with one picture, between two paragraphs."""
    rels = relations(("rId9", "image", f"media/{name}"))
    kept: Members = {"word/_rels/document.xml.rels": rels, f"word/media/{name}": content}
    inner = paragraph("1. 目的") + drawing(1) + paragraph("図1 実行時間")
    return word(inner, kept)


def zip_bomb(name: str, unit: bytes, times: int) -> bytes:
    """Packs one member of `unit` repeated.

    Layout as in PKWARE's APPNOTE 6.3.
    """
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(unit) + packer.flush(zlib.Z_FULL_FLUSH)
    data = block * times + packer.flush()
    check = 0
    for _ in range(times):
        check = zlib.crc32(unit, check)
    return one_member(name, data, (check, len(data), len(unit) * times))


def one_member(name: str, data: bytes, sizes: tuple[int, int, int], *, times: int = 1) -> bytes:
    """Writes a zip file whose list names the same deflated bytes `times` times."""
    title = name.encode()
    flags, method, moment = 0, 8, 0
    common = struct.pack("<HHHIIII", flags, method, 0, moment, *sizes)
    local = b"PK\x03\x04" + struct.pack("<H", 20) + common + struct.pack("<HH", len(title), 0)
    made = local + title + data
    entry = b"PK\x01\x02" + struct.pack("<HH", 20, 20) + common
    entry += struct.pack("<HHHHHII", len(title), 0, 0, 0, 0, 0, 0) + title
    end = struct.pack("<HHHHIIH", 0, 0, times, times, len(entry) * times, len(made), 0)
    return made + entry * times + b"PK\x05\x06" + end
