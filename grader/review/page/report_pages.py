"""Read reports again and draw their pages in a sandbox, one after the other.

One thread owns the sandbox. A request waits briefly, and is then told to ask again, so that a file
that hangs costs only its own limit, once. A second thread converts Word files to PDF, and no
request waits for it. Drawn pages and such PDFs are stored in the results folder, where `grader
purge` removes them with everything else.
"""

import contextlib
import os
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from concurrent.futures import TimeoutError as NotYet
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from grader.model.document import Document, FileKind, ReadTrouble
from grader.model.errors import GraderError, Killed
from grader.model.submission import ReportFile
from grader.protocols import Reports
from grader.sandbox import (
    IsolationLevel,
    Sandbox,
    choose_level,
)

FOLDER = ".pages"
MOMENT = 0.2  # seconds between attempts to kill unfinished work at the end
AHEAD = 3  # number of following pages that are drawn with a requested one
MOST_PAGES = 60  # maximum number of pages shown of a report
MOST_BYTES = 400 * 2**20  # of all drawn pages; the oldest are removed first
REMEMBERED = 40  # number of documents kept in memory
FETCH = Callable[[ReportFile], bytes]
WORD = frozenset({FileKind.DOCX, FileKind.DOCM})
WRITTEN = "-word"  # suffix of a PDF that was made from a Word file, after that file's digest


class ReportDrawing:
    """Running and finished work for one report."""

    def __init__(self) -> None:
        self.document: Future[Document | None] | None = None
        self.pages: dict[int, Future[bool]] = {}
        self.written: Future[str] | None = None  # why converting to PDF failed, or ""
        self.strikes = 0  # how often the reader died while drawing it


MOST_STRIKES = 2  # after which no more pages of the report are drawn


class NotReady(Struct, frozen=True):
    """The result is not ready: ask again later."""


