"""Read the content of a paragraph: runs, fields, equations, drawings, tracked changes."""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .word_drawings import Box, WordDrawing, find
from .word_formulas import eq_text, linear, symbol, without_private
from .word_styles import Known, LetterLook, Styles, is_squeezed, look_of
from .word_xml import M, Node, W, children
from .zipped import PackagePart

INSIDE = (
    "hyperlink", "ins", "moveTo", "smartTag", "customXml", "sdt", "sdtContent", "bdo", "dir",
    "ruby", "rubyBase",
)  # fmt: skip
DEEPEST = 120  # nested elements
EXPONENT = re.compile(r"[-−+]?(?:\d{1,4}|[nNkpabcxyij]|\d[nNk]|\d[.．/]\d{1,3})")
BEFORE_EXPONENT = re.compile(r"[A-Za-z0-9Ａ-Ｚａ-ｚ０-９α-ωΑ-Ω)\]）}]$")
EAST = re.compile("[\u2e80-\U0010ffff]")  # letters for which the East Asian font is used
CAPTION = re.compile(r"\s*(?:図|写真|[Ff]ig(?:ure|\.)?)\s*[-.]?\s*[0-9０-９]")
SPLIT, BREAK = "\f", "\n"  # a page or column break; a line break
SEQUENCE = re.compile(r"(?i)^\s*SEQ\s+(\S+)(.*)", re.DOTALL)
CONTENTS = re.compile(r"(?i)^\s*TOC\b")
SQUEEZED, FEW = "squeezed", 4  # reason until the paragraph is complete; letters, as in x²₁
DEEPEST_FIELD = 50  # nested fields
MOST_INSTRUCTION = 2_000  # letters of an instruction


class Surroundings(NamedTuple):
    """The surroundings of a paragraph."""

    place: str = "body"
    ground: str | None = "FFFFFF"  # the colour behind it, None if unknown
    hidden: str = ""  # why everything here is invisible
    clipped: str = ""  # why the lines here are invisible, though not what floats above them
    exact: float = 0.0  # fixed height of lines in points


class StyledText(NamedTuple):
    """Letters with the same look."""

    text: str
    look: LetterLook


@dataclass(slots=True)
class Segment:
    """The part of a paragraph between two breaks."""

    after: str = ""  # the break before it
    pieces: list[StyledText] = field(default_factory=list)
    drawings: list[tuple[bool, WordDrawing]] = field(default_factory=list)  # whether behind text

    @property
    def visible(self) -> list[StyledText]:
        """The visible pieces."""
        return [piece for piece in self.pieces if not piece.look.hidden]

    @property
    def text(self) -> str:
        """The visible text."""
        return "".join(piece.text for piece in self.visible)


@dataclass(slots=True)
class ParagraphRead:
    """The content of one paragraph."""

    segments: list[Segment] = field(default_factory=lambda: [Segment()])
    boxes: list[Box] = field(default_factory=list)  # text boxes, which follow it
    contents: bool = False  # whether a field marks it as part of a table of contents
    _raised: bool = False

    def add(self, text: str, look: LetterLook, *, raised: bool) -> None:
        """Add text; a raised number becomes ^3, since n³ would read n3 otherwise."""
        last = self.segments[-1]
        if raised and not self._raised:
            before = last.pieces[-1].text if last.pieces else ""
            exponent = EXPONENT.fullmatch(text.strip()) and BEFORE_EXPONENT.search(before)
            text = f"^{text}" if exponent or text in ("-", "−", "+") else text
        self._raised = raised
        last.pieces.append(StyledText(text, look))

    def settle(self) -> None:
        """Judge squeezed letters: a few are legitimate, such as an index under an exponent."""
        pieces = [piece for segment in self.segments for piece in segment.pieces]
        texts = "".join(piece.text for piece in pieces if piece.look.hidden == SQUEEZED)
        if not texts:
            return
        hidden = "tiny" if len("".join(texts.split())) >= FEW else ""
        for segment in self.segments:
            segment.pieces = [
                StyledText(text, look._replace(hidden=hidden) if look.hidden == SQUEEZED else look)
                for text, look in segment.pieces
            ]

    def draw(self, drawing: WordDrawing) -> None:
        """Add a picture; loose shapes are merged into one."""
        last = self.segments[-1]
        for segment in self.segments if drawing.loose else ():
            for at, (behind, other) in enumerate(segment.drawings):
                if other.loose:
                    segment.drawings[at] = (behind, other.with_(drawing))
                    return
        last.drawings.append((bool(last.text.strip()), drawing))

    def lines(self) -> list[list[Segment]]:
        """Group segments that look alike: one list for each line of the document.

        A bold line above its text stays a separate line. So do the parts above and below a picture,
        and a picture's caption above a sentence. Other breaks are part of the text.
        """
        groups: list[list[Segment]] = []
        for segment in self.segments:
            joined = groups and segment.after != SPLIT and _alike(groups[-1], segment)
            if joined and not _under_caption(groups, segment):
                groups[-1].append(segment)
            else:
                groups.append([segment])
        return groups

    def hidden(self) -> dict[str, list[StyledText]]:
        """Return invisible text, by reason."""
        unseen: dict[str, list[StyledText]] = {}
        for segment in self.segments:
            for piece in segment.pieces:
                if piece.look.hidden:
                    unseen.setdefault(piece.look.hidden, []).append(piece)
        return unseen


