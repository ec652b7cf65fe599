"""What collecting wrote down about the folders that are graded."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from grader.intake.manifest import read_manifest
from grader.intake.names import logical
from grader.intake.reading import Kind, look
from grader.intake.refusal import Refused
from grader.model.collection import Collected, NoteKind, Role
from grader.model.submission import FileTrouble, Trouble


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """What is known of each student and each folder; nothing without a manifest."""

    students: Mapping[str, Collected] = field(default_factory=dict)  # by student
    folders: Mapping[str, str] = field(default_factory=dict)  # folder -> student
    refused: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By student: the entries that were not unpacked, and why."""

    def troubles(self, student: str, root: Path | None) -> tuple[FileTrouble, ...]:
        """Says what a person has to know before this student's files are graded."""
        one = self.students.get(student)
        if one is None:
            return ()
        found = [*self._not_unpacked(one)]
        if root is not None:
            found += _several(one, root)
        return tuple(found)

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
        why = entry.detail or entry.refusal.value
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
    )


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
        return look(root, parts).kind is Kind.FILE
    except Refused:
        return False
