"""Which documented name an expression means: `F.conv2d` is torch.nn.functional.conv2d."""

import ast
from collections.abc import Iterator

from grader.policy.dynamic import BUILTINS
from grader.policy.reach import Reach
from grader.policy.units import DEFINITIONS, IMPORTS, Unit

DEEP = 8  # names of names of names …


class Paths:
    """Looks names up among the imports of one program."""

    def __init__(self, reach: Reach) -> None:
        """Takes the program's files."""
        self._reach = reach
        self._local: dict[Unit, dict[str, str]] = {}

    def of(self, node: ast.AST, unit: Unit, depth: int = 0) -> str:
        """Returns the dotted path of a library's name as used in a unit; "" for anything else."""
        if depth > DEEP:
            return ""
        match node:
            case ast.Call(func=ast.Name(id="getattr"), args=[whole, ast.Constant(value=str(name))]):
                base = self.of(whole, unit, depth + 1)
                return f"{base}.{name}" if base else ""
            case _:
                pass
        if isinstance(node, ast.Attribute):
            base = self.of(node.value, unit, depth + 1)
            return f"{base}.{node.attr}" if base else ""
        return self._of_name(node.id, unit, depth) if isinstance(node, ast.Name) else ""

    def is_own(self, name: str, unit: Unit) -> bool:
        """Says whether a name is a function or class that the program defines."""
        inside = any(
            isinstance(node, (*DEFINITIONS, ast.ClassDef)) and node.name == name
            for node in ast.walk(unit.node)
        )
        return inside or any(
            name in one.binds and (not isinstance(one.node, IMPORTS) or self._is_local(one, name))
            for one in self._reach.open(unit.file)
        )

    def _is_local(self, unit: Unit, name: str) -> bool:
        return bool(self._reach.imported(unit.node, unit.file, name))

    def _of_name(self, name: str, unit: Unit, depth: int) -> str:
        inside = self._inside(unit)
        if name in inside:
            return inside[name]
        stars: list[str] = []
        for one in self._reach.open(unit.file):
            if isinstance(one.node, IMPORTS):
                known = dict(_imported(one.node))
                if name in known and not self._is_local(one, name):
                    return known[name]
                if not self._is_local(one, name):
                    stars += [path for alias, path in known.items() if alias == "*"]
            elif name in one.binds and isinstance(one.node, ast.Assign) and one.carries:
                return self.of(one.node.value, one, depth + 1)
            elif name in one.binds:
                return ""
        return f"{stars[0]}.{name}" if len(stars) == 1 and name not in BUILTINS else ""

    def _inside(self, unit: Unit) -> dict[str, str]:
        if unit not in self._local:
            self._local[unit] = {
                alias: path
                for node in ast.walk(unit.node)
                if isinstance(node, IMPORTS) and node is not unit.node
                for alias, path in _imported(node)
                if alias != "*"
            }
        return self._local[unit]


def _imported(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Lists the names that an import binds, with what they mean; "*" for a star."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            top = alias.name.partition(".")[0]
            yield (alias.asname, alias.name) if alias.asname else (top, top)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        for alias in node.names:
            if alias.name == "*":
                yield "*", node.module
            else:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"
