"""What is too much, and what is not."""

import zlib
from pathlib import Path

import pytest

from grader.intake.archives import ArchiveLimits
from grader.intake.archives.limits import MIB
from grader.model.collection import Refusal
from tests.intake.archives.making import Entry, archive, deflated, zip_of
from tests.intake.archives.opened import contents, everything_below, opened, refusals

ZEROS = deflated(bytes(40 * MIB))
CRC = zlib.crc32(bytes(40 * MIB))


def zeros(name: str) -> Entry:
    """Makes an entry of 40 MiB that takes 40 KiB."""
    return Entry(name=name, stream=ZEROS, size=40 * MIB, crc=CRC)


@pytest.mark.parametrize(
    ("limits", "files", "refused"),
    [
        (ArchiveLimits(file_bytes=9), {"a/1": 10, "a/2": 9}, {"a/1": Refusal.TOO_LARGE}),
        (
            ArchiveLimits(student_bytes=15),
            {"a/1": 10, "a/2": 10, "a/3": 5, "b/1": 10},
            {"a/2": Refusal.TOO_LARGE},
        ),
        (
            ArchiveLimits(total_bytes=25),
            {"a/1": 10, "b/1": 10, "c/1": 10, "d/1": 5},
            {"c/1": Refusal.TOO_LARGE},
        ),
        (
            ArchiveLimits(entries=2),
            {"a/1": 1, "b/1": 1, "c/1": 1, "d/1": 1},
            {"kadai1.zip": Refusal.TOO_MANY},
        ),
    ],
    ids=["file", "student", "total", "entries"],
)
def test_refuses_what_is_too_much(
    tmp_path: Path, limits: ArchiveLimits, files: dict[str, int], refused: dict[str, Refusal]
) -> None:
    """Only what is over a limit is refused; later ones that fit are there."""
    download = opened(tmp_path, zip_of({name: bytes(size) for name, size in files.items()}), limits)
    assert refusals(download) == refused


def test_counts_a_student_below_the_class_folder(tmp_path: Path) -> None:
    """A folder around everybody's folders is no student."""
    limits = ArchiveLimits(student_bytes=15)
    files = {f"report-1-2/24A120{at}@u{at}/x.py": bytes(10) for at in range(5)}
    assert opened(tmp_path, zip_of(files), limits).refused == ()


def test_one_student_alone_is_counted(tmp_path: Path) -> None:
    """A folder with files only is a student's."""
    limits = ArchiveLimits(student_bytes=15)
    download = opened(tmp_path, zip_of({"a/1": bytes(10), "a/2": bytes(10)}), limits)
    assert refusals(download) == {"a/2": Refusal.TOO_LARGE}


def test_much_of_little_is_a_bomb(tmp_path: Path) -> None:
    """One large file of zeros is a file; several are an attack, and are not even unpacked."""
    download = opened(tmp_path, archive(*(zeros(f"a/{at}") for at in range(3))))
    assert refusals(download) == {"a/1": Refusal.BOMB, "a/2": Refusal.BOMB}
    assert [member.size_bytes for member in download.members] == [40 * MIB]


def test_a_file_over_the_limit_leaves_nothing(tmp_path: Path) -> None:
    """What states too little, or holds too much, is not on the disk afterwards."""
    liar = Entry(name="a/liar", stream=ZEROS, size=100)
    open_about_it = Entry(name="a/large", stream=ZEROS, size=60 * MIB)
    download = opened(tmp_path, archive(liar, open_about_it))
    assert refusals(download) == {"a/liar": Refusal.DAMAGED, "a/large": Refusal.BOMB}
    assert not [name for name in everything_below(tmp_path) if name.endswith("000001")]


def test_a_bomb_in_archives_is_met_by_the_students_limit(tmp_path: Path) -> None:
    """Archives in archives count for the student, by what the download itself takes."""
    inner = archive(*(zeros(f"{at}") for at in range(3)))
    download = opened(tmp_path, zip_of({"a/1.zip": inner, "a/2.zip": inner, "b/x.py": b"1"}))
    assert [name for name in contents(download) if name.startswith("a/")] == [
        "a/1.zip/0",
        "a/2.zip",
    ]
    assert set(refusals(download).values()) == {Refusal.BOMB}
    assert contents(download)["b/x.py"] == b"1"


def test_an_archive_is_not_counted_twice(tmp_path: Path) -> None:
    """A student's zip may be nearly as large as a student may be."""
    limits = ArchiveLimits(student_bytes=1500)
    inner = zip_of({"x.bin": bytes(range(256)) * 4})
    assert opened(tmp_path, zip_of({"a/inner.zip": inner}), limits).refused == ()


def test_a_student_with_far_too_many_files_is_told_once(tmp_path: Path) -> None:
    """What lies deepest is left out, in one sentence; nobody else loses anything."""
    files = {f"a/node_modules/{at}/x.js": b"1" for at in range(9)} | {
        "a/x.py": b"1",
        "b/x.py": b"2",
    }
    download = opened(tmp_path, zip_of(files), ArchiveLimits(student_files=4))
    assert {"a/x.py", "b/x.py"} < contents(download).keys()
    assert len(download.members) == 5
    (refused,) = download.refused
    assert (refused.entry, refused.refusal) == ("a/node_modules/3/x.js", Refusal.TOO_MANY)
    assert refused.detail == "6/10, max. 4"
