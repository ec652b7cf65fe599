"""What an expression may mean: one small rule for each kind of expression."""

import ast
from collections.abc import Callable

from grader.policy import dynamic
from grader.policy.analysis import Analysis, Function, Site
from grader.policy.attributes import read, read_key, read_star
from grader.policy.calls import call
from grader.policy.folding import fold_chr, fold_join, fold_method, fold_slice
from grader.policy.given import Given
from grader.policy.naming import builtin_remains
from grader.policy.operators import combine
from grader.policy.scopes import Scope
from grader.policy.targets import assign, items_of
from grader.policy.values import (
    ANYTHING,
    NOTHING,
    Kind,
    Thing,
    Things,
    hold,
    joined,
    text,
    texts_of,
    union,
)


def evaluate(run: Analysis, scope: Scope, node: ast.AST | None) -> Things:
    """Returns what an expression may mean, noting every use inside it."""
    if node is None:
        return NOTHING
    rule = RULES.get(type(node))
    return _any_part(run, scope, node) if rule is None else rule(run, scope, node)


def _any_part(run: Analysis, scope: Scope, node: ast.AST) -> Things:
    """Means any of the parts: the answer for what has no rule of its own."""
    found = NOTHING
    for child in ast.iter_child_nodes(node):
        found |= evaluate(run, scope, child)
    return found


def _constant(run: Analysis, scope: Scope, node: ast.Constant) -> Things:
    if isinstance(node.value, str):
        return _checked(Site(run, scope, node), text(node.value))
    return ANYTHING if isinstance(node.value, bytes) else NOTHING


def _checked(site: Site, things: Things) -> Things:
    """Notes a text that makes matplotlib import a module of the program's choice."""
    for thing in things:
        if thing.kind is Kind.TEXT and thing.name.lower().lstrip().startswith("module://"):
            site.report("POL002", thing.name, "backend")
    return things


def _name(run: Analysis, scope: Scope, node: ast.Name) -> Things:
    site = Site(run, scope, node)
    owner = scope.owner(node.id)
    found = owner.get(node.id) if owner else read_star(site, node.id)
    if node.id not in dynamic.BUILTINS:
        return found if owner or found else ANYTHING
    if owner is None:
        return found | _builtin(site, node.id)
    return found | _shadowed(site, node.id) if builtin_remains(owner, node.id) else found


def _builtin(site: Site, name: str) -> Things:
    if name in dynamic.FORBIDDEN_BUILTINS:
        return site.report("POL002", name, dynamic.FORBIDDEN_BUILTINS[name])
    return frozenset({Thing(Kind.BUILTIN, name)})


def _shadowed(site: Site, name: str) -> Things:
    if name in dynamic.FORBIDDEN_BUILTINS:
        return site.doubt("POL002", name, "shadowed")
    return frozenset({Thing(Kind.BUILTIN, name)})


def _attribute(run: Analysis, scope: Scope, node: ast.Attribute) -> Things:
    return read(Site(run, scope, node), evaluate(run, scope, node.value), node.attr)


def _subscript(run: Analysis, scope: Scope, node: ast.Subscript) -> Things:
    site = Site(run, scope, node)
    base, key = evaluate(run, scope, node.value), evaluate(run, scope, node.slice)
    run.escape(key)
    for name in texts_of(key)[0]:
        if dynamic.is_dunder(name) and dynamic.looks_inside(name):
            site.doubt("POL002", name, "inspection")
    if any(thing.kind is Kind.SPACE and not thing.held for thing in base):
        return read_key(site, base, key)
    folded = fold_slice(base, node.slice)
    if folded is not None:
        return _checked(site, folded)
    return run.unpack(base) | (hold_again(base) if isinstance(node.slice, ast.Slice) else NOTHING)


def hold_again(base: Things) -> Things:
    """Means a part of a container, which is a container too."""
    return frozenset([thing for thing in base if thing.held])


def _call(run: Analysis, scope: Scope, node: ast.Call) -> Things:
    site = Site(run, scope, node)
    owner, method = NOTHING, ""
    if isinstance(node.func, ast.Attribute):
        owner, method = evaluate(run, scope, node.func.value), node.func.attr
        called = read(Site(run, scope, node.func), owner, method)
    else:
        called = evaluate(run, scope, node.func)
    given = _given(run, scope, node, owner, method)
    folded = fold_method(owner, method, given.positional) if method and not given.named else None
    if method == "join" and len(node.args) == 1 and isinstance(node.args[0], ast.List | ast.Tuple):
        folded = fold_join(node, owner, [evaluate(run, scope, one) for one in node.args[0].elts])
    if called == CHR:
        folded = fold_chr(node)
    if folded is not None:
        return _checked(site, folded)
    return call(site, called, given)


CHR: Things = frozenset({Thing(Kind.BUILTIN, "chr")})


def _given(run: Analysis, scope: Scope, node: ast.Call, owner: Things, method: str) -> Given:
    positional, named, spread, starred = [], {}, NOTHING, False
    for one in node.args:
        things = evaluate(run, scope, one)
        if isinstance(one, ast.Starred):
            spread, starred = spread | run.unpack(things), True
        else:
            positional.append(things)
    for keyword in node.keywords:
        things = evaluate(run, scope, keyword.value)
        if keyword.arg is None:
            spread, starred = spread | run.unpack(things), True
        else:
            named[keyword.arg] = things
    return Given(
        positional=tuple(positional),
        named=named,
        spread=spread,
        starred=starred,
        owner=owner,
        method=method,
    )


