"""The second week: what was there before stays, and what is not certain is told."""

import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.commands.conftest import Say
from tests.commands.weeks import DOWNLOADS, ROSTER, collect, decide_all, rows_of
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


def test_a_teachers_grades_stay(course: Path, say: Say, graded: Path, tmp_path: Path) -> None:
    """Points that were typed into the LMS are told, and replaced only when it is asked for."""
    decide_all(say, graded, course)
    sheet = tmp_path / "sheet.csv"
    text = (DOWNLOADS / "moodle-sheet.csv").read_text(encoding="utf-8")
    sheet.write_text(text.replace(",,8.00", ",3.50,8.00", 1), encoding="utf-8")
    order = ("export", "kadai1", "--format", "moodle", "--into", sheet, "--lang", "en")
    said = say(*order)
    assert "24A1201 (row 2, 評点): 3.50 in the LMS table was kept (grader has " in said.err
    assert rows_of(sheet)[1][4] == "3.50"
    assert rows_of(sheet)[2][4] not in ("", "3.50")
    said = say(*order)  # what we wrote is ours
    assert said.err.count("in the LMS table was kept") == 1
    said = say(*order, "--overwrite")
    assert "24A1201 (row 2, 評点): 3.50 -> " in said.err
    assert rows_of(sheet)[1][4] != "3.50"


def test_nobody_gets_0_for_files_that_may_be_theirs(
    course: Path, say: Say, small: Path, tmp_path: Path
) -> None:
    """Two of one name wait to be told apart; these may be either's, and nobody else's."""
    quick = tmp_path / "quick.zip"  # everybody of the download, with a program that ends at once
    with zipfile.ZipFile(DOWNLOADS / "moodle.zip") as whole, zipfile.ZipFile(quick, "w") as archive:
        for member in whole.infolist():
            member.filename = member.filename.replace(".ipynb", ".py")
            if member.filename.endswith(".py"):
                archive.writestr(member, "import numpy\n")
    collect(say, small, quick)
    assert say("grade", "kadai1", "--no-timing").code == 0
    assert say("export", "--course", "--lang", "en").code == 0
    heads, *rows = rows_of(course / "results" / "course.csv")
    paths = {row[0]: row[heads.index("path")] for row in rows}
    for student in ("24A1206", "24A1207"):
        assert "kadai1: submission unknown" in paths[student]
    assert [student for student, path in paths.items() if "kadai1: 0/" in path] == ["24A1219"]
    said = say("review", "kadai1", "--list", "--lang", "en")
    assert "There are files without an owner" in said.out


def test_a_second_download_replaces_folders_and_says_where_the_old_ones_are(
    course: Path, say: Say, small: Path, tmp_path: Path
) -> None:
    """With what was edited by hand; the earlier folder makes no student, and is not graded."""
    collect(say, small)
    folder = course / "submissions/kadai1"
    (folder / "24A1201/kadai1.py").write_text("import numpy  # mended\n", encoding="utf-8")
    newer = tmp_path / "newer.zip"
    with zipfile.ZipFile(newer, "w") as archive:
        entry = "山田 太郎_31201_assignsubmission_file/kadai1.py"
        archive.writestr(zipfile.ZipInfo(entry, (2025, 4, 17, 20, 0, 0)), "import numpy as np\n")
    said = say("collect", newer, "-a", "kadai1", *ROSTER, "--lang", "en")
    assert said.code == 0, said.err
    away = ".earlier/24A1201/20250417-090100"
    assert f"(1):\n  24A1201 → {away}\n" in said.out
    assert f"files edited by hand (kadai1.py) are now in {away}" in said.err
    assert "mended" in (folder / away / "kadai1.py").read_text(encoding="utf-8")
    assert (folder / "24A1202/kadai1.py").is_file()
    assert say("grade", "kadai1", "--no-timing").code == 0
    sheets = {path.stem for path in (course / "results/kadai1/sheets").glob("*.json")}
    assert sheets == {"24A1201", "24A1202"}
