"""Unpacks an archive by what its first bytes say it is."""

from pathlib import Path
from typing import BinaryIO

from grader.intake.archives import formats
from grader.intake.archives.entries import Unopenable
from grader.intake.archives.inflating import HEAD, PLENTY, NotInflated, expand
from grader.intake.archives.shelf import Shelf, Where
from grader.intake.archives.zips import unpack_zip
from grader.model.collection import Refusal


def unpack(shelf: Shelf, path: Path, where: Where) -> str:
    """Unpacks a zip or a tar; returns the encoding of its names. Raises Unopenable."""
    with path.open("rb") as file:
        head = file.read(HEAD)
        kind = formats.by_content(head)
        if kind not in formats.COMPRESSED:
            return unpack_zip(shelf, file, where)
        file.seek(0)
        expanded = _expanded(shelf, file, kind, where)
    try:
        with expanded.open("rb") as file:
            if formats.by_content(file.read(HEAD)) != "tar":
                raise Unopenable(Refusal.FORMAT, kind)
            return unpack_zip(shelf, file, where)
    finally:
        expanded.unlink()


def _expanded(shelf: Shelf, file: BinaryIO, kind: str, where: Where) -> Path:
    """Writes what is compressed. It is no member: only the work counts, for the whole download."""
    limits = shelf.limits
    most = limits.student_bytes if where.depth else limits.total_bytes
    if not shelf.meter.has_room(PLENTY):
        raise Unopenable(Refusal.TOO_LARGE)
    try:
        expanded = expand(file, kind, most, shelf.staging)
    except NotInflated as error:
        shelf.meter.work(PLENTY)
        raise Unopenable(error.refusal, error.detail) from error
    shelf.meter.work(expanded.stat().st_size)
    return expanded
