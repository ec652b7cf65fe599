"""Which files of this installation the libraries of an exercise consist of, and nothing else.

In: top-level names, such as "torch". Out: the entries of the package folders that belong to them
and to what they need, with the places where a guest sees them.
"""

import importlib.util
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path, PurePosixPath

PLACE = PurePosixPath("/libraries")  # where a container shows them
# What they use when it is there, without asking for it when they are installed.
USED = {"torch": ("numpy",), "cupy": ("scipy", "nvidia")}
NAME = re.compile(r"^[A-Za-z0-9._-]+")
# What is imported before a child is forked: slow parts that programs ask for sooner or later.
# The first optimizer of PyTorch imports torch._dynamo, which takes longer than PyTorch itself.
PRELOADS = {
    "numpy": ("numpy", "numpy.linalg", "numpy.fft", "numpy.random", "numpy.lib.stride_tricks"),
    "scipy": ("scipy.signal", "scipy.ndimage", "scipy.linalg"),
    "torch": ("numpy", "torch", "torch.nn.functional", "torch._dynamo"),
    # What reports are read with; PDFium's C library is loaded by the import of "raw".
    "PIL": (
        "PIL.Image",
        *(f"PIL.{kind}ImagePlugin" for kind in ("Png", "Jpeg", "Gif", "Bmp", "Tiff")),
    ),
    "lxml": ("lxml.etree",),
    "pypdf": ("pypdf", "pypdf.generic"),
    "pypdfium2": ("pypdfium2", "pypdfium2.raw"),
}
# These may touch a device when they are imported, which no forked child survives.
AFTER_FORK = {"cupy": ("cupy",)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Libraries:
    """Third-party libraries as installed here."""

    names: tuple[str, ...] = ()  # what is asked for, sorted
    entries: tuple[Path, ...] = ()  # files and folders of package folders, sorted
    own: tuple[str, ...] = ()  # other modules that a zygote imports after them
    # A child may load machine code of which its zygote knows nothing.
    machine_code: bool = True

    @property
    def folders(self) -> tuple[Path, ...]:
        """The package folders that the entries are in."""
        return tuple(sorted({entry.parent for entry in self.entries}))

    def search_path(self, *, contained: bool) -> list[str]:
        """Lists the folders in which a guest looks for them."""
        return [self._shown(folder, contained=contained) for folder in self.folders]

    def readable(self, *, contained: bool) -> list[str]:
        """Lists what Landlock lets a guest read: a container shows nothing else anyway."""
        if contained:
            return [str(PLACE)] if self.entries else []
        return [str(entry) for entry in self.entries]

    def mounts(self) -> list[tuple[Path, str]]:
        """Pairs each entry with its place in a container."""
        return [
            (entry, f"{self._shown(entry.parent, contained=True)}/{entry.name}")
            for entry in self.entries
        ]

    @property
    def preloads(self) -> tuple[str, ...]:
        """Modules that a zygote imports."""
        found = tuple(module for name in self.names for module in PRELOADS.get(name, ()))
        return (*found, *self.own)

    @property
    def after_fork(self) -> tuple[str, ...]:
        """Modules that a child imports before it gets a program."""
        return tuple(module for name in self.names for module in AFTER_FORK.get(name, ()))

    def _shown(self, folder: Path, *, contained: bool) -> str:
        return str(PLACE / str(self.folders.index(folder))) if contained else str(folder)


@cache
def find_libraries(names: tuple[str, ...]) -> Libraries:
    """Finds what the libraries consist of; names that are not installed are left out."""
    entries: set[Path] = set()
    for name in dict.fromkeys([*names, *(more for one in names for more in USED.get(one, ()))]):
        for distribution in _with_requirements(_providers().get(name, ())):
            entries.update(_entries(distribution))
        entries.update(_found_entries(name))
    kept = [entry for entry in entries if entry.exists()]
    return Libraries(names=tuple(sorted(names)), entries=tuple(sorted(kept)))


@cache
def _providers() -> dict[str, list[str]]:
    return dict(metadata.packages_distributions())


def _with_requirements(names: Collection[str]) -> list[metadata.Distribution]:
    """Follows the requirements, but for those of extras."""
    found: dict[str, metadata.Distribution] = {}
    waiting = list(names)
    while waiting:
        name = _normal(waiting.pop())
        if name in found:
            continue
        try:
            found[name] = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        needs = [line for line in found[name].requires or () if "extra ==" not in line]
        waiting += [match.group() for line in needs if (match := NAME.match(line))]
    return list(found.values())


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _entries(distribution: metadata.Distribution) -> Iterator[Path]:
    """Gives the entries of the package folder that a distribution has put there."""
    home = Path(str(distribution.locate_file(""))).resolve()
    for name in {file.parts[0] for file in distribution.files or ()}:
        if name not in ("..", "__pycache__") and not name.endswith(".pth"):
            yield home / name


def _found_entries(name: str) -> Iterator[Path]:
    """Looks where the import would look: a system's packages do not list their files."""
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return
    places = list(spec.submodule_search_locations or ()) if spec else []
    for place in places or ([spec.origin] if spec and spec.origin else []):
        path = Path(place)
        if path.is_absolute():
            yield path
            yield path.with_name(f"{name}.libs")
