"""Texts that a program puts together from known pieces."""

import ast

from grader.policy.dynamic import words
from grader.policy.values import ANYTHING, MANY, Things, text, texts_of, union

METHODS = words("""
    lower upper strip lstrip rstrip replace casefold title capitalize swapcase removeprefix
    removesuffix
""")
LARGEST = 0x10FFFF


def fold_method(owner: Things, method: str, given: tuple[Things, ...]) -> Things | None:
    """Returns what a method of known texts gives; None when that is not known."""
    texts, complete = texts_of(owner)
    pieces = [texts_of(one) for one in given]
    known = complete and all(whole and len(names) == 1 for names, whole in pieces)
    if method not in METHODS or not texts or not known:
        return None
    words = [names[0] for names, _ in pieces]
    try:
        return union(text(str(getattr(one, method)(*words))) for one in texts)
    except TypeError:
        return ANYTHING


def fold_join(node: ast.Call, glue: Things, items: list[Things]) -> Things | None:
    """Returns what `"…".join([…])` gives for a written list of known texts."""
    between, complete = texts_of(glue)
    pieces = [texts_of(one) for one in items]
    if len(between) != 1 or not complete or not isinstance(node.args[0], ast.List | ast.Tuple):
        return None
    if any(not whole or len(names) != 1 for names, whole in pieces) or len(pieces) > MANY * 4:
        return None
    return text(between[0].join(names[0] for names, _ in pieces))


def fold_chr(node: ast.Call) -> Things:
    """Returns what `chr(110)` gives; any text when the number is not written there."""
    match node.args:
        case [ast.Constant(value=int(code))] if 0 <= code <= LARGEST:
            return text(chr(code))
        case _:
            return ANYTHING


def fold_slice(base: Things, key: ast.expr) -> Things | None:
    """Returns what written positions cut out of known texts."""
    texts, complete = texts_of(base)
    cut = _positions(key)
    if not texts or not complete or cut is None:
        return None
    try:
        return union(text(one[cut]) for one in texts)
    except (IndexError, ValueError):
        return ANYTHING


def _positions(key: ast.expr) -> slice | int | None:
    if not isinstance(key, ast.Slice):
        return _number(key)
    ends = [key.lower, key.upper, key.step]
    numbers = [None if end is None else _number(end) for end in ends]
    if any(end is not None and number is None for end, number in zip(ends, numbers, strict=True)):
        return None
    return slice(*numbers)


def _number(node: ast.expr) -> int | None:
    match node:
        case ast.Constant(value=int(number)):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
            return -number
        case _:
            return None
