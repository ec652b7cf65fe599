"""Find where text of a Word file is: on the page, off it, or in a space too small. In twips."""

from collections.abc import Iterator
from typing import NamedTuple

from .word_styles import Known
from .word_xml import TWIP, Node, W, is_off_page, whole_number

A4 = (11_906, 16_838)
MARGIN = 1_701
POINT = 20
CHARACTER = 210  # unit of indents that are given in characters, at 10.5 points
NO_ROOM = 40  # two points: too narrow for any letter
HALF = 0.5


class Sheet(NamedTuple):
    """The page of a section."""

    width: int = A4[0]
    left: int = MARGIN
    right: int = MARGIN
    hidden: str = ""  # why its text is invisible

    def seen_share(self, left: float, first: float, length: float) -> float:
        """Estimate how much of a paragraph of that length is on the page, by its indents."""
        edge = self.width - self.right
        start, others = self.left + left + first, self.left + left
        wraps = others < edge  # it wraps onto lines within the page
        on_first = min(length, max(edge - start, 0)) if edge > start or wraps else length
        on_others = length - on_first
        seen = on_first * self._shown(start, start + on_first)
        seen += on_others * self._shown(others, max(edge, others + 1))
        return seen / max(length, 1)

    def _shown(self, start: float, end: float) -> float:
        if 0 <= start < self.width:
            return 1.0
        return max(0.0, min(end, self.width) - max(start, 0)) / max(end - start, 1)


def sheets(root: Node) -> Iterator[Sheet]:
    """Yield the pages of the sections of a body, in order."""
    for section in root.iter(W + "sectPr"):
        if section.getparent().tag != W + "sectPrChange":
            yield _sheet(section)


def _sheet(section: Node) -> Sheet:
    size, margins = section.find(W + "pgSz"), section.find(W + "pgMar")
    width, height = _number(size, "w", A4[0]), _number(size, "h", A4[1])
    left, right = _number(margins, "left", MARGIN), _number(margins, "right", MARGIN)
    columns = [_number(column, "w", A4[0]) for column in section.iterfind(f"{W}cols/{W}col")]
    hidden = "outside" if left >= width or _number(margins, "top", 0) >= height else ""
    if columns and max(columns) < NO_ROOM:
        hidden = "tiny"
    return Sheet(width, left, right, hidden)


def _number(node: Node | None, name: str, otherwise: int) -> int:
    return otherwise if node is None else whole_number(node.get(W + name), otherwise)


def is_indented_away(known: Known, sheet: Sheet, length: float, *, inside: bool) -> bool:
    """Return whether indents move most of a paragraph off the page.

    Inside a cell or box its position is unknown: it may be anywhere on the page.
    """
    left = known.get("left_chars", 0) * CHARACTER / 100 or known.get("left", 0)
    first = known.get("first_chars", 0) * CHARACTER / 100 or known.get("first", 0)
    if not left and not first:
        return False
    begins = (0, sheet.width - 1) if inside else (sheet.left,)
    places = (sheet._replace(left=begin) for begin in begins)
    return max(place.seen_share(left, first, length) for place in places) < HALF


def table_hidden(properties: Node | None, widths: list[int], sheet: Sheet) -> str:
    """Return why a table is invisible: it is moved off the page; "" if it is not."""
    if properties is None:
        return ""
    wide = sum(width for width in widths if width > 0)
    indent, floats = properties.find(W + "tblInd"), properties.find(W + "tblpPr")
    if indent is not None and indent.get(W + "type", "dxa") == "dxa":
        begins = sheet.left + _number(indent, "w", 0)
        if begins >= sheet.width or begins + wide <= 0:
            return "outside"
    for name, extent in (("tblpX", wide), ("tblpY", A4[1])):
        at = 0 if floats is None else _number(floats, name, 0)
        if is_off_page(at * TWIP, extent * TWIP):
            return "outside"
    return ""


def column_widths(table: Node) -> list[int]:
    """Read the widths of a table's columns; -1 = not given."""
    return [_number(column, "w", -1) for column in table.iterfind(f"{W}tblGrid/{W}gridCol")]


def is_fixed(properties: Node | None) -> bool:
    """Return whether columns keep their widths, whatever their contents."""
    layout = None if properties is None else properties.find(W + "tblLayout")
    return layout is not None and layout.get(W + "type") == "fixed"


def cell_span(cell: Node) -> int:
    """Count the columns that a cell spans."""
    return max(1, min(_number(cell.find(f"{W}tcPr/{W}gridSpan"), "val", 1), 63))


def has_no_room(cell: Node, columns: list[int]) -> bool:
    """Return whether a cell of a fixed table over these columns is too narrow for a letter."""
    width = cell.find(f"{W}tcPr/{W}tcW")
    said = width is not None and width.get(W + "type", "dxa") == "dxa"
    own = _number(width, "w", -1) if said else -1
    if own > 0:
        return own < NO_ROOM
    return bool(columns) and min(columns) >= 0 and sum(columns) < NO_ROOM
