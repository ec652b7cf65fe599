"""Puts collected files where grading looks for them.

    STUDENT/…                what counts, and nothing else of ours
    .earlier/STUDENT/DATE/…  what newer versions replaced: the attempt's number, or when it came
    .unassigned/LABEL/…      what a person has to assign

A folder of which a new download replaces something is put away as a whole, as a person left it.

Planned as a whole before anything is written; what a file replaces is put away before it is
replaced, so that whoever stops it half-way loses nothing and can run it again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct, field
from msgspec.structs import replace

from grader.intake.choosing import could_be_source
from grader.intake.collecting.disk import Disk
from grader.intake.collecting.disk_names import Places
from grader.intake.collecting.folders import (
    EARLIER,
    UNASSIGNED,
    Content,
    FolderPlan,
    files_by_hand,
    folder_names,
    folders_of_labels,
    folders_of_students,
    paths_by_folder,
    plan_folder,
)
from grader.intake.collecting.versions import Versions
from grader.intake.listing import is_helper
from grader.intake.names import is_clutter
from grader.intake.reports import choose_report
from grader.model.collection import (
    Collected,
    CollectedFile,
    Collection,
    Identity,
    Note,
    NoteKind,
    Piece,
    Received,
    Role,
    Unassigned,
)
from grader.model.errors import Message


class StudentFiles(Struct, frozen=True, kw_only=True):
    """One student's files, with which of them count."""

    student: str
    who: Identity
    versions: Versions
    notes: tuple[Note, ...] = ()


class UnassignedFiles(Struct, frozen=True, kw_only=True):
    """Files whose student a person has to name."""

    label: str
    who: Identity
    pieces: tuple[Piece, ...]
    proposals: tuple[str, ...] = ()
    reason: str = ""


class ClassFiles(Struct, frozen=True, kw_only=True):
    """Everybody, and where bytes can be read."""

    students: tuple[StudentFiles, ...]  # sorted
    waiting: tuple[UnassignedFiles, ...] = ()  # sorted
    sources: dict[str, Path] = field(default_factory=dict)  # by digest


class Placement(Struct, frozen=True, kw_only=True):
    """Where everything lies in the end, and what has to be done for it."""

    students: tuple[Collected, ...]
    unassigned: tuple[Unassigned, ...]
    moves: tuple[tuple[str, str], ...]  # folders that are put away, before anything is written
    writes: tuple[tuple[str, str], ...]  # path and digest, in the order of writing
    removals: tuple[str, ...]  # paths whose bytes lie elsewhere then
    warnings: tuple[Message, ...] = ()


def plan_placement(
    class_files: ClassFiles, old: Collection | None, disk: Disk, source: str
) -> Placement:
    """Plans the whole target; `source` is the program's name that was asked for.

    Raises IntakeError when a link lies in the way.
    """
    before = {student.student: student for student in old.students} if old else {}
    planning = _Planning(
        class_files=class_files, disk=disk, old=paths_by_folder(old), before=before, source=source
    )
    folders = folder_names(
        [student_files.student for student_files in class_files.students], folders_of_students(old)
    )
    labels = folder_names([group.label for group in class_files.waiting], folders_of_labels(old))
    students = [
        planning.student(student_files, folders[student_files.student])
        for student_files in class_files.students
    ]
    waiting = [planning.waiting(group, labels[group.label]) for group in class_files.waiting]
    return Placement(
        students=tuple(students),
        unassigned=tuple(waiting),
        moves=tuple(planning.moves.items()),
        writes=tuple(sorted(planning.writes, key=lambda write: not write[0].startswith(EARLIER))),
        removals=tuple(planning.obsolete()),
        warnings=tuple(planning.warnings),
    )


def place(placement: Placement, sources: Mapping[str, Path], disk: Disk, staging: Path) -> None:
    """Writes what was planned. Raises IntakeError, OSError."""
    for path in (*(path for path, _ in placement.writes), *(path for _, path in placement.moves)):
        disk.refuse_links(path)
    safe = _out_of_the_way(placement, sources, disk, staging)
    for folder, away in placement.moves:
        disk.put_away(folder, away)
    needed = Counter(digest for _, digest in placement.writes)
    for path, digest in placement.writes:
        if needed[digest] == 1 and safe[digest].is_relative_to(staging):
            disk.move(path, safe[digest], digest)
        else:
            disk.write(path, safe[digest], digest, staging)
    for path in placement.removals:
        disk.remove(path)


