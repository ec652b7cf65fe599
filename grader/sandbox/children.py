"""A child process as the host sees it, warm or cold: its frames, its output, its end, its memory.

Frames (grader/guest/protocol.py) are parsed as hostile input: bounded in size first, validated,
never trusted.
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

FLOAT_DIGITS = 300  # of an integer that may be beyond every float
HUGE = re.compile(rb"\d{%d}" % FLOAT_DIGITS)
UNASKED = "a reply that nobody asked for"

PIECE = 1 << 16  # bytes of matrices up to which copying them costs nothing
HUGE_PAGE = 1 << 21

Raw = bytes | bytearray | memoryview
Frame = tuple[Mapping[str, Any], Any]  # JSON, and bytes, or a view of them where it was asked for
Told = TypeVar("Told")


class ViolationError(Exception):
    """Bytes that the guest's own code never sends."""


def encode(head: Mapping[str, Any], *data: Raw) -> bytes:
    """Writes one request."""
    return b"".join(encoded_parts(head, data))


def encoded_parts(head: Mapping[str, Any], data: Sequence[Raw]) -> list[Raw]:
    """Writes one request in parts, of which large ones are not copied; a small one is whole."""
    text = json.dumps(head, separators=(",", ":")).encode("ascii")
    size = size_of(data)
    parts = [HEADER.pack(MAGIC, len(text), size) + text, *data]
    return parts if size > PIECE else [b"".join(parts)]


def size_of(data: bytes | Sequence[Raw]) -> int:
    """Counts the bytes of what is sent."""
    return len(data) if isinstance(data, bytes) else sum(map(len, data))


class FrameParser:
    """Collects bytes until one frame is complete; `max_data` bounds its raw bytes.

    Many raw bytes are read to where they stay, `room`: each copy of a large matrix costs as much as
    a part of a product. With `viewed` they are given as a view of that memory.
    """

    def __init__(
        self,
        max_data: int,
        *,
        returning: bool = False,
        max_json: int = MAX_JSON,
        viewed: bool = False,
    ) -> None:
        """Starts empty; `returning` when a note may come first that the function has returned."""
        self._buffer = bytearray()
        self._max_data = max_data
        self._max_json = max_json
        self._returning = returning
        self._viewed = viewed
        self._text = b""
        self._raw = memoryview(b"")
        self.room = self._raw  # what is still missing of many raw bytes, to be read into
        self.returned = 0.0  # this process's clock at that note
        self.stands: tuple[int, int] | None = None  # (file, line) of another note, as it was told

    def feed(self, data: Raw) -> Frame | None:
        """Takes more bytes; returns the frame when it is complete, raises ViolationError."""
        if self.room:
            if len(data) > len(self.room):
                raise ViolationError(UNASKED)
            self.room[: len(data)] = data
            return self.fed(len(data))
        self._buffer += data
        self._take_notes()
        return self._begin() if len(self._buffer) >= HEADER.size else None

    def _take_notes(self) -> None:
        """Takes what may come before the frame, each at most once and in either order."""
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
        """Reads the header; then all of a small frame, or where the bytes of a large one go."""
        magic, json_size, data_size = HEADER.unpack_from(self._buffer)
        if magic != MAGIC:
            raise ViolationError("a reply with a wrong signature")
        if json_size > self._max_json or data_size > self._max_data:
            raise ViolationError("a reply that is too large")
        start, small = HEADER.size + json_size, data_size <= PIECE
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
        """Says that so many bytes were read into `room`."""
        self.room = self.room[size:]
        if self.room:
            return None
        raw, self._raw = self._raw.toreadonly(), memoryview(b"")
        return _parse_head(self._text), raw if self._viewed else bytes(raw)


def _fresh_memory(size: int) -> memoryview:
    """Gives memory that takes room only where it is written; much of it in huge pages."""
    if size < HUGE_PAGE or not hasattr(mmap, "MADV_HUGEPAGE"):
        return memoryview(bytearray(size))
    pages = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with contextlib.suppress(OSError):  # a kernel that has none
        pages.madvise(mmap.MADV_HUGEPAGE)
    return memoryview(pages)


def _parse_head(text: bytes) -> Mapping[str, Any]:
    # Not by msgspec: honest programs plot NaN and raise errors with halves of surrogate pairs in
    # them, which json writes and reads and msgspec refuses.
    try:
        head = json.loads(text, parse_int=_to_number if HUGE.search(text) else None)
    except (ValueError, RecursionError) as error:
        raise ViolationError("a reply that is not JSON") from error
    if not isinstance(head, dict):
        raise ViolationError("a reply that is not an object")
    return head


