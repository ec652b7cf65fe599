"""What a course says about time: extensions, and what being late costs."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

from grader.course.schemas import Problem, shown
from grader.model.lateness import LateKind, LatePolicy, LateStep

_TIME = "must be a date and time with a zone, such as 2025-04-17T23:59:00+09:00, got "

_BELONGS: Mapping[str, tuple[LateKind, ...]] = {
    "percent_per_day": (LateKind.PER_DAY,),
    "least_percent": (LateKind.PER_DAY, LateKind.STEPS),
    "steps": (LateKind.STEPS,),
}
"""Keys of [late] that mean something only with these policies."""

_NEEDS: Mapping[LateKind, str] = {
    LateKind.PER_DAY: "percent_per_day",
    LateKind.STEPS: "steps",
}


def build_late(table: Mapping[str, Any]) -> LatePolicy:
    """Builds the policy from a table without problems."""
    numbers = ("percent_per_day", "least_percent", "cut_off_hours")
    given: dict[str, Any] = {key: float(table[key]) for key in numbers if key in table}
    steps = (
        LateStep(hours=float(one["hours"]), percent=float(one["percent"]))
        for one in table.get("steps", ())
    )
    return LatePolicy(kind=LateKind(table["policy"]), steps=tuple(steps), **given)


def build_extensions(table: Mapping[str, str]) -> Mapping[str, datetime]:
    """Builds the extensions by student, from a table without problems."""
    return {_id(student): datetime.fromisoformat(until) for student, until in table.items()}


def time_problems(found: str, key: str) -> Iterator[Problem]:
    """Finds what is no date and time with a zone."""
    try:
        time = datetime.fromisoformat(found)
    except ValueError:
        yield key, _TIME + shown(found)
        return
    if time.tzinfo is None:
        yield key, _TIME + f"{found} without a zone"


def extension_problems(table: object, due: object) -> Iterator[Problem]:
    """Finds ids that are one student's, and extensions that are none."""
    if not isinstance(table, dict):
        return
    taken: dict[str, str] = {}
    for student, until in table.items():
        key = f"extensions.{student}"
        other = taken.setdefault(_id(student), student)
        if not _id(student):
            yield key, "must be a student's id"
        if other != student:
            yield key, f"is the same student as {shown(other)}"
        if isinstance(until, str):
            wrong = list(time_problems(until, key))
            yield from wrong or _no_extension(until, due, key)


def late_problems(table: object) -> Iterator[Problem]:
    """Finds keys that the policy does not know or misses, and steps that do not fit together."""
    policy = table.get("policy") if isinstance(table, dict) else None
    if not isinstance(table, dict) or policy not in list(LateKind):
        return
    kind = LateKind(policy)
    for key, kinds in _BELONGS.items():
        if key in table and kind not in kinds:
            yield f"late.{key}", f"belongs to the policy {' or '.join(kinds)}, not to {kind}"
    wanted = _NEEDS.get(kind)
    if wanted is not None and wanted not in table:
        yield f"late.{wanted}", f"is missing; the policy {kind} needs it"
    yield from _steps(table.get("steps"))


def _steps(found: object) -> Iterator[Problem]:
    steps = found if isinstance(found, list) else []
    for index, (one, other) in enumerate(pairwise(steps), 1):
        if _numbers((one, other), "hours") and other["hours"] <= one["hours"]:
            yield (
                f"late.steps[{index}].hours",
                f"must be more than {one['hours']} of the step before, got {other['hours']}",
            )
        if _numbers((one, other), "percent") and other["percent"] > one["percent"]:
            yield (
                f"late.steps[{index}].percent",
                f"must not be over {one['percent']} of the step before, got {other['percent']}",
            )


def _numbers(steps: Sequence[object], key: str) -> bool:
    return all(
        isinstance(step, dict)
        and isinstance(step.get(key), int | float)
        and not isinstance(step[key], bool)
        for step in steps
    )


def _no_extension(until: str, due: object, key: str) -> Iterator[Problem]:
    """Finds a later deadline that is earlier."""
    if not isinstance(due, str) or list(time_problems(due, "due")):
        return
    if datetime.fromisoformat(until) < datetime.fromisoformat(due):
        yield key, f"must not be before due, {due}, got {until}"


def _id(student: str) -> str:
    """Writes an id as the model does: NFKC, upper case, without white space around it."""
    return unicodedata.normalize("NFKC", student).strip().upper()
