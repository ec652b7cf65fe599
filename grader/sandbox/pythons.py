"""Find other Pythons on this machine, and ask each what it is.

Searched in this order: programs called python3.N in the folders of PATH, the versions of pyenv, the
folder of uv. The first of each version wins, so a site selects one, such as a virtual environment
with NumPy, by a folder in PATH. A program found is run once to report where its library is; nothing
of a student's is involved.
"""

import json
import os
import re
import subprocess
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from msgspec import convert
from msgspec.structs import replace

from grader.model.machine import OWN_VERSION, Interpreter
from grader.sandbox.packages import installed_versions

OLDEST, NEWEST = (3, 11), (3, 13)
"""The Pythons that programs may run under: the suite runs under each (tests/pythons)."""
NAMED = re.compile(r"python(3\.\d+)(?:\.exe)?")
SECONDS = 20.0  # per answer; 0.05 is usual
ASK = """
import json, os, sys, sysconfig
packages = {"site-packages", "dist-packages"}
free_threaded = sysconfig.get_config_var("Py_GIL_DISABLED")
print(json.dumps({
    "usable": sys.implementation.name == "cpython" and not free_threaded,
    "version": "%d.%d" % sys.version_info[:2],
    "release": "%d.%d.%d" % sys.version_info[:3],
    "python": os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable),
    "library": os.path.realpath(sysconfig.get_path("stdlib")),
    "multiarch": sysconfig.get_config_var("MULTIARCH") or "",
    "folders": [os.path.realpath(x) for x in sys.path if os.path.basename(x) in packages],
    "standard": sorted(sys.stdlib_module_names),
}))
"""


def find_pythons(
    versions: Collection[str], libraries: Collection[str] = ()
) -> tuple[Interpreter, ...]:
    """Return the interpreters of these versions except grader's own, with their libraries."""
    found = (_find(version) for version in sorted({*versions} - {OWN_VERSION}))
    return tuple(_with_packages(each, libraries) for each in found if each is not None)


def versions_here() -> list[str]:
    """List the versions that programs could run under, judging by file names."""
    named = {version for version, _ in _candidates(os.environ)}
    known = {version for version in named if OLDEST <= _numbers(version) <= NEWEST}
    return sorted(known, key=_numbers)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _with_packages(interpreter: Interpreter, libraries: Collection[str]) -> Interpreter:
    there = installed_versions(libraries, interpreter.folders)
    return replace(interpreter, packages=tuple(sorted(there.items())))


@cache
def _find(version: str) -> Interpreter | None:
    """Ask one candidate after the other until one is a CPython of that version."""
    candidates = (path for name, path in _candidates(os.environ) if name == version)
    answers = (_ask(path) for path in dict.fromkeys(candidates))
    return next((each for each in answers if each and each.version == version), None)


def _candidates(environ: Mapping[str, str]) -> Iterator[tuple[str, Path]]:
    home = Path(environ.get("HOME") or "/nonexistent")
    pyenv = Path(environ.get("PYENV_ROOT") or home / ".pyenv")
    data = Path(environ.get("XDG_DATA_HOME") or home / ".local/share")
    uv = Path(environ.get("UV_PYTHON_INSTALL_DIR") or data / "uv/python")
    on_path = [Path(folder) for folder in environ.get("PATH", "").split(os.pathsep) if folder]
    shims = pyenv / "shims"  # they start the version named in a folder's .python-version
    yield from _named_in(folder for folder in on_path if folder != shims)
    for root in (pyenv / "versions", uv):
        yield from _named_in(folder / "bin" for folder in _newest_first(root))


def _newest_first(root: Path) -> list[Path]:
    try:
        folders = [path for path in root.iterdir() if path.is_dir()]
    except OSError:
        return []
    return sorted(
        folders, key=lambda path: [*map(int, re.findall(r"\d+", path.name))], reverse=True
    )


def _named_in(folders: Iterable[Path]) -> Iterator[tuple[str, Path]]:
    for folder in folders:
        try:
            entries = sorted(entry.name for entry in os.scandir(folder))
        except OSError:
            continue
        for name in entries:
            if (named := NAMED.fullmatch(name)) and folder.is_absolute():
                yield named[1], folder / name


def _ask(path: Path) -> Interpreter | None:
    """Ask an interpreter what it is; None if it fails, or is no plain CPython.

    User packages are enabled, as for grader's own Python; the caller's variables are ignored.
    """
    try:
        run = subprocess.run(  # noqa: S603 - an interpreter of this machine, our own command
            [str(path), "-E", "-c", ASK],
            check=False,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=SECONDS,
            cwd="/",
        )
        answer = json.loads(run.stdout)
        if not answer.pop("usable"):
            return None
        return convert({"path": str(path), **answer}, Interpreter)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, subprocess.TimeoutExpired):
        return None
