"""Cuts a file into the pieces of which an exercise's function reaches some and leaves the others.

A unit is a statement at the top of a file, wherever it stands in branches and loops, or a method.
"""

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from grader.policy.dynamic import words
from grader.policy.scopes import BLOCKS, COMPREHENSIONS, FUNCTIONS, Scope, open_scope

ALL = "*"  # every name of a module, every method of a class
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
IMPORTS = (ast.Import, ast.ImportFrom)
COMPOUND = (
    *(ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith),
    *(ast.Try, ast.TryStar),
)
BRANCHING = (ast.If, ast.IfExp, ast.Match, ast.match_case, ast.ExceptHandler)
# What modules called `cuda` offer for asking, waiting and timing.
WAITING = words("""
    is_available synchronize device_count current_device get_device_name empty_cache Stream Device
    Event runtime default_stream current_stream get_current_stream get_elapsed_time nvtx
""")
# Assignments are executed one by one, and these may change what any name stands for.
REBINDING = frozenset(
    {"exec", "eval", "globals", "locals", "setattr", "delattr", "__import__", "compile"}
)


class Strength(IntEnum):
    """How surely a function uses what it reaches."""

    MAYBE = 1  # in one branch of several, or by a value that was computed beforehand
    SURE = 2


SURE = Strength.SURE


@dataclass(slots=True)
class Reads:
    """What a piece of code looks up outside itself."""

    names: dict[tuple[str, str], Strength] = field(default_factory=dict)  # with an attribute or ALL
    attributes: set[str] = field(default_factory=set)  # of anything
    branches: list[range] = field(default_factory=list)  # lines that may not be executed
    lines: dict[str, int] = field(default_factory=dict)  # where each name is looked up first

    def branching(self, line: int) -> bool:
        """Says whether a line stands in one branch of several."""
        return any(line in branch for branch in self.branches)

    def note(self, node: ast.expr, name: str, attribute: str, strength: Strength) -> None:
        """Adds one look-up."""
        self.lines.setdefault(name, node.lineno)
        before = self.names.get((name, attribute), strength)
        self.names[name, attribute] = max(before, strength)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Unit:
    """One piece of a file."""

    file: str
    node: ast.stmt
    binds: frozenset[str]
    reads: Reads
    carries: bool  # code, or another name for code: what it reads is executed with it
    around: tuple["Unit", ...] = ()  # branches and loops that it stands in
    method_of: str = ""  # the class; a method binds nothing
    inner: tuple["Unit", ...] = ()  # the methods of a class


def units_of(scope: Scope) -> list[Unit]:
    """Cuts one file; `if __name__ == "__main__":` is not part of what an import executes."""
    return list(_cut(scope, list(ast.iter_child_nodes(scope.node)), ()))


def _cut(scope: Scope, nodes: Sequence[ast.AST], around: tuple[Unit, ...]) -> Iterator[Unit]:
    for node in nodes:
        if isinstance(node, COMPOUND):
            if not _is_main_guard(node):
                yield from _cut_compound(scope, node, around)
        elif isinstance(node, ast.ExceptHandler):
            yield from _cut(scope, list(node.body), around)
        elif isinstance(node, ast.ClassDef):
            yield _class(scope, node, around)
        elif isinstance(node, ast.stmt):
            yield _leaf(scope, node, around)


def _cut_compound(scope: Scope, node: ast.stmt, around: tuple[Unit, ...]) -> Iterator[Unit]:
    header = [
        c for c in ast.iter_child_nodes(node) if not isinstance(c, (ast.stmt, ast.ExceptHandler))
    ]
    reads = Reads()
    for part in header:
        _read(part, scope, reads)
    unit = Unit(
        file=scope.file.name,
        node=node,
        binds=_bound(header),
        reads=reads,
        carries=False,
        around=around,
    )
    yield unit
    inner = [c for c in ast.iter_child_nodes(node) if isinstance(c, (ast.stmt, ast.ExceptHandler))]
    yield from _cut(scope, inner, (*around, unit))


def _is_main_guard(node: ast.stmt) -> bool:
    match node:
        case ast.If(test=ast.Compare(left=left, ops=[ast.Eq()], comparators=[right])):
            sides = [left, right]
            named = any(isinstance(s, ast.Name) and s.id == "__name__" for s in sides)
            return named and any(
                isinstance(s, ast.Constant) and s.value == "__main__" for s in sides
            )
    return False


def _leaf(scope: Scope, node: ast.stmt, around: tuple[Unit, ...]) -> Unit:
    reads = Reads()
    _read(node, scope, reads)
    return Unit(
        file=scope.file.name,
        node=node,
        binds=_bound([node]),
        reads=reads,
        carries=_carries(node),
        around=around,
    )


def _class(scope: Scope, node: ast.ClassDef, around: tuple[Unit, ...]) -> Unit:
    inner = open_scope(node, scope.file, scope)
    reads = Reads()
    for part in (*node.bases, *node.keywords, *node.decorator_list):
        _read(part, scope, reads)
    methods = []
    for statement in node.body:
        if isinstance(statement, DEFINITIONS):
            own = Reads()
            _read(statement, inner, own)
            method = Unit(
                file=scope.file.name, node=statement, binds=frozenset({statement.name}),
                reads=own, carries=True, around=around, method_of=node.name,
            )  # fmt: skip
            methods.append(method)
        else:
            # Other values are computed beforehand, whether or not a method looks at them.
            _read(statement, inner, reads, SURE if _carries(statement) else Strength.MAYBE)
    return Unit(
        file=scope.file.name, node=node, binds=frozenset({node.name}), reads=reads, carries=True,
        around=around, inner=tuple(methods),
    )  # fmt: skip


