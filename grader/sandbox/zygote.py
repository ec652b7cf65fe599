"""A zygote that has imported everything, and the children that it forks.

A child is one socket, one output pipe and one process descriptor. The host's clock and limits
govern every exchange. If the host stops waiting, for any reason, nothing is left running.
"""

import array
import contextlib
import errno
import json
import os
import re
import select
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from grader.guest.protocol import MAX_JSON, Operation, Request
from grader.model.course import Limits
from grader.model.errors import SandboxUnavailable
from grader.sandbox import cgroups, mounts, view
from grader.sandbox.children import (
    TICK_SECONDS,
    UNASKED,
    ChildExit,
    Ending,
    Failure,
    Frame,
    FrameParser,
    Output,
    Raw,
    Usage,
    ViolationError,
    Watchdog,
    encoded_parts,
    kept_waiting,
    nothing,
    own_mib,
    queued_here,
    usage_of,
)
from grader.sandbox.levels import SandboxConfig
from grader.sandbox.mounts import NO_DEVICE, Mounts
from grader.sandbox.view import Libraries

if TYPE_CHECKING:
    from grader.guest.start_protocol import ForkEnd, ForkRequest, PortionRecord, ZygoteConfig

CHUNK = 1 << 18
# Requests during which the child's waiting for us is counted.
MEASURED = {Operation.PREPARE, Operation.GO, Operation.FETCH}
# Requests that return matrices, which are inspected but not stored.
VIEWED = {Operation.CALL, Operation.FETCH}

MAX_EXTENSION = 2  # factor by which a child may exceed its limit while others have the CPU
MIN_EXTENSION = 0.01  # minimum share of a possible extension


class Handles(Struct, frozen=True, kw_only=True):
    """The host's ends of one child."""

    channel: socket.socket
    out: int  # output pipe
    process: int
    group: int = 0  # process group that it may start; 0 if it can start none


