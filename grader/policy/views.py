"""Which two matrices a nest of loops multiplies, and which of them is the left one.

A View is a matrix with the indices it has been given so far: `x[i]`, the `row` of `for row in x`.
What decides is the index that both have and that is summed over: the left matrix has it second.
"""

import ast
import re
from dataclasses import dataclass, field, replace

NAME = re.compile(r"[^\W\d]\w*")
FULL = {
    "matmul": frozenset({"dot", "matmul", "mm", "einsum", "tensordot"}),
    "convolution": frozenset({"correlate2d", "convolve2d", "conv2d", "correlate", "convolve"}),
}
ROLES = frozenset(FULL)
SAME = frozenset({"float", "int", "list", "tuple"})
RESHAPED = frozenset({"unsqueeze", "view", "reshape", "float", "double", "to"})
NOT_PRODUCTS = frozenset({"zip", "print", "range", "len", "enumerate", "min", "max"})


@dataclass(frozen=True, slots=True)
class View:
    """A matrix, and the indices it has; None where it has none yet."""

    matrix: str
    slots: tuple[str | None, str | None] = (None, None)
    flipped: bool = False  # the next index is the second one

    @property
    def open(self) -> int:
        return self.slots.count(None)

    def at(self, index: str, skip: int = 0) -> "View":
        """Gives it one more index, leaving so many free ones before it free."""
        free = [place for place in (0, 1) if self.slots[place] is None]
        free = free[::-1] if self.flipped else free
        if skip >= len(free):
            return self
        one, two = self.slots
        return replace(self, slots=(index, two) if free[skip] == 0 else (one, index))

    def without(self, index: str) -> "View":
        """Takes an index back, as `[y[k][j] for k in …]` does with k."""
        one, two = (None if slot == index else slot for slot in self.slots)
        return replace(self, slots=(one, two))

    @property
    def names(self) -> set[str]:
        """The variables in its indices."""
        return {name for slot in self.slots for name in NAME.findall(slot or "")}


@dataclass(frozen=True, slots=True)
class Pair:
    """Two views that are multiplied."""

    one: View
    two: View
    call: str  # what multiplies them: "*", "@", "dot", …


@dataclass(frozen=True, slots=True)
class Roles:
    """The two matrices of a product, or the image and the kernel."""

    left: str
    right: str
    inner: frozenset[str]  # the variables that index the right one
    derived: bool  # one of them may be another matrix turned round, or with a frame


