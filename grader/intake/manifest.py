"""collected.json: what `grader collect` put into a folder, and where it came from.

The classes here define the file as other programs read it; `Collection` is the internal form.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import asdict, astuple

from grader.files import remove_drafts, write_file
from grader.model.collection import (
    AssignedFiles,
    Collected,
    CollectedFile,
    Collection,
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
from grader.model.course import Assignment, Deadline
from grader.model.errors import IntakeError, Message
from grader.records import DamagedRecord, from_plain, plain_of, to_plain

MANIFEST = "collected.json"
SCHEMA: Literal[1] = 1

_MAX_BYTES = 256 * 1_048_576

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

Count = Annotated[int, Meta(ge=0)]
Time = Annotated[datetime, Meta(tz=True, description="ISO 8601 with a zone")]


class ManifestReceived(Struct, frozen=True, kw_only=True):
    """When it was received."""

    at: Time
    source: TimeSource
    resolution_seconds: Annotated[Count, Meta(description="60: the LMS says minutes only")] = 1
    zone: Annotated[str, Meta(description="assumed, where the LMS wrote none")] = ""


class ManifestFile(Struct, frozen=True, kw_only=True):
    """A file that was placed into the folder."""

    name: Annotated[str, Meta(description="logical name inside the submission")]
    path: Annotated[str, Meta(description="where it lies, relative to this file, with /")]
    sha256: str
    role: Role
    attempt: Annotated[Count, Meta(description="as the LMS counts; 0: it does not")] = 0
    received: ManifestReceived | None = None
    modified: Annotated[
        datetime | None, Meta(description="as the archive says, without a zone")
    ] = None
    late: Annotated[bool, Meta(description="the LMS marks it as late")] = False


class ManifestNote(Struct, frozen=True, kw_only=True):
    """A note about one student's files."""

    check: str = ""
    case: NoteKind
    names: tuple[str, ...] = ()  # of the files it is about
    detail: str = ""


class ManifestStudent(Struct, frozen=True, kw_only=True):
    """A student who submitted something."""

    student: Annotated[str, Meta(min_length=1)]
    name: str = ""
    files: tuple[ManifestFile, ...] = ()
    submitted_at: Time | None = None
    late_seconds: Annotated[
        int | None, Meta(description="after the deadline; 0 within the grace; null: not known")
    ] = None
    attempt: Count = 0
    findings: tuple[ManifestNote, ...] = ()
    who: Annotated[Identity, Meta(description="as the LMS says")] = field(default_factory=Identity)
    received: ManifestReceived | None = None


class ManifestUnassigned(Struct, frozen=True, kw_only=True):
    """Files whose student is uncertain."""

    label: str
    files: tuple[ManifestFile, ...] = ()
    proposals: tuple[str, ...] = ()
    reason: str = ""
    who: Identity = field(default_factory=Identity)


class ManifestAssigned(Struct, frozen=True, kw_only=True):
    """Files that a person assigned under one label."""

    who: Identity = field(default_factory=Identity)
    sha256: tuple[str, ...] = ()


class ManifestRefused(Struct, frozen=True, kw_only=True):
    """An entry of a download that was not unpacked."""

    entry: str
    check: str = ""
    reason: Refusal
    detail: str = ""
    download: str = ""
    student: str = ""


class Manifest(Struct, frozen=True, kw_only=True):
    """The content of collected.json."""

    schema: Literal[1]
    assignment: str
    lms: Annotated[str, Meta(description="the profile's name; of several downloads with a +")]
    students: tuple[ManifestStudent, ...] = ()
    not_submitted: tuple[str, ...] = ()
    unassigned: tuple[ManifestUnassigned, ...] = ()
    refused: tuple[ManifestRefused, ...] = ()
    names: Annotated[Mapping[str, str], Meta(description="of the roster, by student")] = field(
        default_factory=dict
    )
    assigned: Annotated[Mapping[str, str], Meta(description="label -> student, by a person")] = (
        field(default_factory=dict)
    )
    assigned_files: Annotated[Mapping[str, ManifestAssigned], Meta(description="by label")] = field(
        default_factory=dict
    )
    complete: Annotated[tuple[str, ...], Meta(description="downloads that were whole")] = ()
    incomplete: Annotated[tuple[str, ...], Meta(description="that were cut off or empty")] = ()
    surely_missing: Annotated[
        tuple[str, ...], Meta(description="the LMS's own table says that they did not hand in")
    ] = ()
    claimed: Annotated[
        tuple[str, ...], Meta(description="without files, though the LMS says they handed in")
    ] = ()