def _under_caption(groups: list[list[Segment]], segment: Segment) -> bool:
    """Return whether a sentence follows the caption of a picture in the same paragraph."""
    written = [each for each in groups[-1] if each.text.strip()]
    return (
        any(each.drawings for group in groups for each in group)
        and len(written) == 1
        and CAPTION.match(written[0].text) is not None
        and segment.text.rstrip().endswith(("。", "．", "."))
    )


def _alike(group: list[Segment], segment: Segment) -> bool:
    if not segment.text.strip():
        return not segment.drawings
    written = [each for each in group if each.text.strip()]
    if any(each.drawings and not each.text.strip() for each in group):
        return False
    last, this = looks(written[-1].visible if written else []), looks(segment.visible)
    return not written or all(last[name] == this[name] for name in ("size_pt", "bold"))


def looks(pieces: Iterable[StyledText]) -> dict[str, Any]:
    """Return how most letters look, as fields of a line."""
    sizes: Counter[float] = Counter()
    fonts: Counter[str] = Counter()
    bold: Counter[bool] = Counter()
    for text, look in pieces:
        count = len(text) - text.count(" ") - text.count("\u3000")
        sizes[look.size] += count
        fonts[look.east if EAST.search(text) else look.latin] += count
        bold[look.bold] += count
    return {
        "size_pt": sizes.most_common(1)[0][0] if sizes else 0.0,
        "bold": bold[True] > bold[False],
        "font": fonts.most_common(1)[0][0] if fonts else "",
    }


@dataclass(slots=True)
class _Field:
    instruction: str = ""
    result: bool = False  # whether its result has begun
    filled: bool = False  # whether the result has text


@dataclass(slots=True)
class Fields:
    """The open fields at a place in the text, and the counts so far."""

    _open: list[_Field] = field(default_factory=list)
    _counts: dict[str, int] = field(default_factory=dict)
    _ignored: set[Node] = field(default_factory=set)

    def prepare(self, root: Node) -> None:
        """Find fields that are never closed: the text after them is ordinary.

        Very deeply nested fields also count as text.
        """
        waiting: list[Node] = []
        self._open, self._ignored = [], set()
        for node in root.iter(W + "fldChar"):
            kind = node.get(W + "fldCharType")
            if kind == "begin":
                waiting.append(node)
            if len(waiting) > DEEPEST_FIELD:
                self._ignored.add(node)
            if kind == "end" and waiting:
                waiting.pop()
        self._ignored.update(waiting)

    @property
    def shown(self) -> bool:
        """Whether text at this place is visible."""
        return all(each.result for each in self._open)

    @property
    def contents(self) -> bool:
        """Whether this place belongs to a table of contents."""
        return any(CONTENTS.match(each.instruction) for each in self._open)

    def saw(self) -> None:
        """Record that there is text here."""
        for each in self._open:
            each.filled = True

    def instruct(self, text: str) -> None:
        """Append to the instruction of the innermost field."""
        if self._open and not self._open[-1].result:
            self._open[-1].instruction = (self._open[-1].instruction + text)[:MOST_INSTRUCTION]

    def mark(self, node: Node) -> str:
        """Process a w:fldChar; return the text for a field without a stored result."""
        kind = None if node in self._ignored else node.get(W + "fldCharType")
        if kind == "begin":
            self._open.append(_Field())
        elif kind == "separate" and self._open:
            self._open[-1].result = True
        elif kind == "end" and self._open:
            return self.end()
        return ""

    def begin(self, instruction: str) -> None:
        """Open a field at its result; its instruction is known."""
        self._open.append(_Field(instruction[:MOST_INSTRUCTION], result=True))

    def end(self) -> str:
        """Close a field, and return what `mark` returns."""
        closed = self._open.pop()
        sequence = SEQUENCE.match(closed.instruction)
        number = self._counted(*sequence.groups()) if sequence else ""
        if closed.filled or not self.shown:
            return ""
        return number or eq_text(closed.instruction)

    def _counted(self, name: str, switches: str) -> str:
        """Count a SEQ field, whose result Word omits until it is printed."""
        reset = re.search(r"(?i)\\r\s*(\d{1,6})", switches)
        step = 0 if re.search(r"(?i)\\c\b", switches) else 1
        self._counts[name] = int(reset.group(1)) if reset else self._counts.get(name, 0) + step
        return "" if re.search(r"(?i)\\h\b", switches) else str(self._counts[name])


