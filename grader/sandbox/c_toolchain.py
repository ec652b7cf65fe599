"""The C compiler of this machine: where its programs, headers and start files are.

Only the compiler itself is asked, about itself; a student's source is compiled in c_compiling.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from grader.sandbox.passage import Passage

PLACES = "/usr/local/bin:/usr/bin:/bin"  # of a system's own compiler, not of somebody's home
TOOLS = ("as", "ld", "nm", "objdump")
PARTS = ("cc1", "collect2", "crti.o", "libgcc.a", "libgomp.spec", "liblto_plugin.so")
ASK_SECONDS = 20
HEADERS = re.compile(r"^ (/\S+)$", re.MULTILINE)
NUMBER = re.compile(r"\b(\d+(?:\.\d+)+)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Toolchain:
    """A compiler that answers."""

    gcc: str
    nm: str
    objdump: str
    version: str  # "12.2.0"
    seen: tuple[str, ...]  # files and folders that compiling reads, sorted
    repeats: bool = True  # it calls itself what it is called, whatever that is

    @property
    def search_path(self) -> str:
        """The folders of its programs, as in PATH."""
        tools = (Path(path).parent for path in (self.gcc, self.nm))
        return ":".join(dict.fromkeys([*map(str, tools), *PLACES.split(":")]))

    def passage(self, writable: tuple[str, ...] = ()) -> Passage:
        """Gives the way of a guest to it."""
        return Passage(folders=self.seen, writable=writable, tools=True)


@cache
def find_toolchain() -> Toolchain | None:
    """Asks the compiler of this machine for its parts, once; None when there is none."""
    if sys.platform != "linux":
        return None
    found = {name: shutil.which(name, path=PLACES) for name in ("gcc", *TOOLS)}
    if not all(found.values()):
        return None
    gcc = str(found["gcc"])
    try:
        version = NUMBER.search(_asked(gcc, "-dumpfullversion", "-dumpversion"))
        seen = {*map(str, found.values()), *_parts(gcc), *_header_folders(gcc)}
    except (OSError, subprocess.SubprocessError):
        return None
    seen |= _shared_folders([*map(str, found.values()), *_parts(gcc)])
    kept = sorted(path for path in {*seen, "/etc/ld.so.cache"} if Path(path).exists())
    return Toolchain(
        gcc=gcc,
        nm=str(found["nm"]),
        objdump=str(found["objdump"]),
        version=version.group(1) if version else "",
        seen=tuple(kept),
        repeats=_repeats_its_name(gcc),
    )


def compiler_version() -> str | None:
    """Says which compiler exercises in C are compiled with; None when there is none."""
    toolchain = find_toolchain()
    return toolchain.version if toolchain else None


def _asked(gcc: str, *question: str) -> str:
    run = subprocess.run(  # noqa: S603 - the compiler is asked about itself
        [gcc, *question],
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=ASK_SECONDS,
        env={"PATH": PLACES, "LC_ALL": "C"},
        encoding="utf-8",
        errors="replace",
    )
    return run.stdout


def _repeats_its_name(gcc: str) -> bool:
    """Tries a made-up name: what stands in for a compiler may go by the name that it has."""
    name = Path(gcc).resolve().with_name("grader-asks")
    run = subprocess.run(  # noqa: S603 - the compiler is asked about itself
        [str(name)],
        executable=gcc,
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=ASK_SECONDS,
        env={"PATH": PLACES, "LC_ALL": "C"},
    )
    return run.stderr.startswith(f"{name.name}: fatal error: no input files".encode())


def _parts(gcc: str) -> list[str]:
    """Finds the folders of what the compiler consists of; a bare name is what it did not find."""
    answers = [_asked(gcc, f"-print-prog-name={name}") for name in PARTS[:2]]
    answers += [_asked(gcc, f"-print-file-name={name}") for name in PARTS[2:]]
    paths = [Path(answer.strip()) for answer in answers]
    return [str(path.parent.resolve()) for path in paths if path.is_absolute()]


def _header_folders(gcc: str) -> Iterator[str]:
    """Reads where it looks for headers off what it says when it preprocesses nothing."""
    said = _asked(gcc, "-E", "-v", "-x", "c", "/dev/null")
    _, _, listed = said.partition("#include <...>")
    for path in HEADERS.findall(listed.partition("End of search list")[0]):
        yield str(Path(path).resolve())


def _shared_folders(programs: Iterable[str]) -> set[str]:
    """Gives where the programs' own shared libraries may be, beside the system's folders."""
    homes = {Path(program).resolve().parent.parent for program in programs}
    nested = [home / name for home in homes for name in ("lib", "lib64")]
    return {str(path) for path in nested if path.is_dir() and _is_local(path)}


def _is_local(path: Path) -> bool:
    return path.is_relative_to("/usr/local")
