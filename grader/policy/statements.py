"""What a statement does to the names of a program."""

import ast
from collections.abc import Callable, Sequence

from grader.policy import dynamic
from grader.policy.analysis import Analysis, Class, Function, Site
from grader.policy.attributes import read
from grader.policy.calls import call
from grader.policy.expressions import bind_defaults, evaluate
from grader.policy.given import Given
from grader.policy.handing import is_library_class
from grader.policy.imports import import_from, import_modules
from grader.policy.operators import combine
from grader.policy.patterns import match_pattern
from grader.policy.scopes import Scope, arguments_of
from grader.policy.targets import assign, assign_pairs, items_of
from grader.policy.values import ANYTHING, MADE, NOTHING, Kind, Thing, Things


def execute(run: Analysis, scope: Scope, statements: Sequence[ast.stmt]) -> None:
    """Takes in every statement of a block, whatever their order at run time."""
    for statement in statements:
        if statement in run.skipped:
            continue
        rule = RULES.get(type(statement))
        if rule is None:
            _parts(run, scope, statement)
        else:
            rule(run, scope, statement)


def _parts(run: Analysis, scope: Scope, node: ast.AST) -> None:
    """Takes in the expressions and blocks of a statement that binds nothing itself."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            execute(run, scope, [child])
        else:
            evaluate(run, scope, child)


def _assign(run: Analysis, scope: Scope, node: ast.Assign) -> None:
    things: Things | None = None
    for target in node.targets:
        if assign_pairs(run, scope, target, node.value, evaluate):
            continue
        if things is None:
            things = evaluate(run, scope, node.value)
        assign(run, scope, target, things, evaluate)


def _annotated(run: Analysis, scope: Scope, node: ast.AnnAssign) -> None:
    evaluate(run, scope, node.annotation)
    if node.value is not None:
        assign(run, scope, node.target, evaluate(run, scope, node.value), evaluate)


def _augmented(run: Analysis, scope: Scope, node: ast.AugAssign) -> None:
    before, change = evaluate(run, scope, node.target), evaluate(run, scope, node.value)
    scaled = isinstance(node.value, ast.Constant)
    things = combine(Site(run, scope, node), node.op, before, change, scaled=scaled)
    held = frozenset([thing for thing in change if thing.held])
    run.store(frozenset([thing.taken() for thing in held]))
    assign(run, scope, node.target, things, evaluate)


def _for(run: Analysis, scope: Scope, node: ast.For | ast.AsyncFor) -> None:
    assign(run, scope, node.target, items_of(run, evaluate(run, scope, node.iter)), evaluate)
    execute(run, scope, node.body)
    execute(run, scope, node.orelse)


def _with(run: Analysis, scope: Scope, node: ast.With | ast.AsyncWith) -> None:
    for item in node.items:
        things = evaluate(run, scope, item.context_expr)
        run.escape(things)
        if item.optional_vars is not None:
            assign(run, scope, item.optional_vars, things | run.unpack(things), evaluate)
    execute(run, scope, node.body)


def _handler(run: Analysis, scope: Scope, node: ast.Try) -> None:
    execute(run, scope, node.body)
    for handler in node.handlers:
        evaluate(run, scope, handler.type)
        if handler.name:
            run.bind(scope, handler.name, CAUGHT)
        execute(run, scope, handler.body)
    execute(run, scope, node.orelse)
    execute(run, scope, node.finalbody)


CAUGHT: Things = frozenset({Thing(Kind.CAUGHT)})


def _raise(run: Analysis, scope: Scope, node: ast.Raise) -> None:
    things = evaluate(run, scope, node.exc) | evaluate(run, scope, node.cause)
    run.learn(run.caught, things | run.unpack(things) if things else NOTHING)


def _return(run: Analysis, scope: Scope, node: ast.Return) -> None:
    things = evaluate(run, scope, node.value)
    run.learn(run.functions[run.key_of(scope.node)].results, things)


def _function(run: Analysis, scope: Scope, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    inner, key = run.scope_of(node, scope), run.key_of(node)
    method = isinstance(scope.node, ast.ClassDef)
    run.functions.setdefault(key, Function(node=node, scope=inner, method=method))
    bind_defaults(run, scope, inner, node.args)
    for annotation in [*(one.annotation for one in arguments_of(node)), node.returns]:
        evaluate(run, scope, annotation)
    if method:
        _expect_callers(run, scope, node, inner)
    execute(run, inner, node.body)
    things: Things = frozenset({Thing(Kind.FUNCTION, key)})
    run.bind(scope, node.name, _decorated(run, scope, node.decorator_list, things))


def _decorated(run: Analysis, scope: Scope, decorators: list[ast.expr], things: Things) -> Things:
    for decorator in reversed(decorators):
        called = evaluate(run, scope, decorator)
        things |= call(Site(run, scope, decorator), called, Given(positional=(things,)))
    return things


def _expect_callers(
    run: Analysis, scope: Scope, node: ast.FunctionDef | ast.AsyncFunctionDef, inner: Scope
) -> None:
    """Operators and the methods of a library's subclass are called by somebody unseen."""
    extra = NOTHING
    if dynamic.is_dunder(node.name):
        extra = ANYTHING
        if node.name.startswith("__array"):
            Site(run, scope, node).doubt("POL003", node.name, "array-protocol")
    if node.name in {"__exit__", "__aexit__"}:
        extra |= CAUGHT
    if is_library_class(run, run.key_of(scope.node)):
        extra |= MADE
    for position, argument in enumerate(arguments_of(node)):
        run.bind(inner, argument.arg, extra if position else extra & MADE)


def _class(run: Analysis, scope: Scope, node: ast.ClassDef) -> None:
    inner, key = run.scope_of(node, scope), run.key_of(node)
    known = run.classes.setdefault(key, Class(scope=inner))
    for base in node.bases:
        run.learn(known.bases, evaluate(run, scope, base))
    for keyword in node.keywords:
        handed = evaluate(run, scope, keyword.value)  # a metaclass receives it
        run.store(handed)
        run.escape(handed)
    execute(run, inner, node.body)
    things: Things = frozenset({Thing(Kind.CLASS, key)})
    run.bind(scope, node.name, _decorated(run, scope, node.decorator_list, things))


def _match(run: Analysis, scope: Scope, node: ast.Match) -> None:
    subject = evaluate(run, scope, node.subject)
    for case in node.cases:
        match_pattern(run, scope, case.pattern, subject, evaluate)
        evaluate(run, scope, case.guard)
        execute(run, scope, case.body)


def _delete(run: Analysis, scope: Scope, node: ast.Delete) -> None:
    for target in node.targets:
        site = Site(run, scope, target)
        if isinstance(target, ast.Attribute):
            read(site, evaluate(run, scope, target.value), target.attr)
            if target.attr in dynamic.FORBIDDEN_BUILTINS:  # the built-in is back in a module
                site.doubt("POL002", target.attr, "shadowed")
        elif isinstance(target, ast.Subscript):
            things = evaluate(run, scope, target.value) | evaluate(run, scope, target.slice)
            if any(thing.kind is Kind.SPACE and thing.name for thing in things):
                site.doubt("POL002", "globals, locals, vars", "namespace")


RULES: dict[type[ast.AST], Callable[..., None]] = {
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.For: _for,
    ast.AsyncFor: _for,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Try: _handler,
    ast.TryStar: _handler,
    ast.Raise: _raise,
    ast.Return: _return,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.ClassDef: _class,
    ast.Match: _match,
    ast.Delete: _delete,
    ast.Import: import_modules,
    ast.ImportFrom: import_from,
}
