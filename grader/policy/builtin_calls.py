"""What calling a built-in function gives."""

import ast
from collections.abc import Callable

from grader.policy.analysis import Site
from grader.policy.attributes import namespace_of, read
from grader.policy.dynamic import words
from grader.policy.given import Given
from grader.policy.handing import hand_over
from grader.policy.values import (
    ANYTHING,
    NOTHING,
    PRODUCT,
    Kind,
    Thing,
    Things,
    hold,
    texts_of,
    union,
)

Rule = Callable[[Site, Given], Things]
PLAIN = words("""
    print len range int float complex isinstance issubclass hasattr callable id hash ord bool
    any all delattr exit quit bytearray memoryview
""")
LIBRARY = frozenset({Kind.MODULE, Kind.MEMBER, Kind.BUILTIN})


def call_builtin(site: Site, name: str, given: Given) -> Things:
    """Returns what a built-in function gives; a class such as `list` counts as one."""
    if name in PLAIN:
        return NOTHING
    return RULES.get(name, _pass_on)(site, given)


def _pass_on(site: Site, given: Given) -> Things:
    """Gives back what it got, whole or in parts: `list`, `max`, `iter`, `map` ..."""
    returned = hand_over(site, given)
    everything = given.all
    taken = site.run.unpack(everything) if everything else NOTHING
    return union([everything, hold(everything), taken, returned, hold(returned)])


def _text(_site: Site, _given: Given) -> Things:
    return ANYTHING


def _getattr(site: Site, given: Given) -> Things:
    base = given.at(0)
    names, complete = texts_of(given.at(1))
    found = [read(site, base, name) for name in names]
    if not complete or given.starred:
        known = sorted(t.name for t in base if t.kind in LIBRARY and not t.held)
        check = "POL003" if known else "POL002"
        site.doubt(check, f"getattr({known[0]}, …)" if known else "getattr", "getattr")
        found.append(ANYTHING)
    return union([*found, given.at(2)])


def _setattr(site: Site, given: Given) -> Things:
    names, complete = texts_of(given.at(1))
    for name in names:
        site.run.set_attribute(name, given.at(2))
    if not complete or given.starred:
        site.run.set_attribute("*", given.at(2))
    return NOTHING


def _vars(site: Site, given: Given) -> Things:
    if not given.positional and not given.starred:
        return _names(site, given)
    return namespace_of(site, given.at(0))


def _names(site: Site, _given: Given) -> Things:
    return frozenset({Thing(Kind.SPACE, site.scope.file.name)})


def _type(site: Site, given: Given) -> Things:
    if len(given) > 1 or given.starred:
        site.run.set_attribute("*", site.run.unpack(given.all))
        return ANYTHING
    same = frozenset([thing for thing in given.at(0) if thing.kind in {Kind.OBJECT, Kind.ARRAY}])
    return same | ANYTHING


def _sum(site: Site, given: Given) -> Things:
    if any(thing.kind is Kind.ARRAY and thing.name == PRODUCT for thing in given.all):
        site.doubt("POL003", "sum", "array")
    return _pass_on(site, given)


def _super(site: Site, _given: Given) -> Things:
    return ANYTHING | frozenset(site.run.special)


def _open(site: Site, given: Given) -> Things:
    """Notes writing a Python file: one that a later import would run."""
    names, complete = texts_of(given.at(0, "file"))
    modes, known = texts_of(given.at(1, "mode"))
    writes = any(set(mode) & set("wax+") for mode in modes) or (bool(given.at(1, "mode")) != known)
    if not writes and not given.starred:
        return ANYTHING
    ending = _ending(site.node)
    if any(name.lower().endswith((".py", ".pth", ".so")) for name in names):
        site.doubt("POL002", "open", "writes-code")
    elif not complete and not ending and given.at(0, "file"):
        site.doubt("POL002", "open", "writes-file")
    return ANYTHING


def _ending(node: ast.AST) -> bool:
    """Whether the file name visibly ends as no Python file does, as in `f"{n}.csv"`."""
    match node:
        case ast.Call(args=[ast.JoinedStr(values=[*_, ast.Constant(value=str(end))]), *_]):
            return not end.lower().endswith("py")
        case ast.Call(args=[ast.BinOp(right=ast.Constant(value=str(end))), *_]):
            return not end.lower().endswith("py")
        case _:
            return False


RULES: dict[str, Rule] = {
    "getattr": _getattr,
    "setattr": _setattr,
    "vars": _vars,
    "globals": _names,
    "locals": _names,
    "type": _type,
    "sum": _sum,
    "super": _super,
    "open": _open,
    **dict.fromkeys(
        words("""
    input str repr ascii format chr bin hex oct bytes dir object help
"""),
        _text,
    ),
}