class WarmChild:
    """Talks to one forked child; the host's clock and limits govern every exchange."""

    def __init__(
        self,
        handles: Handles,
        output_cap: int,
        collect: Callable[[bool], ChildExit],
        watchdog: Watchdog | None,
    ) -> None:
        """Take over the descriptors; `collect` asks the zygote how the process ended."""
        self._channel = handles.channel
        self._out = handles.out
        self._process = handles.process
        self._pid = 0  # in the host's namespace; looked up on first use
        self._group = handles.group
        self._collect = collect
        self.printed = Output(output_cap)
        self.returned = self.in_vain = self.added = self.kept_waiting = 0.0
        self.stands: tuple[int, int] | None = None
        self.when_ended: Callable[[], None] = nothing
        self._watchdog = watchdog
        self._exit: ChildExit | None = None
        self._parser = FrameParser(0)
        self._channel.setblocking(False)  # noqa: FBT003  # ours
        os.set_blocking(self._out, False)
        # Looked up at run time, so that platforms without poll can import this file.
        self._readable = select.POLLIN | select.POLLHUP | select.POLLERR
        self._poll = select.poll()
        self._poll.register(self._channel, self._readable)
        self._poll.register(self._out, self._readable)

    def exchange(
        self,
        head: Request | None,
        data: bytes | Sequence[Raw],
        seconds: float,
        max_data: int,
        max_json: int = MAX_JSON,
    ) -> Frame | Failure:
        """Send a request and wait for one frame; see Child."""
        if head is not None and self._has_unasked_bytes():
            return Failure(ending=Ending.VIOLATION, detail=UNASKED)
        data = [data] if isinstance(data, bytes) else data
        parts = encoded_parts(head, data) if head is not None else []
        unsent = [memoryview(part) for part in parts]
        lag, asked = bool(head and head.get("lag")), head["op"] if head else None
        self._parser = FrameParser(
            max_data, returning=lag, max_json=max_json, viewed=asked in VIEWED
        )
        self.in_vain = self.added = self.kept_waiting = 0.0
        answer = self._exchange(unsent, seconds, measured=asked in MEASURED)
        self.returned, self.stands = self._parser.returned, self._parser.stands
        # Output printed before the reply counts, in whatever order the two arrive.
        return self._drain_all() or answer

    def _exchange(
        self, unsent: list[memoryview], seconds: float, *, measured: bool
    ) -> Frame | Failure:
        before, start = self.usage(), time.monotonic()
        while True:
            self._send(unsent)
            left = start + seconds + self.added - time.monotonic()
            if left <= 0:
                most = seconds if measured else MAX_EXTENSION * seconds
                left = self._add_what_others_had(before, start, most - seconds)
            if left <= 0:
                return Failure(ending=Ending.TIMEOUT)
            queued = queued_here() if measured else 0.0
            events = self._poll.poll(min(left, TICK_SECONDS) * 1000)
            if measured and not events:  # the child neither waited nor had an answer ready
                self.in_vain += queued_here() - queued
            for descriptor, _ in events:
                answer = self._drain() if descriptor == self._out else self._receive()
                if answer is not None:
                    return answer
            if self._watchdog and (alarm := self._watchdog.alarm()):
                return Failure(ending=Ending.MEMORY, detail=alarm)

    def _add_what_others_had(self, before: Usage | None, start: float, most: float) -> float:
        """Extend the limit by the time that others had the CPU; return the extension."""
        waited = kept_waiting(before, self.usage(), time.monotonic() - start)
        owed = min(waited, most) - self.added
        more = owed if owed > MIN_EXTENSION * most else 0.0
        self.added += more
        self.kept_waiting = waited - self.added
        return more

    def _has_unasked_bytes(self) -> bool:
        with contextlib.suppress(BlockingIOError, ConnectionError):
            return bool(self._channel.recv(1, socket.MSG_PEEK))
        return False

    def _send(self, unsent: list[memoryview]) -> None:
        if unsent:
            with contextlib.suppress(BlockingIOError, ConnectionError):
                unsent[0] = unsent[0][self._channel.send(unsent[0]) :]
                if not unsent[0]:
                    del unsent[0]
        events = self._readable | (select.POLLOUT if unsent else 0)
        self._poll.modify(self._channel, events)

    def _receive(self) -> Frame | Failure | None:
        room, data = self._parser.room, b""
        try:
            if room:
                size = self._channel.recv_into(room)
            else:
                size = len(data := self._channel.recv(CHUNK))
        except BlockingIOError:
            return None
        except ConnectionError:
            size = 0
        if not size:
            return Failure(ending=Ending.CLOSED)
        try:
            answer = self._parser.fed(size) if room else self._parser.feed(data)
        except ViolationError as violation:
            return Failure(ending=Ending.VIOLATION, detail=str(violation))
        if room and answer is not None and self._has_unasked_bytes():
            return Failure(ending=Ending.VIOLATION, detail=UNASKED)
        return answer

    def _drain(self) -> Failure | None:
        """Read printed output; stop polling a closed pipe."""
        try:
            data = os.read(self._out, CHUNK)
        except BlockingIOError:
            return None
        if not data:
            self._poll.unregister(self._out)
        return Failure(ending=Ending.OUTPUT) if self.printed.add(data) else None

    def _drain_all(self) -> Failure | None:
        with contextlib.suppress(BlockingIOError):
            while data := os.read(self._out, CHUNK):
                if self.printed.add(data):
                    return Failure(ending=Ending.OUTPUT)
        return None

    def usage(self) -> Usage | None:
        """Return the child's usage so far; see Child."""
        with contextlib.suppress(OSError, ValueError):
            self._pid = self._pid or _host_pid(self._process)
            return usage_of(self._pid)
        return None

    def end(self, grace: float) -> ChildExit:
        """Wait, kill, and collect; see Child."""
        if self._exit is not None:
            return self._exit
        by_itself = grace > 0 and self._ended_within(grace)
        if not by_itself:
            self._end_group()
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._process, signal.SIGKILL)
        self._exit = self._collect(by_itself)
        self._drain_all()
        self._channel.close()
        os.close(self._out)
        os.close(self._process)
        self.when_ended()
        return self._exit

    def _end_group(self) -> None:
        """Kill what it started. The child is not yet reaped, so its number is still its own."""
        if self._group:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._group, signal.SIGKILL)

    def _ended_within(self, seconds: float) -> bool:
        poll = select.poll()
        poll.register(self._process, select.POLLIN)
        return bool(poll.poll(seconds * 1000))


