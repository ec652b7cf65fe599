"""Children without processes: this interpreter imports the guest's own code again for each.

Modules, builtins, streams and the working folder, which a process would isolate, are exchanged
around each request. Nothing limits memory, and nothing is hidden from the program, since only a
process can do that. The page ends a program that ignores the clock, together with the worker.
"""

import builtins
import contextlib
import importlib
import io
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.machinery import ModuleSpec
from types import FrameType, ModuleType
from typing import Any, cast

from grader.guest.protocol import MAX_JSON
from grader.model.course import Limits
from grader.plugins import guest_folders
from grader.sandbox.children import (
    ChildExit,
    Ending,
    Failure,
    Frame,
    FrameParser,
    Output,
    Raw,
    Usage,
    ViolationError,
    encode,
    nothing,
)
from grader.sandbox.view import GUEST

PACKAGE = "_grader_guest"
AGAIN_SECONDS = 0.2  # until the clock rings again if the program has not stopped
SIGNAL = 11  # SIGSEGV, reported if the program ended the whole interpreter, as of a process
STREAMS = ("stdin", "stdout", "stderr")
HOOKS = ("argv", "path", "meta_path", "excepthook", "unraisablehook", "displayhook")


class Late(BaseException):
    """The time of a request is over."""


class Clock:
    """The one timer of this interpreter: for the limit of a request and the guest's own alarm."""

    def __init__(self, set_alarm: Callable[[float], object]) -> None:
        """Take a function that has `ring` called after some seconds; 0 cancels that."""
        self._set_alarm = set_alarm
        self._end = self._own_end = 0.0
        self._again = 0.0
        self._handler: Callable[[int, FrameType | None], object] = _ignore
        self.late = False
        self.stands: tuple[str, int] | None = None
        self._files: Sequence[str] = ()

    @contextlib.contextmanager
    def within(self, seconds: float, files: Sequence[str]) -> Iterator[None]:
        """Raise Late in the block when the time is over; store the place in `stands`."""
        self.late, self.stands, self._files = False, None, files
        self._end = time.monotonic() + seconds
        self._arm()
        try:
            yield
        finally:
            self._end = self._own_end = 0.0
            self._set_alarm(0)

    def set_timer(self, which: object, seconds: float, again: float = 0.0) -> None:
        """Replace the guest's signal.setitimer."""
        del which
        self._own_end = time.monotonic() + seconds if seconds else 0.0
        self._again = again
        self._arm()

    def set_handler(self, number: object, handler: Any) -> Any:
        """Replace the guest's signal.signal, for its timer only."""
        del number
        before, self._handler = self._handler, handler
        return before

    def ring(self, number: int, frame: FrameType | None) -> None:
        """Handle the alarm."""
        now = time.monotonic()
        if self._end and now >= self._end:
            self.late = True
            self.stands = self.stands or _place(frame, self._files)
            self._end = now + AGAIN_SECONDS
            self._arm()
            raise Late
        if self._own_end and now >= self._own_end:
            self._own_end = now + self._again if self._again else 0.0
            self._arm()
            self._handler(number, frame)
            return
        self._arm()

    def _arm(self) -> None:
        ends = [end for end in (self._end, self._own_end) if end]
        self._set_alarm(max(0.001, min(ends) - time.monotonic()) if ends else 0)


def _ignore(number: int, frame: FrameType | None) -> None:
    del number, frame


def _place(frame: FrameType | None, files: Sequence[str]) -> tuple[str, int] | None:
    while frame is not None:
        if frame.f_code.co_filename in files:
            return frame.f_code.co_filename, frame.f_lineno
        frame = frame.f_back
    return None


def timer_clock() -> Clock:
    """Return a clock that uses the timers of the operating system."""
    clock = Clock(lambda seconds: signal.setitimer(signal.ITIMER_REAL, seconds))
    signal.signal(signal.SIGALRM, clock.ring)
    return clock