def _carries(node: ast.stmt) -> bool:
    """Whether what the statement reads is executed when its name is used."""
    match node:
        case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
            while isinstance(value, ast.Attribute):
                value = value.value
            return isinstance(value, ast.Name | ast.Lambda)
    return isinstance(node, (*DEFINITIONS, *IMPORTS))


def _bound(nodes: list[ast.AST]) -> frozenset[str]:
    """Collects the names that a statement binds, or whose objects it changes."""
    found: set[str] = set()
    for node in nodes:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.add(name)
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                bound = (a.asname or a.name.partition(".")[0] for a in names)
                found.update(name for name in bound if name != ALL)  # a star binds who knows what
            case _:
                found |= _stored(node)
    return frozenset(found)


def _stored(node: ast.AST) -> set[str]:
    found: set[str] = set()
    for part in ast.walk(node):
        ctx = getattr(part, "ctx", None)
        if isinstance(ctx, ast.Store | ast.Del):
            base: ast.AST = part
            while isinstance(base, ast.Attribute | ast.Subscript):
                base = base.value
            if isinstance(base, ast.Name):
                found.add(base.id)
        elif isinstance(part, ast.Name) and part.id in REBINDING and isinstance(node, ast.Assign):
            found.add(ALL)
    return found


def _read(node: ast.AST | None, scope: Scope, reads: Reads, sure: Strength = SURE) -> None:
    """Collects what a piece of code looks up at the top of its file; annotations do nothing."""
    match node:
        case ast.Attribute() if _is_waiting(node):
            return
        case ast.Attribute(value=ast.Name(id=name), attr=attribute) if _is_outer(scope, name):
            reads.attributes.add(attribute)
            reads.note(node, name, attribute, sure)
        case ast.Attribute(value=value, attr=attribute):
            reads.attributes.add(attribute)
            _read(value, scope, reads, sure)
        case ast.Name(id=name):
            if isinstance(node.ctx, ast.Load) and _is_outer(scope, name):
                reads.note(node, name, ALL, sure)
        case ast.AnnAssign(target=target, value=given):
            _read(target, scope, reads, sure)
            _read(given, scope, reads, sure)
        case ast.AST():
            rule = next((rule for kinds, rule in RULES if isinstance(node, kinds)), _read_parts)
            rule(node, scope, reads, sure)


def _is_waiting(node: ast.Attribute) -> bool:
    """Whether it asks for a GPU or waits for one, as a timer for all exercises does.

    `torch.cuda.is_available`, `cp.cuda.Stream.null.synchronize`: nothing there calculates.
    """
    path = [node.attr]
    inner: ast.expr = node.value
    while isinstance(inner, ast.Attribute | ast.Call):
        if isinstance(inner, ast.Attribute):
            path.append(inner.attr)
        inner = inner.value if isinstance(inner, ast.Attribute) else inner.func
    path.reverse()
    asks = path[0] == "cuda" and len(path) > 1 and path[1] in WAITING
    return asks and isinstance(inner, ast.Name)


def _read_parts(node: ast.AST, scope: Scope, reads: Reads, sure: Strength) -> None:
    for child in ast.iter_child_nodes(node):
        _read(child, scope, reads, sure)


def _read_call(node: ast.AST, scope: Scope, reads: Reads, sure: Strength) -> None:
    match node:
        case ast.Call(func=ast.Name(id="getattr"), args=[_, wanted, *_]):
            known = wanted.value if isinstance(wanted, ast.Constant) else None
            reads.attributes.add(known if isinstance(known, str) else ALL)
            _read_parts(node, scope, reads, sure)
        case ast.Call(func=ast.Name(id="isinstance"), args=[value, kinds]):
            _read(value, scope, reads, sure)
            _read(kinds, scope, reads, Strength.MAYBE)  # asking what a thing is calculates nothing
        case _:
            _read_parts(node, scope, reads, sure)


def _read_branches(node: ast.AST, scope: Scope, reads: Reads, sure: Strength) -> None:
    """Takes what is decided on as sure, and what depends on it as not."""
    head = getattr(node, "test", getattr(node, "subject", getattr(node, "type", None)))
    _read(head, scope, reads, sure)
    for child in ast.iter_child_nodes(node):
        if child is not head:
            _read(child, scope, reads, Strength.MAYBE)
            if isinstance(child, ast.stmt):
                reads.branches.append(range(child.lineno, (child.end_lineno or child.lineno) + 1))


def _read_block(node: ast.AST, scope: Scope, reads: Reads, sure: Strength) -> None:
    inner = open_scope(node, scope.file, scope)
    if isinstance(node, COMPREHENSIONS):
        _read_parts(node, inner, reads, sure)
        return
    if isinstance(node, FUNCTIONS):
        for part in (*node.args.defaults, *node.args.kw_defaults):
            _read(part, scope, reads, sure)
    outer = (getattr(node, key, ()) for key in ("decorator_list", "bases", "keywords"))
    for part in (one for parts in outer for one in parts):
        _read(part, scope, reads, sure)
    body: object = getattr(node, "body", ())
    for one in body if isinstance(body, list) else [body]:  # a lambda has but one
        if isinstance(one, ast.AST):
            _read(one, inner, reads, sure)


Rule = Callable[[ast.AST, Scope, Reads, Strength], None]
RULES: tuple[tuple[tuple[type[ast.AST], ...], Rule], ...] = (
    ((ast.Call,), _read_call),
    (BLOCKS, _read_block),
    (BRANCHING, _read_branches),
)


def _is_outer(scope: Scope, name: str) -> bool:
    owner = scope.owner(name)
    return owner is None or owner.parent is None
