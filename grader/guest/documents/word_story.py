"""Reads a story of a Word file from top to bottom: its body, a header, a note."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .opened import line
from .word_boxes import PAPER, painted
from .word_choices import children
from .word_chunks import chunk_lines
from .word_drawings import Drawing
from .word_fields import Fields
from .word_inline import Inline, Surroundings
from .word_names import Node, R, W, value
from .word_numbering import Numbering
from .word_package import Package, Related
from .word_styles import Style, Styles, paragraph_properties, shade_of
from .word_text import BREAK, Paragraph, Segment, looks

MOST_LINES, MOST_PARAGRAPHS = 20_000, 60_000  # those without text count among the second
MOST_DRAWINGS = 900
MARKS = 8  # strokes that lie about in one paragraph
INSIDE = ("sdtContent", "customXml", "ins", "moveTo", "smartTag")
FAR = ("header", "footer", "note", "contents")  # places that hold tables and boxes of their own
KANA, STOP = re.compile(r"[ぁ-んァ-ヶ]"), re.compile(r"[。．.]\s*$")
DRAWN_CELLS = 8  # coloured and empty
PROSE_PARAGRAPHS, PROSE_LETTERS, PROSE_SENTENCES = 5, 300, 3


class Full(Exception):
    """There is more in the file than is read."""


@dataclass(slots=True)
class Seen:
    """What was read off a document so far."""

    lines: list[dict[str, Any]] = field(default_factory=list)
    drawings: list[tuple[int, str, Drawing]] = field(default_factory=list)  # line, place
    paragraphs: int = 0

    def draw(self, at: int, place: str, drawing: Drawing) -> None:
        """Notes a picture that stands after `at` lines."""
        if len(self.drawings) >= MOST_DRAWINGS:
            raise Full(f"over {MOST_DRAWINGS} pictures")
        self.drawings.append((at, place, drawing))

    def without_marks(self) -> None:
        """Forgets arrows and frames that were laid on pictures; alone they may be a drawing."""
        if any(not drawing.loose for _, _, drawing in self.drawings):
            self.drawings = [
                one for one in self.drawings if not one[2].loose or one[2].strokes > MARKS
            ]

    def turn(self) -> None:
        """Notes that another paragraph is looked at."""
        self.paragraphs += 1
        if self.paragraphs > MOST_PARAGRAPHS:
            raise Full(f"over {MOST_PARAGRAPHS} paragraphs")

    def write(self, made: dict[str, Any]) -> None:
        """Adds a line."""
        if len(self.lines) >= MOST_LINES:
            raise Full(f"over {MOST_LINES} lines")
        self.lines.append(made)


@dataclass(slots=True)
class Story:
    """Reads the stories of one file."""

    package: Package
    styles: Styles
    numbering: Numbering
    fields: Fields = field(default_factory=Fields)
    seen: Seen = field(default_factory=Seen)
    paper: str = "FFFFFF"
    _under_boxes: str | None = None
    _related: dict[str, Related] = field(default_factory=dict)

    def read(self, root: Node, related: dict[str, Related], place: str = "body") -> None:
        """Reads one story; `related` is what its part refers to.

        Raises:
            Full: the caps are reached; what was read is in `seen`.
        """
        self._related = related
        self.fields.prepare(root)
        found = painted(root)
        self._under_boxes = None if found.anywhere else self.paper
        self._blocks(root, Surroundings(place, None if found.under_text else self.paper))

    def _blocks(self, node: Node, around: Surroundings) -> None:
        for child in children(node):
            name = child.tag
            if name == W + "p":
                self._paragraph(child, around)
            elif name == W + "tbl":
                self._table(child, around)
            elif name == W + "altChunk":
                self._chunk(child)
            elif name == W + "sdt":
                self._blocks(child, _in_gallery(child, around))
            elif any(name == W + inside for inside in INSIDE):
                self._blocks(child, around)

    def _chunk(self, node: Node) -> None:
        found = self._related.get(node.get(R + "id", ""))
        if found is not None and found.name in self.package.zipped:
            for made in chunk_lines(self.package.zipped.read(found.name)):
                if made is None:
                    drawing = Drawing("raster", trouble="external")
                    self.seen.draw(len(self.seen.lines), "body", drawing)
                else:
                    self.seen.write(made)

    def _paragraph(self, node: Node, around: Surroundings) -> None:
        self.seen.turn()
        properties = node.find(W + "pPr")
        style = self.styles.paragraph(None if properties is None else value(properties, "pStyle"))
        known = {**style.paragraph, **paragraph_properties(properties)}
        if known.get("ground", "") != "":
            around = around._replace(ground=known["ground"])
        inline = Inline(self.styles, self.fields, self._related, style.run)
        paragraph = inline.read(node, around)
        number, listed = self._number(known, properties, paragraph)
        if paragraph.contents or style.contents:
            around = around._replace(place="contents")
        told = _told(style, known) | {"number": number, "listed": listed}
        self._write(paragraph, around, told)
        for box in paragraph.boxes:
            place = around.place if around.place in FAR else box.place
            hidden = around.hidden or box.hidden
            ground = self._under_boxes if box.ground == "" else box.ground
            self._blocks(box.content, Surroundings(place, ground, hidden))

    def _number(
        self, known: dict[str, Any], properties: Node | None, paragraph: Paragraph
    ) -> tuple[str, bool]:
        """Counts the paragraph, unless it is one that was deleted."""
        deleted = properties is not None and properties.find(f"{W}rPr/{W}del") is not None
        if not known.get("list") or (deleted and not paragraph.lines()[0][0].pieces):
            return "", False
        return self.numbering.next(known["list"], known.get("list_level"), known.get("id", ""))

    def _write(self, paragraph: Paragraph, around: Surroundings, told: dict[str, Any]) -> None:
        first = True
        for group in paragraph.lines():
            text = BREAK.join(segment.text for segment in group).strip("\n\f ")
            at = len(self.seen.lines)
            if text.strip():
                pieces = [piece for segment in group for piece in segment.visible]
                known = told if first else {"style": told["style"], "centred": told["centred"]}
                self.seen.write(line(text, **looks(pieces), **known, place=around.place))
                first = False
            self._draw(group, around, at, written=bool(text.strip()))
        for why, text in paragraph.hidden().items():
            pieces = [p for segment in paragraph.segments for p in segment.pieces if p.look.hidden]
            self.seen.write(line(text, **looks(pieces), hidden=why, place=around.place))

    def _draw(self, group: list[Segment], around: Surroundings, at: int, *, written: bool) -> None:
        before = True  # whether no text of the group stands before
        for segment in group:
            for behind, drawing in segment.drawings:
                after = written and (behind or not before)
                self.seen.draw(at + after, around.place, drawing)
            before = before and not segment.text.strip()

    def _table(self, node: Node, around: Surroundings) -> None:
        style = node.find(f"{W}tblPr/{W}tblStyle")
        coloured = self.styles.paints(None if style is None else style.get(W + "val"))
        ground = None if coloured else around.ground
        shade = node.find(f"{W}tblPr/{W}shd")
        if shade is not None and shade_of(shade) != "" and not coloured:
            ground = shade_of(shade)
        coloured_cells = _coloured_cells(node)
        if coloured_cells >= DRAWN_CELLS:
            painting = Drawing("vector", strokes=coloured_cells, trouble="no-renderer", loose=True)
            self.seen.draw(len(self.seen.lines), around.place, painting)
        for row in _within(node, "tr"):
            if row.find(f"{W}trPr/{W}del") is None:
                for cell in _within(row, "tc"):
                    self._cell(cell, around._replace(ground=ground))

    def _cell(self, node: Node, around: Surroundings) -> None:
        shade = node.find(f"{W}tcPr/{W}shd")
        if shade is not None and (ground := shade_of(shade)) != "":
            around = around._replace(ground=ground)
        if around.place not in FAR and not _is_prose(node):
            around = around._replace(place="table")
        self._blocks(node, around)


def _told(style: Style, known: dict[str, Any]) -> dict[str, Any]:
    """What the paragraph's own words make of its style's."""
    level, level_from = style.level, style.level_from
    outline = known.get("outline")
    if outline is not None and outline != style.paragraph.get("outline"):
        level, level_from = outline, "outline-level" if outline else ""
    return {
        "level": level,
        "level_from": level_from,
        "style": style.name,
        "centred": known.get("centred", False),
    }


def _in_gallery(node: Node, around: Surroundings) -> Surroundings:
    gallery = node.find(f"{W}sdtPr/{W}docPartObj/{W}docPartGallery")
    if gallery is not None and gallery.get(W + "val") == "Table of Contents":
        return around._replace(place="contents")
    return around


def _within(node: Node, name: str) -> Iterator[Node]:
    """Gives rows or cells, also those inside content controls."""
    for child in children(node):
        if child.tag == W + name:
            yield child
        elif child.tag == W + "sdt" or any(child.tag == W + inside for inside in INSIDE):
            yield from _within(child, name)


def _coloured_cells(table: Node) -> int:
    """Counts cells that hold a colour and nothing to read: bars are drawn so, and pixels."""
    return sum(
        cell.find(f"{W}tcPr/{W}shd") is not None
        and shade_of(cell.find(f"{W}tcPr/{W}shd")) not in ("", PAPER)
        and next((t for t in cell.iter(W + "t") if (t.text or "").strip()), None) is None
        for row in table.iterchildren(W + "tr")
        for cell in row.iterchildren(W + "tc")
    )


def _is_prose(cell: Node) -> bool:
    """Forms of universities put the whole report into one cell: that is no table."""
    texts = ("".join(t.text or "" for t in p.iter(W + "t")) for p in cell.iterchildren(W + "p"))
    written = [text for text in texts if text.strip()]
    if len(written) < PROSE_PARAGRAPHS or sum(map(len, written)) < PROSE_LETTERS:
        return False
    japanese = sum(KANA.search(text) is not None for text in written)
    sentences = sum(STOP.search(text) is not None for text in written)
    return japanese * 2 >= len(written) and sentences >= PROSE_SENTENCES
