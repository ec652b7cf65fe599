"""Places of a function whose text shows a known mistake.

A mark is named in a course's notation: `a` and `b` are the first two parameters, `i` and `j` the
row and column of the result, `k` the summation index. The term `x[r][t] * y[s][t]` of `z[r][s]` is
the mark "a[i][k]*b[j][k]". A mark alone accuses no one: it is shown with a mistake that the
course associates with it, if the results prove that mistake.

Only code that certainly is the whole computation has marks. A function with two products, a
reassigned parameter, or a computed index has none.
"""

import ast
from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from grader.model.static import BINDS_INDEX, ENDLESS, FIRST_USE, SAME_CALL, Mark
from grader.source.nodes import nodes_in, nodes_of
from grader.source.parse import Parsed

REPEATED_ROW = "[[0]*n]*n"
MOST_NODES = 800  # maximum size of a function; a learner's product has 150
MOST_SHOWN = 40  # maximum size of an expression
MOST_BINDINGS = 30
INPUTS = 2
ROLES = "ijk"  # of three loops, outermost first, unless the text shows otherwise
OPERATORS = {ast.Mult: "*", ast.Add: "+"}
PRODUCTS = frozenset({"dot", "matmul", "mm"})
ELEMENTWISE = frozenset({"multiply", "mul"})
LEAVING = (ast.Return, ast.Break, ast.Raise)
LISTS = (ast.List, ast.ListComp, ast.BinOp)  # the last if it repeats a list: [0] * n
NESTED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
Loop = ast.For | ast.While | ast.comprehension


def find_marks(file: Parsed) -> dict[str, tuple[Mark, ...]]:
    """Return the marks of each top-level function or class; "" has those of the rest."""
    marks: dict[str, tuple[Mark, ...]] = {}
    for statement in file.trees[-1].body:
        owner = statement.name if isinstance(statement, (*NESTED[:2], ast.ClassDef)) else ""
        found = [*_repeated_rows(statement, file), *_endless(statement, file)]
        functions = [
            node
            for node in (statement.body if isinstance(statement, ast.ClassDef) else [statement])
            if isinstance(node, ast.FunctionDef) and node.name != "__init__"
        ]
        if len(functions) == 1 and len(nodes_in(functions[0])) <= MOST_NODES:
            found += _Function(functions[0], file).marks()
        if found:
            marks[owner] = (*marks.get(owner, ()), *found)
    return marks


def find_clues(file: Parsed) -> tuple[Mark, ...]:
    """Return the places that may explain an exception; they show no mistake by themselves."""
    return tuple(
        mark
        for statement in file.trees[-1].body
        for mark in (*_calls_itself_alike(statement, file), *_index_bindings(statement, file))
    )


def _repeated_rows(statement: ast.AST, file: Parsed) -> Iterator[Mark]:
    """Find lists that repeat a row, so that all rows are the same object: [[0]*n]*n."""
    lines = {
        node.lineno
        for node in nodes_in(statement)
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mult)
        and any(map(_holds_a_row, (node.left, node.right)))
    }
    return (Mark(name=REPEATED_ROW, location=file.place(line)) for line in sorted(lines))


def _holds_a_row(node: ast.AST) -> bool:
    rows = node.elts if isinstance(node, ast.List) else []
    return any(isinstance(row, (ast.List, ast.ListComp)) or _is_repeated(row) for row in rows)


def _is_repeated(node: ast.AST) -> bool:
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult):
        return False
    return any(isinstance(part, ast.List) for part in (node.left, node.right))


