"""Read a report in a child of its own, part by part.

Whatever the file does to that child, the result is a Document with what was read until then. It is
our own fault if the child does not get ready, which happens before it sees the file, or if it is
killed from outside. The child's replies are hostile: msgspec refuses wrong types and unlisted
words, which our own code never sends; numbers out of range and long texts are cut, because
documents may contain them.

Whole pages of a PDF are drawn in such a child, too, for people to read: each comes back as a size
and raw pixels, or not at all, and pages drawn before a failure are kept.
"""

import importlib.util
import math
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path, PurePath
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from grader.extras import install_command
from grader.guest.protocol import ExtendRequest, Operation, OwnReply, OwnRequest
from grader.model.course import Limits
from grader.model.document import (
    Document,
    FileKind,
    Line,
    Page,
    Picture,
    Pixels,
    ReadTrouble,
)
from grader.model.errors import SandboxUnavailable
from grader.model.run import RunRecord, RunStatus
from grader.model.running import Frame, SandboxDoor
from grader.reports.guest.report_protocol import (
    DocumentRequest,
    ReadingRequest,
    SizeRecord,
)
from grader.sandbox import (
    Child,
    Libraries,
    Mounts,
    SandboxSession,
    ViolationError,
    ensure_not_busy,
    find_libraries,
    read_as,
)

LIBRARIES = {  # of the child: import name, and name of the distribution
    "PIL": "pillow",
    "lxml": "lxml",
    "numpy": "numpy",
    "pypdfium2": "pypdfium2",
}
PRELOADS = (  # PDFium's C library is loaded by the import of "raw"
    "PIL.Image",
    *(f"PIL.{kind}ImagePlugin" for kind in ("Png", "Jpeg", "Gif", "Bmp", "Tiff")),
    *("lxml.etree", "pypdfium2", "pypdfium2.raw"),
)
GUEST = Path(__file__).resolve().parent / "guest"
READER = "reading"  # its module that answers
UNUSED = (  # modules that are imported for programs and not used here
    *("decimal", "fractions", "matplotlib", "matplotlib.pyplot", "numpy.fft", "numpy.random"),
    *("random", "statistics"),
)
NOT_READ_WITH: Mapping[FileKind, tuple[str, ...]] = {
    FileKind.DOCX: ("numpy", "pypdfium2"),
    FileKind.PDF: ("lxml",),
}
"""Libraries that a kind of file does not need; a child that needs one imports it then."""
NAMED: Mapping[str, FileKind] = {
    ".docx": FileKind.DOCX,
    ".docm": FileKind.DOCX,
    ".pdf": FileKind.PDF,
}
FONTS = ("/usr/share/fonts", "/usr/local/share/fonts")  # for files that bring none of their own
LIMITS = Limits(
    load_seconds=60.0,  # until the child is ready, before it has seen the file
    call_seconds=180.0,  # of reading, all in all, on a busy computer
    cpu_seconds=30.0,
    memory_mib=1_536,
    disk_mib=1,
    threads=8,
)
MOST_BYTES = 50_000_000  # of the file
MOST_PARTS = 400
MOST_LINES, MOST_LETTERS = 40_000, 4_000_000
MOST_PICTURES = 1_000
PIXEL_BYTES = 96 * 2**20  # of all pictures together; later pictures have no pixels
PART_BYTES, PART_LETTERS = 24 * 2**20, 3 * 2**20  # of one reply: raw bytes, and letters of JSON
HEADROOM = 4_096  # letters of JSON around a part
LINES_OF_PART, PICTURES_OF_PART, PAGES_OF_PART = 50_000, 1_000, 50
MOST_TEXTS = 2_000  # texts in one field of a record, such as a picture's labels
MOST_SIDE, MOST_AREA = 2_000, 1_200_000  # pixels of a picture: no larger than needed for display
SHORT, LONG = 300, 20_000  # letters; only the text of a line may be long
FARTHEST = 1e6  # points
MOST = 10**9
TROUBLES = {RunStatus.TIMEOUT: ReadTrouble.TIME, RunStatus.MEMORY: ReadTrouble.MEMORY}
NEARLY = 0.8  # share of the memory limit: a library that aborts above it was refused more
# Controls, lone surrogates and noncharacters.
NO_LETTERS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
BREAKS = re.compile("[\x0b\x0c\r\u2028\u2029]")

