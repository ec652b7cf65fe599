"""The pages of docs/ja and docs/en beside each other, and what was recorded of them.

`make anew` records both sides of every page, once both say the same again.
"""

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import get_args

from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec import Struct

from grader.wording import Language
from tests.docs_pages import BLOCK, DOCS, WRITTEN_BY

RECORD = DOCS / "twins.json"
NOT_RUN = "<!-- not run: "
MARKDOWN = MarkdownIt("commonmark").enable("table")


class Fence(Struct, frozen=True):
    """A block of code."""

    language: str
    lines: tuple[str, ...]
    not_run: bool  # a comment before it says why


class Page(Struct, frozen=True):
    """What is counted and followed in a page."""

    headings: tuple[tuple[int, str], ...]  # the level, and the anchor that forges give
    fences: tuple[Fence, ...]
    tables: tuple[tuple[int, int], ...]  # rows and cells
    links: tuple[str, ...]  # and pictures


def twin_names() -> list[str]:
    """Every page that either language has, by its path below docs/ja and docs/en."""
    folders = [DOCS / lang for lang in get_args(Language)]
    pages = ((folder, page) for folder in folders for page in folder.rglob("*.md"))
    return sorted({page.relative_to(folder).as_posix() for folder, page in pages})


def read_page(path: Path) -> Page:
    """Takes a page apart."""
    tokens = MARKDOWN.parse(path.read_text(encoding="utf-8"))
    inline = [child for token in tokens for child in token.children or ()]
    targets = (one.attrs.get("href", one.attrs.get("src")) for one in inline)
    return Page(
        headings=tuple(_headings(tokens)),
        fences=tuple(_fences(tokens)),
        tables=tuple(_tables(tokens)),
        links=tuple(str(target) for target in targets if target),
    )


def _headings(tokens: list[Token]) -> Iterator[tuple[int, str]]:
    seen: dict[str, int] = {}
    for token, text in pairwise(tokens):
        if token.type == "heading_open":
            said = "".join(one.content for one in text.children or () if one.content)
            letters = (one for one in said.lower() if one.isalnum() or one in " -_")
            anchor = "".join(letters).replace(" ", "-")
            seen[anchor] = seen.get(anchor, -1) + 1
            yield int(token.tag[1]), f"{anchor}-{seen[anchor]}" if seen[anchor] else anchor


def _fences(tokens: list[Token]) -> Iterator[Fence]:
    for before, token in zip([Token("", "", 0), *tokens], tokens, strict=False):
        if token.type == "fence":
            lines = tuple(token.content.splitlines())
            yield Fence(token.info.strip(), lines, before.content.startswith(NOT_RUN))


def _tables(tokens: list[Token]) -> Iterator[tuple[int, int]]:
    rows = cells = 0
    for token in tokens:
        if token.type == "table_open":
            rows = cells = 0
        rows += token.type == "tr_open"
        cells += token.type in {"th_open", "td_open"}
        if token.type == "table_close":
            yield rows, cells


def digests() -> Mapping[str, Mapping[str, str]]:
    """What both sides of each written page are now; generated parts and pages are left out."""
    return {
        name: {lang: _digest(DOCS / lang / name) for lang in get_args(Language)}
        for name in twin_names()
        if all((DOCS / lang / name).exists() for lang in get_args(Language))
        and WRITTEN_BY not in (DOCS / "en" / name).read_text(encoding="utf-8")
    }


def _digest(page: Path) -> str:
    text = BLOCK.sub(r"\g<begin>\g<end>", page.read_text(encoding="utf-8"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def behind() -> Iterator[str]:
    """Says of each page that is not as recorded, which twin may be behind."""
    recorded = json.loads(RECORD.read_text(encoding="utf-8"))
    now = digests()
    for name in sorted({*recorded, *now}):
        sides = now.get(name, {})
        changed = [lang for lang in sides if recorded.get(name, {}).get(lang) != sides[lang]]
        if len(changed) == 1:
            (other,) = set(sides) - set(changed)
            yield f"docs/{other}/{name} may be behind: docs/{changed[0]}/{name} changed"
        elif changed or not sides:
            yield f"{name} is new, changed on both sides, or gone"


def write() -> None:
    """Records both sides of every page; where only one side changed, it names the other."""
    sys.stdout.writelines(f"  {line}\n" for line in behind() if "may be behind" in line)
    text = json.dumps(digests(), indent=1, sort_keys=True) + "\n"
    RECORD.write_text(text, encoding="utf-8", newline="\n")
