"""A child process from the host's view, warm or cold: frames, output, exit, memory.

Frames (grader/guest/protocol.py) are parsed as hostile input: size limits first, then validation.
"""

import contextlib
import json
import mmap
import os
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, auto
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import Struct

from grader.guest.protocol import HEADER, MAGIC, MAX_JSON, RETURNED, STANDS, Request
from grader.model.course import Limits
from grader.model.run import MORE_FILES, MORE_THREADS

FLOAT_DIGITS = 300  # an integer with more digits may exceed every float
HUGE = re.compile(rb"\d{%d}" % FLOAT_DIGITS)
UNASKED = "a reply that nobody asked for"

MAX_COPIED = 1 << 16  # bytes; copying fewer takes negligible time
HUGE_PAGE = 1 << 21

Raw = bytes | bytearray | memoryview
Frame = tuple[Mapping[str, Any], Any]  # JSON, and bytes or, if requested, a view of them
Reply = TypeVar("Reply")


class ViolationError(Exception):
    """Bytes that the guest's own code never sends."""


def encode(head: Mapping[str, Any], *data: Raw) -> bytes:
    """Encode one request."""
    return b"".join(encoded_parts(head, data))


def encoded_parts(head: Mapping[str, Any], data: Sequence[Raw]) -> list[Raw]:
    """Encode one request in parts, without copying large ones; a small request is one part."""
    text = json.dumps(head, separators=(",", ":")).encode("ascii")
    size = size_of(data)
    parts = [HEADER.pack(MAGIC, len(text), size) + text, *data]
    return parts if size > MAX_COPIED else [b"".join(parts)]


def size_of(data: bytes | Sequence[Raw]) -> int:
    """Return the number of bytes in `data`."""
    return len(data) if isinstance(data, bytes) else sum(map(len, data))


class FrameParser:
    """Collects bytes until one frame is complete; `max_data` limits its raw bytes.

    Large raw data is read directly into its final place, `room`: copying a large matrix costs a
    noticeable part of a product. If `viewed`, it is returned as a view of that memory.
    """

    def __init__(
        self,
        max_data: int,
        *,
        returning: bool = False,
        max_json: int = MAX_JSON,
        viewed: bool = False,
    ) -> None:
        """Start empty; `returning` allows a first note that the function has returned."""
        self._buffer = bytearray()
        self._max_data = max_data
        self._max_json = max_json
        self._returning = returning
        self._viewed = viewed
        self._text = b""
        self._raw = memoryview(b"")
        self.room = self._raw  # unfilled rest of the raw bytes, to be read into
        self.returned = 0.0  # this process's clock at that note
        self.stands: tuple[int, int] | None = None  # (file, line) from another note, unverified

    def feed(self, data: Raw) -> Frame | None:
        """Consume bytes; return the frame once complete. Raises ViolationError."""
        if self.room:
            if len(data) > len(self.room):
                raise ViolationError(UNASKED)
            self.room[: len(data)] = data
            return self.fed(len(data))
        self._buffer += data
        self._take_notes()
        return self._begin() if len(self._buffer) >= HEADER.size else None

    def _take_notes(self) -> None:
        """Consume the notes that may precede the frame, each at most once and in either order."""
        self._take_return()
        if self.stands is None and self._buffer.startswith(STANDS):
            if len(self._buffer) < HEADER.size:
                return
            _, line, file = HEADER.unpack_from(self._buffer)
            self.stands = (file, line)
            del self._buffer[: HEADER.size]
            self._take_return()

    def _take_return(self) -> None:
        if self._returning and self._buffer.startswith(RETURNED):
            self._returning, self.returned = False, time.perf_counter()
            del self._buffer[: len(RETURNED)]

    def _begin(self) -> Frame | None:
        """Parse the header. Return a small frame whole; allocate memory for a large one."""
        magic, json_size, data_size = HEADER.unpack_from(self._buffer)
        if magic != MAGIC:
            raise ViolationError("a reply with a wrong signature")
        if json_size > self._max_json or data_size > self._max_data:
            raise ViolationError("a reply that is too large")
        start, small = HEADER.size + json_size, data_size <= MAX_COPIED
        if len(self._buffer) > start + data_size:
            raise ViolationError(UNASKED)
        if len(self._buffer) < start + (data_size if small else 0):
            return None
        self._text, rest = bytes(self._buffer[HEADER.size : start]), self._buffer[start:]
        if small:
            return _parse_head(self._text), bytes(rest)
        self._buffer.clear()
        self._raw = self.room = _fresh_memory(data_size)
        return self.feed(rest)

    def fed(self, size: int) -> Frame | None:
        """Record that `size` bytes were read into `room`."""
        self.room = self.room[size:]
        if self.room:
            return None
        raw, self._raw = self._raw.toreadonly(), memoryview(b"")
        return _parse_head(self._text), raw if self._viewed else bytes(raw)


