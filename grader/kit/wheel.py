"""Build a wheel of the running grader from its own files, without build tools or network."""

import base64
import hashlib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import grader
from grader import __version__
from grader.export.stable_zip import zip_of
from grader.extras import DISTRIBUTION
from grader.model.errors import GraderError

NAME = f"{DISTRIBUTION}-{__version__}-py3-none-any.whl"
INFO = f"{DISTRIBUTION}-{__version__}.dist-info"
SUFFIXES = frozenset({".py", ".toml", ".json", ".md", ".html", ".css", ".js", ".jinja", ".typed"})
"""The suffixes that pyproject.toml includes in the package."""
WHEEL = f"""\
Wheel-Version: 1.0
Generator: {DISTRIBUTION} {__version__}
Root-Is-Purelib: true
Tag: py3-none-any
"""


def wheel_bytes() -> bytes:
    """Build the wheel; equal files give equal bytes.

    Raises GraderError if the installed distribution has another version: its requirements are
    copied.
    """
    members = dict(sorted({**dict(_package_files()), **dict(_metadata_files())}.items()))
    record = f"{INFO}/RECORD"
    lines = [f"{name},{_digest(data)},{len(data)}\n" for name, data in members.items()]
    return zip_of([*members.items(), (record, "".join([*lines, f"{record},,\n"]).encode())])


def _package_files() -> Iterator[tuple[str, bytes]]:
    folder = Path(grader.__file__).parent
    for path in folder.rglob("*"):
        if path.suffix in SUFFIXES and path.is_file():
            yield path.relative_to(folder.parent).as_posix(), path.read_bytes()


def _metadata_files() -> Iterator[tuple[str, bytes]]:
    try:
        here = metadata.distribution(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        here = None
    if here is None or here.version != __version__:
        raise GraderError(
            "the kit contains grader's wheel, which is made of an installed grader {version}; "
            "install it first (docs/en/install.md)",
            version=__version__,
        )
    for name in ("METADATA", "entry_points.txt", "licenses/LICENSE"):
        if text := here.read_text(name):
            yield f"{INFO}/{name}", text.encode()
    yield f"{INFO}/WHEEL", WHEEL.encode()


def _digest(data: bytes) -> str:
    """Format a SHA-256 as in RECORD."""
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
