"""Guess which part of a plain script is the exercise's work, as a function of its two matrices.

Programs without functions work on globals: `z[i][j] += x[i][k] * y[k][j]` with n at the top. The
part that multiplies is cut out of such a program, with everything that its names depend on, and
written as a function. The text proves nothing: running it shows whether a guess does what the
program does, and whether it is right (run.py). A wrong guess costs no points.
"""

import ast
import builtins
from collections.abc import Iterable, Iterator

from msgspec import Struct, field
from msgspec.structs import replace

from grader.backends import LIBRARY_OF
from grader.model.static import ExtractedFunction
from grader.source.definitions import LOOPS, loop_depth
from grader.source.names import run_through
from grader.source.nodes import children, copied, nodes_in
from grader.source.parse import Parsed
from grader.source.question import OPERATIONS, SourceQuestion
from grader.source.scopes import DEFINITIONS, IMPORTS, base_of, bound_by, called
from grader.source.scripts import NO_NUMBER

MOST_NODES = 6_000  # several hundred lines: longer programs have functions
MOST_PLACES, MOST_GUESSES = 12, 12
AXES = 2
JUMPS = (ast.Break, ast.Continue, ast.Return)
MATMUL = frozenset({"dot", "matmul", "mm", "inner", "einsum"})
CONVOLVES = frozenset({"conv2d", "correlate2d", "convolve2d", "correlate", "convolve"})
# Functions that do not change a list passed to them.
HARMLESS = frozenset(
    {"print", "len", "sum", "range", "zip", "enumerate", "list", "tuple", "map", "min", "max"}
    | {"sorted", "reversed", "array", "deepcopy"}
)
Link = tuple[ast.stmt, list[ast.stmt], int]  # a statement, its block, and its index there


class NoGuess(Exception):
    """The work uses something that is defined nowhere."""


def extract(
    module: ast.Module, file: Parsed, question: SourceQuestion
) -> tuple[ExtractedFunction, ...]:
    """Cut out candidates for the exercise's work, in source order.

    A guess is `sure` if it is the program's only such place, and nothing else works on the two
    matrices: then a failure with any matrices is the student's own mistake.
    """
    if question.operation not in OPERATIONS:
        return ()
    if len(nodes_in(module)) > MOST_NODES:
        return ()
    try:
        return _guesses(Script(module, question), file)
    except RecursionError:
        return ()


def _guesses(script: "Script", file: Parsed) -> tuple[ExtractedFunction, ...]:
    by_text: dict[str, ExtractedFunction] = {}
    works: set[str] = set()
    for chain in list(script.places())[:MOST_PLACES]:
        work = ProductSite(script, chain)
        if not work.suits():
            continue
        first, last = file.place(work.node.lineno), file.place(work.node.end_lineno or 0)
        for guess in work.guesses():
            key = _renamed(guess.text)
            # If the same code occurs twice, the last one left its result.
            sure = guess.sure or (key in by_text and by_text.pop(key).sure)
            lines = (first.line, last.line)
            by_text[key] = replace(guess, lines=lines, cell=first.cell, sure=sure)
            works.add(_renamed(ast.unparse(work.node)))
    guesses = tuple(by_text.values())[-MOST_GUESSES:]
    return tuple(replace(guess, sure=guess.sure and len(works) == 1) for guess in guesses)


class Script:
    """A module with tuple assignments taken apart, and the names that its statements bind."""

    def __init__(self, module: ast.Module, question: SourceQuestion) -> None:
        """Copy the module, and change the copy."""
        self.module = _take_apart(copied(module))
        self.question = question
        nodes = nodes_in(self.module)
        self.functions = {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}
        self.imports = {
            alias.asname or alias.name.partition(".")[0]: (node, alias)
            for node in nodes
            if isinstance(node, IMPORTS)
            for alias in node.names
        }
        self.matrices = set(_looked_into(nodes)) - self.imports.keys() - self.functions.keys()

    def places(self) -> Iterator[list[Link]]:
        """Yield each innermost statement that multiplies, with the statements around it."""
        yield from self._places(self.module.body, [])

    def _places(self, block: list[ast.stmt], chain: list[Link]) -> Iterator[list[Link]]:
        for index, node in enumerate(block):
            if isinstance(node, ast.ClassDef) or not self._is_main_like(node):
                continue
            here: list[Link] = [*chain, (node, block, index)]
            blocks = list(_blocks(node))
            if not blocks and any(True for _ in _factors(node)):
                yield here
            for inner in blocks:
                yield from self._places(inner, here)

    def _is_main_like(self, node: ast.stmt) -> bool:
        """Return whether it may hold the work: no decorated or other exercise's definition does."""
        if not isinstance(node, DEFINITIONS):
            return True
        return node.name not in self.question.others and not node.decorator_list

    def is_matrix(self, name: str) -> bool:
        """Return whether the program indexes the name anywhere."""
        return name in self.matrices


