"""Find a pattern in a program's text and try it. For hostile text: in the reader's process."""

import ast
import re
from typing import Any

from msgspec import Struct, convert
from msgspec.structs import replace

from grader.model.static import ParseStatus, SourceFacts
from saiten_pattern.record import Outcome, PatternRecord, PatternTable


class Request(Struct, frozen=True, kw_only=True):
    """What the reader's process is asked."""

    text: str
    entry: str
    table: PatternTable
    tries: bool = True  # False: only find it


def read(request: Any) -> tuple[SourceFacts, PatternRecord]:
    """Answer an encoded Request; see `grader.kinds.SourceReader.read_with`."""
    return SourceFacts(status=ParseStatus.OK), tried(convert(request, Request))


def tried(request: Request) -> PatternRecord:
    """Find the pattern, compile it and match every text of the table."""
    found = _found(ast.parse(request.text), request.entry)
    if found.outcome is not Outcome.TRIED or not request.tries:
        return found
    try:
        pattern = re.compile(found.pattern)
    except (re.error, OverflowError, RecursionError) as error:
        return replace(found, outcome=Outcome.INVALID, error=str(error)[:200])
    table = request.table
    return replace(
        found,
        missed=tuple(text for text in table.matches if not pattern.fullmatch(text)),
        taken=tuple(text for text in table.refuses if pattern.fullmatch(text)),
    )


def _found(tree: ast.Module, entry: str) -> PatternRecord:
    """Read the only assignment of the name; several may depend on what runs."""
    stored = [node for node in ast.walk(tree) if _stores(node, entry)]
    if not stored:
        return PatternRecord(outcome=Outcome.ABSENT)
    values = [
        (node.value, node.lineno)
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if _stores(target, entry)
    ]
    pattern = _constant(values[0][0]) if len(values) == len(stored) == 1 else None
    if pattern is None:
        return PatternRecord(outcome=Outcome.COMPUTED)
    return PatternRecord(outcome=Outcome.TRIED, pattern=pattern, line=values[0][1])


def _stores(node: ast.AST, entry: str) -> bool:
    named = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    return named and node.id == entry


def _constant(node: ast.expr | None) -> str | None:
    """Return a text, a sum of texts, or what re.compile is given; None for anything else."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            first, second = _constant(left), _constant(right)
            return None if first is None or second is None else first + second
        case ast.Call(func=function, args=[argument], keywords=[]):
            is_compile = ast.unparse(function) in {"re.compile", "compile"}
            return _constant(argument) if is_compile else None
    return None
