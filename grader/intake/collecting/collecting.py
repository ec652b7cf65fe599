"""`grader collect`: collect downloads of an LMS into submissions/ASSIGNMENT/."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import astuple, replace

from grader.intake.collecting.disk import Disk, staging_beside
from grader.intake.collecting.gathering import (
    Gathered,
    OpenedDownload,
    gather,
    read_people_of,
)
from grader.intake.collecting.outcome import CollectResult, outcome, with_certainty
from grader.intake.collecting.placing import (
    ClassFiles,
    Placement,
    StudentFiles,
    UnassignedFiles,
    content_of,
    place,
    plan_placement,
)
from grader.intake.collecting.previous import Previous, PreviousGroup, read_previous
from grader.intake.collecting.resolving import IdentitySources, Resolved, resolve
from grader.intake.collecting.snapshots import (
    SnapshotFile,
    best_who,
    dates_attempts,
    is_lost,
    trust,
)
from grader.intake.collecting.unmatched import UNEXPLAINED, unmatched_files, without_heaps
from grader.intake.collecting.versions import Versions, best_time, which_count
from grader.intake.joining import join
from grader.intake.layouts import numbering_of
from grader.intake.manifest import read_manifest, write_manifest
from grader.model.collection import (
    Collected,
    Collection,
    Identity,
    Note,
    NoteKind,
    Person,
    Piece,
    RefusedEntry,
    Repair,
)
from grader.model.course import Assignment, Course
from grader.model.errors import IntakeError, Message


def collect(  # noqa: PLR0913  the command's options, each by its name
    inputs: Sequence[Path],
    course: Course,
    assignment: Assignment,
    *,
    target: Path,
    lms: str = "auto",
    roster: Path | None = None,
    dry_run: bool = False,
    assign: Mapping[str, str] | None = None,
) -> CollectResult:
    """Collect downloads into `target`; with `dry_run`, only return what would be done.

    `assign` maps labels to students; "" revokes an earlier assignment. Raises IntakeError if
    nothing can be read, if a label or student is invalid, or if the target cannot be written; the
    target is then unchanged.
    """
    real = _target(target, inputs)
    people, warnings = _roster(roster, course)
    try:
        with staging_beside(real, dry_run=dry_run) as staging:
            gathered = gather(inputs, course, lms, staging)
            gathered.warnings[:0] = warnings
            known = _known(gathered, people, course, assign or {})
            disk = Disk(root=real)
            previous = read_previous(_collected(real, assignment), disk)
            without_heaps(gathered, [*known.roster, *known.sheets, *previous.people()])
            collecting = _Collecting(
                gathered=gathered, previous=previous, known=known, disk=disk, assignment=assignment
            )
            result = collecting.plan()
            if not dry_run:
                collecting.write(result.collection, staging)
    except OSError as error:
        reason = error.strerror or str(error)
        raise IntakeError(
            "{path}: cannot be read or written: {reason}", path=target, reason=reason
        ) from error
    return result


class _Collecting(Struct, kw_only=True):
    """One run: all arguments, and what had been collected before."""

    gathered: Gathered
    previous: Previous
    known: IdentitySources
    disk: Disk
    assignment: Assignment
    placement: Placement | None = None
    sources: dict[str, Path] = field(default_factory=dict)

    def plan(self) -> CollectResult:
        """Plan the run; write nothing."""
        files = dated(self.gathered, self.previous, self.known)
        unmatched = unmatched_files(self.gathered, self.previous)
        resolved = resolve(files, unmatched, self.previous, self.known)
        self.gathered.warnings += resolved.warnings
        choosing = _Choosing(
            resolved=resolved,
            previous=self.previous,
            disk=self.disk,
            downloads=self.gathered.downloads,
            source=self.assignment.source,
            lms=self._lms(),
        )
        class_files = choosing.class_files()
        old = self.previous.collection
        self.placement = plan_placement(class_files, old, self.disk, self.assignment.source)
        self.sources = class_files.sources
        listed = self._collection(self.placement, resolved)
        collection = with_certainty(listed, self.gathered, resolved, old)
        return outcome(collection, self.gathered, old, self.placement)

    def write(self, collection: Collection, staging: Path) -> None:
        """Carry out the plan."""
        if self.placement is None:
            return
        self.disk.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        place(self.placement, self.sources, self.disk, staging)
        write_manifest(self.disk.root, collection, self.assignment)

    def _collection(self, placement: Placement, resolved: Resolved) -> Collection:
        old = self.previous.collection
        names = dict(old.names)
        listed = [*self.known.sheets, *self.known.roster]
        names |= {
            person.student: person.name for person in listed if person.student and person.name
        }
        there = {collected.student for collected in placement.students}
        class_ = {person.student for person in self.known.roster or self.known.sheets} - {""}
        # a person assigned their files to other students
        elsewhere = class_ & resolved.joined.students.keys()
        absent = {
            *resolved.joined.not_submitted,
            *elsewhere,
            *(() if listed else old.not_submitted),
        }
        return Collection(
            assignment=self.assignment.id,
            lms=self._lms(),
            students=placement.students,
            not_submitted=tuple(sorted(absent - there)),
            unassigned=placement.unassigned,
            refused=tuple(sorted(self._refused(resolved), key=astuple)),
            names=names,
            assigned=resolved.assigned,
            assigned_files=resolved.assigned_files,
        )

    def _lms(self) -> str:
        before = self.previous.collection.lms.split("+")
        names = {*before, *(download.lms for download in self.gathered.downloads)} - {""}
        return "+".join(sorted(names))

    def _refused(self, resolved: Resolved) -> Iterator[RefusedEntry]:
        """List what was refused, now and before, with the student it would have belonged to."""
        again = {download.name for download in self.gathered.downloads}
        before = self.previous.collection.refused
        yield from (entry for entry in before if entry.download not in again)
        owners = {file.piece: student for student, own in resolved.students.items() for file in own}
        # names as downloaded
        kept = {piece.member.name: student for piece, student in owners.items()}
        for opened in self.gathered.downloads:
            whose = {entry: owners.get(piece, "") for piece, entry in opened.lost}
            for entry in opened.refused:
                student = entry.student or whose.get(entry, "") or kept.get(entry.entry, "")
                yield replace(entry, student=student, download=entry.download or opened.name)


def _known(
    gathered: Gathered, roster: Sequence[Person], course: Course, assign: Mapping[str, str]
) -> IdentitySources:
    """Combine the roster, all sheets, and a person's assignments."""
    sheets = [
        *gathered.sheets,
        *(person for download in gathered.downloads for person in download.sheets),
    ]
    return IdentitySources(roster=roster, sheets=sheets, pattern=course.student_id, assign=assign)


