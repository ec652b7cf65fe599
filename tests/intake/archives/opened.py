"""Opens what a test made, and says what came of it."""

import os
import tempfile
from pathlib import Path

from grader.intake.archives import ArchiveLimits, open_download
from grader.model.collection import Download, Refusal

STANDARD = ArchiveLimits()


def opened(folder: Path, raw: bytes, limits: ArchiveLimits = STANDARD) -> Download:
    """Writes an archive into a folder and opens it there."""
    place = Path(tempfile.mkdtemp(dir=folder))
    path = place / "kadai1.zip"
    path.write_bytes(raw)
    return open_download(path, place / "staging", limits)


def contents(download: Download) -> dict[str, bytes]:
    """Reads every member."""
    return {member.name: member.path.read_bytes() for member in download.members}


def refusals(download: Download) -> dict[str, Refusal]:
    """Gives what was refused, by its name."""
    return {entry.entry: entry.refusal for entry in download.refused}


def everything_below(folder: Path) -> set[str]:
    """Lists every name below a folder, links not followed."""
    return {
        os.path.relpath(os.path.join(where, name), folder)  # noqa: PTH118 - names may be any bytes
        for where, folders, files in os.walk(folder)
        for name in (*folders, *files)
    }
