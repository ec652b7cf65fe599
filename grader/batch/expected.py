"""`expected.toml` of an example: the points, verdicts and parameters that it must get.

exercise = "matmul"  # what it is about; left out: every exercise
points = {program = 0.0}
[verdicts]
COR002 = "failed"
[params.COR002]
lookalike = "transposed"
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.model.course import Assignment
from grader.model.errors import CourseError
from grader.model.finding import Param, Verdict
from grader.registry import SLUGS


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What an example declares."""

    points: Mapping[str, float]  # by criterion
    verdicts: Mapping[str, Verdict]  # by check
    params: Mapping[str, Mapping[str, Param]]  # by check, then by name
    exercise: str = ""  # the only one that this is about; "" = all


def load_examples(assignment: Assignment) -> dict[Path, Expected]:
    """Reads every example's file, by folder; CourseError lists every problem of all of them."""
    examples: dict[Path, Expected] = {}
    problems: list[str] = []
    for path in sorted((assignment.folder / "examples").glob("*/expected.toml")):
        try:
            examples[path.parent] = _load(path, assignment)
        except CourseError as error:
            problems += error.problems
    if problems:
        raise CourseError(tuple(problems))
    return examples


def _load(path: Path, assignment: Assignment) -> Expected:
    name = "/".join(path.parts[-5:])
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CourseError((f"{name}: {error}",)) from error
    if problems := tuple(f"{name}: {problem}" for problem in _problems(table, assignment)):
        raise CourseError(problems)
    params = {
        code: {key: _param(value) for key, value in texts.items()}
        for code, texts in table.get("params", {}).items()
    }
    return Expected(
        points={key: float(value) for key, value in table["points"].items()},
        verdicts={code: Verdict(word) for code, word in table.get("verdicts", {}).items()},
        params=params,
        exercise=table.get("exercise", ""),
    )


def _problems(table: Mapping[str, Any], assignment: Assignment) -> Iterator[str]:
    known = {"exercise", "points", "verdicts", "params"}
    for key in table.keys() - known:
        yield f"{key}: no such key; there are {', '.join(sorted(known))}"
    if "points" not in table:
        yield "points: is missing; give the points of at least one criterion"
    exercises = {exercise.id for exercise in assignment.exercises}
    if table.get("exercise", "") not in {"", *exercises}:
        known_ones = ", ".join(sorted(exercises))
        yield f"exercise: {table['exercise']!r} is not known; there are {known_ones}"
    criteria = {criterion.id for criterion in assignment.rubric}
    yield from _entries(table, "points", criteria, _is_number, "must be a number")
    words = set(Verdict)
    verdicts = f"must be one of {', '.join(sorted(words))}"
    yield from _entries(table, "verdicts", set(SLUGS), lambda value: value in words, verdicts)
    is_table = "must be a table"
    yield from _entries(table, "params", set(SLUGS), lambda one: isinstance(one, dict), is_table)


def _entries(
    table: Mapping[str, Any],
    name: str,
    keys: set[str],
    fits: Callable[[Any], bool],
    complaint: str,
) -> Iterator[str]:
    entries = table.get(name, {})
    if not isinstance(entries, dict):
        yield f"{name}: must be a table"
        return
    for key, value in entries.items():
        if key not in keys:
            yield f"{name}.{key}: is not known; there are {', '.join(sorted(keys))}"
        elif not fits(value):
            yield f"{name}.{key}: {complaint}, got {value!r}"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _param(value: Any) -> Param:
    return tuple(value) if isinstance(value, list) else value
