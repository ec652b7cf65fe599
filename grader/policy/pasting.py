"""Names that a program binds to nothing but numbers that were typed in: no result of its work."""

import ast

CHANGING = frozenset({"append", "extend", "insert", "pop", "remove", "reverse", "sort", "clear"})


def pasted(module: ast.AST) -> tuple[str, ...]:
    """Lists variables and attributes (by their last name) that hold literal lists, unchanged.

    A table that is filled afterwards, by its elements or by `append`, is none of these.
    """
    typed: set[str] = set()
    made: set[str] = set()
    for node in ast.walk(module):
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
    """Says whether it is a list of numbers, or of such lists."""
    if not isinstance(node, (ast.List, ast.Tuple)):
        return False
    parts = (one for one in ast.walk(node) if not isinstance(one, ast.expr_context | ast.USub))
    plain = (ast.List, ast.Tuple, ast.Constant, ast.UnaryOp, ast.UAdd)
    return all(isinstance(one, plain) for one in parts)


def _bound(target: ast.expr) -> set[str]:
    """Names what an assignment changes: `x`, `self.x`, and x itself in `x[i][j]`."""
    if isinstance(target, (ast.Tuple, ast.List)):
        return {name for part in target.elts for name in _bound(part)}
    return _root(target)


def _root(node: ast.expr) -> set[str]:
    while isinstance(node, (ast.Subscript, ast.Starred)):
        node = node.value
    if isinstance(node, ast.Name):
        return {node.id}
    return {node.attr} if isinstance(node, ast.Attribute) else set()
