"""Finds the headings of a table, wherever they stand, and what the columns below them hold.

The words are in headings.toml, here and in plugins. Titles may stand above the headings, empty
columns beside them, and printed rosters have two or three lists side by side.
"""

import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct, convert

from grader.plugins import installed

TOP = 40  # rows that are looked at for headings
_WIDEST = 2_000  # columns

_LAST = 99  # the rank of a heading that an old name or address stands under
_LONGEST = 30  # characters; more is a sentence above the table
_SIGNS = re.compile(r"[\s_\-:*#.,/|・※()\[\]{}<>【】「」『』\"'’]+")


class Field(StrEnum):
    """What a column of a list of people holds."""

    STUDENT = "student"
    ID = "id"  # "ID" alone: whose, the rest of the table tells
    PARTICIPANT = "participant"  # never a word: its cells say so
    WHO = "who"  # "Student" alone: a name or an id
    USER = "user"
    LOGIN = "login"  # of Canvas, where USER is a number
    NAME = "name"
    FAMILY = "family"
    GIVEN = "given"
    OTHER = "other"  # the name in kana or Latin letters
    OTHER_FAMILY = "other-family"
    OTHER_GIVEN = "other-given"
    MAIL = "mail"
    GROUP = "group"
    ROLE = "role"
    STATUS = "status"
    RECEIVED = "received"
    ATTEMPT = "attempt"


ATTENDED = "attended"  # the word in [marks] for how often a student was there


class LmsTable(Struct, frozen=True, kw_only=True):
    """How an LMS's own table is known and read, [lms.NAME] of a headings.toml."""

    name: str = ""  # "" = a plain roster's
    headings: tuple[str, ...] = ()  # each a list of words that are all there
    id: Field | None = None  # what a column headed ID holds, whatever its cells
    who: Field | None = None  # and one headed Student, User or Identifier
    roles: bool = False  # only the role of a student makes one
    nobody: tuple[str, ...] = ()  # names of rows that are no student's
    names: bool = False  # a name may stand where an id is expected
    participants: bool = False  # its people have numbers, "Participant 31201"
    note: str = ""  # begins lines of the LMS's own
    end: str = ""  # stands below the last row
    zone: str = ""  # of its times, where it writes none


Columns = Mapping[Field, int]  # 0-based

_IDENTIFYING = frozenset(
    {
        *(Field.STUDENT, Field.ID, Field.WHO, Field.USER),
        *(Field.NAME, Field.FAMILY, Field.MAIL, Field.OTHER),
    }
)
_LISTS = frozenset({Field.STUDENT, Field.ID, Field.NAME})  # one of them makes a list of people
_LEAST_WEIGHT = 2
_WEIGHTS = {Field.STUDENT: 3, Field.NAME: 3, Field.ID: 2, Field.USER: 2, Field.MAIL: 2}


class HeadingRow(Struct, frozen=True, kw_only=True):
    """Where the headings stand and what the columns below them hold."""

    row: int  # 0-based
    columns: tuple[tuple[int, Field], ...]  # 0-based, from the left


def folded(text: str) -> str:
    """Folds a heading for comparing: width, case, blanks and signs go."""
    return _SIGNS.sub("", unicodedata.normalize("NFKC", text).casefold())


def is_headed(heading: str, kind: str) -> bool:
    """Says whether a heading is one of the words for this, and nothing more than the word."""
    return folded(heading) in _words(kind)


def column_headed(headings: Sequence[str], kind: str) -> int | None:
    """Finds the leftmost column, from 0, that is headed with a word for this."""
    return next((at for at, text in enumerate(headings) if is_headed(text, kind)), None)


def field_of(heading: str) -> Field | None:
    """Says what a column with this heading holds; None for one that is not looked for."""
    return _ranked(heading)[0]


def lms_of(headings: Sequence[str]) -> LmsTable:
    """Finds the LMS that writes such headings."""
    there = {folded(text) for text in headings}
    for table in _lmss():
        if any(there.issuperset(words.split()) for words in table.headings):
            return table
    return LmsTable()


