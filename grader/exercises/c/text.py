"""The student's own part of what the preprocessor made of a C source: headers, lines, syntax tree.

tree-sitter reads C without the compiler's knowledge of types, and tears no hole where it does not
understand: it marks that part and goes on. It is native code on hostile text, so this runs in the
reader's process only.
"""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

from grader.exercises.c.record import Compiled

if TYPE_CHECKING:
    from tree_sitter import Node

MOST_LETTERS = 1_000_000  # of the student's own text, after the preprocessor

_MARKER = re.compile(r"#[ \t]+(\d+)[ \t]+\"((?:[^\"\\]|\\.)*)\"((?:[ \t]+\d+)*)[ \t]*\Z")
_FOLDER = re.compile(r"^/.*?/include(?:-fixed)?/(?:[a-z0-9_]+-linux-[a-z0-9]+/)?(?=.)")
_OURS = re.compile(r"^<.*>$")  # <built-in>, <command-line>
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'", re.DOTALL)
_RELABEL = re.compile(r"^[ \t]*(?:#|%:|\?\?=)[ \t]*(?:line\b|\d)", re.MULTILINE)
_GNU = re.compile(r"\b__(restrict|const|signed)(?:__)?\b|\b__extension__\b")  # not in the grammar


class Header(Struct, frozen=True):
    """A header that was included."""

    name: str  # as it is written: "stdio.h", "sys/time.h"
    file: str  # of the student's, in which it, or what included it, is written
    line: int
    direct: bool  # the student's text names it itself


class CText(Struct):
    """The student's own lines, each with its file and number there."""

    main: str = ""  # what the compiler calls it
    headers: dict[str, Header] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    places: list[tuple[str, int]] = field(default_factory=list)
    too_long: bool = False

    def parse(self) -> "Node":
        """Makes the syntax tree."""
        import tree_sitter_c
        from tree_sitter import Language, Parser

        text = _GNU.sub(lambda match: match[1] or "", "\n".join(self.lines))
        parser = Parser(Language(tree_sitter_c.language()))
        return parser.parse(text.encode("utf-8", "replace")).root_node

    def place(self, node: "Node | None") -> tuple[str, int]:
        """Says in which file and line a node begins."""
        row = node.start_point.row if node is not None else len(self.places)
        return self.places[row] if row < len(self.places) else ("", 0)


def walk(top: "Node") -> Iterator["Node"]:
    """Yields a node and all below it, in their order. Deep trees need no deep stack."""
    waiting = [top]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.children))


def written(node: "Node | None") -> str:
    """Gives the text of a node; "" of none."""
    return node.text.decode("utf-8", "replace") if node is not None and node.text else ""


def read_text(compiled: Compiled, own: frozenset[str]) -> CText:
    """Follows the line markers; `own` are the names of the submission's files."""
    text = CText()
    stack: list[str] = []
    here, number, letters = "", 0, 0
    for line in compiled.preprocessed.split("\n"):
        marker = _MARKER.match(line)
        if marker is not None:
            file = re.sub(r"\\(.)", r"\1", marker[2])
            _follow((file, int(marker[1]), marker[3].split()), here, stack, text, own)
            here, number = file, int(marker[1])
            continue
        if here and (here == text.main or is_own(here, own)) and line.strip():
            text.lines.append(line)
            text.places.append((here, number))
            letters += len(line)
        if letters > MOST_LETTERS:
            text.too_long = True
            return text
        number += 1
    return text


def _follow(
    marker: tuple[str, int, list[str]],
    here: str,
    stack: list[str],
    text: CText,
    own: frozenset[str],
) -> None:
    """Keeps the stack of files, and notes what is entered from the student's."""
    file, line, flags = marker
    if not text.main and not _OURS.match(file):
        text.main = file
    if "1" in flags:
        stack.append(file)
        if not is_own(file, own):
            name, direct = header_name(file), here == text.main or is_own(here, own)
            noted = text.headers.get(name)
            if noted is None or (direct and not noted.direct):
                text.headers[name] = Header(name, "", 0, direct)
    elif "2" in flags and stack:
        left = text.headers.get(header_name(stack.pop()))
        if left is not None and left.direct and not left.line:
            text.headers[left.name] = Header(left.name, file, max(line - 1, 1), direct=True)


def is_own(file: str, own: frozenset[str]) -> bool:
    """Says whether a file of the compiler's is one of the submission's."""
    return not file.startswith(("/usr/", "/opt/")) and file.rpartition("/")[2] in own


def header_name(file: str) -> str:
    """Says a header as a source names it: "sys/time.h"; of a file elsewhere, its path."""
    return _FOLDER.sub("", file)


def relabelled(texts: Mapping[str, str]) -> tuple[str, int] | None:
    """Finds a line of a source that says it is another's: file and line."""
    for file, text in texts.items():
        bare = without_comments(re.sub(r"\\[ \t]*\n", " ", text))
        match = _RELABEL.search(bare)
        if match is not None:
            return file, bare.count("\n", 0, match.start()) + 1
    return None


def without_comments(text: str) -> str:
    """Leaves out comments and texts, and keeps the lines."""
    return _COMMENT.sub(lambda match: " " + "\n" * match[0].count("\n"), text)
