"""The state of one analysis: what is known about every name, and the uses found so far.

The analysis ignores the order of statements: it evaluates all files again and again, adding to
what each name may stand for, until nothing is new. Nothing of the student's is executed.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from grader.model.static import Certainty, SyntaxTrouble, Use
from grader.policy import libraries
from grader.policy.dynamic import NAMES_OF_FIELDS, is_dunder
from grader.policy.parse import MOST_BYTES, TooComplex, parse
from grader.policy.program import Files
from grader.policy.scopes import COMPREHENSIONS, Scope, arguments_of, open_scope
from grader.policy.values import (
    ANYTHING,
    MAYBE,
    NOTHING,
    Kind,
    Thing,
    Things,
    absorb,
    union,
    unpack,
)

MOST_ROUNDS = 60
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass(slots=True, kw_only=True, eq=False)
class Function:
    """A function or lambda of the program."""

    node: FunctionNode
    scope: Scope
    method: bool  # defined directly in a class: called with an object in front
    results: set[Thing] = field(default_factory=set)
    received: set[Thing] = field(default_factory=set)  # what unseen callers may give to it


@dataclass(slots=True, kw_only=True, eq=False)
class Class:
    """A class of the program."""

    scope: Scope
    bases: set[Thing] = field(default_factory=set)


@dataclass(kw_only=True, eq=False)
class Analysis:
    """Everything the evaluation of a program reads and adds to."""

    allowed: frozenset[str]  # top-level names of modules
    files: Files
    skipped: frozenset[ast.AST] = frozenset()  # statements that are no part of what is read
    modules: dict[str, tuple[Scope, ...]] = field(default_factory=dict)  # by file, as reached
    scopes: dict[ast.AST, Scope] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    classes: dict[str, Class] = field(default_factory=dict)
    keys: dict[ast.AST, str] = field(default_factory=dict)
    attributes: dict[str, set[Thing]] = field(default_factory=dict)  # of any object; "*" = of all
    stored: set[Thing] = field(default_factory=set)  # put into some container after its making
    put_away: set[Thing] = field(default_factory=set)  # what led to `stored`
    operators: set[str] = field(default_factory=set)  # keys of functions called by operators
    special: set[Thing] = field(default_factory=set)  # what operators of own classes return
    caught: set[Thing] = field(default_factory=set)  # what travels in exceptions
    loose: bool = False  # a module went where nobody can follow it
    changed: bool = False
    size: int = 0  # bytes of all files reached
    uses: dict[tuple[object, ...], Use] = field(default_factory=dict)
    broken: list[SyntaxTrouble] = field(default_factory=list)

    @cached_property
    def leaks(self) -> frozenset[str]:
        """The attribute names that smell of somebody else's module."""
        return libraries.leaking_names(self.allowed)

    @property
    def annotated_with_code(self) -> bool:
        """Whether some annotation is a text that does more than to name a type."""
        trees = (scope.node for scopes in self.modules.values() for scope in scopes)
        return any(_calls(text) for tree in trees for text in _annotations(tree))

    @property
    def names_fields_by_text(self) -> bool:
        """Whether the program itself sets what the fields of a class are called."""
        trees = (scope.node for scopes in self.modules.values() for scope in scopes)
        return any(_names_fields(node) for tree in trees for node in ast.walk(tree))

    def reach(self, name: str) -> None:
        """Takes a local file into the analysis; a folder without `__init__.py` has no code."""
        if name in self.modules or name.endswith("/"):
            return
        source = self.files.main if name == self.files.main.name else self.files.sources[name]
        self.size += len(source.raw)
        if self.size > MOST_BYTES:
            raise TooComplex(f"{name}: {self.size} bytes in all")
        parsed = parse(source)
        self.modules[name] = ()
        self.changed = True
        if isinstance(parsed, SyntaxTrouble):
            self.broken.append(parsed)
            return
        self.modules[name] = tuple(open_scope(tree, parsed, None) for tree in parsed.trees)

    def scope_of(self, node: ast.AST, parent: Scope) -> Scope:
        """Returns the scope of a block, the same one every time."""
        found = self.scopes.get(node)
        if found is None:
            found = self.scopes[node] = open_scope(node, parent.file, parent)
        return found

    def key_of(self, node: ast.AST) -> str:
        """Names a function or class of the program."""
        return self.keys.setdefault(node, str(len(self.keys)))

    def learn(self, place: set[Thing], things: Things) -> None:
        """Adds to what a place may hold."""
        if things and absorb(place, things):
            self.changed = True

    def bind(self, scope: Scope, name: str, things: Things) -> None:
        """Adds to what a name may stand for, as seen from a scope."""
        owner = scope.target(name)
        if things:
            self.learn(owner.values.setdefault(name, set()), things)
        if isinstance(owner.node, ast.ClassDef):
            self.set_attribute(name, things)

    def set_attribute(self, name: str, things: Things) -> None:
        """Adds to what an attribute may be; "*" is an attribute whose name is not known."""
        self.let_loose(things)
        if name == "*" or is_dunder(name):
            self.escape(things)
            self.operators |= {thing.name for thing in things if thing.kind is Kind.FUNCTION}
        self.changed |= name not in self.attributes
        self.learn(self.attributes.setdefault(name, set()), things)

    def get_attribute(self, name: str) -> Things:
        """Returns what an attribute of this name may be, on whatever object."""
        found = self.attributes.get(name, set()) | self.attributes.get("*", set())
        return frozenset(found) if found else NOTHING

    def let_loose(self, things: Things) -> None:
        """Remembers when a module goes where nobody can follow it."""
        if not self.loose and any(thing.kind is Kind.MODULE for thing in things):
            self.loose = self.changed = True

    def escape(self, things: Things) -> None:
        """Lets things go where nobody can follow: functions may be called with anything there."""
        self.let_loose(things)
        for thing in things:
            if thing.kind is Kind.FUNCTION:
                scope = self.functions[thing.name].scope
                for argument in arguments_of(self.functions[thing.name].node):
                    self.bind(scope, argument.arg, ANYTHING)

    def gather_operators(self) -> None:
        """Takes what operators of own classes return: any expression may mean it."""
        for key in self.operators:
            self.learn(self.special, frozenset(self.functions[key].results))

    def store(self, things: Things) -> None:
        """Remembers what is put into a container: it may come out of any other."""
        if things <= self.put_away:
            return
        self.put_away |= things
        self.let_loose(things)
        self.learn(self.stored, union([_blurred(thing) for thing in things]))

    def unpack(self, things: Things) -> Things:
        """Takes something out of a container."""
        return unpack(things) | frozenset(self.stored) | frozenset(self.special)


