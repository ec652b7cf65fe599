"""The columns of our own table of grades: exports write them, `grader review --import` reads them.

The words are the file's format, not prose: a table that was written once is read back for ever,
whichever language it was written in. So they stand here, and words are added, never changed.
"""

import re
from collections.abc import Mapping
from enum import StrEnum

from grader.model.gradebook import State

GUARD = "'"
"""Stands in front of a text of the CSV form that a spreadsheet would execute or change."""


class Column(StrEnum):
    """What a column holds, beside one column for each criterion."""

    ID = "id"  # Grade.student
    NAME = "name"
    TOTAL = "total"  # blank unless every criterion is decided; never 0 for what is open
    MAX = "max"
    STATE = "state"
    LATE = "late"  # minutes, rounded up; 0 = in time, blank = nobody knows
    KEPT = "kept"  # percent of the points that lateness leaves
    CONFIRMED_BY = "confirmed-by"
    CONFIRMED_AT = "confirmed-at"  # ISO 8601 with the zone
    COMMENT = "comment"  # Grade.comment: what a person wrote, lines kept


HEADERS: Mapping[str, Mapping[Column, str]] = {
    "en": {
        Column.ID: "id",
        Column.NAME: "name",
        Column.TOTAL: "total",
        Column.MAX: "max",
        Column.STATE: "state",
        Column.LATE: "late (min)",
        Column.KEPT: "kept (%)",
        Column.CONFIRMED_BY: "confirmed by",
        Column.CONFIRMED_AT: "confirmed at",
        Column.COMMENT: "comment",
    },
    "ja": {
        Column.ID: "学籍番号",
        Column.NAME: "氏名",
        Column.TOTAL: "合計",
        Column.MAX: "満点",
        Column.STATE: "状態",
        Column.LATE: "遅れ (分)",
        Column.KEPT: "有効 (%)",
        Column.CONFIRMED_BY: "確定した人",
        Column.CONFIRMED_AT: "確定した日時",
        Column.COMMENT: "コメント",
    },
}
STATES: Mapping[str, Mapping[State, str]] = {
    "en": {
        State.CONFIRMED: "confirmed",
        State.PROPOSED: "proposed",
        State.OPEN: "open",
        State.NOT_GRADED: "not graded",
        State.NOT_SUBMITTED: "not submitted",
        State.UNKNOWN: "not known",
    },
    "ja": {
        State.CONFIRMED: "確定",
        State.PROPOSED: "案",
        State.OPEN: "未決定",
        State.NOT_GRADED: "未採点",
        State.NOT_SUBMITTED: "未提出",
        State.UNKNOWN: "提出不明",
    },
}
CRITERION = re.compile(r"(?P<id>.+) \(/(?P<max>[0-9]+(\.[0-9]+)?)\)")
"""`content (/6)`: the id is the key, the maximum is there for the reader."""


def criterion_header(criterion: str, points: float) -> str:
    """Names the column of one criterion, worth so many points."""
    return f"{criterion} (/{round(points, 4):.10g})"


def criterion_of(header: str) -> str | None:
    """Reads the criterion's id from a header; None if it is not a criterion's."""
    found = CRITERION.fullmatch(_plain(header))
    return found["id"] if found else None


def column_of(header: str) -> Column | None:
    """Reads what a column holds from its header, in either language."""
    plain = _plain(header).lower()
    for words in HEADERS.values():
        for column, word in words.items():
            if word == plain:
                return column
    return None


def state_of(text: str) -> State | None:
    """Reads a state from its word, in either language."""
    plain = _plain(text).lower()
    for words in STATES.values():
        for state, word in words.items():
            if word == plain:
                return state
    return None


def _plain(text: str) -> str:
    return text.strip().removeprefix(GUARD).strip()
