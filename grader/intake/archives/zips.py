"""Unpacks one zip, entry by entry: each is put on the shelf or refused, none stops the others."""

import stat
from collections.abc import Sequence
from dataclasses import dataclass
from typing import BinaryIO

from grader.intake.archives import formats
from grader.intake.archives.contents import Contents, list_contents
from grader.intake.archives.encodings import Read
from grader.intake.archives.entries import Entry, Unopenable
from grader.intake.archives.inflating import Inflated, NotInflated, inflate
from grader.intake.archives.naming import Tidied, is_junk, shown, tidy
from grader.intake.archives.ranges import Place
from grader.intake.archives.repairs import repairs_of
from grader.intake.archives.shelf import Found, Shelf, Where
from grader.intake.archives.sorting import put
from grader.intake.archives.students import student_of, wrapper_of
from grader.model.collection import Member, Refusal

_SPECIAL = frozenset({stat.S_IFCHR, stat.S_IFBLK, stat.S_IFSOCK})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """One entry with its name read and its bytes placed."""

    entry: Entry
    read: Read
    tidied: Tidied
    place: Place


def unpack_zip(shelf: Shelf, file: BinaryIO, where: Where) -> str:
    """Unpacks a zip; returns its names' encoding. Raises Unopenable before anything is unpacked."""
    contents = list_contents(file, shelf.limits)
    lines = _lines(contents, where)
    files = [line for line in lines if not line.entry.is_folder]
    if files and all(line.entry.encrypted for line in files):
        raise Unopenable(Refusal.ENCRYPTED)
    if formats.is_document(frozenset(line.read.text for line in files)):
        raise Unopenable(Refusal.FORMAT, "document")
    if contents.trouble:
        shelf.refuse(where.prefix.rstrip("/"), Refusal.DAMAGED, contents.trouble)
    wrapper = wrapper_of([line.tidied.name for line in files if line.tidied.refusal is None])
    left_out = contents.left_out
    for line in lines:
        if is_junk(line.tidied.name) and line.tidied.refusal is not Refusal.OUTSIDE:
            continue
        if not shelf.meter.enter():
            left_out += 1
            continue
        student = where.student or student_of(line.tidied.name, wrapper)
        _take(shelf, file, line, where, student)
    if left_out:
        shelf.refuse(where.prefix.rstrip("/"), Refusal.TOO_MANY, str(left_out))
    return contents.encoding


def _lines(contents: Contents, where: Where) -> Sequence[_Line]:
    return [
        _Line(entry=entry, read=read, tidied=tidy(read.text, where.prefix), place=place)
        for entry, read, place in zip(
            contents.entries, contents.names, contents.places, strict=True
        )
    ]


def _take(shelf: Shelf, file: BinaryIO, line: _Line, where: Where, student: str) -> None:
    """Unpacks one entry to the shelf, or refuses it."""
    entry, name = line.entry, line.tidied.name
    if entry.is_folder and line.tidied.refusal is None:
        return
    packed = 0 if where.depth else entry.packed
    refusal = _refusal(line, where)
    weighed = (refusal, "") if refusal else shelf.meter.weigh(student, entry.size, packed)
    if weighed is not None:
        shelf.refuse(name or shown(line.read.text), *weighed)
        return
    shelf.meter.count(student, entry.size, packed)
    try:
        inflated = inflate(file, entry, line.place.start, shelf.staging)
    except NotInflated as error:
        # The work was done: it stays counted for the whole, not for the student.
        shelf.meter.give_back(student, entry.size)
        shelf.refuse(name, error.refusal, error.detail)
        return
    put(shelf, _found(line, inflated, where, student), inflated.head)


def _refusal(line: _Line, where: Where) -> Refusal | None:
    """Says why an entry is not even weighed."""
    if line.tidied.refusal is not None:
        return line.tidied.refusal
    if line.entry.kind == stat.S_IFLNK:
        return Refusal.LINK
    # What `zip` read from a pipe is marked as one, and is a file.
    if line.entry.kind in _SPECIAL or (line.entry.kind == stat.S_IFIFO and not line.entry.size):
        return Refusal.SPECIAL
    if line.entry.encrypted:
        return Refusal.ENCRYPTED
    if line.tidied.name == where.prefix or line.read.text.endswith(("/", "\\")):
        return Refusal.DAMAGED  # nameless, or a folder that holds bytes
    return line.place.refusal


def _found(line: _Line, inflated: Inflated, where: Where, student: str) -> Found:
    name = line.tidied.name
    member = Member(
        name=name,
        path=inflated.path,
        size_bytes=inflated.size_bytes,
        sha256=inflated.sha256,
        modified=where.modified if where.depth else line.entry.modified,
    )
    return Found(
        member=member,
        staged=inflated.path,
        student=student,
        depth=where.depth,
        repairs=repairs_of(line.read, line.tidied),
    )