def lms_with_participants() -> LmsTable:
    """Finds the LMS whose people have numbers like "Participant 31201"."""
    return next((table for table in _lmss() if table.participants), LmsTable())


def find_header(rows: Sequence[Sequence[str]]) -> HeadingRow | None:
    """Finds the row with the most headings in the first rows; the upper one wins a draw."""
    best = max(range(min(len(rows), TOP)), key=lambda at: weigh(rows[at]), default=0)
    if not rows or weigh(rows[best]) < _LEAST_WEIGHT:
        return None
    return HeadingRow(row=best, columns=_columns(rows[best]))


def weigh(row: Sequence[str]) -> int:
    """Says how much a row looks like headings of people; 0 = not at all."""
    fields = {field for _, field in _columns(row)}
    if fields.isdisjoint(_IDENTIFYING):
        return 0
    return sum(_WEIGHTS.get(field, 1) for field in fields)


def lists_beside(headings: Sequence[str], header: HeadingRow) -> tuple[Columns, ...]:
    """Gives the columns of each list of people; mostly there is one."""
    first = folded(headings[header.columns[0][0]])
    starts = [at for at, _ in header.columns if folded(headings[at]) == first]
    ends = [*starts[1:], len(headings)]
    lists = [_best(headings, header, span) for span in zip(starts, ends, strict=True)]
    if all(_LISTS & columns.keys() for columns in lists):
        return tuple(lists)
    return (_best(headings, header, (0, len(headings))),)


def _best(headings: Sequence[str], header: HeadingRow, span: tuple[int, int]) -> Columns:
    """Takes the column with the likeliest word for each field, from the left."""
    best: dict[Field, tuple[int, int]] = {}
    for at, field in header.columns:
        if span[0] <= at < span[1]:
            rank = _ranked(headings[at])[1]
            if field not in best or rank < best[field][0]:
                best[field] = (rank, at)
    return {field: at for field, (_, at) in best.items()}


def _columns(row: Sequence[str]) -> tuple[tuple[int, Field], ...]:
    fields = ((column, field_of(cell)) for column, cell in enumerate(row[:_WIDEST]))
    return tuple((column, field) for column, field in fields if field is not None)


def _ranked(heading: str) -> tuple[Field | None, int]:
    """Says what a column holds, and how sure the word is: 0 is the likeliest."""
    word = folded(heading)
    if known := _fields().get(word):
        return known
    unless = _read()["unless"]
    if not word or len(word) > _LONGEST or "。" in heading or re.search(unless["others"], word):
        return None, 0
    rank = _LAST if re.search(unless["former"], word) else 1
    return next((field for field, pattern in _longer() if pattern.search(word)), None), rank


@cache
def _read() -> Mapping[str, Any]:
    """Reads our words, and adds what plugins have."""
    read: dict[str, Any] = {"lms": {}}
    for folder in (Path(__file__).parent, *(plugin.folder for plugin in installed().values())):
        file = folder / "headings.toml"
        if file.is_file():
            tables = tomllib.loads(file.read_text(encoding="utf-8"))
            for section in ("marks", "lms"):
                tables[section] = {**tables.get(section, {}), **read.get(section, {})}
            read |= tables
    return read


@cache
def _words(kind: str) -> frozenset[str]:
    section = "fields" if isinstance(kind, Field) else "marks"
    return frozenset(_read()[section].get(kind, "").split())


@cache
def _fields() -> Mapping[str, tuple[Field, int]]:
    return {
        word: (Field(field), rank)
        for field, words in _read()["fields"].items()
        for rank, word in enumerate(words.split())
    }


@cache
def _longer() -> tuple[tuple[Field, re.Pattern[str]], ...]:
    return tuple((Field(more["field"]), re.compile(more["pattern"])) for more in _read()["within"])


@cache
def _lmss() -> tuple[LmsTable, ...]:
    return tuple(
        convert({"name": name, **table}, LmsTable) for name, table in _read()["lms"].items()
    )
