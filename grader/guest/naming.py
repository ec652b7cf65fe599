"""Short texts about values, past whatever a student's class may say of itself."""

from typing import Any

from .protocol import ValueRecord

MAX_REPR = 200

Packed = tuple[ValueRecord, bytes | memoryview]  # a description, and what can be read as bytes


def class_name(value: Any) -> str:
    """Gives the name of a value's class, past whatever its metaclass may say."""
    return clip(type.__dict__["__name__"].__get__(type(value)), MAX_REPR)


def clip(text: str, limit: int) -> str:
    """Shortens a text; past whatever a subclass of str may say."""
    return str.__getitem__(text, slice(0, limit))


def show(value: Any) -> str:
    """Gives the beginning of a value's printed form."""
    try:
        return clip(repr(value), MAX_REPR)
    except Exception:  # noqa: BLE001 - a student's __repr__ may raise anything
        return "?"


def words(text: str) -> frozenset[str]:
    """Makes a table of words."""
    return frozenset(text.split())
