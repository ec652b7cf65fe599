"""Paths that are no download at all, and what is said about them."""

import gzip
import os
import zipfile
from pathlib import Path

import pytest

from grader.intake.archives import open_download
from grader.model.errors import IntakeError
from tests.intake.archives.making import ENCRYPTED, Entry, archive, zip_of
from tests.intake.archives.opened import everything_below
from tests.wording.worded import in_japanese

LOCKED = archive(*(Entry(name=f"{at}/x.py", data=b"1", flags=ENCRYPTED) for at in range(3)))
OFFICE = zip_of({"[Content_Types].xml": b"<Types/>", "word/document.xml": b"<w/>"})


def cut_off(name: str, data: bytes) -> bytes:
    """A download that ends in the middle of the second student, behind a file that is stored."""
    first = Entry(name=f"a/{name}", data=data, method=zipfile.ZIP_STORED)
    second = Entry(name="b/x.py", data=b"2" * 99, method=zipfile.ZIP_STORED)
    whole = archive(first, second)
    return whole[: whole.rindex(b"2" * 99) + 40]


UNUSABLE = {
    "empty": ("a.zip", b"", "is empty (0 bytes)"),
    "login page": ("a.zip", b"\xef\xbb\xbf\r\n<!DOCTYPE html>\n<html>", "is a web page"),
    "login page, older": ("a.zip", b"<HTML><head>", "is a web page"),
    "rar": ("a.rar", b"Rar!\x1a\x07\0", "is a rar archive"),
    "rar called zip": ("a.zip", b"Rar!\x1a\x07\0", "is a rar archive"),
    "7z": ("a.7z", b"7z\xbc\xaf\x27\x1c", "is a 7z archive"),
    "lzh": ("a.lzh", b"\x19\x8c-lh5-", "is a lzh archive"),
    "broken tar that holds a zip": (
        "a.tar",
        bytes(257) + b"ustar\x0000" + bytes(247) + zip_of({"x": b"1"}),
        "is damaged or incomplete",
    ),
    "gz": ("a.gz", gzip.compress(b"1"), "is a gz archive"),
    "encrypted": ("a.zip", LOCKED, "requires a password"),
    "one part": ("a.z01", b"\0\1\2", "is one part of a split archive"),
    "the first part": (
        "a.z01",
        b"PK\7\x08" + zip_of({"x.py": b"1"})[:-30],
        "is one part of a split archive",
    ),
    "the last part": ("a.zip", archive(Entry(name="x"), disk=3), "is one part of a split archive"),
    "broken": ("a.zip", b"PK\3\4" + bytes(3), "is damaged or incomplete"),
    "cut off behind a zip in it": (
        "a.zip",
        cut_off("work.zip", zip_of({"24A1201/x.py": b"1"})),
        "is damaged or incomplete",
    ),
    "cut off behind a report in it": (
        "a.zip",
        cut_off("report.docx", OFFICE),
        "is damaged or incomplete",
    ),
    "a program": ("kadai1.py", b"print(1)\n", "is not a zip"),
    "a report": ("report.docx", OFFICE, "is a document"),
}


@pytest.mark.parametrize(("name", "raw", "words"), UNUSABLE.values(), ids=UNUSABLE)
def test_says_what_it_is(tmp_path: Path, name: str, raw: bytes, words: str) -> None:
    """One sentence with the path, in both languages, and nothing is left behind but a folder."""
    path = tmp_path / name
    path.write_bytes(raw)
    with pytest.raises(IntakeError) as caught:
        open_download(path, tmp_path / "staging")
    message = str(caught.value)
    assert message.startswith(f"{path}: {words}")
    assert in_japanese(caught.value) != message
    assert not [one for one in everything_below(tmp_path) if one.endswith("000001")]


@pytest.mark.parametrize("name", ["missing.zip", "a\0b.zip", "x" * 300, "loop"])
def test_says_that_it_is_not_there(tmp_path: Path, name: str) -> None:
    """A path to nothing."""
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(IntakeError, match="no such file or folder"):
        open_download(tmp_path / name, tmp_path / "staging")


def test_does_not_wait_for_a_pipe(tmp_path: Path) -> None:
    """What is neither file nor folder is not opened."""
    os.mkfifo(tmp_path / "pipe.zip")
    with pytest.raises(IntakeError, match="is not a zip"):
        open_download(tmp_path / "pipe.zip", tmp_path / "staging")


def test_says_that_staging_cannot_be_written(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "staging").write_bytes(b"")
    (tmp_path / "a.zip").write_bytes(archive())
    with pytest.raises(IntakeError, match="staging: cannot be written"):
        open_download(tmp_path / "a.zip", tmp_path / "staging")


def test_downloads_share_a_staging_folder(tmp_path: Path) -> None:
    """Several downloads of one call do not overwrite each other; only we can read them."""
    staging, found = tmp_path / "staging", []
    for at in range(3):
        path = tmp_path / f"{at}.zip"
        path.write_bytes(zip_of({"x.py": bytes([at])}))
        found.append(open_download(path, staging))
    assert [one.members[0].path.read_bytes() for one in found] == [b"\0", b"\1", b"\2"]
    assert [one.name for one in found] == ["0.zip", "1.zip", "2.zip"]
    assert staging.stat().st_mode & 0o077 == 0
    assert found[0].members[0].path.stat().st_mode & 0o777 == 0o600


def test_a_link_to_a_download_is_followed(tmp_path: Path) -> None:
    """It is the user who gives it."""
    (tmp_path / "real.zip").write_bytes(zip_of({"x.py": b"1"}))
    (tmp_path / "link.zip").symlink_to(tmp_path / "real.zip")
    assert len(open_download(tmp_path / "link.zip", tmp_path / "staging").members) == 1
