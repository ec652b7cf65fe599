"""A seccomp filter: allow what a numeric program needs, let the rest fail with EPERM.

Classic BPF over struct seccomp_data (linux/seccomp.h): nr at 0, arch at 4, arguments from 16. A
denied call fails as if permission were missing: the program gets an exception and the host a normal
result, instead of a process that vanishes.
"""

import struct
from array import array
from collections.abc import Set as AbstractSet

from . import syscalls
from .libc import LibC

ALLOW, KILL = 0x7FFF0000, 0x80000000
EPERM, ENOMEM, ENOSYS = 1, 12, 38
LOAD, EQUAL, GREATER_OR_EQUAL, ANY_BIT, AND, RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
CLONE_THREAD = 0x00010000
CLONE_NEW = 0x7E020000  # every flag that creates a namespace
UNCOUNTED = 0x101  # MAP_SHARED | MAP_GROWSDOWN: memory that RLIMIT_DATA does not count
X32_BIT = 0x40000000
TERMINAL, TYPE_BITS = 0x5400, 0xFF00  # the only kind of ioctl that a program on the CPU needs
# amdkfd's "K", DRM's "d", nvidia's "F", WSL's "G"; nvidia-uvm's own start at 0.
DRIVER_IOCTLS = (TERMINAL, 0x4B00, 0x6400, 0x4600, 0x4700, 0x0000)
MAP_GROWSDOWN = 0x100
SHARED_AND_NO_FILE = 0x21  # MAP_SHARED | MAP_ANONYMOUS
PROT_EXEC = 0x4
AF_UNIX, SOCKET_TYPE, SOCK_SEQPACKET = 1, 0xF, 5
TIOCSTI, TIOCLINUX = 0x5412, 0x541C
# F_SETOWN, F_SETSIG, F_SETOWN_EX signal other processes; F_SETLEASE, F_NOTIFY block them.
FORBIDDEN_FCNTL = (8, 10, 15, 1024, 1026)
# PR_SET_PDEATHSIG, DUMPABLE, KEEPCAPS, SECCOMP, SECUREBITS, MM, CAP_AMBIENT, PTRACER
FORBIDDEN_PRCTL = (1, 4, 8, 22, 28, 35, 47, 0x59616D61)
# Sent only by the machine or a person: SIGHUP, SIGINT, SIGQUIT, SIGKILL, SIGTERM. A program that
# dies of one did not cause it (timer_create is denied too), so it costs no points.
FROM_OUTSIDE = (1, 2, 3, 9, 15)
SHELL_BASE, CODE_BITS = 128, 0xFF  # a container's exit code for death by a signal
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2

Instruction = tuple[int, int, int, int]  # code, jump if true, jump if false, constant
INSTRUCTION = struct.Struct("<HBBI")
CHUNK = 12  # denied calls per range check: the kernel runs the filter for each call


def error(number: int) -> Instruction:
    """Return with an error number."""
    return (RETURN, 0, 0, 0x00050000 | number)


def program(
    pid: int,
    *,
    device: bool = False,
    tools: str = "",
    relayed: bool = False,
    machine_code: bool = True,
) -> list[Instruction]:
    """Build the filter for the process `pid`, the only one that it may signal.

    `device`: with a GPU. `tools`: it may start other programs, a "compiler" or the "office".
    `relayed`: its exit is reported by a container, with code 137 for death by SIGKILL. Without
    `machine_code`, no code but that of loaded files can be executed.
    """
    conditional = _conditional(pid, relayed=relayed) | (_with_device() if device else {})
    conditional |= _with_tools() if tools else {}
    conditional |= _with_office() if tools == "office" else {}
    if not machine_code:
        conditional |= {name: [*NOT_EXECUTABLE, *conditional[name]] for name in MAPPING}
    lines = _unconditional(conditional.keys())
    for name, body in conditional.items():
        lines += [(EQUAL, 0, len(body), syscalls.numbers()[name]), *body]
    return [*lines, (RETURN, 0, 0, ALLOW)]


