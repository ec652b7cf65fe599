"""Where a download's files are put as they come out: names taken, files kept, entries refused."""

from collections import deque
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from grader.intake.archives.inflating import Staging
from grader.intake.archives.limits import ArchiveLimits, Meter
from grader.model.collection import Member, Refusal, RefusedEntry, Repair, RepairKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """Which archive is being opened, seen from the download."""

    prefix: str = ""  # "" is the download itself, else "24A1201/inner.zip/"
    student: str = ""  # the top-level folder it counts for; "" = found by the names
    depth: int = 0
    modified: datetime | None = None  # of the entry in the download that this came out of


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
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


@dataclass(slots=True)
class Shelf:
    """One download while it is opened."""

    name: str
    limits: ArchiveLimits
    staging: Staging
    meter: Meter
    members: dict[str, Member] = field(default_factory=dict)
    refused: list[RefusedEntry] = field(default_factory=list)
    repairs: list[Repair] = field(default_factory=list)
    archives: deque[Found] = field(default_factory=deque)  # nested ones, to be opened
    _taken: dict[str, str] = field(default_factory=dict)  # SHA-256 by name
    _folders: set[int] = field(default_factory=set)  # hashes: long paths have many folders

    def refuse(self, entry: str, refusal: Refusal, detail: str = "") -> None:
        """Notes an entry that is not unpacked."""
        self.refused.append(
            RefusedEntry(
                entry=entry or self.name, refusal=refusal, detail=detail, download=self.name
            )
        )

    def claim(self, found: Found) -> Found | None:
        """Takes a file's name for it; None when the name was taken, and then says so if need be."""
        name = found.member.name
        holder = self._taken.get(name)
        if holder is not None and found.cleaned and holder != found.member.sha256:
            found = self._numbered(found)
        elif holder is not None or self._in_the_way(name):
            if holder != found.member.sha256:
                self.refuse(name, Refusal.DUPLICATE)
            self.drop(found)
            return None
        name = found.member.name
        self._taken[name] = found.member.sha256
        self._folders.update(map(hash, _folders(name)))
        return found

    def keep(self, found: Found) -> None:
        """Keeps a file whose name was claimed."""
        self.members[found.member.name] = found.member
        self.repairs.extend(found.repairs)

    def drop(self, found: Found) -> None:
        """Removes our copy of a file that is not kept."""
        self.meter.give_back(found.student, found.member.size_bytes)
        if found.staged is not None:
            found.staged.unlink(missing_ok=True)

    def leave(self, found: Found) -> None:
        """Gives an archive's name up, so that what is in it can lie below."""
        del self._taken[found.member.name]

    def _in_the_way(self, name: str) -> bool:
        return hash(name) in self._folders or any(
            folder in self._taken for folder in _folders(name)
        )

    def _numbered(self, found: Found) -> Found:
        number = 2
        while (name := f"{found.member.name}~{number}") in self._taken:
            number += 1
        one = found.member
        return Found(
            member=Member(
                name=name,
                path=one.path,
                size_bytes=one.size_bytes,
                sha256=one.sha256,
                modified=one.modified,
            ),
            staged=found.staged,
            student=found.student,
            depth=found.depth,
            repairs=tuple(
                Repair(name=name, was=repair.was, kind=repair.kind, detail=repair.detail)
                for repair in found.repairs
            ),
        )


def _folders(name: str) -> list[str]:
    """Gives the folders that a path lies in."""
    parts = name.split("/")
    return ["/".join(parts[:end]) for end in range(1, len(parts))]