def _out_of_the_way(
    placement: Placement, sources: Mapping[str, Path], disk: Disk, staging: Path
) -> Mapping[str, Path]:
    """Copies what is written over or put away before it is read for another place."""
    over = {disk.root / path for path, _ in placement.writes}
    away = {disk.root / folder for folder, _ in placement.moves}
    safe = dict(sources)
    needed = {digest for _, digest in placement.writes}
    for digest in needed:
        if sources[digest] not in over and away.isdisjoint(sources[digest].parents):
            continue
        safe[digest] = disk.copy(sources[digest], digest, staging)
    return safe


class _Planning(Struct, kw_only=True):
    class_files: ClassFiles
    disk: Disk
    old: Mapping[str, Mapping[Content, str]]  # paths by folder and content
    before: Mapping[str, Collected]  # by student
    source: str
    moves: dict[str, str] = field(default_factory=dict)  # folder -> where it is put away
    warnings: list[Message] = field(default_factory=list)
    writes: list[tuple[str, str]] = field(default_factory=list)
    used: set[str] = field(default_factory=set)

    def student(self, student_files: StudentFiles, folder: str) -> Collected:
        """Plans what counts, and what was replaced."""
        earlier = {content_of(piece): piece for piece in student_files.versions.earlier}
        counted_names = {content_of(piece): piece.file for piece in student_files.versions.counted}
        moved = self._put_away(
            student_files, folder, earlier.keys() - counted_names.keys(), counted_names
        )
        counted = self._plan(folder, counted_names)
        names = {content: _earlier_name(piece) for content, piece in earlier.items()}
        away = self._plan(f"{EARLIER}/{folder}", names, moved)
        role_of = roles(
            (piece.file for piece in student_files.versions.counted),
            student_files.student,
            self.source,
        )
        files = [
            _file(piece, path, _role(role_of[piece.file], path))
            for piece in student_files.versions.counted
            if (path := counted.paths.get(content_of(piece)))
        ]
        files += [
            _file(piece, away.paths[content], Role.EARLIER)
            for content, piece in earlier.items()
            if content in away.paths
        ]
        return Collected(
            student=student_files.student,
            who=student_files.who,
            files=tuple(sorted(files, key=lambda file: file.path)),
            received=student_files.versions.received,
            attempt=student_files.versions.attempt,
            notes=tuple(_notes(student_files, counted)),
        )

    def waiting(self, group: UnassignedFiles, folder: str) -> Unassigned:
        """Plans the files of somebody whom a person has to name."""
        names = {content_of(piece): piece.file for piece in group.pieces}
        plan = self._plan(f"{UNASSIGNED}/{folder}", names)
        files = {
            path: _file(piece, path, Role.EXTRA)
            for piece in group.pieces
            if (path := plan.paths.get(content_of(piece)))
        }
        role_of = roles((file.name for file in files.values()), "", self.source)
        return Unassigned(
            label=group.label,
            who=group.who,
            files=tuple(
                replace(files[path], role=role_of[files[path].name]) for path in sorted(files)
            ),
            proposals=group.proposals,
            reason=group.reason,
        )

    def _put_away(
        self,
        student_files: StudentFiles,
        folder: str,
        replaced: Iterable[Content],
        counted: Iterable[Content],
    ) -> Mapping[Content, str]:
        """Puts a folder away of which something is replaced; says where that lies then."""
        old = self.old.get(folder, {})
        digests = {digest for _, digest in counted}
        paths = {content: old[content] for content in replaced if content in old}
        if not any(self.disk.digest(path) not in {"", *digests} for path in paths.values()):
            return {}
        before = self.before[student_files.student]
        tag = _tag(before.attempt, before.received) or f"{datetime.now(UTC):%Y%m%d-%H%M%S}"
        away, number = f"{EARLIER}/{folder}/{tag}", 2
        while self.disk.has(away):
            away, number = f"{EARLIER}/{folder}/{tag}~{number}", number + 1
        self.moves[folder] = away
        _, hand = files_by_hand(self.disk, folder, old)
        if hand:
            self.warnings.append(
                Message(
                    "{student}: the folder was replaced by a new download; files edited by hand "
                    "({files}) are now in {path}",
                    {
                        "student": student_files.student,
                        "files": ", ".join(sorted(hand)),
                        "path": away,
                    },
                )
            )
        return {
            content: away + path.removeprefix(folder)
            for content, path in paths.items()
            if self.disk.digest(path) == content[1]
        }

    def obsolete(self) -> Sequence[str]:
        """Names our files that lie elsewhere now: unchanged ones whose bytes are kept."""
        kept = {digest for path, digest in self._kept()}
        listed = ((path, digest) for old in self.old.values() for (_, digest), path in old.items())
        return sorted(
            path
            for path, digest in listed
            if path not in self.used
            and path.split("/")[0] not in self.moves
            and digest in kept
            and self.disk.digest(path) == digest
        )

    def _kept(self) -> list[tuple[str, str]]:
        written = {path for path, _ in self.writes}
        lie = [(path, self.disk.digest(path)) for path in self.used - written]
        return [*lie, *self.writes]

    def _plan(
        self,
        folder: str,
        contents: Mapping[Content, str],
        moved: Mapping[Content, str] = MappingProxyType({}),
    ) -> FolderPlan:
        """Plans one folder without what nobody has the bytes of; `moved` lies there by then."""
        plan = self._planned(
            folder, {content: contents[content] for content in contents if content not in moved}
        )
        lost = {content for content in plan.write if content[1] not in self.class_files.sources}
        self.writes += ((plan.paths[content], content[1]) for content in sorted(plan.write - lost))
        paths = {content: path for content, path in plan.paths.items() if content not in lost}
        self.used.update(paths.values())
        return replace(plan, paths={**paths, **moved})

    def _planned(self, folder: str, contents: Mapping[Content, str]) -> FolderPlan:
        if folder in self.moves:  # empty by then
            places = Places()
            paths = {
                content: f"{folder}/{places.place(contents[content])}"
                for content in sorted(contents)
            }
            return FolderPlan(folder=folder, paths=paths, write=frozenset(paths))
        return plan_folder(self.disk, folder, contents, self.old.get(folder, {}))


