"""Run a program as its author does, and report what it showed: at its end, or when time is up.

Two threads may report. The main thread does if the program has ended, or was ended by Cut. If a
program catches Cut, or is deep inside a library, another thread reports instead.
"""

import contextlib
import io
import json
import os
import sys
from _thread import allocate_lock, stack_size, start_new_thread
from collections.abc import Callable, Iterator, Mapping
from time import monotonic as _now
from time import sleep as _sleep
from types import ModuleType
from typing import Any

from . import drawing, recorder
from .alarm import Alarm, Cut
from .loading import Importer, as_script, execute_script
from .naming import Packed, clip
from .protocol import MAX_FILES, ErrorRecord, ScriptReply, ScriptRequest, SeriesRecord
from .variables import pack_matrices

PATIENCE = 0.3  # seconds after the time limit until the thread reports
TELLING = 0.2  # seconds for each small part of the answer
LEAST, PACKING = 0.5, 1.2  # minimum seconds; and seconds after the limit until matrices are packed
DRAWING = 2.4  # likewise, until pictures are drawn
MOST_LETTERS = 4 * 2**20  # of the plots, as JSON
STACK_BYTES = 1 << 20
MOST_ENTRIES, NAME_LETTERS = 1_000, 200  # of the folder
ODD = ("", ".", "..")  # path components that lead elsewhere

Answer = tuple[ScriptReply, bytes]
Bounded = Callable[[float, Callable[[], None]], None]  # does work for at most `seconds`
Describe = Callable[[BaseException], ErrorRecord]


class WholeRun:
    """One run of one program."""

    def __init__(self, head: ScriptRequest, files: dict[str, str], describe: Describe) -> None:
        """Take the request and the texts; `describe` describes an exception."""
        self._main, self._seconds = head["main"], head["seconds"]
        self._pictures = head["pictures"]
        drawing.keep_pictures(self._pictures)
        self._text = files[self._main]
        helpers = {name: text for name, text in files.items() if name != self._main}
        self._importer = Importer(self._main, helpers, tuple(head["allowed"]))
        self._describe = describe
        self._streams = (sys.stdout, sys.stderr)
        self._answers = "".join(f"{answer}\n" for answer in head["answers"])
        self._input = io.StringIO(self._answers)
        self._bytes = io.BytesIO(self._answers.encode("utf-8", "surrogatepass"))
        self._error: BaseException | None = None
        self._alarm = Alarm()
        self._telling = allocate_lock()  # held for good by the thread that reports
        self._folder = Folder()
        parent = self._main.rpartition("/")[0]
        prefix = f"{parent}/" if parent else ""
        beside = {name: text for name, text in files.items() if name.startswith(prefix)}
        self._folder.fill({name.removeprefix(prefix): text for name, text in beside.items()})

    def run(self, tell: Callable[[Answer], None]) -> Answer:
        """Run the program and return the answer; `tell` sends one if the main thread cannot."""
        name = self._main.rpartition("/")[2]
        place = os.path.join(self._folder.place, name)  # noqa: PTH118 - as below
        module = as_script(place, self._importer)
        sys.argv = [name]
        self._open_streams()
        process, self._end = os.getpid(), _now() + self._seconds
        self._watch(module.__dict__, tell)
        self._alarm.within(self._seconds, lambda: self._execute(module), holds=True)
        cut = self._alarm.rang
        if os.getpid() != process:
            os._exit(0)  # a copy that the program forked of itself, if permitted
        self._telling.acquire()
        return self._answer(module.__dict__, self._alarm.within, cut=cut, draws=True)

    def _open_streams(self) -> None:
        """Provide the scripted input; flush each printed line, as on a terminal."""
        self._input.buffer = self._bytes  # type: ignore[misc]  # it has none, a file's has one
        sys.stdin = self._input
        for stream in self._streams:
            with contextlib.suppress(AttributeError, ValueError):
                stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]  # a pipe's

    def _watch(self, space: dict[str, Any], tell: Callable[[Answer], None]) -> None:
        """Start the thread that reports if the main thread does not."""

        def watch() -> None:
            _sleep(self._seconds + PATIENCE)
            if self._telling.acquire(blocking=False):
                # The main thread's state is unknown: it may be drawing itself.
                tell(self._answer(space, lambda _, work: work(), cut=True, draws=False))

        before = stack_size(STACK_BYTES)
        with contextlib.suppress(RuntimeError):
            start_new_thread(watch, ())
        stack_size(before)

    def _execute(self, module: ModuleType) -> None:
        try:
            execute_script(module, self._main, self._text, self._importer)
        except Cut:
            raise
        except BaseException as error:  # noqa: BLE001 - student code may raise anything at all
            self._error = None if self._alarm.rang else error
        with _quiet():
            sys.unraisablehook = _not_of_cut  # since Python 3.13, waiting reports and swallows it
            sys.modules["threading"]._shutdown()  # noqa: SLF001 - its only name

    def _answer(self, space: dict[str, Any], bounded: Bounded, *, cut: bool, draws: bool) -> Answer:
        """Assemble the answer; parts that take too long are left out."""
        reply: ScriptReply = {
            "ok": True,
            "cut": cut,
            "taken": self._taken(),
            "error": None,
            "plots": [],
            "files": [],
            "values": [],
        }
        packed: list[Packed] = []
        pictures: list[bytes] = []
        own = frozenset(self._importer.modules)

        def attempt(seconds: float, work: Callable[[], object]) -> None:
            def quietly() -> None:
                with _quiet():
                    work()

            bounded(seconds, quietly)

        attempt(TELLING, self._flush)
        attempt(TELLING, lambda: reply.update({"error": self._described()}))
        attempt(TELLING, lambda: reply.update({"plots": _plots()}))
        attempt(TELLING, lambda: reply.update({"files": self._folder.made()}))
        attempt(self._left(PACKING), lambda: pack_matrices(space, own, packed))
        if draws and self._pictures and drawing.is_loaded():
            attempt(self._left(DRAWING), lambda: drawing.draw(pictures))
        reply["drawn"], reply["boxes"] = drawing.facts()
        reply["pictures"] = [len(picture) for picture in pictures]
        reply, data = _joined(reply, packed)
        return reply, data + b"".join(pictures)

    def _left(self, seconds: float) -> float:
        """Return the time left until `seconds` after the program's limit."""
        return float(max(LEAST, self._end + seconds - _now()))

    def _flush(self) -> None:
        for stream in self._streams:
            with _quiet():
                stream.flush()

    def _described(self) -> ErrorRecord | None:
        error = self._error
        if type(error) is SystemExit and (error.code is None or type(error.code) is int):
            error = error if error.code else None
        return self._describe(error) if error is not None else None

    def _taken(self) -> int:
        """Return the number of input lines consumed."""
        try:
            text = self._answers[: self._input.tell()]
            return text.count("\n") + self._bytes.getvalue()[: self._bytes.tell()].count(b"\n")
        except ValueError:  # it was closed
            return 0