Record = TypeVar("Record", bound=Struct)

NEAR_BYTES, HEAD_BYTES = 1_024, 65_536  # bytes that are looked at
MAGIC: Sequence[tuple[bytes, FileKind]] = (
    (b"%PDF-", FileKind.PDF),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", FileKind.DOC),  # or a Word file with a password
    (b"{\\rtf", FileKind.RTF),
    (b"\x89PNG\r\n", FileKind.PICTURE),
    (b"\xff\xd8\xff", FileKind.PICTURE),
    (b"GIF8", FileKind.PICTURE),
    (b"II*\x00", FileKind.PICTURE),
    (b"MM\x00*", FileKind.PICTURE),
    (b"7z\xbc\xaf", FileKind.ARCHIVE),
    (b"Rar!", FileKind.ARCHIVE),
)
ZIP = b"PK\x03\x04"
HTML = re.compile(rb"<(?:!doctype\s+html|html)\b", re.IGNORECASE)


def seeming_kind(data: bytes) -> FileKind:
    """Guess the kind from magic bytes alone; nothing is unpacked."""
    if not data:
        return FileKind.EMPTY
    if data.startswith(ZIP):
        word = b"word/" in data[:HEAD_BYTES] or b"word/" in data[-HEAD_BYTES:]
        return FileKind.DOCX if word else FileKind.ARCHIVE
    for magic, kind in MAGIC:
        if data.startswith(magic):
            return kind
    near = data[:NEAR_BYTES]
    if MAGIC[0][0] in near:
        return FileKind.PDF
    return FileKind.HTML if HTML.search(near) else FileKind.UNKNOWN


class DocumentHead(Struct, frozen=True, kw_only=True):
    """What a document states about itself when it is opened."""

    kind: FileKind
    trouble: ReadTrouble | None = None
    detail: str = ""
    producer: str = ""
    page_count: int = 0
    parts: int = 0


class DocumentPart(Struct, frozen=True, kw_only=True):
    """A page of a PDF, or some lines of a Word file."""

    lines: Annotated[tuple[Line, ...], Meta(max_length=LINES_OF_PART)] = ()
    # `line` of a picture counts the lines of this part.
    pictures: Annotated[tuple[Picture, ...], Meta(max_length=PICTURES_OF_PART)] = ()
    pages: Annotated[tuple[Page, ...], Meta(max_length=PAGES_OF_PART)] = ()
    trouble: ReadTrouble | None = None  # why the part is incomplete
    detail: str = ""


def decode_head(value: object) -> DocumentHead:
    """Decode a document's head; raise ViolationError."""
    return _bounded(read_as(DocumentHead, value, "a document that is not described"))


def decode_part(value: object, data: bytes) -> DocumentPart:
    """Decode a part and attach the pixels of its pictures; raise ViolationError."""
    described = read_as(dict[str, Any], value, "a part that is not described")
    for side, name in (("pictures", "pixels"), ("pages", "thumbnail")):
        if isinstance(described.get(side), list):
            entries, data = _with_pixels(described[side], name, data)
            described |= {side: entries}
    if data:
        raise ViolationError("bytes that belong to no picture")
    part = _bounded(read_as(DocumentPart, described, "a part that is not described"))
    most = len(part.lines)
    pictures = (replace(picture, line=min(picture.line, most)) for picture in part.pictures)
    return replace(part, pictures=tuple(pictures))


def _with_pixels(entries: list[Any], name: str, data: bytes) -> tuple[list[Any], bytes]:
    """Replace the size of each picture by its pixels; return also the remaining bytes."""
    drawn, start = [], 0
    for entry in entries:
        if not isinstance(entry, dict) or entry.get(name) is None:
            drawn.append(entry)
            continue
        size = read_as(SizeRecord, entry[name], "a picture of an impossible size")
        width, height = size["width"], size["height"]
        if min(width, height) <= 0 or max(width, height) > MOST_SIDE or width * height > MOST_AREA:
            raise ViolationError("a picture of an impossible size")
        end = start + width * height * 3
        if end > len(data):
            raise ViolationError("a picture with too few bytes")
        pixels = Pixels(width=width, height=height, data=data[start:end])
        drawn.append({**entry, name: pixels})
        start = end
    return drawn, data[start:]


