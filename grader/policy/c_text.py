"""Takes what the preprocessor made of a C source apart: the headers, and the student's own text."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.model.run import Compiled
from grader.policy.c_tokens import MOST_TOKENS, Marker, Token, marker, tokens

_FOLDER = re.compile(r"^/.*?/include(?:-fixed)?/(?:[a-z0-9_]+-linux-[a-z0-9]+/)?(?=.)")
_OURS = re.compile(r"^<.*>$")  # <built-in>, <command-line>
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'", re.DOTALL)
_RELABEL = re.compile(r"^[ \t]*(?:#|%:|\?\?=)[ \t]*(?:line\b|\d)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Header:
    """A header that was included."""

    name: str  # as it is written: "stdio.h", "sys/time.h"
    file: str  # of the student's, in which it, or what included it, is written
    line: int
    direct: bool  # the student's text names it itself


@dataclass(slots=True)
class Text:
    """The student's own part of a preprocessed source."""

    main: str = ""  # what the compiler calls it
    headers: dict[str, Header] = field(default_factory=dict)
    tokens: list[Token] = field(default_factory=list)
    too_long: bool = False


def read_text(compiled: Compiled, own: frozenset[str]) -> Text:
    """Follows the line markers; `own` are the names of the submission's files."""
    text = Text()
    stack: list[str] = []
    here, number = "", 0
    for line in compiled.preprocessed.split("\n"):
        found = marker(line) if line.startswith("# ") else None
        if found is not None:
            _follow(found, here, stack, text, own)
            here, number = found.file, found.line
            continue
        if here and (here == text.main or is_own(here, own)) and not line.isspace():
            text.tokens.extend(tokens(line, here, number))
            if len(text.tokens) > MOST_TOKENS:
                text.too_long = True
                return text
        number += 1
    return text


def _follow(found: Marker, here: str, stack: list[str], text: Text, own: frozenset[str]) -> None:
    """Keeps the stack of files, and notes what is entered from the student's."""
    if not text.main and not _OURS.match(found.file):
        text.main = found.file
    if found.enters:
        stack.append(found.file)
        if not is_own(found.file, own):
            _note(found.file, here == text.main or is_own(here, own), text)
    elif found.returns and stack:
        left = text.headers.get(header_name(stack.pop()))
        if left is not None and left.direct and not left.line:
            placed = Header(left.name, found.file, max(found.line - 1, 1), direct=True)
            text.headers[left.name] = placed


def _note(file: str, direct: bool, text: Text) -> None:  # noqa: FBT001  a fact about the file
    name = header_name(file)
    known = text.headers.get(name)
    if known is None or (direct and not known.direct):
        text.headers[name] = Header(name, "", 0, direct)


def is_own(file: str, own: frozenset[str]) -> bool:
    """Says whether a file of the compiler's is one of the submission's."""
    return not file.startswith(("/usr/", "/opt/")) and file.rpartition("/")[2] in own


def header_name(file: str) -> str:
    """Says a header as a source names it: "sys/time.h"; of a file elsewhere, its path."""
    return _FOLDER.sub("", file)


def relabelled(texts: Mapping[str, str]) -> tuple[str, int] | None:
    """Finds a line of a source that says it is another's: file and line."""
    for file, text in texts.items():
        spliced = re.sub(r"\\[ \t]*\n", " ", text)
        bare = _COMMENT.sub(lambda found: " " + "\n" * found[0].count("\n"), spliced)
        found = _RELABEL.search(bare)
        if found is not None:
            return file, bare.count("\n", 0, found.start()) + 1
    return None