class Folder:
    """The working folder, if this process has its own: holds the files, lists new ones."""

    def __init__(self) -> None:
        """Take the current folder; the root is not our own."""
        try:
            place = os.getcwd()  # noqa: PTH109 - pathlib would be imported for every child
        except OSError:
            place = "/"
        self.place = "" if place == os.path.dirname(place) else place  # noqa: PTH120
        self._known: set[str] = set()

    def fill(self, files: Mapping[str, str]) -> None:
        """Write texts to files, as far as possible."""
        for name, text in files.items():
            if self.place and not any(part in ODD for part in name.split("/")):
                with contextlib.suppress(OSError, ValueError):
                    self._write(os.path.join(self.place, name), text)  # noqa: PTH118
        self._known = {name for name, _ in self._files()}

    def _write(self, path: str, text: str) -> None:
        os.makedirs(os.path.dirname(path), exist_ok=True)  # noqa: PTH103, PTH120
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        descriptor = os.open(path, flags, 0o600)
        try:
            view = memoryview(text.encode("utf-8", "surrogatepass"))
            while view:
                view = view[os.write(descriptor, view) :]
        finally:
            os.close(descriptor)

    def made(self) -> list[tuple[str, int]]:
        """List names and sizes of new files; links are not followed."""
        new = [(name, size) for name, size in self._files() if name not in self._known]
        return [(clip(str(name), NAME_LETTERS), size) for name, size in new[:MAX_FILES]]

    def _files(self) -> Iterator[tuple[str, int]]:
        """Walk the folder, up to a limit."""
        waiting = [""] if self.place else []
        left = MOST_ENTRIES
        while waiting:
            below = waiting.pop()
            with contextlib.suppress(OSError), os.scandir(os.path.join(self.place, below)) as all_:  # noqa: PTH118
                for entry in all_:
                    left -= 1
                    if left < 0:
                        return
                    name = f"{below}{entry.name}"
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(name + "/")
                    elif entry.is_file(follow_symlinks=False):
                        yield name, entry.stat(follow_symlinks=False).st_size


def _joined(reply: ScriptReply, packed: list[Packed]) -> Answer:
    """Append the matrices, as many as memory permits."""
    while True:
        try:
            data = b"".join(data for _, data in packed)
            return {**reply, "values": [head for head, _ in packed]}, data
        except MemoryError:
            packed.pop()


class _quiet:  # noqa: N801 - it is used like a function
    """Suppress all exceptions but Cut."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> bool:
        return not isinstance(error, Cut)


def _plots() -> list[SeriesRecord]:
    """Return the plotted series, oldest first, as many as fit into the answer."""
    if drawing.is_loaded():
        drawing.finish()
    plots, left = [], MOST_LETTERS
    for series in drawing.recorded() if drawing.is_loaded() else recorder.recorded():
        left -= len(json.dumps(series))
        if left < 0:
            break
        plots.append(series)
    return plots


def _not_of_cut(unheard: Any) -> None:
    """Report exceptions that cannot be raised, except Cut."""
    if unheard.exc_type is not Cut:
        sys.__unraisablehook__(unheard)