def _binary(run: Analysis, scope: Scope, node: ast.BinOp) -> Things:
    left, right = evaluate(run, scope, node.left), evaluate(run, scope, node.right)
    scaled = isinstance(node.left, ast.Constant) or isinstance(node.right, ast.Constant)
    site = Site(run, scope, node)
    return _checked(site, combine(site, node.op, left, right, scaled=scaled))


def _with_operators(run: Analysis, scope: Scope, node: ast.AST) -> Things:
    """Comparisons and signs: own classes may define them and see what stands beside them."""
    things = _any_part(run, scope, node)
    run.escape(things)
    return frozenset([t for t in things if t.kind is Kind.ARRAY]) | frozenset(run.special)


def _joined(run: Analysis, scope: Scope, node: ast.JoinedStr) -> Things:
    found = text("")
    for part in node.values:
        found = joined(found, evaluate(run, scope, part))
    return _checked(Site(run, scope, node), found)


def _formatted(run: Analysis, scope: Scope, node: ast.FormattedValue) -> Things:
    things = evaluate(run, scope, node.value)
    evaluate(run, scope, node.format_spec)
    plain = node.format_spec is None and node.conversion in {-1, ord("s")}
    names, complete = texts_of(things)
    return union(text(name) for name in names) if plain and complete else ANYTHING


def _conditional(run: Analysis, scope: Scope, node: ast.IfExp) -> Things:
    evaluate(run, scope, node.test)
    return evaluate(run, scope, node.body) | evaluate(run, scope, node.orelse)


def _container(run: Analysis, scope: Scope, node: ast.List | ast.Tuple | ast.Set) -> Things:
    return hold(_any_part(run, scope, node))


def _dictionary(run: Analysis, scope: Scope, node: ast.Dict) -> Things:
    return hold(_any_part(run, scope, node))


def _starred(run: Analysis, scope: Scope, node: ast.Starred) -> Things:
    return evaluate(run, scope, node.value)


def _named(run: Analysis, scope: Scope, node: ast.NamedExpr) -> Things:
    things = evaluate(run, scope, node.value)
    here = scope
    while isinstance(here.node, COMPREHENSION) and here.parent is not None:
        here = here.parent
    run.bind(here, node.target.id, things)
    return things


COMPREHENSION = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _lambda(run: Analysis, scope: Scope, node: ast.Lambda) -> Things:
    inner = run.scope_of(node, scope)
    key = run.key_of(node)
    method = isinstance(scope.node, ast.ClassDef)
    function = run.functions.setdefault(key, Function(node=node, scope=inner, method=method))
    bind_defaults(run, scope, inner, node.args)
    run.learn(function.results, evaluate(run, inner, node.body))
    return frozenset({Thing(Kind.FUNCTION, key)})


def bind_defaults(run: Analysis, outer: Scope, inner: Scope, arguments: ast.arguments) -> None:
    """Evaluates the default values where the function stands and gives them to its parameters."""
    positional = [*arguments.posonlyargs, *arguments.args]
    first = len(positional) - len(arguments.defaults)
    pairs = [
        *zip(positional[first:], arguments.defaults, strict=True),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    for argument, default in pairs:
        run.bind(inner, argument.arg, evaluate(run, outer, default))


def _comprehension(
    run: Analysis, scope: Scope, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
) -> Things:
    inner = run.scope_of(node, scope)
    for number, generator in enumerate(node.generators):
        things = evaluate(run, inner if number else scope, generator.iter)
        assign(run, inner, generator.target, items_of(run, things), evaluate)
        for condition in generator.ifs:
            evaluate(run, inner, condition)
    if isinstance(node, ast.DictComp):
        return hold(evaluate(run, inner, node.key) | evaluate(run, inner, node.value))
    return hold(evaluate(run, inner, node.elt))


def _yield(run: Analysis, scope: Scope, node: ast.Yield | ast.YieldFrom | ast.Await) -> Things:
    things = evaluate(run, scope, node.value)
    key = run.keys.get(scope.node)
    if key in run.functions and not isinstance(node, ast.Await):
        run.learn(run.functions[key].results, hold(things) | things)
    return things | run.unpack(things) | ANYTHING


RULES: dict[type[ast.AST], Callable[..., Things]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.Call: _call,
    ast.BinOp: _binary,
    ast.UnaryOp: _with_operators,
    ast.Compare: _with_operators,
    ast.JoinedStr: _joined,
    ast.FormattedValue: _formatted,
    ast.IfExp: _conditional,
    ast.List: _container,
    ast.Tuple: _container,
    ast.Set: _container,
    ast.Dict: _dictionary,
    ast.Starred: _starred,
    ast.NamedExpr: _named,
    ast.Lambda: _lambda,
    ast.ListComp: _comprehension,
    ast.SetComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.DictComp: _comprehension,
    ast.Yield: _yield,
    ast.YieldFrom: _yield,
    ast.Await: _yield,
}
