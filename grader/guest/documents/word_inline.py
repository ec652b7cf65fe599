"""Reads what stands in a paragraph: runs, fields, equations, drawings, tracked changes."""

import sys
from collections.abc import Callable
from typing import NamedTuple

from .word_choices import children
from .word_drawings import find
from .word_equations import linear
from .word_fields import Fields
from .word_names import M, Node, W
from .word_package import Related
from .word_styles import Known, Styles
from .word_symbols import symbol, without_private
from .word_text import BREAK, SPLIT, Look, Paragraph, look_of

INSIDE = (
    "hyperlink", "ins", "moveTo", "smartTag", "customXml", "sdt", "sdtContent", "bdo", "dir",
    "ruby", "rubyBase",
)  # fmt: skip
DEEPEST = 120  # elements within each other


class Surroundings(NamedTuple):
    """Where a paragraph stands."""

    place: str = "body"
    ground: str | None = "FFFFFF"  # the colour behind it, None where nobody can tell
    hidden: str = ""  # why nobody sees anything here


class Inline:
    """Reads one paragraph."""

    def __init__(
        self, styles: Styles, fields: Fields, related: dict[str, Related], usual: Known
    ) -> None:
        self.paragraph = Paragraph()
        self._styles = styles
        self._fields = fields
        self._related = related
        self._usual = usual
        self._around = Surroundings()
        self._known: Known = usual
        self._look = Look()
        self._deep = 0

    def read(self, node: Node, around: Surroundings) -> Paragraph:
        """Reads a w:p that stands in these surroundings."""
        self._around = around
        self._look = look_of(self._usual, around.ground, around.hidden)
        self._inside(node)
        return self.paragraph

    def _inside(self, node: Node) -> None:
        if self._deep > DEEPEST:
            return
        self._deep += 1
        for child in children(node):
            known = READ.get(child.tag)
            if known is not None:
                known(self, child)
        self._deep -= 1

    def _run(self, node: Node) -> None:
        before = self._known, self._look
        direct = self._styles.run(node.find(W + "rPr"))
        self._known = self._dressed(direct)
        self._look = look_of(self._known, self._around.ground, self._around.hidden)
        self._inside(node)
        self._known, self._look = before

    def _dressed(self, direct: Known) -> Known:
        if not direct:
            return self._usual
        style = self._styles.character(direct["character"]) if "character" in direct else {}
        known = {**self._usual, **style, **direct}
        if style.get("bold") and self._usual.get("bold") and "bold" not in direct:
            known["bold"] = False  # bold twice by styles is not bold
        return known

    def _add(self, text: str) -> None:
        if text and self._fields.shown:
            self._fields.saw()
            self.paragraph.contents |= self._fields.contents
            raised = bool(self._known.get("raised"))
            self.paragraph.add(text, self._look, raised=raised)

    def _text(self, node: Node) -> None:
        self._add(without_private(node.text or "", self._look.latin))

    def _instruction(self, node: Node) -> None:
        self._fields.instruct(node.text or "")

    def _field(self, node: Node) -> None:
        self._add(self._fields.mark(node))

    def _simple_field(self, node: Node) -> None:
        self._fields.begin(node.get(W + "instr", ""))
        self._inside(node)
        self._add(self._fields.end())

    def _symbol(self, node: Node) -> None:
        digits = node.get(W + "char", "")
        try:
            code = int(digits[:6], 16)
        except ValueError:
            return
        self._add(symbol(code, node.get(W + "font", "")) if code <= sys.maxunicode else "")

    def _break(self, node: Node) -> None:
        if self._fields.shown:
            self.paragraph.cut(BREAK if node.get(W + "type") in (None, "textWrapping") else SPLIT)

    def _equation(self, node: Node) -> None:
        self._add(linear(node))

    def _drawing(self, node: Node) -> None:
        found = find(node, self._related)
        for drawing in found.drawings:
            self.paragraph.draw(drawing)
        self.paragraph.boxes += found.boxes


def _says(text: str) -> Callable[[Inline, Node], None]:
    return lambda inline, node: inline._add(text)  # noqa: ARG005, SLF001 - a part of the class


READ: dict[str, Callable[[Inline, Node], None]] = {
    W + "r": Inline._run,  # noqa: SLF001 - the table of the class
    W + "t": Inline._text,  # noqa: SLF001
    W + "tab": _says("\t"),
    W + "ptab": _says("\t"),
    W + "noBreakHyphen": _says("-"),
    W + "br": Inline._break,  # noqa: SLF001
    W + "cr": Inline._break,  # noqa: SLF001
    W + "sym": Inline._symbol,  # noqa: SLF001
    W + "instrText": Inline._instruction,  # noqa: SLF001
    W + "fldChar": Inline._field,  # noqa: SLF001
    W + "fldSimple": Inline._simple_field,  # noqa: SLF001
    W + "drawing": Inline._drawing,  # noqa: SLF001
    W + "pict": Inline._drawing,  # noqa: SLF001
    W + "object": Inline._drawing,  # noqa: SLF001
    M + "oMath": Inline._equation,  # noqa: SLF001
    M + "oMathPara": Inline._equation,  # noqa: SLF001
    **{W + name: Inline._inside for name in INSIDE},  # noqa: SLF001
}
