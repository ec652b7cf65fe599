"""Follows calls: of the student's own functions, and of whatever else is called."""

import ast

from grader.policy import timer_apis as apis
from grader.policy.timer_libraries import Given, Named, cupy, numpy, result, strange, torch
from grader.policy.timer_methods import method
from grader.policy.timer_run import MOST_DEPTH, Play, shown
from grader.policy.timer_values import (
    HOST,
    UNKNOWN,
    Api,
    Array,
    Instance,
    Items,
    Kind,
    Method,
    Names,
    Own,
    OwnClass,
    Partial,
    Place,
    Read,
    Unknown,
    Value,
    arrays_in,
    join,
)


def call(  # noqa: PLR0911 - one case for each kind of callable
    play: Play, node: ast.expr, function: Value, given: Given, named: Named
) -> Value:
    """Follows a call."""
    match function:
        case Own():
            return enter(play, node, function, given, named)
        case OwnClass():
            return construct(play, node, function, given, named)
        case Partial(function=inner, given=first):
            return call(play, node, inner, [*first, *given], named)
        case Instance():
            for name in ("__call__", "forward"):
                own = function.kind.find(name)
                if isinstance(own, Own):
                    return enter(play, node, bound(own, function), given, named)
            return strange(play, node, [*given, *named.values()])
        case Api(path=path):
            return _of_library(play, node, path, given, named)
        case Method(subject=subject, name=name):
            return method(play, node, subject, name, [*given, *named.values()])
        case Array():
            return result(play, node, function.library, "layer", [function, *given])
        case _:
            return strange(play, node, [*given, *named.values()])


def bound(method: Own, subject: Value) -> Own:
    """Binds a method to its object."""
    return Own(method.node, method.names, method.file, subject, method.manager, method.computed)


def construct(play: Play, node: ast.expr, kind: OwnClass, given: Given, named: Named) -> Value:
    """Makes an object of the student's class."""
    made = Instance(kind)
    method = kind.find("__init__")
    if isinstance(method, Own):
        enter(play, node, bound(method, made), given, named)
    return made


def enter(play: Play, node: ast.expr, own: Own, given: Given, named: Named) -> Value:
    """Follows a call into the student's own function."""
    running = any(one.node is own.node for one in play.inside)
    if running or len(play.inside) >= MOST_DEPTH:
        return UNKNOWN
    play.entered.add(own.node)
    names = Names(parent=own.names)
    first = [own.subject] if own.subject is not None else []
    before, play.file = play.file, own.file
    _bind(play, names, own, [*first, *given], named)
    play.file = before
    play.chain.append(shown(node))
    play.inside.append(own)
    play.results.append([])
    play.file = own.file
    try:
        if isinstance(own.node, ast.Lambda):
            return play.evaluate(play, names, own.node.body)
        play.execute(play, names, own.node.body)
        results = play.results[-1]
        if not results:
            return HOST
        value = results[0]
        for other in results[1:]:
            value = join(value, other)
        return value
    finally:
        play.chain.pop()
        play.inside.pop()
        play.results.pop()
        play.file = before


def _bind(play: Play, names: Names, own: Own, given: Given, named: Named) -> None:
    spec = own.node.args
    parameters = [one.arg for one in (*spec.posonlyargs, *spec.args)]
    defaults = dict(zip(parameters[::-1], spec.defaults[::-1], strict=False))
    keywords = zip(spec.kwonlyargs, spec.kw_defaults, strict=True)
    defaults |= {one.arg: default for one, default in keywords if default is not None}
    for name in (*parameters, *(one.arg for one in spec.kwonlyargs)):
        known = named.get(name)
        if known is None and name in defaults:
            known = play.evaluate(play, own.names, defaults[name])
        names.held[name] = known or UNKNOWN
    names.held.update(zip(parameters, given, strict=False))
    if spec.vararg:
        names.held[spec.vararg.arg] = Items(dict(enumerate(given[len(parameters) :])))
    if spec.kwarg:
        rest: dict[object, Value] = {k: v for k, v in named.items() if k not in parameters}
        names.held[spec.kwarg.arg] = Items(rest)


def _of_library(play: Play, node: ast.expr, path: str, given: Given, named: Named) -> Value:  # noqa: PLR0911 - one per kind
    values = [*given, *named.values()]
    if path in apis.CLOCKS:
        return Read(play.note(Kind.READ, node))
    if path in apis.TIMEIT:
        return _timeit(play, node, values)
    if apis.waits(path):
        play.note(Kind.WAIT, node)
        return HOST
    if apis.makes_data(path):
        play.note(Kind.SETUP, node)
    top = path.partition(".")[0]
    if top in {"cupy", "cupyx"}:
        return cupy(play, node, path, values)
    if top == "torch":
        return torch(play, node, path, given, named)
    if top == "numpy":
        return numpy(play, node, path, values)
    return _plain(play, node, path, values)


def _timeit(play: Play, node: ast.expr, values: Given) -> Value:
    start = play.note(Kind.READ, node)
    if values and isinstance(values[0], Own | Partial):
        call(play, node, values[0], [], {})
    play.pair(start, play.note(Kind.READ, node))
    return HOST


def _plain(play: Play, node: ast.expr, path: str, values: Given) -> Value:
    """Follows a call of a built-in function, or of a library without a device."""
    top = path.partition(".")[0]
    arrays = [one for one in arrays_in(values) if one.place is not Place.CPU]
    if top == "builtins":
        return _builtin(play, node, path.removeprefix("builtins."), values)
    if path == "functools.partial" and values:
        return Partial(values[0], values[1:])
    if path == "operator.matmul":
        return result(play, node, arrays[0].library if arrays else "torch", path, values)
    if arrays:
        play.note(Kind.WAIT, node)
    if top == "scipy" or not arrays:
        return HOST if top in {"scipy", "math", "random", "time", "datetime"} else Api(path)
    return UNKNOWN


def _builtin(play: Play, node: ast.expr, name: str, values: Given) -> Value:  # noqa: PLR0911 - one per kind
    arrays = [one for one in arrays_in(values) if one.place is not Place.CPU]
    doubtful = name == "print" and any(isinstance(one, Unknown) for one in values)
    if name in apis.BUILTIN_WAITS and (arrays or doubtful):
        play.note(Kind.WAIT, node)
        return HOST
    if name in {"round", "float", "int"} and values and isinstance(values[0], Read):
        return values[0]
    if name in {"list", "tuple", "reversed", "sorted", "iter", "set"} and values:
        return values[0]
    if name == "next" and values and isinstance(values[0], Items):
        return next(iter(values[0].entries.values()), UNKNOWN)
    if name in {"zip", "enumerate"} and values:
        return _zipped(name, values)
    if name in {"sum", "max", "min", "abs", "pow"} and arrays:
        return result(play, node, arrays[0].library, name, list(values))
    if name in {"getattr", "globals", "eval", "locals"}:
        return UNKNOWN
    return HOST


def _zipped(name: str, values: Given) -> Value:
    parts = [list(one.entries.values()) if isinstance(one, Items) else None for one in values]
    if name == "enumerate":
        return Items({i: Items({0: HOST, 1: one}) for i, one in enumerate(parts[0] or [UNKNOWN])})
    length = min((len(one) for one in parts if one is not None), default=1)
    rows = [[one[i] if one is not None else UNKNOWN for one in parts] for i in range(length)]
    return Items({i: Items(dict(enumerate(row))) for i, row in enumerate(rows)})
