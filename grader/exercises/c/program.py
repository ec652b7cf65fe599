"""A student's C program: compiled once, then loaded in any number of fresh children.

A function is called several times: with its matrices adjacent to one guard page, to the other, and
with read-only inputs. The calls that crash show what the function did. If each child has a folder
of its own, the library's bytes are sent to it. Without namespaces no child has one: then the host
keeps two folders, one writable by compilers and one readable by programs, and empties them after
each use. A sandbox is used by one thread, and so are these folders.
"""

import contextlib
import os
import re
import secrets
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from grader.exercises.c.compiling import (
    COMPILER_MODULES,
    CFile,
    CompileResult,
    Toolchain,
    compile_in_child,
    find_toolchain,
)
from grader.exercises.c.guest.c_protocol import LibraryRequest, MemoryLayoutRecord
from grader.exercises.c.kind import COMPILER_LIMITS
from grader.exercises.c.record import Compiled
from grader.guest.protocol import ExtendRequest, Operation, OwnRequest
from grader.model.calling import Call, Edge, Target, Value
from grader.model.course import Exercise, Form, Limits
from grader.model.errors import SandboxUnavailable
from grader.model.measurement import Measurement
from grader.model.program import Plot, ProgramRun
from grader.model.reference import Array
from grader.model.run import LoadMode, RunRecord, RunStatus, Traceback
from grader.model.running import Frame, ScriptResult, Session
from grader.sandbox import (
    DATA_FACTOR,
    MAX_DATA,
    MAX_JSON,
    ArrayPlacement,
    Child,
    Libraries,
    Mounts,
    SandboxConfig,
    SandboxSession,
    ViolationError,
    call_request,
    decode_values,
    roomy,
    size_of,
)

SMALL_BYTES = 4 * 2**20  # of all inputs; for larger ones, each call uses only one layout
FAULTS = (7, 11)  # SIGBUS, SIGSEGV
ELEMENTS: Mapping[Form, str] = {
    Form.C_DOUBLE: "float64",
    Form.C_ROWS: "float64",
    Form.C_FLOAT: "float32",
    Form.C_INT: "int32",
    Form.C_INT_ROWS: "int32",
}
# Memory layouts, in the order in which they are tried.
WAYS: Mapping[Edge, MemoryLayoutRecord] = {
    Edge.BEFORE: {"against": "start"},
    Edge.BEHIND: {"against": "end"},
    Edge.FIXED: {"against": "start", "fixed": True},
}
FREE_BYTES = 1 << 14  # on both sides of an array; a multiple of the page size
LINES: MemoryLayoutRecord = {"against": "end", "lines": True}
SAYS: Mapping[Edge, str] = {
    Edge.BEFORE: "with the beginning of each matrix at the edge of its memory",
    Edge.BEHIND: "with the end of each matrix at the edge of its memory",
    Edge.FIXED: "with inputs that cannot be written",
}


Starter = Callable[[], SandboxSession | RunRecord]