def _fresh_memory(size: int) -> memoryview:
    """Allocate memory lazily, in huge pages if large."""
    if size < HUGE_PAGE or not hasattr(mmap, "MADV_HUGEPAGE"):
        return memoryview(bytearray(size))
    pages = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with contextlib.suppress(OSError):  # the kernel has none
        pages.madvise(mmap.MADV_HUGEPAGE)
    return memoryview(pages)


def _parse_head(text: bytes) -> Mapping[str, Any]:
    # Not msgspec: honest programs plot NaN and raise errors with lone surrogates, which json
    # handles and msgspec refuses.
    try:
        head = json.loads(text, parse_int=_to_number if HUGE.search(text) else None)
    except (ValueError, RecursionError) as error:
        raise ViolationError("a reply that is not JSON") from error
    if not isinstance(head, dict):
        raise ViolationError("a reply that is not an object")
    return head


def _to_number(digits: str) -> float:
    """Parse an integer; return infinity beyond float's range. Python refuses huge ones."""
    number = int(digits)
    return number if len(digits) < FLOAT_DIGITS else float(digits)


def read_as(kind: type[Reply], value: object, otherwise: str) -> Reply:
    """Convert part of a reply to `kind`; raise ViolationError with `otherwise` if it is not.

    msgspec's own messages are not used, since they may quote the child.
    """
    try:
        return msgspec.convert(value, kind, strict=True)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ViolationError(otherwise) from error


class Ending(Enum):
    """Why a request got no answer."""

    TIMEOUT = auto()
    OUTPUT = auto()  # printed more than allowed
    MEMORY = auto()  # uses more memory or threads than allowed
    CLOSED = auto()  # the other end of the channel is closed
    VIOLATION = auto()  # bytes that the guest never sends


class Failure(Struct, frozen=True, kw_only=True):
    """A request without an answer."""

    ending: Ending
    detail: str = ""


class ChildExit(Struct, frozen=True, kw_only=True):
    """How the process ended, according to the kernel."""

    by_itself: bool  # before the host killed it
    code: int = 0
    signal: int = 0
    cpu_seconds: float = 0.0
    peak_mib: float = 0.0
    out_of_memory: bool = False  # killed at the limit of its own cgroup
    starved: bool = False  # killed for memory that it was allowed: others had used it up
    unknown: bool = False  # the exit status is lost: a fault of ours


class Child(Protocol):
    """One confined process and the channel to it."""

    printed: "Output"
    stands: tuple[int, int] | None  # (file, line): its report when time was running out
    returned: float  # host's perf_counter when the last function had returned, or 0
    # seconds this process waited for a CPU in the last exchange while no answer was ready
    in_vain: float
    added: float  # seconds added to the last exchange's limit because others had the CPU
    kept_waiting: float  # after TIMEOUT: seconds it waited for a CPU, minus those added
    when_ended: Callable[[], None]  # called once when the process is gone

    def exchange(
        self,
        head: Request | None,
        data: bytes | Sequence[Raw],
        seconds: float,
        max_data: int,
        max_json: int = MAX_JSON,
    ) -> Frame | Failure:
        """Send a request (None: only listen) and wait for one frame.

        For a call, the frame's raw bytes may be a view of memory that is not changed later.
        """

    def usage(self) -> "Usage | None":
        """Return the child's usage so far; None if the kernel does not report it."""

    def end(self, grace: float) -> ChildExit:
        """Wait `grace` seconds for the process to end, then kill it. Idempotent."""


class Usage(Struct, frozen=True, kw_only=True):
    """Kernel accounting of a process, in seconds since its start; the process cannot change it."""

    cpu: float  # of all its threads, including ended ones
    queued: float  # its threads were runnable while others had the CPU


def usage_of(pid: int) -> Usage | None:
    """Return a process's CPU time and its time waiting for a CPU.

    The clock id is the kernel's (clock_getcpuclockid(3): ~pid << 3, 2 = scheduler's count in
    nanoseconds); run queue delays are the second number in /proc/PID/task/*/schedstat. Neither
    includes child processes: in the sandbox there are none.
    """
    with contextlib.suppress(AttributeError, OSError, ValueError, IndexError):
        cpu = time.clock_gettime((~pid << 3) | 2)
        tasks = os.listdir(f"/proc/{pid}/task")  # noqa: PTH208 - quicker, as below
        return Usage(cpu=cpu, queued=sum(_queued(f"{pid}/task/{task}") for task in tasks))
    return None


def kept_waiting(before: Usage | None, after: Usage | None, wall: float) -> float:
    """Return how long others had the CPU, excluding contention among its own threads."""
    if before is None or after is None:
        return 0.0
    return max(0.0, min(after.queued - before.queued, wall - (after.cpu - before.cpu)))


SCHEDSTAT_BYTES = 80  # three numbers


