"""Put collected files where grading looks for them.

    STUDENT/…                files that count
    .earlier/STUDENT/DATE/…  files replaced by newer ones; DATE is the attempt's number or the time
    .unassigned/LABEL/…      files that a person has to assign

Folders are replaced as a whole. The new one is completed beside the target first. Then the old one,
with any changes by a person, is renamed to .earlier, and the new one to its place.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from grader.intake.choosing import could_be_source
from grader.intake.collecting.disk import Disk
from grader.intake.collecting.folders import (
    EARLIER,
    UNASSIGNED,
    Content,
    files_by_hand,
    folder_names,
    folders_of_labels,
    folders_of_students,
    fresh_paths,
    paths_by_folder,
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
    """One student's files, and which of them count."""

    student: str
    who: Identity
    versions: Versions
    notes: tuple[Note, ...] = ()
    before: Collected | None = None  # what was collected from the same person before


class UnassignedFiles(Struct, frozen=True, kw_only=True):
    """Files whose owner a person has to name."""

    label: str
    who: Identity
    pieces: tuple[Piece, ...]
    proposals: tuple[str, ...] = ()
    reason: str = ""


class ClassFiles(Struct, frozen=True, kw_only=True):
    """All students' files, and where their bytes can be read."""

    students: tuple[StudentFiles, ...]  # sorted
    waiting: tuple[UnassignedFiles, ...] = ()  # sorted
    sources: dict[str, Path] = field(default_factory=dict)  # by digest


class Placement(Struct, frozen=True, kw_only=True):
    """Where everything ends up, and the steps to get there."""

    students: tuple[Collected, ...]
    unassigned: tuple[Unassigned, ...]
    moves: tuple[tuple[str, str], ...]  # folders to rename, in this order
    folders: tuple[str, ...]  # folders to write, which then do not exist
    writes: tuple[tuple[str, str], ...]  # path and digest of every file to write
    replaced: Mapping[str, str]  # folder -> where it is moved to
    # moved like `replaced`, but deleted at the end: all their contents are elsewhere
    redundant: tuple[str, ...]
    warnings: tuple[Message, ...] = ()


def plan_placement(class_files: ClassFiles, old: Collection, disk: Disk, source: str) -> Placement:
    """Plan the whole target; `source` is the requested name of the program.

    Raises IntakeError if a link is in the way.
    """
    old_students, old_labels = folders_of_students(old), folders_of_labels(old)
    students = folder_names([one.student for one in class_files.students], old_students)
    labels = folder_names([group.label for group in class_files.waiting], old_labels)
    contents, callers = dict[str, Mapping[Content, str]](), dict[str, Identity]()
    for student_files in class_files.students:
        folder = students[student_files.student]
        contents[folder] = _contents(student_files.versions.counted)
        callers[folder] = student_files.who
    for group in class_files.waiting:
        folder = f"{UNASSIGNED}/{labels[group.label]}"
        contents[folder], callers[folder] = _contents(group.pieces), group.who
    owners: dict[str, Collected | Unassigned] = {
        old_students[student.student]: student
        for student in old.students
        if student.student in old_students
    }
    owners |= {
        f"{UNASSIGNED}/{old_labels[group.label]}": group
        for group in old.unassigned
        if group.label in old_labels
    }
    planning = _Planning(
        disk=disk,
        old=paths_by_folder(old),
        owners=owners,
        source=source,
        sources=class_files.sources,
        kept={students[one.student] for one in class_files.students if one.before},
    )
    planning.lay({folder: own for folder, own in contents.items() if own}, callers)
    collected = [
        planning.student(student_files, students[student_files.student])
        for student_files in class_files.students
    ]
    waiting = [
        planning.waiting(group, f"{UNASSIGNED}/{labels[group.label]}")
        for group in class_files.waiting
    ]
    return Placement(
        students=tuple(collected),
        unassigned=tuple(waiting),
        moves=(*planning.away.items(), *planning.reused.items()),
        folders=tuple(sorted(planning.written)),
        writes=tuple(sorted(planning.writes)),
        replaced={
            folder: away
            for folder, away in planning.away.items()
            if folder not in planning.redundant
        },
        redundant=tuple(planning.away[folder] for folder in planning.redundant),
        warnings=tuple(planning.warnings()),
    )