class ReportPages:
    """Reads and draws reports. Thread-safe."""

    def __init__(self, results: Path, fetch: FETCH, reports: Reports, accepted: str = "") -> None:
        """Take the results folder, a function that reads a file again, and the plugin for reports.

        `accepted` is the lowest level of isolation that the course accepts; "" = the best
        available.
        """
        self._accepted = IsolationLevel(accepted) if accepted else None
        self._folder = results / FOLDER
        self._fetch, self._reports = fetch, reports
        self._lock = threading.Lock()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pages")
        self._writing = ThreadPoolExecutor(max_workers=1, thread_name_prefix="word")
        self._fences: dict[int, Sandbox] = {}  # one per thread
        self._drawings: OrderedDict[str, ReportDrawing] = OrderedDict()
        self._closing = False

    def close(self) -> None:
        """Stop all work, interrupting what is running, such as a large Word file."""
        self._closing = True
        threads = (self._thread, self._writing)
        ended = [thread.submit(self._end) for thread in threads]
        while wait(ended, MOMENT).not_done:
            for fence in list(self._fences.values()):
                fence.kill_zygotes()
        for thread in threads:
            thread.shutdown()

    def written(self, report: ReportFile) -> ReportFile | NotReady | str:
        """Return the PDF made from a Word file, or why there is none.

        Does not wait: the first call starts the conversion.
        """
        pdf = replace(report, digest=report.digest + WRITTEN)
        if self._whole(pdf).exists():
            return pdf
        if not self._reports.has_office():
            return "no_office"
        with self._lock:
            drawing = self._drawing(report)
            if drawing.written is None:
                drawing.written = self._writing.submit(self._write, report, pdf)
            return drawing.written.result() or pdf if drawing.written.done() else NotReady()

    def document(self, report: ReportFile, seconds: float) -> Document | NotReady | None:
        """Return a report's content without pictures; None if it cannot be read here."""
        with self._lock:
            drawing = self._drawing(report)
            if drawing.document is None:
                drawing.document = self._thread.submit(self._read, report, drawing)
            waited = drawing.document
        try:
            return waited.result(seconds)
        except NotYet:
            return NotReady()

    def page(self, report: ReportFile, number: int, seconds: float) -> bytes | NotReady | None:
        """Return a page of a PDF as PNG; None if it cannot be drawn."""
        if not 1 <= number <= MOST_PAGES:
            return None
        path = self._path(report, f"page-{number}")
        with contextlib.suppress(OSError):
            return path.read_bytes()
        with self._lock:
            drawing = self._drawing(report)
            if number not in drawing.pages:
                wanted = [
                    each
                    for each in range(number, min(number + AHEAD, MOST_PAGES) + 1)
                    if each not in drawing.pages and not self._path(report, f"page-{each}").exists()
                ]
                done = self._thread.submit(self._draw, report, drawing, wanted)
                drawing.pages |= dict.fromkeys(wanted, done)
            waited = drawing.pages[number]
        try:
            waited.result(seconds)
        except NotYet:
            return NotReady()
        with contextlib.suppress(OSError):
            return path.read_bytes()
        return None

    def picture(self, report: ReportFile, number: int) -> bytes | None:
        """Return a picture, by its index, of a report that was read before."""
        try:
            return self._path(report, f"picture-{number}").read_bytes()
        except OSError:
            return None

    def _drawing(self, report: ReportFile) -> ReportDrawing:
        drawing = self._drawings.setdefault(report.digest, ReportDrawing())
        self._drawings.move_to_end(report.digest)
        if len(self._drawings) > REMEMBERED:
            self._drawings.popitem(last=False)
        return drawing

    def _path(self, report: ReportFile, name: str) -> Path:
        return self._folder / f"{report.digest}-{name}.png"

    def _whole(self, pdf: ReportFile) -> Path:
        return self._folder / f"{pdf.digest}.pdf"

    def _bytes(self, report: ReportFile) -> bytes:
        if not report.digest.endswith(WRITTEN):
            return self._fetch(report)
        try:
            return self._whole(report).read_bytes()
        except OSError:
            return b""

    def _write(self, report: ReportFile, pdf: ReportFile) -> str:
        """Convert a Word file to PDF and keep it; return why this failed, or ""."""
        data = b"" if self._closing else self._fetch(report)
        if not data:
            return "failed"
        try:
            written = self._reports.written(self._fence(), data)
        except Killed:  # killed from outside: the next request tries again
            with self._lock:
                self._drawing(report).written = None
            return "failed"
        except GraderError:
            return "no_wall"
        if not written.pdf:
            return written.why
        self._keep(self._whole(pdf), written.pdf)
        return "" if self._whole(pdf).exists() else "failed"

    def _read(self, report: ReportFile, drawing: ReportDrawing) -> Document | None:
        data = b"" if self._closing else self._bytes(report)
        if not data:
            return None
        try:
            document = self._reports.read(self._fence(), data)
        except GraderError:  # no sandbox, no libraries, or killed: the next request tries again
            with self._lock:
                drawing.document = None
            return None
        pdf = document.kind is FileKind.PDF
        pictures = []
        for number, picture in enumerate(document.pictures):
            if picture.pixels is not None and not pdf:
                png = self._reports.png(picture.pixels)
                self._keep(self._path(report, f"picture-{number}"), png)
            pictures.append(replace(picture, pixels=None))
        pages = tuple(replace(page, thumbnail=None) for page in document.pages)
        return replace(document, pictures=tuple(pictures), pages=pages)

    def _draw(self, report: ReportFile, drawing: ReportDrawing, numbers: Sequence[int]) -> bool:
        """Draw pages and store them; stop after a page that ends the reader."""
        hopeless = self._closing or drawing.strikes >= MOST_STRIKES
        data = b"" if hopeless else self._bytes(report)
        if not data:
            return False
        drawn = 0
        try:
            for number, pixels in self._reports.draw(self._fence(), data, numbers):
                drawn += 1
                if pixels is not None:
                    self._keep(self._path(report, f"page-{number}"), self._reports.png(pixels))
        except GraderError:
            with self._lock:
                for number in numbers:
                    drawing.pages.pop(number, None)
            return False
        if drawn < len(numbers):
            drawing.strikes += 1
            with self._lock:  # pages that were not tried may be requested again
                for number in numbers[drawn:]:
                    drawing.pages.pop(number, None)
        return True

    def _fence(self) -> Sandbox:
        """Open this thread's sandbox. Raises SandboxUnavailable."""
        fence = self._fences.get(threading.get_ident())
        if fence is None:
            fence = Sandbox(choose_level(accepted=self._accepted).level)
            self._fences[threading.get_ident()] = fence
        return fence

    def _end(self) -> None:
        fence = self._fences.get(threading.get_ident())
        if fence is not None:
            fence.close()

    def _keep(self, path: Path, data: bytes) -> None:
        """Write a file atomically; on a full disk, store nothing."""
        with contextlib.suppress(OSError):
            self._folder.mkdir(mode=0o700, exist_ok=True)
            self._make_room()
            draft = path.with_suffix(f".{secrets.token_hex(4)}")
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
            draft.replace(path)

    def _make_room(self) -> None:
        states = [(path.stat(), path) for path in self._folder.iterdir()]
        files = sorted((state.st_mtime, state.st_size, path) for state, path in states)
        size = sum(each for _, each, _ in files)
        for _, each, path in files:
            if size <= MOST_BYTES:
                return
            path.unlink(missing_ok=True)
            size -= each


def can_be_drawn(document: Document) -> bool:
    """Return whether a document has pages of its own that can be drawn."""
    locked = document.trouble is ReadTrouble.ENCRYPTED
    return document.kind is FileKind.PDF and not locked and document.page_count > 0
