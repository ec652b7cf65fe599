"""Log the order in which a program reads clocks, starts GPU work, waits for it, and sets up.

The program runs from start to end, with stand-ins for a GPU: nothing is computed there, so no GPU
is needed and no size takes long. Subtracting two clock reads records a pair. The log serves only
a lesson about timing: a program that forges it gets a wrong lesson about its own timing.
"""

import ast
import builtins
import datetime as dt
import io
import os
import re
import signal
import sys
import time
import timeit
from collections.abc import Callable, Iterator
from itertools import islice
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from _grader_guest import clock_arrays, clock_cupy, clock_torch, recorder
from _grader_guest.alarm import Alarm, Cut
from _grader_guest.loading import Importer, as_script, execute_script

from .clock_protocol import (
    MAX_DEPTH,
    MAX_EVENTS,
    MAX_FRAMES,
    MAX_NAME,
    MAX_PAIRS,
    ClockEventKind,
    EventRecord,
    FrameRecord,
    LogRecord,
)

if TYPE_CHECKING:
    from grader.guest.protocol import OwnReply, UnderRequest

READ, WORK, WAIT, SETUP, GAP = ClockEventKind
CLOCKS = ("time", "perf_counter", "monotonic", "process_time")
TIMEIT = "<timeit-src>"  # file name of timeit's own loop
LAST_FRAMES = 100  # room for the frames of the last event
SLICE = 0.1  # seconds after which a function without events is abandoned
AGAIN = 0.02  # the same for a function abandoned before: it is often called with growing sizes
TIMES = 2  # repeats of timeit, whose default is a million
ANSWER = "16"  # typed at every prompt of the program
# Arguments of functions that nothing calls: two matrices, or an image and its kernel.
MATRICES, IMAGES = ((16, 16), (16, 16)), ((1, 1, 16, 16), (1, 1, 3, 3))
INNER = re.compile(r"<(listcomp|setcomp|dictcomp|genexpr)>")
_now = getattr(time, "thread_time", time.process_time)  # WebAssembly has one thread


class Slow(BaseException):
    """A function has computed in plain Python for too long: its call is abandoned."""

    def __init__(self, call: "OngoingCall") -> None:
        super().__init__()
        self.call = call


class OngoingCall:
    """A call of a student's function that has not returned."""

    def __init__(self, events: int, code: Any) -> None:
        """Store the number of events before the call."""
        self.events, self.code, self.began = events, code, _now()


