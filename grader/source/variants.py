"""Variants of a program with one change, such as a beginner's mistake."""

import ast
import io
import tokenize
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

from grader.kinds import SourceReader
from grader.model.static import ParseStatus, SourceFacts

READ = "grader.source.variants:read"
OTHER = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "=="}
LONGEST = 100  # characters of a line; a change in a longer one is hard to see
LOOPED = 1  # number of arguments of range(n)


class Variant(Struct, frozen=True, kw_only=True):
    """A program with one line changed."""

    line: int  # 1-based
    before: str  # the original line, stripped
    after: str
    text: str  # of the whole program


def variants(text: str, function: str) -> Iterator[Variant]:
    r"""Yield variants: loops that begin at 1, `=` for `+=`, `+` for `*`, `<=` for `<`.

    Only the top-level function, or the method "Class.name", is changed. Every variant parses; only
    a run shows what it does.

    >>> [each.after for each in variants("def f(n):\n    return n * 2\n", "f")]
    ['return n + 2', 'return n * 3']
    """
    tree = ast.parse(text)
    body = _find(tree, function)
    if body is None:
        return
    lines = text.split("\n")
    for node in ast.walk(body):
        for (row, start, end), new in _changes(node):
            raw = lines[row - 1].encode()  # columns are counted in bytes
            changed = (raw[:start] + new.encode() + raw[end:]).decode()
            whole = "\n".join([*lines[: row - 1], changed, *lines[row:]])
            if not _is_python(whole):  # a bracket was cut off with the operator
                continue
            before, after = without_comment(lines[row - 1]), without_comment(changed)
            if "`" not in before + after and len(before) <= LONGEST:  # ` marks code in a question
                yield Variant(line=row, before=before, after=after, text=whole)


def without_comment(line: str) -> str:
    """Return a line of a program without its indentation and its comment.

    >>> without_comment("    s += '#'  # adds up")
    "s += '#'"
    """
    tokens: list[tokenize.TokenInfo] = []
    with suppress(tokenize.TokenError, SyntaxError):
        tokens += tokenize.generate_tokens(io.StringIO(line.strip()).readline)
    comments = [token.start[1] for token in tokens if token.type == tokenize.COMMENT]
    return line.strip()[: comments[0] if comments else None].rstrip()


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def _find(tree: ast.Module, function: str) -> ast.AST | None:
    found: ast.AST = tree
    for name in function.split("."):
        inside = getattr(found, "body", ())
        kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
        named = [each for each in inside if isinstance(each, kinds) and each.name == name]
        if not named:
            return None
        found = named[-1]
    return found


Span = tuple[int, int, int]  # line, start and end column


def _changes(node: ast.AST) -> Iterator[tuple[Span, str]]:
    if isinstance(node, ast.Call):
        yield from _of_range(node)
    elif isinstance(node, ast.Subscript):
        yield from _of_indices(node)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield _span(node), str(node.value + 1)
    elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
        yield from _between(node.target, node.value, " = ")
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and not _is_of_lists(node):
        yield from _between(node.left, node.right, " + ")
    elif isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in OTHER:
        yield from _between(node.left, node.comparators[0], f" {OTHER[type(node.ops[0])]} ")


def _of_range(node: ast.Call) -> Iterator[tuple[Span, str]]:
    named = isinstance(node.func, ast.Name) and node.func.id == "range"
    if named and len(node.args) == LOOPED and not node.keywords:
        row, start, _ = _span(node.args[0])
        yield (row, start, start), "1, "


def _of_indices(node: ast.Subscript) -> Iterator[tuple[Span, str]]:
    """Swap two indices: b[k][j] becomes b[j][k]."""
    if not isinstance(node.value, ast.Subscript):
        return
    inner, outer = node.value.slice, node.slice
    if isinstance(inner, ast.Name) and isinstance(outer, ast.Name) and inner.id != outer.id:
        row, start, _ = _span(inner)
        last, _, end = _span(outer)
        if row == last:
            yield (row, start, end), f"{outer.id}][{inner.id}"