class _Printed:
    """A stream of a program that counts its output, and stops the program at the limit."""

    encoding, errors = "utf-8", "replace"

    def __init__(self, output: Output) -> None:
        self._output = output
        self.buffer = self
        self.closed = False

    def write(self, text: Any) -> int:
        data = text.encode("utf-8", "replace") if isinstance(text, str) else bytes(text)
        if self._output.add(data):
            raise Late
        return len(text)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None: ...

    def isatty(self) -> bool:
        return False

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        raise OSError("not a file")


class _Guest:
    """Finds the guest's modules, ours and those of plugins, as one package."""

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        del path, target
        if name != PACKAGE:
            return None
        folders = [str(GUEST), *map(str, guest_folders())]
        return importlib.util.spec_from_file_location(
            name, GUEST / "__init__.py", submodule_search_locations=folders
        )


class _World:
    """The parts of this interpreter that a program can change, to be swapped in and out."""

    def __init__(self, modules: Mapping[str, ModuleType], streams: Mapping[str, Any]) -> None:
        self.modules = dict(modules)
        self.builtins = dict(vars(builtins))
        self.hooks = {name: _copied(getattr(sys, name)) for name in HOOKS} | dict(streams)
        self.environ = dict(os.environ)
        self.folder = ""
        self.depth = sys.getrecursionlimit()
        self.chance = random.getstate()
        self.watchers: tuple[Any, Any] = (None, None)

    @classmethod
    def here(cls) -> "_World":
        """Return the interpreter's current state."""
        world = cls(sys.modules, {name: getattr(sys, name) for name in STREAMS})
        world.folder = os.getcwd()  # noqa: PTH109  as it is
        world.watchers = sys.gettrace(), sys.getprofile()
        return world

    def enter(self) -> None:
        """Make the interpreter like this."""
        _refill(sys.modules, self.modules)
        _refill(vars(builtins), self.builtins)
        for name, value in self.hooks.items():
            setattr(sys, name, value)
        if dict(os.environ) != self.environ:
            os.environ.clear()
            os.environ.update(self.environ)
        os.chdir(self.folder)
        sys.setrecursionlimit(self.depth)
        random.setstate(self.chance)
        trace, profile = self.watchers
        sys.settrace(trace)
        sys.setprofile(profile)


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, list) else value


def _refill(table: dict[str, Any], wanted: Mapping[str, Any]) -> None:
    table.update(wanted)
    for name in table.keys() - wanted.keys():
        del table[name]


class Asked:
    """Counts requests, so that a new worker can continue where an ended one stopped.

    This works because a kit's inputs, and the order of its requests, are always the same.
    """

    def __init__(
        self,
        fates: Mapping[int, str] | None = None,
        tell: Callable[[int, float], object] = lambda *_: None,
    ) -> None:
        """Take how numbered requests end ("late", "gone"); call `tell` before any other."""
        self._fates = fates or {}
        self._tell = tell
        self._count = 0

    def next(self, seconds: float) -> str:
        """Count a request limited to `seconds`; return how it ends if known, else ""."""
        self._count += 1
        fate = self._fates.get(self._count, "")
        if not fate:
            self._tell(self._count, seconds)
        return fate


