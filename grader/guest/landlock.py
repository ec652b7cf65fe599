"""Landlock: a rule set of readable paths, one writable folder, and nothing else.

Numbers from linux/landlock.h and Documentation/userspace-api/landlock.rst. The rule set is built
once, before any fork; a child only puts it on.
"""

import contextlib
import ctypes
import os
import stat
import struct
from collections.abc import Collection, Iterable

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same on every architecture
RULE_PATH_BENEATH = 1
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
REMOVE_FILE, MAKE_REG, TRUNCATE = 1 << 5, 1 << 8, 1 << 14
READ = EXECUTE | READ_FILE | READ_DIR
# A flat folder of plain files: no folders, links, pipes or device files.
WRITE = READ_FILE | READ_DIR | WRITE_FILE | REMOVE_FILE | MAKE_REG | TRUNCATE
FOLDERS = 1 << 4 | 1 << 7  # REMOVE_DIR, MAKE_DIR
OFFICE = 1 << 9 | 1 << 13  # MAKE_SOCK, REFER: files that move from one folder to another
DEVICE = READ_FILE | WRITE_FILE | 1 << 15  # IOCTL_DEV
ON_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | 1 << 15
FS_BITS = {1: 13, 2: 14, 3: 15, 4: 15}  # ABI -> number of file system rights; 5 and later 16
NET_ABI, SCOPE_ABI = 4, 6


def abi(libc: ctypes.CDLL) -> int:
    """Asks the kernel for its Landlock version; 0 when there is none."""
    return max(0, int(libc.syscall(CREATE_RULESET, None, 0, 1)))


def ruleset(
    libc: ctypes.CDLL,
    readable: Iterable[str],
    writable: Iterable[str],
    devices: Collection[str] = (),
    *,
    office: bool = False,
) -> int:
    """Builds a rule set and returns its descriptor; paths that are not there are left out."""
    version = abi(libc)
    handled = (1 << FS_BITS.get(version, 16)) - 1
    net = 3 if version >= NET_ABI else 0
    scope = 3 if version >= SCOPE_ABI else 0
    attributes = struct.pack("<QQQ", handled, net, scope)
    size = 24 if version >= SCOPE_ABI else 16 if version >= NET_ABI else 8
    descriptor = int(libc.syscall(CREATE_RULESET, attributes, size, 0))
    if descriptor < 0:
        raise OSError(ctypes.get_errno(), "landlock_create_ruleset")
    write = WRITE | FOLDERS if devices else WRITE  # compilers of kernels make folders
    write |= FOLDERS | OFFICE if office else 0
    for paths, rights in ((readable, READ), (writable, write), (devices, DEVICE)):
        for path in paths:
            with contextlib.suppress(FileNotFoundError, PermissionError, NotADirectoryError):
                _allow(libc, descriptor, path, rights & handled)
    return descriptor


def _allow(libc: ctypes.CDLL, descriptor: int, path: str, rights: int) -> None:
    target = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not stat.S_ISDIR(os.fstat(target).st_mode):
            rights &= ON_FILES
        rule = struct.pack("<Qi", rights, target)
        if libc.syscall(ADD_RULE, descriptor, RULE_PATH_BENEATH, rule, 0) != 0:
            raise OSError(ctypes.get_errno(), "landlock_add_rule", path)
    finally:
        os.close(target)


def apply(libc: ctypes.CDLL, descriptor: int) -> None:
    """Puts the rule set on this process for good. Needs no_new_privs."""
    if libc.syscall(RESTRICT_SELF, descriptor, 0) != 0:
        raise OSError(ctypes.get_errno(), "landlock_restrict_self")
