"""State of one download while it is unpacked: names taken, files kept, entries refused."""

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
    """The position of the archive being opened, within the download."""

    prefix: str = ""  # "" for the download itself, else "24A1201/inner.zip/"
    student: str = ""  # the top-level folder whose limits apply; "" = derived from the names
    depth: int = 0
    modified: datetime | None = None  # of the entry in the download that this archive came from


class Found(Struct, frozen=True, kw_only=True):
    """A file that was unpacked, or is in an unpacked folder."""

    member: Member
    staged: Path | None  # our own copy, removed if the file is not kept; None = left where it was
    student: str
    depth: int  # nesting depth of the archive it was in
    repairs: tuple[Repair, ...] = ()

    @property
    def cleaned(self) -> bool:
        """Return whether its name differs from what its author wrote."""
        return any(
            repair.kind in {RepairKind.CLEANED, RepairKind.UNKNOWN} for repair in self.repairs
        )


class Extraction(Struct):
    """Everything known so far about one download."""

    name: str
    limits: ArchiveLimits
    folder: Path  # our own
    meter: Meter
    members: dict[str, Member] = field(default_factory=dict)
    refused: list[RefusedEntry] = field(default_factory=list)
    repairs: list[Repair] = field(default_factory=list)
    archives: deque[Found] = field(default_factory=deque)  # nested archives still to be opened
    _number: int = 0  # of the next file in our folder
    _taken: dict[str, str] = field(default_factory=dict)  # SHA-256 by name
    # hashes instead of paths, since long paths have many folders
    _folders: set[int] = field(default_factory=set)
    _beyond: dict[str, list[str]] = field(default_factory=dict)  # names over the limit, by student

    def next_path(self) -> Path:
        """Return a new path in our folder."""
        self._number += 1
        return self.folder / f"{self._number:06d}"

    def refuse(self, entry: str, refusal: Refusal, detail: str = "") -> None:
        """Record an entry that is not unpacked."""
        self.refused.append(
            RefusedEntry(
                entry=entry or self.name, refusal=refusal, detail=detail, download=self.name
            )
        )

    def has_room(self, name: str, student: str, size: int, packed: int) -> bool:
        """Count a file, or refuse it. Files over a student's limit are reported together later."""
        reason = self.meter.weigh(student, size, packed)
        if reason is None:
            self.meter.count(student, size, packed)
        elif reason[0] is Refusal.TOO_MANY:
            self._beyond.setdefault(student, []).append(name)
        else:
            self.refuse(name, *reason)
        return reason is None

    def tell_beyond(self) -> None:
        """Record one refusal for each student who has too many files."""
        for names in self._beyond.values():
            most = self.limits.student_files
            detail = f"{len(names)}/{len(names) + most}, max. {most}"
            self.refuse(names[0], Refusal.TOO_MANY, detail)

    def write(self, entry: ArchiveEntry) -> tuple[Path, str, bytes]:
        """Unpack an entry; return its path, SHA-256 and first bytes. Raises Unopenable, OSError."""
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
        """Keep a file, or queue an archive; one of another format is kept unopened and noted."""
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
        """Release an archive's name and bytes, so that its contents can take its place."""
        del self._taken[archive.member.name]
        self.meter.give_back(archive.student, archive.member.size_bytes)

    def keep_closed(self, archive: Found) -> None:
        """Keep an archive from which nothing was unpacked."""
        self.meter.count(archive.student, archive.member.size_bytes, 0)
        if (claimed := self._claim(archive)) is not None:
            self._keep(claimed)

    def _keep(self, file: Found) -> None:
        self.members[file.member.name] = file.member
        self.repairs.extend(file.repairs)

    def _claim(self, file: Found) -> Found | None:
        """Reserve a file's name. Return None if it is taken; different content is then refused."""
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
