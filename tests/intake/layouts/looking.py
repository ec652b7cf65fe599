"""Downloads made of names, and what is recognised in them, for the tests of this room."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from grader.intake.layouts import recognise
from grader.model.collection import Download, Identity, Member, Recognised

TOKYO = ZoneInfo("Asia/Tokyo")
STUDENT_ID = r"\d{2}[A-Z]\d{4}"
WHEN = datetime(2025, 4, 17, 21, 5, 10)  # noqa: DTZ001 - DOS time has no zone
NOWHERE = Path("/nowhere/of/this/name")


def download(
    names: Sequence[str],
    name: str = "download.zip",
    *,
    contents: Mapping[str, bytes] | None = None,
    folder: Path = NOWHERE,
    modified: datetime | None = WHEN,
) -> Download:
    """Makes a download of names; only those with contents have bytes, in `folder`."""
    members = []
    for number, one in enumerate(names):
        path = folder / f"{number}.bin"
        if contents and one in contents:
            path.write_bytes(contents[one])
        members.append(
            Member(name=one, path=path, size_bytes=1, sha256=f"{number:064x}", modified=modified)
        )
    return Download(name=name, members=tuple(members))


def look(
    given: Download | Sequence[str], lms: str = "auto", patterns: Mapping[str, str] | None = None
) -> Recognised:
    """Recognises a download, or one of these names."""
    taken = given if isinstance(given, Download) else download(given)
    return recognise(taken, patterns or {}, lms, TOKYO, student_id=STUDENT_ID)


def who(found: Recognised) -> dict[str, tuple[Identity, str]]:
    """Gives of each member who handed it in, and as what."""
    return {piece.member.name: (piece.who, piece.file) for piece in found.pieces}


def names(members: Sequence[Member]) -> list[str]:
    """Gives the names of members."""
    return [member.name for member in members]
