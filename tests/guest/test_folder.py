"""What is put into a program's folder, and what is found there afterwards."""

from pathlib import Path

import pytest

from grader.guest.protocol import MAX_FILES
from grader.guest.whole import Folder


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """The working folder of this process."""
    monkeypatch.chdir(tmp_path)
    return Folder()


def test_texts_are_put_there_and_only_new_files_are_told(folder: Folder, tmp_path: Path) -> None:
    """Files of the program are no files that it made, even when it changes them."""
    folder.fill({"k.py": "終\n", "parts/b.py": "x"})
    assert (tmp_path / "k.py").read_text(encoding="utf-8") == "終\n"
    (tmp_path / "k.py").write_text("changed")
    (tmp_path / "parts" / "out.txt").write_text("four")
    assert folder.made() == [("parts/out.txt", 4)]


def test_no_name_leads_out_of_it(folder: Folder, tmp_path: Path) -> None:
    """Nor does an odd one stop the others."""
    before = set(tmp_path.parent.iterdir())
    folder.fill({"../up.py": "", "/abs.py": "", "a//b.py": "", "n\0.py": "", "k.py": ""})
    assert [path.name for path in tmp_path.iterdir()] == ["k.py"]
    assert set(tmp_path.parent.iterdir()) == before


def test_links_are_not_followed(folder: Folder, tmp_path: Path) -> None:
    """Neither to files nor to folders."""
    folder.fill({})
    (tmp_path / "file").symlink_to("/etc/passwd")
    (tmp_path / "folder").symlink_to("/etc")
    assert folder.made() == []


def test_their_number_is_bounded(folder: Folder, tmp_path: Path) -> None:
    """A hundred are told."""
    for number in range(MAX_FILES + 5):
        (tmp_path / f"{number}.txt").touch()
    assert len(folder.made()) == MAX_FILES


def test_the_root_is_nobodys_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no folder of its own, nothing is written and nothing told."""
    monkeypatch.chdir("/")
    folder = Folder()
    folder.fill({"k.py": ""})
    assert (folder.place, folder.made()) == ("", [])
    assert not Path("/k.py").exists()