def _collected(target: Path, assignment: Assignment) -> Collection | None:
    """Read the earlier collection. Raises IntakeError if it is another assignment's."""
    old = read_manifest(target)
    if old is not None and old.assignment != assignment.id:
        raise IntakeError(
            "{path}: contains submissions collected for {other}, not {wanted}",
            path=target,
            other=old.assignment,
            wanted=assignment.id,
        )
    return old


def _roster(option: Path | None, course: Course) -> tuple[Sequence[Person], Sequence[Message]]:
    """Read the given roster, else the course's if it exists."""
    path = option or (course.root / course.roster if course.roster else None)
    if path is None or (option is None and not path.exists()):
        return (), ()
    people = read_people_of(path, course)
    return people.people, people.warnings


def _target(target: Path, inputs: Sequence[Path]) -> Path:
    """Resolve the user's own links. Raises IntakeError if an input and the target overlap."""
    try:
        real = target.resolve()
        inputs_resolved = [(path, path.resolve()) for path in inputs]
    except (OSError, RuntimeError, ValueError) as error:
        raise IntakeError("{path}: there is no such file or folder", path=target) from error
    if real.exists() and not real.is_dir():
        raise IntakeError(
            ("{path}: is not a folder; move it elsewhere and run grader collect again"), path=target
        )
    for path, resolved in inputs_resolved:
        if real.is_relative_to(resolved) or resolved.is_relative_to(real):
            raise IntakeError(
                "{path}: is the folder that submissions are collected into; specify the download "
                "from the LMS",
                path=path,
            )
    return real


# Times and attempts from the LMS's own tables.


