"""The second week: what was there before stays, and what is not certain is told."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.commands.conftest import Say
from tests.commands.weeks import DOWNLOADS
from tests.tree import ROOT


def test_nothing_is_written_over_without_a_copy(
    course: Path, say: Say, graded: Path, tmp_path: Path
) -> None:
    """What lay where -o points is kept beside it; the same bytes again need no copy."""
    for order in (("kadai1", "--format", "csv"), ("--course",)):
        other = tmp_path / f"{len(order)}" / "other.csv"
        other.parent.mkdir()
        other.write_text("mine\n", encoding="utf-8")
        assert say("export", *order, "-o", other).code == 0
        (backup,) = other.parent.glob("other.backup-*.csv")
        assert backup.read_text(encoding="utf-8") == "mine\n"
        assert "24A1201" in other.read_text(encoding="utf-8-sig")
    for _ in range(2):
        assert say("export", "kadai1").code == 0
    assert [path.name for path in (graded / "export").iterdir()] == ["kadai1.csv"]


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_lists_that_git_would_take_up_are_warned_of(course: Path, say: Say, small: Path) -> None:
    """The roster beside course.toml is, unless it is ignored; the one in submissions/ is not."""
    subprocess.run(["git", "init", "-q"], cwd=course, check=True)
    (course / ".gitignore").write_text("submissions/*\nresults/\n", encoding="utf-8")
    roster, download = course / "roster.csv", course / "download.zip"
    shutil.copy(DOWNLOADS / "roster.csv", roster)
    shutil.copy(small, download)
    order = ("collect", download, "-a", "kadai1", "--dry-run", "--lang", "en")
    with (course / "course.toml").open("r+", encoding="utf-8") as file:
        text = file.read()
        file.seek(0)
        file.write('roster = "roster.csv"\n' + text)
    said = say(*order)
    assert said.code == 0, said.err
    for name in ("roster.csv", "download.zip"):
        assert f"{name} lists students or holds their work, and git would take it up" in said.err
        assert f"add the line /{name} to .gitignore" in said.err
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8")
    (course / ".gitignore").write_text(ignored, encoding="utf-8")
    assert "git would take it up" not in say(*order).err
