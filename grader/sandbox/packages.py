"""Find installed packages of a Python: their distributions and where their modules are.

`folders` are the package folders of another Python; None means the Python that runs grader.
Reading another Python's metadata needs no process.
"""

import importlib.util
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import Distribution

Folders = tuple[str, ...] | None


def distribution_of(name: str, folders: Folders = None) -> "Distribution | None":
    """Return the installed distribution of this name, or None."""
    from importlib import metadata  # many programs need no packages

    try:
        if folders is None:
            return metadata.distribution(name)
        return next(iter(metadata.distributions(name=name, path=[*folders])), None)
    except metadata.PackageNotFoundError:
        return None


@cache
def providers(folders: Folders = None) -> Mapping[str, Sequence[str]]:
    """Map each top-level module to its distributions; reads all metadata."""
    from importlib import metadata

    if folders is None:
        return dict(metadata.packages_distributions())
    found: dict[str, list[str]] = {}
    for distribution in metadata.distributions(path=[*folders]):
        tops = {file.parts[0] for file in distribution.files or ()}
        for module in {top.partition(".")[0] for top in tops if not top.endswith(".pth")}:
            found.setdefault(module, []).append(str(distribution.metadata["Name"]))
    return found


def spec_of(name: str, folders: Folders = None) -> ModuleSpec | None:
    """Return a module's spec as an import would find it; system packages may lack metadata."""
    try:
        if folders is None:
            return importlib.util.find_spec(name)
        return PathFinder.find_spec(name, [*folders])
    except (ImportError, ValueError):
        return None


def installed_versions(names: Collection[str], folders: Folders = None) -> Mapping[str, str]:
    """Return the version of each top-level module that can be imported; "" if unknown.

    A library may have several distribution names: cupy as cupy-cuda12x, cupy-rocm-7-0 … Only for
    those, all metadata is read, which takes a tenth of a second or more.
    """
    versions = {}
    for name in sorted(names):
        version = _version((name,), folders)
        if version or spec_of(name, folders) is not None:
            versions[name] = version or _version(providers(folders).get(name, ()), folders)
    return versions


def _version(names: Collection[str], folders: Folders) -> str:
    found = (distribution_of(name, folders) for name in sorted(set(names)))
    return next((each.version for each in found if each is not None), "")
