"""Which paths of this machine a guest may see: the interpreter, its library, nothing else."""

import os
import sys
import sysconfig
from dataclasses import dataclass
from functools import cache
from pathlib import Path

GUEST = Path(__file__).resolve().parent.parent / "guest"
SHOWN_GUEST = "/guest"  # where a container shows it
NOT_LIBRARY = frozenset({"site-packages", "dist-packages", "__pycache__"})
EXTENSIONS = "lib-dynload"  # where the standard library keeps its compiled modules
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")
BOOT = """
import importlib.util, sys
path = sys.argv.pop(1)
spec = importlib.util.spec_from_file_location(
    "_grader_guest", path + "/__init__.py", submodule_search_locations=[path])
module = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = module
spec.loader.exec_module(module)
importlib.import_module("_grader_guest." + sys.argv.pop(1)).main()
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Paths, all absolute and resolved."""

    python: Path
    library: Path  # the standard library's folder
    shared: tuple[Path, ...]  # folders of shared libraries
    hidden: tuple[Path, ...]  # package folders below those, not to be seen


@cache
def view() -> View:
    """Looks once at how this interpreter is installed."""
    library = Path(sysconfig.get_path("stdlib")).resolve()
    python = Path(getattr(sys, "_base_executable", None) or sys.executable).resolve()
    multiarch = sysconfig.get_config_var("MULTIARCH") or "lib"
    places = [f"/lib/{multiarch}", f"/usr/lib/{multiarch}", "/lib64", "/usr/lib64"]
    shared = [Path(place) for place in places if Path(place).is_dir()]
    if library.parent not in (Path("/usr/lib"), Path("/usr/lib64")):
        shared.append(library.parent)
    roots = {library, *shared, Path("/usr/lib"), Path("/usr/lib64")}
    hidden = {path for root in roots for path in _package_folders(root)}
    return View(python=python, library=library, shared=tuple(shared), hidden=tuple(sorted(hidden)))


def _package_folders(root: Path) -> list[Path]:
    patterns = (
        "site-packages",
        "dist-packages",
        "python3*/site-packages",
        "python3*/dist-packages",
    )
    return [path for pattern in patterns for path in root.glob(pattern) if path.is_dir()]


def guest(*, contained: bool) -> str:
    """Names the guest's folder as a guest sees it.

    In a container that is a fixed place: this file may lie inside a folder that guests can read.
    """
    return SHOWN_GUEST if contained else str(GUEST)


def stand_ins(*, contained: bool) -> str:
    """Names the folder of the modules that stand in for others."""
    return f"{guest(contained=contained)}/stand_ins"


def readable(*, contained: bool, bare: bool = False, machine_code: bool = True) -> list[str]:
    """Lists what Landlock lets a guest read; a `bare` one has no folder of shared libraries.

    One without `machine_code` has none of compiled modules either; a container covers that folder.

    Landlock grants whole trees; where the package folders inside the library are not already
    hidden by a container, the library is granted entry by entry, without them.
    """
    library = [str(view().library)]
    if not contained:
        entries = os.scandir(view().library)
        unseen = NOT_LIBRARY if machine_code else NOT_LIBRARY | {EXTENSIONS}
        library = [entry.path for entry in entries if entry.name not in unseen]
    shared = [str(path) for path in view().shared if path != view().library.parent and not bare]
    kernel = ["/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu"]
    # Without namespaces the zygote makes the rules, and "self" would be the zygote.
    own = ["/proc/self"] if contained else []
    return [*library, *shared, guest(contained=contained), *own, *kernel, *DEVICES]


def extension_folders() -> list[str]:
    """Lists the folders of compiled modules, for a guest's own cover over them."""
    folder = view().library / EXTENSIONS
    return [str(folder)] if _is_own_folder(folder) else []


def library_folders() -> list[str]:
    """Lists the folders of shared libraries, for a guest's own cover over them."""
    own = [view().library.parent] if view().library.parent in view().shared else []
    system = [Path(path) for path in ("/usr/lib", "/usr/lib64", "/lib", "/lib64")]
    return [str(path) for path in dict.fromkeys([*system, *own]) if _is_own_folder(path)]


def _is_own_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def command(module: str, *arguments: str, contained: bool) -> list[str]:
    """Writes the command that runs one of the guest's modules, without site or user packages."""
    folder = guest(contained=contained)
    return [str(view().python), "-sSP", "-c", BOOT, folder, module, *arguments]


def environment(work: str) -> dict[str, str]:
    """Gives the whole environment of a guest; nothing is inherited."""
    variables = {
        "PATH": "/nonexistent",
        "HOME": work or "/",
        "TMPDIR": work or "/",
        "LANG": "C.UTF-8",
        "PYTHONUTF8": "1",
        "PYTHONIOENCODING": "utf-8:backslashreplace",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "TORCHINDUCTOR_CACHE_DIR": work or "/",  # asked for when torch._dynamo is imported
    }
    if sys.platform == "win32":
        variables["SYSTEMROOT"] = os.environ.get("SYSTEMROOT", "")
    return variables
