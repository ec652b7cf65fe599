"""Builds the course's rules from the table [grading]."""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from grader.model.grading import (
    EXCUSED,
    MARKS,
    AttendanceRules,
    Blank,
    Condition,
    ConditionKind,
    Grading,
    Item,
    Letter,
    Missing,
    Part,
    Recognition,
    Rounded,
    Rounding,
    RoundingWay,
)

_Kinds = Mapping[str, Callable[[Any], Any]]


def build_grading(table: Mapping[str, Any]) -> Grading:
    """Builds the rules from a table without problems."""
    parts = tuple(_part(one) for one in table["part"])
    conditions = tuple(_condition(one, parts) for one in table.get("condition", ()))
    return Grading(parts=parts, conditions=conditions, **_given(table, _GRADING))


def _part(table: Mapping[str, Any]) -> Part:
    points = table.get("points", {})
    return Part(
        id=table["id"],
        title=table["title"],
        items=tuple(
            Item(assignment=name, points=float(points.get(name, table.get("points_each", 0))))
            for name in table["assignments"]
        ),
        **_given(table, {"percent": float, "optional": bool, "inside": str}),
    )


def _condition(table: Mapping[str, Any], parts: Sequence[Part]) -> Condition:
    kind = ConditionKind(table["kind"])
    every = tuple(item.assignment for part in parts if not part.optional for item in part.items)
    return Condition(
        id=table["id"],
        title=table["title"],
        kind=kind,
        least_percent=float(table["least_percent"]),
        assignments=tuple(table.get("assignments", every))
        if kind is ConditionKind.RECOGNITION
        else (),
    )


def _letters(tables: Sequence[Mapping[str, Any]]) -> tuple[Letter, ...]:
    return tuple(Letter(letter=one["letter"], least=float(one["least"])) for one in tables)


def _rounding(table: Mapping[str, Any]) -> Rounding:
    return Rounding(**_given(table, {"what": Rounded, "way": RoundingWay, "digits": int}))


def _recognition(table: Mapping[str, Any]) -> Recognition:
    return Recognition(**_given(table, _RECOGNITION))


def _criteria_of(table: Mapping[str, Sequence[str]]) -> Mapping[str, tuple[str, ...]]:
    return {assignment: tuple(criteria) for assignment, criteria in table.items()}


def _attendance(table: Mapping[str, Any]) -> AttendanceRules:
    return AttendanceRules(**_given(table, _ATTENDANCE))


def _marks(table: Mapping[str, Any]) -> Mapping[str, float | None]:
    own = {
        "".join(unicodedata.normalize("NFKC", mark).upper().split()): EXCUSED
        if meaning == "excused"
        else float(meaning)
        for mark, meaning in table.items()
    }
    return {**MARKS, **own}


def _given(table: Mapping[str, Any], kinds: _Kinds) -> dict[str, Any]:
    """Reads what the table says; for the rest the model has defaults."""
    return {key: kind(table[key]) for key, kind in kinds.items() if key in table}


_RECOGNITION: _Kinds = {
    "submitted": bool,
    "in_time": bool,
    "least_percent": float,
    "criteria": tuple,
    "criteria_of": _criteria_of,
    "confirmed": bool,
    "person": bool,
    "words": str,
}
_ATTENDANCE: _Kinds = {
    "sessions": int,
    "marks": _marks,
    "blank": Blank,
    "attended": str,
    "held": str,
}
_GRADING: _Kinds = {
    "recognition": _recognition,
    "attendance": _attendance,
    "maximum": float,
    "not_submitted": Missing,
    "rounding": _rounding,
    "letters": _letters,
    "letter_without_condition": str,
}
