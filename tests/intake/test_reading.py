"""Nothing leads out of a submission, and nothing but regular files is opened."""

import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.intake import reading
from grader.intake.reading import EntryKind, FolderEntry, list_folder, look, read_file
from grader.intake.refusal import FileRefused
from grader.model.submission import Trouble

CAP = 1_000
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX files")


@pytest.fixture(autouse=True, params=["by descriptor", "by path"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every promise holds on both ways, although Windows knows only the second."""
    if request.param == "by path":
        monkeypatch.setattr(reading, "_BY_DESCRIPTOR", False)


def refusal(root: Path, *parts: str) -> Trouble:
    """Returns why a file is not read."""
    with pytest.raises(FileRefused) as caught:
        read_file(root, parts, CAP)
    return caught.value.trouble


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder with a secret that no submission may lead to."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "secret.py").write_text("secret = 1")
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An empty submission."""
    folder = tmp_path / "inside"
    folder.mkdir()
    return folder


def test_an_ordinary_file_is_read(root: Path) -> None:
    """Bytes come back as they are, also from folders below and of exactly the cap."""
    (root / "a").mkdir()
    (root / "a" / "b.py").write_bytes(b"x" * CAP)
    assert read_file(root, ("a", "b.py"), CAP) == b"x" * CAP
    assert list(list_folder(root, ())) == [FolderEntry(name="a", kind=EntryKind.FOLDER)]


def test_a_file_over_the_cap_is_not_read(root: Path) -> None:
    """A huge sparse file costs nothing."""
    with (root / "x.py").open("wb") as file:
        file.truncate(1 << 40)
    assert refusal(root, "x.py") is Trouble.TOO_LARGE


def test_links_are_refused(root: Path, outside: Path) -> None:
    """To a file, to a folder on the way, to nowhere, to itself, or as the root."""
    (root / "file.py").symlink_to(outside / "secret.py")
    (root / "folder").symlink_to(outside)
    (root / "nowhere.py").symlink_to("nothing")
    (root / "loop.py").symlink_to("loop.py")
    for parts in (["file.py"], ["nowhere.py"], ["loop.py"], ["folder", "secret.py"]):
        assert refusal(root, *parts) is Trouble.LINK
    assert {seen.kind for seen in list_folder(root, ())} == {EntryKind.LINK}
    with pytest.raises(FileRefused):
        list(list_folder(root, ("folder",)))
    (root.parent / "alias").symlink_to(root)
    assert refusal(root.parent / "alias", "x.py") is Trouble.LINK


@POSIX
def test_special_files_are_not_opened(root: Path) -> None:
    """A FIFO without a writer and a socket would make us wait for ever."""
    os.mkfifo(root / "fifo.py")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(root / "s.py"))
        assert refusal(root, "s.py") is Trouble.SPECIAL
    assert refusal(root, "fifo.py") is Trouble.SPECIAL
    assert look(root, ("fifo.py",)).kind is EntryKind.SPECIAL


@POSIX
def test_devices_are_not_opened() -> None:
    """A device answers without end."""
    assert refusal(Path("/dev"), "zero") is Trouble.SPECIAL


def test_a_folder_is_no_file(root: Path) -> None:
    """A folder called like a source is told apart."""
    (root / "kadai1.py").mkdir()
    assert refusal(root, "kadai1.py") is Trouble.DIRECTORY


def test_what_is_not_there_is_a_refusal(root: Path) -> None:
    """A name that went away, one that cannot exist, and a file where a folder should be."""
    (root / "x.py").write_text("x")
    for parts in (["y.py"], ["a\0b"], ["n" * 5_000], ["x.py", "y.py"]):
        assert refusal(root, *parts) in {Trouble.UNREADABLE, Trouble.DIRECTORY}


@POSIX
def test_what_may_not_be_read_is_a_refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An ordinary user who may not read a file or a folder is told so."""
    tmp_path.chmod(0o755)
    (tmp_path / "x.py").write_text("x")
    (tmp_path / "x.py").chmod(0)
    (tmp_path / "shut").mkdir(mode=0)
    monkeypatch.chdir(tmp_path)
    assert as_nobody(shut_out) == 0


def shut_out() -> bool:
    """Tries a locked file and a locked folder below the current one."""
    with pytest.raises(FileRefused):
        list(list_folder(Path(), ("shut",)))
    return refusal(Path(), "x.py") is Trouble.UNREADABLE


def as_nobody(work: Callable[[], bool]) -> int:
    """Calls `work` as a user without rights, in a child; returns 0 when it answered True."""
    if os.geteuid() != 0:
        return 0 if work() else 1
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        os.setgroups([])
        os.setgid(65_534)
        os.setuid(65_534)
        os._exit(0 if work() else 1)
    finally:
        os._exit(2)
