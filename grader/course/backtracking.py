"""Find regular expressions with catastrophic backtracking: repeats inside repeats.

Python's engine tries every way to split a text before it reports no match. Their number can grow
like 2 to the length of the text. A user's pattern is applied to every path of a download, even if
the download is hostile.
"""

import importlib
import re
from collections.abc import Iterator, Sequence
from typing import Any

from grader.model.errors import Message

_ALPHABET = frozenset(map(chr, range(0x20, 0x7F))) | frozenset("あアーン漢々１Ａ（）　・")
"""A sample of all characters, large enough to tell character classes apart."""

_ENDLESS = 50  # repeats; a larger bound counts as unbounded
_WIDE = 5  # unbounded wildcards in sequence: matching takes the 5th power of the text's length
_NEARLY = 0.9  # share of the alphabet that a wildcard matches

_REPEATS = ("MAX_REPEAT", "MIN_REPEAT")
_Node = tuple[Any, Any]  # as the standard library's parser returns it: (operation, argument)
_CLASSES = {
    "CATEGORY_DIGIT": r"\d",
    "CATEGORY_NOT_DIGIT": r"\D",
    "CATEGORY_SPACE": r"\s",
    "CATEGORY_NOT_SPACE": r"\S",
    "CATEGORY_WORD": r"\w",
    "CATEGORY_NOT_WORD": r"\W",
}


def may_not_end(pattern: str) -> Message | None:
    """Return why a valid pattern may backtrack without end; None if nothing suggests it."""
    nodes = list(importlib.import_module("re._parser").parse(pattern))
    if any(_is_ambiguous(body) for body in _endless(nodes)):
        return Message("repeats a repetition")
    wide = sum(len(_characters(body)) > _NEARLY * len(_ALPHABET) for body in _endless(nodes))
    return Message("matches anything in {count} places", {"count": wide}) if wide > _WIDE else None


def _endless(nodes: Sequence[_Node]) -> Iterator[Sequence[_Node]]:
    """Yield the bodies of unbounded repeats at every depth.

    Atomic groups and possessive repeats are skipped: they never backtrack.
    """
    for node in nodes:
        if str(node[0]) in _REPEATS and int(node[1][1]) > _ENDLESS:
            yield list(node[1][2])
        for inner in _inside(node):
            yield from _endless(inner)


def _inside(node: _Node) -> Iterator[list[_Node]]:
    """Yield the sequences inside a node."""
    operation, argument = str(node[0]), node[1]
    if operation in _REPEATS:
        yield list(argument[2])
    elif operation == "SUBPATTERN":
        yield list(argument[3])
    elif operation in ("ASSERT", "ASSERT_NOT"):
        yield list(argument[1])
    elif operation == "BRANCH":
        yield from map(list, argument[1])
    elif operation == "GROUPREF_EXISTS":
        yield from (list(branch) for branch in argument[1:] if branch is not None)


def _is_ambiguous(body: Sequence[_Node]) -> bool:
    """Return whether a repeated body can match the same text in several ways."""
    endless = list(_endless(body))
    if endless:
        taken = frozenset[str]().union(*map(_characters, endless))
        return not any(_characters([node]).isdisjoint(taken) for node in _separators(body))
    return any(_overlap(node) for node in _all(body) if str(node[0]) == "BRANCH")


def _separators(body: Sequence[_Node]) -> Iterator[_Node]:
    """Yield the single-character nodes that every repetition must match."""
    for node in body:
        if str(node[0]) in ("LITERAL", "NOT_LITERAL", "IN", "ANY"):
            yield node
        elif str(node[0]) == "SUBPATTERN":
            yield from _separators(list(node[1][3]))


def _overlap(branch: _Node) -> bool:
    """Return whether two alternatives may begin with the same character."""
    firsts: set[str] = set()
    for alternative in _inside(branch):
        first = _characters(alternative[:1])
        if not firsts.isdisjoint(first):
            return True
        firsts |= first
    return False


def _all(nodes: Sequence[_Node]) -> Iterator[_Node]:
    for node in nodes:
        yield node
        for inner in _inside(node):
            yield from _all(inner)


def _characters(nodes: Sequence[_Node]) -> frozenset[str]:
    """Return the characters of the alphabet that may occur in a match."""
    return frozenset[str]().union(*map(_of_node, _all(nodes)))


def _of_node(node: _Node) -> frozenset[str]:
    operation, argument = str(node[0]), node[1]
    if operation in ("ANY", "GROUPREF"):
        return _ALPHABET
    if operation == "LITERAL":
        return frozenset(chr(argument))
    if operation == "NOT_LITERAL":
        return _ALPHABET - {chr(argument)}
    if operation != "IN":
        return frozenset()
    negated = str(argument[0][0]) == "NEGATE"
    characters = frozenset[str]().union(*map(_of_item, argument))
    return _ALPHABET - characters if negated else characters


def _of_item(item: _Node) -> frozenset[str]:
    """Return the characters of one item of a class: a literal, a range or a category."""
    operation, argument = str(item[0]), item[1]
    if operation == "LITERAL":
        return frozenset(chr(argument))
    if operation == "RANGE":
        low, high = argument
        return frozenset(letter for letter in _ALPHABET if low <= ord(letter) <= high)
    if operation == "CATEGORY":
        in_category = re.compile(_CLASSES.get(str(argument), "."))
        return frozenset(filter(in_category.match, _ALPHABET))
    return frozenset()
