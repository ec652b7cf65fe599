"""A grader without the folder of this plugin and its line in the table."""

import csv
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.exercises.c.programs import RIGHT
from tests.tree import ROOT

LINE = '        "c": "grader.exercises.c.plugin",\n'


@pytest.fixture(scope="module")
def without_c(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engine and the other plugins, in a folder of their own."""
    root = tmp_path_factory.mktemp("grader")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "grader", root / "grader", ignore=ignored)
    shutil.rmtree(root / "grader" / "exercises" / "c")
    table = root / "grader" / "plugins.py"
    text = table.read_text(encoding="utf-8")
    assert LINE in text
    table.write_text(text.replace(LINE, ""), encoding="utf-8")
    return root


def grader(root: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs a command of that grader."""
    return subprocess.run(
        [sys.executable, "-m", "grader", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(root), "HOME": str(folder), "LANG": "C.UTF-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_help_is_there(without_c: Path, tmp_path: Path) -> None:
    """Commands are listed as ever."""
    run = grader(without_c, tmp_path, "--help")
    assert run.returncode == 0, run.stderr


def test_an_exercise_in_c_waits(without_c: Path, tmp_path: Path) -> None:
    """The course loads; nothing of such an exercise becomes 0, and nothing of it is right."""
    student = tmp_path / "class" / "24A1201"
    student.mkdir(parents=True)
    (student / "matmul.c").write_text(RIGHT, encoding="utf-8")
    words = ("grade", "optional1", "class", "-o", "out", "--no-timing", "--course", str(ROOT))
    run = grader(without_c, tmp_path, *words)
    assert run.returncode == 0, run.stderr
    with (tmp_path / "out" / "grades.csv").open(encoding="utf-8-sig") as file:
        (row,) = csv.DictReader(file)
    assert (row["student"], row["program"], row["total"]) == ("24A1201", "", "")
    sheet = json.loads((tmp_path / "out" / "sheets" / "24A1201.json").read_text("utf-8"))
    about = [finding for finding in sheet["findings"] if finding["subject"] == "matmul"]
    assert {finding["verdict"] for finding in about} == {"waiting"}
    assert {finding["params"]["absent"] for finding in about} == {"c"}
    (read,) = (finding for finding in sheet["findings"] if finding["check"] == "RUN001")
    assert read["verdict"] == "waiting"


def test_other_assignments_are_graded(without_c: Path, tmp_path: Path) -> None:
    """A right program in Python gets its points."""
    student = tmp_path / "class" / "24A1201"
    student.mkdir(parents=True)
    example = ROOT / "assignments" / "kadai1" / "examples" / "right-comprehension" / "kadai1.py"
    shutil.copy(example, student)
    words = ("grade", "kadai1", "class", "-o", "out", "--no-timing", "--course", str(ROOT))
    run = grader(without_c, tmp_path, *words)
    assert run.returncode == 0, run.stderr
    sheet = json.loads((tmp_path / "out" / "sheets" / "24A1201.json").read_text("utf-8"))
    verdicts = {finding["check"]: finding["verdict"] for finding in sheet["findings"]}
    assert verdicts["COR001"] == verdicts["RUN001"] == "passed"
