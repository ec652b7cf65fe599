"""Convert a notebook to Python text with a map back to its cells. Reads JSON leniently."""

import json
import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from grader.intake.refusal import FileRefused
from grader.model.submission import Trouble

# Cell magics whose body is Python run in the notebook itself.
_KEEP_BODY = frozenset({"time", "timeit", "capture", "prun", "memit", "mprun", "debug", "check"})
# A cell that writes the program itself.
_WRITES_PROGRAM = re.compile(r"%%(?:writefile|file)\s.*\.py\s*$")
_CELL = re.compile(r"%%(?P<name>\w*)")
_MAGIC = re.compile(r"(?P<indent>\s*)(?P<rest>[%!].*)")
# This line imports, so the import rule must see it.
_PYLAB = re.compile(r"(?P<indent>\s*)(?P<rest>%pylab\b.*)")
_TIMED = re.compile(r"(?P<indent>\s*)%time\s+(?P<statement>\S.*)")
_HELP = re.compile(r"(?P<indent>\s*)(?P<rest>(?:\?{1,2}[\w.*%]+|[\w.*%]+\?{1,2}))\s*(?:#.*)?")
_ASSIGNED = re.compile(r"(?P<indent>\s*)(?P<names>\w[\w.,\s\[\]'\"]*)=\s*(?P<rest>(?:!|%\w).*)")
# Colab's tools mount drives and transfer files; like magics, they are not part of the program.
_COLAB = re.compile(
    r"""(?P<indent>\s*)
    (?P<rest>(?:from\s+google\.colab(?:\.\w+)*\s+import\s+(?P<tools>\w+(?:\s*,\s*\w+)*)
               |import\s+google\.colab(?:\.\w+)*)\s*(?:\#.*)?)""",
    re.VERBOSE,
)
# Only these methods: a program may call a list of its own `files`.
_TOOL = re.compile(
    r"""(?P<indent>\s*)(?:(?P<name>\w+)\s*=\s*)?
    (?P<rest>(?P<tool>\w+)
        \.(?:mount|flush_and_unmount|upload|upload_file|download|view|authenticate_user)\(.*\)\s*)""",
    re.VERBOSE,
)
_TOKEN = re.compile(
    r"""(?P<comment>\#.*)
      | (?P<triple>'{3}|\"{3})
      | (?P<string>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")
      | (?P<open>[(\[{])
      | (?P<close>[)\]}])
      | (?P<other>\\.|.)""",
    re.VERBOSE,
)


class NotebookText(Struct, frozen=True, kw_only=True):
    """The joined code cells, and where each begins."""

    text: str
    cells: tuple[tuple[int, int], ...]  # (first line, number of the code cell), both 1-based


def looks_like_notebook(text: str) -> bool:
    """Return whether a text is a notebook's JSON, whatever the file is called."""
    if not text.lstrip().startswith("{") or '"nbformat"' not in text:
        return False
    try:
        return _loaded(text).get("nbformat") is not None
    except FileRefused:
        return False


def read_notebook(text: str) -> NotebookText:
    """Join the code cells of a notebook of format 3 or 4. Outputs are ignored.

    Raises FileRefused if the text is no notebook or has no code.
    """
    joined: list[str] = []
    cells: list[tuple[int, int]] = []
    line = 1
    tools: set[str] = set()
    for number, source in enumerate(_code_cells(_loaded(text)), start=1):
        if not source.strip():
            continue
        plain = without_magics(source.rstrip("\n"), tools) + "\n"
        cells.append((line, number))
        joined.append(plain)
        line += plain.count("\n")
    if not cells:
        raise FileRefused(Trouble.NO_CODE)
    return NotebookText(text="".join(joined), cells=tuple(cells))


def _loaded(text: str) -> dict[str, Any]:
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 0)
        raise FileRefused(Trouble.BAD_NOTEBOOK, "json", line) from error
    if not isinstance(notebook, dict):
        raise FileRefused(Trouble.BAD_NOTEBOOK, "json")
    return notebook


def _code_cells(notebook: dict[str, Any]) -> Iterator[str]:
    """Yield the source of every code cell; format 3 keeps cells in worksheets."""
    sheets = notebook.get("worksheets")
    holders = [notebook, *(sheets if isinstance(sheets, list) else [])]
    lists = [holder.get("cells") for holder in holders if isinstance(holder, dict)]
    lists_of_cells = [cells for cells in lists if isinstance(cells, list)]
    if not lists_of_cells:
        raise FileRefused(Trouble.BAD_NOTEBOOK, "cells")
    for cell in (cell for cells in lists_of_cells for cell in cells if isinstance(cell, dict)):
        if cell.get("cell_type") == "code":
            yield _joined(cell.get("source", cell.get("input", "")))


