"""Opens one download: a zip from an LMS, or the folder that somebody unpacked it into."""

import tempfile
from pathlib import Path

from grader.intake.archives import formats
from grader.intake.archives.entries import Unopenable
from grader.intake.archives.folders import take_folder
from grader.intake.archives.inflating import Staging
from grader.intake.archives.limits import ArchiveLimits, Meter
from grader.intake.archives.nested import open_nested
from grader.intake.archives.shelf import Shelf, Where
from grader.intake.archives.unpacking import unpack
from grader.model.collection import Download, Refusal
from grader.model.errors import IntakeError
from grader.tables import printable

_DEFAULT = ArchiveLimits()

_SENTENCES = {  # by Unopenable's detail
    "empty file": "{path}: is empty (0 bytes); download it again",
    "web page": (
        "{path}: is a web page and no zip: the LMS no longer knew you; log in and download it again"
    ),
    "split": "{path}: is one part of a split archive; download it as one file, or join the parts",
    "broken off": "{path}: is damaged and holds no whole file; download it again",
    "not a zip": "{path}: is no zip; give the zip from the LMS, or the folder it was unpacked into",
    "document": (
        "{path}: is a document and no download of a class; give the zip from the LMS, or a folder"
    ),
}
_FORMAT = "{path}: is a {format} archive, which is not opened here; unpack it and give the folder"
_ENCRYPTED = "{path}: needs a password; unpack it with the password and give the folder"


def open_download(path: Path, staging: Path, limits: ArchiveLimits = _DEFAULT) -> Download:
    """Unpacks a download below `staging`, under names of our own; a folder's files stay there.

    Raises IntakeError when the path cannot be used at all; everything else is in the Download.
    """
    shown = printable(str(path))
    try:
        real = path.resolve(strict=True)
    except (OSError, ValueError, RuntimeError) as error:  # also a NUL in it, links in a circle
        raise IntakeError("{path}: there is no such file or folder", path=shown) from error
    if not (real.is_dir() or real.is_file()):  # a pipe would be waited for
        raise IntakeError(_SENTENCES["not a zip"], path=shown)
    name = real.name if path.name in {"", ".."} else path.name
    shelf = _shelf(name, staging, limits)
    try:
        encoding = take_folder(shelf, real) if real.is_dir() else unpack(shelf, real, Where())
        open_nested(shelf)
    except Unopenable as error:
        raise _refused(shown, path.name, error) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise IntakeError(
            "{path}: cannot be read or written: {reason}", path=shown, reason=reason
        ) from error
    return Download(
        name=shelf.name,
        members=tuple(shelf.members.values()),
        refused=tuple(shelf.refused),
        repairs=tuple(shelf.repairs),
        encoding=encoding,
    )


def _shelf(name: str, staging: Path, limits: ArchiveLimits) -> Shelf:
    try:
        staging.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder = Path(tempfile.mkdtemp(prefix="opened-", dir=staging))
    except OSError as error:
        shown, reason = printable(str(staging)), error.strerror or str(error)
        raise IntakeError(
            "{path}: cannot be written: {reason}", path=shown, reason=reason
        ) from error
    return Shelf(
        name=printable(name),
        limits=limits,
        staging=Staging(folder=folder),
        meter=Meter(limits=limits),
    )


def _refused(shown: str, name: str, error: Unopenable) -> IntakeError:
    if error.refusal is Refusal.ENCRYPTED:
        return IntakeError(_ENCRYPTED, path=shown)
    detail = "split" if error.detail == "not a zip" and formats.is_part(name) else error.detail
    if detail not in _SENTENCES:
        return IntakeError(_FORMAT, path=shown, format=detail)
    return IntakeError(_SENTENCES[detail], path=shown)
