"""A paragraph while it is read: pieces of text with their looks, and what is drawn among them."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .word_boxes import Box
from .word_drawings import Drawing
from .word_names import near
from .word_styles import Known

TINY = 2.0  # points; nobody reads what is smaller
EXPONENT = re.compile(r"[-−+]?(?:\d{1,4}|[nNkpabcxyij]|\d[nNk]|\d[.．/]\d{1,3})")
BEFORE_EXPONENT = re.compile(r"[A-Za-z0-9Ａ-Ｚａ-ｚ０-９α-ωΑ-Ω)\]）}]$")
FIRST_EAST = "\u2e80"  # from here on the East Asian font is used
SPLIT, BREAK = "\f", "\n"  # of a page or column; of a line


class Look(NamedTuple):
    """What letters look like."""

    size: float = 0.0
    bold: bool = False
    latin: str = ""
    east: str = ""
    hidden: str = ""


class Piece(NamedTuple):
    """Letters of one look."""

    text: str
    look: Look


@dataclass(slots=True)
class Segment:
    """What stands between two breaks of a paragraph."""

    after: str = ""  # the break before it
    pieces: list[Piece] = field(default_factory=list)
    drawings: list[tuple[bool, Drawing]] = field(default_factory=list)  # whether behind text

    @property
    def visible(self) -> list[Piece]:
        """The pieces that can be seen."""
        return [piece for piece in self.pieces if not piece.look.hidden]

    @property
    def text(self) -> str:
        """What can be read."""
        return "".join(piece.text for piece in self.visible)


@dataclass(slots=True)
class Paragraph:
    """All that stands in one paragraph."""

    segments: list[Segment] = field(default_factory=lambda: [Segment()])
    boxes: list[Box] = field(default_factory=list)  # text boxes, which follow it
    contents: bool = False
    _raised: bool = False

    def add(self, text: str, look: Look, *, raised: bool = False) -> None:
        """Adds text; a raised number becomes ^3, without which n³ would read n3."""
        last = self.segments[-1]
        if raised and not self._raised and EXPONENT.fullmatch(text.strip()):
            before = last.pieces[-1].text if last.pieces else ""
            text = f"^{text}" if BEFORE_EXPONENT.search(before) else text
        elif raised and not self._raised and text in ("-", "−", "+"):
            text = f"^{text}"
        self._raised = raised
        last.pieces.append(Piece(text, look))

    def cut(self, kind: str) -> None:
        """Begins a new line of the paragraph."""
        self.segments.append(Segment(kind))

    def draw(self, drawing: Drawing) -> None:
        """Adds a picture; shapes that lie about loosely become one."""
        last = self.segments[-1]
        for segment in self.segments if drawing.loose else ():
            for at, (behind, other) in enumerate(segment.drawings):
                if other.loose:
                    segment.drawings[at] = (behind, other.with_(drawing))
                    return
        last.drawings.append((bool(last.text.strip()), drawing))

    def lines(self) -> list[list[Segment]]:
        """Gathers segments that look alike: one list for each line that is told.

        A bold line above its text stays a line of its own, and so does what stands above or below
        a picture; other breaks are part of the text.
        """
        groups: list[list[Segment]] = []
        for segment in self.segments:
            if groups and segment.after != SPLIT and _alike(groups[-1], segment):
                groups[-1].append(segment)
            else:
                groups.append([segment])
        return groups

    def hidden(self) -> dict[str, str]:
        """Gives what nobody sees, by why not."""
        found: dict[str, str] = {}
        for piece in (piece for segment in self.segments for piece in segment.pieces):
            if piece.look.hidden:
                found[piece.look.hidden] = found.get(piece.look.hidden, "") + piece.text
        return {why: text for why, text in found.items() if text.strip()}


def _alike(group: list[Segment], segment: Segment) -> bool:
    if not segment.text.strip():
        return not segment.drawings
    before = [one for one in group if one.text.strip()]
    if any(one.drawings and not one.text.strip() for one in group):
        return False
    return not before or _looks(before[-1].visible) == _looks(segment.visible)


def _looks(pieces: Iterable[Piece]) -> tuple[float, bool]:
    found = looks(pieces)
    return found["size_pt"], found["bold"]


def looks(pieces: Iterable[Piece]) -> dict[str, Any]:
    """Says what most letters look like, in the fields of a line."""
    sizes: Counter[float] = Counter()
    fonts: Counter[str] = Counter()
    bold = letters = 0
    for text, look in pieces:
        count = len(text) - text.count(" ") - text.count("\u3000")
        sizes[look.size] += count
        fonts[look.east if text > FIRST_EAST or _has_east(text) else look.latin] += count
        bold += count * look.bold
        letters += count
    return {
        "size_pt": sizes.most_common(1)[0][0] if sizes else 0.0,
        "bold": bold * 2 > letters,
        "font": fonts.most_common(1)[0][0] if fonts else "",
    }


def _has_east(text: str) -> bool:
    return any(letter >= FIRST_EAST for letter in text)


def look_of(known: Known, ground: str | None, hidden: str = "") -> Look:
    """Makes the look of a run; `ground` is the colour under it, None where nobody can tell."""
    size = known.get("size", 0.0)
    return Look(
        size,
        known.get("bold", False),
        known.get("latin", ""),
        known.get("east", ""),
        hidden or _hidden(known, size, ground),
    )


def _hidden(known: Known, size: float, ground: str | None) -> str:
    outlined = known.get("outlined", False)
    if known.get("vanish") or (known.get("unfilled") and not outlined):
        return "invisible"
    if size < TINY:
        return "tiny"
    colour = known.get("colour", "")
    if not colour or outlined or known.get("marked"):
        return ""
    shade = known.get("ground", "")
    under = ground if shade == "" else shade
    return "pale" if under and near(colour, under) else ""
