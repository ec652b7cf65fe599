"""What the names of a program stand for, as far as imports and plain assignments tell.

A meaning is a text: `torch.nn.functional` for a library's name, `/helper.py` for a file of the
student's, `/helper.py:x` for a name in one. No values are followed: what goes through a call, a
container or an attribute has no meaning here.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, field

from grader.policy.dynamic import BUILTINS
from grader.policy.program import ALL, Program
from grader.policy.scopes import BLOCKS, FUNCTIONS, bindings

MOST_ROUNDS = 60  # names of names of names …
DEEP = 9
PAIR = 2
MOST_TEXTS = 12
Meanings = frozenset[str]
Texts = frozenset[str] | None
NONE: Meanings = frozenset()
# Names that are there without an import, and that a star import of a library may replace.
REPLACED = frozenset({"sum", "abs", "max", "min", "round", "any", "all", "pow"})
PLAIN = (ast.Name, ast.Attribute, ast.IfExp, ast.BoolOp, ast.NamedExpr, ast.Call)
WRITTEN = (ast.List, ast.Tuple, ast.Set, ast.Dict)
# Whoever is given a list through these leaves it as it was, and gives its elements.
PASSES_ON = frozenset({"enumerate", "zip", "list", "tuple", "sorted", "reversed"})


def read_names(program: Program, trees: Mapping[str, tuple[ast.Module, ...]]) -> dict[str, "Names"]:
    """Reads the names of a program's files, or of the parts of them that are given."""
    found: dict[str, Names] = {}
    for _ in range(min(2, len(trees))):  # a name may come from a file that is read later
        for file, parts in trees.items():
            Names(program=program, file=file, trees=parts, others=found)
    return found


