"""Read a TOML file of the course and find the lines of its keys.

The standard library's parser keeps no positions. The text is therefore scanned again when a
message needs one. By then it is known to be valid TOML, and only keys and brackets matter.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from grader.model.errors import CourseError, Message

Document = dict[str, Any]
KeyPath = tuple[str | int, ...]
"""A path such as ("exercise", 0, "limits", "memory_mib"); () is the whole file."""

_POSITION = re.compile(r"^(?P<what>.*) \(at line (?P<line>\d+), column (?P<column>\d+)\)$")
_NAMED = (
    "Cannot declare {name} twice",
    "Cannot mutate immutable namespace {name}",
    "Cannot redefine namespace {name}",
    "Duplicate inline table key {name}",
    "Found invalid character {name}",
    "Illegal character {name}",
)
"""Messages of tomllib that contain a name or a character; all others are fixed texts."""


class TomlSource(Struct, frozen=True, kw_only=True):
    """A TOML file: its text, its content, and its name in messages."""

    name: str
    text: str
    document: Document

    def line(self, path: KeyPath) -> int:
        """Return the line of a key, or of the nearest enclosing table that the file contains."""
        lines = key_lines(self.text)
        return next((lines[path[:n]] for n in range(len(path), 0, -1) if path[:n] in lines), 1)

    def where(self, path: KeyPath) -> Message:
        """Return file, line and path of a key; a missing key gets the line of its table."""
        place = place_of(self.name, self.line(path))
        return Message("{place}: {key}", {"place": place, "key": key_of(path)}) if path else place


def place_of(file: str, line: int) -> Message:
    """Return a message with file and line."""
    return Message("{file}: line {line}", {"file": file, "line": line})


def key_of(path: KeyPath) -> str:
    """Write a path as an instructor would: exercise[0].limits.memory_mib."""
    key = ""
    for part in path:
        key += f"[{part}]" if isinstance(part, int) else f".{part}" if key else part
    return key


def read_toml(path: Path, name: str) -> TomlSource:
    """Read a file; `name` is its name in messages. Dates become ISO 8601 text.

    A byte-order mark and Windows line ends are allowed. Raises CourseError with one problem if the
    file cannot be read, is not UTF-8 or is not TOML.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise _refusal("cannot be read: {reason}", name, reason=reason) from error
    try:
        return parse_toml(raw.decode("utf-8-sig"), name)
    except UnicodeDecodeError as error:
        place = place_of(name, raw.count(b"\n", 0, error.start) + 1)
        raise _refusal("is not UTF-8; save the file again as UTF-8", place) from error


def parse_toml(text: str, name: str) -> TomlSource:
    """Parse TOML; dates become ISO 8601 text. Raises CourseError with one problem."""
    try:
        document = {key: _plain(value) for key, value in tomllib.loads(text).items()}
    except tomllib.TOMLDecodeError as error:
        place, reason = _syntax(str(error), text, name)
        raise _refusal("is not valid TOML: {reason}", place, reason=reason) from error
    except RecursionError as error:
        raise _refusal("is nested too deeply", name) from error
    return TomlSource(name=name, text=text, document=document)


def _refusal(template: str, where: Message | str, **params: object) -> CourseError:
    return CourseError([Message(template, params, where)])


def _syntax(message: str, text: str, name: str) -> tuple[Message, Message]:
    """Split a message of tomllib into the position and the reason."""
    position = _POSITION.match(message)
    if position is None:
        end = text.count("\n") + 1
        return place_of(name, end), _reason(message.removesuffix(" (at end of document)"))
    places = {"file": name, "line": int(position["line"]), "column": int(position["column"])}
    place = Message("{file}: line {line}, column {column}", places)
    return place, _reason(position["what"])


def _reason(sentence: str) -> Message:
    for template in _NAMED:
        head, tail = template.split("{name}")
        if sentence.startswith(head) and sentence.endswith(tail):
            return Message(template, {"name": sentence[len(head) : len(sentence) - len(tail)]})
    return Message(sentence)


