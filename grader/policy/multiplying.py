"""Whether a program multiplies anything that matrices might be multiplied with."""

import ast

FUNCTIONS = frozenset({"mul", "sumprod", "dot", "matmul", "mm", "correlate2d", "conv2d"})
NO_NUMBER = (ast.Constant, ast.List, ast.ListComp, ast.Tuple, ast.JoinedStr, ast.Dict, ast.Set)


def multiplies(module: ast.AST) -> bool:
    """Says so when two things neither of which is a constant or a list are multiplied anywhere.

    What is not seen proves nothing: this only decides whether a person looks at a script.
    """
    return any(_is_product(node) or _name(node) in FUNCTIONS for node in ast.walk(module))


def first_product(module: ast.AST) -> int:
    """Gives the line where the first of its statements that multiplies begins; 0 without one."""
    statements = (node for node in ast.iter_child_nodes(module) if isinstance(node, ast.stmt))
    return next((node.lineno for node in statements if multiplies(node)), 0)


def _is_product(node: ast.AST) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return not any(isinstance(part, NO_NUMBER) for part in (node.left, node.right))
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Mult):
        return not isinstance(node.value, NO_NUMBER)
    return False


def _name(node: ast.AST) -> str:
    """Names the function that is called or handed over; "@" is one of them."""
    if isinstance(node, ast.Name):
        return node.id if isinstance(node.ctx, ast.Load) else ""
    if isinstance(node, ast.Attribute):
        return node.attr
    return "matmul" if isinstance(node, ast.MatMult) else ""
