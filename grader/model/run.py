"""How a run of student code ended: its status, what it used up, its exception."""

import re
from enum import StrEnum

from msgspec import Struct

from grader.backends import BACKENDS


class RunStatus(StrEnum):
    """How a run ended, in isolate's words. SANDBOX_ERROR is always ours."""

    OK = "ok"
    RUNTIME_ERROR = "runtime-error"  # an exception, or sys.exit
    SIGNAL = "signal"  # the process died by itself: signal or exit
    TIMEOUT = "timeout"
    MEMORY = "memory"
    OUTPUT = "output"
    PROTOCOL = "protocol"  # bytes that the guest never sends: tampering
    SANDBOX_ERROR = "sandbox-error"


USED_UP = frozenset({RunStatus.TIMEOUT, RunStatus.MEMORY, RunStatus.OUTPUT})
"""How a run ends that took more than it may use."""


class LoadMode(StrEnum):
    """How much of the program was executed before its function was called."""

    WHOLE = "whole"  # the program as it is
    DEFINITIONS = "definitions"  # imports, definitions and constant assignments only


class IndexBeyond(Struct, frozen=True, kw_only=True):
    """An index that is beyond a list; both as they are written in the program."""

    owner: str
    index: str
    value: int  # of the index
    length: int  # of the list


class Traceback(Struct, frozen=True, kw_only=True):
    """An exception, with the student's own lines only."""

    type: str
    message: str
    frames: tuple[tuple[str, int, str], ...]  # (file, line, function), outermost first
    lines: tuple[str, ...] = ()  # the source line of each frame
    near: tuple[str, ...] = ()  # names like one that an object or a module lacks
    beyond: IndexBeyond | None = None


NO_THREAD = ("RuntimeError", "can't start new thread")  # as Python says it
MORE_THREADS = "more threads than allowed"  # as the host says it, which then ends the program
MORE_FILES = "more room for files than allowed"  # the same
NO_OPENMP_THREAD = "libgomp: Thread creation failed"  # as gcc's OpenMP says it, and exits
NO_GPU = tuple(begins for backend in BACKENDS.values() for begins in backend.says_no_gpu)
NO_MODULE = re.compile(r"'(\w+)' is not here \(|No module named '(\w+)")  # see guest/absent.py


class DeviceMemory(Struct, frozen=True, kw_only=True):
    """A GPU's memory when a process began, before it received a program."""

    free_mib: int
    needed_mib: int  # by a right program, with room for its libraries

    @property
    def suffices(self) -> bool:
        """Whether a right program had enough."""
        return self.free_mib >= self.needed_mib


class RunRecord(Struct, frozen=True, kw_only=True):
    """One request to a child process, seen from the host."""

    status: RunStatus
    wall_seconds: float = 0.0  # the host's clock around the request
    cpu_seconds: float = 0.0
    peak_mib: float = 0.0
    exit_signal: int = 0
    exit_code: int = 0
    stderr_tail: str = ""
    traceback: Traceback | None = None
    detail: str = ""  # what was wrong, for PROTOCOL and SANDBOX_ERROR; what did not fit, for MEMORY
    stood: tuple[str, int] | None = None  # (file, line), as it said itself, of a TIMEOUT
    kept_waiting: float = 0.0  # seconds of a TIMEOUT in which others had the CPU that it wanted
    returned_seconds: float = 0.0  # the host's clock until the function returned, before the device
    #                                was waited for; 0 = not measured (on the CPU)
    device_memory: DeviceMemory | None = None  # where the run may have ended for lack of it;
    #                                            None: not measured

    @property
    def lacks_threads(self) -> bool:
        """Whether our limit on threads ended it: those of earlier calls may still be there."""
        if self.status is RunStatus.MEMORY and self.detail == MORE_THREADS:
            return True
        if self.status is RunStatus.SIGNAL and self.exit_code:
            return NO_OPENMP_THREAD in self.stderr_tail
        error = self.traceback
        if error is None or (error.type, error.message) != NO_THREAD:
            return False
        own = any(line.lstrip().startswith("raise ") for line in error.lines[-1:])
        return not own

    @property
    def lacks_cpu(self) -> bool:
        """Whether it ran out of time while others had the CPU: on an idle computer it may end."""
        return self.status is RunStatus.TIMEOUT and 2 * self.kept_waiting > self.wall_seconds

    @property
    def lacks_device_memory(self) -> bool:
        """Whether others held so much of the GPU's memory that a right program could end so."""
        return self.device_memory is not None and not self.device_memory.suffices

    @property
    def lacks_gpu(self) -> bool:
        """Whether it requested a GPU by name where there is none."""
        return self.traceback is not None and self.traceback.message.startswith(NO_GPU)

    @property
    def lacks_module(self) -> str:
        """The top-level name of the module for want of which it ended, by its own account."""
        found = NO_MODULE.search(self.traceback.message) if self.traceback is not None else None
        return (found[1] or found[2]) if found else ""
