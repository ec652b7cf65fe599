"""What files say about their makers stays behind: only what is drawn and written is seen."""

import io
from collections.abc import Callable

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from grader.export.pictures import Png
from grader.model.document import Pixels
from grader.reports.guest.documents.word_pictures import Rasters
from grader.reports.page_png import crop_png
from tests.reports.documents.word_files import (
    MAIN,
    OFFICE,
    drawn,
    p,
    r,
    relations,
    root,
    told,
    zipped,
)

SECRET = "Hanako Sato"
HOME = "/home/" + "hanako/graph.py"
DRAWN = {b"IHDR", b"PLTE", b"IDAT", b"IEND"}  # the chunks that a picture is made of


def png() -> bytes:
    """A picture as programs save it: with its author, its maker's path and EXIF data."""
    texts = PngInfo()
    texts.add_text("Author", SECRET)
    texts.add_itxt("Description", HOME)
    texts.add_text("Source", SECRET * 99, zip=True)
    return saved("PNG", pnginfo=texts, exif=exif(), dpi=(300, 300))


def jpeg() -> bytes:
    """A photo as telephones save it."""
    return saved("JPEG", exif=exif(), comment=SECRET.encode())


def tiff() -> bytes:
    """A scan."""
    return saved("TIFF", tiffinfo={315: SECRET, 305: HOME})


def exif() -> Image.Exif:
    """Whose it is, and what made it."""
    data = Image.Exif()
    data[0x013B], data[0x0131], data[0x8298] = SECRET, HOME, SECRET
    return data


def saved(kind: str, **more: object) -> bytes:
    """A small drawing in a file."""
    image = Image.new("RGB", (60, 40), (255, 255, 255))
    image.paste((0, 0, 200), (10, 10, 50, 20))
    file = io.BytesIO()
    image.save(file, kind, **more)
    return file.getvalue()


def chunks(data: bytes) -> set[bytes]:
    """The kinds of chunks in a PNG file."""
    found, place = set(), 8
    while place < len(data):
        found.add(data[place + 4 : place + 8])
        place += 12 + int.from_bytes(data[place : place + 4])
    return found


@pytest.mark.parametrize("make", [png, jpeg, tiff])
def test_a_crop_holds_what_is_drawn_and_no_more(make: Callable[[], bytes]) -> None:
    """Only bare pixels come out of the fence, and a new file is made of them."""
    data = make()
    assert SECRET.encode() in data
    seen = Rasters(10**9).decode(data)
    crop = crop_png(Pixels(width=seen.width, height=seen.height, data=seen.data))
    assert Png(crop)
    assert chunks(crop) <= DRAWN
    with Image.open(io.BytesIO(crop)) as image:
        assert not image.getexif()
        assert not {*image.info} - {"transparency"}


def test_a_word_file_does_not_name_its_author() -> None:
    """Neither its properties nor those of its pictures, comments and changes."""
    core = (
        f'<cp:coreProperties xmlns:cp="{OFFICE}/package/2006/metadata/core-properties" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>{SECRET}</dc:creator>'
        f"<cp:lastModifiedBy>{SECRET}</cp:lastModifiedBy></cp:coreProperties>"
    )
    app = (
        f'<Properties xmlns="{OFFICE}/officeDocument/2006/extended-properties">'
        f"<Application>Microsoft Office Word</Application><Manager>{SECRET}</Manager>"
        f"<Company>{SECRET}</Company><Template>{HOME}</Template></Properties>"
    )
    changed = f'<w:ins w:author="{SECRET}">{r("足した文")}</w:ins>'
    kinds = {
        "rId1": ("officeDocument", "word/document.xml"),
        "rId2": ("metadata/core-properties", "docProps/core.xml"),
        "rId3": ("extended-properties", "docProps/app.xml"),
    }
    types = f'<Override PartName="/word/document.xml" ContentType="{MAIN}"/>'
    found = told(
        zipped(
            {
                "[Content_Types].xml": f'<Types xmlns="{OFFICE}/package/2006/content-types">'
                f"{types}</Types>",
                "_rels/.rels": relations(kinds),
                "docProps/core.xml": core,
                "docProps/app.xml": app,
                "word/document.xml": root("w:document", f"<w:body>{p(changed + drawn())}</w:body>"),
                "word/_rels/document.xml.rels": relations({"a": ("image", "media/a")}),
                "word/media/a": png(),
            }
        )
    )
    assert found.head["producer"] == "Microsoft Office Word"
    assert found.texts == ["足した文"]
    assert len(found.pictures) == 1
    assert SECRET not in repr(found)
    assert HOME not in repr(found)
