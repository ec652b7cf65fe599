"""Build the tables of a new assignment's file: exercises, marking scheme and report."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any

from msgspec import Struct

from grader.backends import BACKENDS
from grader.course.toml_source import read_toml
from grader.model.course import Backend, Course
from grader.model.errors import CourseError
from grader.scaffolding.plan import AssignmentPlan
from grader.wording import LANGUAGES

Table = Mapping[str, Any]

OWN = {"id", "operation", "backend", "entry", "aliases", "scope", "optional"}
"""Keys that are not copied from another exercise."""

ARRAYS = "arrays"  # value of `calls` for plain functions

PROGRAM = ("INT", "POL", "RUN", "COR")
OF_REPORT = 4  # quarters of the points: two for programs, one for the discussion, one for the form
STEP = 0.5


class Drafted(Struct, frozen=True, kw_only=True):
    """One exercise of the draft."""

    table: dict[str, Any]
    like: str  # "kadai2, matmul_numpy", whose settings it copies; "" = the backend's defaults

    @property
    def id(self) -> str:
        """The exercise's id."""
        return str(self.table["id"])

    @property
    def entry(self) -> str:
        """The name of the function."""
        return str(self.table["entry"])

    @property
    def backend(self) -> Backend:
        """The backend."""
        return Backend(self.table["backend"])

    @property
    def is_function(self) -> bool:
        """Whether the entry is a function of arrays."""
        return bool(self.table.get("calls", ARRAYS) == ARRAYS)


def draft_exercises(plan: AssignmentPlan, course: Course) -> tuple[Drafted, ...]:
    """Draft one exercise for each combination of operation and backend."""
    models = [
        (name, table)
        for name, tables in _tables(course, "exercise")
        for table in (tables if isinstance(tables, list) else ())
        if isinstance(table, dict)
    ]
    pairs = list(product(plan.operations, plan.backends))
    return tuple(_drafted(plan, operation, backend, models) for operation, backend in pairs)


def _tables(course: Course, key: str) -> Iterator[tuple[str, Any]]:
    """Yield the value of a key in each assignment; unreadable files are skipped."""
    for path in sorted((course.root / "assignments").glob("*/assignment.toml")):
        try:
            yield path.parent.name, read_toml(path, path.parent.name).document.get(key)
        except CourseError:
            continue


def _drafted(
    plan: AssignmentPlan, operation: str, backend: Backend, models: Sequence[tuple[str, Table]]
) -> Drafted:
    alike = (
        (name, candidate)
        for name, candidate in models
        if (candidate.get("operation"), candidate.get("backend")) == (operation, backend.value)
    )
    name, model = next(alike, ("", {}))
    settings = {key: value for key, value in model.items() if key not in OWN}
    settings = settings if model else dict(BACKENDS[backend].new_exercise)
    several = len(plan.operations) * len(plan.backends) > 1
    entry = _entry(operation, backend, model, several=several)
    table: dict[str, Any] = {
        "id": f"{operation}_{backend}"[:32] if several else operation,
        "operation": operation,
        "backend": backend.value,
        "entry": entry,
        **_aliases(entry, model),
        "scope": "function" if several else "file",
        **settings,
    }
    if plan.device is not None and BACKENDS[backend].movable:
        table["device"] = plan.device.value
    return Drafted(table=table, like=f"{name}, {model['id']}" if "id" in model else "")


@cache
def defaults() -> Table:
    """Return the texts of the marking scheme, and of a default report."""
    return tomllib.loads(files(__package__).joinpath("defaults.toml").read_text(encoding="utf-8"))


def _entry(operation: str, backend: Backend, model: Table, *, several: bool) -> str:
    """Return the name of the function; a plugin's entry keeps the name its settings expect."""
    if model.get("calls", ARRAYS) != ARRAYS and isinstance(model.get("entry"), str):
        return str(model["entry"])
    name = operation.replace("-", "_")
    return f"{name}_{backend}" if several else name


def _aliases(entry: str, model: Table) -> dict[str, list[str]]:
    """Return the names of another exercise as aliases if the entry is one of them."""
    names = [model.get("entry"), *model.get("aliases", ())]
    others = [alias for alias in names if isinstance(alias, str) and alias != entry]
    return {"aliases": others} if entry in names and others else {}


class DraftedCriterion(Struct, frozen=True, kw_only=True):
    """One row of the marking scheme, with a description of who decides it."""

    table: Mapping[str, Any]
    decided: Mapping[str, str]

    @property
    def points(self) -> float:
        """The points of the criterion."""
        return float(self.table["points"])


def draft_rubric(
    exercises: Sequence[Drafted], points: float, *, report: bool
) -> tuple[DraftedCriterion, ...]:
    """Divide the points: all to the programs, or half to them and half to the report."""
    words = defaults()["rubric"]
    part = points / OF_REPORT // STEP * STEP if report else 0.0
    shares = _shares(points - 2 * part, len(exercises))
    criteria = [of_program(*pair) for pair in zip(exercises, shares, strict=True)]
    if report:
        criteria += [_of_report(words[name], name, part) for name in ("discussion", "form")]
    return tuple(criteria)


def _shares(points: float, count: int) -> list[float]:
    """Divide into multiples of 0.5, finer only if there are too few; the first get more."""
    step = STEP
    while points / step < count:
        step /= 2
    each, rest = divmod(round(points / step), count)
    return [step * (each + (place < rest)) for place in range(count)]


def of_program(
    exercise: Drafted, points: float, checks: Sequence[str] = PROGRAM, shown: str = ""
) -> DraftedCriterion:
    """Build the criterion of one exercise; `shown` is its name in the title, if not its entry."""
    words = defaults()["rubric"]["program"]
    about = {"entry": shown or exercise.entry, "backend": BACKENDS[exercise.backend].printed}
    title = {lang: words[lang].format(**about) for lang in LANGUAGES}
    return DraftedCriterion(
        table={
            "id": exercise.id,
            "title": title,
            "points": points,
            "checks": list(checks),
            "exercises": [exercise.id],
        },
        decided=words["decided"],
    )


def _of_report(words: Table, name: str, points: float) -> DraftedCriterion:
    kinds = {key: list(words[key]) for key in ("checks", "evidence") if key in words}
    title = {lang: words[lang] for lang in LANGUAGES}
    table = {"id": f"report_{name}", "title": title, "points": points, **kinds}
    return DraftedCriterion(table=table, decided=words["decided"])


def draft_report(course: Course, exercises: Sequence[Drafted]) -> dict[str, Any]:
    """Draft a report like another one of the course, in its words.

    Its phrases that only repeat the task belong to that task and are dropped.
    """
    others = (table for _, table in _tables(course, "report") if isinstance(table, dict))
    report = dict(next((table for table in others if table.get("chapter")), defaults()["report"]))
    report.pop("backends", None)
    report.pop("task", None)
    backends = list(dict.fromkeys(exercise.backend.value for exercise in exercises))
    if len(backends) > 1:
        report = {"backends": backends, **report}
    return {**report, "relation": len(backends) == 1}
