"""Turns checked documents into the model's values. Defaults stand in the model alone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

from grader.course.deadlines import build_extensions, build_late
from grader.course.grading import build_grading
from grader.model.course import (
    Assignment,
    Backend,
    Calls,
    Case,
    CaseKind,
    Compilation,
    Course,
    Criterion,
    DeviceKind,
    Exercise,
    Form,
    Limits,
    Precision,
    ReportSpec,
    RequiredChapter,
    Scope,
    Slowest,
    Sweep,
    Visibility,
)
from grader.model.retention import Retention

_FACTOR = 2.0  # between a size and the next
_WHOLE = ("memory_mib", "output_bytes", "disk_mib", "threads")


def build_course(document: Mapping[str, Any], root: Path) -> Course:
    """Builds the Course from a document without problems."""
    given = {key: kind(document[key]) for key, kind in _COURSE.items() if key in document}
    accepted = document.get("sandbox", {}).get("accept_level", "")
    return Course(root=root, accept_level=accepted, **given)


def build_assignment(document: Mapping[str, Any], folder: Path, course: Course) -> Assignment:
    """Builds the Assignment from a document without problems; the course has the defaults."""
    given: dict[str, Any] = {"grace_seconds": course.grace_seconds, "late": course.late}
    given |= {key: kind(document[key]) for key, kind in _ASSIGNMENT.items() if key in document}
    return Assignment(
        id=document["id"],
        title=document["title"],
        due=datetime.fromisoformat(document["due"]),
        source=document["source"],
        exercises=_exercises(document["exercise"]),
        rubric=tuple(_criterion(table) for table in document["rubric"]),
        folder=folder,
        report=_report(document["report"]) if "report" in document else None,
        **given,
    )


def _layouts(table: Mapping[str, Any]) -> Mapping[str, str]:
    return {name: layout["pattern"] for name, layout in table.items()}


def _retention(table: Mapping[str, Any]) -> Retention:
    until = table.get("keep_until")
    return Retention(
        keep_days=table.get("keep_days"),
        keep_until=None if until is None else date.fromisoformat(until),
    )


_COURSE: Mapping[str, Callable[[Any], Any]] = {
    "title": dict,
    "zone": str,
    "student_id": str,
    "grace_seconds": int,
    "late": build_late,
    "roster": str,
    "attendance": str,
    "lms": _layouts,
    "retention": _retention,
    "grading": build_grading,
}
"""The keys of course.toml, with the way to read each."""

_ASSIGNMENT: Mapping[str, Callable[[Any], Any]] = {
    "file_bytes": int,
    "grace_seconds": int,
    "extensions": build_extensions,
    "late": build_late,
}
"""Keys of an assignment that the model or the course has a default for."""


def _exercises(tables: Sequence[Mapping[str, Any]]) -> tuple[Exercise, ...]:
    """Builds them; where one entry serves for several exercises, they go by their ids."""
    entries = [table["entry"] for table in tables]
    built = (_exercise(table, _names_of_others(table, tables)) for table in tables)
    return tuple(
        replace(one, label=one.id) if entries.count(one.entry) > 1 else one for one in built
    )


def _names_of_others(
    table: Mapping[str, Any], exercises: Sequence[Mapping[str, Any]]
) -> tuple[str, ...]:
    """Collects what the functions of the other exercises may be called, but for its own names."""
    own = {table["entry"], *table.get("aliases", ())}
    others = [one for one in exercises if one is not table]
    names = {name for one in others for name in (one["entry"], *one.get("aliases", ()))}
    return tuple(sorted(names - own))


def _exercise(table: Mapping[str, Any], others: tuple[str, ...]) -> Exercise:
    cases = table["cases"]
    given: dict[str, Any] = {
        name: kind(table[key]) for key, (name, kind) in _GIVEN.items() if key in table
    }
    return Exercise(
        id=table["id"],
        operation=table["operation"],
        backend=Backend(table["backend"]),
        entry=table["entry"],
        aliases=tuple(table.get("aliases", ())),
        allowed_imports=tuple(sorted(table.get("allowed_imports", ()))),
        cases=tuple(
            Case(size=int(size), kind=kind) for kind in CaseKind for size in cases.get(kind, ())
        ),
        limits=_limits(table.get("limits", {})),
        sweep=_sweep(table["sweep"]) if "sweep" in table else None,
        optional=table.get("optional", False),
        requires=tuple(table.get("requires", ())),
        variant=tuple(sorted(table.get("variant", {}).items())),
        others=others,
        **given,
    )


def _forms(names: Sequence[str]) -> tuple[Form, ...]:
    return tuple(Form(name) for name in names)


def _compilation(table: Mapping[str, Any]) -> Compilation:
    kinds: Mapping[str, Callable[[Any], Any]] = {"flags": tuple, "seconds": float}
    return Compilation(**{key: kind(table[key]) for key, kind in kinds.items() if key in table})


_GIVEN: Mapping[str, tuple[str, Callable[[Any], Any]]] = {
    "scope": ("scope", Scope),
    "device": ("device", DeviceKind),
    "calls": ("calls", Calls),
    "gives": ("gives", _forms),
    "dtype": ("dtype", str),
    "precision": ("precision", Precision),
    "secret_sizes": ("secret_sizes", int),
    "compile": ("compilation", _compilation),
}
"""Keys that the model has a default for: its name there, and the way to read each."""


def _limits(table: Mapping[str, Any]) -> Limits:
    given: dict[str, Any] = {
        key: int(value) if key in _WHOLE else float(value) for key, value in table.items()
    }
    return Limits(**given)


def _sweep(table: Mapping[str, Any]) -> Sweep:
    """Spells a geometric row of sizes out; its last size is always among them."""
    sizes = [int(size) for size in table.get("sizes", ())]
    if not sizes:
        size, last = float(table["first"]), int(table["last"])
        while round(size) < last:
            sizes.append(round(size))
            size *= table.get("factor", _FACTOR)
        sizes.append(last)
    kinds: Mapping[str, Callable[[Any], Any]] = {
        "seconds": float,
        "minimum": int,
        "maximum": int,
        "slowest": _slowest,
    }
    given = {key: kind(table[key]) for key, kind in kinds.items() if key in table}
    return Sweep(sizes=tuple(dict.fromkeys(sizes)), **given)


def _slowest(table: Mapping[str, Any]) -> Slowest:
    return Slowest(baseline=table["baseline"], ratio=float(table["ratio"]))


def _report(table: Mapping[str, Any]) -> ReportSpec:
    given = {key: kind(table[key]) for key, kind in _REPORT.items() if key in table}
    chapters = (
        RequiredChapter(id=one["id"], title=one["title"], synonyms=tuple(one["synonyms"]))
        for one in table.get("chapter", ())
    )
    return ReportSpec(chapters=tuple(chapters), **given)


_REPORT: Mapping[str, Callable[[Any], Any]] = {
    "least_chapters": int,
    "graphs": int,
    "relation": bool,
    "backends": tuple,
    "template": tuple,
    "task": tuple,
    "file_bytes": int,
}
"""Keys of a report that the model has a default for, with the way to read each."""


def _criterion(table: Mapping[str, Any]) -> Criterion:
    return Criterion(
        id=table["id"],
        title=table["title"],
        points=float(table["points"]),
        checks=tuple(table.get("checks", ())),
        exercises=tuple(table.get("exercises", ())),
        evidence=tuple(table.get("evidence", ())),
        visibility=Visibility(table.get("visibility", Visibility.STUDENT)),
    )
