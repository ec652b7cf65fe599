"""Harmless attacks that a throwaway child runs to prove that its isolation holds.

Each is a function of the target prepared by the host. It returns normally if the attack succeeded
and raises if it was stopped.
"""

import os
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .frames import Wire, receive, send
from .protocol import Ready, Request, StoppedReply

if TYPE_CHECKING:  # it is emptied before this is imported
    from .libc import LibC

Target = dict[str, Any]


def read_file(target: Target) -> None:
    """Read a file of the host."""
    with open(target["file"], "rb") as file:  # noqa: PTH123
        file.read(1)


def write_file(target: Target) -> None:
    """Write beside a file of the host."""
    with open(target["file"] + ".new", "wb") as file:  # noqa: PTH123
        file.write(b"x")


def truncate_file(target: Target) -> None:
    """Empty a file of the host."""
    os.truncate(target["file"], 0)


def chmod_file(target: Target) -> None:
    """Change the permissions of a file of the host."""
    os.chmod(target["file"], 0)  # noqa: PTH101


def connect(target: Target) -> None:
    """Connect to a port on this machine."""
    with socket.create_connection(("127.0.0.1", target["port"]), timeout=1):
        return


def open_socket(target: Target) -> None:
    """Open a datagram socket."""
    del target
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close()


def fork(target: Target) -> None:
    """Create another process."""
    del target
    if os.fork() == 0:
        os._exit(0)
    os.wait()


def execute(target: Target) -> None:
    """Start another program."""
    del target
    os.execv("/proc/self/exe", ["python", "-c", "pass"])  # noqa: S606


def signal_parent(target: Target) -> None:
    """Check whether the parent may be signalled."""
    del target
    os.kill(os.getppid(), 0)


def trace_parent(target: Target) -> None:
    """Open the parent's memory."""
    del target
    os.close(os.open(f"/proc/{os.getppid()}/mem", os.O_RDONLY))


def anonymous_file(target: Target) -> None:
    """Create memory that no limit of the process counts."""
    del target
    os.close(os.memfd_create("canary"))


def uncounted_memory(target: Target) -> None:
    """Map memory that belongs to no process."""
    import mmap

    del target
    mmap.mmap(-1, 4096).close()


def borrowed_signal(target: Target) -> None:
    """Have the kernel signal the parent when a pipe becomes readable."""
    import fcntl

    del target
    source, sink = os.pipe()
    try:
        fcntl.fcntl(source, fcntl.F_SETOWN, os.getppid())
    finally:
        os.close(source)
        os.close(sink)


def new_namespace(target: Target) -> None:
    """Create a user namespace."""
    target["libc"].call("unshare", 0x10000000)


def machine_code(target: Target) -> None:
    """Create memory that is writable and executable."""
    import mmap

    del target
    rights = mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC
    mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=rights).close()


def watch_folder(target: Target) -> None:
    """Watch for names of files that come and go."""
    os.close(target["libc"].call("inotify_init1", 0))


ATTACKS: dict[str, Callable[[Target], None]] = {
    "read-file": read_file,
    "write-file": write_file,
    "truncate-file": truncate_file,
    "chmod-file": chmod_file,
    "connect": connect,
    "open-socket": open_socket,
    "fork": fork,
    "execute": execute,
    "signal-parent": signal_parent,
    "trace-parent": trace_parent,
    "anonymous-file": anonymous_file,
    "uncounted-memory": uncounted_memory,
    "borrowed-signal": borrowed_signal,
    "new-namespace": new_namespace,
    "machine-code": machine_code,
    "watch-folder": watch_folder,
}


def serve(wire: Wire, prepared: Target, libc: "LibC") -> None:
    """Run every attack and report by name which were stopped."""
    target = {**prepared, "libc": libc}
    ready: Ready = {"ready": True}
    send(wire, ready)
    head: Request
    head, _ = receive(wire)
    stopped = {name: _stopped(attack, target) for name, attack in ATTACKS.items()}
    reply: StoppedReply = {"ok": True, "stopped": stopped, "nonce": head["nonce"]}
    send(wire, reply)


def _stopped(attack: Callable[[Target], None], target: Target) -> bool:
    try:
        attack(target)
    except OSError:
        return True
    return False
