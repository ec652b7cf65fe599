"""Find the students who handed something in: one folder per student, or single files."""

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from grader.intake.choosing import could_be_source
from grader.intake.manifest import read_manifest
from grader.intake.names import is_clutter, label, logical, matching
from grader.intake.reading import EntryKind, FolderEntry, list_folder, look, read_file
from grader.intake.refusal import FileRefused
from grader.model.collection import (
    Collected,
    CollectedFile,
    Collection,
    Note,
    NoteKind,
    Received,
    Role,
)
from grader.model.course import Course
from grader.model.errors import IntakeError
from grader.model.submission import FileTrouble, Trouble
from grader.people import find_id
from grader.tables import printable

ARCHIVES = (".zip", ".rar", ".7z", ".lzh", ".tar", ".tgz", ".gz")

# Endings of submissions. A loose file of another kind needs a student id in its name.
_HANDED_IN = (".docx", ".doc", ".pdf", *ARCHIVES)
_MAX_BYTES_HASHED = 64 * 1_048_576  # larger files are not hashed to find a moved folder's origin


class Provenance(Struct, frozen=True, kw_only=True):
    """The manifest's records by student and folder; empty without a manifest."""

    students: Mapping[str, Collected] = field(default_factory=dict)  # by student
    folders: Mapping[str, str] = field(default_factory=dict)  # folder -> student
    refused: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By student: entries that were not unpacked, and why."""
    gone: tuple[tuple[Mapping[str, str], Received | None], ...] = ()
    """For folders that a person moved away: digests by file, and when they came in."""

    def troubles(self, student: str, root: Path | None) -> tuple[FileTrouble, ...]:
        """Return the problems that a person must know before grading this student."""
        collected = self.students.get(student)
        if collected is None:
            return ()
        troubles = [*self._not_unpacked(collected)]
        if root is not None:
            troubles += _several(collected, root)
        return tuple(troubles)

    def received_in(self, root: Path | None) -> Received | None:
        """Return when the files of a moved or renamed folder came in."""
        if root is None:
            return None
        times = [
            received
            for files, received in self.gone
            if all(_digest(root, tuple(name.split("/"))) == files[name] for name in files)
        ]
        return times[0] if len(times) == 1 else None

    def without_files(self) -> Iterator[str]:
        """Yield students from whose submissions nothing could be unpacked."""
        for student, collected in self.students.items():
            if not collected.files and any(
                note.kind is NoteKind.REFUSED for note in collected.notes
            ):
                yield student

    def _not_unpacked(self, collected: Collected) -> Iterator[FileTrouble]:
        reasons = self.refused.get(collected.student, {})
        for note in collected.notes:
            for name in note.names if note.kind is NoteKind.REFUSED else ():
                why = next((reasons[entry] for entry in reasons if entry.endswith(name)), "")
                yield FileTrouble(file=name, trouble=Trouble.NOT_UNPACKED, detail=why)


def provenance_of(folder: Path) -> Provenance:
    """Read the manifest of a folder of submissions. Raises IntakeError if it is damaged."""
    collection = read_manifest(folder)
    if collection is None:
        return Provenance()
    refused: dict[str, dict[str, str]] = {}
    for entry in collection.refused:
        why = f"{entry.refusal} {entry.detail}".strip()
        refused.setdefault(entry.student, {})[entry.entry] = why
    return Provenance(
        students={student.student: student for student in collection.students},
        folders={
            file.path.split("/")[0]: student.student
            for student in collection.students
            for file in student.files
            if file.role is not Role.EARLIER
        },
        refused=refused,
        gone=tuple(_gone(collection, folder)),
    )


def _gone(
    collection: Collection, folder: Path
) -> Iterator[tuple[Mapping[str, str], Received | None]]:
    """Find folders of the manifest that no longer exist."""
    for student in collection.students:
        counted = [file for file in student.files if file.role is not Role.EARLIER]
        if counted and not (folder / counted[0].path.split("/")[0]).exists():
            yield _below(counted, 1), student.received
    for waiting in collection.unassigned:
        files = waiting.files
        if files and not folder.joinpath(*files[0].path.split("/")[:2]).exists():
            times = [file.received for file in files if file.received is not None]
            yield _below(files, 2), max(times, key=lambda file: file.at, default=None)


def _below(files: Sequence[CollectedFile], depth: int) -> Mapping[str, str]:
    return {"/".join(file.path.split("/")[depth:]): file.sha256 for file in files}


def _digest(root: Path, parts: tuple[str, ...]) -> str:
    try:
        return hashlib.sha256(read_file(root, parts, _MAX_BYTES_HASHED)).hexdigest()
    except FileRefused:
        return ""


def _several(collected: Collected, root: Path) -> Iterator[FileTrouble]:
    """Yield equally good versions of a file; a person decides by removing all but one."""
    for note in collected.notes:
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


class UnreadSubmission(Struct, frozen=True, kw_only=True):
    """One student's files, not yet read."""

    student: str
    root: Path | None  # the only folder; None if `paths` lists the files
    paths: tuple[Path, ...] = ()  # loose files, and folders if there are several
    troubles: tuple[FileTrouble, ...] = ()
    received: Received | None = None  # None: unknown
    notes: tuple[Note, ...] = ()  # from collecting the files