PACKET = 1 << 20
PROCESS_GROUP = 1 << 2  # PIDFD_SIGNAL_PROCESS_GROUP of linux/pidfd.h, since Linux 6.9
START_SECONDS = 300.0  # for importing PyTorch for ROCm from a slow disk
FORK_SECONDS, REAP_SECONDS, END_SECONDS = 20.0, 10.0, 0.5
LOOK_SECONDS = 0.5  # between checks whether the process still exists
FIRST_UID, UIDS = 64_000, 1_000  # uids without an account
# Imported by most programs. A class's exercises share a zygote, whatever else they allow.
COMMON = (
    *("math", "random", "time", "itertools", "functools", "collections", "copy", "statistics"),
    *("dataclasses", "typing", "fractions", "decimal", "matplotlib", "matplotlib.pyplot"),
)


class ZygoteSetting(Struct, frozen=True, kw_only=True):
    """The settings with which a zygote is started."""

    config: SandboxConfig
    bubblewrap: str  # the program; "" without namespaces
    slot: int  # number of the worker within this grader
    threads: int  # maximum threads of a library
    libraries: Libraries
    limits: Limits  # of a child, unless its fork overrides them
    mounts: Mounts = NO_DEVICE


class Portion(Struct, frozen=True, kw_only=True):
    """A child's part of the zygote's libraries; the rest is out of its reach."""

    libraries: Libraries
    font: str = ""


