"""Read an unpacked folder as a download. Files stay where they are; no link is followed."""

import hashlib
import os
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from grader.intake.archives import formats
from grader.intake.archives.encodings import Read, also_written_in, decide, read_name, unscramble
from grader.intake.archives.entries import HEAD
from grader.intake.archives.extraction import Extraction, Found
from grader.intake.archives.limits import student_of, wrapper_of
from grader.intake.archives.naming import DEEPEST, Tidied, is_junk, repairs_of, tidy
from grader.intake.reading import EntryKind, Parts, list_folder, read_file
from grader.intake.refusal import FileRefused
from grader.model.collection import Member, Refusal
from grader.model.errors import IntakeError
from grader.model.submission import Trouble

_REFUSALS = {
    Trouble.LINK: Refusal.LINK,
    Trouble.SPECIAL: Refusal.SPECIAL,
    Trouble.TOO_LARGE: Refusal.TOO_LARGE,
}


class _ListedName(Struct, frozen=True, kw_only=True):
    """A path in the folder or below."""

    parts: Parts
    kind: EntryKind | None = None  # None = a folder that could not be listed
    why: str = ""


class _Named(Struct, frozen=True, kw_only=True):
    seen: _ListedName
    read: Read
    tidied: Tidied


def take_folder(extraction: Extraction, root: Path) -> str:
    """Put every file of a folder into the extraction; return the encoding of its names."""
    listed_names, left_out = _walk(extraction, root)
    reads, encoding = _read_parts(part for listed in listed_names for part in listed.parts)
    named = [_name(listed, reads) for listed in listed_names]
    wrapper = wrapper_of([entry.tidied.name for entry in named if entry.tidied.refusal is None])
    for entry in named:
        _take(extraction, root, entry, student_of(entry.tidied.name, wrapper))
    if left_out:
        extraction.refuse("", Refusal.TOO_MANY, f"max. {extraction.limits.entries}")
    return encoding


def _walk(extraction: Extraction, root: Path) -> tuple[list[_ListedName], bool]:
    """List everything except folders, breadth first; also return whether the limit was reached."""
    listed: list[_ListedName] = []
    waiting: deque[Parts] = deque([()])
    while waiting:
        parts = waiting.popleft()
        try:
            for entry in list_folder(root, parts):
                if is_junk(entry.name):
                    continue
                if not extraction.meter.enter():
                    return listed, True
                here = (*parts, entry.name)
                if entry.kind is EntryKind.FOLDER and len(here) < DEEPEST:
                    waiting.append(here)
                else:
                    listed.append(_ListedName(parts=here, kind=entry.kind))
        except FileRefused as refused:
            if not parts:
                raise IntakeError(
                    "{path}: cannot be read: {reason}", path=root, reason=refused.detail
                ) from refused
            listed.append(_ListedName(parts=parts, why=refused.detail))
    return listed, False


def _read_parts(parts: Iterator[str]) -> tuple[Mapping[str, Read], str]:
    """Decode names that are not text or were decoded wrongly. All are judged together."""
    foreign = {part for part in parts if not part.isascii()}
    raws = {part: raw for part in foreign if (raw := _raw(part)) is not None}
    encoding = decide(raws.values())
    if encoding != "utf-8":
        raws |= also_written_in(encoding, foreign - raws.keys())
    repaired = unscramble(foreign - raws.keys())
    if not raws and repaired:
        encoding = next(iter(repaired.values())).encoding
    return {part: read_name(raw, encoding) for part, raw in raws.items()} | repaired, encoding


def _raw(part: str) -> bytes | None:
    """Return the bytes of a name that is invalid in the file system's encoding, else None."""
    if not any("\ud800" <= character <= "\udfff" for character in part):
        return None
    try:
        return os.fsencode(part)
    except UnicodeEncodeError:
        return part.encode("utf-8", "replace")


def _name(listed: _ListedName, reads: Mapping[str, Read]) -> _Named:
    reads_of_parts = [reads.get(part, Read(text=part)) for part in listed.parts]
    odd = next((read for read in reads_of_parts if read.scrambled), Read(text=""))
    read = Read(
        text="/".join(read.text for read in reads_of_parts),
        encoding=odd.encoding,
        scrambled="/".join(read.scrambled or read.text for read in reads_of_parts)
        if odd.scrambled
        else "",
    )
    return _Named(seen=listed, read=read, tidied=tidy(read.text))


def _take(extraction: Extraction, root: Path, named: _Named, student: str) -> None:
    name, listed = named.tidied.name, named.seen
    if named.tidied.refusal is not None or listed.kind is not EntryKind.FILE:
        kinds = {
            EntryKind.LINK: Refusal.LINK,
            EntryKind.SPECIAL: Refusal.SPECIAL,
            EntryKind.FOLDER: Refusal.TOO_DEEP,
        }
        refusal = named.tidied.refusal or (listed.kind and kinds[listed.kind]) or Refusal.UNREADABLE
        extraction.refuse(name, refusal, listed.why)
        return
    try:
        content = read_file(root, listed.parts, extraction.limits.file_bytes)
    except FileRefused as refused:
        why = _REFUSALS.get(refused.trouble, Refusal.UNREADABLE)
        extraction.refuse(name, why, refused.detail)
        return
    if extraction.has_room(name, student, len(content), len(content)):
        extraction.put(_found(extraction, root, named, content, student), content[:HEAD])


def _found(
    extraction: Extraction, root: Path, named: _Named, content: bytes, student: str
) -> Found:
    member = Member(
        name=named.tidied.name,
        path=root.joinpath(*named.seen.parts),
        size_bytes=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
    )
    staged = None
    if formats.is_opened(member.name, content[:HEAD]):
        staged = extraction.next_path()
        staged.write_bytes(content)
    return Found(
        member=member,
        staged=staged,
        student=student,
        depth=0,
        repairs=repairs_of(named.read, named.tidied),
    )