def _bounded(record: Record) -> Record:
    """Truncate the texts and numbers of a record, and of the records in it."""
    names = record.__struct_fields__
    return type(record)(**{name: _bounded_value(name, getattr(record, name)) for name in names})


def _bounded_value(name: str, value: Any) -> Any:
    bounded = value  # None, booleans, words of an enumeration and pixels stay unchanged
    match value:
        case None | bool() | StrEnum() | Pixels():
            pass
        case str():
            bounded = line_text(value) if name == "text" else short_text(value)
        case int():
            bounded = max(0, min(value, MOST))
        case float():
            least, most = (0.0, 1.0) if name == "covered" else (-FARTHEST, FARTHEST)
            bounded = 0.0 if math.isnan(value) else max(least, min(value, most))
        case tuple():
            if value and isinstance(value[0], str) and len(value) > MOST_TEXTS:
                raise ViolationError("more texts than there may be")
            bounded = tuple(_bounded_value("", item) for item in value)
            if name == "box":
                left, top, right, bottom = bounded
                bounded = min(left, right), min(top, bottom), max(left, right), max(top, bottom)
        case _:
            bounded = _bounded(value)
    return bounded


def line_text(value: str) -> str:
    """Truncate a text; controls become U+FFFD, and ends of lines line feeds."""
    return NO_LETTERS.sub("\ufffd", BREAKS.sub("\n", value[:LONG]))


def short_text(value: str) -> str:
    """Clean a text as `line_text` does, into one line of at most SHORT letters."""
    return line_text(value[:SHORT]).replace("\n", " ")


class DocumentSoFar(Struct, dict=True):
    """What has been read so far."""

    lines: list[Line] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)
    letters: int = 0
    pixel_bytes: int = 0

    def add(self, part: DocumentPart) -> bool:
        """Take a part; return whether there is room for another one."""
        before = len(self.lines)
        self.lines += part.lines
        self.letters += sum(len(line.text) for line in part.lines)
        for picture in part.pictures:
            line = before + picture.line
            self.pictures.append(replace(self._affordable(picture), line=line))
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


class DocumentReading:
    """The reading of one document."""

    def __init__(self, session: SandboxSession, data: bytes, limits: Limits) -> None:
        self._session = session
        self._data = data
        self._limits = limits
        self._end = time.monotonic() + limits.call_seconds
        self._so_far = DocumentSoFar()
        self._head = DocumentHead(kind=seeming_kind(data))
        self._troubles: list[tuple[ReadTrouble, str]] = []  # the first one is reported

    def read(self, name: str) -> Document:
        """Open the document and read one part after the other."""
        try:
            self._read(name)
        except ViolationError as violation:
            self._note(ReadTrouble.CRASHED, str(violation))
        head, so_far = self._head, self._so_far
        if head.trouble is not None:
            self._troubles.insert(0, (head.trouble, head.detail))
        trouble, detail = self._troubles[0] if self._troubles else (None, head.detail)
        return Document(
            kind=head.kind,
            trouble=trouble,
            detail=detail,
            producer=head.producer,
            page_count=head.page_count,
            lines=tuple(so_far.lines),
            pictures=tuple(so_far.pictures),
            pages=tuple(so_far.pages),
        )

    def _read(self, name: str) -> None:
        opened = self._ask({"ask": "open", "name": name}, self._data, "open")
        if opened is None:
            return
        self._head = decode_head(_told(opened))
        for index in range(min(self._head.parts, MOST_PARTS)):
            if not self._session.alive:
                return
            if not self._read_part(index):
                self._note(ReadTrouble.TOO_LARGE, f"part {index + 1} of {self._head.parts}")
                return
        if self._head.parts > MOST_PARTS:
            self._note(ReadTrouble.TOO_LARGE, f"{self._head.parts} parts")

    def _read_part(self, index: int) -> bool:
        """Read a part; return whether there is room for another one."""
        room = min(PART_BYTES, PIXEL_BYTES - self._so_far.pixel_bytes)
        request: DocumentRequest = {
            "ask": "part",
            "part": index,
            "bytes": room,
            "letters": PART_LETTERS,
        }
        answer = self._ask(request, b"", f"part {index + 1}", room)
        if answer is None:
            return True  # the next part may be readable, if the child lives
        part = decode_part(_told(answer), answer[1])
        if part.trouble is not None:
            self._note(part.trouble, part.detail)
        return self._so_far.add(part) or index + 1 == self._head.parts

    def _ask(self, asked: DocumentRequest, data: bytes, step: str, room: int = 0) -> Frame | None:
        """Send a request; record the trouble if there is no answer."""
        seconds = max(0.0, self._end - time.monotonic())
        caps = (room, PART_LETTERS + HEADROOM)
        record, frame = self._session.ask(own_request(asked), data, seconds, caps)
        if frame is None:
            ensure_not_busy(record, self._limits, self._end)
            self._note(_trouble(record, self._limits), f"{step}: {why(record)}")
        return frame

    def _note(self, trouble: ReadTrouble, detail: str) -> None:
        self._troubles.append((trouble, short_text(detail)))


