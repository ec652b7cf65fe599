"""The target folder: list its contents, and write into it and nowhere else."""

import hashlib
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

from msgspec import Struct, field

from grader.files import put_in_place
from grader.model.errors import IntakeError

_CHUNK = 1 << 20  # bytes
_READ = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)  # do not block on a FIFO
    | getattr(os, "O_BINARY", 0)
)


PREFIX = ".collecting-"
_STALE_SECONDS = 86_400  # seconds; no run takes a day


class Disk(Struct):
    """The target before anything is written. Paths are relative to it, with "/"."""

    root: Path
    digests: dict[str, str] = field(default_factory=dict)

    def files(self, folder: str) -> list[str]:
        """List all non-folders below a folder, including links. Raises IntakeError."""
        self.refuse_links(f"{folder}/")
        if not (self.root / folder).is_dir():
            return []
        return sorted(self._below(folder))

    def has(self, folder: str) -> bool:
        """Return whether a folder exists."""
        return (self.root / folder).is_dir()

    def digest(self, path: str) -> str:
        """Return the SHA-256 of a file; "" if it is missing or no regular file."""
        if path not in self.digests:
            try:
                self.digests[path] = digest_of(self.root / path)
            except OSError:
                self.digests[path] = ""
        return self.digests[path]

    def refuse_links(self, path: str) -> None:
        """Raise IntakeError if a parent folder of a path is a link or no folder."""
        *folders, _ = path.split("/")
        here = self.root
        for folder in folders:
            here /= folder
            try:
                mode = here.lstat().st_mode
            except FileNotFoundError:
                return
            if stat.S_ISLNK(mode):
                raise IntakeError("{path} is a link; grader writes only to real folders", path=here)
            if not stat.S_ISDIR(mode):
                raise IntakeError(
                    "{path}: is not a folder; move it elsewhere and run grader collect again",
                    path=here,
                )

    def write(self, path: str, source: Path, digest: str, staging: Path) -> None:
        """Write a file atomically. Raises IntakeError."""
        self.refuse_links(path)
        target = self.root / path
        self._make_folders(target.parent)
        put_in_place(self.copy(source, digest, staging), target)
        self.digests[path] = digest

    def move(self, path: str, source: Path, digest: str) -> None:
        """Move a file into place that is ours alone and was verified before. Raises IntakeError."""
        self.refuse_links(path)
        target = self.root / path
        self._make_folders(target.parent)
        source.chmod(0o600)
        put_in_place(source, target)
        self.digests[path] = digest

    def copy(self, source: Path, digest: str, staging: Path) -> Path:
        """Make a private copy of a file. Raises IntakeError if its bytes have changed."""
        handle, name = tempfile.mkstemp(dir=staging)
        with os.fdopen(handle, "wb") as file:
            if _copy(source, file.fileno()) != digest:
                raise IntakeError(
                    "{path}: changed while it was being collected; run grader collect again",
                    path=source,
                )
        return Path(name)

    def rename(self, folder: str, new: str) -> None:
        """Move a folder to a path that does not exist yet. Raises IntakeError."""
        self.refuse_links(f"{new}/")
        self._make_folders((self.root / new).parent)
        (self.root / folder).rename(self.root / new)

    def take_in(self, source: Path, path: str) -> None:
        """Move a complete folder or file to a path that does not exist yet. Raises IntakeError."""
        self.refuse_links(path)
        self._make_folders((self.root / path).parent)
        source.rename(self.root / path)

    def remove_tree(self, folder: str) -> None:
        """Remove a folder and its contents, and parents that become empty."""
        shutil.rmtree(self.root / folder)
        self.remove_if_empty(folder.rpartition("/")[0])

    def remove_if_empty(self, folder: str) -> None:
        """Remove a folder and its parents, as far as they are empty."""
        with suppress(OSError):
            for path in (folder, *map(str, PurePosixPath(folder).parents)):
                if path != ".":
                    (self.root / path).rmdir()

    def _make_folders(self, folder: Path) -> None:
        if folder != self.root and not folder.is_dir():
            self._make_folders(folder.parent)
            folder.mkdir(mode=0o700, exist_ok=True)

    def _below(self, folder: str) -> Iterator[str]:
        with os.scandir(self.root / folder) as listing:
            names = list(listing)
        for entry in names:
            path = f"{folder}/{entry.name}"
            if not entry.is_dir(follow_symlinks=False):
                yield path
            else:
                yield from self._below(path)


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a regular file. Raises OSError."""
    return _copy(path, None)


def _copy(source: Path, target: int | None) -> str:
    """Read a regular file, not through a link; return the SHA-256 of what was read."""
    digest = hashlib.sha256()
    with os.fdopen(os.open(source, _READ), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(f"{source}: is no file")
        while block := file.read(_CHUNK):
            digest.update(block)
            if target is not None:
                _write_all(target, block)
    return digest.hexdigest()


def _write_all(target: int, block: bytes) -> None:
    left = memoryview(block)
    while left:
        left = left[os.write(target, left) :]


@contextmanager
def staging_beside(target: Path, *, dry_run: bool) -> Iterator[Path]:
    """Yield a temporary folder beside the target and remove it in any case. Raises IntakeError.

    It is beside the target so that files can be renamed into place. Folders of a killed run are
    removed, because they hold students' work.
    """
    beside = target.parent
    try:
        if dry_run:
            beside = next(parent for parent in target.parents if parent.is_dir())
        else:
            beside.mkdir(parents=True, exist_ok=True)
        _clear_away(beside)
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=beside))
    except OSError as error:
        raise IntakeError(
            "{path}: cannot be written: {reason}", path=beside, reason=error.strerror
        ) from error
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _clear_away(beside: Path) -> None:
    for left in beside.glob(f"{PREFIX}*"):
        with suppress(FileNotFoundError):  # its own run removed it first
            if time.time() - left.lstat().st_mtime > _STALE_SECONDS:
                shutil.rmtree(left, ignore_errors=True)
