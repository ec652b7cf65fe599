"""Archives that students put into their submissions."""

from pathlib import Path

import pytest

from grader.intake.archives import ArchiveLimits
from grader.model.collection import Refusal
from tests.intake.archives.making import ENCRYPTED, Entry, archive, zip_of
from tests.intake.archives.opened import contents, everything_below, opened, refusals

PROGRAM = b"print(1)\n"


def test_opens_a_students_zip(tmp_path: Path) -> None:
    """Its files are members below its name, and it is none; neither is anything left of it."""
    inner = zip_of({"課題/kadai1.py": PROGRAM, "__MACOSX/._kadai1.py": b"x"})
    download = opened(tmp_path, zip_of({"24A1201/提出.ZIP": inner}))
    assert contents(download) == {"24A1201/提出.ZIP/課題/kadai1.py": PROGRAM}
    assert download.refused == ()
    assert (
        len([one for one in everything_below(tmp_path) if one.endswith(("000001", "000002"))]) == 1
    )


def test_each_archive_has_its_own_encoding(tmp_path: Path) -> None:
    """A zip from Windows inside one from the LMS, and one from EUC-JP inside that."""
    euc = zip_of({"表示/予習.py": PROGRAM}, encoding="euc_jp", flag=False)
    windows = zip_of({"能力.py": PROGRAM, "中身.zip": euc}, encoding="cp932", flag=False)
    download = opened(tmp_path, zip_of({"山田 太郎/課題.zip": windows}))
    assert contents(download).keys() == {
        "山田 太郎/課題.zip/能力.py",
        "山田 太郎/課題.zip/中身.zip/表示/予習.py",
    }
    assert download.encoding == "utf-8"
    assert {repair.detail for repair in download.repairs} == {"cp932", "euc_jp"}


def test_opens_to_three_levels(tmp_path: Path) -> None:
    """The fourth stays closed: it is kept, and said to be too deep."""
    raw = zip_of({"x.py": PROGRAM})
    for level in (4, 3, 2, 1):
        raw = zip_of({f"{level}.zip": raw, f"{level}.py": PROGRAM})
    download = opened(tmp_path, raw)
    assert contents(download).keys() == {
        "1.py", "1.zip/2.py", "1.zip/2.zip/3.py", "1.zip/2.zip/3.zip/4.py",
        "1.zip/2.zip/3.zip/4.zip",
    }  # fmt: skip
    assert refusals(download) == {"1.zip/2.zip/3.zip/4.zip": Refusal.TOO_DEEP}
    assert opened(tmp_path, raw, ArchiveLimits(nested=4)).refused == ()


def test_what_is_refused_inside_is_named_inside(tmp_path: Path) -> None:
    """The good files of a bad zip stay, and the others say where they were."""
    inner = archive(
        Entry(name="x.py", data=PROGRAM),
        Entry(name="../../y.py", data=PROGRAM),
        Entry(name="z.py", data=PROGRAM, crc=1),
    )
    download = opened(tmp_path, zip_of({"24A1201/a.zip": inner}))
    assert contents(download) == {"24A1201/a.zip/x.py": PROGRAM}
    assert refusals(download) == {
        "24A1201/a.zip/../../y.py": Refusal.OUTSIDE,
        "24A1201/a.zip/z.py": Refusal.DAMAGED,
    }


