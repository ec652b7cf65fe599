"""One download while it comes out of its archives: names taken, files kept, entries refused."""

import hashlib
from collections import deque
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from grader.intake.archives import formats
from grader.intake.archives.entries import HEAD, ArchiveEntry
from grader.intake.archives.limits import ArchiveLimits, Meter
from grader.model.collection import Member, Refusal, RefusedEntry, Repair, RepairKind


class Where(Struct, frozen=True, kw_only=True):
    """Which archive is being opened, seen from the download."""

    prefix: str = ""  # "" is the download itself, else "24A1201/inner.zip/"
    student: str = ""  # the top-level folder it counts for; "" = found by the names
    depth: int = 0
    modified: datetime | None = None  # of the entry in the download that this came out of


class Found(Struct, frozen=True, kw_only=True):
    """One file that is unpacked, or lies unpacked."""

    member: Member
    staged: Path | None  # our own copy, removed when it is not kept; None = it lies where it lay
    student: str
    depth: int  # of the archive it was in
    repairs: tuple[Repair, ...] = ()

    @property
    def cleaned(self) -> bool:
        """Says whether its name is no longer what its author wrote."""
        return any(
            repair.kind in {RepairKind.CLEANED, RepairKind.UNKNOWN} for repair in self.repairs
        )


class Extraction(Struct):
    """Everything of one download, growing."""

    name: str
    limits: ArchiveLimits
    folder: Path  # our own
    meter: Meter
    members: dict[str, Member] = field(default_factory=dict)
    refused: list[RefusedEntry] = field(default_factory=list)
    repairs: list[Repair] = field(default_factory=list)
    archives: deque[Found] = field(default_factory=deque)  # nested ones, to be opened
    _number: int = 0  # of the next file in our folder
    _taken: dict[str, str] = field(default_factory=dict)  # SHA-256 by name
    _folders: set[int] = field(default_factory=set)  # hashes: long paths have many folders
    _beyond: dict[str, list[str]] = field(default_factory=dict)  # one student's files too many

    def next_path(self) -> Path:
        """Names the next file of our own."""
        self._number += 1
        return self.folder / f"{self._number:06d}"

    def refuse(self, entry: str, refusal: Refusal, detail: str = "") -> None:
        """Notes an entry that is not unpacked."""
        self.refused.append(
            RefusedEntry(
                entry=entry or self.name, refusal=refusal, detail=detail, download=self.name
            )
        )

    def has_room(self, name: str, student: str, size: int, packed: int) -> bool:
        """Counts a file, or refuses it; a student's files beyond the limit are told at once."""
        reason = self.meter.weigh(student, size, packed)
        if reason is None:
            self.meter.count(student, size, packed)
        elif reason[0] is Refusal.TOO_MANY:
            self._beyond.setdefault(student, []).append(name)
        else:
            self.refuse(name, *reason)
        return reason is None

    def tell_beyond(self) -> None:
        """Says whose files were too many."""
        for names in self._beyond.values():
            most = self.limits.student_files
            detail = f"{len(names)}/{len(names) + most}, max. {most}"
            self.refuse(names[0], Refusal.TOO_MANY, detail)

    def write(self, entry: ArchiveEntry) -> tuple[Path, str, bytes]:
        """Unpacks an entry: its place, SHA-256 and first bytes. Raises Unopenable, OSError."""
        path, digest, head = self.next_path(), hashlib.sha256(), b""
        try:
            with path.open("xb", buffering=0) as target:
                path.chmod(0o600)
                for piece in entry.pieces():
                    head += piece[: HEAD - len(head)]
                    digest.update(piece)
                    view = memoryview(piece)
                    while view:
                        view = view[target.write(view) or 0 :]
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        return path, digest.hexdigest(), head

    def put(self, file: Found, head: bytes) -> None:
        """Keeps a file; an archive waits to be opened, of another kind is kept closed and noted."""
        claimed = self._claim(file)
        if claimed is None:
            return
        name = claimed.member.name
        if formats.is_opened(name, head):
            if claimed.depth < self.limits.nested:
                self.archives.append(claimed)
                return
            self.refuse(name, Refusal.TOO_DEEP, str(self.limits.nested))
        elif (other := formats.other_format(name, head)) is not None:
            self.refuse(name, Refusal.FORMAT, other)
        self._keep(claimed)

    def leave(self, archive: Found) -> None:
        """Gives an archive's name and bytes up, so that what is in it can lie below."""
        del self._taken[archive.member.name]
        self.meter.give_back(archive.student, archive.member.size_bytes)

    def keep_closed(self, archive: Found) -> None:
        """Keeps an archive of which nothing came out."""
        self.meter.count(archive.student, archive.member.size_bytes, 0)
        if (claimed := self._claim(archive)) is not None:
            self._keep(claimed)

    def _keep(self, file: Found) -> None:
        self.members[file.member.name] = file.member
        self.repairs.extend(file.repairs)

    def _claim(self, file: Found) -> Found | None:
        """Takes a file's name for it; None when the name was taken, and then says so if need be."""
        name = file.member.name
        holder = self._taken.get(name)
        if holder is not None and file.cleaned and holder != file.member.sha256:
            file = self._numbered(file)
        elif holder is not None or self._in_the_way(name):
            if holder != file.member.sha256:
                self.refuse(name, Refusal.DUPLICATE)
            self.meter.give_back(file.student, file.member.size_bytes)
            if file.staged is not None:
                file.staged.unlink(missing_ok=True)
            return None
        name = file.member.name
        self._taken[name] = file.member.sha256
        self._folders.update(map(hash, _folders(name)))
        return file

    def _in_the_way(self, name: str) -> bool:
        return hash(name) in self._folders or any(
            folder in self._taken for folder in _folders(name)
        )

    def _numbered(self, file: Found) -> Found:
        number = 2
        while (name := f"{file.member.name}~{number}") in self._taken:
            number += 1
        repairs = tuple(replace(repair, name=name) for repair in file.repairs)
        return replace(file, member=replace(file.member, name=name), repairs=repairs)


def _folders(name: str) -> Iterator[str]:
    parts = name.split("/")
    return ("/".join(parts[:end]) for end in range(1, len(parts)))
