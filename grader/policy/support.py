"""The imports and functions that a piece of code needs, and whether it needs only harmless ones."""

import ast
from copy import deepcopy
from dataclasses import dataclass, field

from grader.policy.dynamic import words
from grader.policy.kernels import Kernel
from grader.policy.sources import library_of
from grader.policy.spots import Origin, Spot, Unsure, mutates, origin, reads

BUILTINS = words("""
    range len sum zip enumerate list tuple map int float min max abs round reversed pow complex
    divmod slice iter next sorted all any bool
""")
PLAIN = frozenset({"math", "operator", "itertools", "functools", "copy", "array", "fractions"})
FAMILY = {
    "numpy": frozenset({"numpy", "scipy"}),
    "cupy": frozenset({"cupy", "cupyx"}),
    "torch": frozenset({"torch"}),
}
LIBRARIES = frozenset().union(*FAMILY.values())
ARRAY_WORK = frozenset({"dot", "matmul", "mm", "T", "transpose", "shape", "sum", "reshape"})
RANDOM = words("""
    random rand randn randint uniform normal choice shuffle permutation sample standard_normal
    random_sample default_rng seed load loadtxt genfromtxt fromfile save savetxt
""")
PURE = (
    ast.For, ast.While, ast.If, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Return,
    ast.Pass, ast.Break, ast.Continue, ast.FunctionDef,
)  # fmt: skip


@dataclass(slots=True, eq=False)
class Support:
    """What goes above the function."""

    module: ast.Module
    library: str  # the exercise's; "" for pure Python
    names: set[str] = field(default_factory=lambda: {"len", "range"})  # for the sizes
    imports: dict[str, ast.stmt] = field(default_factory=dict)
    functions: dict[str, ast.FunctionDef] = field(default_factory=dict)
    constants: dict[str, ast.stmt] = field(default_factory=dict)
    libraries: set[str] = field(default_factory=set)

    def take(self, name: str, found: Origin | None) -> None:
        """Takes along what a name stands for; raises Unsure when that may do anything."""
        self.names.add(name)
        if found is not None and found.how != "statement":
            raise Unsure(f"{name} comes from outside")
        if found is None:
            if name not in BUILTINS:
                raise Unsure(f"nobody knows {name}")
        elif isinstance(found.node, ast.Import | ast.ImportFrom):
            self._import(name, found.node)
        elif isinstance(found.node, ast.FunctionDef):
            self._function(name, found.node)
        elif isinstance(found.node, ast.Assign) and isinstance(found.node.value, ast.Constant):
            self.constants[name] = deepcopy(found.node)
        else:
            raise Unsure(f"{name} is not constant")

    def statements(self) -> list[ast.stmt]:
        """Lists all of it."""
        return [*self.imports.values(), *self.constants.values(), *self.functions.values()]

    def _import(self, name: str, node: ast.Import | ast.ImportFrom) -> None:
        library = library_of(node, name)
        if library not in PLAIN | LIBRARIES:
            raise Unsure(f"{library} may do anything")
        self.libraries |= {library} & LIBRARIES
        made = deepcopy(node)
        made.names = [a for a in node.names if (a.asname or a.name.partition(".")[0]) == name]
        self.imports[name] = made

    def _function(self, name: str, node: ast.FunctionDef) -> None:
        if name in self.functions:
            return
        statements = [one for one in ast.walk(node) if isinstance(one, ast.stmt)]
        given = {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
        changed = {name for one in node.body for name in mutates(one, calls=False)} & given
        if not all(isinstance(one, PURE) for one in statements) or node.decorator_list or changed:
            raise Unsure(f"{name} may do anything")
        made = self.functions[name] = deepcopy(node)
        made.returns = None
        for one in ast.walk(made.args):
            if isinstance(one, ast.arg):
                one.annotation = None
        end = Spot(self.module.body, len(self.module.body), self.module, None)
        for other in sorted(reads(made) - {name}):
            self.take(other, origin(end, other, self.module))

    def judge(self, kernel: Kernel, statements: list[ast.stmt], made_by: set[str]) -> None:
        """Raises Unsure when the work is not done with the exercise's library, or is not pure."""
        nodes = [one for part in (*statements, *self.functions.values()) for one in ast.walk(part)]
        for one in nodes:
            if isinstance(one, ast.Attribute) and one.attr in RANDOM:
                raise Unsure("a matrix of its own")
            if isinstance(one, ast.NamedExpr | ast.Await | ast.Yield | ast.YieldFrom):
                raise Unsure("not plain")
        arrays = any(_is_array_work(one) for one in nodes)
        if not self.library:
            if self.libraries or arrays:
                raise Unsure("work of a library")
            return
        used = self.libraries or (made_by if arrays or not kernel.loops else set())
        if not used or not used <= FAMILY.get(self.library, frozenset()):
            raise Unsure("another exercise's work")


def _is_array_work(node: ast.AST) -> bool:
    match node:
        case ast.BinOp(op=ast.MatMult()):
            return True
        case ast.Subscript(slice=ast.Tuple()):
            return True
        case ast.Attribute(attr=name):
            return name in ARRAY_WORK
        case _:
            return False
