"""Storing values: names, attributes, containers, unpacking."""

import ast
from collections.abc import Callable

from grader.policy.analysis import Analysis, Site
from grader.policy.attributes import read
from grader.policy.dynamic import is_dunder
from grader.policy.scopes import Scope
from grader.policy.values import Kind, Things, hold, texts_of

Evaluate = Callable[[Analysis, Scope, ast.AST | None], Things]


def items_of(run: Analysis, things: Things) -> Things:
    """Returns what iterating over something may give."""
    return run.unpack(things)


def assign(
    run: Analysis, scope: Scope, target: ast.expr, things: Things, evaluate: Evaluate
) -> None:
    """Stores a value in a target of an assignment, a loop, a `with` or a comprehension."""
    match target:
        case ast.Name(id=name):
            run.bind(scope, name, things)
        case ast.Attribute(value=value, attr=name):
            site = Site(run, scope, target)
            read(site, evaluate(run, scope, value), name)
            run.set_attribute(name, things)
        case ast.Subscript():
            _store(run, scope, target, things, evaluate)
        case ast.Starred(value=value):
            assign(run, scope, value, hold(things) | things, evaluate)
        case _:  # a tuple or a list
            for part in ast.iter_child_nodes(target):
                if isinstance(part, ast.expr):
                    assign(run, scope, part, run.unpack(things), evaluate)


def _store(
    run: Analysis, scope: Scope, target: ast.Subscript, things: Things, evaluate: Evaluate
) -> None:
    base, names = evaluate(run, scope, target.value), evaluate(run, scope, target.slice)
    run.store(things | names)
    known, complete = texts_of(names)
    if "backend" in known and not texts_of(things)[1] and things:
        Site(run, scope, target).doubt("POL002", "backend", "backend")
    if any(thing.kind is Kind.SPACE and thing.name and not thing.held for thing in base):
        for name in known:
            run.bind(scope.module, name, things)
        if not complete or any(map(is_dunder, known)):
            Site(run, scope, target).doubt("POL002", "globals, locals, vars", "namespace")
    if isinstance(target.value, ast.Name):
        run.bind(scope, target.value.id, hold(things))


def assign_pairs(
    run: Analysis, scope: Scope, target: ast.expr, value: ast.expr, evaluate: Evaluate
) -> bool:
    """Stores `a, b = x, y` part by part; says whether the statement has that form."""
    match target, value:
        case (
            ast.Tuple(elts=targets) | ast.List(elts=targets),
            ast.Tuple(elts=values) | ast.List(elts=values),
        ) if len(targets) == len(values):
            if any(isinstance(part, ast.Starred) for part in (*targets, *values)):
                return False
            for one, other in zip(targets, values, strict=True):
                if not assign_pairs(run, scope, one, other, evaluate):
                    assign(run, scope, one, evaluate(run, scope, other), evaluate)
            return True
        case _:
            return False
