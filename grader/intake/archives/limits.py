"""How much a download may hold, counted before a byte of it is unpacked and while it is.

An entry never gets more bytes than its archive states for it, so what it states is what is weighed.
"""

from dataclasses import dataclass, field

from grader.model.collection import Refusal

MIB = 1 << 20

# Plain text of zeros packs a thousandfold and is no attack. Whether much was made of little is
# asked only of amounts that nobody hands in.
_STUDENT_RATIO_FROM = 64 * MIB
_TOTAL_RATIO_FROM = 512 * MIB


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveLimits:
    """What one download may hold, unpacked."""

    file_bytes: int = 50 * MIB
    student_bytes: int = 200 * MIB  # of one top-level folder
    total_bytes: int = 8 << 30
    entries: int = 50_000  # with those of nested archives
    nested: int = 3  # archives inside archives
    ratio: int = 200  # unpacked to packed, of amounts that nobody hands in


@dataclass(slots=True)
class _Amount:
    unpacked: int = 0
    packed: int = 0


@dataclass(slots=True)
class Meter:
    """Counts one download against its limits."""

    limits: ArchiveLimits
    entries: int = 0
    _worked: int = 0
    _total: _Amount = field(default_factory=_Amount)
    _students: dict[str, _Amount] = field(default_factory=dict)

    def enter(self) -> bool:
        """Counts one entry; says whether there was room for it."""
        self.entries += 1
        return self.entries <= self.limits.entries

    def weigh(self, student: str, size: int, packed: int) -> tuple[Refusal, str] | None:
        """Says why so many bytes may not be unpacked; None when they may."""
        limits = self.limits
        own = self._students.get(student, _Amount())
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
        """Counts bytes that are unpacked; of a nested archive `packed` is 0: they were counted."""
        for amount in (self._total, self._students.setdefault(student, _Amount())):
            amount.unpacked += size
            amount.packed += packed

    def work(self, size: int) -> None:
        """Counts bytes that were made on the way and are nobody's."""
        self._worked += size

    def has_room(self, size: int) -> bool:
        """Says whether so many more bytes may be made on the way."""
        return self._worked + size <= self.limits.total_bytes

    def give_back(self, student: str, size: int) -> None:
        """Takes back a nested archive's own bytes from its student, for those inside it."""
        self._students[student].unpacked -= size


def _amount(size: int) -> str:
    return f"{size / MIB:.0f} MiB" if size >= MIB else f"{size} bytes"
