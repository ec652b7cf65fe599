"""Open the inputs: downloads of an LMS, folders, and the LMS's own tables."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from msgspec import Struct, field
from msgspec.structs import replace

from grader.intake.archives import open_download
from grader.intake.collecting.snapshots import REFUSED
from grader.intake.layouts import recognise
from grader.intake.names import matching
from grader.intake.reading import read_file
from grader.intake.refusal import FileRefused
from grader.intake.roster import People, read_people, same_person
from grader.model.collection import (
    Download,
    Member,
    Person,
    Piece,
    Recognised,
    Refusal,
    RefusedEntry,
    Repair,
)
from grader.model.course import Course
from grader.model.errors import IntakeError, Message
from grader.tables import printable, read_table

# Refused entries of these kinds are not a student's work.
_NO_SUBMISSION = {Refusal.LINK, Refusal.SPECIAL, Refusal.RESERVED, Refusal.DUPLICATE}
_TABLES = (".csv", ".tsv", ".xlsx")
_TABLE_BYTES = 64 * 1_048_576
_MAX_NAMED = 10  # students in a sentence


class OpenedDownload(Struct, frozen=True, kw_only=True):
    """One download, with its files matched to students as far as the LMS identifies them."""

    name: str
    lms: str
    encoding: str = ""
    pieces: tuple[Piece, ...] = ()
    lost: tuple[tuple[Piece, RefusedEntry], ...] = ()  # refused entries, as pieces without bytes
    refused: tuple[RefusedEntry, ...] = ()
    repairs: tuple[Repair, ...] = ()
    sheets: tuple[Person, ...] = ()
    unexplained: tuple[Member, ...] = ()

    @property
    def whole(self) -> bool:
        """Return whether the download holds files and nothing of unknown students is missing."""
        owned = {entry for _, entry in self.lost}
        missing = (entry for entry in self.refused if entry.refusal not in _NO_SUBMISSION)
        return any((self.pieces, self.lost, self.unexplained)) and all(
            entry in owned for entry in missing
        )


class Gathered(Struct, kw_only=True):
    """Everything that was opened. `troubles` and `warnings` are not yet formatted."""

    downloads: list[OpenedDownload] = field(default_factory=list)
    sheets: list[Person] = field(default_factory=list)  # from tables that are separate inputs
    troubles: list[Message] = field(default_factory=list)  # about inputs that could not be read
    unopened: list[str] = field(default_factory=list)  # names of the downloads among them
    warnings: list[Message] = field(default_factory=list)


def gather(inputs: Sequence[Path], course: Course, lms: str, staging: Path) -> Gathered:
    """Open everything; an input that cannot be opened is in `troubles` and affects no other.

    Raises IntakeError if nothing could be opened, or for an unknown `lms`.
    """
    gathered = Gathered()
    for path in inputs:
        try:
            if _is_table(path):
                gathered.sheets += _people(path, course, gathered)
                continue
            download = open_download(path, staging)
        except IntakeError as error:
            gathered.troubles += error.messages
            if path.exists() and not _is_table(path):
                gathered.unopened.append(printable(path.name))
            continue
        gathered.downloads.append(_opened(download, course, lms, staging, gathered))
    if gathered.troubles and not gathered.downloads and not gathered.sheets:
        raise IntakeError.of(gathered.troubles)
    _drop_disputed_times(gathered)
    return gathered


def _drop_disputed_times(gathered: Gathered) -> None:
    """Drop times on which tables differ: the order of the tables must not decide who is late."""
    times: dict[str, set[datetime]] = defaultdict(set)
    for person in gathered.sheets:
        if person.received is not None and (key := same_person(person)):
            times[key].add(person.received.at)
    disputed = {key for key, found in times.items() if len(found) > 1}
    if not disputed:
        return
    named = [each for each in gathered.sheets if same_person(each) in disputed]
    called = [*dict.fromkeys(printable(each.student or each.name or each.mail) for each in named)]
    students = ", ".join(called[:_MAX_NAMED]) + (", …" if len(called) > _MAX_NAMED else "")
    gathered.warnings.append(
        Message(
            "the tables give {students} different times of submission, and none was used; give "
            "only the table that counts",
            {"students": students},
        )
    )
    gathered.sheets = [
        replace(each, received=None) if same_person(each) in disputed else each
        for each in gathered.sheets
    ]


def _is_table(path: Path) -> bool:
    return matching(path.name).endswith(_TABLES) and not path.is_dir()


def read_people_of(path: Path, course: Course, name: str = "") -> People:
    """Read a roster or sheet; `name` is shown in messages. Raises IntakeError."""
    shown = name or printable(str(path))
    try:
        real = path.resolve(strict=True)
        raw = read_file(real.parent, (real.name,), _TABLE_BYTES)
    except (OSError, ValueError, RuntimeError) as error:
        raise IntakeError("{path}: there is no such file or folder", path=shown) from error
    except FileRefused as refused:
        reason = refused.detail or str(refused.trouble)
        raise IntakeError(
            "{path}: cannot be read: {reason}", path=shown, reason=reason
        ) from refused
    table = read_table(raw, shown)
    return read_people(table, ZoneInfo(course.zone), pattern=course.student_id)


def _people(path: Path, course: Course, gathered: Gathered) -> tuple[Person, ...]:
    people = read_people_of(path, course)
    gathered.warnings += people.warnings
    return people.people


def _opened(
    download: Download, course: Course, lms: str, staging: Path, gathered: Gathered
) -> OpenedDownload:
    known = _recognise(download, course, lms)
    sheets: list[Person] = []
    for member in known.sheets:
        try:
            people = read_people_of(member.path, course, member.name)
        except IntakeError as error:
            gathered.warnings += error.messages
            continue
        gathered.warnings += people.warnings
        sheets += people.people
    return OpenedDownload(
        name=download.name,
        lms=known.lms,
        encoding=download.encoding,
        pieces=tuple(piece for piece in known.pieces if piece.file),
        lost=tuple(_lost(download, course, known.lms, staging)),
        refused=download.refused,
        repairs=download.repairs,
        sheets=tuple(sheets),
        unexplained=known.unexplained,
    )


def _recognise(download: Download, course: Course, lms: str) -> Recognised:
    zone = ZoneInfo(course.zone)
    return recognise(download, course.lms, lms, zone, student_id=course.student_id)


def _lost(
    download: Download, course: Course, lms: str, staging: Path
) -> list[tuple[Piece, RefusedEntry]]:
    """Find the students of refused entries: they did hand something in."""
    if not download.refused:
        return []
    nothing = staging / "nothing"
    nothing.touch(mode=0o600)
    lost = {
        Member(name=name, path=nothing, size_bytes=0, sha256=f"{REFUSED}{number}"): entry
        for number, entry in enumerate(download.refused)
        if entry.entry != download.name and (name := _below(entry.entry))
    }
    complete = replace(download, members=(*download.members, *lost))
    pieces = _recognise(complete, course, lms).pieces
    return [(piece, lost[piece.member]) for piece in pieces if piece.member in lost]


def _below(entry: str) -> str:
    """Return the name of a refused entry within its first folder; "" if that leads outside."""
    first, *rest = entry.split("/")
    if not rest or first in {"", ".", ".."} or first.endswith(":"):
        return entry if not rest else ""
    return "/".join([first, *("_" if part in {"", ".", ".."} else part for part in rest)])