class Zygote:
    """One warm process; use it from the thread that started it."""

    def __init__(self, setting: ZygoteSetting) -> None:
        """Start the process, which imports in the background; `fork` waits for it."""
        self._setting = setting
        self._work = mounts.WORK if setting.config.namespaces else ""
        self._is_ready = False
        self._has_child = False
        self.dirty = False
        self._cgroup: cgroups.Cgroup | None = None
        self._counted: cgroups.Count | None = None  # while there was no child: unchanged since then
        self._own_uid = 0
        self._uid_holder: socket.socket | None = None
        try:
            if _needs_own_uid(setting):
                self._own_uid, self._uid_holder = reserve_uid(os.getpid() * 16 + setting.slot)
            self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            with theirs:
                self._process = self._spawn(theirs)
            self._processes = ProcessGroup(self._process)
            self._configure_or_kill()
        except (OSError, ValueError) as error:
            raise _not_started(error) from error

    def _configure_or_kill(self) -> None:
        try:
            if self._setting.config.as_root:
                limits = self._setting.mounts.with_room(self._setting.limits)
                self._cgroup = cgroups.create(*_cgroup_limits(limits))
            self._control.send(json.dumps(self._config()).encode())
        except BaseException:  # an interrupt, too: no one else can kill it yet
            self.kill()
            self.close()
            raise

    def wait_ready(self) -> None:
        """Wait until it has imported everything; raise SandboxUnavailable on failure."""
        if self._is_ready:
            return
        try:
            _, handle = self._receive(START_SECONDS)
            try:
                pid = _host_pid(handle)
            finally:
                os.close(handle)
            self._base_mib = own_mib(pid)
            if self._cgroup is not None:
                self._cgroup.add(pid)
        except (OSError, ValueError) as error:
            self.dirty = True
            raise _not_started(error) from error
        self._is_ready = True

    def _spawn(self, theirs: socket.socket) -> subprocess.Popen[bytes]:
        setting = self._setting
        contained, as_root = setting.config.namespaces, setting.config.as_root
        words = view.command(
            "zygote",
            str(theirs.fileno()),
            contained=contained,
            interpreter=setting.libraries.interpreter,
        )
        if contained:
            box = mounts.command(
                setting.bubblewrap,
                as_root=as_root,
                libraries=setting.libraries,
                more=setting.mounts,
            )
            words = [*box, *words]
        # The uid stays reserved as long as the zygote lives, even if this process ends.
        holder = [self._uid_holder.fileno()] if self._uid_holder else []
        return subprocess.Popen(  # noqa: S603 - our own command, no shell
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[theirs.fileno(), *holder],
            env=view.environment(self._work, setting.threads, setting.libraries)
            | setting.mounts.environment(self._work),
            start_new_session=True,
        )

    def _config(self) -> "ZygoteConfig":
        config, libraries = self._setting.config, self._setting.libraries
        return {
            "preload": [
                *(name for name in COMMON if name not in libraries.idle),
                *libraries.preloads,
            ],
            "draws": libraries.draws,
            "font": self._setting.mounts.font,
            "libraries": libraries.search_path(contained=config.namespaces),
            "seccomp": config.seccomp,
            "readable": self._readable(
                Portion(libraries=libraries, font=self._setting.mounts.font)
            ),
            "work": self._work,
            "own_uid": self._own_uid,
            "devices": [*self._setting.mounts.nodes],
            "groups": [*self._setting.mounts.groups],
            "writable": [*self._setting.mounts.writable],
            "tools": self._setting.mounts.tools,
            "machine_code": libraries.machine_code,
            "importable": libraries.importable,
            "hidden": []
            if libraries.machine_code
            else view.extension_folders(libraries.interpreter),
            "count_processes": bool(self._own_uid) or config.namespaces,
        }

    def _readable(self, portion: Portion) -> list[str]:
        """List what a child may read under Landlock: only its own libraries."""
        config = self._setting.config
        if not config.landlock:
            return []
        libraries, more = self._setting.libraries, replace(self._setting.mounts, font=portion.font)
        contained = config.namespaces
        readable = view.readable(
            contained=contained,
            bare=more.bare,
            machine_code=libraries.machine_code,
            interpreter=libraries.interpreter,
        )
        entries = libraries.readable(portion.libraries, contained=contained)
        return [*readable, *entries, *more.readable]

    def _portion(self, portion: Portion) -> "PortionRecord":
        """Encode a child's portion of the libraries."""
        absent = self._setting.libraries.absent(portion.libraries)
        return {"readable": self._readable(portion), "absent": absent}

    def fork(
        self,
        limits: Limits | None = None,
        canary: dict[str, Any] | None = None,
        portion: Portion | None = None,
    ) -> WarmChild:
        """Fork one child, which confines itself; one at a time.

        Without a `portion` it gets all libraries. Raises SandboxUnavailable also if the zygote did
        not start.
        """
        self.wait_ready()
        limits = self._setting.mounts.with_room(limits or self._setting.limits)
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        out, their_out = os.pipe()
        folder = self._make_folder()
        devices = bool(self._setting.mounts.nodes)
        job: ForkRequest = {
            "folder": folder,
            "limits": to_builtins(limits),
            "canary": canary,
            "portion": self._portion(portion) if portion is not None else None,
            # Without a device, a program imports such a library itself; few do.
            "after_fork": [*self._setting.libraries.after_fork] if devices else [],
        }
        request = json.dumps(job).encode()
        rights = array.array("i", [theirs.fileno(), their_out]).tobytes()
        try:
            if self._cgroup is not None and self._cgroup.limit(*_cgroup_limits(limits)):
                self._counted = None  # lowering a limit may itself have caused refusals
            self._has_child = True
            self._control.sendmsg([request], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])
            _, handle = self._receive(FORK_SECONDS)
        except BaseException as error:
            self.dirty = True  # its state is unknown
            ours.close()
            os.close(out)
            _remove_folder(folder)
            if not isinstance(error, (OSError, ValueError)):
                raise
            raise SandboxUnavailable(
                "the sandbox could not create a process to run the program: {reason}",
                reason=str(error),
            ) from error
        finally:
            theirs.close()
            os.close(their_out)
        before = self._counted or self._count()

        def collect(by_itself: bool) -> ChildExit:  # noqa: FBT001  # ours
            try:
                return self._collect(before, by_itself=by_itself)
            finally:
                _remove_folder(folder)

        return WarmChild(
            Handles(channel=ours, out=out, process=handle, group=self._group(handle)),
            limits.output_bytes,
            collect,
            self._watchdog(handle, limits, folder) if self._cgroup is None else None,
        )

    def _make_folder(self) -> str:
        """Create a folder for a child with a GPU and no namespace to mount its own.

        HIP's compiler needs a folder in TMPDIR. Returns "" if a child has its own, needs none, or
        could not enter it. Nothing in it passes from one child to the next.
        """
        if self._work or not self._setting.mounts.nodes:
            return ""
        folder = Path(tempfile.mkdtemp(prefix="grader-gpu-")).resolve()
        if self._own_uid:
            if not all(place.stat().st_mode & 0o001 for place in folder.parents):
                folder.rmdir()
                return ""
            os.chown(folder, self._own_uid, -1)
        return str(folder)

    def _group(self, handle: int) -> int:
        """Return the process group of a child that may start others, else 0."""
        return _host_pid(handle) if self._setting.mounts.tools else 0

    def _watchdog(self, handle: int, limits: Limits, folder: str) -> Watchdog:
        """Watch the child behind the descriptor; its pid is looked up on demand."""
        pids: list[int] = []

        def find() -> list[int]:
            with contextlib.suppress(OSError, ValueError):
                pids[:] = pids or [_host_pid(handle)]
            return pids

        return Watchdog(find, limits, self._base_mib, folder)

    def _count(self) -> cgroups.Count:
        return self._cgroup.count() if self._cgroup is not None else cgroups.Count()

    def _collect(self, before: cgroups.Count, *, by_itself: bool) -> ChildExit:
        try:
            end: ForkEnd
            end, _ = self._receive(REAP_SECONDS)
        except (OSError, ValueError):
            self.dirty = True
            return ChildExit(by_itself=by_itself, unknown=True)
        self._has_child = False
        self._counted = now = self._count()
        killed, refused = now.kills > before.kills, now.refusals > before.refusals
        self.dirty = killed  # the kernel frees memory late, which would affect the next child
        status = end["status"]
        return ChildExit(
            by_itself=by_itself,
            code=os.WEXITSTATUS(status) if os.WIFEXITED(status) else 0,
            signal=os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0,
            cpu_seconds=end["cpu_seconds"],
            peak_mib=end["peak_mib"],
            out_of_memory=killed and refused,
            starved=killed and not refused,
        )

    def _receive(self, seconds: float) -> tuple[Any, int]:
        """Receive one packet of the zygote (our own code), and the descriptor sent with it."""
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        deadline = time.monotonic() + seconds
        while not poll.poll(LOOK_SECONDS * 1000):
            # A container killed early may leave a process that holds the socket open.
            if self._process.poll() is not None:
                raise ConnectionError("it ended")
            if time.monotonic() > deadline:
                raise TimeoutError("no answer")
        data, ancillary, _, _ = self._control.recvmsg(PACKET, socket.CMSG_SPACE(16))
        if not data:
            raise ConnectionError("it ended")
        handles = array.array("i")
        for _level, _kind, raw in ancillary:
            handles.frombytes(raw[: len(raw) - len(raw) % handles.itemsize])
        message = json.loads(data)
        if message.get("ready") is False:  # a ZygoteFailed
            raise ValueError(message["error"])
        return message, handles[0] if handles else -1

    def hang_up(self) -> None:
        """Make it end by itself; `close` must follow."""
        self._control.close()

    def close(self, until: float | None = None) -> None:
        """End the zygote and its children, by force after a moment or at the time `until`."""
        self.hang_up()  # it then ends by itself, and its time is accounted to us
        # it would wait for its child; or it is still importing
        if self._has_child or not self._is_ready:
            self.kill()
        until = time.monotonic() + END_SECONDS if until is None else until
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, until - time.monotonic()))
        self.kill()
        self._process.wait()
        self._processes.close()
        if self._cgroup is not None:
            self._cgroup.remove()
        if self._uid_holder is not None:
            self._uid_holder.close()

    def kill(self) -> None:
        """Kill it and its children at once, from any thread; `close` must follow."""
        self._processes.kill()


