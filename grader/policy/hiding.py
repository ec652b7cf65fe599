"""Whether an exercise's function may be in a program although no definition bears its name."""

import ast
import re
from collections.abc import Iterable, Iterator

from grader.policy.analysis import Analysis
from grader.policy.dynamic import words
from grader.policy.question import Question

# By these a name is bound, or code comes in, where nobody can see it.
DYNAMIC = words(
    "exec eval compile globals locals vars setattr getattr __setattr__ __getattr__ __dict__ "
    "__import__ __builtins__ builtins importlib import_module modules runpy inspect types ctypes "
    "marshal pickle imp pkgutil"
)


def is_hidden(run: Analysis, question: Question, unread: Iterable[str]) -> bool:
    """Says so of a program that binds names dynamically, or knows the function's name somehow.

    A definition in another function, a key of a table, a part of an attribute's name: all of these
    may be how it is offered. A mere use of the name is not. Of files that nobody imports any word
    counts.
    """
    names = "|".join(re.escape(name) for name in question.names)
    pattern = re.compile(rf"(?<!\w)(?:{names})(?!\w)", re.IGNORECASE)
    if any(use.check == "POL002" for use in run.uses.values()):
        return True
    if any(pattern.search(text) for text in unread):
        return True
    trees = (scope.node for scopes in run.modules.values() for scope in scopes)
    nodes = (node for tree in trees for node in ast.walk(tree))
    return any(_offers(node, question.names) for node in nodes)


def _offers(node: ast.AST, names: tuple[str, ...]) -> bool:
    is_use = isinstance(getattr(node, "ctx", None), ast.Load)
    parts = [part for text in _texts(node) for part in text.split(".")]
    return not DYNAMIC.isdisjoint(parts) or (
        not is_use and any(part.lower() in names for part in parts)
    )


def _texts(node: ast.AST) -> Iterator[str]:
    """Gives every name and every string that a node itself holds."""
    for _, value in ast.iter_fields(node):
        for part in value if isinstance(value, list) else (value,):
            if isinstance(part, str):
                yield part
