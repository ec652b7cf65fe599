"""Read PDF files page by page with pdfium, which also renders them.

This module also classifies lines by other lines (running heads, page numbers, contents pages) and
by a document's bookmarks (which lines are headings).
"""

import itertools
import logging
import re
import time
import unicodedata
from collections.abc import Sequence
from typing import Any, NamedTuple

from .opened import MOST_NAME, Bitmap, Opened, Part, head, pack, unreadable
from .pdf_notes import load_page, open_with_form
from .pdf_page import PageRead, PageReader

MOST_PAGES = 200
MOST_PIXELS = 40  # pictures of a document that are rendered
MOST_THUMBNAILS = 4  # number of thumbnails on a sheet
AHEAD = 4  # pages read in advance, to distinguish running heads from text
MOST_SAID = 160
SECONDS = 20.0  # of CPU time; after that, no more pages are read
SIGNS = 64  # rows and columns of the thumbnail that identifies a picture
ALIKE = 20.0  # of 255: maximum difference between thumbnails of one picture
SAME_SIZE = 2.0  # points
OFTEN = 3  # pages; a picture on more of them is reported only once


def open_pdf(data: bytes) -> Opened:
    """Open a PDF; a part is a page. An empty password opens files protected only from changes."""
    from pypdfium2 import PdfiumError
    from pypdfium2.raw import FORMTYPE_XFA_FULL, FPDF_ERR_PASSWORD

    logging.getLogger("pypdfium2").setLevel(logging.CRITICAL)
    try:
        document = open_with_form(data)
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
    elif data.rfind(b"%%EOF") < data.rfind(b"endobj"):  # truncated, but pdfium opens the rest
        trouble, detail = "damaged", "the end is missing"
    elif document.get_formtype() == FORMTYPE_XFA_FULL:
        trouble, detail = "xfa", "its pages are made by the program that shows them"
    reader = _PdfPages(document, min(pages, MOST_PAGES))
    facts = {"producer": _producer(document), "page_count": pages, "parts": reader.pages}
    return Opened(head("pdf", trouble=trouble, detail=detail, **facts), reader.part)


def _producer(document: Any) -> str:
    names = [document.get_metadata_value(key).strip() for key in ("Creator", "Producer")]
    return " / ".join(name for name in dict.fromkeys(names) if name)[:MOST_NAME]


class _PdfPages:
    """The pages of a document, read in order and a few in advance."""

    def __init__(self, document: Any, pages: int) -> None:
        self.document, self.pages = document, pages
        self._reads: list[PageRead | None] = []
        self._pixels = MOST_PIXELS
        self._started = time.process_time()
        self._repeats = _Repeats()
        self._unread: dict[int, tuple[str, str]] = {}  # index of a page -> trouble and detail
        self._bookmarks: list[Bookmark] = read_bookmarks(document)

    def part(self, index: int) -> Part:
        """Return a page; an unread page is empty and has a reason."""
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
        """Read a page; a fault in one must not affect the others."""
        from pypdfium2 import PdfiumError

        index, read = len(self._reads), None
        try:
            if time.process_time() - self._started > SECONDS:
                self._unread[index] = "time", ""
            else:
                page = PageReader(load_page(self.document, index), index + 1)
                read = page.read(thumbnail=index < MOST_THUMBNAILS, pixels=self._pixels)
        except MemoryError:
            self._unread[index] = "memory", ""
        except PdfiumError:
            self._unread[index] = "damaged", ""
        except Exception as error:  # noqa: BLE001 - any exception concerns only this page
            self._unread[index] = "crashed", f"{type(error).__name__}: {error}"[:MOST_SAID]
        if read is not None:
            drawn = sum(picture["pixels"] is not None for picture in read.pictures)
            self._pixels -= drawn - self._repeats.take(read.pictures, index + 1)
        self._reads.append(read)


class _Kept(NamedTuple):
    """A rendered picture: its size and thumbnail, and its pages."""

    size: tuple[float, float]
    sign: Any
    pages: set[int]