def _annotations(tree: ast.AST) -> Iterator[str]:
    """Finds the texts in the annotations of a file."""
    for node in ast.walk(tree):
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(part, ast.AST):
                for inner in ast.walk(part):
                    if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                        yield inner.value


def _names_fields(node: ast.AST) -> bool:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Constant(value=str(name)):
            return name in NAMES_OF_FIELDS
        case _:
            return False


def _calls(text: str) -> bool:
    try:
        nodes = list(ast.walk(ast.parse(text.strip(), mode="eval")))
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return False  # it is not evaluated either
    return any(isinstance(node, (ast.Call, ast.Lambda, *COMPREHENSIONS)) for node in nodes)


def _blurred(thing: Thing) -> Things:
    if thing.kind is Kind.TEXT:
        return ANYTHING
    name = MAYBE if thing.kind in {Kind.OBJECT, Kind.ARRAY} else thing.name
    return frozenset({Thing(thing.kind, name)})


@dataclass(frozen=True, slots=True)
class Site:
    """A place in the program, for reports and look-ups."""

    run: Analysis
    scope: Scope
    node: ast.expr | ast.stmt | ast.pattern | ast.excepthandler | ast.alias

    def report(
        self, check: str, what: str, reason: str, certainty: Certainty = Certainty.SURE
    ) -> Things:
        """Notes a use of this place; its value is then followed no further."""
        location = self.scope.file.place(self.node.lineno)
        key = (check, what, reason, location.file, self.node.lineno, self.node.col_offset)
        if certainty is Certainty.SURE or key not in self.run.uses:
            self.run.uses[key] = Use(
                check=check, what=what, certainty=certainty, reason=reason, location=location
            )
        return NOTHING

    def doubt(self, check: str, what: str, reason: str) -> Things:
        """Notes a use that only a person can judge."""
        return self.report(check, what, reason, Certainty.UNSURE)