def place(placement: Placement, sources: Mapping[str, Path], disk: Disk, staging: Path) -> None:
    """Carry out the plan. Raises IntakeError, OSError."""
    for path in (
        *(path for path, _ in placement.writes),
        *(f"{path}/" for pair in placement.moves for path in pair),
    ):
        disk.refuse_links(path)
    ready = Disk(root=staging / "ready")
    ready.root.mkdir(mode=0o700)
    needed = Counter(digest for _, digest in placement.writes)
    for path, digest in placement.writes:
        if needed[digest] == 1 and sources[digest].is_relative_to(staging):
            ready.move(path, sources[digest], digest)
        else:
            ready.write(path, sources[digest], digest, staging)
    for folder, new in placement.moves:
        disk.rename(folder, new)
    for folder in placement.folders:
        disk.take_in(ready.root / folder, folder)
    for path, _ in placement.writes:
        if path.startswith(f"{EARLIER}/"):
            disk.take_in(ready.root / path, path)
    for folder in placement.redundant:
        disk.remove_tree(folder)
    disk.remove_if_empty(UNASSIGNED)


class _Planning(Struct, kw_only=True):
    disk: Disk
    old: Mapping[str, Mapping[Content, str]]  # previous paths, by folder and content
    owners: Mapping[str, Collected | Unassigned]  # by folder, as it was
    source: str
    sources: Mapping[str, Path]  # by digest
    kept: set[str]  # folders whose earlier files are kept, since the same person handed them in
    paths: dict[str, Mapping[Content, str]] = field(default_factory=dict)  # final paths, by folder
    away: dict[str, str] = field(default_factory=dict)  # folder -> where it is moved to
    # folder -> its new name, since its files now belong there
    reused: dict[str, str] = field(default_factory=dict)
    written: set[str] = field(default_factory=set)  # folders
    redundant: set[str] = field(default_factory=set)  # among those moved away
    writes: list[tuple[str, str]] = field(default_factory=list)

    def lay(
        self, contents: Mapping[str, Mapping[Content, str]], callers: Mapping[str, Identity]
    ) -> None:
        """Place the contents of each folder: in its own, a renamed, or a new one."""
        for folder, own in contents.items():
            self.disk.refuse_links(f"{folder}/")
            if (there := self._in_place(folder, own)) is not None:
                self.paths[folder] = there
        ours = [folder for folder in self.old if not folder.startswith(f"{EARLIER}/")]
        gone = [folder for folder in ours if folder not in self.paths and self.disk.has(folder)]
        free = {
            (self.owners[folder].who, frozenset(self.old[folder])): folder
            for folder in gone
            if folder not in contents
        }
        for folder in sorted(contents.keys() - self.paths.keys()):
            own = contents[folder]
            if before := free.pop((callers[folder], frozenset(own)), ""):
                self.reused[before] = folder
                self.paths[folder] = {
                    content: folder + path.removeprefix(before)
                    for content, path in self.old[before].items()
                }
            else:
                self._write(folder, own)
        stay = self.paths.keys() - self.written - {*self.reused.values()}
        lie = [*gone, *filter(self.disk.has, contents)]
        placed = {digest for _, digest in self.writes} | {
            digest
            for folder in stay
            for (_, digest), path in self.paths[folder].items()
            if self.disk.digest(path) == digest
        }
        for folder in dict.fromkeys(lie):
            if folder not in stay and folder not in self.reused:
                self._put_away(folder, placed)

    def _in_place(self, folder: str, own: Mapping[Content, str]) -> Mapping[Content, str] | None:
        """Return the paths of the same files if collected before, or unpacked by a person."""
        if not self.disk.has(folder):
            return None
        old = self.old.get(folder, {})
        if old.keys() == own.keys():
            return old
        paths = fresh_paths(folder, own)
        there = {path: self.disk.digest(path) for path in self.disk.files(folder)}
        return paths if there == {paths[content]: content[1] for content in paths} else None

    def _write(self, folder: str, own: Mapping[Content, str]) -> None:
        """Plan a new folder with every file whose bytes are known; a person may have edited one."""
        known = {content: name for content, name in own.items() if content[1] in self.sources}
        self.paths[folder] = fresh_paths(folder, known)
        if known:
            self.written.add(folder)
        self.writes += ((path, digest) for (_, digest), path in self.paths[folder].items())

    def _put_away(self, folder: str, placed: set[str]) -> None:
        """Plan where to move a folder; `placed` are the digests that will lie elsewhere."""
        owner = self.owners.get(folder)
        tag = _tag(owner.attempt, owner.received) if isinstance(owner, Collected) else ""
        name = folder.removeprefix(f"{UNASSIGNED}/")
        start = f"{EARLIER}/{name}/{tag or f'{datetime.now(UTC):%Y%m%d-%H%M%S}'}"
        away, number = start, 2
        while self.disk.has(away) or away in self.away.values():
            away, number = f"{start}~{number}", number + 1
        self.away[folder] = away
        old = self.old.get(folder, {})
        spare = old and folder not in self.kept and {digest for _, digest in old} <= placed
        if spare and not files_by_hand(self.disk, folder, old):
            self.redundant.add(folder)

    def student(self, student_files: StudentFiles, folder: str) -> Collected:
        """List what counts, and what was replaced."""
        versions = student_files.versions
        paths = self.paths.get(folder, {})
        role_of = roles(
            (piece.file for piece in versions.counted), student_files.student, self.source
        )
        files = [
            _file(piece, path, _role(role_of[piece.file], path))
            for piece in versions.counted
            if (path := paths.get(content_of(piece)))
        ]
        counted = {content_of(piece) for piece in versions.counted}
        earlier = self._earlier(student_files, folder, counted)
        by_hand = self._by_hand(folder)
        return Collected(
            student=student_files.student,
            who=student_files.who,
            files=tuple(sorted((*files, *earlier), key=lambda file: file.path)),
            received=versions.received,
            attempt=versions.attempt,
            notes=tuple(_notes(student_files, folder, paths, by_hand, earlier)),
        )

    def _earlier(
        self, student_files: StudentFiles, folder: str, counted: set[Content]
    ) -> list[CollectedFile]:
        """List files replaced by newer ones, now and before, with their final paths."""
        start = f"{EARLIER}/{folder}"
        there = {path: self.disk.digest(path) for path in self.disk.files(start)}
        if (away := self.away.get(folder)) and folder not in self.redundant:
            old = self.disk.files(folder)
            there |= {away + path.removeprefix(folder): self.disk.digest(path) for path in old}
        by_digest = {digest: path for path, digest in there.items()}
        found: dict[Content, CollectedFile] = {}
        for file in student_files.before.files if student_files.before else ():
            content = (file.name, file.sha256)
            same = there.get(file.path) == file.sha256
            where = file.path if same else by_digest.get(file.sha256, "")
            listed = content in found or where in {one.path for one in found.values()}
            if where and not listed and content not in counted:
                found[content] = replace(file, path=where, role=Role.EARLIER)
        new = {
            content: piece
            for piece in student_files.versions.earlier
            if (content := content_of(piece)) not in found and content[1] in self.sources
        }
        names = {content: _earlier_name(piece) for content, piece in new.items()}
        beside = {(path.rpartition("/")[0], digest): path for path, digest in there.items()}
        for content, path in fresh_paths(start, names, there).items():
            where = beside.get((path.rpartition("/")[0], content[1]), "")
            if not where:
                self.writes.append((path, content[1]))
            found[content] = _file(new[content], where or path, Role.EARLIER)
        return list(found.values())

    def _by_hand(self, folder: str) -> tuple[str, ...]:
        """List files edited, added or removed by a person in a folder that stays or is renamed."""
        if folder not in self.paths or folder in self.written:
            return ()
        before = next((old for old, new in self.reused.items() if new == folder), "")
        return files_by_hand(
            self.disk, before or folder, self.old[before] if before else self.paths[folder]
        )

    def waiting(self, group: UnassignedFiles, folder: str) -> Unassigned:
        """List the files whose owner a person has to name."""
        paths = self.paths.get(folder, {})
        files = {
            path: _file(piece, path, Role.EXTRA)
            for piece in group.pieces
            if (path := paths.get(content_of(piece)))
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

    def warnings(self) -> Iterator[Message]:
        """Warn about folders that are moved although a person edited files in them."""
        for folder, away in self.away.items():
            if hand := files_by_hand(self.disk, folder, self.old.get(folder, {})):
                yield Message(
                    "{student}: the folder was replaced by a new download; files edited by hand "
                    "({files}) are now in {path}",
                    {
                        "student": folder.removeprefix(f"{UNASSIGNED}/"),
                        "files": ", ".join(hand),
                        "path": away,
                    },
                )


def _contents(pieces: Iterable[Piece]) -> dict[Content, str]:
    return {content_of(piece): piece.file for piece in pieces}


def content_of(piece: Piece) -> Content:
    """Return the file's name and digest."""
    return piece.file, piece.member.sha256


def _earlier_name(piece: Piece) -> str:
    """Return an earlier file's path below its attempt: the LMS's number, else the time."""
    return f"{_tag(piece.attempt, piece.received) or 'undated'}/{piece.file}"


def _tag(attempt: int, received: Received | None) -> str:
    if attempt or received is None:
        return str(attempt or "")
    return f"{received.at:%Y%m%d-%H%M%S}"


def _role(role: Role, path: str) -> Role:
    """Return the role, considering the name on disk: any program there is graded."""
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


def _notes(
    student_files: StudentFiles,
    folder: str,
    paths: Mapping[Content, str],
    by_hand: tuple[str, ...],
    earlier: Iterable[CollectedFile],
) -> Iterator[Note]:
    """Yield notes on what is on disk, then those known already; names are those on disk."""
    versions = student_files.versions
    for group in versions.undecided:
        own = {paths.get(content_of(piece), "") for piece in group} - {""}
        if len(own) > 1:
            names = tuple(sorted(path.removeprefix(f"{folder}/") for path in own))
            yield Note(kind=NoteKind.SEVERAL, names=names)
    if replaced := tuple(sorted({file.name for file in earlier})):
        yield Note(kind=NoteKind.EARLIER, names=replaced)
    late = tuple(sorted({piece.file for piece in versions.counted if piece.late}))
    if late:
        yield Note(kind=NoteKind.LATE, names=late)
    there = [*paths.values(), *by_hand]
    if versions.counted and Role.SOURCE not in (_role(Role.EXTRA, path) for path in there):
        counted = tuple(sorted({piece.file for piece in versions.counted}))
        yield Note(kind=NoteKind.NO_SOURCE, names=counted)
    if by_hand:
        yield Note(kind=NoteKind.BY_HAND, names=by_hand)
    yield from student_files.notes


def roles(names: Iterable[str], student: str, source: str) -> Mapping[str, Role]:
    """Map each name to its role: the program and its helpers, the report, the rest."""
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
    """Return whether grading ignores it because a tool left it: .ipynb_checkpoints/…."""
    return any(is_clutter(part) for part in name.split("/"))