class ProductSite:
    """A place that multiplies: its loops, its two matrices, and the result."""

    def __init__(self, script: Script, chain: list[Link]) -> None:
        """Take the loops around a product that run over its matrices."""
        self.script, self.inner = script, chain[-1][0]
        top = len(chain) - 1
        for place in range(top - 1, -1, -1):
            owner = chain[place][0]
            if isinstance(owner, ast.For | ast.While):
                if not self._runs_through(owner, chain[top]):
                    break
                top = place
            elif isinstance(owner, DEFINITIONS):
                break
        self.node, block, index = chain[top]
        levels = [number for number in range(top) if isinstance(chain[number][0], DEFINITIONS)]
        self.function = chain[levels[-1]][0] if levels else None
        self.before = list(self._earlier(chain[: top + 1], levels[-1] if levels else -1))
        self.after = block[index + 1 :]

    def suits(self) -> bool:
        """Return whether the place may be the operation: a sliding window is no matrix product."""
        slots = [slot for used in _slots(self.node).values() for each in used for slot in each]
        calls = any(called(part) in CONVOLVES for part in nodes_in(self.node))
        if self.script.question.operation == "convolution":
            return calls or any(_is_sliding(slot, 1) for slot in slots)
        partial = [slot for slot in slots if not _is_slice_of_all(slot)]
        return not calls and not any(_is_sliding(slot, 2) for slot in partial)

    def _runs_through(self, loop: ast.For | ast.While, link: Link) -> bool:
        """Return whether a loop is part of the work: it counts rows or columns, makes no matrix."""
        node, block, index = link
        needed, parts = _free([node]), [node]
        for other in reversed(block[:index]):
            if _changes(other) & needed and not isinstance(other, DEFINITIONS):
                needed |= _free([other])
                parts.append(other)
        around = [other for other in loop.body if other is not node]
        made = {name for other in around for name in _bound(other)}
        for root in self.roots(node):
            binders = [other for other in around if root in _bound(other)]
            if root in made and not any(self.sources(other, root) for other in binders):
                return False
        filled = [name for name in _mutated(node) - _bound(node) if name in made]
        handed_on = {
            name for other in around if _mutated(other) for name in _free([other]) & {*filled}
        }
        if set(filled) - handed_on:
            return False
        counts = _bound(loop.target) if isinstance(loop, ast.For) else _free([loop.test]) & made
        used = {name for part in parts for name in _indices(part)}
        used |= {name for factor in _factors(node) for name in _roots(factor, {})}
        return bool(counts & used)

    def _earlier(self, chain: list[Link], function: int) -> Iterator[ast.stmt]:
        """Yield the statements that run before, in source order; around a function, all others."""
        mine = {id(link[0]) for link in chain}
        setting_up = [
            part
            for node in self.script.functions.values()
            if id(node) not in mine and any(isinstance(part, ast.Global) for part in node.body)
            for part in node.body
        ]
        for number, (node, block, index) in enumerate(chain):
            around = block[:index] if number > function else [b for b in block if b is not node]
            yield from _flat(around)
            yield from _flat(setting_up if number == 0 else [])

    def roots(self, node: ast.AST) -> list[str]:
        """Return the matrices that a piece of code multiplies, in source order."""
        bound = _given(node)
        names_in_order = [root for factor in _factors(node) for root in _roots(factor, bound)]
        outside = [name for name in dict.fromkeys(names_in_order) if name not in bound]
        return [name for name in outside if self.script.is_matrix(name)]

    def sources(self, node: ast.stmt, name: str) -> set[str]:
        """Return the matrices from which a statement computes the matrix `name`."""
        bound = {other: value for other, value in _given(node).items() if other != name}
        read = {other for value in _values(node, name) for other in _roots(value, bound)}
        return {other for other in read if self.script.is_matrix(other)}

    def guesses(self) -> Iterator[ExtractedFunction]:
        """Yield guesses: both orders if the right one is unknown, and sources of the matrices."""
        ways = [
            (expand, pair, result, widens)
            for expand in (False, True)
            for pair in self._pairs(expand=expand)
            for result in self._results(pair[2])
            for widens in (True, False)
        ]
        for expand, (left, right, node), result, widens in ways:
            guess = Guess(
                work=self, node=node, left=left, right=right, result=result, expand=expand,
                widens=widens,
            )  # fmt: skip
            try:
                yield self._guess(guess)
            except (NoGuess, SyntaxError, ValueError):
                continue

    def _pairs(self, *, expand: bool) -> Iterator[tuple[str, str, ast.stmt]]:
        roots = self.roots(self.node)
        if expand:
            made = list(roots)
            for other in reversed(self.before):
                for name in [name for name in made if name in _changes(other)]:
                    sources = self.sources(other, name) - {name}
                    if sources:
                        made[made.index(name) : made.index(name) + 1] = sorted(sources)
            roots = list(dict.fromkeys(made))
        if len(roots) == 1 and not expand:
            node = _doubled(copied(self.node), roots[0])
            yield roots[0], f"{roots[0]}_2", node
        if len(roots) != AXES:
            return
        order = self._order(roots[0], roots[1])
        yield (*(order or (roots[0], roots[1])), self.node)
        if order is None:
            yield roots[1], roots[0], self.node

    def _order(self, first: str, second: str) -> tuple[str, str] | None:
        """Return (image, kernel) if a window slides over exactly one of the two, else None."""
        slots = _slots(self.node)
        for least in (2, 1) if self.script.question.operation == "convolution" else ():
            sliding = [
                name
                for name in (first, second)
                if any(_is_sliding(slot, least) for each in slots.get(name, ()) for slot in each)
            ]
            if len(sliding) == 1:
                return (first, second) if sliding == [first] else (second, first)
        return None

    def filled(self, node: ast.AST) -> set[str]:
        """Return the names that a piece of code changes in place, except modules."""
        return _mutated(node) - self.script.imports.keys()

    def _results(self, node: ast.stmt) -> list[str]:
        """Return names that may hold the result of the product; "" is the statement's own value."""
        filled = self.filled(node)
        if isinstance(node, ast.Assign | ast.AnnAssign) and not filled:
            return sorted(_bound(node))
        if isinstance(node, ast.Return) or not filled:
            return [""]
        inner = ast.unparse(self.inner)
        names = []
        for name in sorted(filled - set(self.roots(self.node))):
            local = any(
                name in _bound(other) for other in nodes_in(node) if isinstance(other, ast.Assign)
            )
            pruned = None if local else _pruned(copied(self.node), {name})
            if pruned is not None and inner in ast.unparse(pruned):
                names.append(name)
        return names

    def _guess(self, guess: "Guess") -> ExtractedFunction:
        text = guess.text()
        compile(text, "<lifted>", "exec", dont_inherit=True)
        used = {LIBRARY_OF[name] for name in guess.libraries if name in LIBRARY_OF}
        wanted = self.script.question.library
        if used - {wanted} or (wanted and not used and wanted not in self._made_by(guess)):
            raise NoGuess
        changed = [
            other
            for other in self.after
            if guess.result in _changes(other) and (guess.result in _free([other]))
        ]
        if self.function is not None and changed and guess.result:
            raise NoGuess  # the program continues to work on the result
        return ExtractedFunction(
            name="lifted",
            text=text,
            lines=(0, 0),
            left=guess.left,
            right=guess.right.removesuffix("_2") if guess.node is not self.node else guess.right,
            result=guess.result,
            kind="globals" if self.function is None else "function",
            sure=guess.settled
            and not guess.expand
            and self._is_plain()
            and not self._is_worked_on(guess),
        )

    def _made_by(self, guess: "Guess") -> set[str]:
        """Return the libraries that create one of the matrices."""
        names = {guess.left, guess.right.removesuffix("_2"), *self.roots(self.node)}
        makers = [other for other in self.before if _changes(other) & names]
        read = {name for other in makers for name in _free([other])} & self.script.imports.keys()
        return {LIBRARY_OF.get(module, module) for module in map(self.module_of, read)}

    def module_of(self, name: str) -> str:
        """Return the top-level module of an imported name."""
        node, alias = self.script.imports[name]
        module = node.module or "" if isinstance(node, ast.ImportFrom) else alias.name
        return module.partition(".")[0]

    def _is_plain(self) -> bool:
        """Return whether the loops are as deep as the operation requires, and no accident."""
        depth, deepest = loop_depth(self.node), 3
        slices = any(isinstance(part, ast.Slice) for part in nodes_in(self.node))
        if self.script.question.operation == "convolution":
            written_out = len(list(_factors(self.node))) > 2 * 8
            deepest = 2 if slices or written_out else 4
        return depth >= deepest - slices and depth > 0

    def _is_worked_on(self, guess: "Guess") -> bool:
        """Return whether a matrix may be computed from others, or changed after its creation."""
        inside = {id(node) for node in nodes_in(self.node)}
        for name in (guess.left, guess.right.removesuffix("_2")):
            for node in nodes_in(self.script.module):
                if id(node) in inside or not isinstance(node, ast.stmt) or list(_blocks(node)):
                    continue
                calls = (part for part in nodes_in(node) if isinstance(part, ast.Call))
                if any(name in map(_name, call.args) and self._may_change(call) for call in calls):
                    return True
                alias = isinstance(node, ast.Assign) and _name(node.value) == name
                if (
                    alias
                    or self._is_handed_on(node, name)
                    or (name in _changes(node) and self.sources(node, name))
                ):
                    return True
        return False

    def _is_handed_on(self, node: ast.stmt, name: str) -> bool:
        """Return whether a function of the program converts a list to a matrix."""
        calls = (part for value in _values(node, name) for part in nodes_in(value))
        return any(
            isinstance(call, ast.Call)
            and called(call) in self.script.functions
            and any(isinstance(argument, ast.List | ast.ListComp) for argument in call.args)
            for call in calls
        )

    def _may_change(self, call: ast.Call) -> bool:
        function = self.script.functions.get(called(call))
        if function is None:
            return called(call) not in HARMLESS | MATMUL
        return bool(_mutated(function) & {part.arg for part in function.args.args})


