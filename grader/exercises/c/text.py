"""The student's own part of a preprocessed C source: headers, lines, syntax tree.

tree-sitter parses C without knowledge of types; it marks code that it does not understand, and
continues.
It is native code on hostile text, so this runs only in the reader's process.
"""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

from grader.exercises.c.record import Compiled

if TYPE_CHECKING:
    from tree_sitter import Node

MOST_LETTERS = 1_000_000  # of the student's own text after preprocessing

_MARKER = re.compile(r"#[ \t]+(\d+)[ \t]+\"((?:[^\"\\]|\\.)*)\"((?:[ \t]+\d+)*)[ \t]*\Z")
_FOLDER = re.compile(r"^/.*?/include(?:-fixed)?/(?:[a-z0-9_]+-linux-[a-z0-9]+/)?(?=.)")
_OURS = re.compile(r"^<.*>$")  # <built-in>, <command-line>
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'", re.DOTALL)
_RELABEL = re.compile(r"^[ \t]*(?:#|%:|\?\?=)[ \t]*(?:line\b|\d)", re.MULTILINE)
_GNU = re.compile(r"\b__(restrict|const|signed)(?:__)?\b|\b__extension__\b")  # not in the grammar


class Header(Struct, frozen=True):
    """An included header."""

    name: str  # as written: "stdio.h", "sys/time.h"
    file: str  # the student's file that includes it, directly or indirectly
    line: int
    direct: bool  # included by the student's own text


class CText(Struct):
    """The student's own lines, each with its original file and number."""

    main: str = ""  # the compiler's name for the main file
    headers: dict[str, Header] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    places: list[tuple[str, int]] = field(default_factory=list)
    too_long: bool = False

    def parse(self) -> "Node":
        """Parse the lines into a syntax tree."""
        import tree_sitter_c
        from tree_sitter import Language, Parser

        text = _GNU.sub(lambda match: match[1] or "", "\n".join(self.lines))
        parser = Parser(Language(tree_sitter_c.language()))
        return parser.parse(text.encode("utf-8", "replace")).root_node

    def place(self, node: "Node | None") -> tuple[str, int]:
        """Return the file and line where a node begins."""
        row = node.start_point.row if node is not None else len(self.places)
        return self.places[row] if row < len(self.places) else ("", 0)


def walk(top: "Node") -> Iterator["Node"]:
    """Yield a node and its descendants in order, without recursion."""
    waiting = [top]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.children))


def written(node: "Node | None") -> str:
    """Return the text of a node; "" for None."""
    return node.text.decode("utf-8", "replace") if node is not None and node.text else ""


def read_text(compiled: Compiled, own: frozenset[str]) -> CText:
    """Split the text by its line markers; `own` are the names of the submission's files."""
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
    """Update the stack of files, and record headers entered from the student's files."""
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
    """Return whether a file name in a line marker is one of the submission's."""
    return not file.startswith(("/usr/", "/opt/")) and file.rpartition("/")[2] in own


def header_name(file: str) -> str:
    """Return a header's name as in an include: "sys/time.h"; for other files, the path."""
    return _FOLDER.sub("", file)


def relabelled(texts: Mapping[str, str]) -> tuple[str, int] | None:
    """Return file and line of a #line directive in a source, if any."""
    for file, text in texts.items():
        bare = without_comments(re.sub(r"\\[ \t]*\n", " ", text))
        match = _RELABEL.search(bare)
        if match is not None:
            return file, bare.count("\n", 0, match.start()) + 1
    return None


def without_comments(text: str) -> str:
    """Remove comments and string literals; lines are kept."""
    return _COMMENT.sub(lambda match: " " + "\n" * match[0].count("\n"), text)
