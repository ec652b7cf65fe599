"""Find what helps to explain an exception: similar names, a list and the index beyond its end.

Python's own traceback suggests such names, but the exception's message does not contain them.
"""

import ast
import difflib
import linecache
import re
import sys
from collections.abc import Mapping
from types import TracebackType
from typing import Any

from .protocol import MAX_NEAR

MAX_NAME = 60  # letters; comparing names takes quadratic time
CUTOFF = 0.6
MAX_INDEX = 2**31
NO_MEMBER = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")


def names_like(error: BaseException) -> list[str]:
    """Return the public names of an object or module that are most similar to the missing one."""
    name, owner = _missing(error)
    if owner is None or type(name) is not str or not 0 < len(name) <= MAX_NAME:
        return []
    names = [
        other
        for other in dir(owner)
        if other.isidentifier() and other[0] != "_" and len(other) <= MAX_NAME
    ]
    same = [other for other in names if other.casefold() == name.casefold()]
    return same[:MAX_NEAR] or difflib.get_close_matches(name, names, n=MAX_NEAR, cutoff=CUTOFF)


def _missing(error: BaseException) -> tuple[Any, Any]:
    if isinstance(error, AttributeError):
        return error.name, error.obj
    found = NO_MEMBER.match(str(error)) if isinstance(error, ImportError) else None
    return (found[1], sys.modules.get(found[2])) if found else ("", None)


def index_beyond(error: BaseException, files: list[str]) -> tuple[str, str, int, int] | None:
    """Return a list and an index beyond its end, both as written; then the index and the length.

    Evaluates the expression once more, without calling anything but `len` of a list. Returns None
    if that shows nothing.
    """
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if type(error) is not IndexError or trace is None:
        return None
    if trace.tb_frame.f_code.co_filename not in files:
        return None
    node, text = _expression(trace)
    if not isinstance(node, ast.Subscript):
        return None
    frame = trace.tb_frame
    names = {**frame.f_globals, **frame.f_locals}
    owner, index = _value(node.value, names), _value(node.slice, names)
    if type(owner) not in {list, tuple} or type(index) is not int:
        return None
    length = len(owner)
    if -length <= index < length or abs(index) > MAX_INDEX:
        return None
    written = [ast.get_source_segment(text, part) or "" for part in (node.value, node.slice)]
    return written[0], written[1], index, length


def _expression(trace: TracebackType) -> tuple[ast.expr | None, str]:
    """Return the expression that was evaluated, and its text, if it is on one line."""
    code = trace.tb_frame.f_code
    line, end, start, stop = list(code.co_positions())[trace.tb_lasti // 2]
    if line is None or line != end or start is None or stop is None:
        return None, ""
    shown = linecache.getline(code.co_filename, line).encode()[start:stop].decode()
    try:
        return ast.parse(shown, mode="eval").body, shown
    except SyntaxError:  # a statement, such as raise
        return None, ""


def _value(node: ast.expr, names: Mapping[str, Any]) -> Any:  # noqa: PLR0911 - by kind of node
    """Evaluate names, numbers, elements of lists, sums and differences; None for anything else."""
    match node:
        case ast.Constant(value=int() as value):
            return value
        case ast.Name(id=name):
            return names.get(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            value = _value(operand, names)
            return -value if type(value) is int else None
        case ast.BinOp(op=ast.Add() | ast.Sub() as op, left=left, right=right):
            one, other = _value(left, names), _value(right, names)
            if type(one) is not int or type(other) is not int:
                return None
            return one + other if isinstance(op, ast.Add) else one - other
        case ast.Call(func=ast.Name(id="len"), args=[argument], keywords=[]):
            value = _value(argument, names)
            return len(value) if type(value) in {list, tuple} else None
        case ast.Subscript(value=inner, slice=key):
            owner, index = _value(inner, names), _value(key, names)
            within = type(owner) in {list, tuple} and type(index) is int
            return owner[index] if within and -len(owner) <= index < len(owner) else None
        case _:
            return None
