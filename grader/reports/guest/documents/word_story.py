"""Read a story of a Word file from top to bottom: its body, a header, a note."""

import email
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .opened import line
from .word_drawings import PAPER, WordDrawing, painted
from .word_inline import BREAK, Fields, Inline, ParagraphRead, Segment, Surroundings, looks
from .word_numbers import Numbering
from .word_places import (
    POINT,
    Sheet,
    cell_span,
    column_widths,
    has_no_room,
    is_fixed,
    is_indented_away,
    sheets,
    table_hidden,
)
from .word_styles import Known, Style, Styles, is_low, paragraph_properties, width_of
from .word_xml import Node, R, W, children, shade_of, value, whole_number
from .zipped import PackagePart

MOST_LINES, MOST_PARAGRAPHS = 20_000, 60_000  # empty paragraphs count only towards the second
MOST_DRAWINGS = 900
MARKS = 8  # loose strokes in one paragraph
INSIDE = ("sdt", "sdtContent", "customXml", "ins", "moveTo", "smartTag")
FAR = ("header", "footer", "note", "contents")  # places with tables and text boxes of their own
KANA, STOP = re.compile(r"[ぁ-んァ-ヶ]"), re.compile(r"[。．.]\s*$")
DRAWN_CELLS = 8  # empty cells with a colour
PROSE_PARAGRAPHS, PROSE_LETTERS, PROSE_SENTENCES = 5, 300, 3


class Full(Exception):
    """The file has more than is read."""


@dataclass(slots=True)
class Content:
    """What has been read from a document so far."""

    lines: list[dict[str, Any]] = field(default_factory=list)
    drawings: list[tuple[int, str, WordDrawing]] = field(default_factory=list)  # line, place
    paragraphs: int = 0

    def draw(self, at: int, place: str, drawing: WordDrawing) -> None:
        """Add a picture that stands after `at` lines."""
        if len(self.drawings) >= MOST_DRAWINGS:
            raise Full(f"over {MOST_DRAWINGS} pictures")
        self.drawings.append((at, place, drawing))

    def without_marks(self) -> None:
        """Drop arrows and frames drawn over pictures; on their own, they may be a drawing."""
        if any(not drawing.loose for _, _, drawing in self.drawings):
            self.drawings = [
                placed
                for placed in self.drawings
                if not placed[2].loose or placed[2].strokes > MARKS
            ]

    def turn(self) -> None:
        """Count a paragraph. Raises Full at the limit."""
        self.paragraphs += 1
        if self.paragraphs > MOST_PARAGRAPHS:
            raise Full(f"over {MOST_PARAGRAPHS} paragraphs")

    def write(self, made: dict[str, Any]) -> None:
        """Add a line."""
        if len(self.lines) >= MOST_LINES:
            raise Full(f"over {MOST_LINES} lines")
        self.lines.append(made)


