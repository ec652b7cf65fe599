"""What `something.name` means, and whether it may be reached."""

from collections.abc import Callable, Mapping

from grader.model.static import Certainty
from grader.policy import dynamic, libraries
from grader.policy.analysis import Site
from grader.policy.dynamic import words
from grader.policy.libraries import Answer
from grader.policy.program import folder_of
from grader.policy.values import (
    ANYTHING,
    MADE,
    MAYBE,
    NOTHING,
    NUMBERS,
    Kind,
    Thing,
    Things,
    union,
    unpack,
)

LIBRARY = frozenset({Kind.MODULE, Kind.MEMBER, Kind.OBJECT, Kind.ARRAY})
# Asking an array for these is computing with it.
COMPUTES = words("""
    dot T mT H sum prod transpose trace matmul cumsum cumprod einsum inner outer vdot tensordot
    __matmul__ __rmatmul__ __imatmul__ ctypes tofile dump dumps
""")
GIVES_ARRAY = words("""
    get_array get_xdata get_ydata get_xydata get_data get_data_3d get_offsets get_vertices
    get_segments getp properties imread pil_to_array to_rgba_array get_matrix get_xyz
    get_facecolors get_sizes vertices
""")
# Asking an array for these gives a plain number, a tuple or a list.
PLAIN_ANSWERS = frozenset(
    ["tolist", "shape", "size", "ndim", "dtype", "item", "min", "max", "mean", "argmin", "argmax"]
)
NAMED_TUPLE = frozenset({"_replace", "_asdict", "_fields", "_make", "_field_defaults"})


def read(site: Site, base: Things, name: str) -> Things:
    """Returns what an attribute may be; notes a use when it must not be reached."""
    own = site.run.get_attribute(name)
    if dynamic.looks_inside(name):
        return _look_inside(site, base, name, defined=name in site.run.attributes)
    if dynamic.is_dunder(name):
        return own | _read_dunder(site, base, name)
    if name in COMPUTES:
        _compute(site, base, name)
    if name in dynamic.OPENED_BY_TEXT and name not in site.run.attributes:
        site.doubt("POL002", name, "text-runner")
    found = [own, *(_read_from(site, thing, name) for thing in base)]
    if not base or any(thing.kind in OWN_KINDS for thing in base):
        found += [ANYTHING, frozenset(site.run.special)]
    if site.run.loose and _may_hide(base) and _smells(site, name):
        site.doubt("POL003", name, "loose")
    return union(found)


OWN_KINDS = frozenset({Kind.ANY, Kind.OWN, Kind.CLASS, Kind.FUNCTION})


def _may_hide(base: Things) -> bool:
    """Whether a value may be a module that went out of sight."""
    return not base or any(thing.kind in BLURRED for thing in base)


BLURRED = frozenset({Kind.ANY, Kind.OWN, Kind.OBJECT, Kind.ARRAY, Kind.CAUGHT})


def _smells(site: Site, name: str) -> bool:
    """Whether a name is one under which modules slip. A name the program defines may be its own."""
    defined = name in site.run.attributes
    return name in (MODULES if defined else site.run.leaks)


# Nobody calls an attribute of a matrix class by these.
MODULES = words("np numpy sys os importlib builtins subprocess inspect")


def _compute(site: Site, base: Things, name: str) -> None:
    """Notes computing with an array: sure when the value can be nothing else."""
    made = [thing for thing in base if thing.kind in MADE_KINDS and not thing.held]
    if not made or "numpy" in site.run.allowed:
        return
    sure = len(made) == len(base) and all(thing.name != MAYBE for thing in made)
    array = any(thing.kind is Kind.ARRAY for thing in made)
    if sure or array or name not in site.run.attributes:
        (site.report if sure else site.doubt)("POL003", name, "array")


MADE_KINDS = frozenset({Kind.OBJECT, Kind.ARRAY})


def _look_inside(site: Site, base: Things, name: str, *, defined: bool) -> Things:
    """Judges `__globals__` and its like. A name the program defines itself may be its own."""
    arrays = any(thing.kind in LIBRARY for thing in base)
    if name.startswith("__array") and not arrays:
        return site.doubt("POL002", name, "inspection")
    unsure = (defined and not dynamic.is_dunder(name)) or name in dynamic.DOUBTFUL
    site.report("POL002", name, "inspection", Certainty.UNSURE if unsure else Certainty.SURE)
    return ANYTHING


def _read_dunder(site: Site, base: Things, name: str) -> Things:
    if name in dynamic.TEXTS:
        return ANYTHING
    if name == "__dict__":
        return namespace_of(site, base)
    if name in COMPUTES:
        _compute(site, base, name)
    if name == "__class__":
        return union([base & MADE, ANYTHING])
    if name == "__call__":
        return base
    if name == "__get__":  # of what `vars(type(f))` holds, it opens the function
        site.doubt("POL002", name, "inspection")
    if name not in dynamic.INNOCENT and name not in site.run.attributes:
        site.doubt("POL002", name, "dunder")
    held = frozenset([thing for thing in base if thing.held])
    return union([ANYTHING, frozenset(site.run.special), held, unpack(held), base & EXCEPTION])


def namespace_of(site: Site, base: Things) -> Things:
    """Returns the names of an object as a dictionary: `vars(x)`, `x.__dict__`."""
    for thing in base:
        if thing.kind in {Kind.MODULE, Kind.MEMBER} and not thing.held:
            site.report("POL003", f"{thing.name}.__dict__", "namespace")
        if thing.kind is Kind.LOCAL:
            return frozenset({Thing(Kind.SPACE, thing.name)})
    return frozenset({Thing(Kind.SPACE)})


