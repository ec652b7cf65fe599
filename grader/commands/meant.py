"""Suggest which part of a library was meant: `plt.xlable`, `matplotlib.pylot`.

Names are looked up in the library that is installed here: its files are read, not imported.
"""

import importlib.util
import pkgutil
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from grader.model.run import Traceback
from grader.sandbox import missing_attribute, near

NO_ATTRIBUTE = re.compile(r"module '([\w.]+)' has no attribute '(\w+)'")
NO_SUBMODULE = re.compile(r"No module named '([\w.]+)\.(\w+)'")
NO_MEMBER = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")
DEFINED = re.compile(r"^(?:def|class)\s+(\w+)|^(\w+)\s*(?::[^=\n]+)?=", re.MULTILINE)
MOST_BYTES = 2_000_000  # larger files of a library are not read


def meant_by(error: Traceback) -> str:
    """Return the name that a missing attribute or submodule may stand for, or ""."""
    message = error.message
    if found := NO_SUBMODULE.match(message):
        meant = near(found[2], _submodules(found[1]))
        return f"{found[1]}.{meant}" if meant else ""
    if found := NO_MEMBER.match(message):
        return near(found[1], [*_submodules(found[2]), *_members(found[2])])
    if found := NO_ATTRIBUTE.match(message):
        return missing_attribute(error) or near(found[2], _members(found[1]))
    return missing_attribute(error)


def _folder(package: str) -> Path | None:
    """Find a package's folder without importing the package."""
    root, *inner = package.split(".")
    try:
        spec = importlib.util.find_spec(root)
    except (ImportError, ValueError):
        return None
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations))).joinpath(*inner)


def _submodules(package: str) -> list[str]:
    folder = _folder(package)
    found = pkgutil.iter_modules([str(folder)]) if folder is not None else ()
    return [module.name for module in found if not module.name.startswith("_")]


def _members(module: str) -> Iterator[str]:
    """Yield the names of a module: from the loaded module, else from its file."""
    if module in sys.modules:
        yield from (name for name in dir(sys.modules[module]) if not name.startswith("_"))
        return
    folder = _folder(module)
    if folder is None:
        return
    file = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
    if file.is_file() and file.stat().st_size <= MOST_BYTES:
        text = file.read_text(encoding="utf-8", errors="replace")
        yield from (one or other for one, other in DEFINED.findall(text))
