"""Turns a notebook into one Python text with a map back to its cells. Reads JSON leniently."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from grader.intake.magics import without_magics
from grader.intake.refusal import Refused
from grader.model.submission import Trouble


@dataclass(frozen=True, slots=True, kw_only=True)
class NotebookText:
    """The code cells joined, and where each begins."""

    text: str
    cells: tuple[tuple[int, int], ...]  # (first line, number of the code cell), both 1-based


def looks_like_notebook(text: str) -> bool:
    """Says whether a text is a notebook's JSON, whatever the file is called."""
    if not text.lstrip().startswith("{") or '"nbformat"' not in text:
        return False
    try:
        return _loaded(text).get("nbformat") is not None
    except Refused:
        return False


def read_notebook(text: str) -> NotebookText:
    """Joins the code cells of a notebook of format 3 or 4. Outputs are not looked at.

    Raises Refused when the text is no notebook, or has no code.
    """
    joined: list[str] = []
    cells: list[tuple[int, int]] = []
    line = 1
    for number, source in enumerate(_code_cells(_loaded(text)), start=1):
        if not source.strip():
            continue
        plain = without_magics(source.rstrip("\n")) + "\n"
        cells.append((line, number))
        joined.append(plain)
        line += plain.count("\n")
    if not cells:
        raise Refused(Trouble.NO_CODE)
    return NotebookText(text="".join(joined), cells=tuple(cells))


def _loaded(text: str) -> dict[str, Any]:
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 0)
        raise Refused(Trouble.BAD_NOTEBOOK, "json", line) from error
    if not isinstance(notebook, dict):
        raise Refused(Trouble.BAD_NOTEBOOK, "json")
    return notebook


def _code_cells(notebook: dict[str, Any]) -> Iterator[str]:
    """Yields the source of every code cell, also of format 3, which kept them in worksheets."""
    sheets = notebook.get("worksheets")
    holders = [notebook, *(sheets if isinstance(sheets, list) else [])]
    lists = [holder.get("cells") for holder in holders if isinstance(holder, dict)]
    found = [cells for cells in lists if isinstance(cells, list)]
    if not found:
        raise Refused(Trouble.BAD_NOTEBOOK, "cells")
    for cell in (cell for cells in found for cell in cells if isinstance(cell, dict)):
        if cell.get("cell_type") == "code":
            yield _joined(cell.get("source", cell.get("input", "")))


def _joined(source: object) -> str:
    """Takes a cell's source as one string or as a list of lines."""
    lines = source if isinstance(source, list) else [source]
    text = "".join(line for line in lines if isinstance(line, str))
    return text.replace("\r\n", "\n").replace("\r", "\n")
