"""The folder of this process in the temporary folder, and those that killed ones have left.

A process holds a lock on a file in its folder, which is gone with it however it ends. So what is
removed belongs to nobody any more, also where other containers share the temporary folder. Other
kernels may share it, too (nodes of a cluster, virtual machines), and may not hear of a lock: their
folders are left alone.
"""

import atexit
import os
import shutil
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

PREFIX = "grader-run-"
HELD = ".held"
BOOT = Path("/proc/sys/kernel/random/boot_id")  # another one for each start of each kernel
TRIES = 10
_own: list[Path] = []  # of this process; the last one counts


def own_folder() -> Path:
    """Gives the folder that is removed when this process ends, or by the next one of this user."""
    if not _own or not _own[-1].is_dir():
        clear_left_over(Path(tempfile.gettempdir()))
        _own.append(_made())
        atexit.register(shutil.rmtree, _own[-1], ignore_errors=True)
    return _own[-1]


def _made() -> Path:
    for _ in range(TRIES):
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        if _hold(folder / HELD, create=True) is not None:
            return folder
        # Somebody took it for left over before it was held; or there are no locks here.
        shutil.rmtree(folder, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=PREFIX))


def clear_left_over(place: Path) -> None:
    """Removes the folders of processes of this user that are gone; never what a link leads to."""
    if not hasattr(os, "getuid"):
        return
    with suppress(OSError):
        for entry in list(os.scandir(place)):
            with suppress(OSError):
                ours = entry.name.startswith(PREFIX) and entry.is_dir(follow_symlinks=False)
                if not ours or entry.stat(follow_symlinks=False).st_uid != os.getuid():
                    continue
                held = _hold(Path(entry.path, HELD), create=False)
                if held is not None:
                    shutil.rmtree(entry.path, ignore_errors=True)
                    os.close(held)


def _hold(path: Path, *, create: bool) -> int | None:
    """Locks a file until its descriptor is closed.

    None where another process holds it, or may hold it: one that another kernel runs.
    """
    try:
        import fcntl
    except ImportError:  # nothing is left over by whom nobody can ask
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