def queued_here() -> float:
    """Return how long this thread has waited for a CPU so far; 0 if unknown."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        return _queued("thread-self")
    return 0.0


def _queued(task: str) -> float:
    """Read with bare system calls, since this happens around every part of every timed call."""
    handle = os.open(f"/proc/{task}/schedstat", os.O_RDONLY)
    try:
        return int(os.read(handle, SCHEDSTAT_BYTES).split()[1]) / 1e9
    finally:
        os.close(handle)


def nothing() -> None:
    """Default for `when_ended`."""


KEEP_BYTES = 4_096
SHOWN_LETTERS = 20_000  # of each end, for a program that is run for its output
LETTER_BYTES = 4  # of the longest character in UTF-8
LEFT_OUT = "\n…\n"


class Output:
    """Counts bytes against a limit and keeps the first and the last of them."""

    def __init__(self, cap: int) -> None:
        """Start empty; `cap` in bytes."""
        self._cap = cap
        self._seen = 0
        self._first = b""
        self._last = bytearray()  # after `_first`

    def add(self, data: bytes) -> bool:
        """Append; return whether the limit is exceeded."""
        self._seen += len(data)
        most = SHOWN_LETTERS * LETTER_BYTES
        if room := most - len(self._first):
            self._first, data = self._first + data[:room], data[room:]
        self._last += data
        del self._last[:-most]
        return self.is_too_much

    @property
    def is_too_much(self) -> bool:
        """Whether the limit is exceeded."""
        return self._seen > self._cap

    @property
    def tail(self) -> str:
        """The end of the output as text."""
        last = bytes(self._last[-KEEP_BYTES:])
        if missing := KEEP_BYTES - len(last):
            last = self._first[-missing:] + last
        return last.decode("utf-8", "replace")

    @property
    def ends(self) -> str:
        """The output as text; only both ends if it is long."""
        first, last = self._first, bytes(self._last)
        if self._seen == len(first) + len(last):
            text = (first + last).decode("utf-8", "replace")
            if len(text) <= 2 * SHOWN_LETTERS:
                return text
            return text[:SHOWN_LETTERS] + LEFT_OUT + text[-SHOWN_LETTERS:]
        ends = [end.decode("utf-8", "replace") for end in (first, last)]
        return ends[0][:SHOWN_LETTERS] + LEFT_OUT + ends[1][-SHOWN_LETTERS:]


TICK_SECONDS = 0.02
MARGIN_MIB = 32  # above the rlimit, so that a program hits that first and gets a MemoryError
MARGIN_THREADS = 2
OTHERS_DISK_MIB = 1024  # tolerance for what others write meanwhile
# proc(5): anonymous pages, shared pages, swap, page tables; in KiB
MEMORY = re.compile(r"^(?:RssAnon|RssShmem|VmSwap|VmPTE):\s*(\d+) kB", re.MULTILINE)
THREADS = re.compile(r"^Threads:\s*(\d+)", re.MULTILINE)


class Watchdog:
    """Checks periodically whether processes exceed their limits."""

    def __init__(
        self,
        find: Callable[[], Iterable[int]],
        limits: Limits,
        base_mib: float,
        folder: str = "",
    ) -> None:
        """Watch the processes from `find`; `base_mib` is a process's memory before it is a child.

        The processes may write into `folder`, which has no quota of its own.
        """
        self._find = find
        self._folder = folder
        self._least_room = _free_room(folder) - (limits.disk_mib + OTHERS_DISK_MIB) * 2**20
        self._limit_mib = base_mib + limits.memory_mib + MARGIN_MIB
        self._threads = limits.threads + MARGIN_THREADS
        self._next = time.monotonic() + TICK_SECONDS
        self.cpu_seconds = 0.0  # of the busiest process, when last checked

    def alarm(self) -> str:
        """Return the limit exceeded; "" if none, or if it is too early to check again."""
        now = time.monotonic()
        if now < self._next:
            return ""
        self._next = now + TICK_SECONDS
        if self._folder and _free_room(self._folder) < self._least_room:
            return MORE_FILES
        for pid in self._find():
            status = _status(pid)
            if memory_mib(status) > self._limit_mib:
                return "more memory than allowed"
            if sum(map(int, THREADS.findall(status))) > self._threads:
                return MORE_THREADS
            self.cpu_seconds = max(self.cpu_seconds, _cpu_seconds(pid))
        return ""


def _free_room(folder: str) -> int:
    """Return the free bytes at a folder, which also accounts for deleted but open files."""
    if not folder:
        return 0
    with contextlib.suppress(OSError):
        room = os.statvfs(folder)
        return room.f_bavail * room.f_frsize
    return 0


def _status(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/status").read_text(encoding="utf-8", errors="replace")
    return ""


def _cpu_seconds(pid: int) -> float:
    """Return a process's CPU time (proc(5): utime and stime after its name)."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        ticks = text.rpartition(")")[2].split()[11:13]
        return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
    return 0.0


def memory_mib(status: str) -> float:
    """Sum a process's private memory from /proc/PID/status."""
    return sum(map(int, MEMORY.findall(status))) / 1024


def own_mib(pid: int) -> float:
    """Return a process's private memory; 0 if it is gone or unknown."""
    return memory_mib(_status(pid))


def with_descendants(pid: int) -> Iterable[int]:
    """Yield a process and all its descendants."""
    yield pid
    with contextlib.suppress(OSError, ValueError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text(encoding="ascii").split():
                yield from with_descendants(int(child))
