"""Turns checked documents into the model's values. Defaults stand in the model alone."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from grader.model.course import (
    Assignment,
    Backend,
    Case,
    CaseKind,
    Course,
    Criterion,
    Exercise,
    Limits,
    Visibility,
)

_WHOLE = ("memory_mib", "output_bytes", "disk_mib", "threads")


def build_course(document: Mapping[str, Any], root: Path) -> Course:
    """Builds the Course from a document without problems."""
    return Course(root=root, **document)


def build_assignment(document: Mapping[str, Any], folder: Path) -> Assignment:
    """Builds the Assignment from a document without problems."""
    given = {key: int(document[key]) for key in ("file_bytes",) if key in document}
    return Assignment(
        id=document["id"],
        title=document["title"],
        due=datetime.fromisoformat(document["due"]),
        source=document["source"],
        exercises=tuple(_exercise(table) for table in document["exercise"]),
        rubric=tuple(_criterion(table) for table in document["rubric"]),
        folder=folder,
        **given,
    )


def _exercise(table: Mapping[str, Any]) -> Exercise:
    cases = table["cases"]
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
        optional=table.get("optional", False),
    )


def _limits(table: Mapping[str, Any]) -> Limits:
    given: dict[str, Any] = {
        key: int(value) if key in _WHOLE else float(value) for key, value in table.items()
    }
    return Limits(**given)


def _criterion(table: Mapping[str, Any]) -> Criterion:
    return Criterion(
        id=table["id"],
        title=table["title"],
        points=float(table["points"]),
        checks=tuple(table.get("checks", ())),
        exercises=tuple(table.get("exercises", ())),
        visibility=Visibility(table.get("visibility", Visibility.STUDENT)),
    )
