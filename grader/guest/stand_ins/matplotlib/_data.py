"""Turns what a program hands to a plot into plain lists, as matplotlib turns it into arrays."""

from __future__ import annotations

from itertools import islice

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

MOST = 1_000_000  # elements taken from one object, which may be endless
EPOCH = 719_163  # date(1970, 1, 1).toordinal(): matplotlib counts days from there
VIEWS: tuple[type, ...] = (type({}.keys()), type({}.values()), type({}.items()))
ORDINARY = (list, tuple, range)
PLAIN = frozenset({int, float, str})


def is_sequence(value: object) -> bool:
    """Says whether matplotlib takes the value as many points rather than as one."""
    kind = type(value)
    if isinstance(value, VIEWS):
        return True
    if isinstance(value, str | bytes | dict):
        return False
    return hasattr(kind, "__len__") and hasattr(kind, "__getitem__")


def take(value: Iterable[Any]) -> list[Any]:
    """Copies at most MOST elements; an object that fails while it is read counts as empty."""
    if type(value) in ORDINARY:
        return list(islice(value, MOST))
    try:
        return list(islice(iter(value), MOST))
    except Exception:  # noqa: BLE001 - a student's __iter__ may raise anything
        return []


def points(value: Any) -> list[Any]:
    """Returns the elements of an argument, one element for a scalar.

    Raises RuntimeError for generators and iterators, as the real library does.
    """
    if hasattr(type(value), "__next__"):
        raise RuntimeError("matplotlib does not support generators as input")
    return take(value) if is_sequence(value) else [value]


def columns(value: Any) -> list[list[Any]]:
    """Returns the columns of a matrix given as a list of rows, or the one column of a list."""
    rows = points(value)
    if PLAIN.issuperset(map(type, rows)) or not any(map(is_sequence, rows)):
        return [rows]
    if not all(map(is_sequence, rows)):
        raise ValueError("Input could not be cast to an at-least-1D array")
    table = [points(row) for row in rows]
    if len({len(row) for row in table}) > 1:
        raise ValueError("Input could not be cast to an at-least-1D array: rows differ in length")
    if any(is_sequence(item) for row in table for item in row):
        raise ValueError("x and y can be no greater than 2D")
    return [list(column) for column in zip(*table, strict=True)]


def matrix(value: Any, what: str = "image data") -> list[list[Any]]:
    """Returns rows of equal length. Raises TypeError unless the value has two dimensions."""
    rows = points(value)
    if not rows or not all(map(is_sequence, rows)):
        raise TypeError(f"Invalid shape ({len(rows)},) for {what}")
    table = [points(row) for row in rows]
    if len({len(row) for row in table}) > 1:
        raise ValueError("setting an array element with a sequence: the rows differ in length")
    return table


def days(value: Any) -> float | None:
    """Returns a date or datetime in days since 1970, None for anything else."""
    if not hasattr(type(value), "toordinal"):
        return None
    whole = float(value.toordinal() - EPOCH)
    if not hasattr(value, "hour"):
        return whole
    seconds: float = value.hour * 3600 + value.minute * 60 + value.second
    return whole + seconds / 86_400


def number(value: Any) -> float | None:
    """Returns a finite float, or None for what cannot be one. Never raises."""
    try:
        day = None if type(value) in PLAIN else days(value)
        result = float(value) if day is None else day
    except Exception:  # noqa: BLE001 - a student's __float__ may raise anything
        return None
    return result if result - result == 0.0 else None


def can_be_plotted(value: object) -> bool:
    """Says whether matplotlib accepts the element; None is a gap in the line."""
    if value is None or isinstance(value, str | bytes | int | float | complex):
        return True
    kind = type(value)
    return any(hasattr(kind, name) for name in ("__float__", "__index__", "toordinal"))


def demand_numbers(values: list[Any]) -> None:
    """Raises the TypeError of the real library for an element that is no number."""
    if PLAIN.issuperset(map(type, values)):
        return
    for value in values:
        if not can_be_plotted(value):
            kind = type(value).__name__
            raise TypeError(f"float() argument must be a string or a real number, not {kind!r}")


def same_length(x: list[Any], y: list[Any], message: str) -> None:
    """Raises ValueError with the message when two lists differ in length."""
    if len(x) != len(y):
        raise ValueError(message)


def broadcast(first: list[Any], second: list[Any], names: tuple[str, str]) -> tuple[Any, Any]:
    """Repeats the shorter of two lists if it has one element; raises ValueError otherwise."""
    if len(first) == 1:
        first = first * len(second)
    if len(second) == 1:
        second = second * len(first)
    if len(first) != len(second):
        raise ValueError(
            "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between "
            f"{names[0]!r} with shape ({len(first)},) and {names[1]!r} with shape ({len(second)},)."
        )
    return first, second