class _Version(Struct, frozen=True, kw_only=True):
    schema: int


def manifest_bytes(collection: Collection, assignment: Assignment) -> bytes:
    """Serialise a collection; equal collections give equal bytes."""
    document = to_plain(_manifest(collection, assignment.deadline))
    for part in (
        *document["students"],
        *document["unassigned"],
        *document["assigned_files"].values(),
    ):  # what the LMS does not say is left out
        part["who"] = {key: text for key, text in part["who"].items() if text}
    text = json.dumps(document, ensure_ascii=False, indent=1, default=datetime.isoformat)
    return f"{text}\n".encode()


def write_manifest(folder: Path, collection: Collection, assignment: Assignment) -> bool:
    """Write collected.json atomically; return False if it is unchanged."""
    raw = manifest_bytes(collection, assignment)
    path = folder / MANIFEST
    if path.is_file() and not path.is_symlink() and path.read_bytes() == raw:
        return False
    remove_drafts(folder)
    write_file(path, raw, durable=True, private=True)
    return True


def read_manifest(folder: Path) -> Collection | None:
    """Read the manifest of a folder; None if there is none.

    Raises IntakeError if the file is not what `grader collect` writes.
    """
    path = folder / MANIFEST
    try:
        if not path.is_file() or path.is_symlink():
            return None
        if path.stat().st_size > _MAX_BYTES:
            raise _damaged(path, Message("too large"))
        raw = path.read_bytes()
    except OSError as error:
        raise IntakeError(
            "{path}: cannot be read: {reason}", path=path, reason=error.strerror
        ) from error
    try:
        document = plain_of(raw)
        _refuse_other_versions(document)
        return _collection(from_plain(document, Manifest))
    except DamagedRecord as damaged:
        raise _damaged(path, damaged.message) from damaged


def _refuse_other_versions(document: object) -> None:
    schema = from_plain(document, _Version).schema
    if schema != SCHEMA:
        raise DamagedRecord(
            Message("schema {number} is unknown to this version", {"number": schema})
        )


def _manifest(collection: Collection, deadline: Deadline) -> Manifest:
    return Manifest(
        schema=SCHEMA,
        assignment=collection.assignment,
        lms=collection.lms,
        students=tuple(
            _student(student, collection.names.get(student.student, ""), deadline)
            for student in sorted(collection.students, key=lambda student: student.student)
        ),
        not_submitted=tuple(sorted(collection.not_submitted)),
        unassigned=tuple(
            ManifestUnassigned(
                label=waiting.label,
                files=_files(waiting.files),
                proposals=waiting.proposals,
                reason=waiting.reason,
                who=waiting.who,
            )
            for waiting in sorted(collection.unassigned, key=lambda waiting: waiting.label)
        ),
        refused=tuple(
            ManifestRefused(
                entry=entry.entry,
                check="INT005",
                reason=entry.refusal,
                detail=entry.detail,
                download=entry.download,
                student=entry.student,
            )
            for entry in sorted(collection.refused, key=astuple)
        ),
        names=dict(sorted(collection.names.items())),
        assigned=dict(sorted(collection.assigned.items())),
        assigned_files={
            label: ManifestAssigned(who=files.who, sha256=tuple(sorted(files.digests)))
            for label, files in sorted(collection.assigned_files.items())
        },
        complete=tuple(sorted(collection.complete)),
        incomplete=tuple(sorted(collection.incomplete)),
        surely_missing=tuple(sorted(collection.surely_missing)),
        claimed=tuple(sorted(collection.claimed)),
    )