@dataclass(slots=True)
class Story:
    """Reads the stories of a file one after another."""

    styles: Styles
    numbering: Numbering
    part: PackagePart
    paper: str = PAPER
    content: Content = field(default_factory=Content)
    fields: Fields = field(default_factory=Fields)
    _under_boxes: str | None = PAPER
    _sheets: list[Sheet] = field(default_factory=lambda: [Sheet()])  # from here to the end

    def read(self, root: Node, part: PackagePart, place: str = "body") -> None:
        """Read all blocks of a story in a package part."""
        self.part = part
        self.fields.prepare(root)
        self._sheets = [*sheets(root)] or self._sheets[:1]
        in_boxes, everywhere = painted(root)
        self._under_boxes = None if in_boxes else self.paper
        self._blocks(root, Surroundings(place, None if everywhere else self.paper))

    def _blocks(self, node: Node, around: Surroundings) -> None:
        for child in children(node):
            if child.tag == W + "p":
                self._paragraph(child, around)
            elif child.tag == W + "tbl":
                self._table(child, around)
            elif child.tag == W + "altChunk":
                self._chunk(child)
            elif child.tag in (W + inside for inside in INSIDE):
                gallery = child.find(f"{W}sdtPr/{W}docPartObj/{W}docPartGallery")
                contents = gallery is not None and gallery.get(W + "val") == "Table of Contents"
                self._blocks(child, around._replace(place="contents") if contents else around)

    def _chunk(self, node: Node) -> None:
        part = self.part.part(node.get(R + "id"))
        for made in () if part is None else chunk_lines(part.read()):
            if made is None:
                drawing = WordDrawing("raster", trouble="external")
                self.content.draw(len(self.content.lines), "body", drawing)
            else:
                self.content.write(made)

    def _paragraph(self, node: Node, around: Surroundings) -> None:
        self.content.turn()
        properties = node.find(W + "pPr")
        style = self.styles.paragraph(None if properties is None else value(properties, "pStyle"))
        direct = paragraph_properties(properties)
        known = {**style.paragraph, **direct}
        indents = self.numbering.indents(known.get("list", 0), known.get("list_level"), style.key)
        known = {**style.paragraph, **indents, **direct} if "list" in direct else indents | known
        if known.get("ground", "") != "":
            around = around._replace(ground=known["ground"])
        around = around._replace(exact=known.get("exact", 0.0))
        if clipped := known.get("clipped") or self._moved(node, known, style, around):
            around = around._replace(clipped=clipped)
        if properties is not None and properties.find(W + "sectPr") is not None:
            self._sheets = self._sheets[1:] or self._sheets
        inline = Inline(self.styles, self.fields, self.part, style.run)
        paragraph = inline.read(node, around)
        number, listed = self._number(known, style, properties, paragraph)
        if paragraph.contents or style.contents:
            around = around._replace(place="contents")
        described = _described(style, known) | {"number": number, "listed": listed}
        self._write(paragraph, around, described)
        for box in paragraph.boxes:
            place = around.place if around.place in FAR else box.place
            ground = self._under_boxes if box.ground == "" else box.ground
            self._blocks(box.content, Surroundings(place, ground, around.hidden or box.hidden))

    def _moved(self, node: Node, known: Known, style: Style, around: Surroundings) -> str:
        """Return why a paragraph is invisible: its indents, its section's page; else ""."""
        sheet = self._sheets[0]
        sizes = (whole_number(size.get(W + "val"), 0) / 2 for size in node.iter(W + "sz"))
        wide = sum(width_of(text.text or "") for text in node.iter(W + "t"))
        length = wide * max([style.run["size"], *sizes]) * POINT
        inside = around.place != "body"
        away = is_indented_away(known, sheet, length, inside=inside)
        return sheet.hidden or ("outside" if away else "")

    def _number(
        self, known: Known, style: Style, properties: Node | None, paragraph: ParagraphRead
    ) -> tuple[str, bool]:
        """Count the paragraph, unless it was deleted."""
        deleted = properties is not None and properties.find(f"{W}rPr/{W}del") is not None
        if not known.get("list") or (deleted and not paragraph.segments[0].pieces):
            return "", False
        return self.numbering.next(known["list"], known.get("list_level"), style.key)

    def _write(self, paragraph: ParagraphRead, around: Surroundings, described: Known) -> None:
        known = described
        for group in paragraph.lines():
            text = BREAK.join(segment.text for segment in group).strip("\n\f ")
            at = len(self.content.lines)
            if text.strip():
                pieces = [piece for segment in group for piece in segment.visible]
                self.content.write(line(text, **looks(pieces), **known, place=around.place))
                known = {"style": described["style"], "centred": described["centred"]}
            self._draw(group, around, at, written=bool(text.strip()))
        for why, pieces in paragraph.hidden().items():
            text = "".join(piece.text for piece in pieces)
            if text.strip():
                self.content.write(line(text, **looks(pieces), hidden=why, place=around.place))

    def _draw(self, group: list[Segment], around: Surroundings, at: int, *, written: bool) -> None:
        before = True  # whether the group has no text before this
        for segment in group:
            for behind, drawing in segment.drawings:
                after = written and (behind or not before)
                self.content.draw(at + after, around.place, drawing)
            before = before and not segment.text.strip()

    def _table(self, node: Node, around: Surroundings) -> None:
        style = node.find(f"{W}tblPr/{W}tblStyle")
        if self.styles.paints("" if style is None else style.get(W + "val", "")):
            around = around._replace(ground=None)
        elif (shade := shade_of(node.find(f"{W}tblPr/{W}shd"))) != "":
            around = around._replace(ground=shade)
        coloured = _coloured_cells(node)
        if coloured >= DRAWN_CELLS:
            bars = WordDrawing("vector", strokes=coloured, trouble="no-renderer", loose=True)
            self.content.draw(len(self.content.lines), around.place, bars)
        properties, widths = node.find(W + "tblPr"), column_widths(node)
        if hidden := table_hidden(properties, widths, self._sheets[0]):
            around = around._replace(clipped=hidden)
        fixed = is_fixed(properties)
        for row in _within(node, "tr"):
            if row.find(f"{W}trPr/{W}del") is not None:
                continue
            height = row.find(f"{W}trPr/{W}trHeight")
            low = height is not None and is_low(height, "val", "hRule")
            at = 0
            for cell in _within(row, "tc"):
                span = cell_span(cell)
                no_room = low or (fixed and has_no_room(cell, widths[at : at + span]))
                self._cell(cell, around._replace(clipped="tiny") if no_room else around)
                at += span

    def _cell(self, node: Node, around: Surroundings) -> None:
        if (ground := shade_of(node.find(f"{W}tcPr/{W}shd"))) != "":
            around = around._replace(ground=ground)
        if around.place not in FAR and not _is_prose(node):
            around = around._replace(place="table")
        self._blocks(node, around)


