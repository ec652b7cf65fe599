"""Follows operators, subscripts and truth tests."""

import ast

from grader.policy.timer_run import Play
from grader.policy.timer_values import (
    HOST,
    UNKNOWN,
    Array,
    Items,
    Kind,
    Place,
    Plain,
    Read,
    Unknown,
    Value,
    arrays_in,
)


def operate(play: Play, node: ast.expr | ast.stmt, op: ast.operator, a: Value, b: Value) -> Value:
    """Follows an operator; the difference of two reads of a clock is a measured time."""
    if isinstance(a, Read) and isinstance(b, Read) and isinstance(op, ast.Sub):
        play.pair(b.index, a.index)
        return HOST
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Read) and isinstance(op, ast.Div | ast.Mult | ast.Add | ast.FloorDiv):
            return one if isinstance(other, Plain) else HOST
    if isinstance(a, Items) and isinstance(b, Items) and isinstance(op, ast.Add):
        return Items(dict(enumerate([*a.entries.values(), *b.entries.values()])))
    if isinstance(a, Items) and isinstance(op, ast.Mult):
        return a
    return computed(play, node, [a, b], "@" if isinstance(op, ast.MatMult) else "elementwise")


def computed(
    play: Play, node: ast.expr | ast.stmt, values: list[Value], api: str = "elementwise"
) -> Value:
    """Follows arithmetic: with a device's array it is work for the device."""
    arrays = arrays_in(values)
    if not arrays:
        return UNKNOWN if any(isinstance(one, Unknown) for one in values) else HOST
    best = max(arrays, key=lambda one: (one.place is Place.GPU, one.place is Place.UNKNOWN))
    if best.place is not Place.CPU:
        play.work(node, best.library, api, sure=best.place is Place.GPU)
    return best


def tested(play: Play, node: ast.expr | ast.stmt, value: Value) -> Value:
    """Follows a truth test: of a device's value it waits for the device."""
    if isinstance(value, Array) and value.place is not Place.CPU:
        play.note(Kind.WAIT, node)
    return HOST


def item(value: Value, index: Value) -> Value:
    """Says what a subscript gives."""
    match value:
        case Array():
            return value
        case Items(entries=entries):
            mark = index.value if isinstance(index, Plain) else None
            if isinstance(mark, int) and mark < 0:
                mark += len(entries)
            if isinstance(mark, str | int) and mark in entries:
                return entries[mark]
            values = list(entries.values())
            return values[0] if values and all(one == values[0] for one in values) else UNKNOWN
        case Plain():
            return HOST
        case _:
            return UNKNOWN


def element(value: Value) -> Value:
    """Says what going through a value gives."""
    match value:
        case Array() | Unknown():
            return value
        case Items(entries=entries):
            return next(iter(entries.values()), UNKNOWN)
        case Plain():
            return HOST
        case _:
            return UNKNOWN
