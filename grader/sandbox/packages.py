"""What is installed in the package folders of a Python: distributions, and where modules lie.

`folders` are those of another Python; without them it is asked about the one that runs grader.
Reading another's metadata takes no process of its own.
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
    """Return what is installed under the name of a distribution, or None."""
    from importlib import metadata  # many programs use none of what is installed

    try:
        if folders is None:
            return metadata.distribution(name)
        return next(iter(metadata.distributions(name=name, path=[*folders])), None)
    except metadata.PackageNotFoundError:
        return None


@cache
def providers(folders: Folders = None) -> Mapping[str, Sequence[str]]:
    """Return the distributions that bring each top-level module; it reads all that is installed."""
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
    """Find a module as an import of it would; packages of a system may come without metadata."""
    try:
        if folders is None:
            return importlib.util.find_spec(name)
        return PathFinder.find_spec(name, [*folders])
    except (ImportError, ValueError):
        return None


def installed_versions(names: Collection[str], folders: Folders = None) -> Mapping[str, str]:
    """Gives the version of each top-level module that can be imported; "" if nobody says it.

    A library is published under several distribution names: cupy as cupy-cuda12x, cupy-rocm-7-0 …
    Only for those all that is installed is gone through, which takes a tenth of a second and more.
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
