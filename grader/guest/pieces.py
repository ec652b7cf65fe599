"""Execute a program's top level piece by piece: definitions, but no measurements.

For files that hold several exercises. Imports, definitions and assignments may each fail alone; the
names that they should have bound then raise on use. Loops that only fill tables, and calls that
only set something up, are executed; sweeps, prints and `main()` are not.
"""

import __future__

import ast
from collections.abc import Iterator
from types import CodeType, ModuleType
from typing import Any, Protocol

from .absent import Absent, Defining, failed_name

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
IMPORTS = (ast.Import, ast.ImportFrom)
ASSIGNMENTS = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Delete)
# Methods and functions that change state and return at once.
SETTERS = (
    "append extend insert update setdefault add add_module seed manual_seed use "
    "filterwarnings simplefilter seterr setrecursionlimit set_printoptions set_default_dtype "
    "set_default_device set_default_tensor_type set_num_threads set_grad_enabled "
    "set_float32_matmul_precision use_deterministic_algorithms"
)
QUICK = (
    "range len int float complex str bool list tuple dict set abs min max sum zip enumerate "
    "reversed sorted round"
)


class Tolerant(Protocol):
    """The import statement, which uses stand-ins within the tolerated code."""

    tolerated: CodeType | None


class Pieces:
    """The top level of one module."""

    def __init__(self, module: ModuleType, file: str, text: str, importer: Tolerant) -> None:
        """Parse the text; raise SyntaxError as for a whole program."""
        compile(text, file, "exec", dont_inherit=True)
        self._body = ast.parse(text, file).body
        self._space = module.__dict__
        self._file = file
        self._importer = importer
        self._flags = _future_flags(self._body)

    def run(self, *, strict: bool) -> None:
        """Execute the top level; if `strict`, skip whatever might call something."""
        for statement in self._body:
            self._run(statement, strict=strict)

    def _run(self, statement: ast.stmt, *, strict: bool) -> None:
        if isinstance(statement, IMPORTS):
            for single in _split(statement):
                self._attempt(single, tolerant=True)
        elif isinstance(statement, DEFINITIONS):
            self._attempt(statement, defining=True)
        elif isinstance(statement, ast.If) and _defines([statement]):
            self._branch(statement, strict=strict)
        elif isinstance(statement, (ast.Try, ast.With)):
            wanted = _wanted_parts([statement])
            if wanted:
                self._attempt(wanted[0])
        elif _is_wanted(statement, strict=strict):
            self._attempt(statement, defining=isinstance(statement, ast.AnnAssign))

    def _branch(self, statement: ast.If, *, strict: bool) -> None:
        try:
            test = ast.Expression(statement.test)
            chosen = eval(self._compile(test, "eval"), self._space)  # noqa: S307 - as exec below
            body = statement.body if chosen else statement.orelse
        except BaseException as error:  # noqa: BLE001 - student code may raise anything at all
            self._note(statement, error)
            return
        for inner in body:
            self._run(inner, strict=strict)

    def _attempt(
        self, statement: ast.stmt, *, tolerant: bool = False, defining: bool = False
    ) -> None:
        try:
            code = self._compile(ast.Module(body=[statement], type_ignores=[]), "exec")
            self._importer.tolerated = code if tolerant else None
            Defining.now = defining
            exec(code, self._space)  # noqa: S102 - a guest exists to run it
        except BaseException as error:  # noqa: BLE001 - student code may raise anything at all
            self._note(statement, error)
        finally:
            self._importer.tolerated = None
            Defining.now = False

    def _compile(self, tree: ast.Module | ast.Expression, mode: str) -> CodeType:
        return compile(tree, self._file, mode, flags=self._flags, dont_inherit=True)  # type: ignore[no-any-return]  # no PyCF_ONLY_AST among the flags

    def _note(self, statement: ast.stmt, error: BaseException) -> None:
        """Bind stand-ins to the names that the statement should have bound or filled."""
        for name in _bound([statement]):
            self._space[name] = failed_name(name, self._file, statement.lineno, error)
        for name in _filled(statement):
            if not isinstance(self._space.get(name), (ModuleType, Absent)):
                self._space[name] = failed_name(name, self._file, statement.lineno, error)


def _future_flags(body: list[ast.stmt]) -> int:
    """Return the compiler flags of all `from __future__` imports, for every piece."""
    flags = 0
    for statement in body:
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            for alias in statement.names:
                flags |= getattr(__future__, alias.name).compiler_flag
    return flags


def _split(statement: ast.stmt) -> Iterator[ast.stmt]:
    """Split an import statement into one per module."""
    if not isinstance(statement, ast.Import):
        yield statement
        return
    for alias in statement.names:
        yield ast.copy_location(ast.Import(names=[alias]), statement)


