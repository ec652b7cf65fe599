"""Carrying values into the functions and classes of the program."""

import ast

from grader.policy import dynamic
from grader.policy.analysis import Analysis, Function, Site
from grader.policy.given import Given
from grader.policy.scopes import arguments_of
from grader.policy.values import (
    ANYTHING,
    MADE,
    NOTHING,
    Kind,
    Thing,
    Things,
    hold,
    union,
    unpack,
)

OWN: Things = frozenset({Thing(Kind.OWN)})
LIBRARY = frozenset({Kind.MEMBER, Kind.OBJECT, Kind.ARRAY})


def call_function(run: Analysis, key: str, given: Given) -> Things:
    """Hands the arguments to the parameters and returns what the function returns."""
    function = run.functions[key]
    names = _positional(function)
    values = list(given.positional)
    if function.method and given.method and not _is_static(function.node):
        through_class = any(thing.kind is Kind.CLASS for thing in given.owner)
        if through_class and values:  # Class.method(object, …), or a class method
            _give(run, function, names[1:], values)
        if not through_class or _is_class_method(function.node):
            values = [given.owner, *values]
    elif function.method and not given.method:  # taken off its object before
        _give(run, function, names[1:], values)
    _give(run, function, names, values)
    _give_rest(run, function, given, values[len(names) :])
    return frozenset(function.results)


def _positional(function: Function) -> list[str]:
    arguments = function.node.args
    return [one.arg for one in (*arguments.posonlyargs, *arguments.args)]


def _give(run: Analysis, function: Function, names: list[str], values: list[Things]) -> None:
    for name, things in zip(names, values, strict=False):
        _put(run, function, name, things)


def _put(run: Analysis, function: Function, name: str, things: Things) -> None:
    run.learn(function.scope.values.setdefault(name, set()), things)


def _give_rest(run: Analysis, function: Function, given: Given, extra: list[Things]) -> None:
    arguments = function.node.args
    if arguments.vararg:
        _put(run, function, arguments.vararg.arg, hold(union([*extra, given.spread])))
    known = {one.arg for one in arguments_of(function.node)}
    for name, things in given.named.items():
        if name in known:
            _put(run, function, name, things)
        elif arguments.kwarg:
            _put(run, function, arguments.kwarg.arg, hold(things))
    if given.spread:
        for name in known:
            _put(run, function, name, given.spread)


def _is_static(node: ast.AST) -> bool:
    return _decorated(node, "staticmethod")


def _is_class_method(node: ast.AST) -> bool:
    return _decorated(node, "classmethod")


def _decorated(node: ast.AST, name: str) -> bool:
    decorators = getattr(node, "decorator_list", [])
    return any(isinstance(one, ast.Name) and one.id == name for one in decorators)


def construct(run: Analysis, key: str, given: Given) -> Things:
    """Hands the arguments to the constructor and returns the new object."""
    found: list[Things] = [OWN, frozenset(run.special)]
    own = _constructors(run, key)
    for function in own:
        bound = Given(
            positional=given.positional,
            named=given.named,
            spread=given.spread,
            owner=OWN,
            method="__init__",
        )
        call_function(run, function, bound)
    if not own:  # a built-in or library class keeps them, who knows where
        kept = frozenset([t for t in given.all if t.kind not in {Kind.TEXT, Kind.ANY}])
        run.set_attribute("*", kept)
        found += [hold(kept), unpack(kept) & MADE]
    if any(thing.kind in LIBRARY for thing in _bases(run, key)):
        found.append(MADE)
    return union(found)


def _bases(run: Analysis, key: str, seen: frozenset[str] = frozenset()) -> Things:
    """Collects the base classes, those of own base classes too."""
    direct = frozenset(run.classes[key].bases)
    further = [
        _bases(run, thing.name, seen | {key})
        for thing in direct
        if thing.kind is Kind.CLASS and thing.name not in seen | {key}
    ]
    return union([direct, *further])


def is_library_class(run: Analysis, key: str) -> bool:
    """Whether a library calls the methods of this class, because it inherits from one of its."""
    return any(thing.kind in LIBRARY for thing in _bases(run, key))


def _constructors(run: Analysis, key: str) -> list[str]:
    classes = [key, *(t.name for t in _bases(run, key) if t.kind is Kind.CLASS)]
    return [
        thing.name
        for one in classes
        for method in ("__init__", "__new__")
        for thing in run.classes[one].scope.get(method)
        if thing.kind is Kind.FUNCTION
    ]


def _call_unseen(run: Analysis, key: str, brought: Things) -> Things:
    """Lets somebody unseen call a function with anything; nothing new is not given again."""
    function = run.functions[key]
    if not brought <= function.received:
        function.received |= brought
        call_function(run, key, Given(spread=brought))
    return frozenset(function.results)


def hand_over(site: Site, given: Given, *, extra: Things = NOTHING) -> Things:
    """Lets somebody else have the arguments: functions among them may be called with the rest.

    Returns what those functions return.
    """
    everything = given.all
    rest = frozenset([t for t in everything if t.kind not in {Kind.FUNCTION, Kind.CLASS}])
    site.run.let_loose(rest)
    brought = rest | site.run.unpack(rest) | extra | ANYTHING if rest else extra | ANYTHING
    found: list[Things] = []
    for thing in everything:
        if thing.kind is Kind.FUNCTION:
            found.append(_call_unseen(site.run, thing.name, brought))
        elif thing.kind is Kind.CLASS:
            found.append(construct(site.run, thing.name, Given(spread=brought)))
        elif thing.kind is Kind.BUILTIN and thing.name in dynamic.OPENERS:
            site.doubt("POL002", thing.name, "handed-on")
        elif thing.kind is Kind.SPACE and thing.name:
            site.doubt("POL002", "globals, locals, vars", "namespace")
    return union(found)
