"""Facts from the whole program about plain scripts, and about hidden function definitions."""

import ast
import builtins
import re
import sys
from collections.abc import Collection, Iterable, Iterator

from grader.model.static import TopLevel
from grader.source.dynamic import words
from grader.source.nodes import children, nodes_in, nodes_of
from grader.source.question import SourceQuestion
from grader.source.reach import is_main_guard

FUNCTIONS = frozenset({"mul", "sumprod", "dot", "matmul", "mm", "correlate2d", "conv2d"})
WORKING = FUNCTIONS | {"inner", "einsum", "convolve2d", "convolve", "correlate"}
NO_NUMBER = (ast.Constant, ast.List, ast.ListComp, ast.Tuple, ast.JoinedStr, ast.Dict, ast.Set)
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
# Nodes that run code of a program or a library in place.
CALLING = (ast.Call, ast.Await, ast.Yield, ast.YieldFrom, ast.JoinedStr)
PLAIN_DECORATORS = frozenset({"classmethod", "dataclass", "property", "staticmethod"})
CHANGING = frozenset({"append", "extend", "insert", "pop", "remove", "reverse", "sort", "clear"})
BUILTINS = frozenset(dir(builtins))
SIZES = frozenset({"len", "range"})
# Names by which names are bound, or code is loaded, invisibly.
DYNAMIC = words(
    "exec eval compile globals locals vars setattr getattr __setattr__ __getattr__ __dict__ "
    "__import__ __builtins__ builtins importlib import_module modules runpy inspect types ctypes "
    "marshal pickle imp pkgutil"
)


def multiplies(module: ast.AST) -> bool:
    """Return whether two operands, neither a constant nor a list, are multiplied anywhere.

    False proves nothing: it only decides whether a person looks at a script.
    """
    return any(_is_product(node) or _name(node) in FUNCTIONS for node in nodes_of(module))


def works_elsewhere(module: ast.Module, others: Collection[str]) -> bool:
    """Return whether something multiplies outside the functions of other exercises."""
    own = (
        node for node in module.body if not isinstance(node, DEFINITIONS) or node.name not in others
    )
    return any(
        _is_product(part) or _name(part) in WORKING for node in own for part in nodes_in(node)
    )


def first_product(module: ast.AST) -> int:
    """Return the line of the first statement that multiplies; 0 if there is none."""
    statements = (node for node in children(module) if isinstance(node, ast.stmt))
    return next((node.lineno for node in statements if multiplies(node)), 0)


def _is_product(node: ast.AST) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return not any(isinstance(part, NO_NUMBER) for part in (node.left, node.right))
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Mult):
        return not isinstance(node.value, NO_NUMBER)
    return False


def _name(node: ast.AST) -> str:
    """Return the name of a function that is called or passed; "matmul" for "@"."""
    if isinstance(node, ast.Name):
        return node.id if isinstance(node.ctx, ast.Load) else ""
    if isinstance(node, ast.Attribute):
        return node.attr
    return "matmul" if isinstance(node, ast.MatMult) else ""


def top_level(main: ast.Module, helpers: Iterable[ast.Module]) -> TopLevel:
    """Return what running a program may show beyond its definitions; in doubt, OPEN.

    A helper's main guard is never run.
    """
    guards = [statement for statement in main.body if is_main_guard(statement)]
    others = [statement for statement in main.body if not is_main_guard(statement)]
    others += [
        statement for tree in helpers for statement in tree.body if not is_main_guard(statement)
    ]
    if not all(map(_shows_nothing, others)):
        return TopLevel.OPEN
    return TopLevel.GUARDED if guards else TopLevel.NOTHING


