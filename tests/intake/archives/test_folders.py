"""Folders that somebody unpacked, rightly or wrongly."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.intake.archives import ArchiveLimits, open_download
from grader.model.collection import Download, Refusal, RepairKind
from grader.model.errors import IntakeError
from tests.intake.archives.making import zip_of
from tests.intake.archives.opened import contents, refusals

PROGRAM = b"print(1)\n"


def lay(root: Path, files: Mapping[str, bytes] | Mapping[bytes, bytes]) -> Path:
    """Writes files below a folder; names may be any bytes."""
    folder = root / "kadai1"
    folder.mkdir()
    for name, data in files.items():
        path = Path(os.fsdecode(os.path.join(os.fsencode(folder), os.fsencode(name))))  # noqa: PTH118
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def opened(folder: Path, limits: ArchiveLimits | None = None) -> Download:
    """Opens a folder."""
    return open_download(folder, folder.parent / "staging", limits or ArchiveLimits())


def test_files_stay_where_they_lie(tmp_path: Path) -> None:
    """Members are the files themselves; what an operating system left is none."""
    folder = lay(
        tmp_path,
        {
            "山田 太郎_31201_assignsubmission_file/課題1.py": PROGRAM,
            "山田 太郎_31201_assignsubmission_file/.DS_Store": b"x",
            "__MACOSX/._x": b"x",
            "b/.git/HEAD": b"x",
            "b/.vimrc": b"x",
        },
    )
    download = opened(folder)
    assert download.name == "kadai1"
    assert {member.name: member.path for member in download.members} == {
        name: folder / name
        for name in ("山田 太郎_31201_assignsubmission_file/課題1.py", "b/.vimrc")
    }
    assert download.refused == ()
    assert download.repairs == ()


def test_links_are_not_followed(tmp_path: Path) -> None:
    """Neither to files nor to folders, nor in circles; pipes are not waited for."""
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "key").write_bytes(b"secret")
    folder = lay(tmp_path, {"a/x.py": PROGRAM})
    (folder / "a" / "file").symlink_to(tmp_path / "secret" / "key")
    (folder / "a" / "folder").symlink_to(tmp_path / "secret")
    (folder / "a" / "circle").symlink_to(folder)
    os.mkfifo(folder / "a" / "pipe")
    download = opened(folder)
    assert contents(download) == {"a/x.py": PROGRAM}
    assert refusals(download) == {
        "a/file": Refusal.LINK,
        "a/folder": Refusal.LINK,
        "a/circle": Refusal.LINK,
        "a/pipe": Refusal.SPECIAL,
    }


def test_names_in_bytes_are_decoded_together(tmp_path: Path) -> None:
    """What `unzip` left in CP932 is read, also the name that looks like Hangul."""
    names = ["表 一樹/課題.py", "_﨑山/能.py", "田中 実/ソート.py"]
    raw = {name.encode("cp932"): PROGRAM for name in names}
    download = opened(lay(tmp_path, raw))
    assert contents(download).keys() == set(names)
    assert download.encoding == "cp932"


SCRAMBLED = [
    (original, western)
    for original in ("cp932", "utf-8", "euc_jp")
    for western in ("cp437", "latin-1")
]


@pytest.mark.parametrize(("original", "western"), SCRAMBLED)
def test_scrambled_names_are_read(tmp_path: Path, original: str, western: str) -> None:
    """Names that a tool decoded as Western text are what they were."""
    names = ["山田 太郎_31201_file/課題1.py", "佐藤 花子_31202_file/レポート.txt"]
    files = {name.encode(original).decode(western): PROGRAM for name in names}
    download = opened(lay(tmp_path, files))
    assert contents(download).keys() == set(names)
    assert {repair.kind for repair in download.repairs} == {RepairKind.DECODED}


@pytest.mark.parametrize(
    "name",
    ["é.py", "Müller/x.py", "naïve café.txt", "Ångström/à-propos.py", "±5%.csv", "Σ.py", "αβγ.py",
     "한글.py", "张伟/x.py", "🙂.py", "ｶﾀｶﾅ.py", "課題.py", "¥100.txt", "°C.csv", "²乗.py"],
)  # fmt: skip
def test_right_names_stay(tmp_path: Path, name: str) -> None:
    """Letters of other languages are no scrambled Japanese."""
    download = opened(lay(tmp_path, {name: PROGRAM}))
    assert contents(download).keys() == {name}
    assert download.repairs == ()


def test_decomposed_names_are_composed(tmp_path: Path) -> None:
    """A folder from macOS; two names that are one are told."""
    folder = lay(tmp_path, {"か\u3099/フ\u309a.py": PROGRAM})
    assert contents(opened(folder)).keys() == {"が/プ.py"}
    (folder / "が").mkdir()
    (folder / "が" / "プ.py").write_bytes(b"other")
    assert refusals(opened(folder)) == {"が/プ.py": Refusal.DUPLICATE}


def test_zips_inside_are_opened(tmp_path: Path) -> None:
    """As in a download; the zip itself stays where it lies, and is kept when it does not open."""
    inner = zip_of({"能.py": PROGRAM}, encoding="cp932", flag=False)
    folder = lay(tmp_path, {"a/a.zip": inner, "b/b.zip": b"broken", "c/c.rar": b"Rar!\x1a\x07\0"})
    download = opened(folder)
    assert contents(download) == {
        "a/a.zip/能.py": PROGRAM,
        "b/b.zip": b"broken",
        "c/c.rar": b"Rar!\x1a\x07\0",
    }
    assert refusals(download) == {"b/b.zip": Refusal.DAMAGED, "c/c.rar": Refusal.FORMAT}
    assert (folder / "a" / "a.zip").read_bytes() == inner
    kept = next(member for member in download.members if member.name == "b/b.zip")
    assert kept.path == folder / "b" / "b.zip"


@pytest.mark.parametrize(
    ("limits", "refused"),
    [
        (ArchiveLimits(file_bytes=5), {"a/1.txt": Refusal.TOO_LARGE}),
        (ArchiveLimits(student_bytes=12), {"a/2.txt": Refusal.TOO_LARGE}),
        (ArchiveLimits(entries=3), {"kadai1": Refusal.TOO_MANY}),
    ],
    ids=["file", "student", "entries"],
)
def test_limits_hold(tmp_path: Path, limits: ArchiveLimits, refused: dict[str, Refusal]) -> None:
    """A folder is counted as an archive is."""
    folder = lay(tmp_path, {"a/1.txt": bytes(10), "a/2.txt": bytes(5), "b/3.txt": bytes(5)})
    assert refusals(opened(folder, limits)) == refused


def test_names_that_windows_cannot_hold(tmp_path: Path) -> None:
    """The same rules as for a zip; backslashes are folders that a tool did not see."""
    folder = lay(tmp_path, {"a/NUL.py": b"", "a/..\\..\\x.py": b"", "a\\b.py": PROGRAM})
    download = opened(folder)
    assert contents(download) == {"a/NUL.py": b"", "a/b.py": PROGRAM}
    assert refusals(download) == {"a/../../x.py": Refusal.OUTSIDE}


def test_deep_folders_end(tmp_path: Path) -> None:
    """Folders in folders without end are told and left."""
    folder = lay(tmp_path, {"/".join(["d"] * 70) + "/x.py": PROGRAM, "a/x.py": PROGRAM})
    download = opened(folder)
    assert contents(download).keys() == {"a/x.py"}
    assert list(refusals(download).values()) == [Refusal.TOO_DEEP]


def test_a_folder_that_cannot_be_listed(tmp_path: Path) -> None:
    """The folder itself cannot be used; one below it costs itself."""
    folder = lay(tmp_path, {"a/x.py": PROGRAM, "b/x.py": PROGRAM})
    if os.geteuid() == 0:
        pytest.skip("root reads everything")
    (folder / "a").chmod(0)
    assert refusals(opened(folder)) == {"a": Refusal.UNREADABLE}
    folder.chmod(0)
    with pytest.raises(IntakeError, match="cannot be read"):
        opened(folder)
    folder.chmod(0o700)
    (folder / "a").chmod(0o700)
