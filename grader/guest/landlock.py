"""Landlock: a rule set of readable paths, one writable folder, and nothing else.

Numbers from linux/landlock.h and Documentation/userspace-api/landlock.rst. If children have no
folder of their own, the rule set is built once before any fork; else its paths are opened once.
"""

import contextlib
import os
import stat
import struct
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from .libc import LibC

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same on every architecture
RULE_PATH_BENEATH = 1
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
REMOVE_FILE, MAKE_REG, TRUNCATE = 1 << 5, 1 << 8, 1 << 14
READ = EXECUTE | READ_FILE | READ_DIR
# A flat folder of plain files: no folders, links, pipes or device files.
WRITE = READ_FILE | READ_DIR | WRITE_FILE | REMOVE_FILE | MAKE_REG | TRUNCATE
FOLDERS = 1 << 4 | 1 << 7  # REMOVE_DIR, MAKE_DIR
OFFICE = 1 << 9 | 1 << 13  # MAKE_SOCK, REFER: moving files between folders
DEVICE = READ_FILE | WRITE_FILE | 1 << 15  # IOCTL_DEV
ON_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | 1 << 15
FS_BITS = {1: 13, 2: 14, 3: 15, 4: 15}  # ABI -> number of file system rights; 5 and later 16
NET_ABI, SCOPE_ABI = 4, 6
OF_EACH_PROCESS = "/proc/self"  # paths below differ for each process
NOT_HERE = (FileNotFoundError, PermissionError, NotADirectoryError)


def abi(libc: LibC) -> int:
    """Return the kernel's Landlock version; 0 if there is none."""
    with contextlib.suppress(OSError):
        return max(0, libc.call("syscall", CREATE_RULESET, None, 0, 1))
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedPlaces:
    """The paths that children may reach, opened except those each child opens itself."""

    opened: tuple[int, ...]  # descriptors
    rules: tuple[bytes, ...]  # for these descriptors, in the kernel's format
    own: tuple[str, ...]  # readable paths that differ for each process
    read: int  # rights for `own`
    write: int  # rights for a child's own folder
    attributes: bytes  # of every rule set

    def ruleset(self, libc: LibC, work: str = "") -> int:
        """Build a rule set and return its descriptor; `work` is a folder of the child's own."""
        size = len(self.attributes)
        descriptor = libc.call("syscall", CREATE_RULESET, self.attributes, size, 0)
        for rule in self.rules:
            libc.call("syscall", ADD_RULE, descriptor, RULE_PATH_BENEATH, rule, 0)
        beside = [(path, self.read) for path in self.own]
        for path, rights in [*beside, (work, self.write)] if work else beside:
            with contextlib.suppress(*NOT_HERE):
                target = _open(path)
                try:
                    rule = _rule(target, rights)
                    libc.call("syscall", ADD_RULE, descriptor, RULE_PATH_BENEATH, rule, 0)
                finally:
                    os.close(target)
        return descriptor

    def close(self) -> None:
        """Close the descriptors once no more rule sets are built."""
        for target in self.opened:
            os.close(target)


def open_places(
    libc: LibC,
    readable: Collection[str],
    writable: Iterable[str],
    devices: Collection[str] = (),
    *,
    office: bool = False,
) -> OpenedPlaces:
    """Open paths; those that do not exist are skipped."""
    version = abi(libc)
    handled = (1 << FS_BITS.get(version, 16)) - 1
    network = 3 if version >= NET_ABI else 0
    scope = 3 if version >= SCOPE_ABI else 0
    attributes = struct.pack("<QQQ", handled, network, scope)
    size = 24 if version >= SCOPE_ABI else 16 if version >= NET_ABI else 8
    write = WRITE | FOLDERS if devices else WRITE  # kernel compilers create folders
    write |= FOLDERS | OFFICE if office else 0
    own = tuple(path for path in readable if path.startswith(OF_EACH_PROCESS))
    shared = [path for path in readable if path not in own]
    opened, rules = [], []
    for paths, rights in ((shared, READ), (writable, write), (devices, DEVICE)):
        for path in paths:
            with contextlib.suppress(*NOT_HERE):
                opened.append(_open(path))
                rules.append(_rule(opened[-1], rights & handled))
    return OpenedPlaces(
        opened=tuple(opened),
        rules=tuple(rules),
        own=own,
        read=READ & handled,
        write=write & handled,
        attributes=attributes[:size],
    )


def _open(path: str) -> int:
    return os.open(path, os.O_PATH | os.O_CLOEXEC)


def _rule(target: int, rights: int) -> bytes:
    if not stat.S_ISDIR(os.fstat(target).st_mode):
        rights &= ON_FILES
    return struct.pack("<Qi", rights, target)


def apply(libc: LibC, descriptor: int) -> None:
    """Apply the rule set to this process irrevocably. Needs no_new_privs."""
    libc.call("syscall", RESTRICT_SELF, descriptor, 0)
