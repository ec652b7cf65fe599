"""Word files written by hand, with and without pictures, for what python-docx cannot make."""

import io
import zipfile
from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from PIL import Image

from grader.reports.guest.documents import open_document

OFFICE = "http://schemas.openxmlformats.org"
NAMES = {
    "w": f"{OFFICE}/wordprocessingml/2006/main",
    "r": f"{OFFICE}/officeDocument/2006/relationships",
    "m": f"{OFFICE}/officeDocument/2006/math",
    "a": f"{OFFICE}/drawingml/2006/main",
    "c": f"{OFFICE}/drawingml/2006/chart",
    "wp": f"{OFFICE}/drawingml/2006/wordprocessingDrawing",
    "pic": f"{OFFICE}/drawingml/2006/picture",
    "dgm": f"{OFFICE}/drawingml/2006/diagram",
    "mc": f"{OFFICE}/markup-compatibility/2006",
    "v": "urn:schemas-microsoft-com:vml",
    "o": "urn:schemas-microsoft-com:office:office",
    "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
    "wpg": "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup",
    "wpc": "http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas",
    "w14": "http://schemas.microsoft.com/office/word/2010/wordml",
    "asvg": "http://schemas.microsoft.com/office/drawing/2016/SVG/main",
    "cx": "http://schemas.microsoft.com/office/drawing/2014/chartex",
}
SPACES = " ".join(f'xmlns:{name}="{address}"' for name, address in NAMES.items())
RELATIONS = f"{OFFICE}/package/2006/relationships"
MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
EXTERNAL = ' TargetMode="External"'


def root(name: str, inner: str) -> str:
    """An XML part."""
    return f'<?xml version="1.0" encoding="UTF-8"?><{name} {SPACES}>{inner}</{name}>'


def relations(found: Mapping[str, tuple[str, str]]) -> str:
    """A part of relationships: kind and target by id; a target with "//" is external."""
    inner = "".join(
        f'<Relationship Id="{key}" Type="{NAMES["r"]}/{kind}" Target="{target}"'
        f"{EXTERNAL if '//' in target else ''}/>"
        for key, (kind, target) in found.items()
    )
    return f'<Relationships xmlns="{RELATIONS}">{inner}</Relationships>'


def word_file(
    body: str,
    *,
    related: Mapping[str, tuple[str, str]] | None = None,
    parts: Mapping[str, str | bytes] | None = None,
    content_type: str = MAIN,
    main: str = "word/document.xml",
    before: str = "",
    **inner: str,
) -> bytes:
    """A Word file with this body; `inner` are styles, numbering, settings without their roots."""
    found = dict(related or {})
    members: dict[str, str | bytes] = {
        "[Content_Types].xml": (
            f'<Types xmlns="{OFFICE}/package/2006/content-types">'
            f'<Override PartName="/{main}" ContentType="{content_type}"/></Types>'
        ),
        "_rels/.rels": relations({"rId1": ("officeDocument", main)}),
        main: root("w:document", f"{before}<w:body>{body}</w:body>"),
    }
    folder, _, base = main.rpartition("/")
    for kind, text in inner.items():
        found[f"x{kind}"] = (kind, f"{kind}.xml")
        members[f"{folder}/{kind}.xml"] = root(f"w:{kind}", text)
    members[f"{folder}/_rels/{base}.rels"] = relations(found)
    return zipped({**members, **(parts or {})})


def zipped(members: Mapping[str, str | bytes]) -> bytes:
    """A zip file of these members."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


class Told(Struct, frozen=True, dict=True):
    """All parts of a document put together, as the host does it."""

    head: dict[str, Any]
    lines: list[dict[str, Any]]
    pictures: list[dict[str, Any]]
    pixels: int  # bytes

    @property
    def texts(self) -> list[str]:
        """The texts of all lines."""
        return [line["text"] for line in self.lines]


def told(data: bytes) -> Told:
    """Reads a whole file."""
    opened = open_document("report.docx", data)
    lines: list[dict[str, Any]] = []
    pictures: list[dict[str, Any]] = []
    pixels = 0
    for index in range(opened.head["parts"]):
        part, raw = opened.part(index)
        pictures += [{**one, "line": one["line"] + len(lines)} for one in part["pictures"]]
        lines += part["lines"]
        pixels += len(raw)
    return Told(opened.head, lines, pictures, pixels)


def p(inner: str, properties: str = "") -> str:
    """A paragraph; plain text becomes a run."""
    inner = inner if inner.startswith("<") or not inner else r(inner)
    return f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}{inner}</w:p>"


def r(text: str, properties: str = "") -> str:
    """A run of text."""
    look = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{look}<w:t xml:space="preserve">{text}</w:t></w:r>'


def field(instruction: str, result: str | None) -> str:
    """A field of three marks."""
    mark = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'.format
    inner = "" if result is None else mark("separate") + r(result)
    text = f'<w:r><w:instrText xml:space="preserve">{instruction}</w:instrText></w:r>'
    return mark("begin") + text + inner + mark("end")


RUN = "<w:r>{}</w:r>".format
INLINE = (
    "<w:drawing><wp:inline><a:graphic><a:graphicData>{}</a:graphicData></a:graphic></wp:inline>"
    "</w:drawing>"
).format
BLIP = '<a:blip r:embed="{}">{}</a:blip>'.format
PIC = "<pic:pic><pic:blipFill>{}{}</pic:blipFill><pic:spPr>{}</pic:spPr></pic:pic>".format
VML = '<w:pict><v:shape><v:imagedata r:id="{}"/></v:shape></w:pict>'.format
WSP = "<wps:wsp>{}</wps:wsp>".format
BOX = "<wps:txbx><w:txbxContent>{}</w:txbxContent></wps:txbx>".format


def png(width: int = 40, height: int = 20, kind: str = "PNG", mode: str = "RGB") -> bytes:
    """A picture whose left half is black."""
    image = Image.new(mode, (width, height), 255 if len(mode) == 1 else (255,) * len(mode))
    black = 0 if len(mode) == 1 else (0, 0, 0, 255)[: len(mode)]
    image.paste(black, (0, 0, width // 2, height))
    file = io.BytesIO()
    image.save(file, kind)
    return file.getvalue()


def pictured(body: str, **parts: bytes | str) -> Told:
    """A document whose relationship ids are the names of its media."""
    kinds = {"chart": "chart", "data": "diagramData"}
    related = {name: (kinds.get(name, "image"), f"media/{name}") for name in parts}
    members = {f"word/media/{name}": content for name, content in parts.items()}
    return told(word_file(body, related=related, parts=members))


def drawn(key: str = "a", crop: str = "", frame: str = "") -> str:
    """A run with a picture."""
    return RUN(INLINE(PIC(BLIP(key, ""), crop, frame)))
