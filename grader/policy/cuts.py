"""Statements cut down to what some names need: nothing else of them is kept."""

import ast
from copy import deepcopy

from grader.policy.spots import LOOPS, Unsure, base, binds, mutates, reads
from grader.policy.views import called

CLOCKS = frozenset({"time", "perf_counter", "process_time", "time_ns", "perf_counter_ns", "clock"})
CLOCKS |= frozenset({"monotonic", "synchronize", "now"})
GROWING = frozenset({"append", "extend"})


def cut(node: ast.stmt, wanted: set[str]) -> ast.stmt | None:
    """Keeps what gives the wanted names their values; None when nothing does."""
    wanted = set(wanted)
    while True:
        kept = _cut(node, wanted)
        if kept is None:
            return None
        more = _needed(kept) - wanted
        if not more:
            return kept
        wanted |= more


def _needed(kept: ast.stmt) -> set[str]:
    """Collects the names that the kept statements read, as far as the same loop binds them."""
    if not isinstance(kept, (*LOOPS, ast.If)):
        return set()
    return {one.id for one in ast.walk(kept) if isinstance(one, ast.Name)}


def _cut(node: ast.stmt, wanted: set[str]) -> ast.stmt | None:
    match node:
        case ast.For(target=target, iter=iterated, body=body):
            inner = _cut_all(body, wanted)
            made = ast.For(target=target, iter=iterated, body=inner, orelse=[])
            return ast.copy_location(made, node) if inner else None
        case ast.While(test=test, body=body):
            inner = _cut_all(body, wanted | reads(test))
            return ast.copy_location(ast.While(test, inner, []), node) if inner else None
        case ast.If(test=test, body=body, orelse=orelse):
            inner, other = _cut_all(body, wanted), _cut_all(orelse, wanted)
            branch = ast.If(test, inner or [ast.Pass()], other)
            return ast.copy_location(branch, node) if inner or other else None
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            pairs = zip(targets, values, strict=False)
            inner = [_one(t, v, node) for t, v in pairs if binds(t) & wanted or base(t) in wanted]
            if len(inner) > 1 and any(binds(one) & reads(node) for one in inner):
                return deepcopy(node)
            return _block(inner, node)
        case _:
            return deepcopy(node) if (binds(node) | mutates(node)) & wanted else None


def _one(target: ast.expr, value: ast.expr, node: ast.stmt) -> ast.stmt:
    return ast.copy_location(ast.Assign(targets=[target], value=value), node)


def _block(inner: list[ast.stmt], node: ast.stmt) -> ast.stmt | None:
    """Puts assignments together again into one statement."""
    found = [one for one in inner if isinstance(one, ast.Assign)]
    if len(found) < 2:  # noqa: PLR2004 - nothing to put together
        return found[0] if found else None
    targets = ast.Tuple([one.targets[0] for one in found], ast.Store())
    values = ast.Tuple([one.value for one in found], ast.Load())
    return ast.copy_location(ast.Assign(targets=[targets], value=values), node)


def _cut_all(body: list[ast.stmt], wanted: set[str]) -> list[ast.stmt]:
    return [kept for one in body if (kept := _cut(one, wanted)) is not None]


def clean(node: ast.stmt) -> ast.stmt | None:  # noqa: PLR0911 - one for each kind
    """Takes out what only shows or times the work; raises Unsure at all else that is not plain."""
    match node:
        case ast.For(target=target, iter=iterated, body=body, orelse=[]):
            made = ast.For(target, iterated, _clean_all(body), [])
            return ast.copy_location(made, node) if made.body else None
        case ast.While(test=test, body=body, orelse=[]):
            return ast.copy_location(ast.While(test, _clean_all(body), []), node)
        case ast.If(test=test, body=body, orelse=orelse):
            inner, other = _clean_all(body), _clean_all(orelse)
            branch = ast.If(test, inner or [ast.Pass()], other)
            return ast.copy_location(branch, node) if inner or other else None
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"))) | ast.Pass():
            return None
        case ast.Expr(value=ast.Constant()):
            return None
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))) if name in GROWING:
            return node
        case ast.Expr(value=ast.Call() as call) if called(call) in CLOCKS:
            return None
        case ast.Assign() | ast.AugAssign() | ast.AnnAssign(value=ast.expr()):
            return None if _is_clock(node) else node
        case _:
            raise Unsure(type(node).__name__)


def _clean_all(body: list[ast.stmt]) -> list[ast.stmt]:
    return [kept for one in body if (kept := clean(one)) is not None]


def _is_clock(node: ast.stmt) -> bool:
    """Whether it only keeps the time: `t1 = time.time()`, `dt = time.time() - t0`."""
    names = mutates(node) - binds(node)
    return not names and any(
        called(one) in CLOCKS and isinstance(one, ast.Call) and not one.args
        for one in ast.walk(node)
    )


def overwrites(node: ast.stmt, name: str) -> bool:
    """Whether a statement puts new values wherever it reads old ones of a matrix."""
    return _overwrites([node], name, set())


def _overwrites(body: list[ast.stmt], name: str, stored: set[str]) -> bool:
    for one in body:
        match one:
            case ast.For(target=target, iter=iterated, body=inner):
                fresh = {place for place in stored if not binds(target) & _names_in(place)}
                if name in reads(iterated) or not _overwrites(inner, name, fresh):
                    return False
            case ast.While(body=inner):
                if not _overwrites(inner, name, set(stored)):
                    return False
            case ast.If():
                return name not in {n.id for n in ast.walk(one) if isinstance(n, ast.Name)}
            case _:
                if _reads_old(one, name, stored):
                    return False
                if isinstance(one, ast.Assign):
                    stored |= {ast.unparse(t) for t in one.targets if base(t) == name}
    return True


def _names_in(place: str) -> set[str]:
    return {one.id for one in ast.walk(ast.parse(place)) if isinstance(one, ast.Name)}


def _reads_old(node: ast.stmt, name: str, stored: set[str]) -> bool:
    """Whether a simple statement uses an element that was not stored just before."""
    added = isinstance(node, ast.AugAssign) and base(node.target) == name
    if added and ast.unparse(getattr(node, "target", node)) not in stored:
        return True
    if isinstance(node, ast.Expr):
        return name in {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    value = getattr(node, "value", None)
    return value is not None and _loads_old(value, name, stored)


def _loads_old(node: ast.AST, name: str, stored: set[str]) -> bool:
    if isinstance(node, ast.Subscript) and ast.unparse(node) in stored:
        return False
    if isinstance(node, ast.Name) and node.id == name:
        return True
    return any(_loads_old(child, name, stored) for child in ast.iter_child_nodes(node))
