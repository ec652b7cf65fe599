"""What a function of a program reaches: names it reads, names those read, and so on.

One file may hold several exercises. What an exercise's function does not reach is no part of it.
What it reaches only in a branch, or through a value computed beforehand, is uncertain.
"""

import ast
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from enum import IntEnum
from functools import cached_property
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from grader.model.static import Certainty, Use
from grader.source.dynamic import BUILTINS, is_dunder, words
from grader.source.names import REPLACED
from grader.source.nodes import children, nodes_in
from grader.source.program import ALL, ParsedProgram
from grader.source.rule import Noted, Uses, located
from grader.source.scopes import DEFINITIONS, IMPORTS, base_of, bound_by, local_names, walk

COMPOUND = (
    *(ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith),
    *(ast.Try, ast.TryStar),
)
BLOCK_FIELDS = ("body", "orelse", "handlers", "finalbody")
CATCHING = frozenset({"ImportError", "ModuleNotFoundError", "Exception", "BaseException"})
# Members of modules called `cuda` for querying, waiting and timing: none of them computes.
WAITING = words("""
    is_available synchronize device_count current_device get_device_name empty_cache Stream Device
    Event runtime default_stream current_stream get_current_stream get_elapsed_time nvtx
""")
# These may change what any name stands for.
REBINDING = frozenset(
    {"exec", "eval", "globals", "locals", "setattr", "delattr", "__import__", "compile"}
)
# These find any name of the file without naming it.
OPENERS = frozenset({"globals", "vars", "locals", "exec", "eval"})
IMPORTED = ("POL001", "import")
Root = tuple[str, str]  # file and name; "Class.method" for a method

MOST_BASES = 20  # length of a chain; a class may name itself
PASSIVE_BASES = frozenset({"object", "Generic", "Protocol", "ABC", "Exception", "ValueError"})
"""Base classes that call no method of a class by themselves."""


class Strength(IntEnum):
    """Certainty with which a function uses what it reaches."""

    MAYBE = 1
    SURE = 2


class Statement(Struct, frozen=True, kw_only=True, eq=False, dict=True):
    """A top-level statement, also inside branches and loops, or a method."""

    file: str
    node: ast.stmt
    around: tuple["Statement", ...] = ()  # enclosing branches and loops
    methods: tuple["Statement", ...] = ()  # of a class

    @cached_property
    def parts(self) -> list[ast.AST]:
        """The parts that are not statements of their own here."""
        if isinstance(self.node, ast.ClassDef):
            return [n for n in children(self.node) if not isinstance(n, DEFINITIONS)]
        if isinstance(self.node, COMPOUND):
            inner = (ast.stmt, ast.ExceptHandler)
            return [n for n in children(self.node) if not isinstance(n, inner)]
        return [self.node]

    @cached_property
    def imports(self) -> list[ast.AST]:
        """The import statements in it."""
        nodes = (node for part in self.parts for node in nodes_in(part))
        return [node for node in nodes if isinstance(node, IMPORTS)]

    @cached_property
    def binds(self) -> frozenset[str]:
        """The names that it binds, or whose objects it modifies."""
        if isinstance(self.node, ast.ClassDef):
            return frozenset({self.node.name})
        names = {name for part in self.parts for name, _ in bound_by(part) if name != ALL}
        if isinstance(self.node, DEFINITIONS):
            return frozenset(names)
        for node in (node for part in self.parts for node in nodes_in(part)):
            if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
                names |= {base_of(node)} - {""}
            elif isinstance(node, ast.Name) and isinstance(self.node, ast.Assign):
                names |= {ALL} if node.id in REBINDING else set()
        return frozenset(names)

    @cached_property
    def receivers(self) -> list[ast.expr]:
        """The functions called with an argument that they may keep: `f.register`.

        As in `@f.register`, `@f.register(int)` and `f.register(int, g)`.
        """
        decorators = getattr(self.node, "decorator_list", [])
        heads = [d.func if isinstance(d, ast.Call) else d for d in decorators]
        calls = [node for part in self._executed for node in nodes_in(part)]
        heads += [call.func for call in calls if isinstance(call, ast.Call) and call.args]
        return [head for head in heads if isinstance(head, ast.Name | ast.Attribute)]

    @property
    def _executed(self) -> list[ast.AST]:
        """The parts that are executed in place."""
        if isinstance(self.node, DEFINITIONS):
            return [part for part in children(self.node) if not isinstance(part, ast.stmt)]
        return [] if isinstance(self.node, COMPOUND) else self.parts

    @property
    def carries(self) -> bool:
        """Whether using its name executes what it reads: it is code, or an alias of code."""
        return _carries(self.node)

    @cached_property
    def reads(self) -> "Reads":
        """What it looks up outside itself."""
        reads = Reads()
        own = local_names(self.node) if isinstance(self.node, ast.ClassDef) else frozenset()
        for part in self.parts:
            beforehand = isinstance(self.node, ast.ClassDef) and isinstance(part, ast.stmt)
            reads.add(part, own, sure=not beforehand or _carries(part))
        return reads


