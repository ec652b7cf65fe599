"""A file of one student, and the download it came with."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import astuple

from grader.model.collection import Identity, Piece, Received, TimeSource

REFUSED = "refused-"  # in place of a digest for files without bytes

# Precedence among sources of the same time.
_TRUST = {
    TimeSource.UNKNOWN: 0,
    TimeSource.ARCHIVE: 1,
    TimeSource.NAME: 2,
    TimeSource.METADATA: 3,
    TimeSource.SHEET: 4,
}


class SnapshotFile(Struct, frozen=True, kw_only=True):
    """A piece, and the number of its snapshot: one student's part of one download."""

    piece: Piece
    snapshot: int
    sheet_time: Received | None = None  # time of the whole snapshot in the LMS's own table

    @property
    def content(self) -> tuple[str, str]:
        """Return name and digest; files equal in both are the same file."""
        return self.piece.file, self.piece.member.sha256


def is_lost(file: SnapshotFile) -> bool:
    """Return whether a piece represents a refused entry."""
    return file.piece.member.sha256.startswith(REFUSED)


def trust(received: Received | None) -> int:
    """Return the precedence of a time's source; -1 without a time."""
    return -1 if received is None else _TRUST[received.source]


def dates_attempts(received: Received | None) -> bool:
    """Return whether the LMS dated a whole attempt rather than each file."""
    return trust(received) > _TRUST[TimeSource.ARCHIVE]


def is_later(received: Received, other: Received) -> bool:
    """Return whether a time is later by more than the resolution of both."""
    gap = (received.at - other.at).total_seconds()
    return gap > max(received.resolution_seconds, other.resolution_seconds)


def best_who(callers: Sequence[Identity], before: Identity) -> Identity:
    """Return the identity with the most fields; on a tie, the known one, then the first."""
    return max([before, *callers], key=lambda who: sum(map(bool, astuple(who))))
