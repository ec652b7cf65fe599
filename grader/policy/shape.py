"""The shape of a function's body: how deep its loops are, and whether it multiplies."""

import ast
from collections.abc import Mapping

LOOPS = (ast.For, ast.AsyncFor, ast.While)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SUM_LIKE = frozenset({"sum", "fsum", "sumprod", "reduce", "dot", "matmul", "mul", "prod"})
MOST_CALLEES = 20


def loop_depth(node: ast.AST) -> int:
    """Counts the loops, clauses of comprehensions and `map` calls around the innermost one."""
    deepest = 0
    waiting: list[tuple[ast.AST, int]] = [(node, 0)]
    while waiting:
        here, depth = waiting.pop()
        depth += _adds(here)
        deepest = max(deepest, depth)
        waiting += [(child, depth) for child in ast.iter_child_nodes(here)]
    return deepest


def _adds(node: ast.AST) -> int:
    if isinstance(node, COMPREHENSIONS):
        return len(node.generators)
    return int(isinstance(node, LOOPS) or _called(node) == "map")


def multiplies(node: ast.AST, local: Mapping[str, ast.AST]) -> bool:
    """Whether a function, or one it calls by name, uses `*`, `@` or a sum-like function."""
    seen: set[ast.AST] = set()
    waiting = [node]
    while waiting and len(seen) < MOST_CALLEES:
        function = waiting.pop()
        seen.add(function)
        for inner in ast.walk(function):
            if _multiplies(inner):
                return True
            callee = local.get(_called(inner))
            if callee is not None and callee not in seen:
                waiting.append(callee)
    return False


def _multiplies(node: ast.AST) -> bool:
    if isinstance(node, ast.BinOp | ast.AugAssign):
        return isinstance(node.op, ast.Mult | ast.MatMult)
    return _called(node) in SUM_LIKE


def _called(node: ast.AST) -> str:
    match node:
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name
        case _:
            return ""