class CSession:
    """Implements model.running.Session for a library; see Session there."""

    def __init__(self, start: Starter, first: SandboxSession, seconds: float) -> None:
        """Take a function that starts children with the library, a first child, and the limit."""
        self._start = start
        self._seconds = seconds
        self._session = first
        self._calls = 0

    @property
    def load(self) -> RunRecord:
        """How loading ended."""
        return self._session.load

    @property
    def alive(self) -> bool:
        """Whether the child still answers."""
        return self._session.alive

    def call(
        self, target: Target, inputs: Sequence[Array], *, seconds: float | None = None
    ) -> Call:
        """Call the target with several memory layouts; see Session."""
        self._calls += 1
        # Unless declared const, inputs may be written to, if they are restored.
        ways = tuple(way for way in WAYS if way is not Edge.FIXED or target.constant)
        if sum(matrix.nbytes for matrix in inputs) > SMALL_BYTES:
            ways = (ways[self._calls % 2],)
        calls: list[Call] = []
        for way in ways:
            call = self._call_laid(target, inputs, way, seconds)
            if call.run.status is not RunStatus.OK or _changed(call, inputs):
                return call
            calls.append(call)
        at = self._calls % len(calls)
        return replace(calls[at], before=at, after=len(calls) - 1 - at)

    def _call_laid(
        self, target: Target, inputs: Sequence[Array], way: Edge, seconds: float | None
    ) -> Call:
        """Call it with one layout; if the process crashed, record the layout."""
        call = self._ask(target, inputs, WAYS[way], seconds)
        if not _faulted(call.run):
            return call
        if way is Edge.FIXED or not self._faults_anyway(target, inputs, way, seconds):
            return replace(call, run=replace(call.run, detail=f"{way}: {SAYS[way]}"))
        if way is Edge.BEHIND and self._restart():
            return self._ask(target, inputs, LINES, seconds)
        return call

    def _faults_anyway(
        self, target: Target, inputs: Sequence[Array], way: Edge, seconds: float | None
    ) -> bool:
        """Return whether a call crashes at the same addresses even with free memory on both sides.

        Infinite recursion does, and so do vector instructions that require alignment to cache
        lines: if the guards are not involved, no bound was violated.
        """
        if not self._restart():
            return False
        lay: MemoryLayoutRecord = {**WAYS[way], "apart": FREE_BYTES}
        anyway = _faulted(self._ask(target, inputs, lay, seconds).run)
        self._session.close()
        return anyway

    def _restart(self) -> bool:
        """Replace an ended child by a fresh one."""
        self._session.close()
        fresh = self._start()
        if isinstance(fresh, RunRecord):
            return False
        self._session = fresh
        return self._session.load.status is RunStatus.OK

    def _ask(
        self,
        target: Target,
        inputs: Sequence[Array],
        lay: MemoryLayoutRecord,
        seconds: float | None,
    ) -> Call:
        request, data = call_request(Operation.CALL, target, inputs, _placement(target))
        request["request"] = lay
        limit = min(seconds or self._seconds, self._seconds)
        caps = (MAX_DATA + DATA_FACTOR * size_of(data), MAX_JSON)
        record, frame = self._session.ask(request, data, limit, caps)
        if frame is None:
            return Call(run=record)
        try:
            values = decode_values(frame, exactly=1 + len(inputs))
        except ViolationError as violation:
            self._session.close()
            broken = replace(record, status=RunStatus.PROTOCOL, detail=str(violation))
            return Call(run=broken)
        return Call(run=record, result=values[0], inputs_after=values[1:])

    def measure(
        self, target: Target, inputs: Sequence[Array], *, again: bool = True
    ) -> Measurement:
        """Call the target once, in timed parts; see Session."""
        return self._session.measure(target, inputs, again=again, placement=_placement(target))

    def result_twice(
        self, target: Target, inputs: Sequence[Array], later: Sequence[Array]
    ) -> tuple[Value | None, Value | None]:
        """Return nothing: the result is copied immediately."""
        del target, inputs, later
        return None, None

    def plots(self) -> tuple[Plot, ...]:
        """Return nothing: it has no matplotlib."""
        return ()

    def close(self) -> None:
        """End the child. Idempotent."""
        self._session.close()


def _placement(target: Target) -> ArrayPlacement:
    return ArrayPlacement(dtype=ELEMENTS[target.form])


def _faulted(run: RunRecord) -> bool:
    """Return whether the process accessed forbidden memory."""
    return run.status is RunStatus.SIGNAL and run.exit_signal in FAULTS


def _changed(call: Call, inputs: Sequence[Array]) -> bool:
    """Return whether a call wrote into its inputs, which explains later failures."""
    return any(
        after.data != matrix.astype(after.dtype).tobytes()
        for after, matrix in zip(call.inputs_after, inputs, strict=False)
        if after is not None and after.dtype
    )


COMPILE_ERROR = "CompileError"  # exception type of a failed compilation
GUEST = "c_library"  # the module inside the sandbox
CALLER_MODULES = (f"_grader_guest.{GUEST}",)  # guest modules that a child needs
PLACE = re.compile(r":(\d{1,9})(?::\d+)?: (?:fatal )?error: ")


class Loading(Struct, frozen=True, kw_only=True):
    """The way a library gets into a child."""

    start: Callable[[Limits], SandboxSession]  # starts a child without student code
    put: Callable[[bytes], str]  # returns a file that children can read; "": the library is sent
    clear: Callable[[], None]
    threads: int  # available CPUs


