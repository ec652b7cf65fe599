"""Paths of this machine that a guest may see: interpreter, standard library, allowed packages.

Libraries are the third-party files of an exercise: the entries of package folders that belong to
its libraries and their requirements, and where a guest sees them.
"""

import compileall
import contextlib
import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import TYPE_CHECKING, Self

from msgspec import Struct
from msgspec.structs import replace

from grader.backends import BACKENDS, PACKAGES, SlowModule
from grader.model.machine import DRAWING, Interpreter
from grader.plugins import guest_folders
from grader.sandbox.packages import Folders, distribution_of, providers, spec_of
from grader.sandbox.standard import standard_library

if TYPE_CHECKING:
    from importlib.metadata import Distribution

GUEST = Path(__file__).resolve().parent.parent / "guest"
SHOWN_GUEST = "/guest"  # where a container shows it
NOT_LIBRARY = frozenset({"site-packages", "dist-packages", "__pycache__"})
EXTENSIONS = "lib-dynload"  # folder of the standard library's compiled modules
COMPILE_SECONDS = 60.0
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")
BOOT = """
import importlib.util, sys
paths = sys.argv.pop(1).splitlines()
spec = importlib.util.spec_from_file_location(
    "_grader_guest", paths[0] + "/__init__.py", submodule_search_locations=paths)
module = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = module
spec.loader.exec_module(module)
importlib.import_module("_grader_guest." + sys.argv.pop(1)).main()
"""


class GuestView(Struct, frozen=True, kw_only=True):
    """Paths, all absolute and resolved."""

    python: Path
    library: Path  # the standard library's folder
    shared: tuple[Path, ...]  # folders of shared libraries
    hidden: tuple[Path, ...]  # package folders inside those, to be hidden


@cache
def view(interpreter: Interpreter | None = None) -> GuestView:
    """Return how an interpreter is installed; None is the one that runs grader."""
    if interpreter is None:
        library = Path(sysconfig.get_path("stdlib")).resolve()
        python = Path(getattr(sys, "_base_executable", None) or sys.executable).resolve()
        multiarch = sysconfig.get_config_var("MULTIARCH") or "lib"
    else:
        library, python = Path(interpreter.library), Path(interpreter.python)
        multiarch = interpreter.multiarch or "lib"
    places = [f"/lib/{multiarch}", f"/usr/lib/{multiarch}", "/lib64", "/usr/lib64"]
    shared = [Path(place) for place in places if Path(place).is_dir()]
    if library.parent not in (Path("/usr/lib"), Path("/usr/lib64")):
        shared.append(library.parent)
    roots = {library, *shared, Path("/usr/lib"), Path("/usr/lib64")}
    hidden = {path for root in roots for path in _package_folders(root)}
    return GuestView(
        python=python, library=library, shared=tuple(shared), hidden=tuple(sorted(hidden))
    )


def _package_folders(root: Path) -> list[Path]:
    """Find them by names alone: to look at each entry of /usr/lib takes ten times as long."""
    names = []
    with contextlib.suppress(OSError):
        names = [name for name in os.listdir(root) if name.startswith("python3")]  # noqa: PTH208
    places = [root, *(root / name for name in names)]
    paths = [place / name for place in places for name in ("site-packages", "dist-packages")]
    return [path for path in paths if path.is_dir()]


@cache
def guests() -> Mapping[Path, str]:
    """Map the folders of the guest's modules, ours first, to their places in a container.

    The place is fixed, since this file may lie inside a folder that guests can read.
    """
    shown = {folder: f"{SHOWN_GUEST}-{folder.parent.name}" for folder in guest_folders()}
    return MappingProxyType({GUEST: SHOWN_GUEST, **shown})


def shown_guests(*, contained: bool) -> list[str]:
    """List the folders of the guest's modules as a guest sees them."""
    return [*guests().values()] if contained else [*map(str, guests())]


def readable(
    *,
    contained: bool,
    bare: bool = False,
    machine_code: bool = True,
    interpreter: Interpreter | None = None,
) -> list[str]:
    """List what a guest may read under Landlock; a `bare` one has no shared libraries.

    Without `machine_code` it has no compiled modules either; a container covers that folder.
    Landlock grants whole trees. If the package folders inside the library are not hidden by a
    container, the library is granted entry by entry, without them.
    """
    seen = view(interpreter)
    library = [str(seen.library)]
    if not contained:
        entries = os.scandir(seen.library)
        unseen = NOT_LIBRARY if machine_code else NOT_LIBRARY | {EXTENSIONS}
        library = [entry.path for entry in entries if entry.name not in unseen]
    shared = [str(path) for path in seen.shared if path != seen.library.parent and not bare]
    kernel = ["/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu"]
    # Without namespaces the zygote makes the rules, and "self" would be the zygote.
    own = ["/proc/self"] if contained else []
    return [*library, *shared, *shown_guests(contained=contained), *own, *kernel, *DEVICES]