def _plain(value: Any) -> Any:
    """Convert TOML's dates to text, so that a JSON Schema can describe them."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return value


@lru_cache(maxsize=8)
def key_lines(text: str) -> Mapping[KeyPath, int]:
    """Return the first line of every key, table and element of a valid TOML text."""
    return _TomlScanner(text).lines


class _Token(NamedTuple):
    kind: str  # a mark is its own kind
    text: str
    line: int


_TOKEN = re.compile(
    r"""(?P<blank>(?:[ \t]|\#[^\n]*)+)
    |(?P<end>\r?\n)
    |(?P<string>\"\"\"(?:[^\\]|\\.)*?\"{3,5}|'''.*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')
    |(?P<mark>[\[\]{}=,.])
    |(?P<word>[^\s\[\]{}=,.\#"']+)""",
    re.VERBOSE | re.DOTALL,
)


def _tokens(text: str) -> Iterator[_Token]:
    line = 1
    for token in _TOKEN.finditer(text):
        kind = token[0] if token.lastgroup == "mark" else str(token.lastgroup)
        if kind != "blank":
            yield _Token(kind, token[0], line)
        line += token[0].count("\n")
    yield _Token("end", "", line)


class _TomlScanner:
    """Scans a valid TOML text once and records the line on which each path begins."""

    def __init__(self, text: str) -> None:
        self.lines: dict[KeyPath, int] = {}
        self._last: dict[KeyPath, int] = {}  # index of the last table, by array of tables
        self._rest = _tokens(text)
        self._token: _Token | None = next(self._rest)
        table: KeyPath = ()
        while self._token is not None:
            if self._token.kind == "[":
                table = self._header()
            elif not self._skip("end"):
                self._pair(table)

    def _take(self) -> _Token:
        token = self._token
        assert token is not None, "the text is no TOML"
        self._token = next(self._rest, None)
        return token

    def _kind(self) -> str:
        return self._token.kind if self._token else ""

    def _skip(self, *kinds: str) -> bool:
        """Skip tokens of these kinds; return whether there were any."""
        there = self._kind() in kinds
        while self._kind() in kinds:
            self._take()
        return there

    def _key(self) -> tuple[list[str], int]:
        names: list[str] = []
        line = self._token.line if self._token else 0
        while self._kind() in {"word", "string", "."}:
            token = self._take()
            if token.kind == "string":
                names += tomllib.loads(f"{token.text} = 0")
            elif token.kind == "word":
                names.append(token.text)
        return names, line

    def _header(self) -> KeyPath:
        """Read [table] or [[table]]; return the path of what follows."""
        self._take()
        several = self._skip("[")
        names, line = self._key()
        self._skip("]")
        path: KeyPath = ()
        for number, name in enumerate(names, 1):
            path = (*path, name)
            self.lines.setdefault(path, line)
            if several and number == len(names):
                self._last[path] = self._last.get(path, -1) + 1
            if path in self._last:
                path = (*path, self._last[path])
                self.lines.setdefault(path, line)
        return path

    def _pair(self, path: KeyPath) -> None:
        names, line = self._key()
        for name in names:
            path = (*path, name)
            self.lines.setdefault(path, line)
        self._skip("=")
        self._value(path)

    def _value(self, path: KeyPath) -> None:
        """Read the value of a path; only arrays and inline tables contain further paths."""
        kind = self._take().kind
        if kind == "[":
            number = 0
            self._skip("end", ",")
            while self._token and self._kind() != "]":
                self.lines.setdefault((*path, number), self._token.line)
                self._value((*path, number))
                self._skip("end", ",")
                number += 1
            self._take()
        elif kind == "{":
            self._skip("end", ",")
            while self._token and self._kind() != "}":
                self._pair(path)
                self._skip("end", ",")
            self._take()
        elif kind == "word":
            self._skip("word", ".")
