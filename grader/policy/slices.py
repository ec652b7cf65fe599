"""The part of a program that a function reaches."""

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from grader.model.static import Certainty, Use
from grader.policy.analysis import Analysis
from grader.policy.units import COMPOUND, DEFINITIONS, IMPORTS, Strength, Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """Units of the program's files, each with how the function comes to it."""

    kept: Mapping[Unit, Strength]
    unused: frozenset[ast.AST] = frozenset()  # names of kept imports that nothing reached asks for

    @property
    def files(self) -> frozenset[str]:
        """The files that the units are in."""
        return frozenset(unit.file for unit in self.kept)

    def nodes(self) -> Iterator[tuple[Unit, ast.AST]]:
        """Walks the code of all units, each piece once."""
        for unit in self.kept:
            for part in own_parts(unit):
                yield from ((unit, node) for node in ast.walk(part))

    def libraries(self, files: Iterable[str]) -> tuple[str, ...]:
        """Names the libraries of others that the part imports, by their top-level names."""
        local = {part.removesuffix(".py") for name in files for part in name.split("/")}
        found = {top for _, node in self.nodes() for top in self._tops(node)}
        return tuple(sorted(found - local - set(sys.stdlib_module_names)))

    def needs(self, files: Iterable[str]) -> tuple[str, ...]:
        """Names the libraries without which it cannot run, as far as the text tells.

        An import may fail where the program is ready for that, and in a branch not taken.
        """
        guarded = {node for unit in self.kept for node in _guarded(unit)}
        sure = {
            unit: strength
            for unit, strength in self.kept.items()
            if strength is Strength.SURE and unit.node not in guarded
        }
        return replace(self, kept=sure, unused=self.unused | guarded).libraries(files)

    def _tops(self, node: ast.AST) -> Iterator[str]:
        if node in self.unused:
            return
        if isinstance(node, ast.Import):
            used = [alias for alias in node.names if alias not in self.unused]
            yield from (alias.name.partition(".")[0] for alias in used)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]

    def weigh(self, run: Analysis) -> list[Use]:
        """Doubts what may not be executed when the function is called, and adds where it is used.

        That is an import in one branch of several, and what only values lead to that were computed
        beforehand. Whether it is executed shows when the program runs without the module.
        """
        found: list[Use] = []
        for key, use in run.uses.items():
            file, line = str(key[3]), int(str(key[4]))
            weighed = use if self._is_sure(use.check, file, line) else _doubted(use)
            if use.check == "POL001" and use.reason == "import":
                scope = run.modules[file][-1]
                readers = [scope.file.place(number) for number in self._readers(file, line)]
                weighed = replace(weighed, reason="reached") if readers else weighed
                found += [replace(weighed, location=place) for place in readers]
            found.append(weighed)
        return found

    def _readers(self, file: str, line: int) -> list[int]:
        """Lists the lines that look up what an import at the top of a file binds."""
        imports = [
            unit
            for unit in self.kept
            if unit.file == file and unit.node.lineno == line and isinstance(unit.node, IMPORTS)
        ]
        names = {name for unit in imports for name in unit.binds}
        return sorted(
            {
                number
                for unit in self.kept
                if unit.file == file and unit.carries
                for name, number in unit.reads.lines.items()
                if name in names
            }
        )

    def _is_sure(self, check: str, file: str, line: int) -> bool:
        around = [
            (_span(unit.node), -strength, not unit.reads.branching(line))
            for unit, strength in self.kept.items()
            if unit.file == file and unit.node.lineno <= line <= (unit.node.end_lineno or line)
        ]
        if not around:
            return True
        _, strength, sure = min(around)
        return strength == -Strength.SURE and (sure or check != "POL001")


def _doubted(use: Use) -> Use:
    return replace(use, certainty=Certainty.UNSURE)


def _span(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno


def own_parts(unit: Unit) -> list[ast.AST]:
    """Lists the parts of a unit that are no units of their own."""
    node = unit.node
    if isinstance(node, ast.ClassDef):
        body = [one for one in node.body if not isinstance(one, DEFINITIONS)]
        return [*node.bases, *node.keywords, *node.decorator_list, *body]
    if isinstance(node, COMPOUND):
        inner = (ast.stmt, ast.ExceptHandler)
        return [one for one in ast.iter_child_nodes(node) if not isinstance(one, inner)]
    return [node]


def _guarded(unit: Unit) -> Iterator[ast.AST]:
    """Finds the imports in and around a unit whose failure the program expects."""
    for outer in (*(one.node for one in unit.around), *ast.walk(unit.node)):
        if isinstance(outer, TRIES) and _catches(outer):
            inner = (one for part in outer.body for one in ast.walk(part))
            yield from (one for one in inner if isinstance(one, ast.Import | ast.ImportFrom))


TRIES = (ast.Try, ast.TryStar)
CATCHING = frozenset({"ImportError", "ModuleNotFoundError", "Exception", "BaseException"})


def _catches(node: ast.Try | ast.TryStar) -> bool:
    kinds = [handler.type for handler in node.handlers]
    return any(
        kind is None or any(isinstance(n, ast.Name) and n.id in CATCHING for n in ast.walk(kind))
        for kind in kinds
    )
