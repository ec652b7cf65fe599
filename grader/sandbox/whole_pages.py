"""Has whole pages of a PDF drawn in a child of its own, for people to read.

What comes back is a size and so many raw pixels, or nothing: whatever the file does to the child,
the pages that were drawn until then are given, and the others are not.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from grader.model.course import Limits
from grader.model.document import Pixels
from grader.sandbox.children import Child, Frame, ViolationError, read_as
from grader.sandbox.documents import LIMITS as READING
from grader.sandbox.documents import MOST_BYTES, PART_LETTERS, expect_ready
from grader.sandbox.session import SandboxSession

LIMITS = replace(READING, call_seconds=12.0, cpu_seconds=12.0)
MOST_WIDTH, MOST_HEIGHT = 1_000, 2_400  # pixels

Width = Annotated[int, Meta(gt=0, le=MOST_WIDTH)]
Height = Annotated[int, Meta(gt=0, le=MOST_HEIGHT)]


class PageSize(Struct, frozen=True, kw_only=True):
    """How large a page was drawn; its bytes follow."""

    width: Width
    height: Height


def draw_in_child(
    fork: Callable[[Limits], Child], data: bytes, numbers: Sequence[int], limits: Limits = LIMITS
) -> Iterator[tuple[int, Pixels | None]]:
    """Draws pages of a PDF, MOST_WIDTH pixels wide at most; None: this one cannot be drawn.

    It ends early when the child is gone or the time is over. Raises SandboxUnavailable when the
    child did not get ready.
    """
    if len(data) > MOST_BYTES:
        return
    session = SandboxSession(fork(limits), limits)
    try:
        expect_ready(session, limits)
        end = time.monotonic() + limits.call_seconds
        head = {"op": "document", "ask": "pages"}
        _, frame = session.ask(head, data, limits.call_seconds, (0, PART_LETTERS))
        for number in numbers if frame else ():
            left = end - time.monotonic()
            if left <= 0 or not session.alive:
                return
            request = {"op": "document", "ask": "page", "number": number, "width": MOST_WIDTH}
            most = MOST_WIDTH * MOST_HEIGHT * 3
            _, frame = session.ask(request, b"", left, (most, PART_LETTERS))
            yield number, _pixels(frame)
    finally:
        session.close()


def _pixels(frame: Frame | None) -> Pixels | None:
    """Reads a page as it was drawn; None where there is none, or it is not what it should be."""
    if frame is None:
        return None
    try:
        size = read_as(PageSize, frame[0].get("page"), "a page of an impossible size")
    except ViolationError:
        return None
    if len(frame[1]) != size.width * size.height * 3:
        return None
    return Pixels(width=size.width, height=size.height, data=frame[1])