def content_of(piece: Piece) -> Content:
    """Names a file and its bytes."""
    return piece.file, piece.member.sha256


def _earlier_name(piece: Piece) -> str:
    """Puts an earlier file below its attempt: the LMS's number, else when it came."""
    return f"{_tag(piece.attempt, piece.received) or 'undated'}/{piece.file}"


def _tag(attempt: int, received: Received | None) -> str:
    if attempt or received is None:
        return str(attempt or "")
    return f"{received.at:%Y%m%d-%H%M%S}"


def _role(role: Role, path: str) -> Role:
    """Goes by the name on disk, too: what is graded is what lies there as a program."""
    if role is not Role.EXTRA or any(map(is_clutter, path.split("/"))):
        return role
    return Role.SOURCE if could_be_source(path) else role


def _file(piece: Piece, path: str, role: Role) -> CollectedFile:
    return CollectedFile(
        name=piece.file,
        path=path,
        sha256=piece.member.sha256,
        role=role,
        attempt=piece.attempt,
        received=piece.received,
        modified=piece.member.modified,
        late=piece.late,
    )


def _notes(student_files: StudentFiles, plan: FolderPlan) -> Iterator[Note]:
    """Adds to what is known of the student what shows on disk; names as they lie there."""
    start = plan.folder + "/"
    for group in student_files.versions.undecided:
        paths = {plan.paths.get(content_of(piece), "") for piece in group} - {""}
        if len(paths) > 1:
            names = tuple(sorted(path.removeprefix(start) for path in paths))
            yield Note(kind=NoteKind.SEVERAL, names=names)
    if student_files.versions.earlier:
        replaced = tuple(sorted({piece.file for piece in student_files.versions.earlier}))
        yield Note(kind=NoteKind.EARLIER, names=replaced)
    late = tuple(sorted({piece.file for piece in student_files.versions.counted if piece.late}))
    if late:
        yield Note(kind=NoteKind.LATE, names=late)
    there = [*plan.paths.values(), *plan.by_hand]
    if student_files.versions.counted and Role.SOURCE not in (
        _role(Role.EXTRA, path) for path in there
    ):
        counted = tuple(sorted({piece.file for piece in student_files.versions.counted}))
        yield Note(kind=NoteKind.NO_SOURCE, names=counted)
    if plan.by_hand:
        yield Note(kind=NoteKind.BY_HAND, names=plan.by_hand)
    yield from student_files.notes


def roles(names: Iterable[str], student: str, source: str) -> Mapping[str, Role]:
    """Gives each name its role: the program with what it may import, the report, the rest."""
    listed = sorted(set(names))
    graded = [name for name in listed if not _is_clutter(name)]
    reports = set(choose_report(graded, source, student))
    return {name: _role_of(name, source, reports) for name in listed}


def _role_of(name: str, source: str, reports: set[str]) -> Role:
    program = could_be_source(name, source) or is_helper(name, source)
    if program and not _is_clutter(name):
        return Role.SOURCE
    return Role.REPORT if name in reports else Role.EXTRA


def _is_clutter(name: str) -> bool:
    """Says whether a tool left it, as grading sees it: .ipynb_checkpoints/…."""
    return any(is_clutter(part) for part in name.split("/"))