def _read_from(site: Site, thing: Thing, name: str) -> Things:
    if thing.held:
        return frozenset({thing, thing.taken()})  # `pop`, or `stop` of a slice
    rule = READS.get(thing.kind)
    return ANYTHING if rule is None else rule(site, thing, name)


def _read_module(site: Site, thing: Thing, name: str) -> Things:
    return read_member(site, thing.name, name)


def _read_local(site: Site, thing: Thing, name: str) -> Things:
    return read_local(site, thing.name, name)


def _read_caught(site: Site, _thing: Thing, name: str) -> Things:
    if name == "obj":
        site.doubt("POL003", "AttributeError.obj", "caught")
    return frozenset(site.run.caught) | ANYTHING | EXCEPTION  # another one, in its context


EXCEPTION: Things = frozenset({Thing(Kind.CAUGHT)})


def _read_class(site: Site, thing: Thing, name: str) -> Things:
    return site.run.classes[thing.name].scope.get(name)


def _read_nothing(_site: Site, _thing: Thing, _name: str) -> Things:
    return NOTHING


def read_member(site: Site, module: str, name: str) -> Things:
    """Returns what `module.name` of an allowed library is."""
    if _runs_code(site, module.partition(".")[0], name):
        return NOTHING
    member = libraries.look_up(module, name)
    own = member.answer is Answer.LEAK and member.path in site.run.allowed
    if member.answer is Answer.PUBLIC:
        return frozenset({Thing(Kind.MEMBER, member.path)})
    if member.answer is Answer.MODULE or own:
        return frozenset({Thing(Kind.MODULE, member.path)})
    if member.answer in UNDOCUMENTED:
        site.report("POL003", f"{module}.{name}", *UNDOCUMENTED[member.answer])
    return NOTHING


UNDOCUMENTED = {
    Answer.LEAK: ("leak", Certainty.SURE),
    Answer.PRIVATE: ("private", Certainty.SURE),
    Answer.UNKNOWN: ("undocumented", Certainty.UNSURE),
}


def _runs_code(site: Site, top: str, name: str) -> bool:
    forbidden = dynamic.DYNAMIC_MODULES.get(top, NO_NAMES)
    if name in forbidden or "*" in forbidden:
        site.report("POL002", f"{top}.{name}", "import" if "*" in forbidden else "inspection")
        return True
    path = f"{top}.{name}"
    evaluates = path in dynamic.EVALUATES_ANNOTATIONS and site.run.annotated_with_code
    evaluates |= path in dynamic.MAKES_CODE_OF_NAMES and site.run.names_fields_by_text
    if evaluates or name in dynamic.TEXT_RUNNERS.get(top, NO_NAMES):
        site.doubt("POL002", path, "text-runner")
    return False


NO_NAMES: frozenset[str] = frozenset()


def _read_made(site: Site, thing: Thing, name: str) -> Things:
    """Judges an attribute of something that a library made."""
    if name.startswith("_") and name not in NAMED_TUPLE | site.run.attributes.keys():
        site.doubt("POL003", name, "private-object")
    if name in GIVES_ARRAY:
        return NUMBERS
    if thing.kind is Kind.ARRAY:
        return ANYTHING if name in PLAIN_ANSWERS else NUMBERS
    return MADE


def read_local(site: Site, file: str, name: str) -> Things:
    """Returns what a name of a local file, or a file in a local folder, is."""
    found: list[Things] = []
    for scope in site.run.modules.get(file, ()):
        found.append(scope.get(name))
        found += (
            [read_star(Site(site.run, scope, site.node), name)] if name not in scope.bound else []
        )
    if file.endswith(("/", "__init__.py")):
        for inner in site.run.files.find([folder_of(file)], name):
            site.run.reach(inner)
            found.append(frozenset({Thing(Kind.LOCAL, inner)}))
    return union(found)


def read_star(site: Site, name: str) -> Things:
    """Returns what a name may be that only `from … import *` can have brought."""
    found: list[Things] = []
    for thing in site.scope.module.stars:
        if thing.kind is Kind.LOCAL:
            found.append(read_local(site, thing.name, name))
        elif not name.startswith("_") and _offers(thing.name, name):
            found.append(read_member(site, thing.name, name))
    return union(found)


def _offers(module: str, name: str) -> bool:
    return libraries.look_up(module, name).answer in {Answer.PUBLIC, Answer.MODULE, Answer.LEAK}


def read_key(site: Site, base: Things, key: Things) -> Things:
    """Returns what a dictionary of names holds under a key."""
    names = sorted(thing.name for thing in key if thing.kind is Kind.TEXT)
    found: list[Things] = []
    for thing in base:
        if thing.kind is not Kind.SPACE:
            continue
        if len(names) < len(key) or not names:
            site.doubt("POL002", "globals, locals, vars", "namespace")
        for name in names:
            local = read_local(site, thing.name, name) if thing.name else NOTHING
            owner = site.scope.owner(name) if thing.name else None
            found += [read(site, NOTHING, name), local, owner.get(name) if owner else NOTHING]
            _builtin_key(site, thing, name)
    return union(found)


def _builtin_key(site: Site, space: Thing, name: str) -> None:
    if space.name and name in dynamic.FORBIDDEN_BUILTINS and not dynamic.looks_inside(name):
        site.doubt("POL002", name, dynamic.FORBIDDEN_BUILTINS[name])


READS: Mapping[Kind, Callable[[Site, Thing, str], Things]] = {
    Kind.MODULE: _read_module,
    Kind.LOCAL: _read_local,
    Kind.MEMBER: _read_made,
    Kind.OBJECT: _read_made,
    Kind.ARRAY: _read_made,
    Kind.CAUGHT: _read_caught,
    Kind.CLASS: _read_class,
    Kind.ANY: _read_nothing,
    Kind.OWN: _read_nothing,
}
