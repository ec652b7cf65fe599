"""Writes TOML as a person would: one key per line, long lists wrapped, small tables inline."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

WIDTH = 100
BARE = re.compile(r"[A-Za-z0-9_-]+")


def lines_of(table: Mapping[str, Any]) -> Iterator[str]:
    """Gives a line for each key, more for a long list."""
    for key, value in table.items():
        yield from _entry(_key(key), value)


def value_text(value: Any) -> str:
    """Writes a value on one line: text, a number, true or false, a list, a table."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(int(value) if value == int(value) else value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(key)} = {value_text(one)}" for key, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    return f"[{', '.join(map(value_text, value))}]"


def _key(key: str) -> str:
    return key if BARE.fullmatch(key) else value_text(key)


def _entry(key: str, value: Any) -> Iterator[str]:
    line = f"{key} = {value_text(value)}"
    if len(line) <= WIDTH or not isinstance(value, list | tuple):
        yield line
        return
    yield f"{key} = ["
    yield from _wrapped(value)
    yield "]"


def _wrapped(items: Sequence[Any]) -> Iterator[str]:
    line = ""
    for text in map(value_text, items):
        if line and len(line) + len(text) + 2 > WIDTH:
            yield line
            line = ""
        line = f"{line} {text}," if line else f"    {text},"
    yield line
