"""Reads one TOML file of the course into plain JSON-like values, or says what is wrong with it."""

import re
import tomllib
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from grader.model.errors import CourseError

Document = dict[str, Any]

_POSITION = re.compile(r"^(?P<what>.*) \(at line (?P<line>\d+), column (?P<column>\d+)\)$")


def read_toml(path: Path, name: str) -> Document:
    """Reads the file called `name` in messages; dates become ISO 8601 text.

    A byte-order mark and Windows line ends are fine. Raises CourseError with one problem when the
    file cannot be read, is not UTF-8 or is not TOML.
    """
    return parse_toml(_text(path, name), name)


def parse_toml(text: str, name: str) -> Document:
    """Reads TOML; dates become ISO 8601 text. Raises CourseError with one problem."""
    try:
        return {key: _plain(value) for key, value in tomllib.loads(text).items()}
    except tomllib.TOMLDecodeError as error:
        raise CourseError((f"{name}: {_position(str(error), text)}",)) from error
    except RecursionError as error:
        raise CourseError((f"{name}: is nested too deeply",)) from error


def _text(path: Path, name: str) -> str:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise CourseError((f"{name}: cannot be read: {error.strerror}",)) from error
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise CourseError(
            (f"{name}: line {line}: is not UTF-8; save the file again as UTF-8",)
        ) from error


def _position(message: str, text: str) -> str:
    """Puts the place first, as compilers do."""
    found = _POSITION.match(message)
    if found:
        return f"line {found['line']}, column {found['column']}: is not TOML: {found['what']}"
    end = text.count("\n") + 1
    return f"line {end}: is not TOML: {message.removesuffix(' (at end of document)')}"


def _plain(value: Any) -> Any:
    """Turns TOML's dates into text, so that a JSON Schema can look at them."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return value