class Guess(Struct, kw_only=True):
    """One candidate function of two matrices, while it is written."""

    work: ProductSite
    node: ast.stmt
    left: str
    right: str
    result: str
    expand: bool  # include the statements that compute its matrices from others
    widens: bool  # literal sizes are replaced by those of the matrices
    settled: bool = True  # no literal size is left
    libraries: set[str] = field(default_factory=set)
    sizes: dict[str, str] = field(default_factory=dict)
    supports: dict[str, ast.stmt] = field(default_factory=dict)

    @property
    def flat(self) -> bool:
        """Whether its matrices are flat lists: `x[i * n + k]`."""
        return any(True for _ in self._factors_of_indices())

    def _factors_of_indices(self) -> Iterator[str]:
        for slots in _slots(self.node).get(self.left, ()):
            for part in (part for slot in slots for part in nodes_in(slot)):
                if isinstance(part, ast.BinOp) and isinstance(part.op, ast.Mult):
                    yield from (_name(part.left), _name(part.right))

    def text(self) -> str:
        """Return the module's text."""
        last = copied(self.node)
        if self.result:
            pruned = _pruned(last, {self.result})
            if pruned is None:
                raise NoGuess
            last = pruned
        if self.widens:
            _widen(last, self._bounds(last))
        self._find_sizes(last)
        body = self._cut(last)
        if self.work.script.question.operation == "matmul":
            self.settled = not any(map(_figures, [*body, *_counted(last).values()]))
        if isinstance(last, ast.Expr | ast.Return) and not self.result:
            body.append(ast.Return(_product_of(last)))
        else:
            body += [last, ast.Return(ast.Name(self.result, ast.Load()))]
        return self._written(body)

    @property
    def _shape(self) -> tuple[str, str]:
        """Return expressions for the numbers of rows and columns of the result."""
        left, right = self.left, self.right
        if self.work.script.question.operation == "matmul":
            return f"len({left})", f"len({right}[0])"
        return f"len({left}) - len({right}) + 1", f"len({left}[0]) - len({right}[0]) + 1"

    def _bounds(self, node: ast.stmt) -> dict[str, str]:
        """Return the bound of each loop counter, from the axes that it indexes."""
        bounds: dict[str, str] = {}
        slots = _slots(node)
        of_right = {part.id for each in slots.get(self.right, ()) for slot in each
                    for part in nodes_in(slot) if isinstance(part, ast.Name)}  # fmt: skip
        rows = [
            (matrix, row, 1)
            for matrix in (self.right, self.left)
            for row, sources in _given(node).items()
            if any(base_of(source) == matrix for source in sources)
        ]
        for name, used, offset in [(self.right, self.right, 0), (self.left, self.left, 0), *rows]:
            for each in slots.get(used, ()):
                for place, slot in enumerate(each[: 2 - offset], start=offset):
                    if _name(slot):
                        bounds.setdefault(_name(slot), f"len({name}{'[0]' * place})")
                    elif name == self.left and isinstance(slot, ast.BinOp):
                        for part in (slot.left, slot.right):
                            if _name(part) not in of_right:
                                bounds.setdefault(_name(part), self._shape[place])
        for each in slots.get(self.result, ()):
            for place, slot in enumerate(each[:2]):
                bounds.setdefault(_name(slot), self._shape[place])
        bounds.pop("", None)
        return bounds

    def _find_sizes(self, node: ast.stmt) -> None:
        """Find the names that stand for the number of rows or columns of a matrix."""
        for matrix in (self.left, self.right):
            for maker in self.work.before:
                for value in _values(maker, matrix):
                    for place, side in enumerate(_sides(value)):
                        if side:
                            self.sizes.setdefault(side, f"len({matrix}{'[0]' * place})")
        for counter, bound in _counted(node).items():
            role = self._bounds(node).get(counter)
            if role and _name(bound):
                self.sizes.setdefault(_name(bound), role)
        factors = set(self._factors_of_indices()) - _bound(node) - {""}
        self.sizes.update(dict.fromkeys(factors, "_n"))

    def _cut(self, node: ast.stmt) -> list[ast.stmt]:
        """Collect, backwards, statements that the names depend on, up to matrices and sizes."""
        script, statements = self.work.script, list[ast.stmt]()
        matrices, used_sizes = {self.left, self.right}, set[str]()
        needed = self._supported(
            _free([node]) | ({self.result} - {""} if _mutated(node) else set())
        )
        made_of = {self.left, self.right} if not self.expand else set[str]()
        for other in reversed(self.work.before):
            if isinstance(other, (*DEFINITIONS, ast.ClassDef, *IMPORTS, *JUMPS)):
                continue
            names = (_changes(other) & needed) - made_of - script.imports.keys()
            made_of |= {name for name in names & matrices if not self.work.sources(other, name)}
            names -= made_of
            sized = {name for name in names if name in self.sizes and not _lengths(other)}
            used_sizes |= sized
            needed -= sized
            names -= sized
            pruned = _pruned(copied(other), set(names)) if names else None
            if pruned is None:
                continue
            if self.widens and names == {self.result}:
                self._resize_tables(pruned, node)
            statements.insert(0, pruned)
            if isinstance(other, ast.Assign | ast.AnnAssign) and not _mutated(other):
                needed -= names
            needed |= self._supported(_free([pruned]))
        used_sizes |= needed & self.sizes.keys()
        undefined = (
            needed - matrices - used_sizes - _bound(node) - set(dir(builtins)) - {self.result}
        )
        if undefined or any(_changes(other) & matrices for other in statements):
            raise NoGuess  # the earlier values of the matrices are unknown
        lines = [f"{name} = {self.sizes[name]}" for name in sorted(used_sizes)]
        in_order = sorted(self.supports.items(), key=lambda each: (each[1].lineno, each[0]))
        supports = [statement for _, statement in in_order]  # names were found in any order
        return [*ast.parse("\n".join(lines)).body, *supports, *statements]

    def _supported(self, names: set[str]) -> set[str]:
        """Include the functions and imports behind names; return the names that are neither."""
        script, left = self.work.script, set[str]()
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name in self.supports:
                continue
            if name in script.imports:
                node, alias = script.imports[name]
                self.libraries.add(self.work.module_of(name))
                self.supports[name] = copied(node)
                self.supports[name].names = [alias]  # type: ignore[attr-defined]  # an import
            elif name in script.functions and script.functions[name] is not self.work.function:
                self.supports[name] = copied(script.functions[name])
                waiting += _free([script.functions[name]])
            else:
                left.add(name)
        return left

    def _resize_tables(self, statement: ast.stmt, node: ast.stmt) -> None:
        """Replace the literal size of tables for the result by the size that the matrices require.

        The tables may be nested: `if len(x[0]) == len(y): z = [[0] * 2, [0] * 2]`.
        """
        if self.result not in _slots(node):
            return
        rows, columns = self._shape
        for table in nodes_in(statement):
            if not isinstance(table, ast.Assign) or self.result not in map(_name, table.targets):
                continue
            value = table.value
            if isinstance(value, ast.Call):
                for shape in (part for part in nodes_in(value) if isinstance(part, ast.Tuple)):
                    if len(shape.elts) == AXES and any(map(_figures, shape.elts)):
                        shape.elts = [_expression(rows), _expression(columns)]
            elif _figures(value) or isinstance(value, ast.List):
                empty = isinstance(value, ast.List) and not value.elts
                shared = isinstance(value, ast.BinOp)  # [[0] * 3] * 3 repeats one list as every row
                if not empty and not shared and len(_slots(node)[self.result][0]) == AXES:
                    table.value = _expression(f"[[0] * ({columns}) for _ in range({rows})]")

    def _written(self, body: list[ast.stmt]) -> str:
        stars = [node for node in self.work.script.module.body if isinstance(node, ast.ImportFrom)
                 and node.names[0].name == "*"]  # fmt: skip
        self.libraries |= {(node.module or "").partition(".")[0] for node in stars}
        imports = [node for node in body if isinstance(node, IMPORTS)]
        rest = [node for node in body if not isinstance(node, IMPORTS)]
        _silence(rest)
        head = ast.parse(f"def lifted({self.left}, {self.right}): pass").body[0]
        assert isinstance(head, ast.FunctionDef)
        head.body = [*self._flattened(), *rest] if self.flat else rest
        if self.flat:
            returned = head.body[-1]
            assert isinstance(returned, ast.Return)
            fold = f"[{self.result}[_i:_i + _n] for _i in range(0, _n * _n, _n)]"
            returned.value = _expression(fold)
        tree = ast.Module(body=[*stars, *imports, head], type_ignores=[])
        return ast.unparse(ast.fix_missing_locations(tree)) + "\n"

    def _flattened(self) -> list[ast.stmt]:
        """Return statements that flatten the two arguments, which are lists of rows."""
        names = (self.left, self.right)
        lines = [f"_n = len({self.left})"]
        lines += [f"{name} = [_v for _row in {name} for _v in _row]" for name in names]
        return ast.parse("\n".join(lines)).body