def _described(style: Style, known: Known) -> Known:
    """Combine a style's properties with the paragraph's own."""
    level, level_from = style.level, style.level_from
    outline = known.get("outline")
    if outline is not None and outline != style.paragraph.get("outline"):
        level, level_from = outline, "outline-level" if outline else ""
    centred = known.get("centred", False)
    return {"level": level, "level_from": level_from, "style": style.name, "centred": centred}


def _within(node: Node, name: str) -> Iterator[Node]:
    """Yield rows or cells, including those inside content controls."""
    for child in children(node):
        if child.tag == W + name:
            yield child
        elif child.tag in (W + inside for inside in INSIDE):
            yield from _within(child, name)


def _coloured_cells(table: Node) -> int:
    """Count cells with a colour and no text: some bar charts and pixel images are drawn so."""
    return sum(
        shade_of(cell.find(f"{W}tcPr/{W}shd")) not in ("", PAPER)
        and not any((text.text or "").strip() for text in cell.iter(W + "t"))
        for row in table.iterchildren(W + "tr")
        for cell in row.iterchildren(W + "tc")
    )


def _is_prose(cell: Node) -> bool:
    """Return whether a cell is prose: some university forms put the whole report into one cell."""
    texts = ("".join(t.text or "" for t in p.iter(W + "t")) for p in cell.iterchildren(W + "p"))
    written = [text for text in texts if text.strip()]
    if len(written) < PROSE_PARAGRAPHS or sum(map(len, written)) < PROSE_LETTERS:
        return False
    japanese = sum(KANA.search(text) is not None for text in written)
    sentences = sum(STOP.search(text) is not None for text in written)
    return japanese * 2 >= len(written) and sentences >= PROSE_SENTENCES


MOST_BYTES = 8_000_000
BLOCKS = (
    "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "td", "th", "tr", "table", "ul", "ol",
    "pre", "blockquote", "section", "article", "body", "html", "figcaption", "figure", "dt", "dd",
)  # fmt: skip
SILENT = ("script", "style", "head", "title", "template")
HEADING = re.compile(r"h([1-6])")


def chunk_lines(data: bytes) -> Iterator[dict[str, Any] | None]:
    """Yield the lines of an embedded part, and None for a picture, which is not fetched.

    A part that cannot be read here yields nothing.
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
    """Extract the page from a web archive."""
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
        encoding = None  # as the page declares, else unknown
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
    """Yield a line with the words so far; what the page marks as a heading is one."""
    text = " ".join("".join(words).split())
    words.clear()
    if text:
        levels = [int(heading.group(1)) for tag in tags if (heading := HEADING.fullmatch(tag))]
        known = {"level": levels[-1], "level_from": "style"} if levels else {}
        place = "table" if "td" in tags or "th" in tags else "body"
        yield line(text, **known, place=place, listed="li" in tags)
