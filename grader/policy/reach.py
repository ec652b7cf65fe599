"""What a function of a program reaches: names it reads, what those read, and so on.

One file may hold several exercises. What an exercise's function does not reach is no part of it.
"""

import ast
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace

from grader.model.static import Definition
from grader.policy.analysis import Analysis
from grader.policy.definitions import drivers
from grader.policy.dynamic import BUILTINS, is_dunder
from grader.policy.program import folder_of, up
from grader.policy.question import Question
from grader.policy.scopes import statements_of
from grader.policy.slices import Slice
from grader.policy.units import ALL, IMPORTS, Strength, Unit, units_of

# Names that are there without an import, and that a star import of a library may replace.
REPLACED = frozenset({"sum", "abs", "max", "min", "round", "any", "all", "pow"})
# Without a name they find any name of the file.
OPENERS = frozenset({"globals", "vars", "locals", "exec", "eval"})
Root = tuple[str, str]  # file and name; "Class.method" for a method
LIBRARIES = frozenset({"numpy", "cupy", "torch"})
LIBRARY_OF = {"scipy": "numpy", "cupyx": "cupy", "torchvision": "torch"}


@dataclass(kw_only=True)
class Reach:
    """Follows names through the files of a program."""

    run: Analysis
    units: dict[str, list[Unit]] = field(default_factory=dict)

    def of(self, roots: Iterable[Root], *, opened: bool = True) -> Slice:
        """Collects what some functions reach; `opened`, also what they may look up by text."""
        walk = _Walk(self, OPENERS if opened else frozenset())
        for file, name in roots:
            owner, _, method = name.partition(".")
            walk.want(file, owner, Strength.SURE)
            if method:
                walk.want_attributes({method})
        walk.finish()
        return Slice(kept=walk.kept, unused=walk.unused())

    def shared(self, part: Slice, roots: Collection[Root]) -> Slice:
        """Takes for sure only what every root reaches: nobody knows yet which of them is meant."""
        each = [self.of([root]).kept for root in roots] if len(roots) > 1 else []
        kept = {
            unit: min([strength, *(one.get(unit, Strength.MAYBE) for one in each)])
            for unit, strength in part.kept.items()
        }
        return replace(part, kept=kept)

    def everything(self, files: Iterable[str]) -> Slice:
        """Takes all of some files."""
        units = [unit for file in files for unit in self.open(file)]
        return Slice(kept={one: Strength.SURE for unit in units for one in (unit, *unit.inner)})

    def roots(
        self, main: str, question: Question, definitions: Iterable[Definition]
    ) -> tuple[str, ...]:
        """Names what may be the exercise's function, as the search for it goes.

        That is what bears its name, or else an alias, or else whatever uses the right library and
        does not only run the others.
        """
        by_name = {one.name: one for one in definitions}
        bound = {name for unit in self.open(main) for name in unit.binds}
        mine = sorted((bound | by_name.keys()) - {ALL} - {*question.others})
        if question.entry in mine:
            return (question.entry,)
        alike = [name for name in mine if name.rpartition(".")[2].lower() in question.names]
        if alike:
            return tuple(alike)
        tree = self.run.modules[main][-1].node
        others = drivers(tree, by_name.values(), question.inputs) if question.inputs else set()
        suiting = (by_name[name] for name in mine if name in by_name and name not in others)
        return tuple(one.name for one in suiting if _suits(one, question))

    def skipped(self, part: Slice) -> frozenset[ast.AST]:
        """Names the statements of the files reached so far that are no part of the slice."""
        units = [
            one for listed in self.units.values() for unit in listed for one in (unit, *unit.inner)
        ]
        scopes = [scope for listed in self.run.modules.values() for scope in listed]
        statements = {node for scope in scopes for node in statements_of(scope.node)}
        kept = {unit.node for unit in part.kept}
        return frozenset({*statements, *(unit.node for unit in units)} - kept) | part.unused

    def open(self, file: str) -> list[Unit]:
        """Returns the units of a file, which is thereby reached."""
        if file not in self.units:
            self.run.reach(file)
            scopes = self.run.modules.get(file, ())
            self.units[file] = [unit for scope in scopes for unit in units_of(scope)]
        return self.units[file]

    def imported(self, node: ast.stmt, file: str, name: str) -> list[tuple[str, str]]:
        """Lists the local files that an import takes a name from, with the name there.

        The name is ALL for the file itself.
        """
        files = self.run.files
        found: list[tuple[str, str]] = []
        if isinstance(node, ast.Import):
            for alias in node.names:
                whole = alias.asname or alias.name.partition(".")[0]
                if name in {whole, ALL}:
                    path = alias.name.split(".")
                    tails = [".".join(path[: n + 1]) for n in range(len(path))]
                    found += [(f, ALL) for tail in tails for f in files.find(files.roots, tail)]
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if name in {alias.asname or alias.name, ALL} or alias.name == "*":
                    wanted = name if alias.name == "*" else alias.name
                    found += self._from(node, file, wanted)
        return found

    def _from(self, node: ast.ImportFrom, file: str, name: str) -> list[tuple[str, str]]:
        files = self.run.files
        folders: tuple[str, ...] = files.roots
        if node.level:
            folder = up(file, node.level)
            folders = () if folder is None else (folder,)
        homes = files.find(folders, node.module) if node.module else tuple(f"{f}/" for f in folders)
        found = [(home, name) for home in homes if not home.endswith("/")]
        inside = [folder_of(home) for home in homes if home.endswith(("/", "/__init__.py"))]
        return found + [(one, ALL) for one in files.find(inside, name)] if name != ALL else found


