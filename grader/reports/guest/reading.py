"""Answer the host about one document: open it, then read it part by part.

Whatever does not fit into an answer is omitted, and the answer says so: one that is too long would
cost the whole document.
"""

import importlib
import json
import sys
from typing import TYPE_CHECKING, Any

from .report_protocol import DocumentAnswer, DocumentRequest, ReadingRequest

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.guest.protocol import ExtendRequest, Operation, OwnReply, OwnRequest

    from .documents import Opened
    from .documents.pdf_whole import WholePages

    Answer = tuple[OwnReply, bytes]
    Operations = dict[Operation, Callable[[Any, bytes], Answer]]
else:
    from _grader_guest.protocol import Operation

MORE = "too-large"
# Of malloc.h. Pictures come and go, a megabyte each; memory that is new for each of them comes from
# the kernel page by page.
TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3
KEPT, LARGE = 1 << 28, 1 << 25  # bytes that the process keeps; bytes of one block
SIDES = (("pictures", "pixels"), ("pages", "thumbnail"))  # whose bytes follow, in this order


def extend(wire: Any, head: "ExtendRequest", data: bytes) -> "tuple[Answer, Operations]":
    """Get ready, before any document is there, and offer to read one."""
    del wire, data
    _keep_memory()
    request: ReadingRequest = head["request"]
    reply: OwnReply = {"ok": True, "told": _missing(request["modules"])}
    return (reply, b""), {Operation.OWN: Reading().answer}


class Reading:
    """One document in one process."""

    def __init__(self) -> None:
        self._opened: Opened | None = None
        self._pages: WholePages | None = None

    def answer(self, head: "OwnRequest", data: bytes) -> "Answer":
        """Answer a request."""
        told, pixels = self._told(head["request"], data)
        return {"ok": True, "told": told}, pixels

    def _told(self, asked: DocumentRequest, data: bytes) -> tuple[DocumentAnswer, bytes]:
        if asked["ask"] == "open":
            from .documents import open_document

            self._opened = open_document(asked["name"], data)
            return self._opened.head, b""
        if asked["ask"] == "pages":
            from .documents.pdf_whole import WholePages

            self._pages = WholePages(data)
            return self._pages.count, b""
        if asked["ask"] == "page":
            if self._pages is None:
                raise ValueError("no pages are open")
            drawn = self._pages.draw(asked["number"], asked["width"])
            return {"width": drawn.width, "height": drawn.height}, drawn.data
        if asked["ask"] == "mark":
            from .documents.pdf_marked import marked

            copy = marked(data[asked["font"] :], data[: asked["font"]], asked)
            return len(copy), copy
        if self._opened is None:
            raise ValueError("no document is open")
        part, pixels = self._opened.part(asked["part"])
        fitting, pixels = _with_room(part, pixels, asked["bytes"])
        return _shortened(fitting, asked["letters"]), pixels


def _keep_memory() -> None:
    """Make the C library reuse freed memory, if it is glibc."""
    from ctypes import CDLL  # must not be loaded where student programs run

    tell = getattr(CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if tell is not None:
        tell(MMAP_THRESHOLD, LARGE)
        tell(TRIM_THRESHOLD, KEPT)


def _missing(modules: list[str]) -> list[str]:
    """Import the libraries that read documents, and name those that cannot be imported."""
    import logging  # imports threading, too: both would slow down every child of a zygote

    logging.disable(logging.CRITICAL)  # readers complain at length about broken files
    missing = []
    for name in modules:
        try:
            importlib.import_module(name)
        except Exception as error:  # noqa: BLE001 - a broken library may raise anything
            missing.append(f"{name}: {type(error).__name__}: {error}"[:300])
    return missing


def _with_room(part: dict[str, Any], data: bytes, room: int) -> tuple[dict[str, Any], bytes]:
    """Remove the pixels beyond the first `room` bytes."""
    if len(data) <= room:
        return part, data
    fitting: dict[str, Any] = dict(part)
    blocks: list[bytes] = []
    at = 0
    for side, name in SIDES:
        fitting[side] = list(part[side])
        for index, image in enumerate(part[side]):
            size = 3 * image[name]["width"] * image[name]["height"] if image[name] else 0
            if size and size > room:
                trouble = {"trouble": MORE} if side == "pictures" else {}
                fitting[side][index] = {**image, name: None, **trouble}
            elif size:
                blocks.append(data[at : at + size])
                room -= size
            at += size
    return fitting, b"".join(blocks)


def _shortened(part: dict[str, Any], room: int) -> dict[str, Any]:
    """Drop texts of pictures, then the last lines, if there is not enough room."""
    if _letters(part) <= room:
        return part
    part = {**part, "pictures": [{**picture, "texts": []} for picture in part["pictures"]]}
    left = room - _letters({**part, "lines": []})
    lines = []
    for line in part["lines"]:
        left -= _letters(line) + 1
        if left < 0:
            break
        lines.append(line)
    most = len(lines)
    pictures = [{**picture, "line": min(picture["line"], most)} for picture in part["pictures"]]
    return {**part, "lines": lines, "pictures": pictures, "trouble": MORE}


def _letters(value: object) -> int:
    return len(json.dumps(value, separators=(",", ":")))