class ProcessGroup:
    """A process that leads a group, and its members; safe against reuse of the number."""

    def __init__(self, leader: subprocess.Popen[bytes]) -> None:
        """Take a child process that has not been waited for."""
        self._leader = leader
        try:
            self._handle = os.pidfd_open(leader.pid)
        except OSError:
            leader.kill()
            leader.wait()
            raise
        self._lock = threading.RLock()

    def kill(self) -> None:
        """Kill the group, from any thread; do nothing if it is gone."""
        with self._lock:
            if self._handle < 0:
                return
            try:
                signal.pidfd_send_signal(self._handle, signal.SIGKILL, None, PROCESS_GROUP)
            except ProcessLookupError:
                return
            except OSError:  # older kernels address groups only by number
                if self._leader.returncode is None:
                    with contextlib.suppress(OSError):
                        os.killpg(self._leader.pid, signal.SIGKILL)

    def close(self) -> None:
        """Close the descriptor."""
        with self._lock:
            if self._handle >= 0:
                os.close(self._handle)
            self._handle = -1


def _remove_folder(folder: str) -> None:
    """Remove a child's folder, however deeply nested."""
    if folder:
        words = ["rm", "-rf", "--one-file-system", "--", folder]
        subprocess.run(words, check=False, capture_output=True)  # noqa: S603 - ours, no shell