def dated(gathered: Gathered, previous: Previous, known: IdentitySources) -> list[SnapshotFile]:
    """Return the pieces of every download, with what its table says about the student.

    A table given by itself describes each student's last submission, also among files collected
    earlier: those are changed in `previous`.
    """
    files = []
    for number, opened in enumerate(gathered.downloads):
        pieces = (*opened.pieces, *(piece for piece, _ in opened.lost))
        rows = _rows(pieces, opened, known) if opened.sheets else {}
        files += [_with(piece, number, rows.get(piece)) for piece in pieces]
    if not gathered.sheets:
        return files
    before = [file for group in previous.students.values() for file in group.files]
    newer = _date_by_table([*files, *before], gathered, known)
    for group in previous.students.values():
        group.files = [newer.get(file.piece, file) for file in group.files]
    return [newer.get(file.piece, file) for file in files]


def _rows(
    pieces: Sequence[Piece], opened: OpenedDownload, known: IdentitySources
) -> Mapping[Piece, Person]:
    """Find the row of the download's table for each piece of a student's last attempt."""
    rows: dict[Piece, Person] = {}
    joined = join(pieces, known.roster, opened.sheets, known.pattern)
    for student, own in joined.students.items():
        person = joined.people.get(student)
        if person is not None:
            last = max(piece.attempt for piece in own)
            rows |= {piece: person for piece in own if piece.attempt == last}
    return rows


def _with(piece: Piece, snapshot: int, row: Person | None) -> SnapshotFile:
    if row is None:
        return SnapshotFile(piece=piece, snapshot=snapshot)
    attempt = piece.attempt or row.attempt
    received = piece.received or row.received
    late = piece.late or (row.late and received is None)
    return SnapshotFile(
        piece=replace(piece, attempt=attempt, received=received, late=late),
        snapshot=snapshot,
        sheet_time=row.received,
    )


def _date_by_table(
    files: Sequence[SnapshotFile], gathered: Gathered, known: IdentitySources
) -> Mapping[Piece, SnapshotFile]:
    """Date each student's last submission by a table that came without a download."""
    pieces = {file.piece: file for file in files}
    joined = join(list(pieces), known.roster, gathered.sheets, known.pattern)
    newer: dict[Piece, SnapshotFile] = {}
    for student, own in joined.students.items():
        person = joined.people.get(student)
        if person is None or not (person.received or person.late):
            continue
        for piece in _latest_pieces([pieces[piece] for piece in own]):
            if not dates_attempts(pieces[piece].sheet_time):
                newer[piece] = _with(piece, pieces[piece].snapshot, person)
    return newer


def _latest_pieces(own: Sequence[SnapshotFile]) -> Iterator[Piece]:
    """Yield the pieces of the latest download, or of all if no time is known."""
    times: dict[int, list[SnapshotFile]] = defaultdict(list)
    for file in own:
        times[file.snapshot].append(file)
    latest = {
        snapshot: best_time(file.piece.received for file in files)
        for snapshot, files in times.items()
    }
    known = [received.at for received in latest.values() if received is not None]
    for snapshot, files in times.items():
        received = latest[snapshot]
        if received is None or received.at == max(known):
            yield from (file.piece for file in files)


# Which files of each student count, and the notes about them.

_IDENTITY_NOTES = {NoteKind.UNKNOWN, NoteKind.FROM_FILE_NAME, NoteKind.OTHER_ID}


