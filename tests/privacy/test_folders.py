"""Folders of students' data are for their owner alone."""

import os
import stat
from pathlib import Path

import pytest

from grader.model.errors import StoreError
from grader.privacy import ensure_private

pytestmark = pytest.mark.skipif(os.name == "nt", reason="modes and links differ on Windows")


def mode(path: Path) -> int:
    """The permissions alone."""
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_folder_is_private_and_those_above_it(tmp_path: Path) -> None:
    """Only the ones that were missing."""
    tmp_path.chmod(0o755)
    assert ensure_private(tmp_path / "results" / "kadai1")
    assert mode(tmp_path / "results" / "kadai1") == mode(tmp_path / "results") == 0o700
    assert mode(tmp_path) == 0o755


def test_an_open_folder_is_closed(tmp_path: Path) -> None:
    """What is in it stays, and so do its owner's rights; special bits stay too."""
    folder = tmp_path / "kadai1"
    folder.mkdir()
    (folder / "grades.csv").write_text("points")
    folder.chmod(0o2755)
    assert ensure_private(folder)
    assert mode(folder) & 0o777 == 0o700
    assert (folder / "grades.csv").read_text() == "points"
    assert ensure_private(folder)


def test_a_link_or_a_file_in_its_place_is_refused(tmp_path: Path) -> None:
    """Nothing is made or changed behind a link."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o755)
    (tmp_path / "link").symlink_to(elsewhere)
    with pytest.raises(StoreError, match="is a link"):
        ensure_private(tmp_path / "link")
    assert mode(elsewhere) & 0o055
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="the folder cannot be created"):
        ensure_private(tmp_path / "file")
    with pytest.raises(StoreError, match="the folder cannot be created"):
        ensure_private(tmp_path / "file" / "below")


def test_somebody_elses_folder_is_only_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever does not own it cannot close it."""
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o755)
    monkeypatch.setattr(os, "geteuid", lambda: folder.stat().st_uid + 1)
    assert not ensure_private(folder)
    assert mode(folder) == 0o755
