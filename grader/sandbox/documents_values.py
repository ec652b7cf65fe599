"""Readers of single values that a child says about a document: each takes anything at all.

They raise ViolationError for a value of a wrong type and for a word that is not on its list: our
own code sends neither. A number beyond its range and a text beyond its length are cut, because
documents hold such things.
"""

import math
import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from grader.model.document import Box
from grader.sandbox.wire import ViolationError

SHORT = 300  # letters
FARTHEST = 1e6  # points
MOST = 10**9
SIDES = 4
# What is neither a letter nor white space: controls, halves of pairs, and no characters at all.
NO_LETTERS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
BREAKS = re.compile("[\x0b\x0c\r\u2028\u2029]")

Read = Callable[[object], Any]
Fields = Mapping[str, Read]
Word = TypeVar("Word", bound=StrEnum)
Made = TypeVar("Made")


def fields(value: object, readers: Fields) -> dict[str, Any]:
    """Reads the fields that are there; one that is not keeps the value it usually has."""
    if not isinstance(value, dict):
        raise ViolationError("something that should have fields")
    return {name: read(value[name]) for name, read in readers.items() if name in value}


def one(readers: Fields, made: Callable[..., Made]) -> Callable[[object], Made]:
    """Makes a reader of one thing with fields."""

    def read(value: object) -> Made:
        try:
            return made(**fields(value, readers))
        except TypeError as error:  # a field without which it is nothing
            raise ViolationError(str(error)) from error

    return read


def several(read_one: Callable[[object], Made], most: int) -> Callable[[object], tuple[Made, ...]]:
    """Makes a reader of a list that our own code keeps short."""

    def read(value: object) -> tuple[Made, ...]:
        if not isinstance(value, list) or len(value) > most:
            raise ViolationError("something that should be a short list")
        return tuple(read_one(item) for item in value)

    return read


def or_none(read: Callable[[object], Made]) -> Callable[[object], Made | None]:
    """Makes a reader of what may be missing."""
    return lambda value: None if value is None else read(value)


def text(limit: int, *, breaks: str = "\n") -> Callable[[object], str]:
    """Makes a reader of texts; `breaks` takes the place of the ends of lines."""

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise ViolationError("a text that is no text")
        made = NO_LETTERS.sub("\ufffd", BREAKS.sub("\n", value[:limit]))
        return made if breaks == "\n" else made.replace("\n", breaks)

    return read


short = text(SHORT, breaks=" ")


def word(words: type[Word]) -> Callable[[object], Word]:
    """Makes a reader of a word on a list."""
    known: dict[object, Word] = {member.value: member for member in words}

    def read(value: object) -> Word:
        if not isinstance(value, str) or value not in known:
            raise ViolationError(f"no {words.__name__}")
        return known[value]

    return read


def between(least: int, most: int) -> Callable[[object], int]:
    """Makes a reader of whole numbers."""

    def read(value: object) -> int:
        if type(value) is not int:
            raise ViolationError("a number that is not whole")
        return max(least, min(value, most))

    return read


whole = between(0, MOST)


def number(value: object) -> float:
    """Takes a number; what is not a number becomes 0, a huge one less huge."""
    if type(value) is not int and type(value) is not float:
        raise ViolationError("a number that is none")
    if type(value) is float and math.isnan(value):
        return 0.0
    return float(max(-FARTHEST, min(value, FARTHEST)))


def share(value: object) -> float:
    """Takes a number from 0 to 1."""
    return max(0.0, min(number(value), 1.0))


def flag(value: object) -> bool:
    """Takes yes or no."""
    if type(value) is not bool:
        raise ViolationError("neither yes nor no")
    return value


def box(value: object) -> Box:
    """Takes four numbers, and turns them the right way round."""
    if not isinstance(value, list) or len(value) != SIDES:
        raise ViolationError("a box without four sides")
    left, top, right, bottom = (number(side) for side in value)
    return min(left, right), min(top, bottom), max(left, right), max(top, bottom)
