"""Gives what was handed in the times and attempts of the LMS's own tables. Pure."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from grader.intake.collecting.filed import SnapshotFile, dates_attempts
from grader.intake.collecting.gathering import Gathered, OpenedDownload
from grader.intake.collecting.remembering import COUNTED, Memory
from grader.intake.collecting.resolving import IdentitySources
from grader.intake.collecting.versions import best_time
from grader.intake.joining import join
from grader.model.collection import Person, Piece


def dated(gathered: Gathered, memory: Memory, known: IdentitySources) -> list[SnapshotFile]:
    """Makes the pieces of every download, with what its own table says of its student.

    A table that was given by itself speaks of what each student handed in last, also of what was
    collected before: that is changed in `memory`.
    """
    found = []
    for number, opened in enumerate(gathered.downloads):
        pieces = (*opened.pieces, *(one for one, _ in opened.lost))
        rows = _rows(pieces, opened, known) if opened.sheets else {}
        found += [_with(piece, number, rows.get(piece)) for piece in pieces]
    if not gathered.sheets:
        return found
    before = [one for own in memory.files.values() for one in own if one.snapshot == COUNTED]
    newer = _by_themselves([*found, *before], gathered, known)
    for student, own in memory.files.items():
        memory.files[student] = [newer.get(one.piece, one) for one in own]
    return [newer.get(one.piece, one) for one in found]


def _rows(
    pieces: Sequence[Piece], opened: OpenedDownload, known: IdentitySources
) -> Mapping[Piece, Person]:
    """Finds the line of the download's table for each piece of a student's last attempt."""
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


def _by_themselves(
    found: Sequence[SnapshotFile], gathered: Gathered, known: IdentitySources
) -> Mapping[Piece, SnapshotFile]:
    """Dates each student's last part by a table that came without a download."""
    pieces = {one.piece: one for one in found}
    joined = join(list(pieces), known.roster, gathered.sheets, known.pattern)
    newer: dict[Piece, SnapshotFile] = {}
    for student, own in joined.students.items():
        person = joined.people.get(student)
        if person is None or not (person.received or person.late):
            continue
        for piece in _last([pieces[one] for one in own]):
            if not dates_attempts(pieces[piece].sheet_time):
                newer[piece] = _with(piece, pieces[piece].snapshot, person)
    return newer


def _last(own: Sequence[SnapshotFile]) -> Iterator[Piece]:
    """Gives the pieces of the download that came last; of all, where nothing tells."""
    times: dict[int, list[SnapshotFile]] = defaultdict(list)
    for one in own:
        times[one.snapshot].append(one)
    latest = {
        snapshot: best_time(one.piece.received for one in files)
        for snapshot, files in times.items()
    }
    known = [received.at for received in latest.values() if received is not None]
    for snapshot, files in times.items():
        received = latest[snapshot]
        if received is None or received.at == max(known):
            yield from (one.piece for one in files)
