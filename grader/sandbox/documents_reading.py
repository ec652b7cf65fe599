"""One report, asked for part by part: what was read is kept whatever happens to the child."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from grader.model.course import Limits
from grader.model.document import Document, Line, Page, Picture, Pixels, ReadTrouble
from grader.model.run import RunRecord, RunStatus
from grader.sandbox.documents_decoding import Head, Part, decode_part, read_head
from grader.sandbox.documents_kind import seeming_kind
from grader.sandbox.documents_values import short
from grader.sandbox.session import SandboxSession
from grader.sandbox.wire import Frame, ViolationError

MOST_BYTES = 50_000_000  # of the file
MOST_PARTS = 400
MOST_LINES, MOST_LETTERS = 40_000, 4_000_000
MOST_PICTURES = 1_000
PIXEL_BYTES = 96 * 2**20  # of all pictures together; those that come later go without
PART_BYTES, PART_LETTERS = 24 * 2**20, 3 * 2**20  # of one answer; the letters are those of JSON
HEADROOM = 4_096  # letters around a part
TROUBLES = {RunStatus.TIMEOUT: ReadTrouble.TIME, RunStatus.MEMORY: ReadTrouble.MEMORY}
NEARLY = 0.8  # of the memory that is allowed: a library that is refused more then aborts


@dataclass
class Kept:
    """What was read so far."""

    lines: list[Line] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)
    letters: int = 0
    pixel_bytes: int = 0

    def add(self, part: Part) -> bool:
        """Takes a part; says whether there is room for another one."""
        before = len(self.lines)
        self.lines += part.lines
        self.letters += sum(len(line.text) for line in part.lines)
        for one in part.pictures:
            self.pictures.append(replace(self._affordable(one), line=before + one.line))
        for page in part.pages:
            thumbnail = page.thumbnail if self._has_room(page.thumbnail) else None
            self.pages.append(replace(page, thumbnail=thumbnail))
        return (
            len(self.lines) < MOST_LINES
            and self.letters < MOST_LETTERS
            and len(self.pictures) < MOST_PICTURES
        )

    def _affordable(self, picture: Picture) -> Picture:
        if self._has_room(picture.pixels):
            return picture
        return replace(picture, pixels=None, trouble="too-large")

    def _has_room(self, pixels: Pixels | None) -> bool:
        size = len(pixels.data) if pixels else 0
        if self.pixel_bytes + size > PIXEL_BYTES:
            return False
        self.pixel_bytes += size
        return True


class Reading:
    """One document, until it is read or something goes wrong."""

    def __init__(self, session: SandboxSession, data: bytes, limits: Limits) -> None:
        self._session = session
        self._data = data
        self._limits = limits
        self._end = time.monotonic() + limits.call_seconds
        self._kept = Kept()
        self._head = Head(kind=seeming_kind(data))
        self._troubles: list[tuple[ReadTrouble, str]] = []  # the first one is told

    def read(self, name: str) -> Document:
        """Opens it and reads one part after the other."""
        try:
            self._read(name)
        except ViolationError as violation:
            self._note(ReadTrouble.CRASHED, str(violation))
        head, kept = self._head, self._kept
        if head.trouble is not None:
            self._troubles.insert(0, (head.trouble, head.detail))
        trouble, detail = self._troubles[0] if self._troubles else (None, head.detail)
        return Document(
            kind=head.kind,
            trouble=trouble,
            detail=detail,
            producer=head.producer,
            page_count=head.page_count,
            lines=tuple(kept.lines),
            pictures=tuple(kept.pictures),
            pages=tuple(kept.pages),
            external=head.external,
        )

    def _read(self, name: str) -> None:
        opened = self._ask({"ask": "open", "name": name}, self._data, "open")
        if opened is None:
            return
        self._head = read_head(opened[0].get("document"))
        for index in range(min(self._head.parts, MOST_PARTS)):
            if not self._session.alive:
                return
            if not self._read_part(index):
                self._note(ReadTrouble.TOO_LARGE, f"part {index + 1} of {self._head.parts}")
                return
        if self._head.parts > MOST_PARTS:
            self._note(ReadTrouble.TOO_LARGE, f"{self._head.parts} parts")

    def _read_part(self, index: int) -> bool:
        """Reads a part; says whether there is room for another one."""
        room = min(PART_BYTES, PIXEL_BYTES - self._kept.pixel_bytes)
        request = {"ask": "part", "part": index, "bytes": room, "letters": PART_LETTERS}
        answer = self._ask(request, b"", f"part {index + 1}", room)
        if answer is None:
            return True  # the next one may be well, while the child lives
        part = decode_part(answer[0].get("part"), answer[1])
        if part.trouble is not None:
            self._note(part.trouble, part.detail)
        return self._kept.add(part) or index + 1 == self._head.parts

    def _ask(
        self, request: Mapping[str, Any], data: bytes, what: str, room: int = 0
    ) -> Frame | None:
        """Sends a request; notes what went wrong when there is no answer."""
        seconds = max(0.0, self._end - time.monotonic())
        caps = (room, PART_LETTERS + HEADROOM)
        record, frame = self._session.ask({**request, "op": "document"}, data, seconds, caps)
        if frame is None:
            self._note(_trouble(record, self._limits), f"{what}: {why(record)}")
        return frame

    def _note(self, trouble: ReadTrouble, detail: str) -> None:
        self._troubles.append((trouble, short(detail)))


def _trouble(record: RunRecord, limits: Limits) -> ReadTrouble:
    """Says what kind of end it was; libraries written in C abort when memory is refused."""
    full = record.peak_mib >= NEARLY * limits.memory_mib
    if record.status is RunStatus.SIGNAL and full:
        return ReadTrouble.MEMORY
    return TROUBLES.get(record.status, ReadTrouble.CRASHED)


def why(record: RunRecord) -> str:
    """Puts an end into words for the log."""
    error = record.traceback
    if error is not None:
        return f"{error.type}: {error.message}"[:300]
    words = [record.status.value, record.detail, record.stderr_tail[-200:].strip()]
    if record.exit_signal:
        words.insert(1, f"signal {record.exit_signal}")
    return ", ".join(word for word in words if word)
