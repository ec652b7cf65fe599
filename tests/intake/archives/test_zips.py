"""Which entries of a zip are refused, and which are not."""

from datetime import datetime
from pathlib import Path

import pytest

from grader.model.collection import Refusal
from tests.intake.archives.making import (
    BZIP2,
    DEFLATE64,
    DEVICE,
    ENCRYPTED,
    FAT,
    FOLDER,
    LINK,
    LZMA,
    MACOS,
    NTFS,
    PIPE,
    STORED,
    STREAMED,
    UNIX,
    UTF8,
    ZSTD,
    Entry,
    archive,
    extended_time,
    local,
    packed,
    unicode_path,
    zip_of,
)
from tests.intake.archives.opened import contents, opened, refusals

GOOD = Entry(name="24A1201/kadai1.py", data=b"print(1)\n")

REFUSED = {
    "up": (Entry(name="../x.py"), Refusal.OUTSIDE),
    "up inside": (Entry(name="a/../../x.py"), Refusal.OUTSIDE),
    "up by backslashes": (Entry(name="a\\..\\..\\x.py"), Refusal.OUTSIDE),
    "up with a dropped space": (Entry(name="a/.. /x.py"), Refusal.OUTSIDE),
    "up as a folder": (Entry(name="../x/"), Refusal.OUTSIDE),
    "absolute": (Entry(name="/etc/x.py"), Refusal.OUTSIDE),
    "absolute backslash": (Entry(name="\\windows\\x.py"), Refusal.OUTSIDE),
    "drive": (Entry(name="C:/x.py"), Refusal.OUTSIDE),
    "drive-relative": (Entry(name="C:x.py"), Refusal.OUTSIDE),
    "UNC": (Entry(name="\\\\server\\share\\x.py"), Refusal.OUTSIDE),
    "outside in the local header": (
        Entry(name="a/x.py", local_name=b"../x.py"),
        Refusal.DAMAGED,
    ),
    "link": (Entry(name="a/l", data=b"/etc/passwd", mode=LINK), Refusal.LINK),
    "link said to be from FAT": (
        Entry(name="a/l", data=b"/etc", mode=LINK, system=FAT),
        Refusal.LINK,
    ),
    "device": (Entry(name="a/d", mode=DEVICE), Refusal.SPECIAL),
    "pipe": (Entry(name="a/p", mode=PIPE, system=MACOS), Refusal.SPECIAL),
    "long part": (Entry(name="a/" + "x" * 256), Refusal.TOO_LONG),
    "long path": (Entry(name="/".join(["ab"] * 342)), Refusal.TOO_LONG),
    "encrypted": (Entry(name="a/x.py", data=b"1", flags=ENCRYPTED), Refusal.ENCRYPTED),
    "AES": (Entry(name="a/x.py", data=b"1", method=99), Refusal.ENCRYPTED),
    "Deflate64": (Entry(name="a/x.py", data=b"1", method=DEFLATE64), Refusal.METHOD),
    "Zstandard": (Entry(name="a/x.py", data=b"1", method=ZSTD), Refusal.METHOD),
    "wrong CRC": (Entry(name="a/x.py", data=b"1", crc=5), Refusal.DAMAGED),
    "no deflate": (Entry(name="a/x.py", data=b"1" * 9, stream=b"\xff" * 9), Refusal.DAMAGED),
    "no bzip2": (
        Entry(name="a/x.py", data=b"1", method=BZIP2, stream=b"no bzip2"),
        Refusal.DAMAGED,
    ),
    "no LZMA": (Entry(name="a/x.py", data=b"1", method=LZMA, stream=b"no"), Refusal.DAMAGED),
    "cut off": (
        Entry(name="a/x.py", data=bytes(range(256)), stream=packed(GOOD)[:5]),
        Refusal.DAMAGED,
    ),
    "less than stated": (Entry(name="a/x.py", data=b"1", size=2), Refusal.DAMAGED),
    "more than stated": (Entry(name="a/x.py", data=b"1" * 999, size=10), Refusal.DAMAGED),
    # Behind its beginning: in front of it it would overlap a neighbour, which newer Pythons refuse.
    "no local header": (
        Entry(name="a/x.py", data=b"1", offset=len(local(GOOD)) + 3),
        Refusal.DAMAGED,
    ),
    "another local name": (Entry(name="a/x.py", local_name=b"b/y.py"), Refusal.DAMAGED),
    "past the end": (Entry(name="a/x.py", data=b"1", offset=1 << 30), Refusal.DAMAGED),
    "past the end, wide": (Entry(name="a/x.py", packed=1 << 40, zip64=True), Refusal.OVERLAP),
    "folder with bytes": (Entry(name="a/x/", data=b"1"), Refusal.DAMAGED),
    "no name": (Entry(name="", data=b"1"), Refusal.DAMAGED),
}