def _suits(definition: Definition, question: Question) -> bool:
    used = {LIBRARY_OF.get(name, name) for name in definition.libraries} & LIBRARIES
    return question.library in used if question.library else not used


class _Walk:
    """One closure: from names to units, from units to names."""

    def __init__(self, reach: Reach, openers: frozenset[str]) -> None:
        self._reach = reach
        self._openers = openers
        self.kept: dict[Unit, Strength] = {}
        self._wanted: dict[tuple[str, str], Strength] = {}
        self._attributes: set[str] = set()
        self._asked: dict[Unit, set[str]] = {}  # of kept imports, the names that are asked for
        self._waiting: list[tuple[str, str, Strength]] = []

    def want(self, file: str, name: str, strength: Strength) -> None:
        """Asks for whatever binds a name in a file; ALL is every name."""
        if file.endswith("/") or self._wanted.get((file, name), 0) >= strength:
            return
        self._wanted[(file, name)] = strength
        self._waiting.append((file, name, strength))

    def want_attributes(self, names: set[str]) -> None:
        """Asks for methods of the classes that are reached."""
        if not names <= self._attributes:
            self._attributes |= names
            for unit, strength in list(self.kept.items()):
                self._keep_methods(unit, strength)

    def finish(self) -> None:
        """Goes on until nothing new is asked for."""
        while self._waiting:
            file, name, strength = self._waiting.pop()
            units = self._reach.open(file)
            binders = [u for u in units if not u.binds.isdisjoint({name, ALL}) or name == ALL]
            for unit in binders:
                self._keep(unit, strength, name)
            if name in self._openers and not binders:
                self.want(file, ALL, Strength.MAYBE)
            self._look_in_stars(units, name, strength, found=bool(binders))

    def _look_in_stars(
        self, units: list[Unit], name: str, strength: Strength, *, found: bool
    ) -> None:
        """A name that nothing binds may come from `from … import *`."""
        known = found or name in BUILTINS
        if name == ALL or (known and (found or name not in REPLACED)):
            return
        stars = [unit for unit in units if _is_star(unit.node)]
        own = [unit for unit in stars if self._offers(unit, name)]
        for unit in own or stars:
            certain = bool(own) or (len(stars) == 1 and not known)
            self._keep(unit, strength if certain else Strength.MAYBE, name)

    def _offers(self, unit: Unit, name: str) -> bool:
        """Says whether a local file that a star import names binds the name."""
        homes = self._reach.imported(unit.node, unit.file, name)
        return any(
            name in one.binds
            for home, wanted in homes
            if wanted == name
            for one in self._reach.open(home)
        )

    def unused(self) -> frozenset[ast.AST]:
        """Lists the names of kept imports that nothing asks for."""
        return frozenset(
            alias
            for unit, asked in self._asked.items()
            for alias in getattr(unit.node, "names", ())
            if alias.name != ALL
            and {alias.asname or alias.name.partition(".")[0], ALL}.isdisjoint(asked)
        )

    def _keep(self, unit: Unit, strength: Strength, name: str) -> None:
        if isinstance(unit.node, IMPORTS):
            self._asked.setdefault(unit, set()).add(name)
        strength = strength if unit.carries else Strength.MAYBE
        for target, wanted in self._reach.imported(unit.node, unit.file, name):
            if not target.endswith("/"):
                self._reach.open(target)
            if wanted != ALL:
                self.want(target, wanted, strength)
        if self.kept.get(unit, 0) >= strength:
            return
        self.kept[unit] = strength
        for outer in unit.around:
            self._keep(outer, Strength.MAYBE, "")
        self._follow(unit, strength)
        self._keep_methods(unit, strength)

    def _keep_methods(self, unit: Unit, strength: Strength) -> None:
        for method in unit.inner:
            (name,) = method.binds
            if self._is_called(name) or _has_foreign_base(unit.node):
                self._keep(method, strength, name)

    def _is_called(self, method: str) -> bool:
        return method in self._attributes or ALL in self._attributes or is_dunder(method)

    def _follow(self, unit: Unit, strength: Strength) -> None:
        for (name, attribute), read in unit.reads.names.items():
            weaker = min(strength, read)
            self.want(unit.file, name, weaker)
            for home in self._modules_named(unit.file, name):
                self.want(home, attribute, weaker)
        self.want_attributes(unit.reads.attributes)

    def _modules_named(self, file: str, name: str) -> Iterator[str]:
        """Finds the local files that a name of a file stands for."""
        for unit in self._reach.open(file):
            if name in unit.binds and isinstance(unit.node, IMPORTS):
                for target, wanted in self._reach.imported(unit.node, file, name):
                    if wanted == ALL and not target.endswith("/"):
                        yield target


def _has_foreign_base(node: ast.stmt) -> bool:
    """Whether somebody else may call the methods of a class, such as torch.nn.Module."""
    bases = node.bases if isinstance(node, ast.ClassDef) else []
    return any(not isinstance(base, ast.Name) or base.id != "object" for base in bases)


def _is_star(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.names[0].name == "*"
