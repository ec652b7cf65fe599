"""How much a download, and one student in it, may hold: counted before a byte is unpacked.

An entry never gets more bytes than its archive states for it, so what it states is what is weighed.
"""

from collections.abc import Sequence

from msgspec import Struct, field

from grader.model.collection import Refusal

MIB = 1 << 20

# Plain text of zeros packs a thousandfold and is no attack. Whether much was made of little is
# asked only of amounts that nobody hands in.
_STUDENT_RATIO_FROM = 64 * MIB
_TOTAL_RATIO_FROM = 512 * MIB


class ArchiveLimits(Struct, frozen=True, kw_only=True):
    """What one download may hold, unpacked."""

    file_bytes: int = 50 * MIB
    student_bytes: int = 200 * MIB  # of one top-level folder
    student_files: int = 2_000  # of the same: a virtual environment has more
    total_bytes: int = 8 << 30
    entries: int = 50_000  # with those of nested archives
    nested: int = 3  # archives inside archives
    ratio: int = 200  # unpacked to packed, of amounts that nobody hands in


class _Amount(Struct):
    unpacked: int = 0
    packed: int = 0
    files: int = 0


class Meter(Struct):
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
        """Counts bytes that are unpacked; of a nested archive `packed` is 0: they were counted."""
        for amount in (self._total, self._students.setdefault(student, _Amount())):
            amount.unpacked += size
            amount.packed += packed
            amount.files += 1

    def work(self, size: int) -> None:
        """Counts bytes that were made on the way and are nobody's."""
        self._worked += size

    def has_room(self, size: int) -> bool:
        """Says whether so many more bytes may be made on the way."""
        return self._worked + size <= self.limits.total_bytes

    def give_back(self, student: str, size: int) -> None:
        """Takes back a nested archive's own bytes from its student, for those inside it."""
        self._students[student].unpacked -= size
        self._students[student].files -= 1


def _amount(size: int) -> str:
    return f"{size / MIB:.0f} MiB" if size >= MIB else f"{size} bytes"


def wrapper_of(names: Sequence[str]) -> str:
    """Gives the folder that holds everybody's folders, with "/"; "" when there is none.

    Only names: one student alone with several folders is taken for a class, and gets more room.
    """
    wrapper = ""
    while True:
        below = [name[len(wrapper) :].split("/") for name in names]
        if len({parts[0] for parts in below}) != 1 or not _holds_folders(below):
            return wrapper
        wrapper += below[0][0] + "/"


def student_of(name: str, wrapper: str) -> str:
    """Gives the top-level folder, or the file, that an entry counts for."""
    inside = name.removeprefix(wrapper)
    return wrapper + inside.split("/", 1)[0]


def _holds_folders(below: Sequence[Sequence[str]]) -> bool:
    """Says whether one folder holds at least two others, or one that leads on to them."""
    inner = {parts[1] for parts in below if len(parts) > 2}  # noqa: PLR2004 - folder, folder, file
    return len(inner) > 1 or (len(inner) == 1 and all(len(parts) > 2 for parts in below))  # noqa: PLR2004