def _defines(body: list[ast.stmt]) -> bool:
    """Return whether something is bound in these statements, at any depth."""
    kinds = (*DEFINITIONS, *IMPORTS, *ASSIGNMENTS)
    return any(
        isinstance(statement, kinds) or _defines(list(_inner(statement))) for statement in body
    )


def _inner(statement: ast.stmt) -> Iterator[ast.stmt]:
    """Yield the statements of a block and its branches, but not of loops."""
    if isinstance(statement, (ast.If, ast.Try, ast.With)):
        for child in ast.iter_child_nodes(statement):
            if isinstance(child, ast.stmt):
                yield child
            elif isinstance(child, ast.ExceptHandler):
                yield from child.body


def _wanted_parts(body: list[ast.stmt], *, all_quick: bool = False) -> list[ast.stmt]:
    """Select definitions; if a `try` contains an import, also the statements beside it."""
    wanted: list[ast.stmt] = []
    for statement in body:
        if isinstance(statement, ast.Try):
            importing = any(isinstance(inner, IMPORTS) for inner in statement.body)
            statement.body = _wanted_parts(statement.body, all_quick=importing)
            for handler in statement.handlers:
                handler.body = _wanted_parts(handler.body, all_quick=importing) or [ast.Pass()]
                ast.fix_missing_locations(handler)
            statement.orelse = _wanted_parts(statement.orelse)
            statement.finalbody = _wanted_parts(statement.finalbody)
            wanted += [statement] if statement.body else []
        elif isinstance(statement, (ast.If, ast.With)):
            statement.body = _wanted_parts(statement.body, all_quick=all_quick)
            if isinstance(statement, ast.If):
                statement.orelse = _wanted_parts(statement.orelse, all_quick=all_quick)
            wanted += [statement] if statement.body else []
        elif _is_kept(statement, all_quick=all_quick):
            wanted.append(statement)
    return wanted


def _is_kept(statement: ast.stmt, *, all_quick: bool) -> bool:
    if all_quick:
        return not isinstance(statement, (ast.For, ast.While))
    return isinstance(statement, (*DEFINITIONS, *IMPORTS)) or _is_wanted(statement, strict=False)


def _is_wanted(statement: ast.stmt, *, strict: bool) -> bool:
    if isinstance(statement, ASSIGNMENTS):
        return not strict or not any(isinstance(node, ast.Call) for node in ast.walk(statement))
    if isinstance(statement, ast.Expr):
        return not strict and _sets(statement.value)
    return isinstance(statement, ast.For) and not strict and _fills(statement)


def _sets(node: ast.expr) -> bool:
    """Return whether a node is a call that only sets something up, with quickly computed values."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
    return node.func.attr in SETTERS.split() and all(
        _is_quick(value, classes=True) for value in arguments
    )


def _is_quick(node: ast.AST, *, classes: bool = False) -> bool:
    """Return whether only built-in functions are called, and perhaps classes: nn.ReLU()."""
    calls = [inner.func for inner in ast.walk(node) if isinstance(inner, ast.Call)]
    names = [
        inner.id if isinstance(inner, ast.Name) else getattr(inner, "attr", "") for inner in calls
    ]
    return all(
        (name in QUICK.split() and isinstance(call, ast.Name)) or (classes and name[:1].isupper())
        for call, name in zip(calls, names, strict=True)
    )


def _fills(statement: ast.stmt) -> bool:
    """Return whether a loop, or a statement in one, only fills tables."""
    if isinstance(statement, ast.For):
        return _is_quick(statement.iter) and all(_fills(inner) for inner in statement.body)
    if isinstance(statement, ast.If):
        branches = [*statement.body, *statement.orelse]
        return _is_quick(statement.test) and all(_fills(inner) for inner in branches)
    if isinstance(statement, ast.Expr):
        return _sets(statement.value)
    return isinstance(statement, (ast.Assign, ast.AugAssign, ast.Pass)) and _is_quick(statement)


def _bound(body: list[ast.stmt]) -> Iterator[str]:
    """Yield the names that statements bind at their own level."""
    for statement in body:
        if isinstance(statement, DEFINITIONS):
            yield statement.name
        elif isinstance(statement, IMPORTS):
            for alias in statement.names:
                yield (alias.asname or alias.name).partition(".")[0]
        elif isinstance(statement, (ast.If, ast.Try, ast.With)):
            yield from _bound(list(_inner(statement)))
        else:
            for node in ast.walk(statement):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    yield node.id


def _filled(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement stores into: `table` of `table[0] = f()`."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            root: Any = node.value
            while isinstance(root, ast.Subscript):
                root = root.value
            if isinstance(root, ast.Name):
                yield root.id
