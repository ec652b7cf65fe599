"""The second week: what was there before stays, and what is not certain is told."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.commands.conftest import Say
from tests.commands.weeks import DOWNLOADS, decide_all
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


def test_unknown_ids_are_no_success(course: Path, say: Say, graded: Path) -> None:
    """Of a confirmation, and of a table, of which nothing is taken then."""
    said = say("review", "kadai1", "--confirm", "24A9999", "--by", "TA1", "--lang", "en")
    assert said.code == 1
    assert "24A9999" in said.out
    assert say("export", "kadai1").code == 0
    table = graded / "export" / "kadai1.csv"
    edited = course / "edited.csv"
    text = table.read_text(encoding="utf-8-sig")
    edited.write_text(text.replace("24A1201", "S01").replace("24A1202", "S02"), "utf-8-sig")
    said = say("review", "kadai1", "--import", edited, "--by", "TA1", "--lang", "en")
    assert said.code == 1
    assert "Nothing of the table was imported. Problems to correct first: 2" in said.out
    assert 'edited.csv, row 2: The ID "S01" is not in the gradebook' in said.err


def test_a_table_is_listed_before_it_counts(course: Path, say: Say, graded: Path) -> None:
    """Whose points change from what to what, and who decided; a dry run stores nothing."""
    decide_all(say, graded, course)
    edited = course / "edited.csv"
    text = edited.read_text(encoding="utf-8-sig")
    edited.write_text(text.replace(",1,", ",0.5,", 1), encoding="utf-8-sig")
    order = ("review", "kadai1", "--import", edited, "--by", "TA2", "--lang", "en")
    dry = say(*order, "--dry-run")
    assert dry.code == 0, dry.err
    line, total = dry.out.splitlines()
    assert re.fullmatch(r"24A120\d “.+”: 1 \(TA1, 20\d\d-\d\d-\d\d \d\d:\d\d\) -> 0\.5", line)
    assert total.startswith("Would import decisions: 1, comments: 0")
    document = say(*order, "--dry-run", "--json").document["imported"]
    (change,) = document["decisions"]
    assert (change["before"], change["decided_by"], change["points"]) == (1.0, "TA1", 0.5)
    done = say(*order)
    assert done.out.splitlines()[0] == line
    assert say(*order).out.startswith("Imported decisions: 0")
    assert say("review", "kadai1", "--list", "--dry-run").code == 2


def test_nothing_of_a_table_with_a_bad_cell_counts(course: Path, say: Say, graded: Path) -> None:
    """Nor is anybody confirmed in the same breath."""
    decide_all(say, graded, course)
    edited = course / "edited.csv"
    text = edited.read_text(encoding="utf-8-sig")
    edited.write_text(text.replace(",1,", ",0.5,", 1).replace(",1,", ",ten,", 1), "utf-8-sig")
    order = ("review", "kadai1", "--import", edited, "--by", "TA2", "--lang", "en")
    said = say(*order, "--confirm", "all", "--json")
    assert said.code == 1
    assert said.document["imported"]["decisions"] == []
    assert len(said.document["imported"]["refused_rows"]) == 1
    assert "confirmed" not in said.document
    assert "ten is not a number from 0 to" in said.err
    table = say("export", "kadai1", "-o", course / "again.csv")
    assert table.code == 0
    assert ",0.5," not in (course / "again.csv").read_text(encoding="utf-8-sig")
