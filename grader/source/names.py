"""Resolve the names of a program, as far as imports and plain assignments allow.

A meaning is a text: `torch.nn.functional` for a library's name, `/helper.py` for a file of the
student's, `/helper.py:x` for a name in one. Values are not followed: what passes through a call, a
container or an attribute has no meaning here.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, field

from grader.source.dynamic import BUILTINS
from grader.source.nodes import nodes_in, nodes_of
from grader.source.program import ALL, ParsedProgram
from grader.source.scopes import BLOCKS, FUNCTIONS, bindings

MOST_ROUNDS = 60  # length of a chain of names
DEEP = 9
PAIR = 2
MOST_TEXTS = 12
Meanings = frozenset[str]
Texts = frozenset[str] | None
NONE: Meanings = frozenset()
# Built-in names that a library's star import may replace.
REPLACED = frozenset({"sum", "abs", "max", "min", "round", "any", "all", "pow"})
PLAIN = (ast.Name, ast.Attribute, ast.IfExp, ast.BoolOp, ast.NamedExpr, ast.Call)
WRITTEN = (ast.List, ast.Tuple, ast.Set, ast.Dict)
# These return the elements of a list unchanged.
PASSES_ON = frozenset({"enumerate", "zip", "list", "tuple", "sorted", "reversed"})


def read_names(
    program: ParsedProgram, trees: Mapping[str, tuple[ast.Module, ...]]
) -> dict[str, "Names"]:
    """Resolve the names of a program's files, or of the given parts of them."""
    by_file: dict[str, Names] = {}
    for _ in range(min(2, len(trees))):  # a name may come from a file read later
        for file, parts in trees.items():
            Names(program=program, file=file, trees=parts, others=by_file)
    return by_file


