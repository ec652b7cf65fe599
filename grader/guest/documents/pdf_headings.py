"""Headings that a PDF names itself: tags of its structure tree, and bookmarks."""

import ctypes
import itertools
import re
import unicodedata
from typing import Any, NamedTuple

MOST_BOOKMARKS, DEEPEST = 1_000, 8
MOST_ELEMENTS, DEEPEST_ELEMENT = 20_000, 40
LONGEST = 64  # bytes of a tag's name
LEVELS = {"Title": 1, "H": 1, **{f"H{level}": level for level in range(1, 7)}}
SPACE = re.compile(r"[\s\u3000.,:．，、。：]+")
NUMBER = re.compile(r"(第?[0-9一二三四五六七八九十]+[章節項]?|[ivxIVX]+)?([-.]?[0-9]+)*[.)]?")
NO_HEADING = frozenset({"header", "footer", "contents", "picture", "table"})
MOST_LETTERS, TELLING = 300, 8  # of a title; of the first of two lines that a title goes over


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
    return len(text) > TELLING and title.startswith(text) and (text + after).startswith(title)


def _fold(text: str) -> str:
    return SPACE.sub("", unicodedata.normalize("NFKC", text[:MOST_LETTERS]))


def read_tags(page: Any) -> dict[int, tuple[str, int]]:
    """Reads which marked contents of a page are headings: their tag, and which heading it is."""
    import pypdfium2.raw as pdfium

    tree = pdfium.FPDF_StructTree_GetForPage(page)
    if not tree:
        return {}
    tags: dict[int, tuple[str, int]] = {}
    count = min(pdfium.FPDF_StructTree_CountChildren(tree), MOST_ELEMENTS)
    left = [(pdfium.FPDF_StructTree_GetChildAtIndex(tree, at), "", 0, 0) for at in range(count)]
    seen = 0
    room = ctypes.create_string_buffer(LONGEST)
    while left and seen < MOST_ELEMENTS:
        element, tag, heading, depth = left.pop()
        seen += 1
        if not element or depth > DEEPEST_ELEMENT:
            continue
        if not tag:
            size = min(pdfium.FPDF_StructElement_GetType(element, room, LONGEST), LONGEST)
            name = room.raw[: max(size - 2, 0)].decode("utf-16-le", "replace")
            tag, heading = (name, seen) if name in LEVELS else ("", 0)
        count = min(pdfium.FPDF_StructElement_CountChildren(element), MOST_ELEMENTS)
        for at in range(count):
            child = pdfium.FPDF_StructElement_GetChildAtIndex(element, at)
            mark = pdfium.FPDF_StructElement_GetChildMarkedContentID(element, at) if tag else -1
            if child:
                left.append((child, tag, heading, depth + 1))
            elif mark >= 0:
                tags[mark] = tag, heading
    pdfium.FPDF_StructTree_Close(tree)
    return tags