def find_students(folder: Path, course: Course) -> tuple[UnreadSubmission, ...]:
    """Find everyone who has a folder or a file here, sorted by student.

    Raises IntakeError if the folder is unusable or its manifest is damaged.
    """
    root = _usable(folder)
    known = provenance_of(root)
    groups: dict[str, list[FolderEntry]] = defaultdict(list)
    try:
        for entry in list_folder(root, ()):
            collected = known.folders.get(entry.name) if entry.kind is EntryKind.FOLDER else None
            student = collected or _student(entry, course.student_id)
            if student is not None:
                groups[student].append(entry)
    except FileRefused as refused:
        raise IntakeError(
            "{path}: cannot be read: {reason}", path=printable(str(folder)), reason=refused.detail
        ) from refused
    lost = [student for student in known.without_files() if student not in groups]
    if not groups and not lost:
        raise IntakeError(
            "{path}: contains no submissions; it must contain one folder or file per student",
            path=printable(str(folder)),
        )
    submissions = [_unread(root, student, groups[student]) for student in groups]
    submissions += [UnreadSubmission(student=student, root=None) for student in lost]
    return tuple(
        _with(known, submission)
        for submission in sorted(submissions, key=lambda submission: submission.student)
    )


def _with(known: Provenance, submission: UnreadSubmission) -> UnreadSubmission:
    collected = known.students.get(submission.student)
    if collected is None:
        return replace(submission, received=known.received_in(submission.root))
    troubles = known.troubles(submission.student, submission.root)
    return replace(
        submission,
        troubles=(*submission.troubles, *troubles),
        received=collected.received,
        notes=collected.notes,
    )


def unread_submission(student: str, paths: Sequence[Path]) -> UnreadSubmission:
    """Return the files, or the one folder, given by a student. Raises IntakeError."""
    real = list(dict.fromkeys(_named(path) for path in paths))
    if len(real) == 1 and real[0].is_dir():
        return UnreadSubmission(student=student, root=real[0])
    by_name: dict[str, Path] = {}
    for path in real:
        if by_name.setdefault(path.name, path) != path:  # only one of them could be listed
            raise IntakeError(
                "{path} and {other} have the same name; specify only the one to hand in",
                path=printable(str(by_name[path.name])),
                other=printable(str(path)),
            )
    return UnreadSubmission(student=student, root=None, paths=tuple(real))


def _named(path: Path) -> Path:
    """Resolve the user's own links; a path on the command line is trusted."""
    if matching(path.name).endswith(ARCHIVES):
        raise IntakeError(
            "{path}: archives are not opened here; unpack it and specify the folder",
            path=printable(str(path)),
        )
    try:
        return path.resolve(strict=True)
    except (OSError, ValueError, RuntimeError) as error:
        raise IntakeError(
            "{path}: there is no such file or folder", path=printable(str(path))
        ) from error


def _usable(folder: Path) -> Path:
    root = _named(folder)
    if not root.is_dir():
        raise IntakeError(
            "{path}: is not a folder; specify a folder that contains one folder or file per "
            "student",
            path=printable(str(folder)),
        )
    return root


def _student(entry: FolderEntry, pattern: str) -> str | None:
    """Return the student of an entry; None for clutter and unrelated files."""
    student_id = find_id(entry.name, pattern)
    if student_id is not None and not entry.name.startswith("._"):
        return label(student_id)
    if is_clutter(entry.name):
        return None
    if entry.kind is EntryKind.FOLDER:
        return label(entry.name)
    if could_be_source(entry.name) or matching(entry.name).endswith(_HANDED_IN):
        return label(Path(entry.name.removesuffix(".txt")).stem)
    return label(entry.name) if _is_place(entry) else None


def _is_place(entry: FolderEntry) -> bool:
    """Return whether an entry is a folder, or a link without a suffix, which may be one."""
    return entry.kind is EntryKind.FOLDER or (
        entry.kind is EntryKind.LINK and not Path(entry.name).suffix
    )


def _unread(root: Path, student: str, group: Sequence[FolderEntry]) -> UnreadSubmission:
    """Combine one student's entries. Several folders stay separate and are reported."""
    folders = [entry for entry in group if _is_place(entry)]
    if len(group) == len(folders) == 1:
        return UnreadSubmission(student=student, root=root / group[0].name)
    return UnreadSubmission(
        student=student,
        root=None,
        paths=tuple(root / entry.name for entry in group),
        troubles=tuple(
            FileTrouble(file=printable(entry.name), trouble=Trouble.SAME_STUDENT)
            for entry in folders
        ),
    )
