"""Which paths of this machine a guest may see: the interpreter, its library, what is allowed.

Libraries are the files that the third-party libraries of an exercise consist of: the entries of the
package folders that belong to them and to what they need, and where a guest sees them.
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
EXTENSIONS = "lib-dynload"  # where the standard library keeps its compiled modules
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
    hidden: tuple[Path, ...]  # package folders below those, not to be seen


@cache
def view(interpreter: Interpreter | None = None) -> GuestView:
    """Look once at how an interpreter is installed; None is the one that runs grader."""
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
    """Finds them by names alone: to look at each entry of /usr/lib takes ten times as long."""
    names = []
    with contextlib.suppress(OSError):
        names = [name for name in os.listdir(root) if name.startswith("python3")]  # noqa: PTH208
    places = [root, *(root / name for name in names)]
    paths = [place / name for place in places for name in ("site-packages", "dist-packages")]
    return [path for path in paths if path.is_dir()]


@cache
def guests() -> Mapping[Path, str]:
    """Lists the folders of the guest's modules, ours first, and where a container shows them.

    A fixed place: this file may lie inside a folder that guests can read.
    """
    shown = {folder: f"{SHOWN_GUEST}-{folder.parent.name}" for folder in guest_folders()}
    return MappingProxyType({GUEST: SHOWN_GUEST, **shown})


def shown_guests(*, contained: bool) -> list[str]:
    """Names the folders of the guest's modules as a guest sees them."""
    return [*guests().values()] if contained else [*map(str, guests())]


def readable(
    *,
    contained: bool,
    bare: bool = False,
    machine_code: bool = True,
    interpreter: Interpreter | None = None,
) -> list[str]:
    """Lists what Landlock lets a guest read; a `bare` one has no folder of shared libraries.

    One without `machine_code` has none of compiled modules either; a container covers that folder.

    Landlock grants whole trees; where the package folders inside the library are not already
    hidden by a container, the library is granted entry by entry, without them.
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
    """Lists the folders of compiled modules, for a guest's own cover over them."""
    folder = view(interpreter).library / EXTENSIONS
    return [str(folder)] if _is_own_folder(folder) else []


def library_folders(interpreter: Interpreter | None = None) -> list[str]:
    """Lists the folders of shared libraries, for a guest's own cover over them."""
    seen = view(interpreter)
    own = [seen.library.parent] if seen.library.parent in seen.shared else []
    system = [Path(path) for path in ("/usr/lib", "/usr/lib64", "/lib", "/lib64")]
    return [str(path) for path in dict.fromkeys([*system, *own]) if _is_own_folder(path)]


def _is_own_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


@cache
def compile_guest(interpreter: Interpreter | None = None) -> None:
    """Keeps the guest's modules compiled beside them: a guest writes nothing, and would do it anew.

    Where that cannot be written, every guest compiles for itself.
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
    """Writes the command that runs one of the guest's modules, without site or user packages."""
    compile_guest(interpreter)
    folder = "\n".join(shown_guests(contained=contained))
    return [str(view(interpreter).python), "-sSP", "-c", BOOT, folder, module, *arguments]