class PageChild:
    """Implements sandbox.Child."""

    def __init__(self, limits: Limits, clock: Clock, asked: Asked, hidden: Sequence[str]) -> None:
        """Take the names of installed modules that programs must not find."""
        self.printed = Output(limits.output_bytes)
        self.stands: tuple[int, int] | None = None
        self.returned = self.in_vain = self.added = self.kept_waiting = 0.0
        self.when_ended: Callable[[], None] = nothing
        self._clock, self._asked = clock, asked
        self._files: list[str] = []
        self._exit: ChildExit | None = None
        self._gone = ""
        self._folder = tempfile.mkdtemp()
        streams: dict[str, Any] = dict.fromkeys(STREAMS[1:], _Printed(self.printed))
        streams["stdin"] = io.StringIO()
        hidden_names = {*hidden, PACKAGE, "__main__"}
        modules = {
            name: module
            for name, module in sys.modules.items()
            if name.partition(".")[0] not in hidden_names
        }
        self._world = _World(modules, streams)
        self._world.folder = self._folder
        with self._inside():
            sys.meta_path.insert(0, cast("Any", _Guest))
            self._runner = _runner(clock)

    @contextlib.contextmanager
    def _inside(self) -> Iterator[None]:
        """Activate the child's world in the block, and ours again after it."""
        ours = _World.here()
        self._world.enter()
        try:
            yield
        finally:
            folder, self._world = self._folder, _World.here()
            self._world.folder = folder
            ours.enter()

    def exchange(
        self,
        head: Any,
        data: bytes | Sequence[Raw],
        seconds: float,
        max_data: int,
        max_json: int = MAX_JSON,
    ) -> Frame | Failure:
        """Let the guest answer one request; see Child."""
        if head is None:
            return {"ready": True, "free_mib": None}, b""
        if self._gone:
            return Failure(ending=Ending.CLOSED)
        fate = self._asked.next(seconds)
        if fate:
            self._gone = fate
            return Failure(ending=Ending.TIMEOUT if fate == "late" else Ending.CLOSED)
        self._files = [name for name, _ in head.get("files", ())] or self._files
        request = bytearray(b"".join([data] if isinstance(data, bytes) else data))
        answer: tuple[Mapping[str, Any], Any] | None = None
        with self._inside(), contextlib.suppress(Late), self._clock.within(seconds, self._files):
            answer = self._runner.answer(head, request)
        if self.printed.is_too_much:
            return Failure(ending=Ending.OUTPUT)
        if self._clock.late or answer is None:
            self._gone = "late"
            if place := self._clock.stands:
                self.stands = (self._files.index(place[0]), place[1])
            return Failure(ending=Ending.TIMEOUT)
        return _as_sent(*answer, max_data, max_json)

    def usage(self) -> Usage | None:
        """Return None: the resources of a part of a process are not accounted separately."""
        return None

    def end(self, grace: float) -> ChildExit:
        """Drop the child's modules and files; see Child."""
        del grace
        if self._exit is None:
            gone = self._gone == "gone"
            self._exit = ChildExit(by_itself=gone, signal=SIGNAL if gone else 0)
            shutil.rmtree(self._folder, ignore_errors=True)
            self.when_ended()
        return self._exit


def _as_sent(
    reply: Mapping[str, Any], payload: Any, max_data: int, max_json: int
) -> Frame | Failure:
    """Return a reply as it would arrive from a process, under the same bounds."""
    parts = payload if isinstance(payload, list) else [payload]
    try:
        frame = FrameParser(max_data, max_json=max_json).feed(encode(reply, *parts))
    except (ViolationError, TypeError, ValueError) as error:
        return Failure(ending=Ending.VIOLATION, detail=str(error))
    return frame or Failure(ending=Ending.CLOSED)


def _runner(clock: Clock) -> Any:
    """Import the guest again, connect it to the clock, and create its Runner."""
    recorder = importlib.import_module(f"{PACKAGE}.recorder")
    recorder.install()
    alarm: Any = importlib.import_module(f"{PACKAGE}.alarm")
    alarm._set_timer, alarm._set_handler = clock.set_timer, clock.set_handler  # noqa: SLF001
    alarm._RINGING = alarm._REAL = 0  # noqa: SLF001
    watching: Any = importlib.import_module(f"{PACKAGE}.watching")
    watching._set_timer = None  # noqa: SLF001  where it is, the clock sees
    whole: Any = importlib.import_module(f"{PACKAGE}.whole")
    whole.start_new_thread = _no_thread
    module = importlib.import_module(f"{PACKAGE}.runner")
    return module.Runner(None, _NoWall())


def _no_thread(*_: object) -> None:
    raise RuntimeError("there are no threads")


class _NoWall:
    """Blocks nothing: in a page, only the import statement enforces the exercise's rule."""

    def shut(self, allowed: object) -> None:
        del allowed