def _blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list) and block:
            yield block
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield part.body


def _flat(block: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Unwrap statements that only guard others: `if __name__ …`, with, try."""
    for node in block:
        match node:
            case ast.If(test=ast.Compare(left=ast.Name(id="__name__")), body=body):
                yield from _flat(body)
            case ast.With(body=body) | ast.Try(body=body):
                yield from _flat(body)
            case _:
                yield node


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _bound(node: ast.AST) -> set[str]:
    """Collect the names that a piece of code binds in its own scope."""
    return {name for name, _ in bound_by(node)}


def _mutated(node: ast.AST) -> set[str]:
    """Collect the names whose contents change: `x[i] = …`, `x.append(…)`, `x += …`."""
    mutated = set[str]()
    for part in nodes_in(node):
        match part:
            case ast.Subscript(ctx=ast.Store() | ast.Del()):
                mutated.add(base_of(part))
            case ast.AugAssign(target=ast.Name(id=name)):
                mutated.add(name)
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=value))):
                mutated.add(base_of(value))
            case _:
                pass
    return mutated - {""}


def _changes(node: ast.AST) -> set[str]:
    return _bound(node) | _mutated(node)


def _free(nodes: Iterable[ast.AST]) -> set[str]:
    """Collect the names that code reads before it binds them; a loop runs at least once."""
    free, bound = set[str](), set[str]()
    for node in nodes:
        _look_up(node, bound, free)
    return free


def _look_up(  # noqa: C901 - one case for each kind of node
    node: ast.AST, bound: set[str], free: set[str]
) -> None:
    """Collect names bound and names read before they are bound, in the order of execution."""
    order: list[ast.AST] = children(node)
    match node:
        case ast.Name(id=name):
            free |= {name} - bound if isinstance(node.ctx, ast.Load) else set()
            bound |= {name} if isinstance(node.ctx, ast.Store) else set()
        case ast.AugAssign(target=target):
            free |= {_name(target)} - bound - {""}
            order = [node.value, target]
        case ast.Assign() | ast.AnnAssign():
            order = order[::-1]
        case ast.For():
            order = [node.iter, node.target, *node.body, *node.orelse]
        case ast.If():
            _look_up(node.test, bound, free)
            before = bound.copy()
            for inside in node.body:
                _look_up(inside, bound, free)
            for inside in node.orelse:
                _look_up(inside, before, free)
            bound &= before
            return
        case ast.Lambda() | ast.FunctionDef():
            own = bound | {part.arg for part in nodes_in(node.args) if isinstance(part, ast.arg)}
            body: list[ast.AST] = [*node.body] if isinstance(node, ast.FunctionDef) else [node.body]
            for part in body:
                _look_up(part, own, free)
            return
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            bound = bound.copy()
            runs = node.generators
            order = [part for run in runs for part in (run.iter, run.target, *run.ifs)]
            order += [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        case _:
            pass
    for part in order:
        _look_up(part, bound, free)


def _looked_into(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield names that may be matrices: indexed, iterated over, or multiplied as a whole."""
    for node in nodes:
        match node:
            case ast.Subscript(ctx=ast.Load(), value=value):
                yield base_of(value)
            case ast.For(iter=value) | ast.comprehension(iter=value) | ast.Starred(value=value):
                yield from _roots(value, {})
            case ast.BinOp(op=ast.MatMult()):
                yield from _roots(node, {})
            case ast.Call() if called(node) in MATMUL | CONVOLVES | {"zip", "map", "array"}:
                yield from _roots(node, {})
            case ast.Attribute(value=value, attr="T" | "shape"):
                yield base_of(value)
            case ast.BinOp(op=ast.Mult(), left=left, right=right):
                if any(isinstance(part, ast.Slice) for part in nodes_in(node)):
                    yield from (_name(left), _name(right))
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.ListComp() | ast.List()):
                yield name
            case _:
                pass


