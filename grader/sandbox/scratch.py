"""Per-process temporary folders, and removal of stale ones.

Each process holds an flock on a file in its folder. The kernel releases it however the process
ends, so an unlocked folder is stale, even when containers share the temporary directory. flock may
not reach other kernels (cluster nodes, virtual machines), so folders created under another boot id
are left alone.
"""

import atexit
import os
import shutil
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

PREFIX = "grader-run-"
LOCK_FILE = ".held"
BOOT = Path("/proc/sys/kernel/random/boot_id")  # differs for each boot of each kernel
MAX_ATTEMPTS = 10
_folders: list[Path] = []  # of this process; the last one is in use


def own_folder() -> Path:
    """Return this process's temporary folder, creating it on first use.

    It is removed at exit, or by the user's next run after a kill.
    """
    if not _folders or not _folders[-1].is_dir():
        clear_left_over(Path(tempfile.gettempdir()))
        _folders.append(_create_folder())
        atexit.register(shutil.rmtree, _folders[-1], ignore_errors=True)
    return _folders[-1]


def _create_folder() -> Path:
    for _ in range(MAX_ATTEMPTS):
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        if _try_lock(folder / LOCK_FILE, create=True) is not None:
            return folder
        # Another process removed it before we locked it, or this file system has no locks.
        shutil.rmtree(folder, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=PREFIX))


def clear_left_over(place: Path) -> None:
    """Remove folders left by this user's dead processes. Symlinks are not followed."""
    if not hasattr(os, "getuid"):
        return
    with suppress(OSError):
        for entry in list(os.scandir(place)):
            with suppress(OSError):
                ours = entry.name.startswith(PREFIX) and entry.is_dir(follow_symlinks=False)
                if not ours or entry.stat(follow_symlinks=False).st_uid != os.getuid():
                    continue
                held = _try_lock(Path(entry.path, LOCK_FILE), create=False)
                if held is not None:
                    shutil.rmtree(entry.path, ignore_errors=True)
                    os.close(held)


def _try_lock(path: Path, *, create: bool) -> int | None:
    """Lock a file until the descriptor is closed.

    Return None if another process holds it, or if it was created under another kernel.
    """
    try:
        import fcntl
    except ImportError:  # without fcntl no stale folder can be recognised
        return -1
    flags = os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC | (os.O_CREAT if create else 0)
    try:
        descriptor = os.open(path, flags, 0o600)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if create:
            os.write(descriptor, _kernel())
        same_kernel = os.pread(descriptor, len(_kernel()) + 1, 0) == _kernel()
        there, held = path.stat(follow_symlinks=False), os.fstat(descriptor)
    except OSError:
        os.close(descriptor)
        return None
    if same_kernel and (there.st_dev, there.st_ino) == (held.st_dev, held.st_ino):
        return descriptor
    os.close(descriptor)
    return None


@cache
def _kernel() -> bytes:
    try:
        return BOOT.read_bytes()
    except OSError:
        return os.uname().nodename.encode()