def _endless(statement: ast.AST, file: Parsed) -> Iterator[Mark]:
    """Find loops that never end once entered: nothing in them changes their condition.

    Names that other code may change meanwhile are not considered: those of the module, those shared
    with an inner function, elements, attributes.
    """
    if not isinstance(statement, ast.FunctionDef):
        return
    inner = nodes_in(statement)
    if any(isinstance(node, (*NESTED, ast.Global, ast.Nonlocal)) for node in inner[1:]):
        return
    own = {name for node in inner for name in _bound_by(node)}
    for loop in inner:
        if not isinstance(loop, ast.While) or not isinstance(loop.test, ast.Compare):
            continue
        asked = [loop.test.left, *loop.test.comparators]
        names = [part.id for part in asked if isinstance(part, ast.Name)]
        plain = all(isinstance(part, ast.Name | ast.Constant) for part in asked)
        body = [node for part in loop.body for node in nodes_in(part)]
        changed = {name for node in body for name in _bound_by(node)}
        changed |= {  # objects may change themselves
            getattr(node.value, "id", "")
            for node in body
            if isinstance(node, ast.Attribute | ast.Subscript)
        }
        ends = any(isinstance(node, (*LEAVING, ast.Yield, ast.YieldFrom)) for node in body)
        if plain and names and own.issuperset(names) and changed.isdisjoint(names) and not ends:
            yield Mark(
                name=ENDLESS,
                location=file.place(loop.lineno),
                text=f"while {_text(loop.test, file)}",
                names={"variable": names[0]},
                last=loop.end_lineno or loop.lineno,
            )


def first_uses(file: Parsed, modules: Collection[str]) -> Iterator[Mark]:
    """Find the first line that uses each module, or a name imported from it."""
    nodes = nodes_of(file.trees[-1])
    origin = {
        alias.asname or alias.name.partition(".")[0]: top
        for node in nodes
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
        for top in [(getattr(node, "module", None) or alias.name).partition(".")[0]]
        if top in modules
    }
    first: dict[str, tuple[int, str]] = {}
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in origin:
            use = node.lineno, node.id
            module = origin[node.id]
            first[module] = min(first.get(module, use), use)
    for module, (line, name) in first.items():
        place = file.place(line)
        yield Mark(name=FIRST_USE, location=place, text=name, names={"module": module})


def _calls_itself_alike(statement: ast.AST, file: Parsed) -> Iterator[Mark]:
    """Find calls of a function by itself with its own arguments, neither rebound nor changed."""
    if not isinstance(statement, ast.FunctionDef):
        return
    own = statement.args
    names = [parameter.arg for parameter in (*own.posonlyargs, *own.args)]
    inner = [node for part in statement.body for node in nodes_in(part)]
    changed = {name for node in inner for name in _bound_by(node)}
    changed |= {
        getattr(node.value, "id", "")
        for node in inner
        if isinstance(node, ast.Attribute)
        or (isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load))
    }
    if not names or own.vararg or own.kwonlyargs or own.kwarg or not changed.isdisjoint(names):
        return
    calls = [node for node in inner if isinstance(node, ast.Call)]
    printed = [part for node in calls if _calls(node) == "print" for part in node.args]
    for node in calls:
        passed = [getattr(part, "id", "") for part in node.args]
        if _calls(node) == statement.name and passed == names and not node.keywords:
            inside = "print" if node in printed else ""
            place = file.place(node.lineno)
            text = _text(node, file)
            yield Mark(name=SAME_CALL, location=place, text=text, names={"inside": inside})


def _calls(node: ast.Call) -> str:
    return getattr(node.func, "id", "")


def _index_bindings(statement: ast.AST, file: Parsed) -> Iterator[Mark]:
    """Find statements that bind index variables, and fixed sizes of their loops."""
    functions = statement.body if isinstance(statement, ast.ClassDef) else [statement]
    for function in functions:
        if isinstance(function, ast.FunctionDef) and len(nodes_in(function)) <= MOST_NODES:
            marks = [*_bindings_in(function, file)]
            yield from marks if len(marks) <= MOST_BINDINGS else ()


