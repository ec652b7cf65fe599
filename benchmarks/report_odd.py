# ruff: noqa: SLF001  # pypdf adds objects behind an underscore only
"""Makes of good files those that a class also hands in: scans, ink, locked and broken ones."""

import io
import random
import zipfile
from pathlib import Path

RADICALS = {
    "長": "\u2ed1",
    "見": "\u2f92",
    "行": "\u2f8f",
    "大": "\u2f24",
    "力": "\u2f12",
    "入": "\u2f0a",
    "小": "\u2f29",
    "文": "\u2f42",
    "一": "\u2f00",
}


def scan(source: Path, path: Path, *, dpi: int = 70, pages: int = 2) -> Path:
    """Makes a PDF of pictures of the pages, as a scanner does."""
    import pypdfium2
    from PIL import Image

    images = []
    with pypdfium2.PdfDocument(source) as document:
        for page in list(document)[:pages]:
            image = page.render(scale=dpi / 72).to_pil().convert("L")
            turned = image.rotate(
                0.6, expand=False, fillcolor=248, resample=Image.Resampling.BICUBIC
            )
            images.append(turned)
    images[0].save(path, save_all=True, append_images=images[1:], resolution=dpi, quality=30)
    return path


def ink(path: Path, text: str, *, pages: int = 1, seed: int = 0) -> Path:
    """Makes a PDF of pen strokes over a recognised text that is not drawn, as a tablet does."""
    from pypdf import PdfWriter
    from pypdf.generic import (
        ArrayObject,
        DecodedStreamObject,
        DictionaryObject,
        NameObject,
        NumberObject,
        TextStringObject,
    )  # fmt: skip

    writer = PdfWriter()
    rng = random.Random(seed)
    for _ in range(pages):
        page = writer.add_blank_page(595, 842)
        cid = DictionaryObject({
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/CIDFontType0"),
            NameObject("/BaseFont"): NameObject("/HiraginoSans-W3"),
            NameObject("/CIDSystemInfo"): DictionaryObject({
                NameObject("/Registry"): TextStringObject("Adobe"),
                NameObject("/Ordering"): TextStringObject("Japan1"),
                NameObject("/Supplement"): NumberObject(6)}),
        })  # fmt: skip
        font = DictionaryObject({
            NameObject("/Type"): NameObject("/Font"), NameObject("/Subtype"): NameObject("/Type0"),
            NameObject("/BaseFont"): NameObject("/HiraginoSans-W3"),
            NameObject("/Encoding"): NameObject("/UniJIS-UTF16-H"),
            NameObject("/DescendantFonts"): ArrayObject([writer._add_object(cid)]),
        })  # fmt: skip
        fonts = DictionaryObject({NameObject("/F1"): writer._add_object(font)})
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
        stream = DecodedStreamObject()
        stream.set_data(_strokes(rng, text))
        page[NameObject("/Contents")] = writer._add_object(stream.flate_encode())
    writer.add_metadata({"/Producer": "iOS Version 17.5 (Build 21F79) Quartz PDFContext"})
    writer.write(path)
    return path


def _strokes(rng: random.Random, text: str) -> bytes:
    rows = ["0.1 0.1 0.35 RG 1.1 w 1 J"]
    for line in range(22):
        y, x = 780 - 33 * line, 60.0
        while x < 530 - rng.random() * 120:
            for _ in range(rng.randint(2, 5)):
                a, b = x + rng.uniform(0, 14), y + rng.uniform(0, 16)
                c, d = x + rng.uniform(0, 14), y + rng.uniform(0, 16)
                rows.append(
                    f"{a:.0f} {b:.0f} m {a + 4:.0f} {b - 3:.0f} {c:.0f} {d + 3:.0f} "
                    f"{c:.0f} {d:.0f} c S"
                )
            x += 18
    cut = [text[k : k + 30] for k in range(0, len(text), 30)][:22]
    rows.append("BT /F1 14 Tf 3 Tr")
    rows += [
        f"1 0 0 1 60 {780 - 33 * k} Tm <{part.encode('utf-16-be').hex()}> Tj"
        for k, part in enumerate(cut)
    ]
    return "\n".join([*rows, "ET"]).encode()