def _shows_nothing(statement: ast.stmt) -> bool:
    """Return whether executing it calls nothing, so that it cannot print, plot or take time."""
    inner: list[ast.stmt] = []
    parts: list[ast.AST] = []
    match statement:
        case ast.Import() | ast.ImportFrom() | ast.Pass():
            pass
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            parts += [statement.args, *filter(None, [statement.returns])]
        case ast.ClassDef():
            inner, parts = statement.body, [*statement.bases, *statement.keywords]
        case ast.If():
            inner, parts = [*statement.body, *statement.orelse], [statement.test]
        case ast.Try():
            handled = [part for handler in statement.handlers for part in handler.body]
            inner = [*statement.body, *handled, *statement.orelse, *statement.finalbody]
        case ast.Assign() | ast.AnnAssign() | ast.Expr():
            parts = [statement]
        case _:
            return False
    return (
        _decorated_plainly(statement)
        and not any(map(_calls, parts))
        and all(map(_shows_nothing, inner))
    )


def _decorated_plainly(statement: ast.stmt) -> bool:
    decorators = getattr(statement, "decorator_list", ())
    return all(
        isinstance(decorator, ast.Name) and decorator.id in PLAIN_DECORATORS
        for decorator in decorators
    )


def _calls(node: ast.AST) -> bool:
    return any(isinstance(part, CALLING) for part in nodes_in(node))


def pasted(module: ast.AST) -> tuple[str, ...]:
    """Return variables and attributes (by last name) that hold literal lists, unchanged.

    A table that is filled later, by element or `append`, is excluded.
    """
    typed: set[str] = set()
    made: set[str] = set()
    for node in nodes_of(module):
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                (typed if _is_typed(node.value) else made).update(_bound(target))
        elif isinstance(node, (ast.AugAssign, ast.For, ast.NamedExpr)):
            made.update(_bound(node.target))
        elif isinstance(node, ast.Attribute) and node.attr in CHANGING:
            made.update(_root(node.value))
    return tuple(sorted(typed - made))


def _is_typed(node: ast.expr | None) -> bool:
    """Return whether a node is a list of numbers, or of such lists."""
    if not isinstance(node, (ast.List, ast.Tuple)):
        return False
    parts = (part for part in nodes_in(node) if not isinstance(part, ast.expr_context | ast.USub))
    plain = (ast.List, ast.Tuple, ast.Constant, ast.UnaryOp, ast.UAdd)
    return all(isinstance(part, plain) for part in parts)


def apart_from_products(module: ast.AST) -> tuple[str, ...]:
    """Return variables, and attributes by last name, to which no product of the file leads.

    Whatever multiplies elsewhere, their numbers were typed in, however they are spelt. A name
    depends on what is in the statements that bind or change it, and in the loops around them,
    wherever they are; sizes (`len`, `range`) carry no values. Nothing is said of a file that binds
    names dynamically.
    """
    nodes = list(nodes_of(module))
    if any(_name(node) in DYNAMIC for node in nodes):
        return ()
    makers: dict[str, set[str]] = {}
    _link(module, set(), makers)
    leading = {name for node in nodes for name in _multiplied(node)}
    leading |= {name for node in nodes for name in _imported(node)}
    while more := {name for name, parts in makers.items() if parts & leading} - leading:
        leading |= more
    return tuple(sorted(makers.keys() - leading))


def _link(node: ast.AST, around: set[str], makers: dict[str, set[str]]) -> None:
    """Note what each name in `node` is made of; `around` are names in the loops and tests above."""
    for names, parts in _bindings(node):
        for name in names:
            makers.setdefault(name, set()).update(parts | around)
    if isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        around = around | _values(node.iter)
    elif isinstance(node, (ast.While, ast.If)):
        around = around | _values(node.test)
    for child in ast.iter_child_nodes(node):
        _link(child, around, makers)


def _bindings(node: ast.AST) -> Iterator[tuple[set[str], set[str]]]:
    """Yield names that a node binds or may change, each with the names that they are made of."""
    match node:
        case ast.Assign():
            yield {name for each in node.targets for name in _bound(each)}, _values(node.value)
        case ast.AnnAssign() | ast.AugAssign() | ast.NamedExpr() if node.value is not None:
            yield _bound(node.target), _values(node.value)
        case ast.For() | ast.AsyncFor() | ast.comprehension():
            yield _bound(node.target), _values(node.iter)
        case ast.withitem() if node.optional_vars is not None:
            yield _bound(node.optional_vars), _values(node.context_expr)
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield {node.name}, _values(node)
        case ast.Call() if not (isinstance(node.func, ast.Name) and node.func.id in BUILTINS):
            parts = [node.func] if isinstance(node.func, ast.Attribute) else []
            yield {name for part in (*parts, *node.args) for name in _changed(part)}, _values(node)


