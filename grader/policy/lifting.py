"""The one part of a plain script that multiplies, as a function of its two matrices.

Programs without functions work on globals: `z[i][j] += x[i][k] * y[k][j]` with n at the top. What
makes z out of x and y is cut out of such a program and written down as a function, where the text
proves that this is all that z depends on. Everything else is left alone: the answer is None.
"""

import ast
from collections.abc import Iterator

from grader.model.static import ExtractedFunction
from grader.policy.kernels import has_product
from grader.policy.parse import Parsed
from grader.policy.question import OPERATIONS, Question
from grader.policy.slicing import Slicer
from grader.policy.spots import Spot, Unsure, spots

CANDIDATES = (ast.For, ast.While, ast.Assign, ast.AnnAssign, ast.Expr)
MOST_CANDIDATES = 24  # statements that multiply
REACHING = frozenset({"exec", "globals", "locals", "vars", "setattr", "__builtins__"})
MOST_NODES = 8_000  # several hundred lines; longer programs have functions


def lift(module: ast.Module, file: Parsed, question: Question) -> ExtractedFunction | None:
    """Cuts the exercise's work out of a program; None where that cannot be done surely."""
    if question.operation not in OPERATIONS or any(_hides(one) for one in ast.walk(module)):
        return None
    if sum(1 for _ in ast.walk(module)) > MOST_NODES:
        return None
    try:
        found = list(_candidates(module, file, question))
    except (RecursionError, Unsure):
        return None
    if len({_renamed(one.text) for one in found}) != 1:
        return None
    return found[-1]


def _candidates(
    module: ast.Module, file: Parsed, question: Question
) -> Iterator[ExtractedFunction]:
    """Tries every statement that may be the work; what is inside one that is, is part of it."""
    done: set[ast.AST] = set()
    tried = 0
    for spot in spots(module):
        possible = isinstance(spot.node, CANDIDATES) and has_product(spot.node)
        others = spot.function is not None and spot.function.name in question.others
        if spot.owner in done or others or not possible:
            done |= {spot.node} if spot.owner in done or others else set()
            continue
        tried += 1
        if tried > MOST_CANDIDATES:
            raise Unsure("too many products")
        lifted = _try(spot, module, file, question)
        if lifted is not None:
            done.add(spot.node)
            yield lifted


def _try(
    spot: Spot, module: ast.Module, file: Parsed, question: Question
) -> ExtractedFunction | None:
    try:
        slicer = Slicer.of(spot, module, question)
        text = slicer.text()
        compile(text, "<lifted>", "exec", dont_inherit=True)
    except (Unsure, SyntaxError, ValueError):
        return None
    first, last = file.place(spot.node.lineno), file.place(spot.node.end_lineno or 0)
    return ExtractedFunction(
        name="lifted",
        text=text,
        lines=(first.line, last.line),
        cell=first.cell,
        left=slicer.left,
        right=slicer.right,
        result=slicer.result,
        kind="globals" if spot.function is None else "function",
    )


def _hides(node: ast.AST) -> bool:
    """Whether something may give another meaning to `sum`, or another value to any name."""
    if isinstance(node, ast.Name):
        return node.id in REACHING
    return isinstance(node, ast.ImportFrom) and any(
        alias.name == "*" and node.module not in {"math", "random", "time"} for alias in node.names
    )


def _renamed(text: str) -> str:
    """Writes a text with its names numbered: two that differ in nothing else become the same."""
    tree = ast.parse(text)
    numbers: dict[str, str] = {}
    for node in ast.walk(tree):
        for attribute in ("id", "arg"):
            name = getattr(node, attribute, None)
            if isinstance(name, str) and not isinstance(node, ast.keyword):
                setattr(node, attribute, numbers.setdefault(name, f"v{len(numbers)}"))
    return ast.unparse(tree)