def _to_number(digits: str) -> float:
    """Reads an integer; one that no float reaches becomes infinite. Python refuses huge ones."""
    number = int(digits)
    return number if len(digits) < FLOAT_DIGITS else float(digits)


def read_as(kind: type[Told], value: object, otherwise: str) -> Told:
    """Reads part of a reply as what it should be; ViolationError says `otherwise` if it is not.

    The texts of msgspec's own errors may hold words of the child's.
    """
    try:
        return msgspec.convert(value, kind, strict=True)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ViolationError(otherwise) from error


class Ending(Enum):
    """Why a request got no answer."""

    TIMEOUT = auto()
    OUTPUT = auto()  # printed more than allowed
    MEMORY = auto()  # holds more memory or threads than allowed
    CLOSED = auto()  # the channel's other end is gone
    VIOLATION = auto()  # bytes that the guest never sends


class Failure(Struct, frozen=True, kw_only=True):
    """A request without an answer."""

    ending: Ending
    detail: str = ""


class ChildExit(Struct, frozen=True, kw_only=True):
    """How the process ended, from the kernel."""

    by_itself: bool  # before the host killed it
    code: int = 0
    signal: int = 0
    cpu_seconds: float = 0.0
    peak_mib: float = 0.0
    out_of_memory: bool = False  # killed at the limit of its own cgroup
    starved: bool = False  # killed for memory that it was allowed: others had used it up
    unknown: bool = False  # nobody is left who could tell: a fault of ours


class Child(Protocol):
    """One confined process and the channel to it."""

    printed: "Output"
    stands: tuple[int, int] | None  # (file, line): where it said it stood when time was running out
    returned: float  # the host's clock (perf_counter) when the last function had returned, or 0
    in_vain: float  # seconds that this process wanted a CPU in the last exchange, for no answer yet
    added: float  # seconds beyond the limit of the last exchange, for those that others had the CPU
    kept_waiting: float  # of a TIMEOUT: seconds that others had the CPU which it wanted, less those
    when_ended: Callable[[], None]  # called once, when the process is gone

    def exchange(
        self,
        head: Request | None,
        data: bytes | Sequence[Raw],
        seconds: float,
        max_data: int,
        max_json: int = MAX_JSON,
    ) -> Frame | Failure:
        """Sends a request (None: only listens) and waits for one frame.

        Where it is about a call, the frame's raw bytes may be a view of memory that stays as it is.
        """

    def usage(self) -> "Usage | None":
        """Reads what it has used so far; None where the kernel does not tell."""

    def end(self, grace: float) -> ChildExit:
        """Waits `grace` seconds for the process to end, then kills it. Safe to call twice."""


class Usage(Struct, frozen=True, kw_only=True):
    """The kernel's account of a process, in seconds since it began: nobody in it can change it."""

    cpu: float  # of all its threads, those that have ended too
    queued: float  # its threads wanted a CPU that others had


def usage_of(pid: int) -> Usage | None:
    """Reads a process's CPU clock and how long it was kept waiting for a CPU.

    The clock's number is the kernel's (clock_getcpuclockid(3): ~pid << 3, 2 = what the scheduler
    counts, to the nanosecond); run queues are in /proc/PID/task/*/schedstat, the second number.
    Children of the process are in neither: in the sandbox it can have none.
    """
    with contextlib.suppress(AttributeError, OSError, ValueError, IndexError):
        cpu = time.clock_gettime((~pid << 3) | 2)
        tasks = os.listdir(f"/proc/{pid}/task")  # noqa: PTH208  quicker, as below
        return Usage(cpu=cpu, queued=sum(_queued(f"{pid}/task/{task}") for task in tasks))
    return None


def kept_waiting(before: Usage | None, after: Usage | None, wall: float) -> float:
    """Says how long others had the CPU; threads of its own that got in each other's way do not."""
    if before is None or after is None:
        return 0.0
    return max(0.0, min(after.queued - before.queued, wall - (after.cpu - before.cpu)))


SCHEDSTAT_BYTES = 80  # three numbers


