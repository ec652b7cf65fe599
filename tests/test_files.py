"""Files appear whole or not at all, and never where a link points."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from grader.export.outputs import clear_away_drafts
from grader.files import real_folder, write_file, write_once
from grader.model.errors import StoreError


@pytest.mark.parametrize("durable", [False, True])
def test_a_file_is_written_and_written_again(tmp_path: Path, *, durable: bool) -> None:
    """The second text replaces the first, and nothing else is left in the folder."""
    path = tmp_path / "24A1201.json"
    write_file(path, b"one", durable=durable)
    write_file(path, b"two", durable=durable)
    assert path.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_in_the_place_of_a_file_is_replaced(tmp_path: Path) -> None:
    """What it points at stays as it was."""
    precious = tmp_path / "precious"
    precious.write_text("untouched")
    link = tmp_path / "sheet.json"
    link.symlink_to(precious)
    write_file(link, b"new")
    assert precious.read_text() == "untouched"
    assert link.read_bytes() == b"new"
    assert not link.is_symlink()


def test_a_folder_in_the_place_of_a_file_is_a_clear_error(tmp_path: Path) -> None:
    """The message names the path, and no draft stays behind."""
    (tmp_path / "sheet.json").mkdir()
    with pytest.raises(StoreError, match=r"sheet\.json: cannot be written"):
        write_file(tmp_path / "sheet.json", b"new")
    assert [one.name for one in tmp_path.iterdir()] == ["sheet.json"]


def test_a_missing_folder_is_a_clear_error(tmp_path: Path) -> None:
    """Nothing is made on the way."""
    with pytest.raises(StoreError, match="cannot be written"):
        write_file(tmp_path / "missing" / "sheet.json", b"new")


def test_folders_are_made(tmp_path: Path) -> None:
    """With every folder above them, and again without harm."""
    folder = real_folder(tmp_path / "a" / "sheets")
    assert real_folder(folder).is_dir()


def test_a_link_or_a_file_in_the_place_of_a_folder_is_refused(tmp_path: Path) -> None:
    """Whoever planted it does not choose where we write."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "file").touch()
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    with pytest.raises(StoreError, match="is a link"):
        real_folder(tmp_path / "link")
    for name in ("file", "dangling"):
        with pytest.raises(StoreError, match="cannot be created"):
            real_folder(tmp_path / name)
    assert not (tmp_path / "nowhere").exists()


def test_drafts_of_a_killed_process_are_removed(tmp_path: Path) -> None:
    """Beside the sheets and in the folder above; what is no draft stays, hidden or not."""
    (tmp_path / "sheets").mkdir()
    names = (".grades.csv.0123456789abcdef.draft", "sheets/.s.json.00000000000000ff.draft")
    others = [tmp_path / ".lock", tmp_path / "grades.csv", tmp_path / "sheets/.s.0123.draft"]
    for path in [*others, *(tmp_path / name for name in names)]:
        path.touch()
    clear_away_drafts(tmp_path)
    assert sorted(one for one in tmp_path.rglob("*") if one.is_file()) == sorted(others)


def test_no_folder_has_no_drafts(tmp_path: Path) -> None:
    """Nothing to remove is no error."""
    clear_away_drafts(tmp_path / "missing")


@pytest.mark.skipif(os.name == "nt", reason="modes mean nothing on Windows")
def test_a_private_file_is_its_owners_alone(tmp_path: Path) -> None:
    """Also where one was that all could read; any other follows the user's own mask."""
    path = tmp_path / "names.csv"
    path.write_bytes(b"old")
    path.chmod(0o644)
    write_file(path, b"new", private=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    write_file(path, b"newer")
    path.with_name("made").touch()
    assert path.stat().st_mode == path.with_name("made").stat().st_mode


FULL = """
import resource, signal, sys
from pathlib import Path
from grader.files import write_file
from grader.model.errors import StoreError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
path = Path(sys.argv[1])
write_file(path, b"old", durable=True)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_file(path, bytes(5000), durable=True)
except StoreError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limits on files' sizes")
def test_a_full_disk_keeps_the_old_file(tmp_path: Path) -> None:
    """The sentence says why; nothing half written stays. A limit stands for the disk here."""
    path = tmp_path / "grades.csv"
    run = subprocess.run([sys.executable, "-c", FULL, path], capture_output=True, check=True)
    assert run.stdout.decode().startswith(f"{path}: cannot be written: ")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_there_already_stays(tmp_path: Path) -> None:
    """Of two processes that make a secret, the first wins; the other one's draft goes."""
    path = tmp_path / "secret"
    write_once(path, b"first")
    write_once(path, b"second")
    assert path.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [path]
