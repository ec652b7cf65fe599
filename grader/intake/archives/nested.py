"""Opens the archives that were found in a download, and those found in them."""

from grader.intake.archives.entries import Unopenable
from grader.intake.archives.shelf import Found, Shelf, Where
from grader.intake.archives.unpacking import unpack

_NO_TROUBLE = "document"  # a docx that somebody named .zip


def open_nested(shelf: Shelf) -> None:
    """Opens every archive that waits. One of which nothing came out is kept as it is."""
    while shelf.archives:
        found = shelf.archives.popleft()
        before = len(shelf.members), len(shelf.archives)
        _open(shelf, found)
        if (len(shelf.members), len(shelf.archives)) == before:
            _keep_closed(shelf, found)
        elif found.staged is not None:
            found.staged.unlink()


def _open(shelf: Shelf, found: Found) -> None:
    name, size = found.member.name, found.member.size_bytes
    where = Where(
        prefix=name + "/",
        student=found.student,
        depth=found.depth + 1,
        modified=found.member.modified,
    )
    shelf.leave(found)
    shelf.meter.give_back(found.student, size)
    try:
        unpack(shelf, found.staged or found.member.path, where)
    except Unopenable as error:
        if error.detail != _NO_TROUBLE:
            shelf.refuse(name, error.refusal, error.detail)


def _keep_closed(shelf: Shelf, found: Found) -> None:
    shelf.meter.count(found.student, found.member.size_bytes, 0)
    if (claimed := shelf.claim(found)) is not None:
        shelf.keep(claimed)
