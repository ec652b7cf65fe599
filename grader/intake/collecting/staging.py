"""A private folder in which downloads are opened before anything is placed."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from grader.model.errors import IntakeError

PREFIX = ".collecting-"

_LEFT_BEHIND = 86_400  # seconds; nobody collects for a day


@contextmanager
def staging_beside(target: Path, *, dry_run: bool) -> Iterator[Path]:
    """Makes a folder beside the target, and removes it whatever happens. Raises IntakeError.

    Beside, so that files can be moved into place at once; what a killed grader left is cleared
    away, because it holds what students wrote.
    """
    beside = target.parent
    try:
        if dry_run:
            beside = next(one for one in target.parents if one.is_dir())
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
        with suppress(FileNotFoundError):  # its own grader was quicker
            if time.time() - left.lstat().st_mtime > _LEFT_BEHIND:
                shutil.rmtree(left, ignore_errors=True)
