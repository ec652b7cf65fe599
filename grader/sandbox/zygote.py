"""The host's side of the warm fork: starts a zygote, asks it for children, replaces it."""

import array
import contextlib
import json
import os
import re
import select
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from grader.model.course import Limits
from grader.model.errors import SandboxUnavailable
from grader.sandbox import bubblewrap, cgroups, view
from grader.sandbox.children import Exit
from grader.sandbox.libraries import Libraries
from grader.sandbox.passage import NO_DEVICE, Passage
from grader.sandbox.rungs import Fence
from grader.sandbox.warm import Handles, WarmChild
from grader.sandbox.watchdog import Watchdog, own_mib

PACKET = 1 << 20
START_SECONDS, FORK_SECONDS, REAP_SECONDS, END_SECONDS = 60.0, 20.0, 10.0, 0.5
LOOK_SECONDS = 0.5  # between two looks whether the process is still there
FIRST_UID = 64_000
# What most programs import. A class's exercises share a zygote, whatever else they allow.
COMMON = (
    *("math", "random", "time", "itertools", "functools", "collections", "copy", "statistics"),
    *("dataclasses", "typing", "fractions", "decimal", "matplotlib", "matplotlib.pyplot"),
)
NOBODY_ELSE = 1_000  # uids are shared out among the slots of all graders on this machine


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Everything a zygote is started with."""

    fence: Fence
    bubblewrap: str  # the program, "" without namespaces
    slot: int  # which worker of this grader
    libraries: Libraries
    limits: Limits  # of a child, where its fork does not say otherwise
    passage: Passage = NO_DEVICE


class Zygote:
    """One warm process; use it from the thread that started it."""

    def __init__(self, setting: Setting) -> None:
        """Starts the process and waits until it has imported everything."""
        self._setting = setting
        fence = setting.fence
        self._own_uid = _own_uid(setting)
        self._work = bubblewrap.WORK if fence.namespaces else ""
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._process = self._spawn(theirs)
        theirs.close()
        self._cgroup = (
            cgroups.create(*_cgroup_limits(setting.passage.with_room(setting.limits)))
            if fence.as_root
            else None
        )
        self.dirty = False
        try:
            self._control.send(json.dumps(self._config()).encode())
            self.facts, handle = self._receive(START_SECONDS)
            pid = _host_pid(handle)
            self._base_mib = own_mib(pid)
            if self._cgroup is not None:
                self._cgroup.add(pid)
            os.close(handle)
        except (OSError, ValueError) as error:
            self.close()
            raise SandboxUnavailable(f"the sandbox did not start: {error}") from error

    def _spawn(self, theirs: socket.socket) -> subprocess.Popen[bytes]:
        setting = self._setting
        contained, as_root = setting.fence.namespaces, setting.fence.as_root
        words = view.command("zygote", str(theirs.fileno()), contained=contained)
        if contained:
            box = bubblewrap.command(
                setting.bubblewrap,
                as_root=as_root,
                libraries=setting.libraries,
                passage=setting.passage,
            )
            words = [*box, *words]
        return subprocess.Popen(  # noqa: S603 - our own command, no shell
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            env=view.environment(self._work) | setting.passage.environment(self._work),
            start_new_session=True,
        )

    def _config(self) -> dict[str, Any]:
        fence, libraries = self._setting.fence, self._setting.libraries
        return {
            "preload": [*COMMON, *libraries.preloads],
            "stand_ins": [view.stand_ins(contained=fence.namespaces)],
            "libraries": libraries.search_path(contained=fence.namespaces),
            "seccomp": fence.seccomp,
            "readable": self._readable(),
            "work": self._work,
            "own_uid": self._own_uid,
            "devices": self._setting.passage.nodes,
            "groups": self._setting.passage.groups,
            "writable": self._setting.passage.writable,
            "tools": self._setting.passage.tools,
            "machine_code": libraries.machine_code,
            "hidden": [] if libraries.machine_code else view.extension_folders(),
            "count_processes": bool(self._own_uid) or fence.namespaces,
        }

    def _readable(self) -> list[str]:
        fence = self._setting.fence
        if not fence.landlock:
            return []
        libraries, passage = self._setting.libraries, self._setting.passage
        seen = view.readable(
            contained=fence.namespaces, bare=passage.bare, machine_code=libraries.machine_code
        )
        return [*seen, *libraries.readable(contained=fence.namespaces), *passage.readable]

    def fork(
        self, limits: Limits | None = None, canary: Mapping[str, Any] | None = None
    ) -> WarmChild:
        """Forks one child that is about to confine itself; one at a time."""
        limits = self._setting.passage.with_room(limits or self._setting.limits)
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        out, their_out = os.pipe()
        job = {
            "limits": asdict(limits),
            "canary": canary,
            # Without a device, who needs such a library imports it: few programs do.
            "after_fork": self._setting.libraries.after_fork if self._setting.passage.nodes else (),
        }
        request = json.dumps(job).encode()
        rights = array.array("i", [theirs.fileno(), their_out]).tobytes()
        try:
            if self._cgroup is not None:
                self._cgroup.limit(*_cgroup_limits(limits))
            self._control.sendmsg([request], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])
            _, handle = self._receive(FORK_SECONDS)
        except (OSError, ValueError) as error:
            ours.close()
            os.close(out)
            raise SandboxUnavailable(f"the sandbox did not fork: {error}") from error
        finally:
            theirs.close()
            os.close(their_out)
        before = self._count()
        return WarmChild(
            Handles(channel=ours, out=out, process=handle, group=self._group(handle)),
            limits.output_bytes,
            lambda own: self._collect(before, by_itself=own),
            self._watchdog(handle, limits) if self._cgroup is None else None,
        )

    def _group(self, handle: int) -> int:
        """Gives the number of the process group of a child that may start others, else 0."""
        return _host_pid(handle) if self._setting.passage.tools else 0

    def _watchdog(self, handle: int, limits: Limits) -> Watchdog:
        """Watches the child behind the descriptor, whose number is looked up when needed."""
        pids: list[int] = []

        def find() -> list[int]:
            with contextlib.suppress(OSError, ValueError):
                pids[:] = pids or [_host_pid(handle)]
            return pids

        return Watchdog(find, limits, self._base_mib)

    def _count(self) -> cgroups.Count:
        return self._cgroup.count() if self._cgroup is not None else cgroups.Count()

    def _collect(self, before: cgroups.Count, *, by_itself: bool) -> Exit:
        try:
            report, _ = self._receive(REAP_SECONDS)
        except (OSError, ValueError):
            self.dirty = True
            return Exit(by_itself=by_itself, unknown=True)
        now = self._count()
        killed, refused = now.kills > before.kills, now.refusals > before.refusals
        self.dirty = killed  # the kernel gives memory back late, and the next child would pay
        status = report["status"]
        return Exit(
            by_itself=by_itself,
            code=os.WEXITSTATUS(status) if os.WIFEXITED(status) else 0,
            signal=os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0,
            cpu_seconds=report["cpu_seconds"],
            peak_mib=report["peak_mib"],
            out_of_memory=killed and refused,
            starved=killed and not refused,
        )

    def _receive(self, seconds: float) -> tuple[dict[str, Any], int]:
        """Reads one packet of the zygote, our own code, and the descriptor that came along."""
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        deadline = time.monotonic() + seconds
        while not poll.poll(LOOK_SECONDS * 1000):
            # A container that was killed early leaves something behind that holds the socket open.
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
        message: dict[str, Any] = json.loads(data)
        if message.get("ready") is False:
            raise ValueError(message["error"])
        return message, handles[0] if handles else -1

    def close(self) -> None:
        """Ends the zygote and whatever it forked."""
        self._control.close()  # it ends by itself at that, and its time is then accounted to us
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(END_SECONDS)
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        if self._cgroup is not None:
            self._cgroup.remove()


def _own_uid(setting: Setting) -> int:
    """Chooses a user for the child; 0 keeps the one we run as."""
    if os.getuid() != 0 or not (setting.fence.as_root or _reachable(setting.libraries)):
        return 0
    if setting.fence.namespaces and not setting.fence.as_root:
        return 0
    return FIRST_UID + (os.getpid() * 16 + setting.slot) % NOBODY_ELSE


def _reachable(libraries: Libraries) -> bool:
    """Says whether an unprivileged user can enter the folders of the interpreter and the guest."""
    paths = (view.view().python, view.view().library, view.GUEST, *libraries.entries)
    parents = {parent for path in paths for parent in path.parents}
    return all(os.stat(parent).st_mode & 0o001 for parent in parents)  # noqa: PTH116


def _host_pid(handle: int) -> int:
    """Reads the process id, as the host counts, behind a process descriptor (proc(5), fdinfo)."""
    text = Path(f"/proc/self/fdinfo/{handle}").read_text(encoding="ascii")
    found = re.search(r"^Pid:\s*(\d+)", text, re.MULTILINE)
    if found is None:
        raise ValueError("no process behind the descriptor")
    return int(found.group(1))


def _cgroup_limits(limits: Limits) -> tuple[int, int]:
    """Gives room above the rlimits: a child should meet those first, and get a MemoryError."""
    return limits.memory_mib + limits.disk_mib + 64, limits.threads + 16