def _between(left: ast.expr, right: ast.expr, sign: str) -> Iterator[tuple[Span, str]]:
    """Replace the operator between two expressions; a bracket may be cut off with it."""
    row, _, start = _span(left)
    last, end, _ = _span(right)
    if left.end_lineno == row == last:
        yield (row, start, end), sign


def _is_of_lists(node: ast.BinOp) -> bool:
    """Return whether a list is repeated rather than numbers multiplied."""
    kinds = ast.List | ast.ListComp | ast.Constant
    return isinstance(node.left, kinds) or isinstance(node.right, kinds)


def _span(node: ast.expr) -> Span:
    return node.lineno, node.col_offset, node.end_col_offset or 0


INSIDE = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)
"""Nodes that run lines of their own: how often their line ran is ambiguous."""
UNORDERED = {"set", "frozenset", "hash", "id"}
PLAIN = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Return)
MOST_VARIANTS = 40


class FunctionText(Struct, frozen=True, kw_only=True):
    """Facts from the text of one function."""

    simple: frozenset[int] = frozenset()  # lines with one statement that runs as a whole
    variants: tuple[Variant, ...] = ()
    orders: bool = False  # whether it uses sets or hashes, whose order differs in each run
    parsed: bool = True  # False: in a newer Python's syntax, or not Python


def read_function(reader: SourceReader, text: str, function: str, line: int) -> FunctionText:
    """Let the reader process read the function at `line`; empty if the text does not parse.

    With line 0, it is found by name, since a notebook's lines are counted per cell.
    """
    _, answer = reader.read_with(READ, [text, function, line])
    return FunctionText() if answer is None else msgspec.convert(answer, FunctionText)


def read(request: Any) -> tuple[SourceFacts, FunctionText]:
    """Read a text, the name of a function in it, and its line; see SourceReader.read_with."""
    text, function, line = request
    facts = SourceFacts(status=ParseStatus.OK)
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return facts, FunctionText(parsed=False)
    named = None if line else _find(tree, function)
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    nodes = [node for node in ast.walk(tree) if isinstance(node, kinds)]
    found = [node for node in nodes if node is named or node.lineno == line]
    if not found:
        return facts, FunctionText()
    return facts, FunctionText(
        simple=frozenset(_simple_lines(tree)),
        variants=tuple(islice(variants(text, function), MOST_VARIANTS)),
        orders=_names_sets(tree, found[0]),
    )


def _names_sets(tree: ast.Module, function: ast.AST) -> bool:
    """Return whether a function, or what it may reach in its module, uses sets or hashes."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    defined = {node.name: node for node in tree.body if isinstance(node, kinds)}
    reached = [function, *(node for node in tree.body if not isinstance(node, kinds))]
    names: set[str] = set()
    for part in reached:  # the list grows during the loop
        for node in ast.walk(part):
            if isinstance(node, ast.Set | ast.SetComp):
                return True
            if isinstance(node, ast.Name) and node.id not in names:
                names.add(node.id)
                reached += [defined[node.id]] if node.id in defined else []
    return not names.isdisjoint(UNORDERED)


def _simple_lines(tree: ast.Module) -> set[int]:
    """Return lines with one simple statement, excluding parts of longer statements."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.stmt | ast.expr)]
    begun = Counter(node.lineno for node in nodes if isinstance(node, ast.stmt))
    spread = {
        line
        for node in nodes
        if isinstance(node, (*PLAIN, ast.expr))
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
        if node.lineno != node.end_lineno
    }
    inside = {node.lineno for node in nodes if isinstance(node, INSIDE)}
    plain = {node.lineno for node in nodes if isinstance(node, PLAIN) and begun[node.lineno] == 1}
    return plain - spread - inside
