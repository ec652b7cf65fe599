"""Whether a program multiplies anything as matrices are multiplied: in loops, or by a function."""

import ast

LOOPS = (ast.For, ast.While, ast.ListComp, ast.GeneratorExp)
FUNCTIONS = frozenset({"mul", "sumprod", "dot", "matmul", "mm", "correlate2d", "conv2d"})


def multiplies(module: ast.AST) -> bool:
    """Says so when two things that are no constants are multiplied over and over, anywhere.

    What is not seen proves nothing: this only decides whether a person looks at a script.
    """
    loops = (one for one in ast.walk(module) if isinstance(one, LOOPS))
    if any(_is_product(node) for loop in loops for node in ast.walk(loop)):
        return True
    return any(_name(node) in FUNCTIONS for node in ast.walk(module))


def _is_product(node: ast.AST) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return any(isinstance(part, ast.Subscript) for part in (node.left, node.right)) or all(
            isinstance(part, ast.Name) for part in (node.left, node.right)
        )
    return False


def _name(node: ast.AST) -> str:
    """Names the function that is called or handed over; "@" is one of them."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    return "matmul" if isinstance(node, ast.MatMult) else ""
