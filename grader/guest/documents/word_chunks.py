"""Foreign text that a Word file only carries along: HTML pages and plain text, as converters leave.

Word makes paragraphs of it when it opens the file, so that a reader sees a report like any other.
"""

import email
import re
from collections.abc import Iterator
from typing import Any

from .opened import line

MOST_BYTES = 8_000_000
BLOCKS = (
    "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "td", "th", "tr", "table", "ul", "ol",
    "pre", "blockquote", "section", "article", "body", "html", "figcaption", "figure", "dt", "dd",
)  # fmt: skip
SILENT = ("script", "style", "head", "title", "template")
HEADING = re.compile(r"h([1-6])")


def chunk_lines(data: bytes) -> Iterator[dict[str, Any] | None]:
    """Gives the lines of such a part, and None where a picture stands, which nobody fetches.

    A part that cannot be read here gives nothing.
    """
    if data.startswith((b"PK", b"{\\rtf")):
        return
    page = _page(data[:MOST_BYTES])
    if b"<" in page[:4_096]:
        yield from _of_html(page)
        return
    text = page.decode("utf-8", "replace")
    yield from (line(each.strip()) for each in text.splitlines() if each.strip())


def _page(data: bytes) -> bytes:
    """Takes the page out of a web archive."""
    start = data[:4_096].lower()
    if b"mime-version" not in start and b"content-type:" not in start:
        return data
    for part in email.message_from_bytes(data).walk():
        if part.get_content_type() == "text/html":
            page = part.get_payload(decode=True)
            return page if isinstance(page, bytes) else b""
    return data


def _of_html(data: bytes) -> Iterator[dict[str, Any] | None]:
    from lxml import etree

    try:
        data.decode("utf-8")
        encoding = "utf-8"
    except UnicodeDecodeError:
        encoding = None  # the page says itself, or nobody knows
    parser = etree.HTMLParser(no_network=True, huge_tree=False, encoding=encoding)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError):
        return
    words: list[str] = []
    tags: list[str] = []
    for event, node in etree.iterwalk(root, events=("start", "end")) if root is not None else ():
        name = node.tag if isinstance(node.tag, str) else ""
        if name in BLOCKS or name in ("br", "img"):
            yield from _written(words, tags)
        if event == "start" and name in ("img", "svg", "canvas"):
            yield None
        if event == "start":
            tags.append(name)
            words.append((node.text or "") if name not in SILENT else "")
        else:
            tags.pop()
            words.append((node.tail or "") if not set(tags) & set(SILENT) else "")
    yield from _written(words, [])


def _written(words: list[str], tags: list[str]) -> Iterator[dict[str, Any]]:
    """Makes a line of the words so far; a heading is what the page says is one."""
    text = " ".join("".join(words).split())
    words.clear()
    if text:
        levels = [int(heading.group(1)) for tag in tags if (heading := HEADING.fullmatch(tag))]
        known = {"level": levels[-1], "level_from": "style"} if levels else {}
        place = "table" if "td" in tags or "th" in tags else "body"
        yield line(text, **known, place=place, listed="li" in tags)
