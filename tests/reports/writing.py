"""Documents written down in a few lines: every paragraph as a file has it, and what it is."""

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from grader.model.document import Document, FileKind, Line, Place
from grader.prose.folding import width

DATA = Path(__file__).parents[1] / "data" / "chapters"
_PLACES = {
    "table": Place.TABLE,
    "box": Place.TEXT_BOX,
    "header": Place.HEADER,
    "footer": Place.FOOTER,
    "toc": Place.CONTENTS,
    "note": Place.NOTE,
    "picture": Place.PICTURE,
}
_FONTS = {"g": "MS-Gothic", "m": "Courier", "bg": "HiraginoSans-W6"}
_LEFT, _TOP, _BOTTOM = 72.0, 72.0, 770.0


class Made(Struct, frozen=True, kw_only=True):
    """A document, the levels of its headings by line, and whether it has chapters."""

    name: str
    document: Document
    headings: dict[int, int]
    divided: bool


class Pen(Struct, kw_only=True):
    """Where the next line of a PDF goes."""

    size: float
    measure: float  # characters in a line
    page: int = 1
    top: float = _TOP


def read_all(name: str) -> list[Made]:
    """Reads the documents of one file of tests/data/chapters."""
    texts = (DATA / name).read_text(encoding="utf-8").split("\n=====")
    return [_read(text.strip("\n")) for text in texts if text.strip()]


def _read(text: str) -> Made:
    """Reads one document: a line of what it is, then its lines.

    A line is `2> {b s14 g} text`: a heading of level 2, bold, 14 points, gothic.
    """
    head, *body = text.lstrip("= ").splitlines()
    name, kind, divided, *options = head.split()
    numbers = {option[0]: float(option[1:]) for option in options}
    size = numbers.get("s", 10.5 if kind == "docx" else 10.0)
    pen = Pen(size=size, measure=numbers.get("w", 44.0))
    lines: list[Line] = []
    headings: dict[int, int] = {}
    for row in body:
        if row.strip() == "---":
            pen.page, pen.top = pen.page + 1, _TOP
            continue
        level, marks, content = _parts(row)
        if not content.strip():
            pen.top += 2 * pen.size
            continue
        if level:
            headings[len(lines)] = level
        lines += _set(content, marks, pen, is_pdf=kind == "pdf")
    found = FileKind.PDF if kind == "pdf" else FileKind.DOCX
    document = Document(kind=found, lines=tuple(lines))
    return Made(name=name, document=document, headings=headings, divided=divided == "yes")


def _parts(row: str) -> tuple[int, list[str], str]:
    """Takes a written line apart."""
    level = 0
    if found := re.match(r"([1-9])>\s?", row):
        level, row = int(found[1]), row[found.end() :]
    if found := re.match(r"\{([^}]*)\}\s?", row):
        return level, found[1].split(), row[found.end() :].replace("\\n", "\n").replace("\\t", "\t")
    return level, [], row.replace("\\n", "\n").replace("\\t", "\t")


def _set(text: str, marks: list[str], pen: Pen, *, is_pdf: bool) -> Iterator[Line]:
    """Sets a paragraph as a file of its kind has it."""
    size = next((float(m[1:]) for m in marks if re.fullmatch(r"s[\d.]+", m)), pen.size)
    level = next((int(m[1:]) for m in marks if re.fullmatch(r"L\d", m)), 0)
    indent = next((float(m[1:]) for m in marks if re.fullmatch(r"i\d+", m)), 0.0)
    number = next((m[2:] for m in marks if m.startswith("n=")), "")
    font = next((_FONTS[m] for m in marks if m in _FONTS), "MS-Mincho")
    place = next((_PLACES[m] for m in marks if m in _PLACES), Place.BODY)
    said = next((m[5:] for m in marks if m.startswith("from=")), "style" if level else "")
    columns = pen.measure if is_pdf and "one" not in marks else 10_000.0
    if "gap" in marks:
        pen.top += 0.8 * size
    for nth, piece in enumerate(_wrapped(text, columns * pen.size / size)):
        left = _LEFT + indent + (150.0 if "c" in marks else 0.0)
        box = (left, pen.top, left + width(piece) * size, pen.top + size) if is_pdf else None
        yield Line(
            text=piece,
            page=pen.page if is_pdf else 0,
            box=box,
            size_pt=size,
            bold="b" in marks,
            font=font,
            centred="c" in marks,
            place=place,
            level=level,
            level_from=said,
            number=number if nth == 0 else "",
            listed=bool(number) or "listed" in marks,
        )
        if "same" not in marks:
            pen.top += 1.7 * size
        if pen.top > _BOTTOM:
            pen.page, pen.top = pen.page + 1, _TOP


def _wrapped(text: str, columns: float) -> Iterator[str]:
    """Breaks a text into lines as wide as the page; English between words."""
    line = ""
    for piece in re.findall(r"[!-~]+\s?|.|\n", text):
        if line and width(line + piece.rstrip()) > columns:
            yield line.rstrip(" ")
            line = ""
        line += piece
    yield line