def _unconditional(conditional: AbstractSet[str]) -> list[Instruction]:
    lines: list[Instruction] = [
        (LOAD, 0, 0, 4),
        (EQUAL, 1, 0, syscalls.architecture()),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, 0),
        (GREATER_OR_EQUAL, 0, 1, X32_BIT),
        error(EPERM),
        (GREATER_OR_EQUAL, 0, 1, syscalls.FIRST_UNKNOWN),
        error(ENOSYS),  # as on a kernel that lacks them; the C library then falls back
    ]
    denied = sorted(
        number for name, number in syscalls.numbers().items() if name not in conditional
    )
    for chunk in (denied[at : at + CHUNK] for at in range(0, len(denied), CHUNK)):
        lines.append((GREATER_OR_EQUAL, len(chunk) + 1, 0, chunk[-1] + 1))  # none of these
        for at, number in enumerate(chunk, 1):
            left = len(chunk) - at  # instructions before the denial
            lines.append((EQUAL, left, 0 if left else 1, number))
        lines.append(error(EPERM))
    return lines


def _conditional(pid: int, *, relayed: bool) -> dict[str, list[Instruction]]:
    """Return the instructions for each call that depends on its arguments."""
    allow: Instruction = (RETURN, 0, 0, ALLOW)
    only_self = [(LOAD, 0, 0, 16), (EQUAL, 1, 0, pid), error(EPERM)]
    kind = [line for number in FROM_OUTSIDE for line in _refuse_equal(number)]
    codes = [SHELL_BASE + number for number in FROM_OUTSIDE] if relayed else []
    ends = [(LOAD, 0, 0, 16), (AND, 0, 0, CODE_BITS)]
    ends += [line for code in codes for line in _refuse_equal(code)]
    prctl = [line for option in FORBIDDEN_PRCTL for line in _refuse_equal(option)]
    fcntl = [line for command in FORBIDDEN_FCNTL for line in _refuse_equal(command)]
    ioctl = [line for request in (TIOCSTI, TIOCLINUX) for line in _refuse_equal(request)]
    is_terminal = [(AND, 0, 0, TYPE_BITS), (EQUAL, 0, 1, TERMINAL), allow, error(EPERM)]
    return {
        "clone": [(LOAD, 0, 0, 16), (ANY_BIT, 0, 1, CLONE_THREAD), allow, error(EPERM)],
        "clone3": [error(ENOSYS)],  # the C library then falls back to clone
        "exit": [*ends, allow],
        "exit_group": [*ends, allow],
        "kill": [*only_self, (LOAD, 0, 0, 24), *kind, allow],
        "tgkill": [*only_self, (LOAD, 0, 0, 32), *kind, allow],
        "mmap": [(LOAD, 0, 0, 40), (ANY_BIT, 0, 1, UNCOUNTED), error(ENOMEM), allow],
        "mprotect": [allow],
        "pkey_mprotect": [allow],
        "prctl": [(LOAD, 0, 0, 16), *prctl, allow],
        "prlimit64": [  # reading is fine: the pointer to new limits must be null
            (LOAD, 0, 0, 32),
            (EQUAL, 0, 3, 0),
            (LOAD, 0, 0, 36),
            (EQUAL, 0, 1, 0),
            allow,
            error(EPERM),
        ],
        "fcntl": [(LOAD, 0, 0, 24), *fcntl, allow],
        "ioctl": [(LOAD, 0, 0, 24), *ioctl, *is_terminal],
    }


# The third argument is the memory protection. Even with a pointer into the C library, a program
# cannot place bytes of its own where they could be executed.
MAPPING = ("mmap", "mprotect", "pkey_mprotect")
NOT_EXECUTABLE = [(LOAD, 0, 0, 32), (ANY_BIT, 0, 1, PROT_EXEC), error(EPERM)]


