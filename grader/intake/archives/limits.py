"""Limits on a download and on each student in it, checked before a byte is unpacked.

An entry never gets more bytes than its archive declares, so checking the declared size suffices.
"""

from collections.abc import Sequence

from msgspec import Struct, field

from grader.model.collection import Refusal

MIB = 1 << 20

# Zeros in plain text compress a thousandfold and are no attack, so the ratio is checked only for
# amounts that no student submits.
_STUDENT_RATIO_FROM = 64 * MIB
_TOTAL_RATIO_FROM = 512 * MIB


class ArchiveLimits(Struct, frozen=True, kw_only=True):
    """Limits on one download, unpacked."""

    file_bytes: int = 50 * MIB
    student_bytes: int = 200 * MIB  # per top-level folder
    student_files: int = 2_000  # per top-level folder; a virtual environment has more
    total_bytes: int = 8 << 30
    entries: int = 50_000  # including those of nested archives
    nested: int = 3  # maximum depth of archives inside archives
    ratio: int = 200  # unpacked to packed, checked above _STUDENT_RATIO_FROM and _TOTAL_RATIO_FROM


class _Amount(Struct):
    unpacked: int = 0
    packed: int = 0
    files: int = 0


class Meter(Struct):
    """Count a download against its limits."""

    limits: ArchiveLimits
    entries: int = 0
    _worked: int = 0
    _total: _Amount = field(default_factory=_Amount)
    _students: dict[str, _Amount] = field(default_factory=dict)

    def enter(self) -> bool:
        """Count one entry; return whether it was within the limit."""
        self.entries += 1
        return self.entries <= self.limits.entries

    def weigh(self, student: str, size: int, packed: int) -> tuple[Refusal, str] | None:
        """Return why an entry of this size may not be unpacked, or None if it may."""
        limits = self.limits
        own = self._students.get(student, _Amount())
        if own.files >= limits.student_files:
            return Refusal.TOO_MANY, ""
        if size > limits.file_bytes:
            much = size > packed * limits.ratio
            return (Refusal.BOMB if much else Refusal.TOO_LARGE), _amount(limits.file_bytes)
        if own.unpacked + size > limits.student_bytes:
            return Refusal.TOO_LARGE, _amount(limits.student_bytes)
        if self._total.unpacked + size > limits.total_bytes:
            return Refusal.TOO_LARGE, _amount(limits.total_bytes)
        for amount, start in ((own, _STUDENT_RATIO_FROM), (self._total, _TOTAL_RATIO_FROM)):
            unpacked = amount.unpacked + size
            if unpacked > start and unpacked > limits.ratio * (amount.packed + packed):
                return Refusal.BOMB, f"{limits.ratio}:1"
        return None

    def count(self, student: str, size: int, packed: int) -> None:
        """Count unpacked bytes.

        `packed` is 0 in a nested archive, whose bytes were counted before.
        """
        for amount in (self._total, self._students.setdefault(student, _Amount())):
            amount.unpacked += size
            amount.packed += packed
            amount.files += 1

    def work(self, size: int) -> None:
        """Count intermediate bytes, which belong to no student."""
        self._worked += size

    def has_room(self, size: int) -> bool:
        """Return whether `size` more intermediate bytes are allowed."""
        return self._worked + size <= self.limits.total_bytes

    def give_back(self, student: str, size: int) -> None:
        """Undo the count of a nested archive, before its contents are counted."""
        self._students[student].unpacked -= size
        self._students[student].files -= 1


def _amount(size: int) -> str:
    return f"{size / MIB:.0f} MiB" if size >= MIB else f"{size} bytes"


def wrapper_of(names: Sequence[str]) -> str:
    """Return the folder that holds all students' folders, with "/", or "" if there is none.

    Only names are looked at: a single student with several folders is taken for a class and gets
    higher limits.
    """
    wrapper = ""
    while True:
        below = [name[len(wrapper) :].split("/") for name in names]
        if len({parts[0] for parts in below}) != 1 or not _holds_folders(below):
            return wrapper
        wrapper += below[0][0] + "/"


def student_of(name: str, wrapper: str) -> str:
    """Return the top-level folder or file whose limits an entry counts towards."""
    inside = name.removeprefix(wrapper)
    return wrapper + inside.split("/", 1)[0]


def _holds_folders(below: Sequence[Sequence[str]]) -> bool:
    """Return whether one folder holds at least two others, or one that leads on to them."""
    inner = {parts[1] for parts in below if len(parts) > 2}  # noqa: PLR2004 - folder, folder, file
    return len(inner) > 1 or (len(inner) == 1 and all(len(parts) > 2 for parts in below))  # noqa: PLR2004