def _bindings_in(function: ast.FunctionDef, file: Parsed) -> Iterator[Mark]:
    inner = nodes_in(function)
    indices = {
        name for node in inner if isinstance(node, ast.Subscript) for name in _names(node.slice)
    }
    loops = [node for node in inner if isinstance(node, ast.For | ast.comprehension)]
    stops = {end.id for loop in loops if isinstance(end := _range(loop)[1], ast.Name)}
    assigned = [node for node in inner if isinstance(_assigned(node), ast.Name)]
    fixed = {
        name
        for name in stops
        if [
            isinstance(getattr(node, "value", None), ast.Constant)
            for node in assigned
            if _assigned_name(node) == name
        ]
        == [True]
    }
    ends = {  # of comprehensions: their names are their own
        generator: node.end_lineno or 0
        for node in inner
        if isinstance(node, ast.ListComp | ast.GeneratorExp)
        for generator in node.generators
    }
    for node in inner:
        if isinstance(node, ast.For | ast.comprehension) and isinstance(node.target, ast.Name):
            names = {"variable": node.target.id, "stop": getattr(_range(node)[1], "id", "")}
            text = f"for {node.target.id} in {_text(node.iter, file)}"
            line = node.target.lineno
            last = ends.get(node, line) if isinstance(node, ast.comprehension) else node.end_lineno
        elif isinstance(node, ast.Assign | ast.AugAssign) and (name := _assigned_name(node)):
            names, text, line, last = {"variable": name}, _text(node, file), node.lineno, 0
        else:
            continue
        if names["variable"] in indices | fixed and len(text) <= MOST_SHOWN:
            names["function"] = function.name
            place = file.place(line)
            yield Mark(name=BINDS_INDEX, location=place, text=text, names=names, last=last or 0)


def _assigned_name(node: ast.AST) -> str:
    return getattr(_assigned(node), "id", "")


def _bound_by(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.arg):
        yield node.arg


class _Placed(Struct, frozen=True):
    """A node, the loops around it (outermost first), and its statement."""

    node: ast.AST
    loops: tuple[Loop, ...]
    statement: ast.stmt
    sure: bool  # no `if`, `try` or `with` between it and the innermost loop