# A name as it stands in the archive, and the member it becomes.
KEPT = {
    "plain": (Entry(name="a/x.py"), "a/x.py"),
    "empty and stored": (Entry(name="a/x.py", method=STORED), "a/x.py"),
    "bzip2": (Entry(name="a/x.py", data=b"1", method=BZIP2), "a/x.py"),
    "LZMA": (Entry(name="a/x.py", data=b"1" * 5000, method=LZMA), "a/x.py"),
    "streamed": (Entry(name="a/x.py", data=b"1", flags=STREAMED), "a/x.py"),
    "streamed without a signature": (
        Entry(name="a/x.py", data=b"1", flags=STREAMED, signed=False),
        "a/x.py",
    ),
    "Zip64": (Entry(name="a/x.py", data=b"1", zip64=True), "a/x.py"),
    "ZipStream-PHP": (
        Entry(name="山田 太郎_31201_assignsubmission_file/x.py", flags=STREAMED | UTF8, zip64=True),
        "山田 太郎_31201_assignsubmission_file/x.py",
    ),
    "made on NTFS": (Entry(name="a/x.py", system=NTFS, attributes=0x20), "a/x.py"),
    "no Unix mode": (Entry(name="a/x.py", system=UNIX, attributes=0), "a/x.py"),
    "no time": (Entry(name="a/x.py", when=0), "a/x.py"),
    "zipped from a pipe": (Entry(name="a/x.py", data=b"1", mode=PIPE), "a/x.py"),
    "two dots in a name": (Entry(name="a/x..py"), "a/x..py"),
    "dots at the end": (Entry(name="a/x..."), "a/x..."),
    "begins with dots": (Entry(name="a/..x"), "a/..x"),
    "a dot as a folder": (Entry(name="./a/./x.py"), "a/x.py"),
    "double separator": (Entry(name="a//x.py"), "a/x.py"),
    "hidden": (Entry(name="a/.vimrc"), "a/.vimrc"),
    "console": (Entry(name="a/console.py"), "a/console.py"),
    "nul_test": (Entry(name="a/nul_test.py"), "a/nul_test.py"),
    "COM10": (Entry(name="a/COM10"), "a/COM10"),
    "auxiliary": (Entry(name="auxiliary/x.py"), "auxiliary/x.py"),
    "CON": (Entry(name="a/CON"), "a/CON"),
    "NUL.py": (Entry(name="a/NUL.py"), "a/NUL.py"),
    "folder aux": (Entry(name="aux/x.py"), "aux/x.py"),
    "COM1 with spaces": (Entry(name="a/com1 .txt"), "a/com1 .txt"),
    "LPT9 with a dot": (Entry(name="a/LPT9."), "a/LPT9."),
    "CONIN$": (Entry(name="a/CONIN$"), "a/CONIN$"),
    "x.CON": (Entry(name="a/x.con"), "a/x.con"),
    "long but not too long": (Entry(name="a/" + "課" * 255), "a/" + "課" * 255),
    "zeros": (Entry(name="a/zeros.txt", data=b"0" * (30 << 20)), "a/zeros.txt"),
    "zeros in bzip2": (
        Entry(name="a/zeros.txt", data=b"0" * (20 << 20), method=BZIP2),
        "a/zeros.txt",
    ),
    "backslash": (Entry(name="a\\x.py"), "a/x.py"),
    "control characters": (Entry(name="a/x\r\n\x1b.py"), "a/x���.py"),
    "a zero in the name": (Entry(name=b"a/x.py\0.txt"), "a/x.py�.txt"),
    "0x7075": (
        Entry(name=b"a/?.py", extra=unicode_path(b"a/?.py", "a/表.py")),
        "a/表.py",
    ),
    "0x7075 of another name": (
        Entry(name=b"a/x.py", extra=unicode_path(b"a/x.py", "b/../..", crc=7)),
        "a/x.py",
    ),
    "an extended time": (Entry(name="a/x.py", extra=extended_time(1_744_891_530)), "a/x.py"),
    "compatibility kanji": (Entry(name="a/\ufa19.py"), "a/神.py"),
}


@pytest.mark.parametrize(("entry", "refusal"), REFUSED.values(), ids=REFUSED)
def test_refuses_this_entry_alone(tmp_path: Path, entry: Entry, refusal: Refusal) -> None:
    """It is refused by its reason, and its neighbours on both sides are there."""
    last = Entry(name="24A1202/kadai1.py", data=b"print(2)\n")
    download = opened(tmp_path, archive(GOOD, entry, last))
    assert list(refusals(download).values()) == [refusal]
    assert contents(download) == {str(one.name): one.data for one in (GOOD, last)}