def own_request(asked: DocumentRequest) -> OwnRequest:
    """Build a request for the guest's module."""
    return {"op": Operation.OWN, "request": asked}


def _told(frame: Frame) -> Any:
    """Return the requested part of a reply. Raises ViolationError if there is none."""
    return read_as(OwnReply, frame[0], "a document that is not described")["told"]


def _trouble(record: RunRecord, limits: Limits) -> ReadTrouble:
    """Return how reading failed; C libraries abort when memory is refused."""
    full = record.peak_mib >= NEARLY * limits.memory_mib
    if record.status is RunStatus.SIGNAL and full:
        return ReadTrouble.MEMORY
    return TROUBLES.get(record.status, ReadTrouble.CRASHED)


def why(record: RunRecord) -> str:
    """Describe how a run ended, for the log."""
    error = record.traceback
    if error is not None:
        return f"{error.type}: {error.message}"[:300]
    words = [record.status.value, record.detail, record.stderr_tail[-200:].strip()]
    if record.exit_signal:
        words.insert(1, f"signal {record.exit_signal}")
    return ", ".join(word for word in words if word)


def document_libraries_missing() -> tuple[str, ...]:
    """Return missing libraries for reading reports, by their names for pip."""
    return tuple(
        sorted(pip for name, pip in LIBRARIES.items() if importlib.util.find_spec(name) is None)
    )


def require_document_libraries() -> None:
    """Raise SandboxUnavailable where a library is missing, with the command that installs it."""
    if missing := document_libraries_missing():
        raise SandboxUnavailable(
            "to read reports, install {names}: {command}",
            names=", ".join(missing),
            command=install_command(missing),
        )


def document_libraries(kind: FileKind | None = None) -> Libraries:
    """Return the files of the libraries; raise SandboxUnavailable if one is missing.

    The child imports beforehand what files of this kind, or of all kinds, are read with.
    """
    require_document_libraries()
    libraries = find_libraries(tuple(sorted(LIBRARIES)))
    idle = (*UNUSED, *(NOT_READ_WITH.get(kind, ()) if kind is not None else ()))
    return replace(libraries, own=(*PRELOADS, *reading_modules()), idle=idle)


def reading_mounts() -> Mounts:
    """Return the folders of the machine's fonts, for the child to read."""
    return Mounts(folders=tuple(folder for folder in FONTS if Path(folder).is_dir()))


@cache
def reading_modules() -> tuple[str, ...]:
    """Return the guest's own modules that read documents, by their names in the guest."""
    paths = sorted((GUEST / "documents").glob("*.py"))
    modules = (f"_grader_guest.documents.{path.stem}".removesuffix(".__init__") for path in paths)
    return (f"_grader_guest.{READER}", *modules)


def read_in_child(
    fork: Callable[[Limits], Child],
    name: str,
    data: bytes,
    limits: Limits = LIMITS,
    kind: FileKind | None = None,
) -> Document:
    """Read a document in a fresh child, which was started for files of `kind` if given.

    Raises:
        SandboxUnavailable: the child did not get ready, or another process ended it.
    """
    if len(data) > MOST_BYTES:
        detail = f"{len(data)} bytes"
        return Document(kind=seeming_kind(data), trouble=ReadTrouble.TOO_LARGE, detail=detail)
    session = SandboxSession(fork(limits), limits)
    try:
        expect_ready(session, limits, kind)
        return DocumentReading(session, data, limits).read(name)
    finally:
        session.close()


