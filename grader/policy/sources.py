"""Where the matrices of a program come from: made on their own, or made of each other."""

import ast
import builtins
from dataclasses import dataclass, field

from grader.policy.cuts import cut
from grader.policy.makings import CONVERTED, CONVERTING, changes, value_of
from grader.policy.sizes import Sizes
from grader.policy.spots import FUNCTIONS, Origin, Spot, Unsure, base, follows, reads
from grader.policy.views import called

IMPORTS = (ast.Import, ast.ImportFrom)
MOST_STEPS = 6
NUMBERS = frozenset({"int", "float", "default_rng", "RandomState", "Random", "device", "eval"})


@dataclass(slots=True, eq=False)
class Sources:
    """Finds the program's own two matrices."""

    module: ast.Module
    sizes: Sizes
    libraries: set[str] = field(default_factory=set)  # whose matrices they are

    def of(self, name: str, spot: Spot, steps: int = MOST_STEPS) -> str:
        """Names the matrix that one is made of, or itself; raises Unsure if that is not clear."""
        found = self.sizes.origin(spot, name)
        if found is None or found.how != "statement" or found.spot is None or not steps:
            raise Unsure(f"nobody makes {name}")
        value = value_of(found.node, name)
        self._not_shared(found.node, value, name)
        parts = [found.spot, *self._changes(found, spot, name)]
        matrices = {
            (other, part)
            for part in parts
            for other in self._reads(part, name)
            if other != name and self._is_matrix(other, part)
        }
        self._not_reworked(found, parts[1:], name)
        converted = value is not None and called(value) in CONVERTED | CONVERTING
        if not matrices or (converted and len(parts) == 1):
            self._note(value, found.spot)
            return name
        if len({other for other, _ in matrices}) != 1:
            raise Unsure(f"{name} is made of several")
        other, part = next(iter(matrices))
        return self.of(other, part, steps - 1)

    def itself(self, name: str, spot: Spot) -> str:
        """Returns a name that stands for a matrix of its own; raises Unsure when it may not."""
        found = self.sizes.origin(spot, name)
        if found is None or found.how != "statement" or found.spot is None:
            raise Unsure(f"nobody makes {name}")
        value = value_of(found.node, name)
        self._not_shared(found.node, value, name)
        self._note(value, found.spot)
        return name

    def _changes(self, found: Origin, spot: Spot, name: str) -> list[Spot]:
        assert found.spot is not None
        return [one for one in follows(spot, found.spot) if changes(one.node, name, self.module)]

    def _not_reworked(self, found: Origin, parts: list[Spot], name: str) -> None:
        """Raises Unsure when a matrix is turned round, or changed otherwise, in place."""
        value = value_of(found.node, name)
        again = value is not None and name in reads(value)
        if again and called(value or ast.Pass()) not in CONVERTED | CONVERTING:
            raise Unsure(f"{name} is made of itself")
        for part in parts:
            kept = cut(part.node, {name})
            if kept is not None and _uses(kept, name):
                raise Unsure(f"{name} is made of itself")

    def _not_shared(self, node: ast.AST, value: ast.expr | None, name: str) -> None:
        if value is None and not isinstance(node, ast.Assign):
            raise Unsure(f"{name} is made somehow")
        if isinstance(node, ast.Assign) and len(node.targets) > 1:
            raise Unsure("one matrix with two names")
        if isinstance(value, ast.Name | ast.Subscript):
            raise Unsure("another name of a matrix")

    def _reads(self, part: Spot, name: str) -> set[str]:
        kept = cut(part.node, {name})
        return reads(kept) if kept is not None else set()

    def _is_matrix(self, name: str, spot: Spot) -> bool:  # noqa: PLR0911 - one for each kind
        """Tells matrices from numbers, functions and modules; raises Unsure at all else."""
        found = self.sizes.origin(spot, name)
        if found is None:
            if hasattr(builtins, name):
                return False
            raise Unsure(f"nobody knows {name}")
        if found.how != "statement" or found.spot is None:
            return False  # a parameter or a loop's variable
        if isinstance(found.node, IMPORTS):
            return False
        if isinstance(found.node, FUNCTIONS):
            self._independent(found.node)
            return False
        value = value_of(found.node, name)
        if value is None:
            return self._of_unpacking(found)
        if self._is_number(value, found.spot):
            return False
        if self.sizes.shape(ast.Name(name, ast.Load()), spot) is not None:
            return True
        if self.sizes.length(value, found.spot) is not None:
            return False
        raise Unsure(f"nobody knows {name}")

    def _of_unpacking(self, found: Origin) -> bool:
        """Reads `n, m = map(int, input().split())` and `n, m = x.shape`: numbers, both."""
        match getattr(found.node, "value", None):
            case ast.Call(func=ast.Name(id="map")) | ast.Attribute(attr="shape"):
                return False
            case _:
                pass
        raise Unsure("made somehow")

    def _is_number(self, value: ast.expr, spot: Spot) -> bool:  # noqa: PLR0911 - one for each form
        match value:
            case ast.Constant() | ast.UnaryOp(operand=ast.Constant()):
                return True
            case ast.Call() if called(value) in NUMBERS | {"len"}:
                return True
            case ast.List(elts=elts):
                return bool(elts) and all(isinstance(one, ast.Constant) for one in elts)
            case ast.Subscript(value=ast.Name(id=name)):
                return not self._is_matrix(name, spot)
            case ast.Subscript(value=ast.Attribute(attr="shape" | "argv")):
                return True
            case ast.BinOp(left=left, right=right):
                return self._is_number(left, spot) and self._is_number(right, spot)
            case ast.Name(id=name):
                return not self._is_matrix(name, spot)
            case _:
                return False

    def _independent(self, function: ast.AST) -> None:
        """Raises Unsure when a function makes matrices out of something global."""
        for name in reads(function):
            found = self.sizes.origin(
                Spot(self.module.body, len(self.module.body), self.module, None), name
            )
            known = found is None or isinstance(found.node, (*IMPORTS, *FUNCTIONS))
            value = value_of(found.node, name) if found is not None else None
            if not known and not isinstance(value, ast.Constant):
                raise Unsure(f"nobody knows {name}")

    def _note(self, value: ast.expr | None, spot: Spot) -> None:
        """Remembers the library that makes a matrix."""
        here = value
        while isinstance(here, ast.Call | ast.Attribute | ast.Subscript):
            here = here.func if isinstance(here, ast.Call) else here.value
        if isinstance(here, ast.Name):
            found = self.sizes.origin(spot, here.id)
            self.libraries.add(library_of(found.node, here.id) if found else "")
        else:
            self.libraries.add("")


def library_of(node: ast.AST, name: str) -> str:
    """Names the library that a statement imports under a name; "" when it does not."""
    match node:
        case ast.Import(names=names):
            found = [a.name for a in names if (a.asname or a.name.partition(".")[0]) == name]
        case ast.ImportFrom(module=str(module), names=names, level=0):
            found = [module for a in names if (a.asname or a.name) == name]
        case _:
            found = []
    return found[0].partition(".")[0] if found else ""


def _uses(node: ast.AST, name: str) -> bool:
    """Whether a statement uses what a list holds, or may: it does more than put something in."""
    named = [one for one in ast.walk(node) if isinstance(one, ast.Name) and one.id == name]
    put = [
        one
        for one in ast.walk(node)
        if (isinstance(one, ast.Subscript) and isinstance(one.ctx, ast.Store))
        or (isinstance(one, ast.Attribute) and one.attr == "append")
    ]
    return len(named) > sum(base(one) == name for one in put)
