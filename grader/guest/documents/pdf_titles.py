"""Headings that a PDF names itself: tags of its structure tree, and bookmarks."""

import re
import unicodedata
from typing import Any, NamedTuple

from .pdf_library import pdfium, wide_text

MOST_BOOKMARKS, DEEPEST = 1_000, 8
MOST_ELEMENTS, DEEPEST_ELEMENT = 20_000, 40
LEVELS = {"Title": 1, "H": 1, **{f"H{level}": level for level in range(1, 7)}}
SPACE = re.compile(r"[\s\u3000.,:．，、。：]+")
NUMBER = re.compile(r"(第?[0-9一二三四五六七八九十]+[章節項]?|[ivxIVX]+)?([-.]?[0-9]+)*[.)]?")
NO_HEADING = frozenset({"header", "footer", "contents", "picture", "table"})


class Bookmark(NamedTuple):
    """An entry of the outline."""

    title: str
    level: int
    page: int  # from 0; -1 = it leads nowhere


def read_bookmarks(document: int) -> list[Bookmark]:
    """Reads the outline of a document, MOST_BOOKMARKS at most; loops end there."""
    found: list[Bookmark] = []
    seen: set[int] = set()
    _bookmarks(document, None, 1, found, seen)
    return found


def _bookmarks(
    document: int, parent: int | None, level: int, found: list[Bookmark], seen: set[int]
) -> None:
    library = pdfium()
    child = library.Bookmark_GetFirstChild(document, parent)
    while child and child not in seen and len(found) < MOST_BOOKMARKS:
        seen.add(child)
        target = library.Bookmark_GetDest(document, child)
        page = library.Dest_GetDestPageIndex(document, target) if target else -1
        found.append(Bookmark(wide_text(library.Bookmark_GetTitle, child), level, page))
        if level < DEEPEST:
            _bookmarks(document, child, level + 1, found, seen)
        child = library.Bookmark_GetNextSibling(document, child)


def give_levels(lines: list[dict[str, Any]], bookmarks: list[Bookmark]) -> None:
    """Writes the levels of a page's bookmarks into the lines that they name."""
    folded = [_fold(line["text"]) for line in lines]
    taken: set[int] = set()
    for mark in bookmarks:
        title = _fold(mark.title)
        at = next((at for at in _places(lines, taken) if _names(title, folded, at)), None)
        if title and at is not None:
            taken.add(at)
            if not lines[at]["level"]:
                lines[at].update(level=mark.level, level_from="bookmark")


def _places(lines: list[dict[str, Any]], taken: set[int]) -> list[int]:
    return [
        at
        for at, line in enumerate(lines)
        if at not in taken and line["place"] not in NO_HEADING and not line["hidden"]
    ]


def _names(title: str, folded: list[str], at: int) -> bool:
    """Says whether a title is that of a line, or of a line and the next, with or without number."""
    text = folded[at]
    if not text or not title:
        return False
    if title == text or _bare(title) == _bare(text) != "":
        return True
    both = text + (folded[at + 1] if at + 1 < len(folded) else "")
    return len(text) > 8 and title.startswith(text) and both.startswith(title)  # noqa: PLR2004


def _fold(text: str) -> str:
    return SPACE.sub("", unicodedata.normalize("NFKC", text[:300]))


def _bare(text: str) -> str:
    found = NUMBER.match(text)
    return text[found.end() :] if found else text


def read_tags(page: int) -> dict[int, tuple[str, int]]:
    """Reads which marked contents of a page are headings: their tag, and which heading it is."""
    library = pdfium()
    tree = library.StructTree_GetForPage(page)
    if not tree:
        return {}
    found: dict[int, tuple[str, int]] = {}
    left = [
        (library.StructTree_GetChildAtIndex(tree, index), "", 0, 0)
        for index in range(min(library.StructTree_CountChildren(tree), MOST_ELEMENTS))
    ]
    seen = 0
    while left and seen < MOST_ELEMENTS:
        element, tag, heading, depth = left.pop()
        seen += 1
        if not element or depth > DEEPEST_ELEMENT:
            continue
        own = "" if tag else wide_text(library.StructElement_GetType, element, most=64)
        if own in LEVELS:
            tag, heading = own, seen
        left += _below(element, tag, heading, depth, found)
    library.StructTree_Close(tree)
    return found


def _below(
    element: int, tag: str, heading: int, depth: int, found: dict[int, tuple[str, int]]
) -> list[tuple[int, str, int, int]]:
    library, below = pdfium(), []
    for index in range(min(max(library.StructElement_CountChildren(element), 0), MOST_ELEMENTS)):
        child = library.StructElement_GetChildAtIndex(element, index)
        if child:
            below.append((child, tag, heading, depth + 1))
        elif tag and (mark := library.StructElement_GetChildMarkedContentID(element, index)) >= 0:
            found[mark] = tag, heading
    return below