class _Function:
    """Analysis of one function's loops."""

    def __init__(self, definition: ast.FunctionDef, file: Parsed) -> None:
        self._file = file
        self._parts = [*_placed(definition.body, (), sure=True)]
        parameters = [*definition.args.posonlyargs, *definition.args.args]
        names = [parameter.arg for parameter in parameters if parameter.arg != "self"]
        changed = {
            node.id
            for node in nodes_in(definition)
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
        }
        self._letters = dict(zip(names[:INPUTS], "ab", strict=False))
        self._fixed = len(self._letters) == INPUTS and changed.isdisjoint(self._letters)
        products = [part for part in self._parts if self._factors(part.node)]
        self._product = products[0] if self._fixed and len(products) == 1 else None
        self._roles: dict[int, str] = {}  # of loops, by the loop's id
        self._variables: dict[str, str] = {}  # likewise, by the loop's variable
        self._target: ast.Subscript | None = None  # the element in which the sum is stored
        self._sum = ""  # the variable of the sum, if not the element itself
        if self._product is not None:
            self._read_product(self._product)

    def marks(self) -> Iterator[Mark]:
        """Yield all marks; `names` in them are the function's own."""
        if self._product is not None:
            yield from self._of_product(self._product)
            yield from self._of_loops(self._product)
            yield from self._of_statements(self._product)
        if self._fixed:
            yield from self._of_matrices()
        yield from self._of_calls()
        yield from self._of_signs()

    def _mark(self, name: str, node: ast.AST, shown: ast.AST | None = None) -> Mark:
        line = getattr(shown or node, "lineno", 1)
        return Mark(
            name=name,
            location=self._file.place(line),
            text=_text(shown, self._file) if shown is not None else "",
            names=self.names(),
        )

    def names(self) -> dict[str, str]:
        """Map the course's letters a, b, c, i, j, k and s to the function's names."""
        named = {letter: name for name, letter in (self._letters | self._variables).items()}
        if self._target is not None and (table := _table(self._target)):
            named["c"] = table
        if self._sum:
            named["s"] = self._sum
        return named

    def _factors(self, node: ast.AST) -> tuple[ast.Subscript, ast.Subscript] | None:
        """Return the two elements that a node multiplies or adds."""
        if not isinstance(node, ast.BinOp) or type(node.op) not in OPERATORS:
            return None
        left, right = node.left, node.right
        if not (isinstance(left, ast.Subscript) and isinstance(right, ast.Subscript)):
            return None
        tables = {_table(left), _table(right)}
        return (left, right) if tables <= self._letters.keys() else None

    def _read_product(self, product: _Placed) -> None:
        """Determine which loop runs over rows, over columns, and over the terms."""
        statement = product.statement
        target = _assigned(statement)
        if isinstance(target, ast.Name):
            self._sum = target.id
            stored = [
                part.statement
                for part in self._parts
                if part.node is part.statement
                and isinstance(_assigned(part.statement), ast.Subscript)
                and self._sum in _names(getattr(part.statement, "value", None))
            ]
            target = _assigned(stored[0]) if len(stored) == 1 else None
        variables = [_variable(loop) for loop in product.loops]
        place = _indices(target) if isinstance(target, ast.Subscript) else None
        if place and len(set(place)) == INPUTS and set(place) <= set(variables):
            self._target = target if isinstance(target, ast.Subscript) else None
            self._variables = dict(zip(place, ROLES, strict=False))
            rest = [name for name in variables if name and name not in place]
            if len(rest) == 1:
                self._variables[rest[0]] = ROLES[-1]
        elif (
            len(variables) == len(ROLES)
            and all(variables)
            and not isinstance(target, ast.Subscript)
        ):
            self._variables = dict(zip(variables, ROLES, strict=True))
        for loop, name in zip(product.loops, variables, strict=True):
            self._roles[id(loop)] = self._variables.get(name, "")

    def _letters_of(self, node: ast.Subscript) -> str:
        """Return an element in the course's notation; "" if an index is no loop variable."""
        indices = _indices(node) or ()
        letters = [self._variables.get(index, "") for index in indices]
        if not letters or not all(letters):
            return ""
        return self._letters[_table(node)] + "".join(f"[{letter}]" for letter in letters)

    def _of_product(self, product: _Placed) -> Iterator[Mark]:
        factors = self._factors(product.node)
        assert factors is not None  # the product was chosen by its factors
        assert isinstance(product.node, ast.BinOp)
        written = sorted(
            (self._letters_of(factor), number) for number, factor in enumerate(factors)
        )
        (first, one), (second, other) = written
        if first and second:
            wrong = [
                factors[number]
                for text, number, right in ((first, one, "a[i][k]"), (second, other, "b[k][j]"))
                if text != right
            ]
            shown: ast.AST = wrong[0] if len(wrong) == 1 else product.node
            turned = (first, second) == ("a[j][k]", "b[k][i]") and self._target is not None
            if turned and self._target is not None:
                shown = self._target  # the term is right, but it is stored in the wrong place
            mark = self._mark(f"{first}{OPERATORS[type(product.node.op)]}{second}", shown, shown)
            names = mark.names
            yield (
                replace(mark, names={**names, "i": names["j"], "j": names["i"]}) if turned else mark
            )
        place = _indices(_assigned(product.statement))
        if place and place[0] == place[1]:
            yield self._mark("c[i][i]", product.statement)

    def _of_loops(self, product: _Placed) -> Iterator[Mark]:
        for loop in product.loops:
            role = self._roles[id(loop)]
            first, end = _range(loop)
            if not role or end is None:
                continue
            shown = loop.iter if isinstance(loop, ast.For | ast.comprehension) else loop.test
            starts_at = first.value if isinstance(first, ast.Constant) else None
            less = isinstance(end, ast.BinOp) and isinstance(end.op, ast.Sub)
            if starts_at == 0 and less and getattr(end.right, "value", 0) == 1:  # type: ignore[attr-defined]
                yield self._mark(f"{role} short", shown, shown)
            if starts_at == 1 and isinstance(end, ast.Name | ast.Call):
                yield self._mark(f"{role} late", shown, shown)
            if starts_at == 0 and isinstance(end, ast.Constant):
                yield self._mark(f"{role} to {end.value!r}", shown, shown)
            if starts_at == 0 and isinstance(end, ast.Name):
                yield from self._of_size(end.id, role)

    def _of_size(self, name: str, role: str) -> Iterator[Mark]:
        """Find a hard-coded size: n = 3."""
        values = [
            part.statement
            for part in self._parts
            if part.node is part.statement
            and isinstance(_assigned(part.statement), ast.Name)
            and getattr(_assigned(part.statement), "id", "") == name
        ]
        if len(values) == 1 and isinstance(values[0], ast.Assign):
            value = values[0].value
            if isinstance(value, ast.Constant):
                yield self._mark(f"{role} to {value.value!r}", values[0], values[0])

    def _of_statements(self, product: _Placed) -> Iterator[Mark]:
        """Find statements in a loop that belong before or after it."""
        for part in self._parts:
            statement = part.statement
            if part.node is not statement or not _begins(product.loops, part.loops):
                continue
            role = self._roles[id(part.loops[-1])] if part.loops else "no loop"
            if role and statement is product.statement:
                yield from self._of_sum(statement, role)
            elif role:
                yield from self._of_statement(part, role)

    def _of_sum(self, statement: ast.stmt, role: str) -> Iterator[Mark]:
        """Find how the terms are combined."""
        sign = ""
        if isinstance(statement, ast.Assign):
            sign = "" if self._adds(statement) else "="
        elif isinstance(statement, ast.AugAssign):
            sign = {ast.Sub: "-=", ast.Mult: "*="}.get(type(statement.op), "")
        if sign and role == ROLES[-1]:
            yield self._mark(f"{sign} in k", statement)

    def _of_statement(self, part: _Placed, role: str) -> Iterator[Mark]:
        statement = part.statement
        match statement:
            case ast.Return() | ast.Break():
                if part.loops and part.sure:
                    yield self._mark(f"leaves {role}", statement, statement)
            case ast.Expr(value=value):
                if appended := _appended(value):
                    is_list = isinstance(appended, ast.List) or self._is_list(appended)
                    kind = "row" if is_list else "element"
                    yield self._mark(f"appends {kind} in {role}", statement, statement)
            case ast.Assign(targets=[target]):
                yield from self._of_start(statement, target, role)
            case ast.AugAssign(value=value):
                if self._sum in _names(value) and role == ROLES[-1]:
                    yield self._mark("sum stored in k", statement, statement)

    def _of_start(self, statement: ast.Assign, target: ast.expr, role: str) -> Iterator[Mark]:
        """Find where a sum or a list is initialised."""
        value = statement.value
        own = self._sum and getattr(target, "id", "") == self._sum
        if self._target is not None and not self._sum:
            own = _element(target) == _element(self._target)
        if own and isinstance(value, ast.Constant):
            if value.value == 1:
                yield self._mark("sum from 1", statement, statement)
            yield self._mark(f"sum from 0 in {role}", statement, statement)
        elif isinstance(target, ast.Name) and isinstance(
            value, ast.List | ast.ListComp | ast.BinOp
        ):
            if isinstance(value, ast.BinOp) and not _is_repeated(value):
                return
            kind = "result" if target.id in self._returned() else "row"
            if role in ROLES if kind == "result" else self._is_stored(target.id):
                yield self._mark(f"{kind} made in {role}", statement, statement)
        elif isinstance(target, ast.Name) and self._letters.get(getattr(value, "id", "")) == "a":
            yield self._mark("c = a", statement, statement)

    def _adds(self, statement: ast.Assign) -> bool:
        """Return whether an assignment keeps the old value: s = s + a * b."""
        target, within = statement.targets[0], nodes_in(statement.value)
        if isinstance(target, ast.Name):
            return target.id in _names(statement.value)
        return _element(target) is None or _element(target) in map(_element, within)

    def _is_stored(self, name: str) -> bool:
        """Return whether a list becomes a row of the result: c.append(row), c[i] = row."""
        for part in self._parts:
            node = part.node
            if isinstance(node, ast.Expr) and (appended := _appended(node.value)):
                stored: ast.expr = appended
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
                stored = node.value
            else:
                continue
            if getattr(stored, "id", "") == name:
                return True
        return False

    def _returned(self) -> set[str]:
        returns = (part.node for part in self._parts if isinstance(part.node, ast.Return))
        return {node.value.id for node in returns if isinstance(node.value, ast.Name)}

    def _is_list(self, node: ast.expr) -> bool:
        """Return whether a name is assigned a list."""
        name = getattr(node, "id", "")
        return any(
            isinstance(part.node, ast.Assign)
            and getattr(part.node.targets[0], "id", "") == name
            and isinstance(part.node.value, ast.List | ast.ListComp)
            for part in self._parts
        )

    def _of_matrices(self) -> Iterator[Mark]:
        """Find operations on whole matrices: a @ b.T, np.dot(b, a), return a."""
        found = [
            (name, value)
            for part in self._parts
            if part.node is part.statement
            and isinstance(value := getattr(part.node, "value", None), ast.expr)
            and len(nodes_in(value)) <= MOST_SHOWN
            and (name := self._whole(value)) not in {"", *"ab", "a.T", "b.T"}
        ]
        if len(found) == 1:
            yield self._mark(*found[0], found[0][1])
        for part in self._parts:
            if isinstance(part.node, ast.Return) and part.node.value is not None:
                letter = self._letters.get(getattr(part.node.value, "id", ""))
                if letter:
                    yield self._mark(f"returns {letter}", part.node, part.node)

    def _whole(self, node: ast.AST) -> str:
        """Return an expression of whole matrices in the course's notation; "" for any other."""
        match node:
            case ast.Name(id=name):
                return self._letters.get(name, "")
            case ast.Attribute(value=value, attr="T"):
                inner = self._whole(value)
                return (f"{inner}.T" if len(inner) == 1 else f"({inner}).T") if inner else ""
            case ast.BinOp(left=left, op=op, right=right):
                sign = {ast.MatMult: "@", **OPERATORS}.get(type(op), "")
                return self._joined(left, sign, right)
            case ast.Call(func=ast.Attribute(attr=name), args=[left, right]):
                sign = "@" if name in PRODUCTS else "*" if name in ELEMENTWISE else ""
                if name in {"inner", "outer"}:
                    sign = f" {name} "
                return self._joined(left, sign, right)
            case ast.Call(func=ast.Attribute(value=left, attr=name), args=[right]):
                sign = "@" if name in PRODUCTS else "*" if name in ELEMENTWISE else ""
                return self._joined(left, sign, right)
            case _:
                return ""

    def _joined(self, left: ast.expr, sign: str, right: ast.expr) -> str:
        first, second = self._whole(left), self._whole(right)
        if not (sign and first and second):
            return ""
        commutes = sign in {"*", "+"} and (first, second) == ("b", "a")
        return f"a{sign}b" if commutes else f"{first}{sign}{second}"

    def _of_calls(self) -> Iterator[Mark]:
        """Find operations on an element or a sum: int(…), round(…), // 1, max(0, …)."""
        for part in self._parts:
            node = part.node
            match node:
                case ast.Call(func=ast.Name(id=name), args=[*values]) if name in {
                    "int",
                    "round",
                    "abs",
                    "max",
                    "min",
                }:
                    if any(map(self._is_value, values)):
                        yield self._mark(name, node, node)
                case ast.Call(func=ast.Attribute(attr="floor"), args=[value]):
                    if self._is_value(value):
                        yield self._mark("//", node, node)
                case ast.BinOp(left=left, op=ast.FloorDiv() | ast.Div() | ast.Pow() as op):
                    if self._is_value(left):
                        sign = {ast.FloorDiv: "//", ast.Div: "/", ast.Pow: "**"}[type(op)]
                        yield self._mark(sign, node, node)

    def _of_signs(self) -> Iterator[Mark]:
        """Find `x =+ y`, which stores +y, and `x == y` as a statement, which stores nothing."""
        for part in self._parts:
            match part.node:
                case ast.Expr(value=ast.Compare(ops=[ast.Eq()])) as node:
                    yield self._mark("==", node, node)
                case ast.Assign(targets=[target], value=value) as node:
                    line = self._file.lines[target.lineno - 1].encode()
                    sign = line[target.end_col_offset : value.col_offset + 1]
                    if node.lineno == value.lineno and sign.strip() == b"=+":
                        yield self._mark("=+", node, node)

    def _is_value(self, node: ast.AST) -> bool:
        """Return whether an expression contains an element or the sum, so is no size or index."""
        return any(
            (isinstance(inner, ast.Subscript) and _indices(inner) is not None)
            or (isinstance(inner, ast.Name) and inner.id == self._sum)
            for inner in nodes_in(node)
        )


