"""How large the matrices of a program are: in terms of its names, never in numbers that run.

A Key stands for a number: two equal keys are equal numbers at the two places they were asked at.
"""

import ast
from dataclasses import dataclass

from grader.policy.makings import (
    CONVERTED,
    COUNTED,
    SHAPED,
    calls_of,
    changes,
    given_by,
    grows,
    inner_spots,
    same_as,
    sides_of,
    value_of,
)
from grader.policy.spots import LOOPS, Origin, Spot, Unsure, base, follows, mutates, origin

Key = tuple[object, ...]
Shape = tuple[Key, Key]
MOST_STEPS = 2_000


@dataclass(slots=True, eq=False)
class Sizes:
    """Answers for one program."""

    module: ast.Module
    steps: int = 0

    def origin(self, spot: Spot, name: str) -> Origin | None:
        """Finds what bound a name last, as long as that does not take too long."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Unsure("too many steps")
        return origin(spot, name, self.module)

    def key(self, node: ast.expr, spot: Spot) -> Key | None:  # noqa: PLR0911 - one for each form
        """Says which number an expression is."""
        match node:
            case ast.Constant(value=int(value)):
                return ("int", value)
            case ast.Name(id=name):
                return self._key_of_name(name, spot)
            case ast.Call(func=ast.Name(id="int"), args=[inner]):
                return self.key(inner, spot)
            case ast.Call(func=ast.Name(id="len"), args=[inner]):
                return self._side(inner, spot)
            case ast.Subscript(
                value=ast.Attribute(value=ast.Name() as owner, attr="shape"),
                slice=ast.Constant(value=0 | 1 as side),
            ):
                shape = self.shape(owner, spot)
                return shape[1 if side else 0] if shape else None
            case ast.BinOp(left=left, op=op, right=right):
                one, two = self.key(left, spot), self.key(right, spot)
                return ("op", type(op).__name__, one, two) if one and two else None
            case _:
                return None

    def _side(self, node: ast.expr, spot: Spot) -> Key | None:
        """Says what `len(x)` and `len(x[0])` are."""
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
            shape = self.shape(node.value, spot)
            return shape[1] if shape else None
        shape = self.shape(node, spot)
        return shape[0] if shape else None

    def _key_of_name(self, name: str, spot: Spot) -> Key | None:
        found = self.origin(spot, name)
        if found is None:
            return None
        value = value_of(found.node, name)
        if found.how == "statement" and found.spot is not None:
            known = self.key(value, found.spot) if value else self._unpacked(found, name)
            if known is not None:
                return known
        if found.how == "parameter" and isinstance(found.node, ast.FunctionDef):
            return self._of_parameter(found.node, name)
        return (found.how, id(found.node), name)

    def _of_parameter(self, function: ast.FunctionDef, name: str) -> Key:
        """Says what the only call of a function gives, or else just which parameter it is."""
        calls = calls_of(self.module, function.name)
        key = None
        if len(calls) == 1 and self.steps < MOST_STEPS:
            self.steps += len(calls)
            given = given_by(function, calls[0][0], calls[0][1].node)
            key = self.key(given[name], calls[0][1]) if name in given else None
        return key or ("parameter", id(function), name)

    def _unpacked(self, found: Origin, name: str) -> Key | None:
        """Says what n is in `n, m = x.shape`."""
        match found.node:
            case ast.Assign(
                targets=[ast.Tuple(elts=[ast.Name(id=one), ast.Name(id=two)])],
                value=ast.Attribute(value=ast.Name() as owner, attr="shape"),
            ) if found.spot is not None:
                shape = self.shape(owner, found.spot)
                return shape[(one, two).index(name)] if shape else None
            case _:
                return None

    def shape(self, node: ast.expr, spot: Spot) -> Shape | None:  # noqa: PLR0911 - one for each form
        """Says how many rows and columns a matrix has."""
        match node:
            case ast.Name(id=name):
                return self._shape_of_name(name, spot)
            case ast.List(elts=[ast.List(elts=first), *rest] as rows):
                same = all(isinstance(r, ast.List) and len(r.elts) == len(first) for r in rest)
                return (("int", len(rows)), ("int", len(first))) if same else None
            case ast.ListComp(elt=row, generators=[ast.comprehension(iter=iterated, ifs=[])]):
                columns = self._row(row, iterated, spot) or _typed(row)
                return _pair(self._turns(iterated, spot), columns)
            case ast.BinOp(left=ast.List(elts=[row]), op=ast.Mult(), right=times):
                return _pair(self.key(times, spot), self.length(row, spot))
            case ast.Attribute(value=inner, attr="T"):
                shape = self.shape(inner, spot)
                return (shape[1], shape[0]) if shape else None
            case ast.Call():
                return self._shape_of_call(node, spot)
            case _:
                return None

    def _row(self, row: ast.expr, iterated: ast.expr, spot: Spot) -> Key | None:
        """Says how long the rows of a comprehension are; copies of rows are as long as those."""
        known = self.length(row, spot)
        if known is None and isinstance(iterated, ast.Name):
            shape = self.shape(iterated, spot)
            return shape[1] if shape else None
        return known

    def _turns(self, iterated: ast.expr, spot: Spot) -> Key | None:
        match iterated:
            case ast.Call(func=ast.Name(id="range"), args=[stop]):
                return self.key(stop, spot)
            case ast.Call(func=ast.Name(id="range"), args=[ast.Constant(value=0), stop]):
                return self.key(stop, spot)
            case ast.Name():
                return self._side(iterated, spot)
            case _:
                return None

    def length(self, node: ast.expr, spot: Spot) -> Key | None:  # noqa: PLR0911 - one for each form
        """Says how long a list or an array of one dimension is."""
        match node:
            case ast.List(elts=elts) if elts and not isinstance(elts[0], ast.List):
                return ("int", len(elts))
            case ast.ListComp(generators=[ast.comprehension(iter=iterated, ifs=[])]):
                return self._turns(iterated, spot)
            case ast.BinOp(left=ast.List(elts=[_]), op=ast.Mult(), right=times):
                return self.key(times, spot)
            case ast.BinOp(left=times, op=ast.Mult(), right=ast.List(elts=[_])):
                return self.key(times, spot)
            case ast.Call(func=ast.Attribute(attr=name), args=[size]) if name in SHAPED | COUNTED:
                return self.key(size, spot)
            case ast.Call(func=ast.Name(id="list"), args=[ast.Call() as inner]):
                return self._turns(inner, spot) or self.length(inner, spot)
            case _:
                return None

    def _shape_of_call(self, node: ast.Call, spot: Spot) -> Shape | None:
        if isinstance(node.func, ast.Name):
            return self._shape_of_own(node, spot)
        sides, like = sides_of(node), same_as(node)
        if sides is not None:
            return _pair(self.key(sides[0], spot), self.key(sides[1], spot))
        return self.shape(like, spot) if like is not None else None

    def _shape_of_own(self, node: ast.Call, spot: Spot) -> Shape | None:
        """Says what a function of the program returns, in terms of what it is given."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        found = self.origin(spot, name)
        if found is None:
            known = name in CONVERTED and node.args
            return self.shape(node.args[0], spot) if known else None
        if isinstance(found.node, ast.Import | ast.ImportFrom) and name in CONVERTED and node.args:
            return self.shape(node.args[0], spot)
        function = found.node
        if not isinstance(function, ast.FunctionDef) or not function.body:
            return None
        last = Spot(function.body, len(function.body) - 1, function, found.spot)
        if not isinstance(last.node, ast.Return) or last.node.value is None:
            return None
        shape = self.shape(last.node.value, last)
        given = given_by(function, node.func, node)
        keys = [self._put(key, function, given, spot) for key in shape or ()]
        return _pair(keys[0], keys[1]) if keys else None

    def _put(
        self, key: Key, function: ast.AST, given: dict[str, ast.expr], spot: Spot
    ) -> Key | None:
        """Puts in what a call gives for a parameter."""
        match key:
            case ("parameter", number, str(name)) if number == id(function):
                return self.key(given[name], spot) if name in given else None
            case ("int", *_):
                return key
            case ("statement" | "loop", *_):
                return None if _inside(function, key[1]) else key
            case _:
                return None

    def _shape_of_name(self, name: str, spot: Spot) -> Shape | None:
        found = self.origin(spot, name)
        if found is None or found.how != "statement" or found.spot is None:
            return None
        value = value_of(found.node, name)
        if value is None:
            return None
        later = [one for one in follows(spot, found.spot) if changes(one.node, name, self.module)]
        shape = self.shape(value, found.spot)
        if shape is not None and not any(grows(one.node, name) for one in later):
            return shape
        if isinstance(value, ast.List) and not value.elts:
            return self._filled(name, later)
        rows = self.length(value, found.spot)
        return _pair(rows, self._replaced(name, later)) if rows else None

    def _filled(self, name: str, changes: list[Spot]) -> Shape | None:
        """Says how large a matrix is that one loop appends the rows of."""
        growing = [one for one in changes if grows(one.node, name)]
        if len(growing) != 1 or not isinstance(growing[0].node, LOOPS):
            return None
        loop = growing[0]
        rows, columns = self._bound(loop), None
        for inner in inner_spots(loop):
            match inner.node:
                case ast.Expr(
                    value=ast.Call(func=ast.Attribute(value=at, attr="append"), args=[row])
                ):
                    if isinstance(at, ast.Name) and at.id == name and inner.outer is loop:
                        columns = columns or self._appended(row, inner)
                    elif isinstance(at, ast.Subscript) and base(at) == name:
                        columns = self._bound(inner.outer) if inner.outer is not loop else None
                case _:
                    pass
        return _pair(rows, columns)

    def _appended(self, row: ast.expr, spot: Spot) -> Key | None:
        """Says how long a row is that is appended: an expression, or a list filled before."""
        if not isinstance(row, ast.Name):
            return self.length(row, spot)
        found = self.origin(spot, row.id)
        if found is None or found.spot is None or found.spot.block is not spot.block:
            return None
        value = value_of(found.node, row.id)
        if isinstance(value, ast.List) and not value.elts:
            loops = [one for one in follows(spot, found.spot) if row.id in mutates(one.node)]
            return self._bound(loops[0]) if len(loops) == 1 else None
        return self.length(value, found.spot) if value is not None else None

    def _replaced(self, name: str, changes: list[Spot]) -> Key | None:
        """Says how long the rows are that are put in by `x[i] = [0] * n`."""
        for change in changes:
            for inner in (change, *inner_spots(change)):
                match inner.node:
                    case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=at))], value=row):
                        if at == name:
                            return self.length(row, inner)
                    case _:
                        pass
        return None

    def _bound(self, spot: Spot | None) -> Key | None:
        """Says how often a loop runs that counts from zero."""
        match spot.node if spot else None:
            case ast.For(iter=iterated):
                return self._turns(iterated, spot) if spot else None
            case ast.While(test=ast.Compare(left=ast.Name(), ops=[ast.Lt()], comparators=[stop])):
                return self.key(stop, spot) if spot else None
            case _:
                return None


def _pair(rows: Key | None, columns: Key | None) -> Shape | None:
    return (rows, columns) if rows is not None and columns is not None else None


def _typed(row: ast.expr) -> Key | None:
    """Says that a row of numbers that someone types in has a length of its own."""
    names = {one.id for one in ast.walk(row) if isinstance(one, ast.Name)}
    return ("typed", id(row)) if {"map", "input"} <= names else None


def _inside(function: ast.AST, number: object) -> bool:
    return any(id(one) == number for one in ast.walk(function))