@pytest.mark.parametrize(("entry", "name"), KEPT.values(), ids=KEPT)
def test_keeps_this_entry(tmp_path: Path, entry: Entry, name: str) -> None:
    """It is a member under this name, with its bytes."""
    download = opened(tmp_path, archive(GOOD, entry))
    assert refusals(download) == {}
    assert contents(download) == {str(GOOD.name): GOOD.data, name: entry.data}


@pytest.mark.parametrize(
    "name",
    [
        "__MACOSX/24A1201/._kadai1.py",
        "24A1201/._kadai1.py",
        "24A1201/.DS_Store",
        "Thumbs.db",
        "24A1201/desktop.ini",
        "24A1201/.git/config",
        "24A1201/Icon\r",
        "__MACOSX/",
    ],
)
def test_ignores_what_no_student_wrote(tmp_path: Path, name: str) -> None:
    """It is neither a member nor refused."""
    download = opened(tmp_path, archive(GOOD, Entry(name=name)))
    assert contents(download).keys() == {GOOD.name}
    assert download.refused == ()


def test_ignores_folders(tmp_path: Path) -> None:
    """Entries that stand for folders are nothing, whoever wrote them."""
    folders = (
        Entry(name="24A1201/", mode=FOLDER),
        Entry(name="24A1202\\", attributes=0x10, system=FAT),
        Entry(name="24A1203", attributes=0x10, system=FAT),
        Entry(name="24A1204/", method=8, stream=b"\3\0"),
    )
    download = opened(tmp_path, archive(*folders, GOOD))
    assert contents(download).keys() == {GOOD.name}
    assert download.refused == ()


def test_gives_the_time_without_a_zone(tmp_path: Path) -> None:
    """DOS time is given as it stands; an impossible one is none."""
    right = datetime(2025, 4, 17, 21, 5, 30)  # noqa: DTZ001 - DOS time has no zone
    times: tuple[datetime | int, ...] = (right, 0, 0xFFFF_FFFF)
    download = opened(
        tmp_path,
        archive(*(Entry(name=f"{at}.py", when=when) for at, when in enumerate(times))),
    )
    assert [member.modified for member in download.members] == [right, None, None]


def test_keeps_one_of_the_same(tmp_path: Path) -> None:
    """The same file twice is one, silently; another file of the same name is refused."""
    same = archive(GOOD, GOOD)
    assert opened(tmp_path, same).refused == ()
    other = Entry(name=GOOD.name, data=b"print(2)\n")
    download = opened(tmp_path, archive(GOOD, other))
    assert contents(download) == {GOOD.name: GOOD.data}
    assert refusals(download) == {GOOD.name: Refusal.DUPLICATE}


def test_names_are_compared_composed(tmp_path: Path) -> None:
    """が and が of macOS are one name."""
    composed, decomposed = Entry(name="a/が.py", data=b"1"), Entry(name="a/か\u3099.py", data=b"2")
    download = opened(tmp_path, archive(composed, decomposed))
    assert contents(download) == {"a/が.py": b"1"}
    assert refusals(download) == {"a/が.py": Refusal.DUPLICATE}


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    """A name cannot be both; what came first stays."""
    download = opened(tmp_path, archive(Entry(name="a", data=b"1"), Entry(name="a/x", data=b"2")))
    assert refusals(download) == {"a/x": Refusal.DUPLICATE}
    download = opened(tmp_path, archive(Entry(name="a/x", data=b"2"), Entry(name="a", data=b"1")))
    assert refusals(download) == {"a": Refusal.DUPLICATE}


def test_cleaned_names_do_not_clash(tmp_path: Path) -> None:
    """Two names that look alike once cleaned are two files."""
    download = opened(
        tmp_path, archive(Entry(name="a/\1.py", data=b"1"), Entry(name="a/\2.py", data=b"2"))
    )
    assert contents(download) == {"a/�.py": b"1", "a/�.py~2": b"2"}


def test_case_tells_names_apart(tmp_path: Path) -> None:
    """Linux students may hand in both; the names on disk are ours."""
    files = {"a/Kadai1.py": b"1", "a/kadai1.py": b"2"}
    assert contents(opened(tmp_path, zip_of(files))) == files


@pytest.mark.parametrize(
    "entry",
    [
        Entry(name=b"x.py", extra=b"\x75\x70\xff\xff\1"),
        Entry(name="表.py".encode("cp932"), flags=UTF8),
    ],
    ids=["a cut-off extra field", "a flag that lies"],
)
def test_a_directory_that_contradicts_itself_costs_one_student(
    tmp_path: Path, entry: Entry
) -> None:
    """Of a student's zip that no library reads the zip itself is kept, and a person is told."""
    inner = archive(entry)
    download = opened(tmp_path, archive(GOOD, Entry(name="24A1202/a.zip", data=inner)))
    assert contents(download) == {str(GOOD.name): GOOD.data, "24A1202/a.zip": inner}
    assert refusals(download) == {"24A1202/a.zip": Refusal.DAMAGED}
