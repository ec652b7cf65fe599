"""Word files with pictures, written by hand."""

import io

from PIL import Image

from tests.guest.documents.word_files import Told, told, word_file

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