def extension_folders(interpreter: Interpreter | None = None) -> list[str]:
    """List the folders of compiled modules, for a guest to cover."""
    folder = view(interpreter).library / EXTENSIONS
    return [str(folder)] if _is_own_folder(folder) else []


def library_folders(interpreter: Interpreter | None = None) -> list[str]:
    """List the folders of shared libraries, for a guest to cover."""
    seen = view(interpreter)
    own = [seen.library.parent] if seen.library.parent in seen.shared else []
    system = [Path(path) for path in ("/usr/lib", "/usr/lib64", "/lib", "/lib64")]
    return [str(path) for path in dict.fromkeys([*system, *own]) if _is_own_folder(path)]


def _is_own_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


@cache
def compile_guest(interpreter: Interpreter | None = None) -> None:
    """Compile the guest's modules beside their source, since a guest cannot write.

    If the folder is read-only, every guest compiles them again.
    """
    if sys.dont_write_bytecode:
        return
    if interpreter is None:
        for folder in guests():
            compileall.compile_dir(folder, quiet=2)
        return
    words = [interpreter.python, "-I", "-m", "compileall", "-qq", *map(str, guests())]
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(words, check=False, capture_output=True, timeout=COMPILE_SECONDS)  # noqa: S603 - ours


def command(
    module: str, *arguments: str, contained: bool, interpreter: Interpreter | None = None
) -> list[str]:
    """Return the command that runs a guest module, without site or user packages."""
    compile_guest(interpreter)
    folder = "\n".join(shown_guests(contained=contained))
    return [str(view(interpreter).python), "-sSP", "-c", BOOT, folder, module, *arguments]


def environment(
    work: str, threads: int = 1, libraries: "Libraries | None" = None
) -> dict[str, str]:
    """Return a guest's complete environment; `threads` limits its libraries.

    Nothing is inherited.
    """
    variables = {
        "PATH": "/nonexistent",
        "HOME": work or "/",
        "TMPDIR": work or "/",
        "LANG": "C.UTF-8",
        "PYTHONUTF8": "1",
        "PYTHONIOENCODING": "utf-8:backslashreplace",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "OMP_NUM_THREADS": str(threads),
        "OPENBLAS_NUM_THREADS": str(threads),
        "MKL_NUM_THREADS": str(threads),
        # Large arrays use pages of 2 MiB if Linux has them: every fresh page costs a page fault,
        # and a convolution of 1,000 rows spent more on 16,000 faults than on its sums.
        "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",
    }
    for backend in BACKENDS.values():
        variables |= {
            name: value.format(work=work or "/") for name, value in backend.variables.items()
        }
    variables |= dict(libraries.variables) if libraries else {}
    if sys.platform == "win32":
        variables["SYSTEMROOT"] = os.environ.get("SYSTEMROOT", "")
    return variables


LIBRARIES_ROOT = PurePosixPath("/libraries")  # where a container shows the libraries
# A requirement's name and its extras, and the extras in its marker (PEP 508).
REQUIREMENT_NAME = re.compile(r"^([A-Za-z0-9._-]+)\s*(?:\[([^\]]*)\])?")
EXTRA = re.compile(r"""\bextra\s*==\s*['"]([^'"]+)['"]|['"]([^'"]+)['"]\s*==\s*extra\b""")
DISTRIBUTION_NAME = re.compile(r"^Name: *(\S+)", re.MULTILINE)
# AMD's wheels: the rest of the name is the family of GPUs they support. Their Python code runs a
# program to detect this machine's family, which no guest can do.
ROCM_LIBRARIES, ROCM_FAMILY = "rocm-sdk-libraries-", "ROCM_SDK_TARGET_FAMILY"
REQUIREMENT = re.compile(r"^Requires-Dist: *(.+)$", re.MULTILINE)
DISTRIBUTIONS = {"PIL": "pillow"}  # frequent modules whose distribution has another name
# Imported before a child is forked: slow parts that programs need sooner or later.
PRELOADS = {name: package.preloads for name, package in PACKAGES.items()}
# Slow modules imported only if the program's text mentions them. A mention in a comment does no
# harm; a program that evades the search imports them itself.
SLOW = {package.name: package.slow for package in PACKAGES.values() if package.slow}
WARMING_UP = {module.name for modules in SLOW.values() for module in modules if module.warms_up}