def _placed(
    statements: Sequence[ast.stmt], loops: tuple[Loop, ...], *, sure: bool
) -> Iterator[_Placed]:
    """Yield every statement and expression of a function, with the loops around it."""
    for statement in statements:
        if isinstance(statement, (*NESTED, ast.ClassDef)):
            continue
        yield _Placed(statement, loops, statement, sure)
        if isinstance(statement, ast.For | ast.While):
            head = statement.iter if isinstance(statement, ast.For) else statement.test
            yield from _expressions(head, loops, statement, sure=sure)
            yield from _placed(statement.body, (*loops, statement), sure=True)
            yield from _placed(statement.orelse, loops, sure=False)
            continue
        for field in ast.iter_child_nodes(statement):
            if isinstance(field, ast.expr):
                yield from _expressions(field, loops, statement, sure=sure)
        for name in ("body", "orelse", "finalbody"):
            yield from _placed(getattr(statement, name, []), loops, sure=False)
        for handler in getattr(statement, "handlers", []):
            yield from _placed(handler.body, loops, sure=False)


def _expressions(
    node: ast.AST, loops: tuple[Loop, ...], statement: ast.stmt, *, sure: bool
) -> Iterator[_Placed]:
    if isinstance(node, ast.Lambda):
        return
    yield _Placed(node, loops, statement, sure)
    if isinstance(node, ast.ListComp | ast.GeneratorExp):
        loops = (*loops, *node.generators)
    for part in ast.iter_child_nodes(node):
        yield from _expressions(part, loops, statement, sure=sure)


