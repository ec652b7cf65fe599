"""Reads PDF files: pypdf looks ahead, pdfium reads and draws, page by page."""

import time

from .opened import Opened, Part, head, pack, unreadable
from .pdf_library import PASSWORD_NEEDED, pdfium
from .pdf_page import PageRead, read_page
from .pdf_places import give_places
from .pdf_preflight import MOST_PAGES, Preflight, look_ahead
from .pdf_render import address_of
from .pdf_repeats import Repeats
from .pdf_titles import Bookmark, give_levels, read_bookmarks

MOST_PIXELS = 40  # pictures of a document that are drawn
MOST_THUMBNAILS = 12
END = 2_048  # bytes in which a file says that it ends
AHEAD = 4  # pages that are read to tell running heads from text
MOST_SAID = 160
SECONDS = 20.0  # of the processor: after that pages are read no more


def open_pdf(data: bytes) -> Opened:
    """Opens a PDF; a part is a page."""
    known = look_ahead(data)
    if known.fatal:
        return unreadable("pdf", known.trouble, known.detail)
    address, kept = address_of(data)
    document = pdfium().LoadMemDocument64(address, len(data), None)
    if not document:
        return _refused(known)
    pages = pdfium().GetPageCount(document)
    if pages < 1:
        return unreadable("pdf", "damaged", known.detail or "no pages")
    trouble, detail = known.trouble, known.detail
    if trouble == "damaged" and _is_whole(document, pages, data):
        trouble = None  # nobody who opens it will notice
    if pages > MOST_PAGES and trouble is None:
        trouble, detail = "too-large", f"{pages} pages"
    reader = _Reader(document, min(pages, MOST_PAGES), kept)
    facts = head(
        "pdf",
        trouble=trouble,
        detail=detail,
        producer=known.producer,
        page_count=pages,
        parts=reader.pages,
    )
    return Opened(facts, reader.part)


def _is_whole(document: int, pages: int, data: bytes) -> bool:
    """Says whether every page is there, though pypdf finds fault with the file."""
    if b"%%EOF" not in data[-END:]:
        return False
    for index in range(min(pages, MOST_PAGES)):
        page = pdfium().LoadPage(document, index)
        if not page:
            return False
        pdfium().ClosePage(page)
    return True


def _refused(known: Preflight) -> Opened:
    if pdfium().GetLastError() == PASSWORD_NEEDED:
        return unreadable("pdf", "encrypted", "a password is needed to open it")
    return unreadable("pdf", "damaged", known.detail or "pdfium cannot open it")


class _Reader:
    """The pages of one document, read in order and a few ahead."""

    def __init__(self, document: int, pages: int, kept: object) -> None:
        self.document, self.pages = document, pages
        self._kept = kept  # pdfium reads from it as long as the document is open
        self._reads: list[PageRead | None] = []
        self._pixels = MOST_PIXELS
        self._started = time.process_time()
        self._repeats = Repeats()
        self._unread: dict[int, tuple[str, str]] = {}  # pages, with the reason
        self._bookmarks: list[Bookmark] = read_bookmarks(document)

    def part(self, index: int) -> Part:
        """Gives a page; one that was not read is empty, and says why."""
        while len(self._reads) < min(index + 1 + AHEAD, self.pages):
            self._read_one()
        read = self._reads[index]
        if read is None:
            nothing, data = pack([], [], [])
            trouble, detail = self._unread.get(index, ("damaged", ""))
            return {**nothing, "trouble": trouble, "detail": f"page {index + 1} {detail}"}, data
        give_places(self._reads, index)
        give_levels(read.lines, [mark for mark in self._bookmarks if mark.page == index])
        return pack(read.lines, self._repeats.of(read.pictures), [read.page])

    def _read_one(self) -> None:
        index, read = len(self._reads), None
        if time.process_time() - self._started > SECONDS:
            self._unread[index] = "time", ""
        else:
            read = self._attempt(index)
        if read is not None:
            drawn = sum(one["pixels"] is not None for one in read.pictures)
            self._pixels -= drawn - self._repeats.take(read.pictures, read.page["number"])
        self._reads.append(read)

    def _attempt(self, index: int) -> PageRead | None:
        """Reads a page; one that we stumble over must not cost the others."""
        try:
            return read_page(
                self.document,
                index,
                thumbnails=index < MOST_THUMBNAILS,
                pixels=self._pixels,
            )
        except MemoryError:
            self._unread[index] = "memory", ""
        except Exception as error:  # noqa: BLE001 - whatever it is, it is about this page
            self._unread[index] = "crashed", f"{type(error).__name__}: {error}"[:MOST_SAID]
        return None