def _changed(node: ast.AST) -> set[str]:
    """Return what a call may change: the object of its method, and what is passed to it."""
    if isinstance(node, ast.Attribute):
        return _root(node.value)
    return _root(node) if isinstance(node, ast.expr) else set()


def _values(node: ast.AST) -> set[str]:
    """Return the names that a value is made of, but for those that only give its size."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SIZES:
        return set()
    if isinstance(node, ast.Attribute) and node.attr == "shape":
        return set()
    own = {node.id} if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) else set()
    own |= {node.attr} if isinstance(node, ast.Attribute) else set()
    return own.union(*map(_values, ast.iter_child_nodes(node)))


def _multiplied(node: ast.AST) -> set[str]:
    """Return the operands of a product, without their indices, or the function that multiplies."""
    if isinstance(node, ast.AugAssign) and _is_product(node):
        return _bound(node.target) | _values(node.value)
    if _is_product(node) or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult)):
        assert isinstance(node, ast.BinOp)
        return _operands(node.left) | _operands(node.right)
    return {_name(node)} & WORKING


def _operands(node: ast.AST) -> set[str]:
    if isinstance(node, ast.Subscript):
        return _operands(node.value)
    own = {node.id} if isinstance(node, ast.Name) else set()
    own |= {node.attr} if isinstance(node, ast.Attribute) else set()
    return own.union(*map(_operands, ast.iter_child_nodes(node)))


def _imported(node: ast.AST) -> set[str]:
    """Return names of modules that may multiply unseen: all but those of the standard library."""
    if isinstance(node, ast.Import):
        names = {(each.asname or each.name).partition(".")[0]: each.name for each in node.names}
    elif isinstance(node, ast.ImportFrom):
        names = {each.asname or each.name: node.module or "." for each in node.names}
    else:
        return set()
    return {
        name
        for name, source in names.items()
        if source.partition(".")[0] not in sys.stdlib_module_names
    }


def _bound(target: ast.expr) -> set[str]:
    """Return what an assignment changes: `x`, `self.x`, and x itself in `x[i][j]`."""
    if isinstance(target, (ast.Tuple, ast.List)):
        return {name for part in target.elts for name in _bound(part)}
    return _root(target)


def _root(node: ast.expr) -> set[str]:
    while isinstance(node, (ast.Subscript, ast.Starred)):
        node = node.value
    if isinstance(node, ast.Name):
        return {node.id}
    return {node.attr} if isinstance(node, ast.Attribute) else set()


def is_hidden(trees: Iterable[ast.AST], question: SourceQuestion, unread: Iterable[str]) -> bool:
    """Return whether names are bound dynamically, or the function's name may be defined somehow.

    A definition in another function, a key of a table, a part of an attribute's name: each may be
    how it is offered. A mere use of the name is not. In files that are not imported, any occurrence
    counts.
    """
    names = frozenset(question.names)
    any_name = "|".join(map(re.escape, question.names))
    pattern = re.compile(rf"(?<!\w)(?:{any_name})(?!\w)", re.IGNORECASE)
    if any(pattern.search(text) for text in unread):
        return True
    nodes = (node for tree in trees for node in nodes_of(tree))
    return any(_offers(node, names) for node in nodes)


def _offers(node: ast.AST, names: frozenset[str]) -> bool:
    is_use = isinstance(getattr(node, "ctx", None), ast.Load)
    parts = [part for text in _texts(node) for part in text.split(".")]
    return not DYNAMIC.isdisjoint(parts) or (
        not is_use and any(part.lower() in names for part in parts)
    )


def _texts(node: ast.AST) -> Iterator[str]:
    for _, value in ast.iter_fields(node):
        for part in value if isinstance(value, list) else (value,):
            if isinstance(part, str):
                yield part