class _Repeats:
    """Recognises identical pictures on several pages, such as a template's logo."""

    def __init__(self) -> None:
        self._kept: list[_Kept] = []
        self._homes: dict[int, _Kept] = {}
        self._given: set[int] = set()  # ids of pictures that were returned

    def take(self, pictures: list[dict[str, Any]], page: int) -> int:
        """Record the pictures of a page; return how many of them had been rendered before."""
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
        """Return the pictures with the number of their pages; frequent ones are reported once."""
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


EDGE = 0.125  # share of the page's height that contains headers and footers
RIM = 0.04  # of the page's height
PRINTED = re.compile(r"^\s*\d{1,4}/\d{1,2}/\d{1,4}\b|://|\s\d{1,3}/\d{1,3}\s*$")
TELLING = 12  # letters besides digits that identify a line repeated on only two pages
APART = 1.2  # in line heights: space between a page number and the text
LEVEL = 4.0  # points between the positions of a header on two pages
PAGE_NUMBER = re.compile(
    r"\s*[-‐‑–—―~〜(（\[<]*\s*(?:(?:[Pp]\.?|[Pp]age|ページ)\s*)?"
    r"(?:\d{1,3}|[０-９]{1,3}|[ivxIVX]{1,5})"
    r"(?:\s*(?:[/／]|of)\s*\d{1,3})?\s*(?:ページ|頁)?\s*[-‐‑–—―~〜)）\]>]*\s*"
)
DIGITS = re.compile(r"[0-9０-９]+")
LEADERS = re.compile(r"(?:[.．・…‥·․]\s*){4,}[\s(（]*(?:[0-9０-９]{1,3}|[ivxIVX]{1,5})[)）]?\s*$")
NUMBERED = re.compile(r"[\t\u3000 ]\s*(?:[0-9０-９]{1,3}|[ivx]{1,5})\s*$")
CONTENTS = re.compile(r"\s*(目\s*次|もくじ|[Cc]ontents|CONTENTS|[Tt]able of [Cc]ontents)\s*$")
MOST_BOOKMARKS, DEEPEST = 1_000, 8
SPACE = re.compile(r"[\s\u3000.,:．，、。：]+")
NUMBER = re.compile(r"(第?[0-9一二三四五六七八九十]+[章節項]?|[ivxIVX]+)?([-.]?[0-9]+)*[.)]?")
NO_HEADING = frozenset({"header", "footer", "contents", "picture", "table"})
MOST_LETTERS, BEGINNING = 300, 8  # of a title; of the first line of a title with two lines


def give_places(reads: Sequence[PageRead | None], index: int) -> None:
    """Record the place of each line of a page, judging by all pages read so far."""
    read = reads[index]
    if read is None:
        return
    others = [other for other in reads if other is not None]
    body = _body(read)
    for line in body:
        side = _side(line, read)
        if side and (
            _at_the_rim(line, read)
            or _only_a_number(line, body, side)
            or _runs_on(others, read, line, side)
        ):
            line.update(place=side, level=0, level_from="", style="")
    listed = False  # below the heading of a table of contents
    for line in _body(read):
        text = line["text"]
        heads = CONTENTS.match(text) is not None
        listed = heads or (listed and bool(LEADERS.search(text) or NUMBERED.search(text)))
        if LEADERS.search(text) or (listed and not heads):
            line.update(place="contents", level=0, level_from="", style="")


def _body(read: PageRead) -> list[dict[str, Any]]:
    return [line for line in read.lines if line["place"] == "body" and not line["hidden"]]


def _side(line: dict[str, Any], read: PageRead) -> str:
    _, top, _, bottom = line["box"]
    height = read.page["height_pt"]
    if bottom < EDGE * height:
        return "header"
    return "footer" if top > (1 - EDGE) * height else ""


def _at_the_rim(line: dict[str, Any], read: PageRead) -> bool:
    """Return whether a browser printed a line in the margin: date, title, address, page."""
    _, top, _, bottom = line["box"]
    height = read.page["height_pt"]
    at_rim = bottom < RIM * height or top > (1 - RIM) * height
    return at_rim and PRINTED.search(line["text"]) is not None


