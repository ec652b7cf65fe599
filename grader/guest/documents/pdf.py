"""Reads PDF files with pdfium, which reads and draws, page by page."""

import logging
import time
from typing import Any, NamedTuple

from .opened import MOST_NAME, Bitmap, Opened, Part, head, pack, unreadable
from .pdf_page import PageRead, PageReader
from .pdf_places import Bookmark, give_levels, give_places, read_bookmarks

MOST_PAGES = 200
MOST_PIXELS = 40  # pictures of a document that are drawn
MOST_THUMBNAILS = 12
AHEAD = 4  # pages that are read to tell running heads from text
MOST_SAID = 160
SECONDS = 20.0  # of the processor: after that pages are read no more
SIGNS = 64  # rows and columns of what is kept of a picture
ALIKE = 20.0  # of 255: the largest difference of two drawings of one picture, once shrunk
SAME_SIZE = 2.0  # points
OFTEN = 3  # pages: from then on a picture is told no more


def open_pdf(data: bytes) -> Opened:
    """Opens a PDF; a part is a page. The empty password opens what is only kept from changes."""
    from pypdfium2 import PdfDocument, PdfiumError
    from pypdfium2.raw import FPDF_ERR_PASSWORD

    logging.getLogger("pypdfium2").setLevel(logging.CRITICAL)
    try:
        document = PdfDocument(data)
    except PdfiumError as error:
        if error.err_code == FPDF_ERR_PASSWORD:
            return unreadable("pdf", "encrypted", "a password is needed to open it")
        return unreadable("pdf", "damaged", "pdfium cannot open it")
    pages = len(document)
    if pages < 1:
        return unreadable("pdf", "damaged", "no pages")
    trouble, detail = None, ""
    if pages > MOST_PAGES:
        trouble, detail = "too-large", f"{pages} pages"
    elif data.rfind(b"%%EOF") < data.rfind(b"endobj"):  # pdfium opens what is left of it
        trouble, detail = "damaged", "the end is missing"
    reader = _PdfPages(document, min(pages, MOST_PAGES))
    facts = {"producer": _producer(document), "page_count": pages, "parts": reader.pages}
    return Opened(head("pdf", trouble=trouble, detail=detail, **facts), reader.part)


def _producer(document: Any) -> str:
    names = [document.get_metadata_value(key).strip() for key in ("Creator", "Producer")]
    return " / ".join(name for name in dict.fromkeys(names) if name)[:MOST_NAME]


class _PdfPages:
    """The pages of one document, read in order and a few ahead."""

    def __init__(self, document: Any, pages: int) -> None:
        self.document, self.pages = document, pages
        self._reads: list[PageRead | None] = []
        self._pixels = MOST_PIXELS
        self._started = time.process_time()
        self._repeats = _Repeats()
        self._unread: dict[int, tuple[str, str]] = {}  # pages, with the reason
        self._bookmarks: list[Bookmark] = read_bookmarks(document)

    def part(self, index: int) -> Part:
        """Gives a page; one that was not read is empty, and says why."""
        while len(self._reads) < min(index + 1 + AHEAD, self.pages):
            self._read_next()
        read = self._reads[index]
        if read is None:
            nothing, data = pack([], [], [])
            trouble, detail = self._unread[index]
            return {**nothing, "trouble": trouble, "detail": f"page {index + 1} {detail}"}, data
        give_places(self._reads, index)
        give_levels(read.lines, [mark for mark in self._bookmarks if mark.page == index])
        return pack(read.lines, self._repeats.of(read.pictures), [read.page])

    def _read_next(self) -> None:
        """Reads a page; one that we stumble over must not cost the others."""
        from pypdfium2 import PdfiumError

        index, read = len(self._reads), None
        try:
            if time.process_time() - self._started > SECONDS:
                self._unread[index] = "time", ""
            else:
                page = PageReader(self.document[index], index + 1)
                read = page.read(thumbnail=index < MOST_THUMBNAILS, pixels=self._pixels)
        except MemoryError:
            self._unread[index] = "memory", ""
        except PdfiumError:
            self._unread[index] = "damaged", ""
        except Exception as error:  # noqa: BLE001 - whatever it is, it is about this page
            self._unread[index] = "crashed", f"{type(error).__name__}: {error}"[:MOST_SAID]
        if read is not None:
            drawn = sum(picture["pixels"] is not None for picture in read.pictures)
            self._pixels -= drawn - self._repeats.take(read.pictures, index + 1)
        self._reads.append(read)


class _Kept(NamedTuple):
    """A picture that was drawn: its size and look, and its pages."""

    size: tuple[float, float]
    sign: Any
    pages: set[int]


class _Repeats:
    """Recognises the same picture on several pages: a logo, the picture of a template."""

    def __init__(self) -> None:
        self._kept: list[_Kept] = []
        self._homes: dict[int, _Kept] = {}
        self._given: set[int] = set()  # of what was kept, by id

    def take(self, pictures: list[dict[str, Any]], page: int) -> int:
        """Remembers the pictures of a page; says how many of them had been drawn before."""
        again = 0
        for picture in pictures:
            if picture["pixels"] is None:
                continue
            left, top, right, bottom = picture["box"]
            earlier = self._keep((right - left, bottom - top), _sign(picture["pixels"]))
            again += bool(earlier.pages) and page not in earlier.pages
            earlier.pages.add(page)
            self._homes[id(picture)] = earlier
        return again

    def _keep(self, size: tuple[float, float], sign: Any) -> _Kept:
        import numpy as np

        for earlier in self._kept:
            near = all(
                abs(side - other_side) < SAME_SIZE
                for side, other_side in zip(earlier.size, size, strict=True)
            )
            if near and float(np.abs(earlier.sign - sign).max()) < ALIKE:
                return earlier
        self._kept.append(_Kept(size, sign, set()))
        return self._kept[-1]

    def of(self, pictures: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Gives the pictures with how many pages show them; what many show is told once."""
        left = []
        for picture in pictures:
            if (earlier := self._homes.get(id(picture))) is not None:
                picture["pages"] = len(earlier.pages)
                if id(earlier) in self._given and len(earlier.pages) >= OFTEN:
                    continue
                self._given.add(id(earlier))
            left.append(picture)
        return left


def _sign(pixels: Bitmap) -> Any:
    import numpy as np
    from PIL import Image

    drawn = Image.frombytes("RGB", (pixels.width, pixels.height), pixels.data)
    small = drawn.convert("L").resize((SIGNS, SIGNS), Image.Resampling.BOX)
    return np.asarray(small, dtype=np.float32)
