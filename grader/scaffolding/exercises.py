"""The tables of a new assignment's file: its exercises, its marking scheme, and its report."""

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
"""What an exercise does not take from another one."""

ARRAYS = "arrays"  # what an entry is called with that is a plain function

PROGRAM = ("INT", "POL", "RUN", "COR")
OF_REPORT = 4  # parts of the points: two are the programs', one the discussion's, one the form's
STEP = 0.5


class Drafted(Struct, frozen=True, kw_only=True):
    """One exercise of the draft."""

    table: dict[str, Any]
    like: str  # "kadai2, matmul_numpy": whose settings it has; "" = those of the backend

    @property
    def id(self) -> str:
        """Is its name."""
        return str(self.table["id"])

    @property
    def entry(self) -> str:
        """Is what the function is called."""
        return str(self.table["entry"])

    @property
    def backend(self) -> Backend:
        """Is what it is written with."""
        return Backend(self.table["backend"])

    @property
    def is_function(self) -> bool:
        """Whether the entry is a function of arrays."""
        return bool(self.table.get("calls", ARRAYS) == ARRAYS)


def draft_exercises(plan: AssignmentPlan, course: Course) -> tuple[Drafted, ...]:
    """Makes one exercise of each operation on each backend."""
    models = [
        (name, table)
        for name, tables in _tables(course, "exercise")
        for table in (tables if isinstance(tables, list) else ())
        if isinstance(table, dict)
    ]
    pairs = list(product(plan.operations, plan.backends))
    return tuple(_drafted(plan, operation, backend, models) for operation, backend in pairs)


def _tables(course: Course, key: str) -> Iterator[tuple[str, Any]]:
    """Gives what each assignment has under a key; a file that cannot be read has nothing."""
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
    """Read the words of the marking scheme, and the report where the course has none."""
    return tomllib.loads(files(__package__).joinpath("defaults.toml").read_text(encoding="utf-8"))


def _entry(operation: str, backend: Backend, model: Table, *, several: bool) -> str:
    """Names the function; what a plugin calls keeps the name that its settings were made for."""
    if model.get("calls", ARRAYS) != ARRAYS and isinstance(model.get("entry"), str):
        return str(model["entry"])
    name = operation.replace("-", "_")
    return f"{name}_{backend}" if several else name


def _aliases(entry: str, model: Table) -> dict[str, list[str]]:
    """Takes another exercise's names over if the entry is one of them."""
    names = [model.get("entry"), *model.get("aliases", ())]
    others = [alias for alias in names if isinstance(alias, str) and alias != entry]
    return {"aliases": others} if entry in names and others else {}


class DraftedCriterion(Struct, frozen=True, kw_only=True):
    """One line of the marking scheme, with who decides it in words."""

    table: Mapping[str, Any]
    decided: Mapping[str, str]

    @property
    def points(self) -> float:
        """Is what it gives."""
        return float(self.table["points"])


def draft_rubric(
    exercises: Sequence[Drafted], points: float, *, report: bool
) -> tuple[DraftedCriterion, ...]:
    """Shares the points out: to the programs, or half to them and half to the report."""
    words = defaults()["rubric"]
    part = points / OF_REPORT // STEP * STEP if report else 0.0
    shares = _shares(points - 2 * part, len(exercises))
    criteria = [of_program(*pair) for pair in zip(exercises, shares, strict=True)]
    if report:
        criteria += [_of_report(words[name], name, part) for name in ("discussion", "form")]
    return tuple(criteria)


def _shares(points: float, count: int) -> list[float]:
    """Divides into whole or half points, finer only where there are too few; the first get more."""
    step = STEP
    while points / step < count:
        step /= 2
    each, rest = divmod(round(points / step), count)
    return [step * (each + (place < rest)) for place in range(count)]


def of_program(
    exercise: Drafted, points: float, checks: Sequence[str] = PROGRAM, shown: str = ""
) -> DraftedCriterion:
    """Gives points for one exercise; `shown` is what it is called, where that is not its entry."""
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
    """Asks for what another report of the course has to hold, in the words found there.

    Phrases that only repeat a task are of that task, and are left out.
    """
    others = (table for _, table in _tables(course, "report") if isinstance(table, dict))
    report = dict(next((table for table in others if table.get("chapter")), defaults()["report"]))
    report.pop("backends", None)
    report.pop("task", None)
    backends = list(dict.fromkeys(exercise.backend.value for exercise in exercises))
    if len(backends) > 1:
        report = {"backends": backends, **report}
    return {**report, "relation": len(backends) == 1}
