"""What a schema cannot say about [grading]: weights that add up, names that exist."""

import math
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeGuard

from grader.course.schemas import Problem, nearest, shown

_Table = Mapping[str, Any]

_WHOLE = 100  # percent


def grading_problems(table: object) -> Iterator[Problem]:
    """Lists what is wrong with the course's rules; looks only at what is well formed."""
    if not isinstance(table, dict):
        return
    parts, conditions = _tables(table, "part"), _tables(table, "condition")
    yield from _repeated(parts, "grading.part")
    yield from _repeated(conditions, "grading.condition")
    yield from _twice(parts)
    for index, part in enumerate(parts):
        yield from _points(part, f"grading.part[{index}]")
        yield from _weight(part, parts, f"grading.part[{index}]")
    yield from _sum(parts)
    known = [name for part in parts for name in _texts(part, "assignments")]
    for index, condition in enumerate(conditions):
        yield from _condition(condition, known, f"grading.condition[{index}]")
    yield from _recognition(table.get("recognition"), known)
    yield from _attendance(table.get("attendance"))
    yield from _letters(table)


def _tables(table: _Table, key: str) -> list[_Table]:
    found = table.get(key)
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _texts(table: _Table, key: str) -> list[str]:
    found = table.get(key)
    return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []


def _repeated(tables: Sequence[_Table], key: str) -> Iterator[Problem]:
    seen: set[str] = set()
    for index, one in enumerate(tables):
        found = one.get("id")
        if isinstance(found, str):
            if found in seen:
                yield f"{key}[{index}].id", f"is used before: {shown(found)}; ids must differ"
            seen.add(found)


def _twice(parts: Sequence[_Table]) -> Iterator[Problem]:
    """Finds assignments that would count twice."""
    taken: dict[str, int] = {}
    for index, part in enumerate(parts):
        for place, name in enumerate(_texts(part, "assignments")):
            other = taken.setdefault(name, index)
            if other != index:
                key = f"grading.part[{index}].assignments[{place}]"
                yield key, f"counts in part[{other}] already: {shown(name)}"


def _points(part: _Table, key: str) -> Iterator[Problem]:
    """Finds assignments without points, and points without an assignment."""
    points = part.get("points", {})
    if not isinstance(points, dict):
        return
    names = _texts(part, "assignments")
    for name in points:
        if name not in names:
            yield f"{key}.points.{name}", f"is not in assignments{nearest(name, names)}"
    for name in names:
        if name not in points and "points_each" not in part:
            yield f"{key}.points.{name}", "is missing; give it, or points_each"


def _weight(part: _Table, parts: Sequence[_Table], key: str) -> Iterator[Problem]:
    """Finds parts of which nobody knows what they add to the total."""
    inside = part.get("inside")
    if not part.get("optional"):
        if "percent" not in part:
            yield f"{key}.percent", "is missing; give what the part is worth"
        if inside is not None:
            yield f"{key}.inside", "belongs to optional parts; give optional = true"
        return
    if inside is None:
        return
    if "percent" in part:
        yield f"{key}.percent", "has no meaning beside inside: its points fill up that part"
    others = [one["id"] for one in parts if not one.get("optional") and "id" in one]
    if isinstance(inside, str) and inside not in others:
        close = nearest(inside, [one for one in others if isinstance(one, str)])
        yield f"{key}.inside", f"no part to fill up is called {shown(inside)}{close}"


def _sum(parts: Sequence[_Table]) -> Iterator[Problem]:
    """Finds weights that are not the whole. Says nothing while one is missing."""
    found = [part.get("percent") for part in parts if not part.get("optional")]
    numbers = [Fraction(str(one)) for one in found if _is_number(one) and 0 < one <= _WHOLE]
    if len(numbers) == len(found) and sum(numbers) != _WHOLE:
        total = float(sum(numbers))
        yield (
            "grading.part",
            f"the percents of what is not optional must add up to 100, not {total:g}",
        )


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _condition(condition: _Table, known: Sequence[str], key: str) -> Iterator[Problem]:
    if "assignments" in condition and condition.get("kind") == "attendance":
        yield f"{key}.assignments", "belongs to recognition, not to attendance"
        return
    for place, name in enumerate(_texts(condition, "assignments")):
        if name not in known:
            yield f"{key}.assignments[{place}]", _no_part(name, known)


def _recognition(table: object, known: Sequence[str]) -> Iterator[Problem]:
    if not isinstance(table, dict):
        return
    criteria_of = table.get("criteria_of")
    for name in criteria_of if isinstance(criteria_of, dict) else ():
        if name not in known:
            yield f"grading.recognition.criteria_of.{name}", _no_part(name, known)
    asked = {"in_time", "least_percent", "criteria", "criteria_of", "confirmed", "person"}
    if table.get("submitted") is False and not any(table.get(key) for key in asked):
        yield "grading.recognition.submitted", "must be true when nothing else is asked for"


def _no_part(name: str, known: Sequence[str]) -> str:
    return f"no part has the assignment {shown(name)}{nearest(name, known)}"


def _attendance(table: object) -> Iterator[Problem]:
    if not isinstance(table, dict):
        return
    if "attended" in table and not {"held", "sessions"} & table.keys():
        yield "grading.attendance.held", "is missing; give it, or sessions"
    if "held" in table and "attended" not in table:
        yield "grading.attendance.attended", "is missing; give it beside held"
    marks = table.get("marks")
    folded: dict[str, str] = {}
    for mark in marks if isinstance(marks, dict) else ():
        plain = "".join(unicodedata.normalize("NFKC", mark).upper().split())
        other = folded.setdefault(plain, mark)
        if not plain:
            yield f"grading.attendance.marks.{mark}", "must not be empty; see blank"
        elif other != mark:
            yield f"grading.attendance.marks.{mark}", f"is the same mark as {shown(other)}"


def _letters(table: _Table) -> Iterator[Problem]:
    letters = _tables(table, "letters")
    if "letter_without_condition" in table and not letters:
        yield "grading.letter_without_condition", "has no meaning without letters"
    leasts = [one.get("least") for one in letters]
    if not letters or not all(_is_number(one) for one in leasts):
        return
    for index, (one, other) in enumerate(pairwise(letters), 1):
        if other["least"] >= one["least"]:
            key = f"grading.letters[{index}].least"
            yield (
                key,
                f"must be less than {one['least']} of the letter before, got {other['least']}",
            )
    if leasts[-1] != 0:
        key = f"grading.letters[{len(letters) - 1}].least"
        yield key, f"must be 0 for the last letter, got {leasts[-1]}"
