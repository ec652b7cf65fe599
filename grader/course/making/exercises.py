"""The exercises of a new assignment: each as a table, as it will stand in assignment.toml."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any

from grader.course.making.plan import Plan
from grader.course.toml_source import read_toml
from grader.model.course import Backend, Course
from grader.model.errors import CourseError

Table = Mapping[str, Any]

OWN = {"id", "operation", "backend", "entry", "aliases", "scope", "optional"}
"""What an exercise does not take from another one."""

ARRAYS = "arrays"  # what an entry is called with that is a plain function
MOVABLE = (Backend.CUPY, Backend.TORCH)  # what can run on a GPU


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted:
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


def draft_exercises(plan: Plan, course: Course) -> tuple[Drafted, ...]:
    """Makes one exercise of each operation on each backend."""
    models = list(_models(course))
    pairs = list(product(plan.operations, plan.backends))
    return tuple(_drafted(plan, operation, one, models) for operation, one in pairs)


Model = tuple[str, Table]  # the assignment's name, an exercise


def _models(course: Course) -> Iterator[Model]:
    """Gives every exercise of the course; what cannot be read is no model."""
    for path in sorted((course.root / "assignments").glob("*/assignment.toml")):
        try:
            document = read_toml(path, path.parent.name).document
        except CourseError:
            continue
        exercises = document.get("exercise")
        tables = exercises if isinstance(exercises, list) else []
        yield from ((path.parent.name, one) for one in tables if isinstance(one, dict))


def _drafted(plan: Plan, operation: str, backend: Backend, models: list[Model]) -> Drafted:
    alike = (
        (name, one)
        for name, one in models
        if (one.get("operation"), one.get("backend")) == (operation, backend.value)
    )
    name, model = next(alike, ("", {}))
    settings = {key: value for key, value in model.items() if key not in OWN}
    settings = settings if model else dict(defaults()[backend.value])
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
    if plan.device is not None and backend in MOVABLE:
        table["device"] = plan.device.value
    return Drafted(table=table, like=f"{name}, {model['id']}" if "id" in model else "")


@cache
def defaults() -> Table:
    """Reads the settings of each backend."""
    text = files("grader.course.making").joinpath("backends.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _entry(operation: str, backend: Backend, model: Table, *, several: bool) -> str:
    """Names the function; what makes a net keeps the name that its settings were made for."""
    if model.get("calls", ARRAYS) != ARRAYS and isinstance(model.get("entry"), str):
        return str(model["entry"])
    name = operation.replace("-", "_")
    return f"{name}_{backend}" if several else name


def _aliases(entry: str, model: Table) -> dict[str, list[str]]:
    """Takes another exercise's names over if the entry is one of them."""
    names = [model.get("entry"), *model.get("aliases", ())]
    others = [one for one in names if isinstance(one, str) and one != entry]
    return {"aliases": others} if entry in names and others else {}