def _with_device() -> dict[str, list[Instruction]]:
    """Return the instructions that differ with a GPU: the drivers' ioctls, shared mappings.

    CUDA also binds a SOCK_SEQPACKET socket for other processes, which do not exist here; it is
    useless without connect, which stays denied.
    """
    allow: Instruction = (RETURN, 0, 0, ALLOW)
    terminal = [line for request in (TIOCSTI, TIOCLINUX) for line in _refuse_equal(request)]
    kinds = [line for kind in DRIVER_IOCTLS for line in ((EQUAL, 0, 1, kind), allow)]
    packets = [(AND, 0, 0, SOCKET_TYPE), (EQUAL, 0, 1, SOCK_SEQPACKET), allow, error(EPERM)]
    return {
        "ioctl": [(LOAD, 0, 0, 24), *terminal, (AND, 0, 0, TYPE_BITS), *kinds, error(EPERM)],
        "mmap": [(LOAD, 0, 0, 40), (ANY_BIT, 0, 1, MAP_GROWSDOWN), error(ENOMEM), allow],
        "socket": [
            *((LOAD, 0, 0, 16), (EQUAL, 1, 0, AF_UNIX), error(EPERM)),
            *((LOAD, 0, 0, 24), *packets),
        ],
        "bind": [allow],
        "listen": [allow],
        # a driver may need one; death by its signal leaves the case undecided
        "timer_create": [allow],
    }


def _with_tools() -> dict[str, list[Instruction]]:
    """Return the instructions that differ for a child that starts a compiler."""
    allow: Instruction = (RETURN, 0, 0, ALLOW)
    known = syscalls.numbers()
    started: dict[str, list[Instruction]] = {
        name: [allow] for name in ("fork", "vfork", "execve") if name in known
    }
    clone = [(LOAD, 0, 0, 16), (ANY_BIT, 0, 1, CLONE_NEW), error(EPERM), allow]
    return {**started, "clone": clone}


def _with_office() -> dict[str, list[Instruction]]:
    """Return the instructions that differ for LibreOffice.

    It maps its own files as shared memory, limited by the folder's size, and listens on a socket in
    that folder for other instances. Nothing is reachable, since connecting stays denied.
    """
    allow: Instruction = (RETURN, 0, 0, ALLOW)
    local = [(LOAD, 0, 0, 16), (EQUAL, 1, 0, AF_UNIX), error(EPERM)]
    return {
        "mmap": [
            *((LOAD, 0, 0, 40), (ANY_BIT, 0, 1, MAP_GROWSDOWN), error(ENOMEM)),
            *((AND, 0, 0, SHARED_AND_NO_FILE), (EQUAL, 0, 1, SHARED_AND_NO_FILE), error(ENOMEM)),
            allow,
        ],
        "socket": [*local, allow],
        "socketpair": [*local, allow],
        "bind": [allow],
        "listen": [allow],
        "accept": [allow],
    }


def _refuse_equal(value: int) -> list[Instruction]:
    return [(EQUAL, 0, 1, value), error(EPERM)]


class CallFilter:
    """A filter in the kernel's format, for one process after another; see `program`."""

    def __init__(
        self,
        *,
        device: bool = False,
        tools: str = "",
        relayed: bool = False,
        machine_code: bool = True,
    ) -> None:
        """Build the filter once, which takes longer than installing it."""
        lines, others = (
            program(pid, device=device, tools=tools, relayed=relayed, machine_code=machine_code)
            for pid in (0, 1)
        )
        # Positions of the pid: the last word of an instruction.
        self._places = [
            at * INSTRUCTION.size + INSTRUCTION.size - 4
            for at, (line, other) in enumerate(zip(lines, others, strict=True))
            if line != other
        ]
        self._code = array("B", b"".join(INSTRUCTION.pack(*line) for line in lines))
        self._header = struct.pack("@HP", len(lines), self._code.buffer_info()[0])

    def of(self, pid: int) -> bytes:
        """Return the instructions for this pid."""
        for place in self._places:
            struct.pack_into("<I", self._code, place, pid)
        return self._code.tobytes()

    def apply(self, libc: LibC, pid: int) -> None:
        """Install it in this process, whose pid is given, irrevocably; raise OSError on failure."""
        self.of(pid)
        libc.call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        libc.call("prctl", PR_SET_SECCOMP, SECCOMP_MODE_FILTER, self._header, 0, 0)
