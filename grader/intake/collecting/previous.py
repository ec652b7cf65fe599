"""Result of an earlier run, as groups of files that move together."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from grader.intake.collecting.disk import Disk
from grader.intake.collecting.folders import EARLIER, folder_of
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


class PreviousGroup(Struct, kw_only=True):
    """The files of one student or label that counted in the earlier run."""

    key: str  # the student, or the label
    record: Collected | Unassigned
    files: list[SnapshotFile] = field(default_factory=list)

    @property
    def who(self) -> Identity:
        """The submitter, as the LMS identifies them."""
        return self.record.who

    @property
    def contents(self) -> set[tuple[str, str]]:
        """The names and digests of the collected files."""
        return {file.content for file in self.files}

    @property
    def digests(self) -> set[str]:
        """The digests of the collected files."""
        return {digest for _, digest in self.contents}


class Previous(Struct, frozen=True, kw_only=True):
    """The earlier run; empty without a manifest."""

    collection: Collection = Collection(assignment="", lms="", students=())
    students: Mapping[str, PreviousGroup] = field(default_factory=dict)
    waiting: Mapping[str, PreviousGroup] = field(default_factory=dict)  # by label
    callers: Mapping[Identity, Sequence[str]] = field(default_factory=dict)
    """Students by the identity that the LMS gave."""

    @property
    def assigned(self) -> Mapping[str, str]:
        """Label -> student, assigned by a person."""
        return self.collection.assigned

    @property
    def assigned_files(self) -> Mapping[str, AssignedFiles]:
        """Assigned files by label."""
        return self.collection.assigned_files

    def people(self) -> Sequence[Person]:
        """Return the class as rows of a sheet."""
        names = sorted(self.collection.names.items())
        return [Person(student=student, name=name) for student, name in names]

    def students_of(self, who: Identity) -> Sequence[str]:
        """Return the students for whom this identity submitted: one, or a group's members."""
        students = self.callers.get(who, []) if who != Identity() else []
        return students if len(students) == 1 or who.group else ()


def read_previous(old: Collection | None, disk: Disk) -> Previous:
    """Read the groups of a manifest, without those whose folder a person removed."""
    if old is None:
        return Previous()
    students, waiting = dict[str, PreviousGroup](), dict[str, PreviousGroup]()
    for number, student in enumerate(old.students, 1):
        counted = [file for file in student.files if file.role is not Role.EARLIER]
        files = [_snapshot_file(file, student.who, -number, disk) for file in counted]
        files = [replace(file, sheet_time=student.received) for file in files]
        if files and not disk.has(folder_of(student)):
            files = _put_away(files, student, disk)
        if files or not counted:
            group = PreviousGroup(key=student.student, record=student, files=files)
            students[student.student] = group
    for number, pending in enumerate(old.unassigned, 1 + len(old.students)):
        files = [_snapshot_file(file, pending.who, -number, disk) for file in pending.files]
        if files and disk.has("/".join(pending.files[0].path.split("/")[:2])):
            waiting[pending.label] = PreviousGroup(key=pending.label, record=pending, files=files)
    callers: dict[Identity, list[str]] = defaultdict(list)
    for group in students.values():
        callers[group.who].append(group.key)
    return Previous(collection=old, students=students, waiting=waiting, callers=callers)


def _put_away(files: Sequence[SnapshotFile], student: Collected, disk: Disk) -> list[SnapshotFile]:
    """Find the files of a run that was killed between moving a folder away and replacing it."""
    listed = {file.path for file in student.files}
    away = disk.files(f"{EARLIER}/{folder_of(student)}")
    paths = {disk.digest(path): disk.root / path for path in away if path not in listed}
    if any(file.piece.member.sha256 not in paths for file in files):
        return []
    return [_at(file, paths[file.piece.member.sha256]) for file in files]


def _at(file: SnapshotFile, path: Path) -> SnapshotFile:
    return replace(file, piece=replace(file.piece, member=replace(file.piece.member, path=path)))


def _snapshot_file(file: CollectedFile, who: Identity, snapshot: int, disk: Disk) -> SnapshotFile:
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
    return SnapshotFile(piece=piece, snapshot=snapshot)