class Libraries(Struct, frozen=True, kw_only=True):
    """Third-party libraries as installed here."""

    names: tuple[str, ...] = ()  # as requested, sorted
    entries: tuple[Path, ...] = ()  # files and folders in package folders, sorted
    own: tuple[str, ...] = ()  # other modules that a zygote imports after them
    variables: tuple[tuple[str, str], ...] = ()  # environment variables needed to find them
    idle: tuple[str, ...] = ()  # slow modules that the zygote need not import
    standard: tuple[str, ...] = ()  # modules of the standard library that are found; () = all
    # A child may load machine code that its zygote has not loaded.
    machine_code: bool = True
    interpreter: Interpreter | None = None  # their Python; None: the one that runs grader

    @property
    def draws(self) -> bool:
        """Whether matplotlib itself is included, not its recorder."""
        return DRAWING in self.names

    @property
    def importable(self) -> list[str]:
        """Return modules that a program may find, besides those it is allowed."""
        standard = self.standard or sorted(standard_library(self.interpreter))
        return [*standard, *sorted({entry.name.partition(".")[0] for entry in self.entries})]

    @property
    def folders(self) -> tuple[Path, ...]:
        """The package folders that contain the entries."""
        return tuple(sorted({entry.parent for entry in self.entries}))

    def search_path(self, *, contained: bool) -> list[str]:
        """List the folders in which a guest looks for them."""
        return [*self._shown(contained=contained).values()]

    def readable(self, portion: Self, *, contained: bool) -> list[str]:
        """List what a guest with a portion of these may read under Landlock."""
        if contained and portion.entries == self.entries:  # the container holds nothing else
            return [str(LIBRARIES_ROOT)] if self.entries else []
        return self._places(portion.entries, contained=contained)

    def mounts(self) -> list[tuple[Path, str]]:
        """Pair each entry with its place in a container."""
        return [*zip(self.entries, self._places(self.entries, contained=True), strict=True)]

    def _places(self, entries: Iterable[Path], *, contained: bool) -> list[str]:
        shown = self._shown(contained=contained)
        return [f"{shown[entry.parent]}/{entry.name}" for entry in entries]

    @property
    def slow(self) -> bool:
        """Whether importing them is so slow that exercises share a zygote."""
        return not SLOW.keys().isdisjoint(self.names)

    def absent(self, other: Self) -> list[str]:
        """List top-level modules of these that `other` lacks."""
        here, there = (
            {entry.name.partition(".")[0] for entry in each.entries} for each in (self, other)
        )
        return sorted(here - there)

    @property
    def preloads(self) -> tuple[str, ...]:
        """The modules that a zygote imports."""
        named = (module for name in self.names for module in PRELOADS.get(name, ()))
        return tuple(
            module
            for module in (*named, *self.own)
            if not any(_is_in(module, name) for name in self.idle)
        )

    def mentioned_in(self, texts: Iterable[str], *, alone: bool = False) -> Self:
        """Skip preloads that programs with these texts do not mention.

        Next to PyTorch, SciPy makes no difference, and a class needs fewer zygotes; but for a
        program `alone` it takes a fifth of the start.
        """
        everything = "\n".join(texts)

        def asks_for(module: SlowModule, package: str) -> bool:
            mentioned = re.search(module.mentioned, everything) is not None
            if module.warms_up:  # only worth it for more than one child
                return mentioned and not alone and package not in idle
            return mentioned

        idle = set[str]()
        for package in self.names:
            for module in SLOW.get(package, ()):
                if not asks_for(module, package):
                    idle.add(module.name)
        awake = {*self.names} - idle
        free = (module for name in self.names for module in SLOW.get(name, ()))
        idle -= {module.name for module in free if module.free_beside in awake and not alone}
        return replace(self, idle=tuple(sorted(idle)))

    def covers(self, other: Self) -> bool:
        """Return whether a zygote with these has imported everything that `other` needs."""
        missing = {*self.idle} - {*other.idle, *WARMING_UP}  # everything is there without them
        return replace(self, idle=other.idle) == other and not missing

    @property
    def after_fork(self) -> tuple[str, ...]:
        """The modules that a child imports before it gets a program."""
        packages = (PACKAGES[name] for name in self.names if name in PACKAGES)
        return tuple(module for package in packages for module in package.after_fork)

    def _shown(self, *, contained: bool) -> dict[Path, str]:
        """Map each package folder to the path at which a guest sees it."""
        folders = enumerate(self.folders)
        return {
            folder: f"{LIBRARIES_ROOT}/{at}" if contained else str(folder) for at, folder in folders
        }


