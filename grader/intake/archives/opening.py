"""Open one download: a zip from an LMS, or the folder it was unpacked into.

Each entry is kept or refused; a refused one does not stop the others. Archives found in it are
opened next, then those found in them.
"""

import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from msgspec import Struct

from grader.intake.archives import formats
from grader.intake.archives.encodings import Read, decide, read_name
from grader.intake.archives.entries import (
    HEAD,
    PLENTY,
    ArchiveEntry,
    Unopenable,
    bounded,
    expand,
    list_entries,
)
from grader.intake.archives.extraction import Extraction, Found, Where
from grader.intake.archives.folders import take_folder
from grader.intake.archives.limits import ArchiveLimits, Meter, student_of, wrapper_of
from grader.intake.archives.naming import Tidied, is_junk, repairs_of, shown, tidy
from grader.model.collection import Download, Member, Refusal
from grader.model.errors import IntakeError
from grader.tables import printable

_DEFAULT = ArchiveLimits()

_SENTENCES = {  # by Unopenable.detail
    "empty file": "{path}: is empty (0 bytes); download it again",
    "web page": (
        "{path}: is a web page, not a zip: your LMS session had probably expired; log in "
        "and download it again"
    ),
    "split": ("{path}: is one part of a split archive; download it as one file or join the parts"),
    "broken off": "{path}: is damaged or incomplete; download it again",
    "not a zip": (
        "{path}: is not a zip; specify the zip from the LMS or the folder it was unpacked into"
    ),
    "too many": (
        "{path}: contains far more files than a class submits; unpack it and specify the folder"
    ),
    "document": (
        "{path}: is a document, not a download of a class; specify the zip from the LMS or a folder"
    ),
}
_FORMAT = (
    "{path}: is a {format} archive, which cannot be opened here; unpack it and specify the folder"
)
_ENCRYPTED = "{path}: requires a password; unpack it with the password and specify the folder"


def open_download(path: Path, staging: Path, limits: ArchiveLimits = _DEFAULT) -> Download:
    """Unpack a download below `staging`, under names of our own; a folder's files are not moved.

    Raises IntakeError if the path cannot be used at all; all other problems are in the Download.
    """
    shown = printable(str(path))
    try:
        real = path.resolve(strict=True)
    # also for a NUL in the path, and circular links
    except (OSError, ValueError, RuntimeError) as error:
        raise IntakeError("{path}: there is no such file or folder", path=shown) from error
    if not (real.is_dir() or real.is_file()):  # opening a FIFO would block
        raise IntakeError(_SENTENCES["not a zip"], path=shown)
    name = real.name if path.name in {"", ".."} else path.name
    extraction = _extraction(name, staging, limits)
    try:
        if real.is_dir():
            encoding = take_folder(extraction, real)
        else:
            encoding = _unpack(extraction, real, Where())
        _open_nested(extraction)
        extraction.tell_beyond()
    except Unopenable as error:
        raise _refused(shown, path.name, error) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise IntakeError(
            "{path}: cannot be read or written: {reason}", path=shown, reason=reason
        ) from error
    return Download(
        name=extraction.name,
        members=tuple(extraction.members.values()),
        refused=tuple(extraction.refused),
        repairs=tuple(extraction.repairs),
        encoding=encoding,
    )


def _extraction(name: str, staging: Path, limits: ArchiveLimits) -> Extraction:
    try:
        staging.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder = Path(tempfile.mkdtemp(prefix="opened-", dir=staging))
    except OSError as error:
        shown, reason = printable(str(staging)), error.strerror or str(error)
        raise IntakeError(
            "{path}: cannot be written: {reason}", path=shown, reason=reason
        ) from error
    return Extraction(
        name=printable(name),
        limits=limits,
        folder=folder,
        meter=Meter(limits=limits),
    )


def _refused(shown: str, name: str, error: Unopenable) -> IntakeError:
    if error.refusal is Refusal.ENCRYPTED:
        return IntakeError(_ENCRYPTED, path=shown)
    detail = "split" if error.detail == "not a zip" and formats.is_part(name) else error.detail
    if detail not in _SENTENCES:
        return IntakeError(_FORMAT, path=shown, format=detail)
    return IntakeError(_SENTENCES[detail], path=shown)


class _NamedEntry(Struct, frozen=True, kw_only=True):
    entry: ArchiveEntry
    read: Read
    tidied: Tidied


def _unpack(extraction: Extraction, path: Path, where: Where) -> str:
    """Unpack an archive; return the encoding of its names. Raises Unopenable."""
    most = extraction.limits.entries
    with bounded(path, most) as file:
        kind = formats.by_content(file.read(HEAD))
        if kind not in formats.COMPRESSED:
            return _take_all(extraction, file, where)
        file.seek(0)
        expanded = extraction.next_path()
        try:
            _expand(extraction, file, kind, expanded, where)
            with bounded(expanded, most) as inner:
                if formats.by_content(inner.read(HEAD)) != "tar":
                    raise Unopenable(Refusal.FORMAT, kind)
                return _take_all(extraction, inner, where)
        finally:
            expanded.unlink(missing_ok=True)


