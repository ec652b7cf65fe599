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
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from grader.model.course import Limits
from grader.model.errors import SandboxUnavailable
from grader.sandbox import bubblewrap, cgroups, view
from grader.sandbox.children import Exit
from grader.sandbox.rungs import Fence
from grader.sandbox.warm import Handles, WarmChild
from grader.sandbox.watchdog import Watchdog, own_mib

PACKET = 1 << 20
START_SECONDS, FORK_SECONDS, REAP_SECONDS, END_SECONDS = 60.0, 20.0, 10.0, 0.5
FIRST_UID = 64_000
NOBODY_ELSE = 1_000  # uids are shared out among the slots of all graders on this machine


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Everything a zygote is started with."""

    fence: Fence
    bubblewrap: str  # the program, "" without namespaces
    slot: int  # which worker of this grader
    preload: tuple[str, ...]
    stand_ins: bool
    limits: Limits


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
        self._cgroup = self._limit_memory() if fence.as_root else None
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
        words = view.command("zygote", str(theirs.fileno()))
        if setting.fence.namespaces:
            words = [
                *bubblewrap.command(setting.bubblewrap, as_root=setting.fence.as_root),
                *words,
            ]
        return subprocess.Popen(  # noqa: S603 - our own command, no shell
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            env=view.environment(self._work),
            start_new_session=True,
        )

    def _limit_memory(self) -> cgroups.Cgroup | None:
        limits = self._setting.limits
        # Room above the rlimit: the child should meet that first, and get a MemoryError.
        room = limits.memory_mib + limits.disk_mib + 64
        return cgroups.create(room, limits.threads + 16)

    def _config(self) -> dict[str, Any]:
        setting, fence = self._setting, self._setting.fence
        return {
            "preload": setting.preload,
            "stand_ins": [str(view.STAND_INS)] if setting.stand_ins else [],
            "seccomp": fence.seccomp,
            "readable": self._readable(),
            "work": self._work,
            "own_uid": self._own_uid,
            "count_processes": bool(self._own_uid) or fence.namespaces,
        }

    def _readable(self) -> list[str]:
        if not self._setting.fence.landlock:
            return []
        return view.readable(packages_hidden=self._setting.fence.namespaces)

    def fork(self, canary: Mapping[str, Any] | None = None) -> WarmChild:
        """Forks one child that is about to confine itself; one at a time."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        out, their_out = os.pipe()
        limits = self._setting.limits
        request = json.dumps({"limits": asdict(limits), "canary": canary}).encode()
        rights = array.array("i", [theirs.fileno(), their_out]).tobytes()
        try:
            self._control.sendmsg([request], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])
            _, handle = self._receive(FORK_SECONDS)
        except (OSError, ValueError) as error:
            ours.close()
            os.close(out)
            raise SandboxUnavailable(f"the sandbox did not fork: {error}") from error
        finally:
            theirs.close()
            os.close(their_out)
        kills = self._cgroup.kills() if self._cgroup is not None else 0
        return WarmChild(
            Handles(channel=ours, out=out, process=handle),
            limits.output_bytes,
            lambda own: self._collect(kills, by_itself=own),
            self._watchdog(handle) if self._cgroup is None else None,
        )

    def _watchdog(self, handle: int) -> Watchdog:
        """Watches the child behind the descriptor, whose number is looked up when needed."""
        pids: list[int] = []

        def find() -> list[int]:
            with contextlib.suppress(OSError, ValueError):
                pids[:] = pids or [_host_pid(handle)]
            return pids

        return Watchdog(find, self._setting.limits, self._base_mib)

    def _collect(self, kills: int, *, by_itself: bool) -> Exit:
        try:
            report, _ = self._receive(REAP_SECONDS)
        except (OSError, ValueError):
            self.dirty = True
            return Exit(by_itself=by_itself, unknown=True)
        killed = self._cgroup is not None and self._cgroup.kills() > kills
        self.dirty = killed  # the kernel gives memory back late, and the next child would pay
        status = report["status"]
        return Exit(
            by_itself=by_itself,
            code=os.WEXITSTATUS(status) if os.WIFEXITED(status) else 0,
            signal=os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0,
            cpu_seconds=report["cpu_seconds"],
            peak_mib=report["peak_mib"],
            out_of_memory=killed,
        )

    def _receive(self, seconds: float) -> tuple[dict[str, Any], int]:
        """Reads one packet of the zygote, our own code, and the descriptor that came along."""
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        if not poll.poll(seconds * 1000):
            raise TimeoutError("no answer")
        data, ancillary, _, _ = self._control.recvmsg(PACKET, socket.CMSG_SPACE(16))
        if not data:
            raise ConnectionError("it ended")
        handles = array.array("i")
        for _level, _kind, raw in ancillary:
            handles.frombytes(raw[: len(raw) - len(raw) % handles.itemsize])
        message: dict[str, Any] = json.loads(data)
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
    if os.getuid() != 0 or not (setting.fence.as_root or _reachable()):
        return 0
    if setting.fence.namespaces and not setting.fence.as_root:
        return 0
    return FIRST_UID + (os.getpid() * 16 + setting.slot) % NOBODY_ELSE


def _reachable() -> bool:
    """Says whether an unprivileged user can enter the folders of the interpreter and the guest."""
    paths = (view.view().python, view.view().library, view.GUEST)
    parents = {parent for path in paths for parent in path.parents}
    return all(os.stat(parent).st_mode & 0o001 for parent in parents)  # noqa: PTH116


def _host_pid(handle: int) -> int:
    """Reads the process id, as the host counts, behind a process descriptor (proc(5), fdinfo)."""
    text = Path(f"/proc/self/fdinfo/{handle}").read_text(encoding="ascii")
    found = re.search(r"^Pid:\s*(\d+)", text, re.MULTILINE)
    if found is None:
        raise ValueError("no process behind the descriptor")
    return int(found.group(1))


def preload_names(allowed: Sequence[str]) -> tuple[str, ...]:
    """Names what the zygote imports beforehand: the allowed modules as programs use them."""
    known = {"matplotlib": ("matplotlib", "matplotlib.pyplot")}
    return tuple(name for module in allowed for name in known.get(module, (module,)))
