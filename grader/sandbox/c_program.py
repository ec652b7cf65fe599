"""A student's C program: compiled once, then loaded in as many fresh children as asked."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from grader.model.course import Limits
from grader.model.program import Plot, ProgramRun
from grader.model.reference import Array
from grader.model.run import (
    Call,
    LoadMode,
    Measurement,
    RunRecord,
    RunStatus,
    Target,
    Traceback,
)
from grader.model.running import Session, Whole
from grader.sandbox.c_compiling import Result
from grader.sandbox.c_session import CSession
from grader.sandbox.session import SandboxSession
from grader.sandbox.whole import roomy

COMPILE_ERROR = "CompileError"  # what a load that failed says it is
OWN = ("_grader_guest.c_library",)  # the guest's modules that a child needs
PLACE = re.compile(r":(\d{1,9})(?::\d+)?: (?:fatal )?error: ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Loading:
    """How a library gets into a child."""

    start: Callable[[Limits], SandboxSession]  # a child that has nothing of a student's yet
    put: Callable[[bytes], str]  # names a file that children can read; "": it is sent to them
    clear: Callable[[], None]
    threads: int  # processors that there are


class CProgram:
    """Implements model.running.Program."""

    def __init__(
        self, name: str, compiled: Callable[[], Result], limits: Limits, loading: Loading
    ) -> None:
        """Takes a way to compile it; nothing runs yet."""
        self._name = name
        self._compiled = compiled
        self._limits = limits
        self._loading = loading

    @property
    def mode(self) -> LoadMode:
        """A library has no top-level code but its constructors."""
        return LoadMode.WHOLE

    @property
    def whole_load(self) -> RunRecord | None:
        """Nothing: it is never loaded in part."""
        return None

    def restrict(self) -> None:
        """Does nothing: there are only definitions."""

    def start(self) -> Session:
        """Compiles it, if that is not done, and loads it in a fresh child."""
        if refused := self._refused():
            return Unloaded(refused)
        return CSession(lambda: self._load(self._limits), self._limits.call_seconds)

    def run_whole(self, answers: Sequence[str], seconds: float) -> Whole:
        """Runs its main in a fresh child; what it prints is all that it shows."""
        if refused := self._refused():
            return Whole(run=ProgramRun(run=refused))
        limits = roomy(self._limits, seconds)
        session = self._load(limits)
        try:
            record = session.load
            if record.status is RunStatus.OK:
                lines = "".join(f"{answer}\n" for answer in answers).encode("utf-8", "replace")
                record, _ = session.ask({"op": "c-main"}, lines, seconds, (0, 0))
                record = _as_ended(record)
        finally:
            session.close()
        cut = record.status is RunStatus.TIMEOUT
        return Whole(run=ProgramRun(run=record, cut=cut, output=session.shown))

    def _refused(self) -> RunRecord | None:
        """Says why there is nothing to load."""
        result = self._compiled()
        if result.library:
            return None
        run = result.compiled.run
        if run.status is not RunStatus.RUNTIME_ERROR:
            return run
        errors = result.compiled.errors
        message = errors[0] if errors else "the compiler gave no reason"
        error = Traceback(type=COMPILE_ERROR, message=message, frames=_frames(message, self._name))
        return replace(run, traceback=error)

    def _load(self, limits: Limits) -> SandboxSession:
        """Starts a child and has it load the library."""
        library = self._compiled().library
        limits = replace(limits, disk_mib=limits.disk_mib + len(library) // 2**20 + 1)
        session = self._loading.start(limits)
        path = self._loading.put(library)
        threads = max(1, min(self._loading.threads, limits.threads - 1))
        head = {"op": "c-load", "path": path, "threads": threads}
        try:
            session.load_library(head, b"" if path else library)
        finally:
            self._loading.clear()
        return session


class Unloaded:
    """Implements model.running.Session for a program that could not be compiled."""

    alive = False

    def __init__(self, load: RunRecord) -> None:
        """Takes what compiling showed."""
        self.load = load

    def call(
        self, target: Target, inputs: Sequence[Array], *, seconds: float | None = None
    ) -> Call:
        """Says once more why there is nothing to call."""
        del target, inputs, seconds
        return Call(run=self.load)

    def measure(self, target: Target, inputs: Sequence[Sequence[Array]]) -> Measurement:
        """Says once more why there is nothing to measure."""
        del target, inputs
        return Measurement(run=self.load)

    def plots(self) -> tuple[Plot, ...]:
        """Nothing."""
        return ()

    def close(self) -> None:
        """Does nothing."""


def _as_ended(record: RunRecord) -> RunRecord:
    """A main that returns or exits ends its process: that is how a program ends well."""
    by_itself = record.status is RunStatus.SIGNAL and record.exit_signal == 0
    return replace(record, status=RunStatus.OK) if by_itself else record


def _frames(message: str, name: str) -> tuple[tuple[str, int, str], ...]:
    found = PLACE.search(message)
    return ((name, int(found.group(1)), ""),) if found else ()