def _is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


@cache
def find_libraries(names: tuple[str, ...], interpreter: Interpreter | None = None) -> Libraries:
    """Find the files of libraries; those that are not installed are skipped."""
    folders = None if interpreter is None else interpreter.folders
    entries: set[Path] = set()
    families: set[str] = set()
    used = (more for name in names if name in PACKAGES for more in PACKAGES[name].uses)
    for name in dict.fromkeys([*names, *used]):
        for called, distribution in _with_requirements(_providers(name, folders), folders).items():
            entries.update(_entries(distribution))
            if called.startswith(ROCM_LIBRARIES):
                families.add(_spelled_name(distribution)[len(ROCM_LIBRARIES) :])
        entries.update(_found_entries(name, folders))
    existing = [entry for entry in entries if entry.exists()]
    return Libraries(
        names=tuple(sorted(names)),
        entries=tuple(sorted(existing)),
        variables=((ROCM_FAMILY, families.pop()),) if len(families) == 1 else (),
        interpreter=interpreter,
    )


def _providers(name: str, folders: Folders) -> Sequence[str]:
    """Return the distributions of a module; most have its name."""
    called = DISTRIBUTIONS.get(name, name)
    if distribution_of(called, folders) is not None:
        return [called]
    return providers(folders).get(name, [])


def _with_requirements(names: Collection[str], folders: Folders) -> "Mapping[str, Distribution]":
    """Resolve requirements, including those of a requested extra, as in "rocm[libraries]".

    Other conditions of markers are not evaluated: what is not installed is skipped anyway.
    """
    distributions: dict[str, Distribution] = {}
    waiting = [(_normal(name), "") for name in names]
    followed: set[tuple[str, str]] = set()  # pairs of distribution and extra ("" for none)
    while waiting:
        name, extra = need = waiting.pop()
        distribution = None if need in followed else _distribution(name, folders)
        followed.add(need)
        if distribution is None:
            continue
        distributions[name] = distribution
        for line in _requirements(distribution):
            wanted = REQUIREMENT_NAME.match(line)
            asked_by = {_normal(one or other) for one, other in EXTRA.findall(line)}
            if wanted is None or extra not in (asked_by or {""}):
                continue
            extras = (wanted[2] or "").split(",")
            more = {_normal(part.strip()) for part in ("", *extras)}
            waiting += [(_normal(wanted[1]), part) for part in more]
    return distributions


def _spelled_name(distribution: "Distribution") -> str:
    """Return the distribution's name with the case used in its metadata."""
    named = DISTRIBUTION_NAME.search(distribution.read_text("METADATA") or "")
    return named[1] if named else ""


@cache
def _distribution(name: str, folders: Folders) -> "Distribution | None":
    """Find a distribution; cached, since exercises' libraries overlap."""
    return distribution_of(name, folders)


@cache
def _requirements(distribution: "Distribution") -> Collection[str]:
    """Parse the requirements from the metadata's head; the README after it is much longer."""
    text = distribution.read_text("METADATA")
    if text is None:  # an older form
        return distribution.requires or ()
    return REQUIREMENT.findall(text.partition("\n\n")[0])


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@cache
def _entries(distribution: "Distribution") -> tuple[Path, ...]:
    """Return the entries that a distribution has in its package folder."""
    home = Path(str(distribution.locate_file(""))).resolve()
    record = distribution.read_text("RECORD")
    if record is None:
        names = {file.parts[0] for file in distribution.files or ()}
    else:  # PyTorch's has ten thousand lines, of which only the first folder is read
        names = {line.lstrip('"').split("/", 1)[0].split(",", 1)[0] for line in record.splitlines()}
    apart = ("", "..", "__pycache__")
    return tuple(home / name for name in names if name not in apart and not name.endswith(".pth"))


def _found_entries(name: str, folders: Folders) -> Iterator[Path]:
    """Yield paths that an import would use: a system's packages do not list their files."""
    spec = spec_of(name, folders)
    places = list(spec.submodule_search_locations or ()) if spec else []
    for place in places or ([spec.origin] if spec and spec.origin else []):
        path = Path(place)
        if path.is_absolute():
            yield path
            yield path.with_name(f"{name}.libs")