def lock_pdf(source: Path, path: Path, *, user: str = "himitsu") -> Path:
    """Encrypts a PDF; with user="" only the owner's password is set, and it opens."""
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(source))
    writer.encrypt(user_password=user, owner_password="owner-" + user, algorithm="AES-256")
    writer.write(path)
    return path


def lock_docx(source: Path, path: Path, *, password: str = "himitsu") -> Path:
    """Encrypts a .docx as Word does, with msoffcrypto-tool (pip install msoffcrypto-tool)."""
    from msoffcrypto.format.ooxml import OOXMLFile

    with source.open("rb") as plain, path.open("wb") as locked:
        OOXMLFile(plain).encrypt(password, locked)
    return path


def cut(source: Path, path: Path, share: float = 0.6) -> Path:
    """Keeps the beginning of a file, as after a broken upload."""
    data = source.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    return path


def as_quartz(source: Path, path: Path) -> Path:
    """Makes a PDF look as if macOS printed it: names, and radicals instead of characters.

    Quartz's ToUnicode tables name radicals (U+2E80 to U+2FD5) where a font draws both alike.
    """
    from pypdf import PdfReader, PdfWriter
    from pypdf.generic import NameObject, StreamObject

    writer = PdfWriter(clone_from=PdfReader(source))
    for item in writer._objects:
        if isinstance(item, dict) and isinstance(item.get("/ToUnicode"), object):
            table = item.get("/ToUnicode")
            stream = table.get_object() if table is not None else None
            if isinstance(stream, StreamObject):
                stream.set_data(_with_radicals(stream.get_data()))
    writer.add_metadata(
        {"/Producer": "macOS Version 14.5 (Build 23F79) Quartz PDFContext", "/Creator": "Pages"}
    )
    writer._root_object.pop(NameObject("/StructTreeRoot"), None)
    writer.compress_identical_objects()
    writer.write(path)
    return path


def _with_radicals(table: bytes) -> bytes:
    for plain, radical in RADICALS.items():
        for old in (f"<{ord(plain):04X}>", f"<{ord(plain):04x}>"):
            table = table.replace(old.encode(), f"<{ord(radical):04X}>".encode())
    return table


def lock_file(path: Path, name: str = "student") -> Path:
    """Writes the small file that Word leaves beside an open document."""
    body = bytes([len(name)]) + name.encode().ljust(54, b"\0")
    body += bytes([len(name), 0]) + name.encode("utf-16-le").ljust(108, b"\0")
    path.write_bytes(body[:162].ljust(162, b"\0"))
    return path


def dressed(source: Path, path: Path, application: str) -> Path:
    """Writes a .docx again with another program's name and without python-docx's leftovers.

    Those are a thumbnail, styles for Word 2007 and some hundred table styles that nobody uses.
    """
    buffer, gone = io.BytesIO(), ("docProps/thumbnail.jpeg", "word/stylesWithEffects.xml")
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.infolist():
            data = old.read(item)
            if item.filename == "docProps/app.xml":
                data = _application(application)
            elif item.filename == "word/styles.xml":
                data = _without_table_styles(data)
            elif item.filename.endswith((".rels", "[Content_Types].xml")):
                data = _without(data, [name.split("/")[-1] for name in gone])
            if item.filename not in gone:
                new.writestr(item.filename, data)
    path.write_bytes(buffer.getvalue())
    return path


def _application(name: str) -> bytes:
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Properties xmlns="http://schemas.'
        f'openxmlformats.org/officeDocument/2006/extended-properties"><Application>{name}'
        "</Application><AppVersion>16.0000</AppVersion></Properties>"
    ).encode()


def _without(data: bytes, names: list[str]) -> bytes:
    from lxml import etree

    root = etree.fromstring(data)
    for element in list(root):
        name = str(element.get("Target", element.get("PartName", "")))
        if name.endswith(tuple(names)):
            root.remove(element)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


def _without_table_styles(data: bytes) -> bytes:
    from lxml import etree

    word = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
    root = etree.fromstring(data)
    for style in root.findall(f"{word}style[@{word}type='table']"):
        if style.get(f"{word}styleId") not in {"TableNormal", "TableGrid"}:
            root.remove(style)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