def _begins(loops: Sequence[Loop], outer: Sequence[Loop]) -> bool:
    """Return whether the outer loops are the first of those loops."""
    same = [*takewhile(lambda pair: pair[0] is pair[1], zip(loops, outer, strict=False))]
    return len(same) == len(outer)


def _variable(loop: Loop) -> str:
    """Return the variable of a loop over numbers; "" for other loops."""
    if isinstance(loop, ast.While):
        test = loop.test
        return getattr(test.left, "id", "") if isinstance(test, ast.Compare) else ""
    is_range = isinstance(loop.iter, ast.Call) and getattr(loop.iter.func, "id", "") == "range"
    return getattr(loop.target, "id", "") if is_range else ""


def _range(loop: Loop) -> tuple[ast.expr, ast.expr | None]:
    """Return the start and end of a loop; end None means unknown."""
    zero = ast.Constant(0)
    if isinstance(loop, ast.While):
        match loop.test:
            case ast.Compare(ops=[ast.Lt()], comparators=[end]):
                return ast.Name("?"), end  # the start is elsewhere
        return zero, None
    match loop.iter:
        case ast.Call(func=ast.Name(id="range"), args=[end]):
            return zero, end
        case ast.Call(func=ast.Name(id="range"), args=[first, end]):
            return first, end
    return zero, None


