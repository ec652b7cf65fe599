"""Puts an unpacked file where it belongs: with the members, or with the archives to be opened."""

from grader.intake.archives import formats
from grader.intake.archives.shelf import Found, Shelf
from grader.model.collection import Refusal


def put(shelf: Shelf, found: Found, head: bytes) -> None:
    """Keeps a file; a zip or tar waits to be opened, another archive is kept closed and noted."""
    claimed = shelf.claim(found)
    if claimed is None:
        return
    name = claimed.member.name
    if formats.is_opened(name, head):
        if claimed.depth < shelf.limits.nested:
            shelf.archives.append(claimed)
            return
        shelf.refuse(name, Refusal.TOO_DEEP, str(shelf.limits.nested))
    elif (other := formats.other_format(name, head)) is not None:
        shelf.refuse(name, Refusal.FORMAT, other)
    shelf.keep(claimed)
