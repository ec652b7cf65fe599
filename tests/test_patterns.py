"""Expressions that are compiled when they are first asked."""

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from grader.patterns import lazy_regex
from tests.tree import ROOT


def using() -> list[str]:
    """The modules that have such expressions."""
    files = (ROOT / "grader").rglob("*.py")
    named = (path for path in files if "lazy_regex(" in path.read_text(encoding="utf-8"))
    modules = (path.relative_to(ROOT).with_suffix("").parts for path in named)
    return sorted(".".join(parts) for parts in modules if parts != ("grader", "patterns"))


@pytest.mark.parametrize("module", using())
def test_every_expression_can_be_compiled(module: str) -> None:
    """A slip of the pen is found here, and not when the first student writes such a sentence."""
    expressions = [*_expressions(vars(import_module(module)).values())]
    assert expressions
    assert all(isinstance(each.flags, int) for each in expressions)


def _expressions(values: Any) -> Iterator[Any]:
    kind = type(lazy_regex(""))
    for value in values:
        if isinstance(value, kind):
            yield value
        elif isinstance(value, dict):
            yield from _expressions([*value.keys(), *value.values()])
        elif isinstance(value, tuple | list):
            yield from _expressions(value)


def test_it_answers_like_the_compiled_one() -> None:
    """Before and after its first use, with its flags, and with what it is made of."""
    expression, compiled = lazy_regex("(a+)b", re.IGNORECASE), re.compile("(a+)b", re.IGNORECASE)
    assert expression.pattern == compiled.pattern
    for _ in range(2):
        assert expression.sub("x", "AABb ab") == compiled.sub("x", "AABb ab")
        assert expression.findall("AABb ab") == compiled.findall("AABb ab")
        assert expression.flags == compiled.flags
        assert expression.groups == 1
    with pytest.raises(AttributeError):
        expression.nothing  # type: ignore[attr-defined]  # noqa: B018