class Log:
    """The log of one run."""

    def __init__(self, files: list[str]) -> None:
        self.events: list[EventRecord] = []
        self.pairs: dict[tuple[int, int], None] = {}
        self.frames: dict[FrameRecord, int] = {}
        self.entered: set[CodeType] = set()
        # whether a call has our arguments, whose device says nothing about the student's
        self.our_arguments = False
        self.open = True
        self._files = {name: index for index, name in enumerate(files)}
        self._since: set[tuple[Any, ...]] = set()  # events since the last read or wait
        self._waited = False  # whether the program waited and started no work since
        self._left: set[Any] = set()  # code that was too slow
        self._calls: list[OngoingCall] = []
        # Wrapper code between the student's functions.
        self._ours = {OngoingCall.__init__.__code__}
        self._places: dict[tuple[CodeType, int], tuple[int, int, int, int]] = {}

    def note(self, kind: ClockEventKind, library: str = "", api: str = "") -> int:
        """Log an event; return its number, or -1 if it is dropped."""
        if not self.open:
            return -1
        event = (kind, library, api, self.our_arguments, self._stack())
        plain = (kind, library, api, *event[-1])
        waits = kind in {WAIT, GAP}
        if self._waited if waits else kind != READ and plain in self._since:
            return -1
        if waits or kind == READ:
            self._since.clear()
        self._since.add(plain)
        self._waited = waits or (self._waited and kind != WORK)
        if len(self.events) == MAX_EVENTS or len(self.frames) > MAX_FRAMES - LAST_FRAMES:
            self.open = False
            raise Cut
        self.events.append(event)
        return len(self.events) - 1

    def pair(self, start: int, end: int) -> None:
        """Log that the program subtracts two clock reads."""
        if 0 <= start < end and self.open and len(self.pairs) < MAX_PAIRS:
            self.pairs[(start, end)] = None

    def is_own(self, frame: FrameType) -> bool:
        return frame.f_code.co_filename in self._files

    def _stack(self) -> list[int]:
        """Return the numbers of the student's frames, outermost first.

        A comprehension is attributed to its function.
        """
        stack: list[int] = []
        inner: tuple[int, int, int, int] | None = None
        frame: FrameType | None = sys._getframe(2)  # noqa: SLF001 - the caller's caller
        while frame is not None:
            code = frame.f_code
            if code.co_filename in self._files:
                place = inner or self._place(code, frame.f_lasti)
                inner = place if INNER.match(code.co_name) else None
                if inner is None:
                    named = (self._files[code.co_filename], *place, code.co_name[:MAX_NAME])
                    stack.append(self.frames.setdefault(named, len(self.frames)))
            frame = frame.f_back
        return stack[: -MAX_DEPTH - 1 : -1]

    def _place(self, code: CodeType, instruction: int) -> tuple[int, int, int, int]:
        """Return the source range of an instruction: lines, and columns in bytes."""
        key = (code, instruction)
        if key not in self._places:
            position = next(islice(code.co_positions(), instruction // 2, None), (None,) * 4)
            first, last, begin, end = (number or 0 for number in position)
            self._places[key] = (first, last, begin, end)
        return self._places[key]

    def bounded(self, function: Any) -> Any:
        """Wrap a function so that a call is abandoned when it computes long without events.

        What the call would have done is unknown: the gap counts as if it had waited.
        """
        code: Any = getattr(function, "__code__", None)

        def call(*args: Any, **named: Any) -> Any:
            self.entered.add(code)
            depth, mine = len(self._calls), OngoingCall(len(self.events), code)
            try:
                self._calls.append(mine)
                return function(*args, **named)
            except Slow as slow:
                if slow.call is not mine:
                    raise
                self.note(GAP)
                return None
            finally:
                del self._calls[depth:]

        self._ours.add(call.__code__)
        call.__dict__.update(getattr(function, "__dict__", {}), __wrapped__=function)
        for name in ("__name__", "__qualname__", "__doc__", "__module__"):
            if hasattr(function, name):
                setattr(call, name, getattr(function, name))
        return call

    def tick(self, _: int, frame: FrameType | None) -> None:
        """Abandon the innermost call that has run without events for too long."""
        if frame is None or not (self.is_own(frame) or frame.f_code in self._ours):
            return
        now, count = _now(), len(self.events)
        slow: OngoingCall | None = None  # for recursion, the outermost call
        for call in reversed(self._calls):
            if slow is not None and call.code is not slow.code:
                break
            most = AGAIN if call.code in self._left else SLICE
            if call.events == count and now - call.began > most:
                slow = call
        if slow is not None:
            self._left.add(slow.code)
            raise Slow(slow)


def stamped(base: Any, log: Log) -> Any:
    """Return a class of numbers that remember their clock read."""

    def keeping(name: str) -> Callable[[Any, Any], Any]:
        def operate(self: Any, *operands: Any) -> Any:
            value = getattr(base, name)(self, *operands)
            if value is NotImplemented and operands and isinstance(operands[0], float):
                value = getattr(float, name)(float(self), *operands)
            known = type(value) in (int, float) and not any(hasattr(x, "mark") for x in operands)
            return marked(value, self.mark) if known else value

        return operate

    def minus(self: Any, start: Any) -> Any:
        if (mark := getattr(start, "mark", None)) is not None:
            log.pair(mark, self.mark)
        value = base.__sub__(self, start)
        return float(self) - start if value is NotImplemented and base is int else value

    def marked(value: Any, mark: int) -> Any:
        made = stamp(value) if isinstance(value, base) else other_stamp(value)
        made.mark = mark
        return made

    operations = ("mul", "rmul", "truediv", "floordiv", "add", "radd", "round")
    names = {f"__{name}__": keeping(f"__{name}__") for name in operations}
    stamp = type("Stamp", (base,), {**names, "__sub__": minus})
    other_stamp = stamp if base is float else stamped(float, log)
    return stamp


class Clocks:
    """The clocks of the standard library; every read is logged."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._stamps = {kind: stamped(kind, log) for kind in (int, float)}

    def install(self) -> None:
        """Replace the real clocks."""
        for name in (*CLOCKS, *(f"{name}_ns" for name in CLOCKS)):
            setattr(time, name, self._clock(getattr(time, name)))
        time.sleep = lambda _: None
        real, timeit.default_timer = timeit.default_timer, time.perf_counter
        timeit.Timer = self._timer(real)  # type: ignore[misc]
        dt.datetime = self._datetime()  # type: ignore[misc]

    def _clock(self, real: Callable[[], Any]) -> Callable[[], Any]:
        stamps = self._stamps

        def read() -> Any:
            value, asking = real(), sys._getframe(1)  # noqa: SLF001 - the caller
            if not (self._log.is_own(asking) or asking.f_code.co_filename == TIMEIT):
                return value
            made = stamps[type(value)](value)
            made.mark = self._log.note(READ)
            return made

        return read

    def _timer(self, real: Callable[[], float]) -> Any:
        """Return a Timer that repeats less often."""
        base, repeated = timeit.Timer, timeit.Timer.timeit

        def repeat(timer: Any, number: int = TIMES) -> float:
            if timer.timer is real:
                timer.timer = timeit.default_timer
            return repeated(timer, min(number, TIMES))

        def once(timer: Any, callback: Any = None) -> tuple[int, float]:
            del callback
            return 1, repeat(timer, 1)

        return type("Timer", (base,), {"timeit": repeat, "autorange": once})

    def _datetime(self) -> Any:
        """Return a datetime class whose values remember their clock read."""
        log, base = self._log, dt.datetime

        def reading(name: str) -> Any:
            def read(kind: Any, *args: Any) -> Any:
                made = vars(base)[name].__get__(None, kind)(*args)
                made.mark = log.note(READ)
                return made

            return classmethod(read)

        def minus(end: Any, start: Any) -> Any:
            if hasattr(start, "mark") and hasattr(end, "mark"):
                log.pair(start.mark, end.mark)
            return base.__sub__(end, start)

        reads = {name: reading(name) for name in ("now", "utcnow", "today") if name in vars(base)}
        return type("datetime", (base,), {**reads, "__sub__": minus})


class ClockRun:
    """One run of a program whose clock reads are logged."""

    def __init__(self, head: "UnderRequest", files: dict[str, str]) -> None:
        self._main, self._seconds = head["main"], head["seconds"]
        self._text = files[self._main]
        helpers = {name: text for name, text in files.items() if name != self._main}
        self._importer = Importer(self._main, helpers, tuple(head["allowed"]))
        self._importer.compile = self._compile
        self._log = Log(list(files))
        self._alarm = Alarm()

    def answer(self) -> LogRecord:
        """Run the program and return its log, however it ends."""
        sys.stdin = io.StringIO(f"{ANSWER}\n" * MAX_DEPTH)
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 1)  # its other runs have recorded its output
        os.dup2(null, 2)
        log, process = self._log, os.getpid()
        vars(builtins)["__bounded__"] = log.bounded
        recorder.replace()
        Clocks(log).install()
        clock_arrays.install(log)
        clock_cupy.install(log)
        fakes = clock_torch.Fakes(log) if "torch" in sys.modules else None
        self._alarm.within(self._seconds, lambda: self._execute(fakes))
        log.open = False
        if os.getpid() != process:
            os._exit(0)  # a forked copy of the program
        return {"events": log.events, "pairs": list(log.pairs), "frames": list(log.frames)}

    def _execute(self, fakes: "clock_torch.Fakes | None") -> None:
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGVTALRM, self._log.tick)
            signal.setitimer(signal.ITIMER_VIRTUAL, AGAIN, AGAIN)
        sys.argv = [self._main.rpartition("/")[2]]
        module = as_script(self._main, self._importer)
        try:
            if fakes is not None:
                fakes.begin()
            self._quietly(lambda: execute_script(module, self._main, self._text, self._importer))
            for call in self._uncalled(module):
                self._quietly(call)
        finally:
            if hasattr(signal, "setitimer"):
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def _quietly(self, work: Callable[[], object]) -> None:
        """Run the work, ignoring how it ends."""
        try:
            work()
        except Cut:
            raise
        except BaseException:  # noqa: BLE001 - student code may raise anything at all
            self._log.our_arguments = False

    def _compile(self, main: str, text: str) -> CodeType:
        """Compile a file, decorating each function with a time limit."""
        tree = ast.parse(text, main)
        for node in ast.walk(tree):
            if isinstance(node, ast.Try):
                _take_doubtful(node)
            if isinstance(node, ast.FunctionDef):
                bounded = ast.Name(id="__bounded__", ctx=ast.Load())
                node.decorator_list.append(ast.copy_location(bounded, node))
        return compile(tree, main, "exec", dont_inherit=True)

    def _uncalled(self, module: ModuleType) -> Iterator[Callable[[], object]]:
        """Yield calls of functions that were never called, without arguments or with two arrays."""
        for function in [*vars(module).values()]:
            inner = getattr(function, "__wrapped__", None)
            if not isinstance(function, FunctionType) or not isinstance(inner, FunctionType):
                continue
            code = inner.__code__
            if code in self._log.entered or code.co_filename != self._main:
                continue
            needed = code.co_argcount - len(inner.__defaults__ or ())
            if code.co_kwonlyargcount > len(inner.__kwdefaults__ or {}):
                continue
            if needed == 0:
                yield function
            elif needed == len(MATRICES):
                yield from self._with_arrays(function, code, vars(module))

    def _with_arrays(
        self, function: FunctionType, code: CodeType, space: dict[str, Any]
    ) -> Iterator[Callable[[], object]]:
        """Yield a call with two arrays of the library that the function uses."""
        named = [space.get(name) for name in code.co_names]
        libraries = {getattr(value, "__name__", "").partition(".")[0] for value in named}
        makers = [make for name, make in MAKERS.items() if name in libraries]

        def call(make: Callable[[Any, tuple[int, ...]], Any]) -> None:
            self._log.our_arguments = True
            try:
                function(*(make(sys.modules, shape) for shape in MATRICES))
            except Exception:  # noqa: BLE001 - may expect images
                function(*(make(sys.modules, shape) for shape in IMAGES))
            self._log.our_arguments = False

        for make in makers[:1]:
            yield lambda make=make: call(make)  # type: ignore[misc]


def _take_doubtful(node: ast.Try) -> None:
    """Take the fallback if CuPy is optional: it is unknown which one the student timed."""

    def bound(body: list[ast.stmt]) -> dict[str, str]:
        imports = (statement.names for statement in body if isinstance(statement, ast.Import))
        return {alias.asname or alias.name: alias.name for names in imports for alias in names}

    ours = {name for name, path in bound(node.body).items() if path == "cupy"}
    for handler in node.handlers:
        others = bound(handler.body)
        if any(others.get(name, "cupy") != "cupy" for name in ours):
            node.body, node.orelse = handler.body, []


MAKERS: dict[str, Callable[[Any, tuple[int, ...]], Any]] = {
    "cupy": lambda modules, shape: modules["cupy"].ones(shape),
    "cupyx": lambda modules, shape: modules["cupy"].ones(shape),
    "torch": lambda modules, shape: modules["torch"].ones(shape, device="cuda"),
}


def answer(head: "UnderRequest", files: dict[str, str]) -> tuple["OwnReply", bytes]:
    """Run a program of these files with its clocks recorded, and return the log."""
    return {"ok": True, "told": ClockRun(head, files).answer()}, b""
