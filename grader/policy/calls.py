"""What calling something gives, and what it carries into the functions of the program."""

from grader.policy import dynamic
from grader.policy.analysis import Site
from grader.policy.attributes import GIVES_ARRAY, read_key
from grader.policy.builtin_calls import call_builtin
from grader.policy.given import Given
from grader.policy.handing import call_function, construct, hand_over
from grader.policy.libraries import is_standard
from grader.policy.values import (
    ANYTHING,
    MADE,
    NUMBERS,
    Kind,
    Thing,
    Things,
    hold,
    texts_of,
    union,
    unpack,
)

# Functions of matplotlib that import a module of the caller's choice.
BACKENDS = frozenset({"use", "switch_backend", "load_backend_module"})
LOOKS_UP = frozenset({"get", "pop", "setdefault", "__getitem__"})
HARMLESS_OF_NAMES = frozenset({"keys", "__contains__", "__len__"})
SHOWS = frozenset({"format", "format_map", "StrMethodFormatter"})


def call(site: Site, called: Things, given: Given) -> Things:
    """Returns what a call may give."""
    if any(thing.kind is Kind.SPACE for thing in given.owner):
        return _ask_names(site, given)
    if given.method in SHOWS:
        _check_format(site, given)
    found = [_call_one(site, thing, given) for thing in called]
    return union(found) if found else _unknown(site, given)


def _call_one(site: Site, thing: Thing, given: Given) -> Things:
    if thing.held:  # a method of a container, or a function taken out of one
        return frozenset({thing, thing.taken()}) | _unknown(site, given)
    if thing.kind is Kind.FUNCTION:
        return call_function(site.run, thing.name, given)
    if thing.kind is Kind.CLASS:
        return construct(site.run, thing.name, given)
    if thing.kind is Kind.BUILTIN:
        return call_builtin(site, thing.name, given)
    if thing.kind in LIBRARY and not is_standard(thing.name):
        return _call_library(site, thing, given)
    if thing.kind is Kind.MEMBER and thing.name in dynamic.COPIES_BY_NAME:
        _check_copied(site, thing.name, given)
    return _unknown(site, given)


LIBRARY = frozenset({Kind.MEMBER, Kind.OBJECT, Kind.ARRAY})


def _call_library(site: Site, thing: Thing, given: Given) -> Things:
    last = thing.name.rpartition(".")[2]
    if last in BACKENDS and not texts_of(given.all)[1] and given.all:
        site.doubt("POL002", last, "backend")
    returned = hand_over(site, given, extra=MADE)
    numbers = thing.kind is Kind.ARRAY or last in GIVES_ARRAY
    return returned | (NUMBERS if numbers else MADE)


def _unknown(site: Site, given: Given) -> Things:
    """Lets anybody have the arguments: any of them may come back, or end in a container."""
    everything = given.all
    if everything:
        site.run.store(everything)
    returned = hand_over(site, given)
    back = union([everything, hold(everything), returned, hold(returned)])
    return union([back, ANYTHING, frozenset(site.run.stored), frozenset(site.run.special)])


def _ask_names(site: Site, given: Given) -> Things:
    """Judges a method of a dictionary of names, as in `globals().get("x")`."""
    if given.method in LOOKS_UP and given.positional:
        return union([read_key(site, given.owner, given.positional[0]), *given.positional[1:]])
    own = [thing for thing in given.owner if thing.kind is Kind.SPACE and thing.name]
    if own and given.method not in HARMLESS_OF_NAMES:
        site.doubt("POL002", "globals, locals, vars", "namespace")
    site.run.store(given.all)
    site.run.set_attribute("*", given.all)
    return site.run.unpack(given.all) | ANYTHING


def _check_format(site: Site, given: Given) -> None:
    """Notes `"{0.__class__}".format(x)`: a text that opens objects."""
    names, _ = texts_of(given.owner | given.at(0))
    for name in names:
        for inner in dynamic.fields_of(name):
            sure = dynamic.looks_inside(inner)
            (site.report if sure else site.doubt)("POL002", f"{{….{inner}}}", "format")


def _check_copied(site: Site, name: str, given: Given) -> None:
    """Notes `wraps(f, ["__globals__"])`: texts that open the function."""
    first = dynamic.COPIES_BY_NAME[name]
    texts = given.at(first, "assigned") | given.at(first + 1, "updated")
    names, complete = texts_of(unpack(texts))
    if (texts and not complete) or given.starred or any(map(dynamic.looks_inside, names)):
        site.doubt("POL002", name, "text-runner")