def _student(student: Collected, name: str, deadline: Deadline) -> ManifestStudent:
    """Convert a student; `name` is the roster's."""
    at = student.received.at if student.received else None
    return ManifestStudent(
        student=student.student,
        name=name or student.who.name,
        files=_files(student.files),
        submitted_at=at,
        late_seconds=deadline.late_seconds(student.student, at) if at else None,
        attempt=student.attempt,
        findings=tuple(
            ManifestNote(
                check=_CHECKS[note.kind], case=note.kind, names=note.names, detail=note.detail
            )
            for note in student.notes
        ),
        who=student.who,
        received=_received(student.received),
    )


def _files(files: Iterable[CollectedFile]) -> tuple[ManifestFile, ...]:
    return tuple(
        ManifestFile(
            name=file.name,
            path=file.path,
            sha256=file.sha256,
            role=file.role,
            attempt=file.attempt,
            received=_received(file.received),
            modified=file.modified,
            late=file.late,
        )
        for file in sorted(files, key=lambda file: file.path)
    )


def _received(received: Received | None) -> ManifestReceived | None:
    return ManifestReceived(**asdict(received)) if received is not None else None


def _collection(manifest: Manifest) -> Collection:
    _refuse_duplicates("students", (student.student for student in manifest.students))
    _refuse_duplicates("unassigned", (waiting.label for waiting in manifest.unassigned))
    return Collection(
        assignment=manifest.assignment,
        lms=manifest.lms,
        students=tuple(
            Collected(
                student=student.student,
                who=student.who,
                files=tuple(_collected_files(student.files, f"students.{number}")),
                received=_received_of(student.received),
                attempt=student.attempt,
                notes=tuple(
                    Note(kind=note.case, names=note.names, detail=note.detail)
                    for note in student.findings
                ),
            )
            for number, student in enumerate(manifest.students, start=1)
        ),
        not_submitted=manifest.not_submitted,
        unassigned=tuple(
            Unassigned(
                label=waiting.label,
                who=waiting.who,
                files=tuple(_collected_files(waiting.files, f"unassigned.{number}")),
                proposals=waiting.proposals,
                reason=waiting.reason,
            )
            for number, waiting in enumerate(manifest.unassigned, start=1)
        ),
        refused=tuple(
            RefusedEntry(
                entry=entry.entry,
                refusal=entry.reason,
                detail=entry.detail,
                download=entry.download,
                student=entry.student,
            )
            for entry in manifest.refused
        ),
        names=manifest.names,
        assigned=manifest.assigned,
        assigned_files={
            label: AssignedFiles(who=files.who, digests=files.sha256)
            for label, files in manifest.assigned_files.items()
        },
        complete=manifest.complete,
        incomplete=manifest.incomplete,
        surely_missing=manifest.surely_missing,
        claimed=manifest.claimed,
    )


def _collected_files(files: Iterable[ManifestFile], place: str) -> Iterator[CollectedFile]:
    """Convert files.

    Refuses paths outside the manifest's folder, since folders are renamed by them.
    """
    for number, file in enumerate(files, start=1):
        parts = file.path.split("/")
        if {"", ".", ".."} & {*parts} or {"\0", "\\"} & {*file.path} or parts[0].endswith(":"):
            raise DamagedRecord(
                Message(
                    "{place}: a path inside the folder of collected.json is expected",
                    {"place": f"{place}.files.{number}.path"},
                )
            )
        yield CollectedFile(
            name=file.name,
            path=file.path,
            sha256=file.sha256,
            role=file.role,
            attempt=file.attempt,
            received=_received_of(file.received),
            modified=file.modified.replace(tzinfo=None) if file.modified else None,
            late=file.late,
        )


def _received_of(received: ManifestReceived | None) -> Received | None:
    return Received(**asdict(received)) if received is not None else None


def _refuse_duplicates(place: str, names: Iterable[str]) -> None:
    listed = list(names)
    if len(set(listed)) < len(listed):
        raise DamagedRecord(Message("{place}: contains a duplicate", {"place": place}))


def _damaged(path: Path, what: Message) -> IntakeError:
    return IntakeError(
        "{path}: is damaged ({what}); restore the original file, or move it elsewhere "
        "and run grader collect again",
        path=path,
        what=what,
    )
