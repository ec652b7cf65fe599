"""Find the headings of a table and the content of the columns below them.

The words are in headings.toml, here and in plugins. Titles may precede the headings, empty columns
may be beside them, and printed rosters have two or three lists side by side.
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

TOP = 40  # rows that are searched for headings
_MAX_COLUMNS = 2_000  # columns

_LAST = 99  # rank of a heading for a former name or address
_MAX_LENGTH = 30  # characters; longer text is a sentence above the table
_SIGNS = re.compile(r"[\s_\-:*#.,/|・※()\[\]{}<>【】「」『』\"'’]+")


class Field(StrEnum):
    """The content of a column in a list of people."""

    STUDENT = "student"
    ID = "id"  # "ID" alone: the rest of the table decides whose
    PARTICIPANT = "participant"  # recognised by its cells, never by a word
    WHO = "who"  # "Student" alone: a name or an id
    USER = "user"
    LOGIN = "login"  # Canvas's login, as its USER is a number
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


ATTENDED = "attended"  # the key in [marks] for the number of sessions attended


class LmsTable(Struct, frozen=True, kw_only=True):
    """How an LMS's own table is recognised and read: [lms.NAME] of a headings.toml."""

    name: str = ""  # "" = a plain roster
    headings: tuple[str, ...] = ()  # each a list of words that are all present
    id: Field | None = None  # the content of a column headed ID, whatever its cells
    who: Field | None = None  # the content of one headed Student, User or Identifier
    roles: bool = False  # whether only rows with the role of a student are students
    nobody: tuple[str, ...] = ()  # names of rows that are not students
    names: bool = False  # whether a name may be in place of an id
    participants: bool = False  # whether people have numbers, "Participant 31201"
    note: str = ""  # prefix of the LMS's own lines
    end: str = ""  # text below the last row
    zone: str = ""  # of its times, if they are written without one


Columns = Mapping[Field, int]  # 0-based

_IDENTIFYING = frozenset(
    {
        *(Field.STUDENT, Field.ID, Field.WHO, Field.USER),
        *(Field.NAME, Field.FAMILY, Field.MAIL, Field.OTHER),
    }
)
# a list of people has at least one of them
_LISTS = frozenset({Field.STUDENT, Field.ID, Field.NAME})
_LEAST_WEIGHT = 2
_WEIGHTS = {Field.STUDENT: 3, Field.NAME: 3, Field.ID: 2, Field.USER: 2, Field.MAIL: 2}


class HeadingRow(Struct, frozen=True, kw_only=True):
    """The row of the headings and the content of the columns below."""

    row: int  # 0-based
    columns: tuple[tuple[int, Field], ...]  # 0-based, from the left


def folded(text: str) -> str:
    """Normalise a heading for comparison: width, case, blanks and signs are removed."""
    return _SIGNS.sub("", unicodedata.normalize("NFKC", text).casefold())


def is_headed(heading: str, kind: str) -> bool:
    """Return whether a heading is exactly one of the words for a kind of column."""
    return folded(heading) in _words(kind)


def column_headed(headings: Sequence[str], kind: str) -> int | None:
    """Return the leftmost column (0-based) with a heading for a kind; None if there is none."""
    return next((at for at, text in enumerate(headings) if is_headed(text, kind)), None)


def field_of(heading: str) -> Field | None:
    """Return the content of a column with this heading; None if it is not of interest."""
    return _ranked(heading)[0]


def lms_of(headings: Sequence[str]) -> LmsTable:
    """Return the LMS that writes such headings."""
    there = {folded(text) for text in headings}
    for table in _lmss():
        if any(there.issuperset(words.split()) for words in table.headings):
            return table
    return LmsTable()


def lms_with_participants() -> LmsTable:
    """Return the LMS whose people have numbers like "Participant 31201"."""
    return next((table for table in _lmss() if table.participants), LmsTable())


def find_header(rows: Sequence[Sequence[str]]) -> HeadingRow | None:
    """Return the row with the most headings among the first; the upper one wins a tie."""
    best = max(range(min(len(rows), TOP)), key=lambda at: weigh(rows[at]), default=0)
    if not rows or weigh(rows[best]) < _LEAST_WEIGHT:
        return None
    return HeadingRow(row=best, columns=_columns(rows[best]))


def weigh(row: Sequence[str]) -> int:
    """Return how much a row looks like headings of people; 0 = not at all."""
    fields = {field for _, field in _columns(row)}
    if fields.isdisjoint(_IDENTIFYING):
        return 0
    return sum(_WEIGHTS.get(field, 1) for field in fields)


def lists_beside(headings: Sequence[str], header: HeadingRow) -> tuple[Columns, ...]:
    """Return the columns of each list of people; usually there is one."""
    first = folded(headings[header.columns[0][0]])
    starts = [at for at, _ in header.columns if folded(headings[at]) == first]
    ends = [*starts[1:], len(headings)]
    lists = [_best(headings, header, span) for span in zip(starts, ends, strict=True)]
    if all(_LISTS & columns.keys() for columns in lists):
        return tuple(lists)
    return (_best(headings, header, (0, len(headings))),)


def _best(headings: Sequence[str], header: HeadingRow, span: tuple[int, int]) -> Columns:
    """Return the column with the most likely word for each field, leftmost on a tie."""
    best: dict[Field, tuple[int, int]] = {}
    for at, field in header.columns:
        if span[0] <= at < span[1]:
            rank = _ranked(headings[at])[1]
            if field not in best or rank < best[field][0]:
                best[field] = (rank, at)
    return {field: at for field, (_, at) in best.items()}


def _columns(row: Sequence[str]) -> tuple[tuple[int, Field], ...]:
    fields = ((column, field_of(cell)) for column, cell in enumerate(row[:_MAX_COLUMNS]))
    return tuple((column, field) for column, field in fields if field is not None)


def _ranked(heading: str) -> tuple[Field | None, int]:
    """Return the content of a column, and the rank of its heading: 0 is the most certain."""
    word = folded(heading)
    if known := _fields().get(word):
        return known
    unless = _read()["unless"]
    if not word or len(word) > _MAX_LENGTH or "。" in heading or re.search(unless["others"], word):
        return None, 0
    rank = _LAST if re.search(unless["former"], word) else 1
    return next((field for field, pattern in _longer() if pattern.search(word)), None), rank


@cache
def _read() -> Mapping[str, Any]:
    """Load our heading words and those of plugins."""
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
