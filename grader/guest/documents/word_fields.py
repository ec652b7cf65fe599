"""Word's fields: their results are text, their instructions are not."""

import re
from dataclasses import dataclass, field

from .word_formulas import eq_text
from .word_xml import Node, W

SEQUENCE = re.compile(r"(?i)^\s*SEQ\s+(\S+)(.*)", re.DOTALL)
FETCHES = re.compile(
    r"(?i)^\s*(INCLUDEPICTURE|INCLUDETEXT|INCLUDE|LINK|DDEAUTO|DDE|IMPORT)\s+(.{1,200})", re.DOTALL
)
CONTENTS = re.compile(r"(?i)^\s*TOC\b")
DEEPEST = 50  # fields in each other
MOST = 2_000  # letters of an instruction


@dataclass(slots=True)
class _Field:
    """A field that is open."""

    instruction: str = ""
    result: bool = False  # whether its result has begun
    seen: bool = False  # whether the result has text


@dataclass(slots=True)
class Fields:
    """The fields that are open at one place of a text, and what was counted up to there."""

    fetched: list[str] = field(default_factory=list)  # what fields would have fetched
    _open: list[_Field] = field(default_factory=list)
    _counts: dict[str, int] = field(default_factory=dict)
    _ignored: set[Node] = field(default_factory=set)

    def prepare(self, root: Node) -> None:
        """Finds fields that are never closed: what follows those is text like any other.

        Fields very deep in others are taken for text, too.
        """
        waiting: list[Node] = []
        self._open, self._ignored = [], set()
        for node in root.iter(W + "fldChar"):
            kind = node.get(W + "fldCharType")
            if kind == "begin":
                waiting.append(node)
            if len(waiting) > DEEPEST:
                self._ignored.add(node)
            if kind == "end" and waiting:
                waiting.pop()
        self._ignored.update(waiting)

    @property
    def shown(self) -> bool:
        """Whether text at this place is seen."""
        return all(each.result for each in self._open)

    @property
    def contents(self) -> bool:
        """Whether this place belongs to a table of contents."""
        return any(CONTENTS.match(each.instruction) for each in self._open)

    def saw(self) -> None:
        """Notes that there is text here."""
        for each in self._open:
            each.seen = True

    def instruct(self, text: str) -> None:
        """Takes a piece of an instruction."""
        if self._open and not self._open[-1].result:
            self._open[-1].instruction = (self._open[-1].instruction + text)[:MOST]

    def mark(self, node: Node) -> str:
        """Takes a w:fldChar and gives text that stands for a field without a stored result."""
        kind = None if node in self._ignored else node.get(W + "fldCharType")
        if kind == "begin":
            self._open.append(_Field())
        elif kind == "separate" and self._open:
            self._open[-1].result = True
        elif kind == "end" and self._open:
            return self.end()
        return ""

    def begin(self, instruction: str) -> None:
        """Opens a field whose instruction is known, at its result."""
        self._open.append(_Field(instruction[:MOST], result=True))

    def end(self) -> str:
        """Closes a field, and gives what `mark` gives."""
        closed = self._open.pop()
        if fetches := FETCHES.match(closed.instruction):
            self.fetched.append(f"{fetches.group(1).upper()}: {fetches.group(2).strip()}")
        sequence = SEQUENCE.match(closed.instruction)
        number = self._counted(*sequence.groups()) if sequence else ""
        if closed.seen or not self.shown:
            return ""
        return number or eq_text(closed.instruction)

    def _counted(self, name: str, switches: str) -> str:
        """Counts a SEQ field, whose result Word leaves out until it is printed."""
        reset = re.search(r"(?i)\\r\s*(\d{1,6})", switches)
        step = 0 if re.search(r"(?i)\\c\b", switches) else 1
        self._counts[name] = int(reset.group(1)) if reset else self._counts.get(name, 0) + step
        return "" if re.search(r"(?i)\\h\b", switches) else str(self._counts[name])
