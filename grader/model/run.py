"""What happened when student code ran: statuses, values, calls."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct, field

from grader.backends import BACKENDS
from grader.model.course import Form


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


class Convention(StrEnum):
    """How the function is called; the names are those of the course's slides."""

    AB = "(a, b)"  # what there is to give, in its order: of an operation on one matrix, (a)
    ABN = "(a, b, n)"
    NAB = "(n, a, b)"
    ABC = "(a, b, c)"  # fills c in place
    ABCN = "(a, b, c, n)"
    BA = "(b, a)"  # a convolution's kernel first
    ABRC = "(a, b, rows, columns)"  # those of a
    ABNK = "(a, b, n, k)"  # the lengths of both
    AB1 = "(a, b, 1)"  # a stride
    AB0 = "(a, b, 0)"  # a padding
    CAB = "(c, a, b)"
    NABC = "(n, a, b, c)"
    OBJECTS = "C(a).method(C(b))"  # a class made from its data; C(a) * C(b) is __mul__
    PAIR = "C(a, b).method()"  # a class made from both matrices
    OWN = "own"  # in a way that only a plugin knows: see Target.by
    CABN = "(c, a, b, n)"
    NCAB = "(n, c, a, b)"
    NNNABC = "(n, n, n, a, b, c)"  # rows, columns and terms, as BLAS is told
    ABCNNN = "(a, b, c, n, n, n)"
    SIZED = "C(n).method(a, b)"  # a class made from one size or more: rows, columns, columns of b
    HELD = "c = C(n); c.a, c.b = a, b; c.method()"  # or C(), where that needs nothing
    CLASS = "C.method(a, b)"  # a function in a class that is called without an object


class ValueKind(StrEnum):
    """What came back."""

    MATRIX = "matrix"  # rectangular and numeric
    NONE = "none"
    RAGGED = "ragged"
    SCALAR = "scalar"
    OTHER = "other"


class Traceback(Struct, frozen=True, kw_only=True):
    """An exception, with the student's own lines only."""

    type: str
    message: str
    frames: tuple[tuple[str, int, str], ...]  # (file, line, function), outermost first
    lines: tuple[str, ...] = ()  # the source line of each frame


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
        """Whether it asked for a GPU by name, and there is none."""
        return self.traceback is not None and self.traceback.message.startswith(NO_GPU)

    @property
    def lacks_module(self) -> str:
        """The top-level name of the module for want of which it ended, by its own account."""
        found = NO_MODULE.search(self.traceback.message) if self.traceback is not None else None
        return (found[1] or found[2]) if found else ""


class Value(Struct, frozen=True, kw_only=True):
    """A value that left the sandbox, already checked against its own header."""

    kind: ValueKind
    container: str = ""  # "list of list", "numpy.ndarray", "torch.Tensor", "generator", …
    elements: str = ""  # "int", "float", "int and float", "float32", "bfloat16", "str", …
    device: str = ""  # where a tensor or array was: "cpu", "cuda:0"
    shape: tuple[int, ...] = ()
    dtype: str = ""  # of `data`: "<i8", "<i4", "<f8", "<f4", "<f2", …
    data: bytes | memoryview = b""  # C order
    description: str = ""  # short repr for messages, never trusted


class Call(Struct, frozen=True, kw_only=True):
    """One call of a student's function."""

    run: RunRecord
    result: Value | None = None  # None unless run.status is OK
    # The matrices it was given, after the call; None: byte for byte the same.
    inputs_after: tuple[Value | None, ...] = ()
    told: Any = None  # what the module that called it says besides: of a plugin, see Target.by
    misshapen: bool = False  # by what was told, parts of it have other shapes than asked for
    before: int = 0  # times that the function was called with the same in this process, before it …
    after: int = 0  # … and after it: matrices may be laid out in several ways
    writes: tuple[str, int] | None = None  # (file, line) that first wrote into an input, if asked


class Spent(Struct, frozen=True, kw_only=True):
    """What one request to a child took, in seconds; the child itself tells none of it."""

    wall: float  # the host's clock around the request
    cpu: float | None = None  # the kernel's account of all the child's threads; None: not known
    queued: float = 0.0  # it wanted a CPU that others had; with what the host spent meanwhile

    @property
    def idle(self) -> float:
        """How long nobody computed or wanted to: it slept, or waited for work done elsewhere."""
        return max(0.0, self.wall - (self.cpu or 0.0) - self.queued)


NOTHING_SPENT = Spent(wall=0.0, cpu=0.0)


