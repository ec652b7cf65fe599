"""The distribution's extras: the libraries of each, and the command that installs it here."""

import os
import sys
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

from grader.model.errors import GraderError

DISTRIBUTION = "saiten"
CALLED_AS = "GRADER_CALLED_AS"  # set by a kit's kit.py, which installs and runs us

EXTRAS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "report": ("lxml", "PIL", "pypdfium2"),
        "plots": ("matplotlib",),
        "numpy": ("scipy",),
        "torch": ("torch",),
        "c": ("tree_sitter", "tree_sitter_c"),
        "review": ("flask", "waitress", "werkzeug"),
        "cluster": ("cryptography", "dask", "dask_jobqueue", "distributed"),
        "ta": ("jinja2", "markupsafe", "openpyxl", "pandas", "tomlkit"),
    }
)
"""Import names for each extra; pyproject.toml says for whom each is."""

DISTRIBUTIONS: Mapping[str, str] = MappingProxyType(
    {
        "PIL": "pillow",
        "dask": "distributed",
        "dask_jobqueue": "dask-jobqueue",
        "markupsafe": "jinja2",
        "tree_sitter": "tree-sitter",
        "tree_sitter_c": "tree-sitter-c",
        "werkzeug": "flask",
    }
)
"""Packages that provide libraries imported under another name."""


class LibraryMissing(GraderError):
    """A library of an extra is not installed here; the sentence says how to install it."""

    exit_code = 3

    @classmethod
    def of_extra(cls, extra: str, names: Iterable[str]) -> "LibraryMissing":
        """Name the missing libraries of an extra."""
        return cls(
            "this needs what is not installed here: {names}. To install it: {command}",
            names=", ".join(_distributions(names)),
            command=install_extras([extra]),
        )

    @classmethod
    def of_import(cls, error: ModuleNotFoundError) -> "LibraryMissing | None":
        """Explain an import that failed; None if no extra brings the module."""
        name = (error.name or "").partition(".")[0]
        extra = extra_of(name)
        return cls.of_extra(extra, [name]) if extra else None


def require(extra: str) -> None:
    """Raise LibraryMissing unless every library of an extra is installed."""
    if missing := [name for name in EXTRAS[extra] if find_spec(name) is None]:
        raise LibraryMissing.of_extra(extra, missing)


def extra_of(name: str) -> str:
    """Find the extra that brings a library; "" if none does."""
    return next((extra for extra, names in EXTRAS.items() if name in names), "")


def install_extras(extras: Iterable[str]) -> str:
    """Return the command that adds extras to the present installation, whatever its source.

    pip keeps the installed version of the distribution, and only adds what the extras lack.
    """
    from importlib import metadata

    wanted = sorted(extras)
    if os.environ.get(CALLED_AS):
        return install_command(wanted)
    try:
        metadata.distribution(DISTRIBUTION)
    except metadata.PackageNotFoundError:  # run from the source folder
        return install_command(_distributions(name for extra in wanted for name in EXTRAS[extra]))
    return install_command([f'"{DISTRIBUTION}[{",".join(wanted)}]"'])


def _distributions(names: Iterable[str]) -> Iterable[str]:
    return dict.fromkeys(DISTRIBUTIONS.get(name, name) for name in names)


def install_command(packages: Iterable[str]) -> str:
    """Return the command that installs packages for this Python."""
    if called := os.environ.get(CALLED_AS):
        return " ".join([called, "install", *packages])
    if find_spec("pip") is None:  # an environment made by uv
        return " ".join(["uv pip install --python", quoted(sys.executable), *packages])
    return " ".join([interpreter_as_called(), "-m pip install", *packages])


def interpreter_as_called() -> str:
    """Return how the Python of this process is started again."""
    typed = sys.orig_argv[0] if "-m" in sys.orig_argv else sys.executable
    if os.name == "nt" and Path(typed).is_absolute() and sys.prefix == sys.base_prefix:
        return "py"  # the launcher passes the full path on
    return quoted(typed)


def quoted(name: str) -> str:
    """Quote a name with blanks, as one types it on a command line."""
    return f'"{name}"' if " " in name else name
