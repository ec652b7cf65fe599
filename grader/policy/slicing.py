"""Everything that a piece of code needs of the program around it, given its two matrices."""

import ast
from dataclasses import dataclass, field

from grader.policy.bounds import Bounds, size_names
from grader.policy.cuts import clean, cut, overwrites
from grader.policy.kernels import Kernel, kernel_of
from grader.policy.makings import calls_of, changes, value_of
from grader.policy.question import Question
from grader.policy.sizes import Sizes
from grader.policy.sources import Sources
from grader.policy.spots import (
    FUNCTIONS,
    LOOPS,
    Origin,
    Spot,
    Unsure,
    binds,
    declared_names,
    follows,
    mutates,
    own_names,
    reads,
    reads_of,
)
from grader.policy.support import Support

MOST_STATEMENTS = 60
JUMPS = (ast.Break, ast.Continue, ast.Return, ast.Raise, ast.Try, ast.With)


@dataclass(slots=True, eq=False)
class Slicer:
    """Collects the statements of one function."""

    spot: Spot
    module: ast.Module
    kernel: Kernel
    left: str
    right: str
    sizes: Sizes
    bounds: Bounds
    support: Support
    taken: dict[int, tuple[Spot, set[str]]] = field(default_factory=dict)
    lines: dict[str, str] = field(default_factory=dict)  # n -> len(x)

    @classmethod
    def of(cls, spot: Spot, module: ast.Module, question: Question) -> "Slicer":
        """Starts with the statement that multiplies; raises Unsure when that is none."""
        if _in_two_functions(spot) or (spot.function and spot.function.decorator_list):
            raise Unsure("a function in a function")
        cleaned = spot.node if isinstance(spot.node, ast.Expr) else clean(spot.node)
        if cleaned is None:
            raise Unsure("nothing left")
        kernel = kernel_of(cleaned, module, question.operation)
        sizes = Sizes(module)
        sources = Sources(module, sizes)
        find = sources.of if kernel.roles.derived else sources.itself
        left, right = find(kernel.roles.left, spot), find(kernel.roles.right, spot)
        if left == right:
            raise Unsure("one matrix")
        bounds = Bounds.of(sizes, spot, left, right, question.operation, kernel.roles.inner)
        support = Support(module, question.library)
        made = cls(spot, module, kernel, left, right, sizes, bounds, support)
        made._collect()
        support.judge(kernel, [*made._statements(), cleaned], sources.libraries)
        return made

    @property
    def result(self) -> str:
        return self.kernel.result

    def text(self) -> str:
        """Writes the module that defines the function."""
        body: list[ast.stmt] = [
            *(ast.parse(f"{name} = {size}").body[0] for name, size in sorted(self.lines.items())),
            *map(self.bounds.put, self._statements()),
        ]
        last = self.bounds.put(self.kernel.node)
        if isinstance(last, ast.Expr):
            body.append(ast.Return(last.value))
        else:
            body += [last, ast.Return(ast.Name(self.result, ast.Load()))]
        head = ast.parse(f"def lifted({self.left}, {self.right}): pass").body[0]
        assert isinstance(head, ast.FunctionDef)
        head.body = body
        self._no_clashes(body)
        tree = ast.Module(body=[*self.support.statements(), head], type_ignores=[])
        return ast.unparse(ast.fix_missing_locations(tree)) + "\n"

    def _no_clashes(self, body: list[ast.stmt]) -> None:
        """Raises Unsure when a name would mean something else inside the function."""
        bound = {name for one in body for name in binds(one)}
        comprehended = {
            one.id
            for part in body
            for one in ast.walk(part)
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
        }
        given = {self.left, self.right}
        if (bound | comprehended | given) & (self.support.names | {"lifted"}):
            raise Unsure("a name has two meanings")
        if (bound & given) or any(mutates(one, calls=False) & given for one in body):
            raise Unsure("it changes its inputs")
        once = {name for one in body[len(self.lines) :] for name in binds(one)}
        if once & set(self.lines):
            raise Unsure("a size changes")
        free = reads_of(body) - given - self.support.names
        if free:
            raise Unsure(f"nobody gives {sorted(free)}")

    def _collect(self) -> None:
        for name in sorted(reads(self.kernel.node)):
            self._resolve(name, self.spot, self.kernel.node)
        if self.kernel.grows:
            self._fresh()
        self._unchanged_after()

    def _resolve(self, name: str, spot: Spot, reader: ast.AST) -> None:
        """Finds what a name stands for at a statement, and takes that along."""
        found = self.sizes.origin(spot, name)
        if name in {self.left, self.right}:
            self._same_matrix(name, found)
            return
        supports = (*FUNCTIONS, ast.Import, ast.ImportFrom)
        if found is None or (found.how == "statement" and isinstance(found.node, supports)):
            self.support.take(name, found)
            return
        self._not_touched(name, found)
        size = self.bounds.named(name, spot, reader)
        if size is not None:
            if self.lines.setdefault(name, size) != size:
                raise Unsure("a size changes")
            return
        if found.how != "statement" or found.spot is None:
            raise Unsure(f"{name} comes from outside")
        if name in size_names(reader):
            self.bounds.allow(name, spot)
        self._take(found.spot, name)
        number = isinstance(value_of(found.node, name), ast.Constant)
        for one in () if number else follows(spot, found.spot):
            if name == self.result:
                self._not_aliased(one.node)
            if changes(one.node, name, self.module):
                self._take(one, name)

    def _not_aliased(self, node: ast.stmt) -> None:
        """Raises Unsure when a statement may give the result, or a row of it, another name."""
        named = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
        shown = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
        if self.result not in named or shown or changes(node, self.result, self.module):
            return
        if clean(node) is not None:
            raise Unsure("another name of the result")

    def _not_touched(self, name: str, found: Origin) -> None:
        """Raises Unsure when a function that may have run before changes a global."""
        makers = {self.spot.function, found.spot.function if found.spot is not None else None}
        for function in ast.walk(self.module):
            if isinstance(function, FUNCTIONS) and function not in makers:
                shared = {name for one in function.body for name in mutates(one, calls=False)}
                if name in (shared - own_names(function)) | declared_names(function):
                    raise Unsure(f"{function.name} changes {name}")

    def _same_matrix(self, name: str, found: Origin | None) -> None:
        here = self.sizes.origin(self.spot, name)
        if found is None or here is None or found.node is not here.node:
            raise Unsure(f"{name} changes")

    def _take(self, spot: Spot, name: str) -> None:
        """Takes a statement along, as far as it is about one name."""
        _, names = self.taken.setdefault(id(spot.node), (spot, set()))
        if name in names:
            return
        names.add(name)
        value = value_of(spot.node, name)
        if isinstance(value, ast.Name) and (value.id in {self.left, self.right}):
            raise Unsure("another name of a matrix")
        chained = isinstance(spot.node, ast.Assign) and len(spot.node.targets) > 1
        if chained and not isinstance(value, ast.Constant):
            raise Unsure("one list with two names")
        if len(self.taken) > MOST_STATEMENTS:
            raise Unsure("too much")
        kept = self._kept(spot, names)
        if name in binds(kept) & reads(kept):
            raise Unsure(f"{name} is made of itself")
        for other in sorted(reads(kept) - {name}):
            self._resolve(other, spot, kept)

    def _kept(self, spot: Spot, names: set[str]) -> ast.stmt:
        kept = cut(spot.node, names)
        if kept is None or any(isinstance(one, JUMPS) for one in ast.walk(spot.node)):
            raise Unsure("not plain")
        if isinstance(kept, (*LOOPS, ast.If)) and clean(kept) is None:
            raise Unsure("nothing left")
        if not isinstance(
            kept, (*LOOPS, ast.If, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)
        ):
            raise Unsure(type(kept).__name__)
        return kept

    def _statements(self) -> list[ast.stmt]:
        """Lists what was taken along, globals of a function before its own."""
        inside = self.spot.function
        ordered = sorted(
            self.taken.values(),
            key=lambda one: (one[0].function is inside and inside is not None, one[0].node.lineno,
                             one[0].node.col_offset),
        )  # fmt: skip
        return [self._kept(spot, names) for spot, names in ordered]

    def _fresh(self) -> None:
        """Raises Unsure when the result may still hold what an earlier round left in it."""
        name = self.result
        found = self.sizes.origin(self.spot, name)
        if found is None or found.spot is None or overwrites(self.kernel.node, name):
            return
        here: Spot | None = self.spot
        while here is not None and here.block is not found.spot.block:
            before = (here.block[index] for index in range(here.index))
            reset = any(
                name in mutates(one) and isinstance(one, LOOPS) and overwrites(one, name)
                for one in before
            )
            if reset:
                return
            if isinstance(here.owner, LOOPS):
                raise Unsure("it adds to what is there")
            if isinstance(here.owner, FUNCTIONS) and not self._called_once(here.owner.name):
                raise Unsure("it adds to what is there")
            here = here.outer

    def _called_once(self, function: str) -> bool:
        calls = calls_of(self.module, function)
        if len(calls) != 1:
            return False
        here: Spot | None = calls[0][1]
        while here is not None:
            if isinstance(here.owner, (*LOOPS, *FUNCTIONS)):
                return False
            here = here.outer
        return True

    def _unchanged_after(self) -> None:
        """Raises Unsure when the program goes on working on the result."""
        name = self.result
        for node in self.spot.block[self.spot.index + 1 :] if name else []:
            if name in binds(node):
                if isinstance(node, ast.AugAssign) or name in reads(node):
                    raise Unsure("it works on its result")
                return
            if name in mutates(node, calls=False):
                if isinstance(node, LOOPS) and overwrites(node, name):
                    return
                raise Unsure("it works on its result")


def _in_two_functions(spot: Spot) -> bool:
    here: Spot | None = spot
    around = 0
    while here is not None:
        around += isinstance(here.owner, FUNCTIONS)
        here = here.outer
    return around > 1
