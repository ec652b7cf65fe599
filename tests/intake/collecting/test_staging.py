"""The folder in which downloads are opened."""

import os
import stat
from pathlib import Path

import pytest

from grader.intake.collecting.disk import PREFIX, staging_beside
from grader.model.errors import IntakeError


def test_it_is_private_and_goes(tmp_path: Path) -> None:
    """Beside the target, for its owner alone, also when something went wrong."""
    target = tmp_path / "submissions" / "kadai1"

    def work() -> None:
        with staging_beside(target, dry_run=False) as staging:
            assert staging.parent == target.parent
            assert stat.S_IMODE(staging.stat().st_mode) == 0o700
            (staging / "file").write_text("x", encoding="utf-8")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()
    assert not list(target.parent.iterdir())


def test_a_dry_run_makes_no_folders(tmp_path: Path) -> None:
    """The nearest folder that is there will do."""
    with staging_beside(tmp_path / "a" / "b", dry_run=True) as staging:
        assert staging.parent == tmp_path
    assert not list(tmp_path.iterdir())


def test_what_a_killed_grader_left_is_cleared_away(tmp_path: Path) -> None:
    """But not what another one is working in now, and nothing else."""
    old, now, other = (tmp_path / f"{PREFIX}old", tmp_path / f"{PREFIX}now", tmp_path / "other")
    for folder in (old, now, other):
        folder.mkdir()
    for folder in (old, other):
        os.utime(folder, (0, 0))
    with staging_beside(tmp_path / "kadai1", dry_run=False):
        assert not old.exists()
        assert now.exists()
        assert other.exists()


def test_where_nothing_can_be_made_it_says_so(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "submissions").write_text("x", encoding="utf-8")
    target = tmp_path / "submissions" / "kadai1"
    with (
        pytest.raises(IntakeError, match="cannot be written"),
        staging_beside(target, dry_run=False),
    ):
        pass
