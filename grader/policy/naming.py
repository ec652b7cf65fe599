"""Whether a built-in name still means the built-in function where a program redefines it."""

import ast
from collections.abc import Iterator

from grader.policy.scopes import FUNCTIONS, Scope, outside


def builtin_remains(owner: Scope, name: str) -> bool:
    """Says whether a name bound in a module or class may still be looked up as the built-in."""
    if isinstance(owner.node, ast.ClassDef):
        return True
    if not isinstance(owner.node, ast.Module):
        return False
    before: list[ast.stmt] = []
    for statement in owner.node.body:
        if _binds(statement, name):
            return _deleted(owner.node, name) or not _quiet(before, name, owner)
        before.append(statement)
    return True


def _binds(statement: ast.stmt, name: str) -> bool:
    """Whether a statement of the top level binds the name whenever it runs."""
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return statement.name == name and not _mentions(statement, {name})
        case ast.Assign(targets=[ast.Name(id=target)]):
            return target == name and not _mentions(statement, {name})
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return any((alias.asname or alias.name) == name for alias in names)
        case _:
            return False


def _deleted(tree: ast.Module, name: str) -> bool:
    return any(
        isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Del)
        for node in ast.walk(tree)
    )


def _quiet(before: list[ast.stmt], name: str, owner: Scope) -> bool:
    """Whether nothing that runs earlier can have used the built-in under this name."""
    defined = {
        node.name
        for node in ast.walk(owner.node)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    }
    return not any(_mentions(statement, defined | {name}) for statement in before)


def _mentions(statement: ast.stmt, names: set[str]) -> bool:
    return any(
        (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names)
        or isinstance(node, ast.Lambda)
        for node in _running(statement)
    )


def _running(statement: ast.stmt) -> Iterator[ast.AST]:
    """Walks what runs when a statement is executed; the bodies of functions do not."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, FUNCTIONS):
            waiting += outside(node)
        else:
            waiting += ast.iter_child_nodes(node)