def environment(
    work: str, threads: int = 1, libraries: "Libraries | None" = None
) -> dict[str, str]:
    """Gives the whole environment of a guest, whose libraries use so many threads at a time.

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
        # Large arrays in pages of 2 MiB where Linux has them: a fresh page costs a page fault, and
        # a convolution of 1,000 rows took longer for 16,000 of them than for its sums.
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


PLACE = PurePosixPath("/libraries")  # where a container shows them
# A requirement's name and its extras, and the extras that its marker asks for (PEP 508).
NEED = re.compile(r"^([A-Za-z0-9._-]+)\s*(?:\[([^\]]*)\])?")
EXTRA = re.compile(r"""\bextra\s*==\s*['"]([^'"]+)['"]|['"]([^'"]+)['"]\s*==\s*extra\b""")
DISTRIBUTION_NAME = re.compile(r"^Name: *(\S+)", re.MULTILINE)
# AMD's wheels: the rest of the name is the family of GPUs that they are for. Their Python code runs
# a program to find the family of this machine's GPU, which no guest can.
ROCM_LIBRARIES, ROCM_FAMILY = "rocm-sdk-libraries-", "ROCM_SDK_TARGET_FAMILY"
REQUIREMENT = re.compile(r"^Requires-Dist: *(.+)$", re.MULTILINE)
DISTRIBUTIONS = {"PIL": "pillow"}  # where a module is called otherwise, and often asked for
# What is imported before a child is forked: slow parts that programs ask for sooner or later.
PRELOADS = {name: package.preloads for name, package in PACKAGES.items()}
# Slow ones of these, which only programs wait for that hold the word: in a comment it does no harm,
# and who gets around it imports for itself.
SLOW = {package.name: package.slow for package in PACKAGES.values() if package.slow}
WARMING_UP = {module.name for modules in SLOW.values() for module in modules if module.warms_up}


class Libraries(Struct, frozen=True, kw_only=True):
    """Third-party libraries as installed here."""

    names: tuple[str, ...] = ()  # what is asked for, sorted
    entries: tuple[Path, ...] = ()  # files and folders of package folders, sorted
    own: tuple[str, ...] = ()  # other modules that a zygote imports after them
    variables: tuple[tuple[str, str], ...] = ()  # of the environment, that they are found with
    idle: tuple[str, ...] = ()  # slow ones that no zygote needs to import
    standard: tuple[str, ...] = ()  # what is found of the standard library; () = all of it
    # A child may load machine code of which its zygote knows nothing.
    machine_code: bool = True
    interpreter: Interpreter | None = None  # whose they are; None: of the Python that runs grader

    @property
    def draws(self) -> bool:
        """Whether matplotlib itself is there, not its recorder."""
        return DRAWING in self.names

    @property
    def importable(self) -> list[str]:
        """Modules that are found once a program is there, beside those that are allowed to it."""
        standard = self.standard or sorted(standard_library(self.interpreter))
        return [*standard, *sorted({entry.name.partition(".")[0] for entry in self.entries})]

    @property
    def folders(self) -> tuple[Path, ...]:
        """The package folders that the entries are in."""
        return tuple(sorted({entry.parent for entry in self.entries}))

    def search_path(self, *, contained: bool) -> list[str]:
        """Lists the folders in which a guest looks for them."""
        return [*self._shown(contained=contained).values()]

    def readable(self, portion: Self, *, contained: bool) -> list[str]:
        """Lists what Landlock lets a guest read of these that gets no more than a portion."""
        if contained and portion.entries == self.entries:  # there is nothing else in the container
            return [str(PLACE)] if self.entries else []
        return self._places(portion.entries, contained=contained)

    def mounts(self) -> list[tuple[Path, str]]:
        """Pairs each entry with its place in a container."""
        return [*zip(self.entries, self._places(self.entries, contained=True), strict=True)]

    def _places(self, entries: Iterable[Path], *, contained: bool) -> list[str]:
        shown = self._shown(contained=contained)
        return [f"{shown[entry.parent]}/{entry.name}" for entry in entries]

    @property
    def slow(self) -> bool:
        """Whether importing them takes so long that exercises share a zygote for that."""
        return not SLOW.keys().isdisjoint(self.names)

    def absent(self, other: Self) -> list[str]:
        """Names the modules of the top level that are here and not there."""
        here, there = (
            {entry.name.partition(".")[0] for entry in each.entries} for each in (self, other)
        )
        return sorted(here - there)

    @property
    def preloads(self) -> tuple[str, ...]:
        """Modules that a zygote imports."""
        named = (module for name in self.names for module in PRELOADS.get(name, ()))
        return tuple(
            module
            for module in (*named, *self.own)
            if not any(_is_in(module, name) for name in self.idle)
        )

    def mentioned_in(self, texts: Iterable[str], *, alone: bool = False) -> Self:
        """Leaves out of the preloads what a program with these texts does not mention.

        Beside PyTorch SciPy makes no difference, and a class gets by with fewer zygotes; but where
        a program is `alone`, it takes a fifth of the start.
        """
        everything = "\n".join(texts)

        def asks_for(module: SlowModule, package: str) -> bool:
            mentioned = re.search(module.mentioned, everything) is not None
            if module.warms_up:  # it is worth it for more than one child
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
        """Whether a zygote with these has imported all that one with those would have."""
        missing = {*self.idle} - {*other.idle, *WARMING_UP}  # without which all is there
        return replace(self, idle=other.idle) == other and not missing

    @property
    def after_fork(self) -> tuple[str, ...]:
        """Modules that a child imports before it gets a program."""
        packages = (PACKAGES[name] for name in self.names if name in PACKAGES)
        return tuple(module for package in packages for module in package.after_fork)

    def _shown(self, *, contained: bool) -> dict[Path, str]:
        """Says how each package folder is called where a guest looks for it."""
        folders = enumerate(self.folders)
        return {folder: f"{PLACE}/{at}" if contained else str(folder) for at, folder in folders}


def _is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


@cache
def find_libraries(names: tuple[str, ...], interpreter: Interpreter | None = None) -> Libraries:
    """Finds what the libraries consist of; names that are not installed are left out."""
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
    """Names the distributions that a module comes from; most are called like it."""
    called = DISTRIBUTIONS.get(name, name)
    if distribution_of(called, folders) is not None:
        return [called]
    return providers(folders).get(name, [])


def _with_requirements(names: Collection[str], folders: Folders) -> "Mapping[str, Distribution]":
    """Follow the requirements; those of an extra where it is asked for, as in "rocm[libraries]".

    Other conditions of a marker are not evaluated: what is not installed is left out anyway.
    """
    distributions: dict[str, Distribution] = {}
    waiting = [(_normal(name), "") for name in names]
    followed: set[tuple[str, str]] = set()  # a distribution, and one of its extras or none
    while waiting:
        name, extra = need = waiting.pop()
        distribution = None if need in followed else _distribution(name, folders)
        followed.add(need)
        if distribution is None:
            continue
        distributions[name] = distribution
        for line in _requirements(distribution):
            wanted = NEED.match(line)
            asked_by = {_normal(one or other) for one, other in EXTRA.findall(line)}
            if wanted is None or extra not in (asked_by or {""}):
                continue
            extras = (wanted[2] or "").split(",")
            more = {_normal(part.strip()) for part in ("", *extras)}
            waiting += [(_normal(wanted[1]), part) for part in more]
    return distributions


def _spelled_name(distribution: "Distribution") -> str:
    """Return its name in capital and small letters, as its metadata spell it."""
    named = DISTRIBUTION_NAME.search(distribution.read_text("METADATA") or "")
    return named[1] if named else ""


@cache
def _distribution(name: str, folders: Folders) -> "Distribution | None":
    """Finds what is installed; what exercises allow overlaps, and is read once."""
    return distribution_of(name, folders)


@cache
def _requirements(distribution: "Distribution") -> Collection[str]:
    """Reads the requirements off the head of the metadata; a README behind it takes much longer."""
    text = distribution.read_text("METADATA")
    if text is None:  # an older form
        return distribution.requires or ()
    return REQUIREMENT.findall(text.partition("\n\n")[0])


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@cache
def _entries(distribution: "Distribution") -> tuple[Path, ...]:
    """Gives the entries of the package folder that a distribution has put there."""
    home = Path(str(distribution.locate_file(""))).resolve()
    record = distribution.read_text("RECORD")
    if record is None:
        names = {file.parts[0] for file in distribution.files or ()}
    else:  # PyTorch's has ten thousand lines, of which only the first folder is asked
        names = {line.lstrip('"').split("/", 1)[0].split(",", 1)[0] for line in record.splitlines()}
    apart = ("", "..", "__pycache__")
    return tuple(home / name for name in names if name not in apart and not name.endswith(".pth"))


def _found_entries(name: str, folders: Folders) -> Iterator[Path]:
    """Looks where the import would look: a system's packages do not list their files."""
    spec = spec_of(name, folders)
    places = list(spec.submodule_search_locations or ()) if spec else []
    for place in places or ([spec.origin] if spec and spec.origin else []):
        path = Path(place)
        if path.is_absolute():
            yield path
            yield path.with_name(f"{name}.libs")
