"""One file of one student, with what it came together with."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import astuple

from grader.model.collection import Identity, Piece, Received, TimeSource

REFUSED = "refused-"  # what stands instead of a digest where there are no bytes

# Whose word counts more about one and the same time.
_TRUST = {
    TimeSource.UNKNOWN: 0,
    TimeSource.ARCHIVE: 1,
    TimeSource.NAME: 2,
    TimeSource.METADATA: 3,
    TimeSource.SHEET: 4,
}


class SnapshotFile(Struct, frozen=True, kw_only=True):
    """A piece, and the number of what it came with: one student's part of one download."""

    piece: Piece
    snapshot: int
    sheet_time: Received | None = None  # when all of it came, as the LMS's own table says

    @property
    def content(self) -> tuple[str, str]:
        """Names the file and its bytes: what has both alike is there once."""
        return self.piece.file, self.piece.member.sha256


def is_lost(file: SnapshotFile) -> bool:
    """Whether it stands for an entry that was refused."""
    return file.piece.member.sha256.startswith(REFUSED)


def trust(received: Received | None) -> int:
    """Says how much the source of a time is worth; -1 without a time."""
    return -1 if received is None else _TRUST[received.source]


def dates_attempts(received: Received | None) -> bool:
    """Says whether the LMS dated a whole attempt, not each file of it."""
    return trust(received) > _TRUST[TimeSource.ARCHIVE]


def is_later(received: Received, other: Received) -> bool:
    """Says whether one time is after the other by more than they were written with."""
    gap = (received.at - other.at).total_seconds()
    return gap > max(received.resolution_seconds, other.resolution_seconds)


def best_who(callers: Sequence[Identity], before: Identity) -> Identity:
    """Picks what says most of one student: of equal ones what was known, then the first."""
    return max([before, *callers], key=lambda who: sum(map(bool, astuple(who))))