def expect_ready(session: SandboxSession, limits: Limits, kind: FileKind | None = None) -> None:
    """Let the child import its libraries before it receives anything of the student's."""
    idle = NOT_READ_WITH.get(kind, ()) if kind is not None else ()
    modules = [*(name for name in LIBRARIES if name not in idle), *reading_modules()]
    wanted: ReadingRequest = {"modules": modules}
    request: ExtendRequest = {"op": Operation.EXTEND, "module": READER, "request": wanted}
    record, frame = session.ask(request, b"", limits.load_seconds, (0, PART_LETTERS))
    if frame is None:
        raise SandboxUnavailable(
            "the process that reads reports did not become ready: {reason}", reason=why(record)
        )
    missing = _told(frame)
    if missing != []:
        raise SandboxUnavailable("reports cannot be read here: {missing}", missing=missing)


PAGE_LIMITS = replace(LIMITS, call_seconds=60.0, cpu_seconds=12.0)
MOST_PAGE_WIDTH, MOST_PAGE_HEIGHT = 1_000, 2_400  # pixels


def draw_pages_in_child(
    fork: Callable[[Limits], Child],
    data: bytes,
    numbers: Sequence[int],
    limits: Limits = PAGE_LIMITS,
) -> Iterator[tuple[int, Pixels | None]]:
    """Draw pages of a PDF, MOST_PAGE_WIDTH pixels wide at most; None: this one cannot be drawn.

    It ends early when the child is gone or the time is over. Raises SandboxUnavailable when the
    child did not get ready.
    """
    if len(data) > MOST_BYTES:
        return
    session = SandboxSession(fork(limits), limits)
    try:
        expect_ready(session, limits)
        end = time.monotonic() + limits.call_seconds
        pages = own_request({"ask": "pages"})
        _, frame = session.ask(pages, data, limits.call_seconds, (0, PART_LETTERS))
        for number in numbers if frame else ():
            left = end - time.monotonic()
            if left <= 0 or not session.alive:
                return
            page = own_request({"ask": "page", "number": number, "width": MOST_PAGE_WIDTH})
            most = MOST_PAGE_WIDTH * MOST_PAGE_HEIGHT * 3
            _, frame = session.ask(page, b"", left, (most, PART_LETTERS))
            yield number, _page_pixels(frame)
    finally:
        session.close()


def _page_pixels(frame: Frame | None) -> Pixels | None:
    """Decode a drawn page; None if it is missing or malformed."""
    if frame is None:
        return None
    try:
        size = read_as(SizeRecord, _told(frame), "a page of an impossible size")
    except ViolationError:
        return None
    width, height = size["width"], size["height"]
    if not (0 < width <= MOST_PAGE_WIDTH and 0 < height <= MOST_PAGE_HEIGHT):
        return None
    if len(frame[1]) != width * height * 3:
        return None
    return Pixels(width=width, height=height, data=frame[1])


class DocumentReader:
    """Reads and draws documents in children of a sandbox."""

    def __init__(self, sandbox: SandboxDoor) -> None:
        """Take a sandbox; nothing is started yet."""
        self._sandbox = sandbox

    def begin(self, name: str = "") -> None:
        """Start the process that reads reports; for a single one, with what its kind needs."""
        if not document_libraries_missing():
            ending = PurePath(name).suffix.casefold()
            libraries = document_libraries(self._only(NAMED.get(ending)))
            self._sandbox.begin_fork(libraries, LIMITS, reading_mounts())

    def read_document(self, name: str, data: bytes, limits: Limits = LIMITS) -> Document:
        """Read a document's bytes in a process of its own; no file called `name` is opened.

        However that process ends, the answer is a Document. SandboxUnavailable is raised only when
        it could not be started: that says nothing about the document.
        """
        kind = self._only(seeming_kind(data))
        return read_in_child(self._fork(kind), name, data, limits, kind)

    def draw_pages(
        self, data: bytes, numbers: Sequence[int]
    ) -> Iterator[tuple[int, Pixels | None]]:
        """Draw whole pages of a PDF in a child of its own; see `draw_pages_in_child`."""
        return draw_pages_in_child(self._fork(), data, numbers, PAGE_LIMITS)

    def _only(self, kind: FileKind | None) -> FileKind | None:
        """Return the kind if the sandbox reads a single report, else None."""
        return kind if self._sandbox.alone else None

    def _fork(self, kind: FileKind | None = None) -> Callable[[Limits], Child]:
        libraries, fonts = document_libraries(kind), reading_mounts()
        return lambda limits: self._sandbox.fork(libraries, limits, fonts)