@dataclass(slots=True)
class Views:
    """What a piece of code multiplies; `others` are names of functions and modules."""

    others: frozenset[str]
    known: dict[str, View | None] = field(default_factory=dict)
    pairs: list[Pair] = field(default_factory=list)
    order: list[str] = field(default_factory=list)  # of the indices, outer loops first
    stores: list[View] = field(default_factory=list)

    def visit(self, node: ast.AST) -> None:
        """Goes through a piece of code in the order of execution."""
        match node:
            case ast.For(target=target, iter=iterated):
                self.visit(iterated)
                self._loop(target, iterated)
                self._visit_all(node.body)
            case ast.While(test=test):
                self.order += sorted(NAME.findall(ast.unparse(test)))
                self._visit_all([test, *node.body])
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self.visit(value)
                self.known[name] = self.view(value)
            case ast.Subscript(ctx=ast.Store()):
                found = self.view(node)
                self.stores += [found] if found else []
            case ast.ListComp() | ast.GeneratorExp() | ast.SetComp():
                for one in node.generators:
                    self.visit(one.iter)
                    self._loop(one.target, one.iter)
                self.visit(node.elt)
            case ast.BinOp(left=left, op=ast.Mult() | ast.MatMult() as op, right=right):
                self._pair([left, right], "*" if isinstance(op, ast.Mult) else "@")
                self._visit_all([left, right])
            case ast.Call():
                self._call(node)
                self._visit_all(list(ast.iter_child_nodes(node)))
            case _:
                self._visit_all(list(ast.iter_child_nodes(node)))

    def _visit_all(self, nodes: list[ast.AST] | list[ast.stmt] | list[ast.expr]) -> None:
        for one in nodes:
            self.visit(one)

    def _call(self, node: ast.Call) -> None:
        name, given = called(node), list(node.args)
        if isinstance(node.func, ast.Attribute):
            given.insert(0, node.func.value)
        given += [one.value for one in node.keywords]
        if name not in NOT_PRODUCTS:
            self._pair(given, name)

    def _pair(self, given: list[ast.expr], call: str) -> None:
        found = [view for view in map(self.view, given) if view]
        if len({view.matrix for view in found}) > 1:
            self.pairs.append(Pair(found[0], found[1], call))

    def _loop(self, target: ast.expr, iterated: ast.expr) -> None:
        """Notes what the variables of a loop stand for."""
        index = f"_{len(self.order)}"
        match target, iterated:
            case ast.Tuple(elts=[ast.Name(id=name), inner]), ast.Call(
                func=ast.Name(id="enumerate"), args=[of, *_]
            ):
                self._bind(inner, of, name)
                self.known[name] = None
                index = name
            case ast.Name(id=name), ast.Call(func=ast.Name(id="range")):
                self.known[name] = None
                index = name
            case _:
                self._bind(target, iterated, index)
        self.order.append(index)

    def _bind(self, target: ast.expr, iterated: ast.expr, index: str) -> None:
        match target, iterated:
            case ast.Tuple(elts=targets), ast.Call(func=ast.Name(id="zip"), args=of):
                for one, each in zip(targets, of, strict=False):
                    self._bind(one, each, index)
            case ast.Name(id=name), _:
                found = self.view(iterated)
                self.known[name] = found.at(index) if found else None
            case _:
                for part in ast.walk(target):
                    if isinstance(part, ast.Name):
                        self.known[part.id] = None

    def view(self, node: ast.expr) -> View | None:  # noqa: PLR0911 - one for each form
        """Says which part of a matrix an expression is."""
        match node:
            case ast.Name(id=name) if name in self.known:
                return self.known[name]
            case ast.Name(id=name):
                return None if name in self.others else View(name)
            case ast.Subscript(value=value, slice=index):
                found = self.view(value)
                return _indexed(found, index) if found else None
            case ast.Attribute(value=value, attr="T"):
                return self._flipped(value)
            case ast.Call(func=ast.Name(id="zip"), args=[ast.Starred(value=value)]):
                return self._flipped(value)
            case ast.Call(func=ast.Name(id=name), args=[value]) if name in SAME:
                return self.view(value)
            case ast.Call(func=ast.Attribute(attr="transpose"), args=[value]):
                return self._flipped(value)
            case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in RESHAPED:
                return self.view(value)
            case ast.ListComp(elt=element, generators=[one]):
                return self._column(element, one)
            case _:
                return None

    def _flipped(self, node: ast.expr) -> View | None:
        found = self.view(node)
        return replace(found, flipped=not found.flipped) if found else None

    def _column(self, element: ast.expr, clause: ast.comprehension) -> View | None:
        """Reads `[y[k][j] for k in range(n)]` and `[row[j] for row in y]`."""
        before = dict(self.known), list(self.order)
        self._loop(clause.target, clause.iter)
        index = self.order[-1]
        found = self.view(element)
        self.known, self.order = before
        return found.without(index) if found and index in found.slots else None

    def roles(self, operation: str) -> "Roles | None":
        """Says which matrix is which; None when it is not clear."""
        decide = self._product if operation == "matmul" else self._sliding
        found = [roles for roles in map(decide, self.pairs) if roles]
        if not found or len({(left.matrix, right.matrix) for left, right in found}) != 1:
            return None
        left, right = found[0]
        inner = frozenset(name for _, view in found for name in view.names)
        rows = any(_by_rows(one, two) for one, two in found)
        return Roles(left.matrix, right.matrix, inner, rows or operation != "matmul")

    def _product(self, pair: Pair) -> tuple[View, View] | None:
        one, two = pair.one, pair.two
        if one.open + two.open > 2:  # noqa: PLR2004 - more than a row by a column
            return (one, two) if pair.call in FULL["matmul"] | {"@"} else None
        shared = set(one.slots) & set(two.slots)
        if len(shared) != 1 or len(set(one.slots)) + len(set(two.slots)) != 4:  # noqa: PLR2004
            return None
        (index,) = shared
        places = one.slots.index(index), two.slots.index(index)
        if places[0] != places[1]:
            return (one, two) if places[0] == 1 else (two, one)
        ranks = self._rank(one.slots[1 - places[0]]), self._rank(two.slots[1 - places[1]])
        if ranks[0] == ranks[1]:
            return None
        return (one, two) if ranks[0] < ranks[1] else (two, one)

    def _rank(self, index: str | None) -> int:
        """Counts how far out an index is: by its place in the result, else by its loop."""
        for store in self.stores:
            if store.open == 0 and index in store.slots:
                return store.slots.index(index)
        return self.order.index(index) + 2 if index in self.order else 99

    def _sliding(self, pair: Pair) -> tuple[View, View] | None:
        if pair.one.open == pair.two.open == 2:  # noqa: PLR2004 - both as a whole
            return (pair.one, pair.two) if pair.call in FULL["convolution"] else None
        for image, kernel in ((pair.one, pair.two), (pair.two, pair.one)):
            moved = any(mark in (slot or "") for slot in image.slots for mark in "+-:")
            if moved and image.open == 0 and kernel.open != 1 and _count(image) > _count(kernel):
                return image, kernel
        return None


def called(node: ast.AST) -> str:
    """Names what a call calls, without the module."""
    match node:
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name
        case _:
            return ""


def _by_rows(one: View, two: View) -> bool:
    """Whether rows are multiplied by rows: the right matrix is used as if it were transposed."""
    shared = set(one.slots) & set(two.slots)
    return one.open + two.open <= 2 and any(  # noqa: PLR2004 - a row and a column
        one.slots.index(index) == two.slots.index(index) for index in shared
    )


def _count(view: View) -> int:
    return sum(len(NAME.findall(slot or "")) for slot in view.slots)


def _indexed(view: View, index: ast.expr) -> View:
    skip = 0
    for one in index.elts if isinstance(index, ast.Tuple) else [index]:
        match one:
            case ast.Slice(lower=None, upper=None, step=None):
                skip += 1
            case ast.Constant(value=None):
                pass
            case _:
                view = view.at(ast.unparse(one), skip)
    return view