class Inline:
    """Reads one paragraph of a part."""

    def __init__(self, styles: Styles, fields: Fields, part: PackagePart, usual: Known) -> None:
        self.paragraph = ParagraphRead()
        self._styles = styles
        self._fields = fields
        self._part = part
        self._usual = usual
        self._around = Surroundings()
        self._known: Known = usual
        self._look = LetterLook()
        self._deep = 0

    def read(self, node: Node, around: Surroundings) -> ParagraphRead:
        """Read a w:p with these surroundings."""
        self._around = around._replace(hidden=around.hidden or around.clipped)
        self._look = look_of(self._usual, around.ground, self._around.hidden, around.exact)
        self._inside(node)
        self.paragraph.settle()
        return self.paragraph

    def _inside(self, node: Node) -> None:
        if self._deep > DEEPEST:
            return
        self._deep += 1
        for child in children(node):
            if (read := READ.get(child.tag)) is not None:
                read(self, child)
        self._deep -= 1

    def _run(self, node: Node) -> None:
        before = self._known, self._look
        self._known = self._dressed(self._styles.run(node.find(W + "rPr")))
        around = self._around
        self._look = look_of(self._known, around.ground, around.hidden, around.exact)
        self._inside(node)
        self._known, self._look = before

    def _dressed(self, direct: Known) -> Known:
        if not direct:
            return self._usual
        style = self._styles.character(direct["character"]) if "character" in direct else {}
        known = {**self._usual, **style, **direct}
        if style.get("bold") and self._usual.get("bold") and "bold" not in direct:
            known["bold"] = False  # applied twice by styles, bold cancels out
        return known

    def _add(self, text: str) -> None:
        if text and self._fields.shown:
            self._fields.saw()
            self.paragraph.contents |= self._fields.contents
            look = self._look
            if not look.hidden and is_squeezed(text, look):
                look = look._replace(hidden=SQUEEZED)
            self.paragraph.add(text, look, raised=bool(self._known.get("raised")))

    def _text(self, node: Node) -> None:
        self._add(without_private(node.text or "", self._look.latin))

    def _simple_field(self, node: Node) -> None:
        self._fields.begin(node.get(W + "instr", ""))
        self._inside(node)
        self._add(self._fields.end())

    def _symbol(self, node: Node) -> None:
        digits = re.match("[0-9A-Fa-f]{1,6}$", node.get(W + "char", ""))
        code = int(digits.group(), 16) if digits else sys.maxunicode + 1
        self._add(symbol(code, node.get(W + "font", "")) if code <= sys.maxunicode else "")

    def _break(self, node: Node) -> None:
        if self._fields.shown:
            of_line = node.get(W + "type") in (None, "textWrapping")
            self.paragraph.segments.append(Segment(BREAK if of_line else SPLIT))

    def _drawing(self, node: Node) -> None:
        drawings, boxes = find(node, self._part)
        for drawing in drawings:
            self.paragraph.draw(drawing)
        self.paragraph.boxes += boxes


# ruff: noqa: SLF001 - the table belongs to the class
READ: dict[str, Callable[[Inline, Node], None]] = {
    W + "r": Inline._run,
    W + "t": Inline._text,
    **dict.fromkeys((W + "tab", W + "ptab"), lambda inline, _: inline._add("\t")),
    W + "noBreakHyphen": lambda inline, _: inline._add("-"),
    **dict.fromkeys((W + "br", W + "cr"), Inline._break),
    W + "sym": Inline._symbol,
    W + "instrText": lambda inline, node: inline._fields.instruct(node.text or ""),
    W + "fldChar": lambda inline, node: inline._add(inline._fields.mark(node)),
    W + "fldSimple": Inline._simple_field,
    **dict.fromkeys((W + "drawing", W + "pict", W + "object"), Inline._drawing),
    **dict.fromkeys((M + "oMath", M + "oMathPara"), lambda inline, node: inline._add(linear(node))),
    **dict.fromkeys((W + name for name in INSIDE), Inline._inside),
}
