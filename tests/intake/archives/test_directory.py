"""Finds the directory whatever stands around it."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.intake.archives import ArchiveLimits
from grader.model.collection import Refusal
from grader.model.errors import IntakeError
from tests.intake.archives.making import STREAMED, UTF8, Entry, archive, local, zip_of
from tests.intake.archives.opened import contents, opened, refusals

FILES = {"24A1201/kadai1.py": b"print(1)\n", "24A1202/課題.py": b"print(2)\n"}
ENTRIES = tuple(Entry(name=name, data=data) for name, data in FILES.items())
JUNK = b"MZ" + bytes(1000)


@pytest.mark.parametrize(
    "raw",
    [
        archive(*ENTRIES),
        archive(*ENTRIES, zip64=True),
        archive(*ENTRIES, before=JUNK),
        archive(*ENTRIES, before=JUNK, stated_from=len(JUNK)),
        archive(*ENTRIES, before=JUNK, stated_from=len(JUNK), zip64=True),
        archive(*ENTRIES, comment="授業のコメント".encode()),
        archive(*ENTRIES, after=b"\r\n"),
        archive(*ENTRIES, counted=1),
    ],
    ids=[
        "plain", "Zip64", "junk before", "glued on", "glued on Zip64", "comment",
        "line end after", "counts too few",
    ],
)  # fmt: skip
def test_opens(tmp_path: Path, raw: bytes) -> None:
    """Both files are there and nothing is refused."""
    download = opened(tmp_path, raw)
    assert contents(download) == FILES
    assert refusals(download) == {}


def test_an_empty_zip_holds_nothing(tmp_path: Path) -> None:
    """Nobody handed in: that is no error."""
    assert opened(tmp_path, archive()).members == ()
    assert opened(tmp_path, archive(zip64=True)).members == ()


def test_reads_no_more_than_the_limit(tmp_path: Path) -> None:
    """Of very many entries the first are read and the number of the others is told."""
    many = archive(*(Entry(name=f"{at}.py") for at in range(30)))
    download = opened(tmp_path, many, ArchiveLimits(entries=10))
    assert len(download.members) == 10
    (refused,) = download.refused
    assert (refused.refusal, refused.detail) == (Refusal.TOO_MANY, "20/30, max. 10")


def test_a_split_archive_is_told(tmp_path: Path) -> None:
    """The last part of several says so."""
    with pytest.raises(IntakeError, match="one part of a split archive"):
        opened(tmp_path, archive(*ENTRIES, disk=2))


STREAMS = tuple(Entry(name=e.name, data=e.data, flags=STREAMED | UTF8) for e in ENTRIES)
CUT = {
    "in the last number": archive(*ENTRIES)[:-3],
    "in the directory": archive(*ENTRIES)[:-60],
    "before the directory": b"".join(map(local, ENTRIES)),
    "streamed": b"".join(map(local, STREAMS)),
    "streamed, Zip64": b"".join(local(replace(e, zip64=True)) for e in STREAMS),
    "streamed, unsigned": b"".join(local(replace(e, signed=False)) for e in STREAMS),
}


@pytest.mark.parametrize("raw", CUT.values(), ids=CUT)
def test_what_broke_off_is_refused(tmp_path: Path, raw: bytes) -> None:
    """Nobody knows what is missing: it is downloaded again; a student's is kept as it is."""
    with pytest.raises(IntakeError, match="is damaged or incomplete; download it again"):
        opened(tmp_path, raw)
    download = opened(tmp_path, zip_of({"24A1201/a.zip": raw, "24A1202/x.py": b"1"}))
    assert contents(download) == {"24A1201/a.zip": raw, "24A1202/x.py": b"1"}
    assert refusals(download) == {"24A1201/a.zip": Refusal.DAMAGED}


def test_a_directory_without_end_is_not_read(tmp_path: Path) -> None:
    """A directory that is larger than a class's may be is refused before it is looked at."""
    many = archive(*(Entry(name=f"{at:0200}.py", stream=b"", method=0) for at in range(5000)))
    with pytest.raises(IntakeError, match="far more files than a class submits"):
        opened(tmp_path, many, ArchiveLimits(entries=10))
