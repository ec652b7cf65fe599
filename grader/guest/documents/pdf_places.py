"""What other lines tell about a line: running heads, page numbers, contents pages.

And what the bookmarks of a document say: which lines are headings.
"""

import itertools
import re
import unicodedata
from collections.abc import Sequence
from typing import Any, NamedTuple

from .pdf_page import PageRead

EDGE = 0.125  # of the page's height: where heads and feet stand
RIM = 0.04  # of the page's height
PRINTED = re.compile(r"^\s*\d{1,4}/\d{1,2}/\d{1,4}\b|://|\s\d{1,3}/\d{1,3}\s*$")
TELLING = 12  # letters beside digits that make a line known again on two pages only
APART = 1.2  # heights of a line: the room between a page's number and its text
LEVEL = 4.0  # points between a head on one page and on another
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
MOST_LETTERS, BEGINNING = 300, 8  # of a title; of the first of two lines that a title goes over


def give_places(reads: Sequence[PageRead | None], index: int) -> None:
    """Writes into a page's lines where they stand, by all the pages read until now."""
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
    """Says whether a line is what a browser prints at the rim: date, title, address, page."""
    _, top, _, bottom = line["box"]
    height = read.page["height_pt"]
    at_rim = bottom < RIM * height or top > (1 - RIM) * height
    return at_rim and PRINTED.search(line["text"]) is not None


def _only_a_number(line: dict[str, Any], body: list[dict[str, Any]], side: str) -> bool:
    """Says whether a line is a page's number, alone at its edge and apart from the text."""
    if not PAGE_NUMBER.fullmatch(line["text"]):
        return False
    _, top, _, bottom = line["box"]
    room = APART * (bottom - top)
    others = [other["box"] for other in body if other is not line]
    if side == "footer":
        return not any(box[1] < top - 1 and box[3] > top - room for box in others)
    return not any(box[3] > bottom + 1 and box[1] < bottom + room for box in others)


def _runs_on(reads: Sequence[PageRead], read: PageRead, line: dict[str, Any], side: str) -> bool:
    """Says whether a line stands again on other pages, where nothing else ever stands."""
    same = exact = other = 0
    for page in reads:
        band = _band(page, line, side)
        pages = page.page["number"] - read.page["number"]
        if any(_again(line["text"], there["text"], pages) for there in band):
            same += 1
            exact += any(line["text"] == there["text"] for there in band)
        elif band and page.page["number"] > 1:  # a first page has heads of its own
            other += 1
    sure = exact > 1 or len(DIGITS.sub("", line["text"])) >= TELLING
    return same >= (2 if sure else 3) and other * 4 <= same


def _band(read: PageRead, line: dict[str, Any], side: str) -> list[dict[str, Any]]:
    """Gives what stands on a page at the height of a line."""
    return [
        there
        for there in read.lines
        if not there["hidden"]
        and _side(there, read) == side
        and abs(there["box"][1] - line["box"][1]) < LEVEL
    ]


def _again(first: str, second: str, pages: int) -> bool:
    """Says whether two lines are the same but for the number of the page."""
    if DIGITS.sub("0", first) != DIGITS.sub("0", second):
        return False
    pairs = zip(DIGITS.findall(first), DIGITS.findall(second), strict=True)
    return first == second or {int(theirs[:9]) - int(mine[:9]) for mine, theirs in pairs} <= {
        0,
        pages,
    }


class Bookmark(NamedTuple):
    """An entry of the outline."""

    title: str
    level: int
    page: int  # from 0; -1 = it leads nowhere


def read_bookmarks(document: Any) -> list[Bookmark]:
    """Reads the outline of a document of pypdfium2's; loops end where they begin again."""
    marks = []
    for mark in itertools.islice(document.get_toc(max_depth=DEEPEST), MOST_BOOKMARKS):
        target = mark.get_dest()
        page = target.get_index() if target else None
        marks.append(Bookmark(mark.get_title(), mark.level + 1, -1 if page is None else page))
    return marks


def give_levels(lines: list[dict[str, Any]], bookmarks: list[Bookmark]) -> None:
    """Writes the levels of a page's bookmarks into the lines that they name."""
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
    """Says whether a title is that of a line, or of a line and the next, with or without number."""
    if not text or not title:
        return False
    bare = [words[NUMBER.match(words).end() :] for words in (title, text)]  # type: ignore[union-attr]  # matches nothing, too
    if title == text or bare[0] == bare[1] != "":
        return True
    return len(text) > BEGINNING and title.startswith(text) and (text + after).startswith(title)


def _fold(text: str) -> str:
    return SPACE.sub("", unicodedata.normalize("NFKC", text[:MOST_LETTERS]))