def _not_started(error: Exception) -> SandboxUnavailable:
    return SandboxUnavailable("the sandbox did not start: {reason}", reason=str(error))


def close_all(zygotes: Iterable[Zygote]) -> None:
    """Close zygotes together, so that none waits for those before it."""
    waiting = list(zygotes)
    for zygote in waiting:
        zygote.hang_up()
    until = time.monotonic() + END_SECONDS
    for zygote in waiting:
        zygote.close(until)


def reserve_uid(start: int) -> tuple[int, socket.socket]:
    """Reserve a uid for children that no other grader on this machine uses.

    It is released when the socket is closed by all holders, however they end: the kernel keeps the
    name unique per network namespace. `start` is where to look first; graders in different
    namespaces should begin with different numbers.
    """
    for offset in range(UIDS):
        uid = FIRST_UID + (start + offset) % UIDS
        holder = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            holder.bind(f"\0grader-user-{uid}")
        except OSError as error:
            holder.close()
            if error.errno != errno.EADDRINUSE:
                raise
        else:
            return uid, holder
    raise OSError(errno.EADDRINUSE, f"all user numbers from {FIRST_UID} on are taken")


def _needs_own_uid(setting: ZygoteSetting) -> bool:
    if os.getuid() != 0 or not (setting.config.as_root or _reachable(setting.libraries)):
        return False
    return setting.config.as_root or not setting.config.namespaces


def _reachable(libraries: Libraries) -> bool:
    """Return whether an unprivileged user can enter the interpreter's and the guest's folders."""
    seen = view.view(libraries.interpreter)
    paths = (seen.python, seen.library, *view.guests(), *libraries.entries)
    parents = {parent for path in paths for parent in path.parents}
    return all(os.stat(parent).st_mode & 0o001 for parent in parents)  # noqa: PTH116


def _host_pid(handle: int) -> int:
    """Return the pid, in the host's namespace, behind a descriptor (proc(5), fdinfo)."""
    text = Path(f"/proc/self/fdinfo/{handle}").read_text(encoding="ascii")
    pid = re.search(r"^Pid:\s*(\d+)", text, re.MULTILINE)
    if pid is None:
        raise ValueError("no process behind the descriptor")
    return int(pid.group(1))


def _cgroup_limits(limits: Limits) -> tuple[int, int]:
    """Return limits above the rlimits, which a child should hit first, as a MemoryError."""
    return limits.memory_mib + limits.disk_mib + 64, limits.threads + 16
