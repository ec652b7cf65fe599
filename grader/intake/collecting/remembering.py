"""What was collected before, as a person left it: the start of collecting more."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from grader.intake.collecting.disk import Disk
from grader.intake.collecting.folders import folder_of
from grader.intake.collecting.snapshots import SnapshotFile
from grader.model.collection import (
    AssignedFiles,
    Collected,
    CollectedFile,
    Collection,
    Identity,
    Member,
    Person,
    Piece,
    Role,
    Unassigned,
)

COUNTED, EARLIER = -1, -2  # the snapshots of what counted until now, and of what was replaced


class Memory(Struct, kw_only=True):
    """The folder until now. Without a manifest it is empty."""

    collection: Collection | None = None  # as it was written down
    files: dict[str, list[SnapshotFile]] = field(default_factory=dict)  # by student
    waiting: dict[str, list[SnapshotFile]] = field(default_factory=dict)  # by label
    sources: dict[str, Path] = field(default_factory=dict)  # by digest
    students: dict[str, Collected] = field(default_factory=dict)  # by student
    unassigned: dict[str, Unassigned] = field(default_factory=dict)  # by label
    callers: dict[Identity, list[str]] = field(default_factory=dict)  # students, by who they were

    @property
    def assigned(self) -> Mapping[str, str]:
        """What a person said, label -> student."""
        return self.collection.assigned if self.collection else {}

    @property
    def assigned_files(self) -> Mapping[str, AssignedFiles]:
        """The files that a person assigned, by label."""
        return self.collection.assigned_files if self.collection else {}

    @property
    def edited(self) -> AbstractSet[str]:
        """Names the students of whose files a person changed or removed some."""
        return {
            student
            for student, own in self.files.items()
            if any(file.piece.member.sha256 not in self.sources for file in own)
        }

    @property
    def names(self) -> Mapping[str, str]:
        """What the students are called, by student."""
        return self.collection.names if self.collection else {}

    def people(self) -> Sequence[Person]:
        """Gives the class that was known as rows of a sheet."""
        return [Person(student=student, name=name) for student, name in sorted(self.names.items())]

    def named_by_person(self, who: Identity, label: str) -> str:
        """Says to whom a person gave this caller; "" when nobody said."""
        assigned = set(self.assigned.values())
        same = [student for student in self.callers.get(who, ()) if student in assigned]
        if same:
            return same[0]
        return self.assigned.get(label, "") if who.participant or who.user else ""

    def students_of(self, who: Identity) -> Sequence[str]:
        """Names whose files this caller's were until now: one, or the members of a group."""
        students = self.callers.get(who, []) if who != Identity() else []
        return students if len(students) == 1 or who.group else ()


def remember(old: Collection | None, disk: Disk) -> Memory:
    """Looks up what was collected, and what of it is still there."""
    if old is None:
        return Memory()
    memory = Memory(
        collection=old,
        students={student.student: student for student in old.students},
        unassigned={group.label: group for group in old.unassigned},
    )
    for student in old.students:
        memory.callers.setdefault(student.who, []).append(student.student)
        files_of_student = _snapshot_files(student.files, student.who, disk, folder_of(student))
        memory.files[student.student] = [
            replace(file, sheet_time=student.received) if file.snapshot == COUNTED else file
            for file in files_of_student
        ]
    for pending in old.unassigned:
        memory.waiting[pending.label] = list(_snapshot_files(pending.files, pending.who, disk, ""))
    for files in (*memory.files.values(), *memory.waiting.values()):
        for file in files:
            member = file.piece.member
            if disk.digest(member.path.relative_to(disk.root).as_posix()) == member.sha256:
                memory.sources[member.sha256] = member.path
    return memory


def _snapshot_files(
    files: Sequence[CollectedFile], who: Identity, disk: Disk, folder: str
) -> Iterator[SnapshotFile]:
    """Makes pieces of files that are there, or that a person changed or removed in a folder."""
    for file in files:
        there = disk.digest(file.path) == file.sha256
        earlier = file.role is Role.EARLIER
        if not there and (earlier or not folder or not disk.has(folder)):
            continue
        member = Member(
            name=file.name,
            path=disk.root / file.path,
            size_bytes=0,
            sha256=file.sha256,
            modified=file.modified,
        )
        piece = Piece(
            member=member,
            who=who,
            file=file.name,
            attempt=file.attempt,
            received=file.received,
            late=file.late,
        )
        yield SnapshotFile(piece=piece, snapshot=EARLIER if earlier else COUNTED)