class CProgram:
    """Implements model.running.Program."""

    def __init__(
        self,
        name: str,
        compiled: Callable[[], CompileResult],
        limits: Limits,
        loading: Loading,
    ) -> None:
        """Take a function that compiles it; nothing runs yet."""
        self._name = name
        self._compiled = compiled
        self._limits = limits
        self._loading = loading

    @property
    def mode(self) -> LoadMode:
        """A library's only top-level code is its constructors."""
        return LoadMode.WHOLE

    @property
    def whole_load(self) -> RunRecord | None:
        """None: a library is never loaded in part."""
        return None

    def restrict(self) -> None:
        """Do nothing: there are only definitions."""

    def start(self) -> Session:
        """Compile the program if necessary, and load it in a fresh child."""
        first = self._load(self._limits)
        if isinstance(first, RunRecord):
            return Unloaded(first)
        return CSession(partial(self._load, self._limits), first, self._limits.call_seconds)

    def run_under(self, module: str, seconds: float) -> Frame | None:
        """Return None: plugins' guest modules are for Python programs."""
        del module, seconds
        return None

    def run_script(
        self,
        answers: Sequence[str],
        seconds: float,
        *,
        draws: bool = False,
        pictures: bool = True,
    ) -> ScriptResult:
        """Run the program's main in a fresh child; only its output is recorded."""
        del draws, pictures
        limits = roomy(self._limits, seconds)
        session = self._load(limits)
        if isinstance(session, RunRecord):
            return ScriptResult(run=ProgramRun(run=session))
        try:
            record = session.load
            if record.status is RunStatus.OK:
                lines = "".join(f"{answer}\n" for answer in answers).encode("utf-8", "replace")
                # in this child no other operations exist
                main: OwnRequest = {"op": Operation.OWN, "request": None}
                record, _ = session.ask(main, lines, seconds, (0, 0))
                record = _as_ended(record)
        finally:
            session.close()
        cut = record.status is RunStatus.TIMEOUT
        return ScriptResult(run=ProgramRun(run=record, cut=cut, output=session.shown))

    def _refused(self, result: CompileResult) -> RunRecord:
        run = result.compiled.run
        if run.status is not RunStatus.RUNTIME_ERROR:
            return run
        errors = result.compiled.errors
        message = errors[0] if errors else "the compiler gave no reason"
        error = Traceback(type=COMPILE_ERROR, message=message, frames=_frames(message, self._name))
        return replace(run, traceback=error)

    def _load(self, limits: Limits) -> SandboxSession | RunRecord:
        """Start a child with the library loaded; else return why it is impossible."""
        result = self._compiled()
        library = result.library
        if not library:
            return self._refused(result)
        limits = replace(limits, disk_mib=limits.disk_mib + len(library) // 2**20 + 1)
        session = self._loading.start(limits)
        path = self._loading.put(library)
        threads = max(1, min(self._loading.threads, limits.threads - 1))
        wanted: LibraryRequest = {"path": path, "threads": threads}
        request: ExtendRequest = {"op": Operation.EXTEND, "module": GUEST, "request": wanted}
        try:
            session.load_with(request, b"" if path else library)
        except BaseException:
            session.close()  # no one else can close it yet
            raise
        finally:
            self._loading.clear()
        return session


class Unloaded:
    """Implements model.running.Session for a program that could not be compiled."""

    alive = False

    def __init__(self, load: RunRecord) -> None:
        """Take the result of compiling."""
        self.load = load

    def call(
        self, target: Target, inputs: Sequence[Array], *, seconds: float | None = None
    ) -> Call:
        """Return the compiler's result."""
        del target, inputs, seconds
        return Call(run=self.load)

    def measure(
        self, target: Target, inputs: Sequence[Array], *, again: bool = True
    ) -> Measurement:
        """Return the compiler's result."""
        del target, inputs, again
        return Measurement(run=self.load)

    def result_twice(
        self, target: Target, inputs: Sequence[Array], later: Sequence[Array]
    ) -> tuple[Value | None, Value | None]:
        """Return nothing."""
        del target, inputs, later
        return None, None

    def plots(self) -> tuple[Plot, ...]:
        """Return nothing."""
        return ()

    def close(self) -> None:
        """Do nothing."""


def _as_ended(record: RunRecord) -> RunRecord:
    """Treat an exit by return or exit() from main as success."""
    by_itself = record.status is RunStatus.SIGNAL and record.exit_signal == 0
    return replace(record, status=RunStatus.OK) if by_itself else record


def _frames(message: str, name: str) -> tuple[tuple[str, int, str], ...]:
    place = PLACE.search(message)
    return ((name, int(place.group(1)), ""),) if place else ()


Fork = Callable[[Libraries, Limits, Mounts], Child]
COMPILER = Libraries(own=COMPILER_MODULES)
CALLER = Libraries(own=CALLER_MODULES)
KEPT = 12  # number of results: reading, running and timing request the same one
PASSED, OPEN, OWN, ONLY_MINE = 0o711, 0o777, 0o755, 0o700


class CWorkshop:
    """Compiles C programs and opens their processes."""

    def __init__(self, fork: Fork, config: SandboxConfig) -> None:
        """Take the sandbox's function that forks children."""
        self._fork = fork
        self._config = config
        self._results: dict[tuple[object, ...], CompileResult] = {}
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._writable, self._readable = "", ""

    def close(self) -> None:
        """Remove the folders."""
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def origins(self, limits: Limits) -> Iterator[tuple[Libraries, Limits, Mounts]]:
        """Yield the origins of its children, with limits: for libraries, and for compilers.

        Raises SandboxUnavailable if nothing would isolate them.
        """
        self._prepare()
        yield CALLER, limits, self._mounts()
        if (toolchain := find_toolchain()) is not None:
            yield COMPILER, COMPILER_LIMITS, self._compiler_mounts(toolchain)

    def compile_program(self, main: str, files: Mapping[str, str], exercise: Exercise) -> Compiled:
        """Return the result of compiling the program that `open_program` would open.

        Any exit of the compiler results in a Compiled. Raises SandboxUnavailable if there is no
        compiler, or nothing to isolate it.
        """
        source = _source(main, files, exercise)
        return self._compiled(source, exercise.compilation.seconds).compiled

    def open_program(self, main: str, files: Mapping[str, str], exercise: Exercise) -> CProgram:
        """Prepare a program; nothing runs before its first start."""
        source, seconds = _source(main, files, exercise), exercise.compilation.seconds
        loading = Loading(
            start=self._start,
            put=self._put,
            clear=lambda: _empty(self._readable),
            threads=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1,
        )
        compiled = partial(self._compiled, source, seconds)
        return CProgram(main, compiled, exercise.limits, loading)

    def _compiled(self, source: CFile, seconds: float) -> CompileResult:
        key = (source.name, source.text, source.flags, tuple(sorted(source.headers.items())))
        if key not in self._results:
            result = self._compile(source, seconds)
            while len(self._results) >= KEPT:
                del self._results[next(iter(self._results))]
            self._results[key] = result
        return self._results[key]

    def _compile(self, source: CFile, seconds: float) -> CompileResult:
        toolchain = find_toolchain()
        if toolchain is None:
            raise SandboxUnavailable(
                "C programs require gcc and binutils, which are not installed on this computer"
            )
        self._prepare()
        mounts = self._compiler_mounts(toolchain)

        def fork(limits: Limits) -> Child:
            return self._fork(COMPILER, limits, mounts)

        try:
            return compile_in_child(fork, toolchain, source, seconds, self._writable)
        finally:
            _empty(self._writable)

    def _prepare(self) -> None:
        """Create the folders if there are no namespaces."""
        if not self._config.seccomp:
            raise SandboxUnavailable(
                "C programs are not compiled or run at isolation level {level}, which has no "
                "isolation",
                level=self._config.level,
            )
        if self._config.namespaces or self._folder is not None:
            return
        self._folder = tempfile.TemporaryDirectory(prefix="grader-c-", ignore_cleanup_errors=True)
        root = Path(self._folder.name)
        root.chmod(PASSED)  # children may be other users; the names inside are secret
        self._writable, self._readable = (str(root / secrets.token_hex(16)) for _ in range(2))
        others = OPEN if os.getuid() == 0 else ONLY_MINE
        for name, mode in ((self._writable, others), (self._readable, OWN)):
            Path(name).mkdir()
            Path(name).chmod(mode)

    def _start(self, limits: Limits) -> SandboxSession:
        self._prepare()
        return SandboxSession(self._fork(CALLER, limits, self._mounts()), limits)

    def _mounts(self) -> Mounts:
        return Mounts(folders=(self._readable,) if self._readable else (), bare=True)

    def _compiler_mounts(self, toolchain: Toolchain) -> Mounts:
        return toolchain.mounts((self._writable,) if self._writable else ())

    def _put(self, library: bytes) -> str:
        """Write a library to a new file that children can read."""
        if not self._readable:
            return ""
        path = Path(self._readable, f"{secrets.token_hex(8)}.so")
        path.write_bytes(library)
        path.chmod(OWN)
        return str(path)


def _source(main: str, files: Mapping[str, str], exercise: Exercise) -> CFile:
    headers = {name: text for name, text in files.items() if name != main}
    return CFile(name=main, text=files[main], flags=exercise.compilation.flags, headers=headers)


def _empty(folder: str) -> None:
    """Empty a folder, following no links."""
    if not folder:
        return
    with contextlib.suppress(OSError):
        for entry in list(os.scandir(folder)):
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, ignore_errors=True)
            else:
                os.unlink(entry.path)  # noqa: PTH108 - an entry, not a path