class Names(Struct, eq=False, dict=True):
    """The names of one file, or of the parts of it that are read."""

    program: Program
    file: str
    trees: tuple[ast.Module, ...]
    others: dict[str, "Names"]  # of the program's files
    known: dict[str, Meanings] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    values: dict[str, list[ast.AST]] = field(default_factory=dict)  # all that a name is bound to
    _loops: dict[ast.AST, ast.expr] = field(
        default_factory=dict
    )  # from a target to what it runs through
    _told: dict[ast.AST | None, Texts] = field(default_factory=dict)
    _told_names: dict[str, Texts] = field(default_factory=dict)
    _alone: dict[str, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Collects imports and what every name is bound to, in whatever block."""
        for node in (node for tree in self.trees for node in ast.walk(tree)):
            if isinstance(node, ast.Import | ast.ImportFrom):
                self._import(node)
            elif isinstance(node, ast.For | ast.comprehension):
                self._loops.update(run_through(node.target, node.iter))
            for name, value in _bound_anywhere(node):
                self.values.setdefault(name, []).append(value)
        self.others[self.file] = self
        for _ in range(MOST_ROUNDS):
            before = dict(self.known)
            for name, value in self._pairs():
                if found := self.of(value):
                    self.known[name] = self.known.get(name, NONE) | found
            if self.known == before:
                return

    def _pairs(self) -> Iterator[tuple[str, ast.AST]]:
        """Pairs names with the values that may be another name."""
        for name, values in self.values.items():
            yield from ((name, value) for value in values if isinstance(value, PLAIN))

    def of(self, node: ast.AST, depth: int = 0) -> Meanings:
        """Returns what an expression may stand for."""
        if depth > DEEP:
            return NONE
        found: Iterable[Meanings] = ()
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                found = [self.named(name)]
            case ast.Attribute(value=value, attr=name):
                found = [self.inside(self.of(value, depth), name)]
            case ast.Call(
                func=ast.Name(id="getattr"), args=[value, ast.Constant(value=str(name)), *_]
            ):
                found = [self.inside(self.of(value, depth + 1), name)]
            case ast.IfExp(body=one, orelse=other):
                found = [self.of(one, depth + 1), self.of(other, depth + 1)]
            case ast.BoolOp(values=values):
                found = [self.of(value, depth + 1) for value in values]
            case ast.NamedExpr(value=value):
                found = [self.of(value, depth + 1)]
            case _:
                pass
        return NONE.union(*found)

    def named(self, name: str, depth: int = 0) -> Meanings:
        """Returns what a name of the file may stand for."""
        found = self.known.get(name, NONE)
        if not found and name not in self.values and (name not in BUILTINS or name in REPLACED):
            stars = (
                f"{star}:{name}" if star[0] == "/" else f"{star}.{name}" for star in self.stars
            )
            found = frozenset(stars)
        return self._followed(found, depth)

    def inside(self, owners: Iterable[str], name: str) -> Meanings:
        """Returns what an attribute of things with these meanings may stand for."""
        files = {owner for owner in owners if owner[0] == "/"}
        found = {f"{owner}.{name}" for owner in owners if owner not in files}
        return frozenset(found) | self._followed({f"{file}:{name}" for file in files})

    def _followed(self, meanings: Iterable[str], depth: int = 0) -> Meanings:
        """Looks names of the student's other files up in those."""
        found: set[str] = set()
        for meaning in meanings:
            file, _, name = meaning[1:].partition(":")
            other = self.others.get(file) if meaning[0] == "/" and name else None
            if other is None:
                found.add(meaning)
            elif depth < DEEP:
                found |= other.named(name, depth + 1)
                found |= {meaning} if name in other.values else set()
        return frozenset(found)

    def texts(self, node: ast.AST | None) -> Texts:
        """Lists the texts that an expression may give; None when they are not written there."""
        if node not in self._told:
            self._told[node] = None  # what is made of itself is not written anywhere
            self._told[node] = self._texts(node)
        return self._told[node]

    def _texts(self, node: ast.AST | None) -> Texts:
        found: Texts = None
        match node:
            case ast.Constant(value=value):
                found = frozenset({value} if isinstance(value, str) else ())
            case ast.BinOp(op=ast.Add(), left=left, right=right):
                found = _joined([self.texts(left), self.texts(right)])
            case ast.JoinedStr(values=parts):
                found = _joined([self.texts(part) for part in parts])
            case ast.FormattedValue(value=value, format_spec=None):
                found = self.texts(value)
            case ast.IfExp(body=one, orelse=other):
                found = _either([self.texts(one), self.texts(other)])
            case ast.Name(id=name, ctx=ast.Load()):
                found = self._texts_named(name)
            case ast.Name() if node in self._loops:
                found = self.elements(self._loops[node])
            case _:
                pass
        return found

    def _texts_named(self, name: str) -> Texts:
        if name not in self._told_names:
            self._told_names[name] = None
            bound = self.values.get(name, ())
            self._told_names[name] = _either([self.texts(value) for value in bound])
        return self._told_names[name]

    def elements(self, node: ast.AST, part: str = "items") -> Texts:
        """Lists the texts in a written list or dictionary; None when there may be others."""
        found: Texts = None
        match node:
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
                found = _either([NONE, *map(self._element, parts)])
            case ast.Dict(keys=keys, values=values):
                first = [] if part == "values" else keys
                last = [] if part == "keys" else values
                found = _either([NONE, *map(self._element, (*first, *last))])
            case ast.Call(func=ast.Name(id="range")):
                found = NONE
            case ast.Call(func=ast.Name(id=name), args=given) if name in PASSES_ON:
                found = _either([self.elements(one) for one in given])
            case ast.Call(
                func=ast.Attribute(value=inner, attr="items" | "keys" | "values" as wanted)
            ):
                found = self.elements(inner, wanted)
            case ast.Name(id=name) if self._is_left_alone(name):
                (value,) = self.values[name]
                found = self.elements(value, part) if isinstance(value, WRITTEN) else None
            case _:
                pass
        return found

    def _element(self, node: ast.AST | None) -> Texts:
        if isinstance(node, WRITTEN):
            return self.elements(node)
        plain = isinstance(node, ast.Lambda | ast.Attribute | ast.UnaryOp)  # functions, numbers
        return NONE if plain else self.texts(node)

    def _is_left_alone(self, name: str) -> bool:
        """Whether a list that a name stands for is only gone through."""
        if name not in self._alone:
            nodes = [node for tree in self.trees for node in ast.walk(tree)]
            through = {part for loop in {*self._loops.values()} for part in ast.walk(loop)}
            uses = [node for node in nodes if isinstance(node, ast.Name) and node.id == name]
            alone = all(isinstance(use.ctx, ast.Store) or use in through for use in uses)
            self._alone[name] = alone and len(self.values.get(name, ())) == 1
        return self._alone[name]

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            own = self.program.meant(node, alias, self.file)
            found = [f"/{home}" if name == ALL else f"/{home}:{name}" for home, name in own]
            if isinstance(node, ast.Import):
                bound = alias.asname or alias.name.partition(".")[0]
                found.append(alias.name if alias.asname else bound)
            else:
                bound = alias.asname or alias.name
                if node.module and not node.level:
                    found.append(node.module if bound == ALL else f"{node.module}.{alias.name}")
            if bound == ALL:
                self.stars += found
            else:
                self.known[bound] = self.known.get(bound, NONE) | frozenset(found)


def _bound_anywhere(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Pairs the names that a block binds with their values; `globals()["x"] = 1` binds one too."""
    match node:
        case ast.Assign(
            targets=[ast.Subscript(value=ast.Call(), slice=ast.Constant(value=str(name)))]
        ):
            yield name, node.value
        case _ if isinstance(node, (*BLOCKS, ast.Module)):
            yield from bindings(node)
            yield from _defaults(node)
        case _:
            pass


def _defaults(block: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Pairs the parameters of a function with the values that they have without a caller's."""
    if isinstance(block, FUNCTIONS):
        given = block.args
        positional = [*given.posonlyargs, *given.args]
        first = len(positional) - len(given.defaults)
        yield from (
            (a.arg, value) for a, value in zip(positional[first:], given.defaults, strict=True)
        )
        pairs = zip(given.kwonlyargs, given.kw_defaults, strict=True)
        yield from ((argument.arg, value) for argument, value in pairs if value is not None)


def run_through(target: ast.expr, through: ast.expr) -> Iterator[tuple[ast.AST, ast.expr]]:
    """Pairs the names that a loop binds with what they run through."""
    parts = target.elts if isinstance(target, ast.Tuple) else []
    sources: list[ast.expr]
    match through:
        case ast.Call(func=ast.Name(id="zip"), args=given) if len(given) == len(parts):
            sources = given
        case ast.Call(func=ast.Name(id="enumerate"), args=[given, *_]) if len(parts) == PAIR:
            sources = [ast.List([]), given]
        case ast.Call(func=ast.Attribute(value=inner, attr="items")) if len(parts) == PAIR:
            parted = (ast.Attribute(inner, name) for name in ("keys", "values"))
            sources = [ast.Call(part, [], []) for part in parted]
        case _:
            yield from ((one, through) for one in ast.walk(target))
            return
    for part, source in zip(parts, sources, strict=True):
        yield from run_through(part, source)


def _either(parts: list[Texts]) -> Texts:
    """Joins possibilities; None when one of them is not known, or there is none."""
    known = [part for part in parts if part is not None]
    found = NONE.union(*known)
    return found if parts and len(known) == len(parts) and len(found) <= MOST_TEXTS else None


def _joined(parts: list[Texts]) -> Texts:
    """Puts texts together in every way; None when one is not known or they are too many."""
    found: frozenset[str] = frozenset({""})
    for part in parts:
        if not part or len(found) * len(part) > MOST_TEXTS:
            return None
        found = frozenset(one + other for one in found for other in part)
    return found
