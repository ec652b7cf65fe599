"""The parts of collected.json: students, files, notes, times, each written and read here."""

from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from typing import TypeVar

from grader.intake.fields import Fields
from grader.model.collection import (
    AssignedFiles,
    Collected,
    CollectedFile,
    Identity,
    Note,
    NoteKind,
    Received,
    Refusal,
    RefusedEntry,
    Role,
    TimeSource,
    Unassigned,
)
from grader.model.lateness import Deadline

Json = dict[str, object]
_Word = TypeVar("_Word", bound=StrEnum)

# The check that a note belongs to.
_CHECKS: Mapping[NoteKind, str] = {
    NoteKind.LATE: "INT001",
    NoteKind.NO_SOURCE: "INT002",
    NoteKind.SEVERAL: "INT004",
    NoteKind.EARLIER: "INT004",
    NoteKind.BY_HAND: "INT004",
    NoteKind.REPAIRED: "INT006",
    NoteKind.REFUSED: "INT005",
    NoteKind.UNKNOWN: "INT003",
    NoteKind.FROM_FILE_NAME: "INT003",
    NoteKind.OTHER_ID: "INT003",
}


def write_collected(one: Collected, name: str, deadline: Deadline) -> Json:
    """Writes a student down; `name` is the roster's."""
    late = deadline.late_seconds(one.student, one.received.at) if one.received else None
    return {
        "student": one.student,
        "name": name or one.who.name,
        "files": [_write_file(file) for file in sorted(one.files, key=lambda file: file.path)],
        "submitted_at": one.received.at.isoformat() if one.received else None,
        "late_seconds": late,
        "attempt": one.attempt,
        "findings": [_write_note(note) for note in one.notes],
        "who": _write_who(one.who),
        "received": _write_received(one.received),
    }


def write_pending(one: Unassigned) -> Json:
    """Writes down whose student is not known."""
    return {
        "label": one.label,
        "files": [_write_file(file) for file in sorted(one.files, key=lambda file: file.path)],
        "proposals": list(one.proposals),
        "reason": one.reason,
        "who": _write_who(one.who),
    }


def write_assigned(one: AssignedFiles) -> Json:
    """Writes down which files a person assigned."""
    return {"who": _write_who(one.who), "sha256": sorted(one.digests)}


def write_refused(one: RefusedEntry) -> dict[str, str]:
    """Writes down what was not unpacked."""
    return {
        "entry": one.entry,
        "check": "INT005",
        "reason": one.refusal.value,
        "detail": one.detail,
        "download": one.download,
        "student": one.student,
    }


def collected_of(found: Fields) -> Collected:
    """Reads a student. Raises Damaged."""
    student = found.text("student")
    if not student:
        raise found.wrong("student", "a text")
    return Collected(
        student=student,
        who=_who(found),
        files=tuple(_file(one) for one in found.each("files")),
        received=_received(found),
        attempt=found.integer("attempt", 0),
        notes=tuple(_note(one) for one in found.each("findings")),
    )


def pending_of(found: Fields) -> Unassigned:
    """Reads whose student is not known. Raises Damaged."""
    return Unassigned(
        label=found.text("label"),
        who=_who(found),
        files=tuple(_file(one) for one in found.each("files")),
        proposals=found.texts("proposals"),
        reason=found.text("reason", ""),
    )


def assigned_of(found: Fields) -> AssignedFiles:
    """Reads which files a person assigned. Raises Damaged."""
    return AssignedFiles(who=_who(found), digests=found.texts("sha256"))


def refused_of(found: Fields) -> RefusedEntry:
    """Reads what was not unpacked. Raises Damaged."""
    return RefusedEntry(
        entry=found.text("entry"),
        refusal=_word(found, "reason", Refusal),
        detail=found.text("detail", ""),
        download=found.text("download", ""),
        student=found.text("student", ""),
    )


def _write_file(one: CollectedFile) -> Json:
    return {
        "name": one.name,
        "path": one.path,
        "sha256": one.sha256,
        "role": one.role.value,
        "attempt": one.attempt,
        "received": _write_received(one.received),
        "modified": one.modified.isoformat() if one.modified else None,
        "late": one.late,
    }


def _file(found: Fields) -> CollectedFile:
    path = found.text("path")
    parts = path.split("/")
    if {"", ".", ".."} & {*parts} or {"\0", "\\"} & {*path} or parts[0].endswith(":"):
        raise found.wrong("path", "a path below the manifest's folder")
    modified = found.time("modified")
    return CollectedFile(
        name=found.text("name"),
        path=path,
        sha256=found.text("sha256"),
        role=_word(found, "role", Role),
        attempt=found.integer("attempt", 0),
        received=_received(found),
        modified=modified.replace(tzinfo=None) if modified else None,
        late=found.flag("late"),
    )


def _write_received(one: Received | None) -> Json | None:
    if one is None:
        return None
    return {
        "at": one.at.isoformat(),
        "source": one.source.value,
        "resolution_seconds": one.resolution_seconds,
        "zone": one.zone,
    }


def _received(found: Fields) -> Received | None:
    inner = found.inner("received")
    if inner is None:
        return None
    at = inner.time("at")
    if at is None or at.tzinfo is None:
        raise inner.wrong("at", "a time with a zone")
    return Received(
        at=at,
        source=_word(inner, "source", TimeSource),
        resolution_seconds=inner.integer("resolution_seconds", 1),
        zone=inner.text("zone", ""),
    )


def _write_note(one: Note) -> Json:
    return {
        "check": _CHECKS[one.kind],
        "case": one.kind.value,
        "names": list(one.names),
        "detail": one.detail,
    }


def _note(found: Fields) -> Note:
    kind = _word(found, "case", NoteKind)
    return Note(kind=kind, names=found.texts("names"), detail=found.text("detail", ""))


def _write_who(one: Identity) -> dict[str, str]:
    texts: dict[str, str] = {field.name: getattr(one, field.name) for field in fields(one)}
    return {key: text for key, text in texts.items() if text}


def _who(found: Fields) -> Identity:
    inner = found.inner("who")
    if inner is None:
        return Identity()
    return Identity(**{field.name: inner.text(field.name, "") for field in fields(Identity)})


def _word(found: Fields, key: str, words: type[_Word]) -> _Word:
    text = found.text(key)
    try:
        return words(text)
    except ValueError:
        raise found.wrong(key, "one of " + ", ".join(words)) from None
