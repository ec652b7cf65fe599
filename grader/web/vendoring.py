"""Find Pyodide's files at the given places, trusting none of them.

A file is accepted if its SHA-256 is in pins.toml or in Pyodide's own pyodide-lock.json.
"""

import hashlib
import json
import tarfile
import tomllib
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

from msgspec import Struct

from grader.commands.options import UsageError

MOST_BYTES = 64 * 2**20  # of one file
SECONDS = 60.0  # timeout of a server
LOCK = "pyodide-lock.json"
MISSING = (
    "{name} was not found; get Pyodide {version} and msgspec, and name their folder with "
    "--pyodide: npm pack pyodide@{version}; {pip}"
)
OTHER = "{place}: is not the {name} of Pyodide {version} (its SHA-256 differs); get that version"
UNREADABLE = "{place}: cannot be read: {reason}"


class Pins(Struct, frozen=True, kw_only=True):
    """The content of pins.toml."""

    version: str
    tag: str
    python: str
    files: Mapping[str, str]
    wheels: Mapping[str, str]

    @classmethod
    def load(cls) -> "Pins":
        """Read pins.toml."""
        text = files("grader.web").joinpath("pins.toml").read_text(encoding="utf-8")
        return cls(**tomllib.loads(text))

    def wheel(self, package: str) -> str:
        """Return the name of a package's wheel."""
        return next(name for name in self.wheels if name.startswith(f"{package}-"))


class Vendor:
    """Finds files at the given places."""

    def __init__(self, places: Sequence[str]) -> None:
        """Start without having read anything."""
        self.pins = Pins.load()
        self._places = places

    def runtime(self) -> dict[str, bytes]:
        """Return Pyodide's own files. Raises UsageError with what is missing and how to get it."""
        names = [name for name in self.pins.files if name != LOCK]
        return {name: self._needed(name, self.pins.files[name]) for name in names}

    def needed_wheel(self, package: str) -> tuple[str, bytes]:
        """Return a package's wheel, from the index or Pyodide's distribution; see `runtime`."""
        wheel = self.wheel(package)
        if wheel is None:
            raise self._missing(self.pins.wheel(package))
        return wheel

    def wheel(self, package: str) -> tuple[str, bytes] | None:
        """Return a package's wheel, if it is at one of the places."""
        pinned = next((name for name in self.pins.wheels if name.startswith(f"{package}-")), "")
        if pinned and (found := self._find(pinned, self.pins.wheels[pinned])) is not None:
            return pinned, found
        entry = self._lock.get(package)
        if entry is None:
            return None
        name = str(entry["file_name"])
        found = self._find(name, str(entry["sha256"]))
        return None if found is None else (name, found)

    @cached_property
    def _lock(self) -> Mapping[str, Any]:
        """The packages of the distribution, by name."""
        found = self._find(LOCK, self.pins.files[LOCK])
        packages: Mapping[str, Any] = json.loads(found)["packages"] if found else {}
        return packages

    def _needed(self, name: str, digest: str) -> bytes:
        found = self._find(name, digest)
        if found is None:
            raise self._missing(name)
        return found

    def _missing(self, name: str) -> UsageError:
        pins = self.pins
        pip = (
            "python -m pip download --no-deps --only-binary=:all: --implementation cp "
            f"--python-version {pins.python} --platform {pins.tag} "
            + " ".join("==".join(wheel.split("-")[:2]) for wheel in pins.wheels)
        )
        return UsageError(MISSING, name=name, version=pins.version, pip=pip)

    def _find(self, name: str, digest: str) -> bytes | None:
        """Find a file in the places given. Raises UsageError for a file of another version."""
        for place in self._places:
            for where, found in _candidates(place, name):
                if hashlib.sha256(found).hexdigest() == digest:
                    return found
                raise UsageError(OTHER, place=where, name=name, version=self.pins.version)
        return None


def _candidates(place: str, name: str) -> Sequence[tuple[str, bytes]]:
    """Read a file of this name from a URL, a folder, or an npm archive."""
    if place.startswith(("https://", "http://")):
        return _fetched(f"{place.rstrip('/')}/{name}")
    path = Path(place)
    try:
        if path.is_dir():
            archives = sorted(path.glob("pyodide-*.tgz"))
            for file in (path / name, path / "package" / name):
                if file.is_file():
                    return [(str(file), file.read_bytes())]
            return [found for archive in archives for found in _packed(archive, name)]
        if path.suffix in {".tgz", ".gz"}:
            return _packed(path, name)
        return [(place, path.read_bytes())] if path.name == name or not path.is_file() else []
    except (OSError, tarfile.TarError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(UNREADABLE, place=place, reason=reason) from error


def _packed(archive: Path, name: str) -> Sequence[tuple[str, bytes]]:
    with tarfile.open(archive) as packed:
        try:
            member = packed.extractfile(f"package/{name}")
        except KeyError:
            return []
        return [] if member is None else [(f"{archive}: {name}", member.read(MOST_BYTES))]


def _fetched(url: str) -> Sequence[tuple[str, bytes]]:
    try:
        with urllib.request.urlopen(url, timeout=SECONDS) as answer:  # noqa: S310  http or https
            return [(url, answer.read(MOST_BYTES))]
    except urllib.error.HTTPError as error:
        if error.code in {403, 404}:  # usual answers for a missing file
            return []
        raise UsageError(UNREADABLE, place=url, reason=f"{error.code} {error.reason}") from error
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "reason", error))
        raise UsageError(UNREADABLE, place=url, reason=reason) from error