LOCKED = archive(Entry(name="x.py", data=PROGRAM, flags=ENCRYPTED))
CLOSED = {
    "damaged": ("a.zip", b"PK\3\4 and no more", Refusal.DAMAGED),
    "empty": ("a.zip", b"", Refusal.DAMAGED),
    "no zip": ("a.zip", b"print(1)\n", Refusal.DAMAGED),
    "encrypted": ("a.zip", LOCKED, Refusal.ENCRYPTED),
    "split": ("a.zip", archive(Entry(name="x.py"), disk=1), Refusal.FORMAT),
    "rar": ("a.rar", b"Rar!\x1a\x07\x01\0", Refusal.FORMAT),
    "rar called zip": ("a.zip", b"Rar!\x1a\x07\x01\0", Refusal.FORMAT),
    "rar called nothing": ("a", b"Rar!\x1a\x07\x01\0", Refusal.FORMAT),
    "7z": ("a.7z", b"7z\xbc\xaf\x27\x1c\0\4", Refusal.FORMAT),
    "lzh": ("a.LZH", b"\x19\x8c-lh5-\0\0", Refusal.FORMAT),
    "tar.gz": ("a.tar.gz", b"\x1f\x8b\x08\0", Refusal.DAMAGED),
    "broken tar": ("a.tar", bytes(257) + b"ustar\x0000", Refusal.DAMAGED),
    "by its ending alone": ("a.rar", b"?", Refusal.FORMAT),
}


@pytest.mark.parametrize(("name", "raw", "refusal"), CLOSED.values(), ids=CLOSED)
def test_what_cannot_be_opened_is_kept(
    tmp_path: Path, name: str, raw: bytes, refusal: Refusal
) -> None:
    """Nothing is lost: the archive is a member as it is, and the reason is told."""
    files = {f"24A1201/{name}": raw, "24A1202/x.py": PROGRAM}
    download = opened(tmp_path, zip_of(files))
    assert contents(download) == files
    assert refusals(download) == {f"24A1201/{name}": refusal}


OFFICE = zip_of({"[Content_Types].xml": b"<Types/>", "word/document.xml": b"<w/>"})
PLAIN = {
    "docx": ("report.docx", OFFICE),
    "xlsx": ("table.xlsx", OFFICE),
    "docx called zip": ("report.zip", OFFICE),
    "npz": ("data.npz", zip_of({"x.npy": b"1"})),
    "pages": ("report.pages", zip_of({"Index/Document.iwa": b"1"})),
    "odt": ("report.odt", zip_of({"mimetype": b"1", "content.xml": b"1"})),
    "a zip that is called a text": ("x.txt", zip_of({"x.py": b"1"})),
    "gz of another name": ("train-images-idx3-ubyte", b"\x1f\x8b\x08\0"),
    "text that begins as bzip2": ("notes.txt", b"BZh, what a format"),
    "zip in a name": ("zip.py", PROGRAM),
    "gz in a name": ("read.gz.py", PROGRAM),
    "a notebook": ("a.ipynb", b"{}"),
}


@pytest.mark.parametrize(("name", "raw"), PLAIN.values(), ids=PLAIN)
def test_what_is_no_archive_stays_closed(tmp_path: Path, name: str, raw: bytes) -> None:
    """Documents are zips too: they are members and nothing is said."""
    download = opened(tmp_path, zip_of({f"24A1201/{name}": raw}))
    assert contents(download) == {f"24A1201/{name}": raw}
    assert download.refused == ()


def test_time_is_that_of_the_download(tmp_path: Path) -> None:
    """A file in a student's zip came in when the zip did, whatever its own clock said."""
    inner = archive(Entry(name="x.py", when=0))
    download = opened(tmp_path, archive(Entry(name="a/a.zip", data=inner)))
    (member,) = download.members
    assert member.modified is not None
    assert member.modified.year == 2025


def test_a_folder_of_the_same_name_is_not_mixed(tmp_path: Path) -> None:
    """A file that claims to lie in a zip does not replace what is in it."""
    inner = zip_of({"x.py": PROGRAM})
    download = opened(
        tmp_path, archive(Entry(name="a/a.zip", data=inner), Entry(name="a/a.zip/x.py", data=b"2"))
    )
    assert contents(download) == {"a/a.zip/x.py": PROGRAM}
    assert refusals(download) == {"a/a.zip/x.py": Refusal.DUPLICATE}


def test_a_zip_of_itself_ends(tmp_path: Path) -> None:
    """The same archive again and again is opened three times."""
    raw = zip_of({"x.py": PROGRAM})
    for _ in range(6):
        raw = zip_of({"again.zip": raw})
    assert len(opened(tmp_path, raw).members) == 1