def _expand(
    extraction: Extraction, file: IO[bytes], kind: str, expanded: Path, where: Where
) -> None:
    """Decompress a file. It is not a member, so it counts only as work on the whole download."""
    limits, meter = extraction.limits, extraction.meter
    if not meter.has_room(PLENTY):
        raise Unopenable(Refusal.TOO_LARGE)
    try:
        most = limits.student_bytes if where.depth else limits.total_bytes
        meter.work(expand(file, kind, most, expanded))
    except Unopenable:
        meter.work(PLENTY)
        raise


def _take_all(extraction: Extraction, file: IO[bytes], where: Where) -> str:
    """Take every entry. Raises Unopenable before anything is unpacked."""
    with ExitStack() as opened:
        listing = list_entries(file, extraction.limits.entries, opened)
        encoding, lines = _read_names(listing.entries, where)
        files = [line for line in lines if not line.entry.folder]
        if files and all(line.entry.refusal is Refusal.ENCRYPTED for line in files):
            raise Unopenable(Refusal.ENCRYPTED)
        if formats.is_document(frozenset(line.read.text for line in files)):
            raise Unopenable(Refusal.FORMAT, "document")
        if listing.trouble:
            extraction.refuse(where.prefix.rstrip("/"), Refusal.DAMAGED, listing.trouble)
        wrapper = wrapper_of([line.tidied.name for line in files if line.tidied.refusal is None])
        # so that the files left out are those nested deepest
        if len(files) > extraction.limits.student_files:
            lines.sort(key=lambda line: line.tidied.name.count("/"))
        left_out = 0
        for line in lines:
            if is_junk(line.tidied.name) and line.tidied.refusal is not Refusal.OUTSIDE:
                continue
            if not extraction.meter.enter():
                left_out += 1
                continue
            student = where.student or student_of(line.tidied.name, wrapper)
            _take(extraction, line, where, student)
    if left_out:
        most = extraction.limits.entries
        detail = f"{left_out}/{left_out + most}, max. {most}"
        extraction.refuse(where.prefix.rstrip("/"), Refusal.TOO_MANY, detail)
    return encoding


def _read_names(entries: list[ArchiveEntry], where: Where) -> tuple[str, list[_NamedEntry]]:
    """Decode all names: declared ones by themselves, the others together."""
    encoding = decide(entry.raw for entry in entries if entry.declared_name is None)
    reads = (
        read_name(entry.raw, encoding)
        if entry.declared_name is None
        else Read(text=entry.declared_name)
        for entry in entries
    )
    lines = [
        _NamedEntry(entry=entry, read=read, tidied=tidy(read.text, where.prefix))
        for entry, read in zip(entries, reads, strict=True)
    ]
    return encoding, lines


def _take(extraction: Extraction, line: _NamedEntry, where: Where, student: str) -> None:
    entry, name = line.entry, line.tidied.name
    if entry.folder and line.tidied.refusal is None:
        return
    nameless = Refusal.DAMAGED if name == where.prefix else None
    if refusal := line.tidied.refusal or entry.refusal or nameless:
        extraction.refuse(name or shown(line.read.text), refusal)
        return
    if not extraction.has_room(name, student, entry.size, 0 if where.depth else entry.packed):
        return
    try:
        path, sha256, head = extraction.write(entry)
    except Unopenable as error:
        # The bytes were unpacked: they count for the whole, but not for the student.
        extraction.meter.give_back(student, entry.size)
        extraction.refuse(name, error.refusal, error.detail)
        return
    member = Member(
        name=name,
        path=path,
        size_bytes=entry.size,
        sha256=sha256,
        modified=where.modified if where.depth else entry.modified,
    )
    repairs = repairs_of(line.read, line.tidied)
    file = Found(member=member, staged=path, student=student, depth=where.depth, repairs=repairs)
    extraction.put(file, head)


def _open_nested(extraction: Extraction) -> None:
    """Open every queued archive. One that yields nothing is kept unopened."""
    while extraction.archives:
        archive = extraction.archives.popleft()
        before = len(extraction.members), len(extraction.archives)
        name = archive.member.name
        where = Where(
            prefix=name + "/",
            student=archive.student,
            depth=archive.depth + 1,
            modified=archive.member.modified,
        )
        extraction.leave(archive)
        try:
            _unpack(extraction, archive.staged or archive.member.path, where)
        except Unopenable as error:
            if error.detail != "document":  # a docx renamed to .zip is fine
                extraction.refuse(name, error.refusal, error.detail)
        if (len(extraction.members), len(extraction.archives)) == before:
            extraction.keep_closed(archive)
        elif archive.staged is not None:
            archive.staged.unlink()