def _assigned(statement: ast.AST) -> ast.expr | None:
    """Return the only target of an assignment, else None."""
    match statement:
        case ast.Assign(targets=[target]) | ast.AugAssign(target=target):
            return target
    return None


def _appended(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(func=ast.Attribute(attr="append"), args=[value]):
            return value
    return None


def _table(node: ast.Subscript) -> str:
    """Return the name of the matrix in x[i][j] or x[i, j]."""
    inner: ast.expr = node
    while isinstance(inner, ast.Subscript):
        inner = inner.value
    return getattr(inner, "id", "")


def _indices(node: ast.AST | None) -> tuple[str, str] | None:
    """Return both indices of x[i][j] or x[i, j]; None if one is computed."""
    match node:
        case ast.Subscript(
            value=ast.Name(), slice=ast.Tuple(elts=[ast.Name(id=i), ast.Name(id=j)])
        ):
            return i, j
        case ast.Subscript(
            value=ast.Subscript(value=ast.Name(), slice=ast.Name(id=i)), slice=ast.Name(id=j)
        ):
            return i, j
    return None


def _element(node: ast.AST | None) -> tuple[str, tuple[str, str]] | None:
    """Return an element's matrix and indices; None for anything else."""
    indices = _indices(node)
    return (_table(node), indices) if isinstance(node, ast.Subscript) and indices else None


def _names(node: ast.AST | None) -> set[str]:
    return {part.id for part in nodes_in(node) if isinstance(part, ast.Name)} if node else set()


def _text(node: ast.AST, file: Parsed) -> str:
    """Return a node's source text, at most its first line."""
    line = file.lines[node.lineno - 1].encode()  # type: ignore[attr-defined]
    end = node.end_col_offset if node.end_lineno == node.lineno else len(line)  # type: ignore[attr-defined]
    return line[node.col_offset : end].decode("utf-8", "replace")  # type: ignore[attr-defined]
