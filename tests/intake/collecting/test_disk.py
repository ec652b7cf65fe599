"""Writing into the target, and nowhere else."""

import os
from hashlib import sha256
from pathlib import Path

import pytest

from grader.intake.collecting.disk import Disk
from grader.model.errors import IntakeError
from tests.wording.worded import in_japanese

RAW = b"x = 1"
DIGEST = sha256(RAW).hexdigest()


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    """A target with a source beside it."""
    (tmp_path / "staging").mkdir()
    (tmp_path / "source").write_bytes(RAW)
    (tmp_path / "target").mkdir()
    return Disk(root=tmp_path / "target")


def write(disk: Disk, path: str, digest: str = DIGEST) -> None:
    """Puts the source there."""
    disk.write(path, disk.root.parent / "source", digest, disk.root.parent / "staging")


def test_a_folder_is_written_renamed_and_removed(disk: Disk) -> None:
    """With the folders above it, which go when they are empty."""
    write(disk, "a/b/c.py")
    assert disk.digest("a/b/c.py") == DIGEST
    assert disk.files("a") == ["a/b/c.py"]
    disk.rename("a/b", "c/d/b")
    assert (disk.files("a"), disk.files("c")) == ([], ["c/d/b/c.py"])
    disk.remove_tree("c/d/b")
    assert [path.name for path in disk.root.rglob("*")] == ["a"]


def test_a_file_that_changed_is_not_written(disk: Disk) -> None:
    """What was looked at and what is written are the same bytes."""
    with pytest.raises(IntakeError, match="changed while it was being collected") as raised:
        write(disk, "a/c.py", "0" * 64)
    assert not (disk.root / "a/c.py").exists()
    assert in_japanese(raised.value) != str(raised.value)


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no links here")
def test_links_lead_nowhere(disk: Disk) -> None:
    """A link to a folder is refused; a link in a file's place is replaced, not followed."""
    away = disk.root.parent / "away"
    away.mkdir()
    (disk.root / "a").symlink_to(away)
    with pytest.raises(IntakeError, match="is a link") as raised:
        write(disk, "a/c.py")
    assert in_japanese(raised.value) != str(raised.value)
    (disk.root / "b").mkdir()
    (disk.root / "b/c.py").symlink_to(away / "c.py")
    assert disk.files("b") == ["b/c.py"]
    assert disk.digest("b/c.py") == ""
    write(disk, "b/c.py")
    assert not list(away.iterdir())


def test_a_file_is_no_folder(disk: Disk) -> None:
    """Said, not overwritten."""
    (disk.root / "a").write_text("mine", encoding="utf-8")
    with pytest.raises(IntakeError, match="is not a folder") as raised:
        write(disk, "a/c.py")
    assert in_japanese(raised.value) != str(raised.value)
    assert (disk.root / "a").read_text(encoding="utf-8") == "mine"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_what_is_no_file_has_no_bytes(disk: Disk) -> None:
    """A pipe is not waited for."""
    os.mkfifo(disk.root / "pipe")
    assert disk.digest("pipe") == ""
    assert disk.digest("not there") == ""