class Measurement(Struct, frozen=True, kw_only=True):
    """A call of a student's function, in requests that the host timed."""

    run: RunRecord  # the call; of the first request that did not end well, that one
    prepare: Spent = NOTHING_SPENT  # until the inputs were there
    go: Spent = NOTHING_SPENT  # until the function had come back
    fetch: Spent = NOTHING_SPENT  # until the result had arrived
    fetch_again: Spent | None = None  # the same once more, with nothing left to do, if asked for
    result: Value | None = None  # None unless run.status is OK

    @property
    def wall_seconds(self) -> float:
        """All of it on the host's clock."""
        return sum(each.wall for each in self.parts)

    @property
    def parts(self) -> tuple[Spent, ...]:
        """All requests, in their order."""
        again = () if self.fetch_again is None else (self.fetch_again,)
        return (self.prepare, self.go, self.fetch, *again)


WITH_OBJECTS = frozenset(
    {Convention.OBJECTS, Convention.PAIR, Convention.SIZED, Convention.HELD, Convention.CLASS}
)
IN_PLACE = frozenset(
    {
        Convention.ABC,
        Convention.ABCN,
        Convention.CAB,
        Convention.NABC,
        Convention.CABN,
        Convention.NCAB,
        Convention.NNNABC,
        Convention.ABCNNN,
    }
)
"""Conventions whose function fills a matrix that it is given."""


class Target(Struct, frozen=True, kw_only=True):
    """Which callable to call, and how."""

    name: str  # "matmul", "Solver.multiply"
    convention: Convention
    form: Form = Form.LISTS
    shape: tuple[int, ...] = ()  # of the c that it fills, for conventions with one
    holds: tuple[str, ...] = ()  # attributes that take a and b, and the one with the result
    constant: bool = False  # it says that it does not write into its inputs
    cleared: bool = False  # whether that c holds 0 before, where it would not by itself
    watched: bool = False  # looked at for the line that writes into its inputs; that takes longer
    by: str = ""  # the plugin's module inside the sandbox that calls it, for the convention OWN
    request: Mapping[str, Any] = field(default_factory=dict)  # what that module is told
    shown: str = ""  # how that is written down: "(model, x)"

    @property
    def way(self) -> str:
        """How it is called, for people."""
        return self.shown or self.convention.value


class Edge(StrEnum):
    """What a function did to a matrix's memory; RunRecord.detail begins with it, then ": "."""

    BEFORE = "before"  # touched what lies before a matrix
    BEHIND = "behind"  # touched what lies behind one
    FIXED = "fixed"  # wrote into an input, though it was then as before


class Plot(Struct, frozen=True, kw_only=True):
    """What the program plotted, as matplotlib or its recorder saw it. Untrusted."""

    kind: str  # "plot", "scatter", "loglog", …
    x: tuple[float, ...]
    y: tuple[float, ...]
    label: str = ""
    figure: int = 0  # which one it was, counted from 1
    title: str = ""
    xlabel: str = ""
    ylabel: str = ""
    xscale: str = ""  # "linear", "log"
    yscale: str = ""


class Series(Struct, frozen=True, kw_only=True):
    """Sizes and times that the program measured itself, as it plotted them."""

    name: str  # the curve's label, else the graph's title
    sizes: tuple[int, ...]  # growing
    seconds: tuple[float, ...]  # one for each size
    exercise: str = ""  # id of the exercise it is about; "" = nobody can tell


class Matrix(Struct, frozen=True, kw_only=True):
    """A matrix among the variables that were left when the program had run."""

    name: str
    shape: tuple[int, ...]
    container: str  # "list of list", "numpy.ndarray", …
    elements: str  # "int", "float", "float32", …


class Product(Struct, frozen=True, kw_only=True):
    """Three of the variables, one of which is the product of the other two."""

    left: str
    right: str
    result: str
    size: int


class ProgramRun(Struct, frozen=True, kw_only=True):
    """One run of the whole program."""

    run: RunRecord
    cut: bool = False  # it was stopped when its time was up; this is what it showed until then
    answers: tuple[str, ...] = ()  # what it was given where it called input(), in order
    output: str = ""  # what it printed; of a long output both ends
    plots: tuple[Plot, ...] = ()
    pictures: tuple[bytes, ...] = ()  # of its first figures: PNG files, looked through and bounded
    drawn: bool = False  # it drew with the real matplotlib, which is not installed everywhere
    boxes: bool = False  # no font here has some letter of its pictures
    files: tuple[tuple[str, int], ...] = ()  # made in its folder: name, bytes
    matrices: tuple[Matrix, ...] = ()
    products: tuple[Product, ...] = ()
    series: tuple[Series, ...] = ()
    trouble: str = ""  # our own fault