def _factors(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the factors of products, in source order, without indices and sizes."""
    match node:
        case ast.Subscript(value=value):
            yield from _factors(value)
            return
        case ast.Call() if called(node) in {"range", "len"}:
            return
        case ast.BinOp(op=ast.MatMult() | ast.Mult(), left=left, right=right):
            if isinstance(node.op, ast.MatMult) or not {type(left), type(right)} & {*NO_NUMBER}:
                yield from (left, right)
        case ast.Call(func=function, args=args) if called(node) in MATMUL | CONVOLVES | {"sumprod"}:
            yield from [function.value] if isinstance(function, ast.Attribute) else []
            yield from args
        case ast.Call(args=[ast.Lambda() | ast.Name() | ast.Attribute(), *args]) if (
            called(node) == "map"
        ):
            yield from args
        case _:
            pass
    for part in children(node):
        yield from _factors(part)


def _given(node: ast.AST) -> dict[str, list[ast.expr]]:
    """Return the values to which a piece of code binds each name."""
    values_of: dict[str, list[ast.expr]] = {name: [] for name in _bound(node)}
    for part in nodes_in(node):
        match part:
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                for each, source in run_through(target, value):
                    if isinstance(each, ast.Name):
                        values_of.setdefault(each.id, []).append(source)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                values_of.setdefault(name, []).append(value)
            case ast.Call(args=[ast.Lambda(args=parameters), *args]):
                for each, source in zip(parameters.args, args, strict=False):
                    values_of.setdefault(each.arg, []).append(source)
            case _:
                pass
    return values_of


def _roots(  # noqa: PLR0911 - one case for each kind of node
    node: ast.AST, bound: dict[str, list[ast.expr]], depth: int = 9
) -> list[str]:
    """Return the variables that a value comes from, resolving names bound on the way."""
    if depth == 0:
        return []
    match node:
        case ast.Name(id=name):
            if name not in bound:
                return [name]
            return [root for each in bound[name] for root in _roots(each, bound, depth - 1)]
        case ast.Subscript(value=value):
            return _roots(value, bound, depth)
        case ast.Call() if called(node) in {"range", "len"}:
            return []
        case ast.Call(func=function, args=args):
            parts = [*([function.value] if isinstance(function, ast.Attribute) else []), *args]
        case ast.ListComp() | ast.GeneratorExp():
            inner = bound | _given(node)
            return _roots(node.elt, inner, depth - 1)
        case _:
            parts = [part for part in children(node) if isinstance(part, ast.expr)]
    return [root for part in parts for root in _roots(part, bound, depth)]


def _values(node: ast.AST, name: str) -> Iterator[ast.expr]:
    """Yield the values that a statement assigns to a name, or puts into its lists."""
    for part in nodes_in(node):
        match part:
            case ast.Assign(targets=targets, value=value):
                stored = [each for target in targets for each in nodes_in(target)]
                if any(base_of(each) == name for each in stored if not isinstance(each, ast.Tuple)):
                    yield value
            case ast.AugAssign(target=target, value=value) if base_of(target) == name:
                yield value
            case ast.AnnAssign(target=target, value=ast.expr() as value) if base_of(target) == name:
                yield value
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=target), args=args)):
                yield from args if base_of(target) == name else []
            case _:
                pass


def _sides(node: ast.expr) -> tuple[str, str]:
    """Return the names of the row and column counts in an expression that creates a matrix."""
    match node:
        case ast.ListComp(generators=[ast.comprehension(iter=ast.Call(args=[*_, rows]))]):
            return _name(rows), _sides(node.elt)[0]
        case ast.BinOp(op=ast.Mult(), left=ast.List(), right=rows):
            return _name(rows), ""
        case ast.Call(args=args, keywords=keywords):
            arguments = [*args, *(keyword.value for keyword in keywords)]
            tuples = [each.elts for each in arguments if isinstance(each, ast.Tuple | ast.List)]
            sides = [_name(each) for each in (tuples[0] if tuples else args)][-2:]
            return (sides[0], sides[-1]) if sides else ("", "")
        case _:
            return "", ""


def _slots(node: ast.AST) -> dict[str, list[list[ast.expr]]]:
    """Return the indices used with each variable: for x[i][k] and x[i, k], i and k."""
    inner = {id(part.value) for part in nodes_in(node) if isinstance(part, ast.Subscript)}
    slots_of: dict[str, list[list[ast.expr]]] = {}
    for part in nodes_in(node):
        if isinstance(part, ast.Subscript) and id(part) not in inner:
            slots: list[ast.expr] = []
            here: ast.expr = part
            while isinstance(here, ast.Subscript):
                index = here.slice
                slots[:0] = index.elts if isinstance(index, ast.Tuple) else [index]
                here = here.value
            slots_of.setdefault(base_of(here), []).append(slots)
    return slots_of


def _is_sliding(slot: ast.expr, least: int) -> bool:
    """Return whether an index moves a window over an image: `i + p`, `i:i + 3`."""
    if isinstance(slot, ast.Slice):
        return True
    names = [part for part in nodes_in(slot) if isinstance(part, ast.Name)]
    flat = any(isinstance(part, ast.Mult) for part in nodes_in(slot))
    return isinstance(slot, ast.BinOp) and not flat and len(names) >= least


def _is_slice_of_all(slot: ast.expr) -> bool:
    return isinstance(slot, ast.Slice) and slot.lower is None and slot.upper is None


def _indices(node: ast.AST) -> Iterator[str]:
    """Yield names used as an index, indexed, or iterated over."""
    for part in nodes_in(node):
        if isinstance(part, ast.Subscript):
            yield from (each.id for each in nodes_in(part) if isinstance(each, ast.Name))
        elif isinstance(part, ast.For | ast.comprehension):
            yield from _roots(part.iter, {})


def _pruned(node: ast.stmt, names: set[str]) -> ast.stmt | None:
    """Reduce a statement to the parts that some names depend on; None if nothing is left."""
    changed = _changes(node)
    while True:
        statement = _kept(copied(node), names)
        if statement is None:
            return None
        read = {part.id for part in nodes_in(statement) if isinstance(part, ast.Name)} & changed
        if read <= names:
            return statement
        names |= read


def _kept(node: ast.stmt, names: set[str]) -> ast.stmt | None:
    if isinstance(node, ast.For | ast.While | ast.If | ast.With | ast.Try):
        for block in _blocks(node):
            block[:] = [rest for each in block if (rest := _kept(each, names))]
        leaves = [each for block in _blocks(node) for each in block]
        if not node.body:
            node.body = [ast.Pass()]
        jumps = all(isinstance(each, JUMPS) for each in leaves)
        return node if leaves and not (jumps and isinstance(node, LOOPS)) else None
    return node if isinstance(node, JUMPS) or _changes(node) & names else None


def _counted(node: ast.AST) -> dict[str, ast.expr]:
    """Return the bounds of loop counters, as written."""
    bounds: dict[str, ast.expr] = {}
    for part in nodes_in(node):
        match part:
            case (
                ast.For(target=ast.Name(id=name), iter=ast.Call(args=[*_, bound]))
                | ast.comprehension(target=ast.Name(id=name), iter=ast.Call(args=[*_, bound]))
                | ast.While(test=ast.Compare(left=ast.Name(id=name), comparators=[bound]))
            ):
                bounds[name] = bound
            case _:
                pass
    return bounds


def _figures(node: ast.AST) -> bool:
    """Return whether a size is a literal number."""
    numbers = (part.value for part in nodes_in(node) if isinstance(part, ast.Constant))
    return any(isinstance(number, int) and number > 1 for number in numbers)


def _lengths(node: ast.AST) -> bool:
    return any(
        called(part) == "len" or (isinstance(part, ast.Attribute) and part.attr == "shape")
        for part in nodes_in(node)
    )


def _product_of(node: ast.Expr | ast.Return) -> ast.expr:
    """Return the value of a statement; for a printed value, the part that multiplies."""
    value = node.value
    if value is not None and called(value) == "print":
        assert isinstance(value, ast.Call)
        value = next((each for each in value.args if any(True for _ in _factors(each))), value)
    if value is None:
        raise NoGuess
    return value


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _renamed(text: str) -> str:
    """Replace names in a text by numbers, so that texts that differ only in names become equal."""
    tree = ast.parse(text)
    numbers: dict[str, str] = {}
    for node in nodes_in(tree):
        for attribute in ("id", "arg"):
            name = getattr(node, attribute, None)
            if isinstance(name, str) and not isinstance(node, ast.keyword):
                setattr(node, attribute, numbers.setdefault(name, f"v{len(numbers)}"))
    return ast.unparse(tree)


def _take_apart(module: ast.Module) -> ast.Module:
    """Split `a, b = [], []` and `i = j = 0` into several assignments."""
    for owner in nodes_in(module):
        for block in _blocks(owner) if isinstance(owner, ast.stmt | ast.Module) else ():
            block[:] = [part for node in block for part in _parts(node)]
    return module


def _parts(node: ast.stmt) -> Iterator[ast.stmt]:
    pairs: list[tuple[ast.expr, ast.expr]] = []
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
            read = {base_of(part) for value in values for part in nodes_in(value)} - {""}
            if len(names) == len(values) and not read & {base_of(name) for name in names}:
                pairs = list(zip(names, values, strict=True))
        case ast.Assign(targets=[_, _, *_] as names, value=ast.Constant() as number):
            pairs = [(name, number) for name in names]
        case _:
            pass
    for name, value in pairs:
        yield ast.copy_location(ast.Assign([name], value), node)
    if not pairs:
        yield node


def _doubled(node: ast.stmt, name: str) -> ast.stmt:
    """Rename the second factor if both factors are the same matrix."""
    for part in nodes_in(node):
        match part:
            case ast.BinOp(op=ast.Mult() | ast.MatMult(), right=second):
                pass
            case ast.Call(args=[*_, second]) if called(part) in MATMUL:
                pass
            case _:
                continue
        for each in nodes_in(second):
            if isinstance(each, ast.Name) and each.id == name:
                each.id = f"{name}_2"
    return node


def _widen(node: ast.stmt, bounds: dict[str, str]) -> None:
    """Replace literal loop bounds by the matrices' sizes."""
    for part in nodes_in(node):
        match part:
            case (
                ast.For(target=ast.Name(id=name), iter=ast.Call(args=[bound]) as call)
                | ast.comprehension(target=ast.Name(id=name), iter=ast.Call(args=[bound]) as call)
            ) if called(call) == "range" and _figures(bound) and name in bounds:
                call.args = [_expression(bounds[name])]
            case ast.While(
                test=ast.Compare(
                    left=ast.Name(id=name), ops=[ast.Lt()], comparators=[bound]
                ) as test
            ) if _figures(bound) and name in bounds:
                test.comparators = [_expression(bounds[name])]
            case _:
                pass


def _silence(nodes: Iterable[ast.stmt]) -> None:
    """Replace calls of print, which only show progress."""
    for owner in (part for node in nodes for part in nodes_in(node)):
        for block in _blocks(owner) if isinstance(owner, ast.stmt) else ():
            shows = [isinstance(node, ast.Expr) and called(node.value) == "print" for node in block]
            block[:] = [
                ast.Pass() if shown else node for node, shown in zip(block, shows, strict=True)
            ]