def _joined(source: object) -> str:
    """Return a cell's source, stored as one string or a list of lines."""
    lines = source if isinstance(source, list) else [source]
    text = "".join(line for line in lines if isinstance(line, str))
    return text.replace("\r\n", "\n").replace("\r", "\n")


class _StatementState(Struct, frozen=True, kw_only=True):
    """Whether the next line continues the statement before it."""

    quote: str = ""  # open triple quote
    depth: int = 0  # open brackets
    joined: bool = False  # the line ended in a backslash

    @property
    def fresh(self) -> bool:
        return not self.quote and not self.depth and not self.joined


def without_magics(cell: str, tools: set[str] | None = None) -> str:
    """Return a code cell as plain Python with the same number of lines.

    `tools` are names of Colab's tools imported so far; imports of this cell are added.
    """
    tools = set() if tools is None else tools
    lines = _dedented(cell.split("\n"))
    first = next((n for n, line in enumerate(lines) if line.strip()), None)
    if first is None:
        return cell
    magic = _CELL.match(lines[first])
    if magic is None:
        return "\n".join(_plain(lines, tools))
    if magic["name"] not in _KEEP_BODY and not _WRITES_PROGRAM.match(lines[first]):
        return "\n".join(f"# {line}" if line.strip() else "" for line in lines)
    body = [*lines[:first], f"# {lines[first]}"]
    return "\n".join([*body, *_plain(lines[first + 1 :], tools)])


def _dedented(lines: list[str]) -> list[str]:
    """Remove the first line's indentation from all lines, as IPython does."""
    first = next((line for line in lines if line.strip()), "")
    indent = first[: len(first) - len(first.lstrip(" \t"))]
    return [line.removeprefix(indent) for line in lines]


def _plain(lines: list[str], tools: set[str]) -> Iterator[str]:
    """Rewrite IPython's lines at the start of statements; tracks strings and brackets."""
    state, swallowing = _StatementState(), False
    for line in lines:
        if swallowing:  # the previous line's magic ended in a backslash
            swallowing = line.rstrip().endswith("\\")
            yield f"# {line}"
            continue
        plain = (_rewritten(line, tools) if state.fresh else None) or line
        state = _after(plain, state)
        swallowing = plain is not line and line.endswith("\\") and not state.joined
        yield plain


def _rewritten(line: str, tools: set[str]) -> str | None:
    """Return the replacement of an IPython line; None for ordinary Python."""
    if match := _COLAB.fullmatch(line):
        tools.update(re.findall(r"\w+", match["tools"] or ""))
        return f"{match['indent']}pass  # {match['rest']}"
    match = _TOOL.fullmatch(line)
    if match and match["tool"] in tools:
        named = f"{match['name']} = None" if match["name"] else "pass"
        return f"{match['indent']}{named}  # {match['rest']}"
    return _without_magic(line)


def _without_magic(line: str) -> str | None:
    if match := _PYLAB.fullmatch(line):
        return f"{match['indent']}from pylab import *  # {match['rest']}"
    if match := _TIMED.fullmatch(line):
        return match["indent"] + match["statement"]
    if match := _MAGIC.fullmatch(line) or _HELP.fullmatch(line):
        return f"{match['indent']}pass  # {match['rest']}"
    if match := _ASSIGNED.fullmatch(line):
        return f"{match['indent']}{match['names']}= None  # {match['rest']}"
    return None


def _after(line: str, state: _StatementState) -> _StatementState:
    """Track strings and brackets through one line."""
    quote, depth, at = state.quote, state.depth, 0
    while at < len(line):
        if quote:
            end = _closing(line, at, quote)
            if end < 0:
                return _StatementState(quote=quote, depth=depth)
            quote, at = "", end
            continue
        token = _TOKEN.match(line, at)
        if token is None or token["comment"]:
            return _StatementState(depth=depth)
        quote = token["triple"] or ""
        depth = max(depth + bool(token["open"]) - bool(token["close"]), 0)
        at = token.end()
    return _StatementState(quote=quote, depth=depth, joined=not quote and line.endswith("\\"))


def _closing(line: str, start: int, quote: str) -> int:
    """Return the end of a triple-quoted string in a line; -1 if it continues."""
    at = start
    while at < len(line):
        if line[at] == "\\":
            at += 2
        elif line.startswith(quote, at):
            return at + len(quote)
        else:
            at += 1
    return -1