class _Choosing(Struct, frozen=True, kw_only=True):
    """Everything needed to decide which files of each student count."""

    resolved: Resolved
    previous: Previous
    disk: Disk
    downloads: Sequence[OpenedDownload]
    source: str  # requested name of the program
    lms: str

    def class_files(self) -> ClassFiles:
        """Decide for every student and every unassigned group."""
        students, waiting = self.resolved.students, self.resolved.waiting
        repaired = {
            repair.name: repair for download in self.downloads for repair in download.repairs
        }
        return ClassFiles(
            students=tuple(
                self._student(student, students[student], repaired) for student in sorted(students)
            ),
            waiting=tuple(self._waiting(label) for label in sorted(waiting)),
            sources=self._sources(),
        )

    def _sources(self) -> dict[str, Path]:
        """Return where bytes can be read: in a download, or in an unchanged collected file."""
        resolved, root = self.resolved, self.disk.root
        owners = (*resolved.students.values(), *resolved.waiting.values())
        members = [file.piece.member for own in owners for file in own if not is_lost(file)]
        return {
            member.sha256: member.path
            for member in members
            if not member.path.is_relative_to(root)
            or self.disk.digest(member.path.relative_to(root).as_posix()) == member.sha256
        }

    def _student(
        self, student: str, files: Sequence[SnapshotFile], repaired: Mapping[str, Repair]
    ) -> StudentFiles:
        real = [file for file in files if not is_lost(file)]
        group = self.previous.students.get(student)
        before = group.record if group and isinstance(group.record, Collected) else None
        versions = which_count(real, student, self.source, numbering_of(self.lms))
        if not real:
            times = [file.sheet_time for file in files] or [before.received if before else None]
            versions = replace(versions, received=best_time(times))
        if group and group.contents == {content_of(piece) for piece in versions.counted}:
            versions = _with_times_of(group, versions)
        counted = {piece.file for piece in versions.counted}
        names = {piece.file for piece in versions.counted if _is_repaired(piece, repaired)}
        missing = {file.piece.file for file in files if is_lost(file)}
        if all(file.snapshot < 0 for file in real):  # nothing new was unpacked
            names |= set(_noted(before, NoteKind.REPAIRED)) & counted
            missing |= set(_noted(before, NoteKind.REFUSED))
        notes = [*self._about_who(student, before)]
        if names:
            notes.append(Note(kind=NoteKind.REPAIRED, names=tuple(sorted(names))))
        if missing:
            notes.append(Note(kind=NoteKind.REFUSED, names=tuple(sorted(missing))))
        callers = [file.piece.who for file in files]
        same = before is not None and (before.who in callers or not callers)
        own = group is not None and (
            student in self.resolved.replaced
            or not real
            or any(file in group.files for file in real)
        )
        return StudentFiles(
            student=student,
            who=best_who(callers, before.who if before and same else Identity()),
            versions=versions,
            notes=tuple(notes),
            before=before if own else None,
        )

    def _about_who(self, student: str, before: Collected | None) -> Iterable[Note]:
        """Return notes on how certain the owner is; an id given by a person may be mistyped."""
        joined = self.resolved.joined
        if student in self.resolved.assigned.values():
            mistyped = joined.people and student not in joined.people
            return [Note(kind=NoteKind.UNKNOWN)] if mistyped else []
        if student in joined.students:
            return joined.notes.get(student, ())
        return [note for note in (before.notes if before else ()) if note.kind in _IDENTITY_NOTES]

    def _waiting(self, label: str) -> UnassignedFiles:
        files = self.resolved.waiting[label]
        pending = self.resolved.pending.get(label)
        pieces = {content_of(file.piece): file.piece for file in files if not is_lost(file)}
        return UnassignedFiles(
            label=label,
            who=files[0].piece.who,
            pieces=tuple(pieces[content] for content in sorted(pieces)),
            proposals=pending.proposals if pending else (),
            reason=pending.reason if pending else UNEXPLAINED,
        )


def _with_times_of(group: PreviousGroup, versions: Versions) -> Versions:
    """Keep times and attempts that an earlier table recorded for the same files."""
    before = {file.content: file.piece for file in group.files}
    known = best_time(
        time for file in group.files for time in (file.sheet_time, file.piece.received)
    )
    counted = []
    for piece in versions.counted:
        old = before[content_of(piece)]
        received = piece.received or old.received
        counted.append(
            replace(
                piece,
                attempt=piece.attempt or old.attempt,
                received=received,
                late=piece.late or (old.late and received is None),
            )
        )
    return replace(
        versions,
        counted=tuple(counted),
        received=known if trust(known) > trust(versions.received) else versions.received,
        attempt=versions.attempt or max(piece.attempt for piece in counted),
    )


def _noted(before: Collected | None, kind: NoteKind) -> tuple[str, ...]:
    notes = before.notes if before else ()
    return tuple(name for note in notes if note.kind is kind for name in note.names)


def _is_repaired(piece: Piece, repaired: Mapping[str, Repair]) -> bool:
    """Return whether the student's part of the name was repaired, not the LMS's prefix."""
    repair = repaired.get(piece.member.name)
    return repair is not None and not repair.was.replace("\\", "/").endswith(piece.file)
