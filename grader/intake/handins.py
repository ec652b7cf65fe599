"""Who handed something in, and where it lies: one folder per student, or single files."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from grader.intake.choosing import could_be_source
from grader.intake.names import is_clutter, label, matching
from grader.intake.provenance import Provenance, provenance_of
from grader.intake.reading import EntryKind, FolderEntry, list_folder
from grader.intake.refusal import FileRefused
from grader.model.collection import Note, Received
from grader.model.course import Course
from grader.model.errors import IntakeError
from grader.model.submission import FileTrouble, Trouble
from grader.people import find_id
from grader.tables import printable

ARCHIVES = (".zip", ".rar", ".7z", ".lzh", ".tar", ".tgz", ".gz")

# What students hand in: a loose file of another kind makes nobody a student unless it has an id.
_HANDED_IN = (".docx", ".doc", ".pdf", *ARCHIVES)


class UnreadSubmission(Struct, frozen=True, kw_only=True):
    """One student's files, not yet read."""

    student: str
    root: Path | None  # the one folder; None when `paths` says where things lie
    paths: tuple[Path, ...] = ()  # loose files, and folders when there are several
    troubles: tuple[FileTrouble, ...] = ()
    received: Received | None = None  # None: nothing says when it came
    notes: tuple[Note, ...] = ()  # what collecting the files showed


def find_students(folder: Path, course: Course) -> tuple[UnreadSubmission, ...]:
    """Finds everyone who has a folder or a file here, sorted by student.

    Raises IntakeError when the folder cannot be used at all, or its manifest is damaged.
    """
    root = _usable(folder)
    known = provenance_of(root)
    groups: dict[str, list[FolderEntry]] = defaultdict(list)
    try:
        for seen in list_folder(root, ()):
            collected = known.folders.get(seen.name) if seen.kind is EntryKind.FOLDER else None
            student = collected or _student(seen, course.student_id)
            if student is not None:
                groups[student].append(seen)
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
    found = [_handin(root, student, groups[student]) for student in groups]
    found += [UnreadSubmission(student=student, root=None) for student in lost]
    return tuple(_with(known, one) for one in sorted(found, key=lambda one: one.student))


def _with(known: Provenance, handin: UnreadSubmission) -> UnreadSubmission:
    """Adds what collecting wrote down."""
    collected = known.students.get(handin.student)
    if collected is None:
        return replace(handin, received=known.received_in(handin.root))
    troubles = known.troubles(handin.student, handin.root)
    return replace(
        handin,
        troubles=(*handin.troubles, *troubles),
        received=collected.received,
        notes=collected.notes,
    )


def unread_submission(student: str, paths: Sequence[Path]) -> UnreadSubmission:
    """Takes the files, or the one folder, that a student names. Raises IntakeError."""
    real = [_named(path) for path in paths]
    if len(real) == 1 and real[0].is_dir():
        return UnreadSubmission(student=student, root=real[0])
    return UnreadSubmission(student=student, root=None, paths=tuple(real))


def _named(path: Path) -> Path:
    """Follows the user's own links: what somebody names on the command line is meant."""
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


def _student(seen: FolderEntry, pattern: str) -> str | None:
    """Names the student behind a name; None for clutter and files that are nobody's."""
    found = find_id(seen.name, pattern)
    if found is not None and not seen.name.startswith("._"):
        return label(found)
    if is_clutter(seen.name):
        return None
    if seen.kind is EntryKind.FOLDER:
        return label(seen.name)
    if could_be_source(seen.name) or matching(seen.name).endswith(_HANDED_IN):
        return label(Path(seen.name.removesuffix(".txt")).stem)
    return label(seen.name) if _is_place(seen) else None


def _is_place(seen: FolderEntry) -> bool:
    """Says whether a name stands for a folder; a link without an ending surely meant one."""
    return seen.kind is EntryKind.FOLDER or (
        seen.kind is EntryKind.LINK and not Path(seen.name).suffix
    )


def _handin(root: Path, student: str, group: Sequence[FolderEntry]) -> UnreadSubmission:
    """Puts one student's things together; several folders are kept apart and said so."""
    folders = [seen for seen in group if _is_place(seen)]
    if len(group) == len(folders) == 1:
        return UnreadSubmission(student=student, root=root / group[0].name)
    return UnreadSubmission(
        student=student,
        root=None,
        paths=tuple(root / seen.name for seen in group),
        troubles=tuple(
            FileTrouble(file=printable(seen.name), trouble=Trouble.SAME_STUDENT) for seen in folders
        ),
    )
