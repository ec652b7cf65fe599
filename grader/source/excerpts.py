"""Find the functions and classes that contain given lines of a program."""

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from grader.kinds import SourceReader
from grader.model.static import ParseStatus, SourceFacts

READ = "grader.source.excerpts:read"
MAX_LOOP_LINES = 12  # a longer loop is kept by its head and the lines asked about
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
LOOPS = (ast.For, ast.AsyncFor, ast.While)


class Span(Struct, frozen=True, kw_only=True):
    """A top-level function or class."""

    title: str
    first: int  # 1-based
    last: int
    kept: tuple[int, ...] = ()  # lines without which a question about it cannot be answered


def read_spans(
    reader: SourceReader, text: str, named: Sequence[tuple[str, int]], asked: Sequence[int]
) -> list[Span]:
    """Return the spans that hold the lines `asked` about, then those of the functions `named`.

    A function is given by its name and line; with line 0 it is found by its name. A text that does
    not parse has no spans.
    """
    _, answer = reader.read_with(READ, [text, [list(each) for each in named], list(asked)])
    return [] if answer is None else msgspec.convert(answer, list[Span])


def read(request: Any) -> tuple[SourceFacts, list[Span]]:
    """Read a text, functions and lines; see SourceReader.read_with."""
    text, named, asked = request
    facts = SourceFacts(status=ParseStatus.OK)
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return facts, []
    tops = [node for node in tree.body if isinstance(node, Definition)]
    kept: dict[Definition, set[int]] = {}
    for line in asked:
        for top in tops:
            if line in _lines_of(top):
                kept.setdefault(top, set()).update(_kept(top, line))
    for name, line in named:
        same = [top for top in tops if top.name == name.partition(".")[0]]
        at_line = [top for top in tops if line in _lines_of(top)]
        for top in (at_line or same)[-1:]:
            kept.setdefault(top, set())
    return facts, [
        Span(title=top.name, first=lines.start, last=lines.stop - 1, kept=tuple(sorted(needed)))
        for top, needed in kept.items()
        for lines in (_lines_of(top),)
    ]


def _lines_of(node: ast.stmt) -> range:
    decorators = [each.lineno for each in getattr(node, "decorator_list", ())]
    return range(min([node.lineno, *decorators]), (node.end_lineno or node.lineno) + 1)


def _kept(top: Definition, line: int) -> Iterator[int]:
    """Yield the statement at a line, the heads of blocks around it, its loop, and a constructor."""
    around = list(_around([top], line))
    yield from (node.lineno for node in around)
    if not isinstance(around[-1], (*LOOPS, Definition, ast.If, ast.With, ast.Try)):
        yield from _lines_of(around[-1])
    yield line
    for node in top.body:  # the state with which an object begins
        if isinstance(node, ast.FunctionDef) and node.name == "__init__":
            yield from _lines_of(node)
    loops = [_lines_of(node) for node in around if isinstance(node, LOOPS)]
    if loops and len(loops[-1]) <= MAX_LOOP_LINES:
        yield from loops[-1]


def _around(nodes: Iterable[ast.AST], line: int) -> Iterator[ast.stmt]:
    """Yield the statements that hold a line, the outermost first."""
    for node in nodes:
        if not isinstance(node, ast.stmt):
            yield from _around(ast.iter_child_nodes(node), line)
        elif line in _lines_of(node):
            yield node
            yield from _around(ast.iter_child_nodes(node), line)