class Names(Struct, eq=False, dict=True):
    """The names of one file, or of the parts of it that are read."""

    program: ParsedProgram
    file: str
    trees: tuple[ast.Module, ...]
    others: dict[str, "Names"]  # of the program's files
    meanings: dict[str, Meanings] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    # everything that a name is bound to
    values: dict[str, list[ast.AST]] = field(default_factory=dict)
    _loops: dict[ast.AST, ast.expr] = field(default_factory=dict)  # from a target to its iterable
    _known_texts: dict[ast.AST | None, Texts] = field(default_factory=dict)
    _known_texts_of_names: dict[str, Texts] = field(default_factory=dict)
    _alone: dict[str, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Collect imports and the bindings of every name, in any block."""
        for node in (node for tree in self.trees for node in nodes_of(tree)):
            if isinstance(node, ast.Import | ast.ImportFrom):
                self._import(node)
            elif isinstance(node, ast.For | ast.comprehension):
                self._loops.update(run_through(node.target, node.iter))
            for name, value in _bound_anywhere(node):
                self.values.setdefault(name, []).append(value)
        self.others[self.file] = self
        for _ in range(MOST_ROUNDS):
            before = dict(self.meanings)
            for name, value in self._pairs():
                if meanings := self.of(value):
                    self.meanings[name] = self.meanings.get(name, NONE) | meanings
            if self.meanings == before:
                return

    def _pairs(self) -> Iterator[tuple[str, ast.AST]]:
        """Pair names with values that may be another name."""
        for name, values in self.values.items():
            yield from ((name, value) for value in values if isinstance(value, PLAIN))

    def of(self, node: ast.AST, depth: int = 0) -> Meanings:
        """Return what an expression may stand for."""
        if depth > DEEP:
            return NONE
        meanings: Iterable[Meanings] = ()
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                meanings = [self.named(name)]
            case ast.Attribute(value=value, attr=name):
                meanings = [self.inside(self.of(value, depth), name)]
            case ast.Call(
                func=ast.Name(id="getattr"), args=[value, ast.Constant(value=str(name)), *_]
            ):
                meanings = [self.inside(self.of(value, depth + 1), name)]
            case ast.IfExp(body=first, orelse=other):
                meanings = [self.of(first, depth + 1), self.of(other, depth + 1)]
            case ast.BoolOp(values=values):
                meanings = [self.of(value, depth + 1) for value in values]
            case ast.NamedExpr(value=value):
                meanings = [self.of(value, depth + 1)]
            case _:
                pass
        return NONE.union(*meanings)

    def named(self, name: str, depth: int = 0) -> Meanings:
        """Return what a name of the file may stand for."""
        meanings = self.meanings.get(name, NONE)
        if not meanings and name not in self.values and (name not in BUILTINS or name in REPLACED):
            stars = (
                f"{star}:{name}" if star[0] == "/" else f"{star}.{name}" for star in self.stars
            )
            meanings = frozenset(stars)
        return self._followed(meanings, depth)

    def inside(self, owners: Iterable[str], name: str) -> Meanings:
        """Return what an attribute of objects with these meanings may stand for."""
        files = {owner for owner in owners if owner[0] == "/"}
        attributes = {f"{owner}.{name}" for owner in owners if owner not in files}
        return frozenset(attributes) | self._followed({f"{file}:{name}" for file in files})

    def _followed(self, meanings: Iterable[str], depth: int = 0) -> Meanings:
        """Resolve names of the student's other files."""
        followed: set[str] = set()
        for meaning in meanings:
            file, _, name = meaning[1:].partition(":")
            other = self.others.get(file) if meaning[0] == "/" and name else None
            if other is None:
                followed.add(meaning)
            elif depth < DEEP:
                followed |= other.named(name, depth + 1)
                followed |= {meaning} if name in other.values else set()
        return frozenset(followed)

    def texts(self, node: ast.AST | None) -> Texts:
        """Return the texts that an expression may evaluate to; None if unknown."""
        if node not in self._known_texts:
            self._known_texts[node] = None  # recursive definitions are unknown
            self._known_texts[node] = self._texts(node)
        return self._known_texts[node]

    def _texts(self, node: ast.AST | None) -> Texts:
        texts: Texts = None
        match node:
            case ast.Constant(value=value):
                texts = frozenset({value} if isinstance(value, str) else ())
            case ast.BinOp(op=ast.Add(), left=left, right=right):
                texts = _joined([self.texts(left), self.texts(right)])
            case ast.JoinedStr(values=parts):
                texts = _joined([self.texts(part) for part in parts])
            case ast.FormattedValue(value=value, format_spec=None):
                texts = self.texts(value)
            case ast.IfExp(body=first, orelse=other):
                texts = _either([self.texts(first), self.texts(other)])
            case ast.Name(id=name, ctx=ast.Load()):
                texts = self._texts_named(name)
            case ast.Name() if node in self._loops:
                texts = self.elements(self._loops[node])
            case _:
                pass
        return texts

    def _texts_named(self, name: str) -> Texts:
        if name not in self._known_texts_of_names:
            self._known_texts_of_names[name] = None
            bound = self.values.get(name, ())
            self._known_texts_of_names[name] = _either([self.texts(value) for value in bound])
        return self._known_texts_of_names[name]

    def elements(self, node: ast.AST, part: str = "items") -> Texts:
        """Return the texts in a literal list or dictionary; None if there may be others."""
        texts: Texts = None
        match node:
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
                texts = _either([NONE, *map(self._element, parts)])
            case ast.Dict(keys=keys, values=values):
                first = [] if part == "values" else keys
                last = [] if part == "keys" else values
                texts = _either([NONE, *map(self._element, (*first, *last))])
            case ast.Call(func=ast.Name(id="range")):
                texts = NONE
            case ast.Call(func=ast.Name(id=name), args=arguments) if name in PASSES_ON:
                texts = _either([self.elements(argument) for argument in arguments])
            case ast.Call(
                func=ast.Attribute(value=inner, attr="items" | "keys" | "values" as wanted)
            ):
                texts = self.elements(inner, wanted)
            case ast.Name(id=name) if self._is_left_alone(name):
                (value,) = self.values[name]
                texts = self.elements(value, part) if isinstance(value, WRITTEN) else None
            case _:
                pass
        return texts

    def _element(self, node: ast.AST | None) -> Texts:
        if isinstance(node, WRITTEN):
            return self.elements(node)
        plain = isinstance(node, ast.Lambda | ast.Attribute | ast.UnaryOp)  # functions, numbers
        return NONE if plain else self.texts(node)

    def _is_left_alone(self, name: str) -> bool:
        """Return whether a list bound to a name is only iterated over."""
        if name not in self._alone:
            nodes = [node for tree in self.trees for node in nodes_of(tree)]
            through = {part for loop in {*self._loops.values()} for part in nodes_in(loop)}
            uses = [node for node in nodes if isinstance(node, ast.Name) and node.id == name]
            alone = all(isinstance(use.ctx, ast.Store) or use in through for use in uses)
            self._alone[name] = alone and len(self.values.get(name, ())) == 1
        return self._alone[name]

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            own = self.program.meant(node, alias, self.file)
            meanings = [f"/{home}" if name == ALL else f"/{home}:{name}" for home, name in own]
            if isinstance(node, ast.Import):
                bound = alias.asname or alias.name.partition(".")[0]
                meanings.append(alias.name if alias.asname else bound)
            else:
                bound = alias.asname or alias.name
                if node.module and not node.level:
                    meanings.append(node.module if bound == ALL else f"{node.module}.{alias.name}")
            if bound == ALL:
                self.stars += meanings
            else:
                self.meanings[bound] = self.meanings.get(bound, NONE) | frozenset(meanings)


def _bound_anywhere(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Pair names that a block binds with their values, including `globals()["x"] = 1`."""
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
    """Pair a function's parameters with their default values."""
    if isinstance(block, FUNCTIONS):
        arguments = block.args
        positional = [*arguments.posonlyargs, *arguments.args]
        first = len(positional) - len(arguments.defaults)
        yield from (
            (a.arg, value) for a, value in zip(positional[first:], arguments.defaults, strict=True)
        )
        pairs = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        yield from ((argument.arg, value) for argument, value in pairs if value is not None)


def run_through(target: ast.expr, through: ast.expr) -> Iterator[tuple[ast.AST, ast.expr]]:
    """Pair the names that a loop binds with their iterables."""
    parts = target.elts if isinstance(target, ast.Tuple) else []
    sources: list[ast.expr]
    match through:
        case ast.Call(func=ast.Name(id="zip"), args=arguments) if len(arguments) == len(parts):
            sources = arguments
        case ast.Call(func=ast.Name(id="enumerate"), args=[iterable, *_]) if len(parts) == PAIR:
            sources = [ast.List([]), iterable]
        case ast.Call(func=ast.Attribute(value=inner, attr="items")) if len(parts) == PAIR:
            parted = (ast.Attribute(inner, name) for name in ("keys", "values"))
            sources = [ast.Call(part, [], []) for part in parted]
        case _:
            yield from ((node, through) for node in nodes_in(target))
            return
    for part, source in zip(parts, sources, strict=True):
        yield from run_through(part, source)


def _either(parts: list[Texts]) -> Texts:
    """Return the union; None if one is unknown, or there is none."""
    texts = [part for part in parts if part is not None]
    joined = NONE.union(*texts)
    return joined if parts and len(texts) == len(parts) and len(joined) <= MOST_TEXTS else None


def _joined(parts: list[Texts]) -> Texts:
    """Return all concatenations; None if one is unknown or there are too many."""
    texts: frozenset[str] = frozenset({""})
    for part in parts:
        if not part or len(texts) * len(part) > MOST_TEXTS:
            return None
        texts = frozenset(start + end for start in texts for end in part)
    return texts