def _only_a_number(line: dict[str, Any], body: list[dict[str, Any]], side: str) -> bool:
    """Return whether a line is a page number, alone at its edge and apart from the text."""
    if not PAGE_NUMBER.fullmatch(line["text"]):
        return False
    _, top, _, bottom = line["box"]
    room = APART * (bottom - top)
    others = [other["box"] for other in body if other is not line]
    if side == "footer":
        return not any(box[1] < top - 1 and box[3] > top - room for box in others)
    return not any(box[3] > bottom + 1 and box[1] < bottom + room for box in others)


def _runs_on(reads: Sequence[PageRead], read: PageRead, line: dict[str, Any], side: str) -> bool:
    """Return whether a line is repeated on other pages, where nothing else ever is."""
    same = exact = other = 0
    for page in reads:
        band = _band(page, line, side)
        pages = page.page["number"] - read.page["number"]
        if any(_again(line["text"], there["text"], pages) for there in band):
            same += 1
            exact += any(line["text"] == there["text"] for there in band)
        elif band and page.page["number"] > 1:  # a first page has headers of its own
            other += 1
    sure = exact > 1 or len(DIGITS.sub("", line["text"])) >= TELLING
    return same >= (2 if sure else 3) and other * 4 <= same


def _band(read: PageRead, line: dict[str, Any], side: str) -> list[dict[str, Any]]:
    """Return the lines of a page at the height of a line."""
    return [
        there
        for there in read.lines
        if not there["hidden"]
        and _side(there, read) == side
        and abs(there["box"][1] - line["box"][1]) < LEVEL
    ]


def _again(first: str, second: str, pages: int) -> bool:
    """Return whether two lines are equal except for the page number."""
    if DIGITS.sub("0", first) != DIGITS.sub("0", second):
        return False
    pairs = zip(DIGITS.findall(first), DIGITS.findall(second), strict=True)
    return first == second or {int(theirs[:9]) - int(mine[:9]) for mine, theirs in pairs} <= {
        0,
        pages,
    }


class Bookmark(NamedTuple):
    """An entry of the bookmarks."""

    title: str
    level: int
    page: int  # from 0; -1 = without a target


def read_bookmarks(document: Any) -> list[Bookmark]:
    """Read the bookmarks of a document of pypdfium2's; a loop ends where it begins again."""
    marks = []
    for mark in itertools.islice(document.get_toc(max_depth=DEEPEST), MOST_BOOKMARKS):
        target = mark.get_dest()
        page = target.get_index() if target else None
        marks.append(Bookmark(mark.get_title(), mark.level + 1, -1 if page is None else page))
    return marks


def give_levels(lines: list[dict[str, Any]], bookmarks: list[Bookmark]) -> None:
    """Record the levels of a page's bookmarks in the lines that they name."""
    folded = [_fold(line["text"]) for line in lines]
    left = [
        at
        for at, line in enumerate(lines)
        if line["place"] not in NO_HEADING and not line["hidden"]
    ]
    for mark in bookmarks:
        title = _fold(mark.title)
        at = next((at for at in left if _names(title, *folded[at : at + 2])), None)
        if at is not None:
            left.remove(at)
            if not lines[at]["level"]:
                lines[at].update(level=mark.level, level_from="bookmark")


def _names(title: str, text: str, after: str = "") -> bool:
    """Return whether a bookmark names a line, or it and the next one; numbers may differ."""
    if not text or not title:
        return False
    bare = [words[NUMBER.match(words).end() :] for words in (title, text)]  # type: ignore[union-attr]  # matches nothing, too
    if title == text or bare[0] == bare[1] != "":
        return True
    return len(text) > BEGINNING and title.startswith(text) and (text + after).startswith(title)


def _fold(text: str) -> str:
    return SPACE.sub("", unicodedata.normalize("NFKC", text[:MOST_LETTERS]))
