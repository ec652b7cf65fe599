"""What collecting wrote down about the folders that are graded."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field

from grader.intake.manifest import read_manifest
from grader.intake.names import logical
from grader.intake.reading import EntryKind, look, read_file
from grader.intake.refusal import FileRefused
from grader.model.collection import Collected, CollectedFile, Collection, NoteKind, Received, Role
from grader.model.submission import FileTrouble, Trouble

_MOST_BYTES = 64 * 1_048_576  # a larger file is not looked at to find out who moved it


class Provenance(Struct, frozen=True, kw_only=True):
    """What is known of each student and each folder; nothing without a manifest."""

    students: Mapping[str, Collected] = field(default_factory=dict)  # by student
    folders: Mapping[str, str] = field(default_factory=dict)  # folder -> student
    refused: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By student: the entries that were not unpacked, and why."""
    gone: tuple[tuple[Mapping[str, str], Received | None], ...] = ()
    """Of folders that a person moved away: digests by file, and when they came."""

    def troubles(self, student: str, root: Path | None) -> tuple[FileTrouble, ...]:
        """Says what a person has to know before this student's files are graded."""
        one = self.students.get(student)
        if one is None:
            return ()
        found = [*self._not_unpacked(one)]
        if root is not None:
            found += _several(one, root)
        return tuple(found)

    def received_in(self, root: Path | None) -> Received | None:
        """Says when the files of a folder came that a person moved there, or renamed."""
        if root is None:
            return None
        times = [
            received
            for files, received in self.gone
            if all(_digest(root, tuple(name.split("/"))) == files[name] for name in files)
        ]
        return times[0] if len(times) == 1 else None

    def without_files(self) -> Iterator[str]:
        """Names those who handed something in of which nothing could be unpacked."""
        for student, one in self.students.items():
            if not one.files and any(note.kind is NoteKind.REFUSED for note in one.notes):
                yield student

    def _not_unpacked(self, one: Collected) -> Iterator[FileTrouble]:
        reasons = self.refused.get(one.student, {})
        for note in one.notes:
            for name in note.names if note.kind is NoteKind.REFUSED else ():
                why = next((reasons[entry] for entry in reasons if entry.endswith(name)), "")
                yield FileTrouble(file=name, trouble=Trouble.NOT_UNPACKED, detail=why)


def provenance_of(folder: Path) -> Provenance:
    """Reads the manifest of a folder of submissions. Raises IntakeError when it is damaged."""
    collection = read_manifest(folder)
    if collection is None:
        return Provenance()
    refused: dict[str, dict[str, str]] = {}
    for entry in collection.refused:
        why = f"{entry.refusal} {entry.detail}".strip()
        refused.setdefault(entry.student, {})[entry.entry] = why
    return Provenance(
        students={one.student: one for one in collection.students},
        folders={
            file.path.split("/")[0]: one.student
            for one in collection.students
            for file in one.files
            if file.role is not Role.EARLIER
        },
        refused=refused,
        gone=tuple(_gone(collection, folder)),
    )


def _gone(
    collection: Collection, folder: Path
) -> Iterator[tuple[Mapping[str, str], Received | None]]:
    """Finds the folders of the manifest that are not there any more."""
    for student in collection.students:
        counted = [one for one in student.files if one.role is not Role.EARLIER]
        if counted and not (folder / counted[0].path.split("/")[0]).exists():
            yield _below(counted, 1), student.received
    for waiting in collection.unassigned:
        files = waiting.files
        if files and not folder.joinpath(*files[0].path.split("/")[:2]).exists():
            times = [one.received for one in files if one.received is not None]
            yield _below(files, 2), max(times, key=lambda one: one.at, default=None)


def _below(files: Sequence[CollectedFile], depth: int) -> Mapping[str, str]:
    return {"/".join(one.path.split("/")[depth:]): one.sha256 for one in files}


def _digest(root: Path, parts: tuple[str, ...]) -> str:
    try:
        return hashlib.sha256(read_file(root, parts, _MOST_BYTES)).hexdigest()
    except FileRefused:
        return ""


def _several(one: Collected, root: Path) -> Iterator[FileTrouble]:
    """Names equal versions while two of them are there: whoever removed one has decided."""
    for note in one.notes:
        if note.kind is not NoteKind.SEVERAL:
            continue
        there = [parts for name in note.names if _is_file(root, parts := tuple(name.split("/")))]
        if len(there) > 1:
            for parts in there:
                yield FileTrouble(file=logical(parts), trouble=Trouble.SEVERAL)


def _is_file(root: Path, parts: tuple[str, ...]) -> bool:
    try:
        return look(root, parts).kind is EntryKind.FILE
    except FileRefused:
        return False
