"""The sizes in a piece of code, said in terms of the matrices that it is given."""

import ast
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field

from grader.policy.makings import SHAPED, value_of
from grader.policy.sizes import Key, Sizes
from grader.policy.spots import Spot, Unsure, reads
from grader.policy.views import called

KERNEL = 3  # the side of every kernel that is convolved with


@dataclass(slots=True, eq=False)
class Bounds:
    """What is known about the sides of the two matrices of one program."""

    sizes: Sizes
    image: dict[Key, str]  # of a product, both matrices
    kernel: dict[Key, str]  # of a convolution, the right one
    sliding: bool
    inner: frozenset[str]  # the variables that may count to the kernel's side
    of_kernel: set[str] = field(default_factory=set)  # names that are its side

    @classmethod
    def of(  # noqa: PLR0913, PLR0917 - one caller, which has all of it at hand
        cls, sizes: Sizes, spot: Spot, left: str, right: str, operation: str, inner: frozenset[str]
    ) -> "Bounds":
        """Finds the sides where the program makes the matrices."""
        image: dict[Key, str] = {}
        kernel: dict[Key, str] = {}
        sliding = operation == "convolution"
        shapes = [sizes.shape(ast.Name(name, ast.Load()), spot) for name in (left, right)]
        other = kernel if sliding else image
        known = sliding or None not in shapes
        for side, text in ((0, "len({})"), (1, "len({}[0])")):
            for found, name, place in zip(shapes, (left, right), (image, other), strict=True):
                if found is not None and known:
                    place.setdefault(found[side], text.format(name))
        return cls(sizes, image, kernel, sliding, inner)

    def named(self, name: str, spot: Spot, reader: ast.AST) -> str | None:
        """Says which side of which matrix a name is; None when it is none."""
        key = self.sizes.key(ast.Name(name, ast.Load()), spot)
        if key is None or (key[0] == "int" and name not in size_names(reader)):
            return None
        if key in self.image:
            return self.image[key]
        if key in self.kernel:
            self.of_kernel.add(name)
        return self.kernel.get(key)

    def allow(self, name: str, spot: Spot) -> None:
        """Raises Unsure when a size is a number that has nothing to do with the matrices."""
        found = self.sizes.origin(spot, name)
        value = value_of(found.node, name) if found is not None else None
        if value is not None and reads(value) - {"int"}:
            return
        if self.sliding and isinstance(value, ast.Constant) and value.value == KERNEL:
            self.of_kernel.add(name)
            return
        raise Unsure(f"{name} is some number")

    def put(self, node: ast.stmt) -> ast.stmt:
        """Puts the sides of the matrices in where the program has numbers."""
        made = deepcopy(node)
        for one in ast.walk(made):
            self._check_turns(one)
        if isinstance(made, ast.Assign):
            made.value = self._table(made.value)
        for holder, field_name, index in list(_places(made)):
            if index is None:
                setattr(holder, field_name, self._side(getattr(holder, field_name)))
            else:
                listed = getattr(holder, field_name)
                listed[index] = self._side(listed[index])
        return ast.fix_missing_locations(made)

    def _side(self, node: ast.expr) -> ast.expr:
        if any(isinstance(one, ast.Name) for one in ast.walk(node)):
            return node
        numbers = [one for one in ast.walk(node) if isinstance(one, ast.Constant)]
        if isinstance(node, ast.Constant) and self.sliding and node.value == KERNEL:
            return node
        found = [one for one in numbers if ("int", one.value) in self.image]
        if len(found) != 1:
            raise Unsure("some number")
        text = self.image["int", found[0].value]
        if node is found[0]:
            return ast.parse(text, mode="eval").body
        for one in ast.walk(node):
            for name in ("left", "right", "operand"):
                if getattr(one, name, None) is found[0]:
                    setattr(one, name, ast.parse(text, mode="eval").body)
        return node

    def _table(self, node: ast.expr) -> ast.expr:
        """Writes a table of one number, `[[0, 0], [0, 0]]`, with as many as the matrices have."""
        match node:
            case ast.List(elts=[ast.List(elts=[ast.Constant() as first, *_]), *_] as rows):
                pass
            case _:
                return node
        tables = [row.elts for row in rows if isinstance(row, ast.List)]
        same = {ast.dump(one) for row in tables for one in row} == {ast.dump(first)}
        sides = [self.image.get(("int", number)) for number in (len(rows), len(tables[0]))]
        if not same or None in sides or {len(row) for row in tables} != {len(tables[0])}:
            raise Unsure("a table of numbers")
        text = f"[[{ast.unparse(first)}] * {sides[1]} for _ in range({sides[0]})]"
        return ast.parse(text, mode="eval").body

    def _check_turns(self, node: ast.AST) -> None:
        """Raises Unsure when a loop counts to the kernel's side, and not over the kernel."""
        if not self.sliding or not isinstance(node, ast.For | ast.comprehension):
            return
        match node.iter:
            case ast.Call(func=ast.Name(id="range"), args=given) if given:
                stop = given[min(len(given), 2) - 1]
            case _:
                return
        small = isinstance(stop, ast.Constant) and stop.value == KERNEL
        small |= isinstance(stop, ast.Name) and stop.id in self.of_kernel
        if small and not (isinstance(node.target, ast.Name) and node.target.id in self.inner):
            raise Unsure("the kernel's side is no other's")


Place = tuple[ast.AST, str, int | None]


def _places(node: ast.AST) -> Iterator[Place]:
    """Finds the places in a piece of code where a size stands."""
    for one in ast.walk(node):
        match one:
            case ast.Call(func=ast.Name(id="range"), args=given) if given:
                yield one, "args", min(len(given), 2) - 1
            case ast.Call(args=[ast.Tuple(elts=elts) as sides, *_]) if called(one) in SHAPED:
                yield from ((sides, "elts", index) for index in range(len(elts)))
            case ast.Call(func=ast.Attribute(), args=given) if called(one) in SHAPED:
                yield from ((one, "args", index) for index in range(len(given)))
            case ast.BinOp(left=ast.List(), op=ast.Mult()):
                yield one, "right", None
            case ast.BinOp(op=ast.Mult(), right=ast.List()):
                yield one, "left", None
            case ast.While(test=ast.Compare(comparators=[*stops]) as test):
                yield from ((test, "comparators", index) for index in range(len(stops)))
            case _:
                pass


def size_names(node: ast.AST) -> set[str]:
    """Collects the names that stand where a size is meant, or that another size is made of."""
    parts = [
        getattr(holder, name) if index is None else getattr(holder, name)[index]
        for holder, name, index in _places(node)
    ]
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp | ast.Name):
        parts.append(node.value)
    given = [one for one in ast.walk(node) if isinstance(one, ast.Call)]
    parts += [arg for one in given if isinstance(one.func, ast.Name) for arg in one.args]
    return {one.id for part in parts for one in ast.walk(part) if isinstance(one, ast.Name)}