class Reads(Struct):
    """What a piece of code looks up outside itself."""

    # (name, attribute or ALL) -> strength
    names: dict[tuple[str, str], Strength] = field(default_factory=dict)
    attributes: set[str] = field(default_factory=set)  # of anything
    branches: set[int] = field(default_factory=set)  # lines that may not be executed
    # first line in which each name is looked up
    lines: dict[str, int] = field(default_factory=dict)
    # names used other than by attribute or as decorator
    whole: set[str] = field(default_factory=set)

    def add(self, part: ast.AST, own: frozenset[str], *, sure: bool) -> None:
        """Read one part; annotations are ignored."""
        maybe, passed, parents = set[ast.AST](), set[ast.AST](), dict[ast.AST, ast.AST]()
        for node in nodes_in(part):
            parents.update((child, node) for child in children(node))
            for annotation in (getattr(node, "annotation", None), getattr(node, "returns", None)):
                passed.update(nodes_in(annotation) if isinstance(annotation, ast.AST) else ())
            maybe.update(self._branches(node))
            match node:
                case ast.Call(func=ast.Name(id="isinstance"), args=[_, kinds]):
                    maybe.update(nodes_in(kinds))  # checking the type of a value computes nothing
                case ast.Call(func=ast.Name(id="getattr"), args=[_, wanted, *_]):
                    name_asked = wanted.value if isinstance(wanted, ast.Constant) else None
                    self.attributes.add(name_asked if isinstance(name_asked, str) else ALL)
                case ast.Attribute(attr=name):
                    self.attributes.add(name)
                case _:
                    pass
        decorators = {n for d in getattr(part, "decorator_list", ()) for n in nodes_in(d)}
        for node, hidden in walk(part, local_names, own):
            if not isinstance(node, ast.Name) or node in passed or node.id in hidden:
                continue
            if isinstance(node.ctx, ast.Load):
                whole = node not in decorators and not isinstance(parents.get(node), ast.Attribute)
                self.whole |= {node.id} if whole else set()
                self._note(node, parents, Strength.SURE if sure and node not in maybe else MAYBE)

    def _branches(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the nodes that depend on a condition, and record their lines."""
        branches = list[ast.AST]()
        for block in (getattr(node, key, None) for key in BLOCK_FIELDS):
            if isinstance(block, list):  # a lambda's body is an expression
                ends = [at for at, inner in enumerate(block) if _may_return(inner)]
                branches += block[ends[0] + 1 :] if ends else ()
        if isinstance(node, ast.If | ast.IfExp | ast.match_case | ast.ExceptHandler):
            heads = [getattr(node, key, None) for key in ("test", "pattern", "guard", "type")]
            branches += [branch for branch in children(node) if branch not in heads]
        for branch in branches:
            yield from nodes_in(branch)
            if isinstance(branch, ast.stmt):
                self.branches |= {*range(branch.lineno, (branch.end_lineno or 0) + 1)}

    def _note(self, node: ast.Name, parents: Mapping[ast.AST, ast.AST], strength: Strength) -> None:
        """Add a name with the attributes accessed on it."""
        chain, above = list[str](), parents.get(node)
        while isinstance(above, ast.Attribute):
            chain.append(above.attr)
            above = parents.get(above)
        if chain[:1] == ["cuda"] and chain[1:2] and chain[1] in WAITING:
            return  # a timer shared by all exercises checks for a GPU and waits for it
        self.lines[node.id] = min(self.lines.get(node.id, node.lineno), node.lineno)
        for attribute in chain or [ALL]:
            key = (node.id, attribute)
            self.names[key] = max(self.names.get(key, strength), strength)


MAYBE = Strength.MAYBE


class Slice(Struct, frozen=True, kw_only=True):
    """The part of a program that some functions reach."""

    strengths: Mapping[Statement, Strength]
    imported_names: Mapping[Statement, Mapping[str, Strength]]  # of imports, the used names
    certainty: Mapping[Statement, Strength] = field(default_factory=dict)
    """Certainty, if it is unclear which function is meant."""

    @property
    def files(self) -> frozenset[str]:
        """The files that contain the statements."""
        return frozenset(statement.file for statement in self.strengths)

    def libraries(
        self, program: ParsedProgram, *, without: Collection[ast.AST] = ()
    ) -> tuple[str, ...]:
        """Return the third-party libraries that the part imports, by top-level name."""
        local = {part.removesuffix(".py") for name in program.sources for part in name.split("/")}
        tops = {
            path.partition(".")[0]
            for statement in self.strengths
            for node in statement.imports
            if node not in without
            for path in self._paths(statement, node)
        }
        return tuple(sorted(tops - local - set(sys.stdlib_module_names)))

    def _paths(self, statement: Statement, node: ast.AST) -> list[str]:
        if isinstance(node, ast.Import):
            return [alias.name for alias in node.names if self._is_asked(statement, node, alias)]
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            return [node.module]
        return []

    def _is_asked(self, statement: Statement, node: ast.AST, alias: ast.alias) -> bool:
        if node is not statement.node or alias.name == ALL:
            return True
        bound = alias.asname or alias.name.partition(".")[0]
        return not {bound, ALL}.isdisjoint(self.imported_names.get(statement, ()))

    def needs(self, program: ParsedProgram) -> tuple[str, ...]:
        """Return the libraries without which it cannot run, as far as the text tells.

        Imports that the program expects to fail, and those in a branch, are excluded. If one of
        several functions is meant, each has to need the library.
        """
        guarded = {node for statement in self.strengths for node in _guarded(statement)}
        sure = {
            statement: strength
            for statement, strength in (self.certainty or self.strengths).items()
            if strength is not MAYBE
        }
        return replace(self, strengths=sure).libraries(program, without=guarded)

    def trees(self, program: ParsedProgram) -> dict[str, tuple[ast.Module, ...]]:
        """Reduce the files to the kept statements, main file first."""
        statement_of: dict[ast.AST, Statement] = {
            statement.node: statement for statement in self.strengths
        }
        files = [name for name in program.parsed if name in self.files | {program.main.name}]
        return {
            name: tuple(self._pruned(tree, statement_of) for tree in program.parsed[name].trees)
            for name in files
        }

    def _pruned(self, node: Any, statement_of: Mapping[ast.AST, Statement]) -> Any:
        """Copy a statement without inner statements that are not kept."""
        if isinstance(node, IMPORTS):
            names = [
                alias for alias in node.names if self._is_asked(statement_of[node], node, alias)
            ]
            return _copy(node, {"names": names})
        if not isinstance(node, (*COMPOUND, ast.Module, ast.ClassDef, ast.ExceptHandler)):
            return node
        parts: dict[str, list[ast.AST]] = {}
        for key in BLOCK_FIELDS:
            block = getattr(node, key, [])
            is_class = isinstance(node, ast.ClassDef)
            parts[key] = [
                part
                if is_class and not isinstance(part, DEFINITIONS)
                else self._pruned(part, statement_of)
                for part in block
                if part in statement_of
                or not isinstance(part, ast.stmt)
                or (is_class and not isinstance(part, DEFINITIONS))
            ]
        return _copy(node, {key: parts[key] for key in BLOCK_FIELDS if hasattr(node, key)})

    def weigh(self, uses: Uses, program: ParsedProgram) -> list[Use]:
        """Downgrade uses that may not be executed when the function is called, and locate readers.

        These are imports in a branch, and what only precomputed values lead to. Running the program
        without the module will show whether it is used.
        """
        weighed_uses: list[Use] = []
        for use_noted, use in zip(uses, located(uses, program), strict=True):
            sure = use.certainty is Certainty.SURE and self._is_sure(use_noted)
            weighed = replace(use, certainty=Certainty.SURE if sure else Certainty.UNSURE)
            lines = (
                self._readers(use_noted) if (use_noted.check, use_noted.reason) == IMPORTED else []
            )
            if lines:
                weighed = replace(weighed, reason="reached")
            places = [program.parsed[use_noted.file].place(line) for line in lines]
            weighed_uses += [weighed, *(replace(weighed, location=place) for place in places)]
        return weighed_uses

    def _readers(self, noted: Noted) -> list[int]:
        """Return the lines that look up what a top-level import binds."""
        here = [statement for statement in self.strengths if statement.file == noted.file]
        imports = [u for u in here if u.node.lineno == noted.line and isinstance(u.node, IMPORTS)]
        names = {name for statement in imports for name in statement.binds}
        carrying = [statement.reads.lines for statement in here if statement.carries]
        return sorted({line for lines in carrying for name, line in lines.items() if name in names})

    def _is_sure(self, noted: Noted) -> bool:
        around = [
            (
                (statement.node.end_lineno or 0) - statement.node.lineno,
                -min(strength, self._strength_of_import(statement, noted)),
                noted.line not in statement.reads.branches,
            )
            for statement, strength in self.certainty.items()
            if statement.file == noted.file
            and statement.node.lineno <= noted.line <= (statement.node.end_lineno or noted.line)
        ]
        if not around:
            return True
        _, strength, sure = min(around)
        return strength == -Strength.SURE and (sure or noted.check != "POL001")

    def _strength_of_import(self, statement: Statement, noted: Noted) -> Strength:
        """Return the certainty of one module of `import numpy as np, torch`."""
        if not isinstance(statement.node, ast.Import):
            return Strength.SURE
        used = self.imported_names.get(statement, {})
        bound = {
            alias.asname or alias.name.partition(".")[0]
            for alias in statement.node.names
            if alias.name == noted.what
        }
        return max((used[name] for name in bound & used.keys()), default=Strength.SURE)


class Reach(Struct, kw_only=True, dict=True):
    """Follows names through the files of a program."""

    program: ParsedProgram
    statements: dict[str, list[Statement]] = field(default_factory=dict)
    _givers: dict[str, dict[str, list[Statement]]] = field(default_factory=dict)

    def of(self, roots: Iterable[Root], *, opened: bool = True) -> Slice:
        """Return what some functions reach; if `opened`, also what they may look up by text."""
        closure = _Closure(self, OPENERS if opened else frozenset())
        for file, name in roots:
            owner, _, method = name.partition(".")
            closure.want(file, owner, Strength.SURE)
            closure.want_given(file, owner)
            if method:
                closure.want_attributes({method})
        closure.finish()
        return Slice(strengths=closure.strengths, imported_names=closure.imported_names)

    def of_any(self, roots: Collection[Root]) -> Slice:
        """Return what candidate functions reach, one of which is meant.

        Only what all of them reach is certain.
        """
        part = self.of(roots)
        strengths_by_root = (
            [self.of([root]).strengths for root in roots] if len(roots) > 1 else [part.strengths]
        )
        certainty = {
            statement: min(strengths.get(statement, MAYBE) for strengths in strengths_by_root)
            for statement in part.strengths
        }
        return replace(part, certainty=certainty)

    def everything(self, files: Iterable[str]) -> Slice:
        """Return all statements of some files."""
        statements = [statement for file in files for statement in self.open(file)]
        strengths = {
            part: Strength.SURE
            for statement in statements
            for part in (statement, *statement.methods)
        }
        every_name = {ALL: Strength.SURE}
        return Slice(strengths=strengths, imported_names=dict.fromkeys(strengths, every_name))

    def givers(self, file: str) -> dict[str, list[Statement]]:
        """Map names to statements that pass something to the named object to keep.

        Modules and lists are excluded: what is computed beforehand is a value, not code.
        """
        if file not in self._givers:
            givers = self._givers[file] = {}
            statements = self.open(file)
            values = {name: u.node for u in statements for name in u.binds}
            for statement in (part for u in statements for part in (u, *u.methods)):
                decorates = isinstance(statement.node, (*DEFINITIONS, ast.ClassDef))
                for head in statement.receivers:
                    for name in _owners(head, values):
                        node = values.get(name)
                        if not isinstance(node, (*IMPORTS, ast.ClassDef)) and (
                            decorates or not _is_display(node)
                        ):
                            givers.setdefault(name, []).append(statement)
        return self._givers[file]

    def open(self, file: str) -> list[Statement]:
        """Return the statements of a file, which counts as reached."""
        if file not in self.statements:
            parsed = self.program.open(file)
            trees = parsed.trees if parsed is not None else ()
            self.statements[file] = [
                statement for tree in trees for statement in _cut(file, tree.body, ())
            ]
        return self.statements[file]


def _cut(file: str, nodes: Iterable[ast.AST], around: tuple[Statement, ...]) -> Iterator[Statement]:
    """Split a block into statements, without `if __name__ == "__main__":`, which imports skip."""
    for node in nodes:
        if isinstance(node, ast.ExceptHandler):
            yield from _cut(file, node.body, around)
        elif isinstance(node, COMPOUND) and not is_main_guard(node):
            statement = Statement(file=file, node=node, around=around)
            yield statement
            blocks = (part for key in BLOCK_FIELDS for part in getattr(node, key, ()))
            yield from _cut(file, blocks, (*around, statement))
        elif isinstance(node, ast.stmt) and not isinstance(node, COMPOUND):
            body = node.body if isinstance(node, ast.ClassDef) else []
            nodes_of_methods = [part for part in body if isinstance(part, DEFINITIONS)]
            methods = tuple(
                Statement(file=file, node=method, around=around) for method in nodes_of_methods
            )
            yield Statement(file=file, node=node, around=around, methods=methods)


def is_main_guard(node: ast.stmt) -> bool:
    """Return whether a statement is `if __name__ == "__main__":`, in either order."""
    match node:
        case ast.If(test=ast.Compare(left=left, ops=[ast.Eq()], comparators=[right])):
            sides = {getattr(side, "id", getattr(side, "value", None)) for side in (left, right)}
            return sides == {"__name__", "__main__"}
        case _:
            return False


class _Closure:
    """The transitive closure: from names to statements, from statements to names."""

    def __init__(self, reach: Reach, openers: frozenset[str]) -> None:
        self._reach = reach
        self._openers = openers
        self.strengths: dict[Statement, Strength] = {}
        self.imported_names: dict[Statement, dict[str, Strength]] = {}
        self._wanted: dict[Root, Strength] = {}
        self._given: set[Root] = set()
        self._attributes: set[str] = set()
        self._waiting: list[tuple[str, str, Strength]] = []

    def want(self, file: str, name: str, strength: Strength) -> None:
        """Request whatever binds a name in a file; ALL is every name."""
        if not file.endswith("/") and self._wanted.get((file, name), 0) < strength:
            self._wanted[(file, name)] = strength
            self._waiting.append((file, name, strength))

    def want_given(self, file: str, name: str) -> None:
        """Request what was passed to a name's object to keep."""
        if (file, name) not in self._given:
            self._given.add((file, name))
            for statement in self._reach.givers(file).get(name, ()):
                self._keep(statement, MAYBE, name)
                given = [u for u in self._reach.open(file) if u.binds & statement.reads.whole]
                for annotated in (statement, *given):  # singledispatch evaluates annotations
                    for named in _named_in_annotations(annotated.node):
                        self.want(file, named, MAYBE)

    def want_attributes(self, names: set[str]) -> None:
        """Request methods with these names in reached classes."""
        if not names <= self._attributes:
            self._attributes |= names
            for statement, strength in list(self.strengths.items()):
                self._keep_methods(statement, strength)

    def finish(self) -> None:
        """Continue until nothing new is requested."""
        while self._waiting:
            file, name, strength = self._waiting.pop()
            statements = self._reach.open(file)
            binders = [u for u in statements if name == ALL or not u.binds.isdisjoint({name, ALL})]
            for statement in binders:
                self._keep(statement, strength, name)
            if name in self._openers and not binders:
                self.want(file, ALL, MAYBE)
            builtin = name in BUILTINS and name not in REPLACED
            if name != ALL and not binders and not builtin:
                self._look_in_stars(statements, name, strength)

    def _look_in_stars(self, statements: list[Statement], name: str, strength: Strength) -> None:
        """Search star imports for a name that nothing binds."""
        stars = [statement for statement in statements if _is_star(statement.node)]
        certain_stars = [statement for statement in stars if self._offers(statement, name)]
        certain = bool(certain_stars) or (len(stars) == 1 and name not in BUILTINS)
        for statement in certain_stars or stars:
            self._keep(statement, strength if certain else MAYBE, name)

    def _offers(self, statement: Statement, name: str) -> bool:
        """Return whether a local file named in a star import binds the name."""
        homes = [home for home, _ in self._meant(statement, name) if not home.endswith("/")]
        return any(name in other.binds for home in homes for other in self._reach.open(home))

    def _meant(self, statement: Statement, name: str) -> Iterator[Root]:
        """Yield the local files that an imported name stands for or comes from."""
        node = statement.node
        if not isinstance(node, ast.Import | ast.ImportFrom):
            return
        for alias in node.names:
            bound = alias.asname or alias.name.partition(".")[0]
            for home, inner in self._reach.program.meant(node, alias, statement.file):
                if alias.name == ALL:
                    yield home, name
                elif name in {bound, ALL}:
                    yield home, inner
            if isinstance(node, ast.Import) and name in {bound, ALL}:
                yield from ((home, ALL) for home in self._reach.program.find(alias.name))

    def _keep(self, statement: Statement, strength: Strength, name: str) -> None:
        strength = strength if statement.carries else MAYBE
        used = self.imported_names.setdefault(statement, {})
        used[name] = max(used.get(name, strength), strength)
        for home, wanted in self._meant(statement, name):
            if not home.endswith("/"):
                self._reach.open(home)
            if wanted != ALL:
                self.want(home, wanted, strength)
        if self.strengths.get(statement, 0) >= strength:
            return
        self.strengths[statement] = strength
        for outer in statement.around:
            self._keep(outer, MAYBE, "")
        for (read, attribute), how in statement.reads.names.items():
            self.want(statement.file, read, min(strength, how))
            for home in self._modules_named(statement.file, read):
                self.want(home, attribute, min(strength, how))
        own = statement.binds if isinstance(statement.node, DEFINITIONS) else frozenset[str]()
        for read in statement.reads.whole | own:
            self.want_given(statement.file, read)
        self.want_attributes(statement.reads.attributes)
        self._keep_methods(statement, strength)

    def _modules_named(self, file: str, name: str) -> Iterator[str]:
        for statement in self._reach.open(file):
            if name in statement.binds and isinstance(statement.node, IMPORTS):
                yield from (home for home, wanted in self._meant(statement, name) if wanted == ALL)

    def _keep_methods(self, statement: Statement, strength: Strength) -> None:
        foreign = self._has_foreign_base(statement)
        waiting = [
            method for method in statement.methods if self.strengths.get(method, 0) < strength
        ]
        for method in waiting:
            (name,) = method.binds
            if foreign or is_dunder(name) or not self._attributes.isdisjoint({name, ALL}):
                self._keep(method, strength, name)

    def _has_foreign_base(self, statement: Statement, depth: int = 0) -> bool:
        """Return whether a base class may call methods by itself, as torch.nn.Module does."""
        bases = statement.node.bases if isinstance(statement.node, ast.ClassDef) else []
        return any(self._is_foreign(base, statement.file, depth) for base in bases)

    def _is_foreign(self, base: ast.expr, file: str, depth: int) -> bool:
        named = base.value if isinstance(base, ast.Subscript) else base  # Generic[T]
        name = named.attr if isinstance(named, ast.Attribute) else base_of(named)
        own = [
            statement
            for statement in self._reach.open(file)
            if isinstance(named, ast.Name)
            and name in statement.binds
            and not isinstance(statement.node, IMPORTS)
        ]
        if not own or depth > MOST_BASES:
            return name not in PASSIVE_BASES
        return not all(
            isinstance(each.node, ast.ClassDef) and not self._has_foreign_base(each, depth + 1)
            for each in own
        )


def _owners(head: ast.AST, values: Mapping[str, ast.AST]) -> list[str]:
    """Return the names of which a node is an attribute, resolving aliases: `give = f.register`."""
    owners = list[str]()
    attribute = isinstance(head, ast.Attribute)
    name = base_of(head)
    while name and name not in owners:
        owners += [name] if attribute else []
        value = getattr(values.get(name), "value", None)
        attribute |= isinstance(value, ast.Attribute)
        name = base_of(value) if isinstance(value, ast.Name | ast.Attribute) else ""
        if not attribute:
            break
    return owners


def _is_display(node: ast.AST | None) -> bool:
    """Return whether a statement binds a literal: a list, a number."""
    value = getattr(node, "value", None)
    return isinstance(value, ast.expr) and not isinstance(
        value, ast.Call | ast.Name | ast.Attribute | ast.Lambda
    )


def _named_in_annotations(function: ast.AST) -> set[str]:
    """Return the names in a function's annotations, including those in strings."""
    names = set[str]()
    nodes = nodes_in(function) if isinstance(function, DEFINITIONS) else []
    held = [getattr(node, key, None) for node in nodes for key in ("annotation", "returns")]
    waiting = [part for part in held if isinstance(part, ast.AST)]
    while waiting:
        for node in nodes_in(waiting.pop()):
            if isinstance(node, ast.Name):
                names.add(node.id)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                with suppress(SyntaxError, ValueError, MemoryError, RecursionError):
                    waiting.append(ast.parse(node.value.strip(), mode="eval"))
    return names


def _may_return(node: ast.AST) -> bool:
    """Return whether a statement may leave its function with a result, so that the next is not run.

    `raise` leaves it, too, but checks an argument more often than it chooses a library.
    """
    inner = (*COMPOUND, ast.Match, ast.match_case, ast.ExceptHandler)
    return isinstance(node, ast.Return) or (
        isinstance(node, inner) and any(map(_may_return, children(node)))
    )


def _carries(node: ast.AST) -> bool:
    match node:
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript(), *_]):
            return False  # one of several values that the object holds
        case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
            while isinstance(value, ast.Attribute):
                value = value.value
            return isinstance(value, ast.Name | ast.Lambda)
        case _:
            return isinstance(node, (*DEFINITIONS, *IMPORTS, ast.ClassDef))


def _is_star(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.names[0].name == ALL


def _guarded(statement: Statement) -> Iterator[ast.AST]:
    """Yield the imports in and around a statement whose failure the program handles."""
    for outer in (*(block.node for block in statement.around), *nodes_in(statement.node)):
        if isinstance(outer, ast.Try | ast.TryStar) and any(map(_catches, outer.handlers)):
            inner = (node for part in outer.body for node in nodes_in(part))
            yield from (node for node in inner if isinstance(node, IMPORTS))


def _catches(handler: ast.ExceptHandler) -> bool:
    kind = handler.type
    names = {node.id for node in nodes_in(kind) if isinstance(node, ast.Name)} if kind else CATCHING
    return not CATCHING.isdisjoint(names)


def _copy(node: Any, fields: Mapping[str, object]) -> Any:
    unchanged = {key: value for key, value in ast.iter_fields(node) if key not in fields}
    copied = type(node)(**unchanged, **fields)
    return ast.copy_location(copied, node) if hasattr(node, "lineno") else copied
