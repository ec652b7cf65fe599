"""Whether an exercise's function may be in a program although no definition bears its name."""

import ast
import re
from collections.abc import Iterable, Iterator

from grader.policy.analysis import Analysis
from grader.policy.question import Question

# By these a name is bound, or code comes in, where nobody can see it.
DYNAMIC = (
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
    words = "|".join(re.escape(name) for name in question.names)
    pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)
    if any(use.check == "POL002" for use in run.uses.values()):
        return True
    if any(pattern.search(text) for text in unread):
        return True
    trees = (scope.node for scopes in run.modules.values() for scope in scopes)
    nodes = (node for tree in trees for node in ast.walk(tree))
    dynamic = frozenset(DYNAMIC.split())
    return any(_offers(node, question.names, dynamic) for node in nodes)


def _offers(node: ast.AST, names: tuple[str, ...], dynamic: frozenset[str]) -> bool:
    is_use = isinstance(getattr(node, "ctx", None), ast.Load)
    words = [word for text in _texts(node) for word in text.split(".")]
    return not dynamic.isdisjoint(words) or (
        not is_use and any(word.lower() in names for word in words)
    )


def _texts(node: ast.AST) -> Iterator[str]:
    """Gives every name and every string that a node itself holds."""
    for _, value in ast.iter_fields(node):
        for part in value if isinstance(value, list) else (value,):
            if isinstance(part, str):
                yield part
