"""collected.json: what `grader collect` put into a folder, and where it came from."""

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from grader.intake.fields import Damaged, Fields
from grader.intake.manifest_parts import (
    assigned_of,
    collected_of,
    pending_of,
    refused_of,
    write_assigned,
    write_collected,
    write_pending,
    write_refused,
)
from grader.model.collection import Collection
from grader.model.course import Assignment
from grader.model.errors import IntakeError

MANIFEST = "collected.json"
SCHEMA = 1

_MOST_BYTES = 256 * 1_048_576


def manifest_bytes(collection: Collection, assignment: Assignment) -> bytes:
    """Writes a collection down: the same collection gives the same bytes."""
    students = sorted(collection.students, key=lambda one: one.student)
    unassigned = sorted(collection.unassigned, key=lambda one: one.label)
    document = {
        "schema": SCHEMA,
        "assignment": collection.assignment,
        "lms": collection.lms,
        "students": [
            write_collected(one, collection.names.get(one.student, ""), assignment.deadline)
            for one in students
        ],
        "not_submitted": sorted(collection.not_submitted),
        "unassigned": [write_pending(one) for one in unassigned],
        "refused": sorted(map(write_refused, collection.refused), key=lambda one: [*one.values()]),
        "names": _sorted(collection.names),
        "assigned": _sorted(collection.assigned),
        "assigned_files": {
            label: write_assigned(collection.assigned_files[label])
            for label in sorted(collection.assigned_files)
        },
        "complete": sorted(collection.complete),
        "incomplete": sorted(collection.incomplete),
        "surely_missing": sorted(collection.surely_missing),
        "claimed": sorted(collection.claimed),
    }
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode("utf-8")


def write_manifest(folder: Path, collection: Collection, assignment: Assignment) -> bool:
    """Writes collected.json at once or not at all; False when it says the same already."""
    raw = manifest_bytes(collection, assignment)
    path = folder / MANIFEST
    if path.is_file() and not path.is_symlink() and path.read_bytes() == raw:
        return False
    draft = folder / f".{MANIFEST}.draft"
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(raw)
    draft.replace(path)
    return True


def read_manifest(folder: Path) -> Collection | None:
    """Reads what was collected into a folder; None when nothing was.

    Raises IntakeError when the file cannot be read as what `grader collect` writes.
    """
    path = folder / MANIFEST
    try:
        if not path.is_file() or path.is_symlink():
            return None
        if path.stat().st_size > _MOST_BYTES:
            raise _damaged(path, "too large")
        raw = path.read_bytes()
    except OSError as error:
        raise IntakeError(
            "{path}: cannot be read: {reason}", path=path, reason=error.strerror
        ) from error
    try:
        return _collection(Fields(json.loads(raw), ""))
    except Damaged as damaged:
        raise _damaged(path, str(damaged)) from damaged
    except (ValueError, RecursionError) as error:
        raise _damaged(path, "no JSON") from error


def _collection(document: Fields) -> Collection:
    schema = document.integer("schema")
    if schema != SCHEMA:
        raise Damaged(f"schema {schema} is not known to this version")
    students = tuple(collected_of(one) for one in document.each("students"))
    _once("students", (one.student for one in students))
    unassigned = tuple(pending_of(one) for one in document.each("unassigned"))
    _once("unassigned", (one.label for one in unassigned))
    return Collection(
        assignment=document.text("assignment"),
        lms=document.text("lms"),
        students=students,
        not_submitted=document.texts("not_submitted"),
        unassigned=unassigned,
        refused=tuple(refused_of(one) for one in document.each("refused")),
        names=document.mapping("names"),
        assigned=document.mapping("assigned"),
        assigned_files={
            label: assigned_of(found) for label, found in document.named("assigned_files")
        },
        complete=document.texts("complete"),
        incomplete=document.texts("incomplete"),
        surely_missing=document.texts("surely_missing"),
        claimed=document.texts("claimed"),
    )


def _once(where: str, names: Iterable[str]) -> None:
    listed = list(names)
    if len(set(listed)) < len(listed):
        raise Damaged(f"{where}: one is there twice")


def _sorted(texts: Mapping[str, str]) -> dict[str, str]:
    return {key: texts[key] for key in sorted(texts)}


def _damaged(path: Path, what: str) -> IntakeError:
    return IntakeError(
        "{path}: is damaged ({what}); put back what was there, or move it away and collect again",
        path=path,
        what=what,
    )