def queued_here() -> float:
    """Reads how long this thread was kept waiting for a CPU so far; 0 where nobody tells."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        return _queued("thread-self")
    return 0.0


def _queued(task: str) -> float:
    """Reads it by the system's calls alone: this is done around every part of every timed call."""
    handle = os.open(f"/proc/{task}/schedstat", os.O_RDONLY)
    try:
        return int(os.read(handle, SCHEDSTAT_BYTES).split()[1]) / 1e9
    finally:
        os.close(handle)


def nothing() -> None:
    """What is done when an ordinary child has ended."""


KEEP_BYTES = 4_096
SHOWN_LETTERS = 20_000  # of each end, where a program is run for what it shows
LETTER_BYTES = 4  # of the longest letter in UTF-8
LEFT_OUT = "\n…\n"


class Output:
    """Counts bytes against a cap and remembers the first and the last of them."""

    def __init__(self, cap: int) -> None:
        """Starts empty; `cap` in bytes."""
        self._cap = cap
        self._seen = 0
        self._first = b""
        self._last = bytearray()  # of what came after those

    def add(self, data: bytes) -> bool:
        """Takes more; says whether the cap is passed."""
        self._seen += len(data)
        most = SHOWN_LETTERS * LETTER_BYTES
        if room := most - len(self._first):
            self._first, data = self._first + data[:room], data[room:]
        self._last += data
        del self._last[:-most]
        return self.is_too_much

    @property
    def is_too_much(self) -> bool:
        """Whether the cap is passed."""
        return self._seen > self._cap

    @property
    def tail(self) -> str:
        """The end of it as text."""
        last = bytes(self._last[-KEEP_BYTES:])
        if missing := KEEP_BYTES - len(last):
            last = self._first[-missing:] + last
        return last.decode("utf-8", "replace")

    @property
    def ends(self) -> str:
        """All of it as text, or of a long output the two ends."""
        first, last = self._first, bytes(self._last)
        if self._seen == len(first) + len(last):
            text = (first + last).decode("utf-8", "replace")
            if len(text) <= 2 * SHOWN_LETTERS:
                return text
            return text[:SHOWN_LETTERS] + LEFT_OUT + text[-SHOWN_LETTERS:]
        ends = [end.decode("utf-8", "replace") for end in (first, last)]
        return ends[0][:SHOWN_LETTERS] + LEFT_OUT + ends[1][-SHOWN_LETTERS:]


TICK_SECONDS = 0.02
ROOM_MIB = 32  # above the rlimit: a program should meet that first, and get a MemoryError
ROOM_THREADS = 2
OTHERS_DISK_MIB = 1024  # that others may write meanwhile
# proc(5): anonymous pages, shared pages, what is swapped out, page tables; in KiB
MEMORY = re.compile(r"^(?:RssAnon|RssShmem|VmSwap|VmPTE):\s*(\d+) kB", re.MULTILINE)
THREADS = re.compile(r"^Threads:\s*(\d+)", re.MULTILINE)


class Watchdog:
    """Says once in a while whether processes are beyond their limits."""

    def __init__(
        self,
        find: Callable[[], Iterable[int]],
        limits: Limits,
        base_mib: float,
        folder: str = "",
    ) -> None:
        """Takes a way to find the processes; `base_mib` is what one has before it is a child.

        They may write into `folder`, which has no size of its own.
        """
        self._find = find
        self._folder = folder
        self._least_room = _free_room(folder) - (limits.disk_mib + OTHERS_DISK_MIB) * 2**20
        self._limit_mib = base_mib + limits.memory_mib + ROOM_MIB
        self._threads = limits.threads + ROOM_THREADS
        self._next = time.monotonic() + TICK_SECONDS
        self.cpu_seconds = 0.0  # of the busiest process, when it was last looked at

    def alarm(self) -> str:
        """Says what is too much; "" while all is well, or when it is not yet time to look."""
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
    """Return the free bytes where a folder is: files that have no name any more take room too."""
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
    """Reads how long a process has computed (proc(5), utime and stime behind its name)."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        ticks = text.rpartition(")")[2].split()[11:13]
        return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
    return 0.0


def memory_mib(status: str) -> float:
    """Adds up the memory in a /proc/PID/status that belongs to the process alone."""
    return sum(map(int, MEMORY.findall(status))) / 1024


def own_mib(pid: int) -> float:
    """Measures one process; 0 when it is gone or the platform does not tell."""
    return memory_mib(_status(pid))


def with_descendants(pid: int) -> Iterable[int]:
    """Finds a process and everything below it."""
    yield pid
    with contextlib.suppress(OSError, ValueError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text(encoding="ascii").split():
                yield from with_descendants(int(child))
