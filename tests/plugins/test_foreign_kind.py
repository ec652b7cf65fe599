"""A kind of exercise from another distribution: verified, graded, and absent."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.plugins.installing import install
from tests.tree import ROOT

SOURCE = ROOT / "tests/data/plugins/saiten-pattern"
COURSE = """zone = "Asia/Tokyo"
student_id = '[a-z-]+'

[title]
ja = "正規表現"
en = "Regular expressions"
"""
ASSIGNMENT = """id = "rx"
due = 2099-10-15T23:59:00+09:00
source = "rx.py"

[title]
ja = "正規表現"
en = "Regular expressions"

[[exercise]]
id = "date"
operation = "date"
backend = "python"
entry = "DATE"
calls = "pattern"
allowed_imports = ["re"]
[exercise.pattern]
matches = ["2026-10-15", "1999-01-31"]
refuses = ["", "2026-13-01", "2026-1-1", "x2026-10-15"]

[[rubric]]
id = "date"
title = { ja = "日付", en = "Date" }
points = 2
checks = ["INT", "POL", "RUN", "PTN"]
"""
RIGHT = 'DATE = r"\\d{4}-(0[1-9]|1[0-2])-\\d{2}"\n'
SLOW = 'DATE = r"((([0-9-]|.)*)*)*(([0-9-]|.)*)*(([0-9-]|.)*)*!"\n'
PROGRAMS = {
    "plain": (RIGHT, 2, "passed", "passed"),
    "compiled": (
        'import re\nDATE: re.Pattern = re.compile(r"[0-9]{4}-" + "(0[1-9]|1[012])-[0-9][0-9]")\n',
        *(2, "passed", "passed"),
    ),
    "computed": ('D = "[0-9]"\nDATE = D * 4 + "-.*"\n', None, "undecided", "undecided"),
    "rebound": (RIGHT + 'for DATE in ["a"]:\n    pass\n', None, "undecided", "undecided"),
    "wrong": ('DATE = r"\\d{4}-\\d\\d-\\d\\d"\n', 0, "passed", "failed"),
    "invalid": ('DATE = r"(20"\n', 0, "failed", "skipped"),
    "missing": ('PATTERN = "a"\n', 0, "failed", "skipped"),
    "forbidden": ("import numpy\n" + RIGHT, 0, "skipped", "skipped"),
}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which pip has installed it: not one of the environment's own."""
    return install(SOURCE, tmp_path_factory)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course with one exercise of the kind."""
    root = tmp_path_factory.mktemp("course")
    files = {
        "course.toml": COURSE,
        "reference/date.py": RIGHT,
        "assignments/rx/assignment.toml": ASSIGNMENT,
        "assignments/rx/handout.md": "# 正規表現\n",
        "assignments/rx/starter/rx.py": 'DATE = ""\n',
        "assignments/rx/examples/right/rx.py": RIGHT,
        "assignments/rx/examples/right/expected.toml": "points = { date = 2.0 }\n",
        "assignments/rx/examples/wrong/rx.py": PROGRAMS["wrong"][0],
        "assignments/rx/examples/wrong/expected.toml": (
            'points = { date = 0.0 }\n\n[verdicts]\nPTN002 = "failed"\n'
        ),
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def grader(*words: str, course: Path, plugin: Path | None) -> subprocess.CompletedProcess[str]:
    """A command in the course, with the plugin on its path or without."""
    paths = [str(ROOT), *([str(plugin)] if plugin is not None else [])]
    environ = {**os.environ, "LANG": "en_US.UTF-8", "PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, "-m", "grader", *words]
    return subprocess.run(
        command, env=environ, cwd=course, capture_output=True, text=True, check=False
    )


def test_its_definition_is_proved(installed: Path, course: Path) -> None:
    """`grader verify` tries the reference and grades the examples."""
    run = grader("verify", "rx", course=course, plugin=installed)
    assert run.returncode == 0, run.stdout + run.stderr


def test_a_wrong_reference_is_named(installed: Path, course: Path, tmp_path: Path) -> None:
    """With the text that it is wrong about."""
    copy = tmp_path / "course"
    subprocess.run(["cp", "-r", str(course), str(copy)], check=True)
    (copy / "reference/date.py").write_text(PROGRAMS["wrong"][0], encoding="utf-8")
    run = grader("verify", "rx", course=copy, plugin=installed)
    assert run.returncode == 1
    assert "the reference's pattern is wrong about '2026-13-01'" in run.stdout


def graded(
    programs: Mapping[str, str], installed: Path, course: Path, folder: Path
) -> Mapping[str, Any]:
    """The sheets of a class, by student."""
    inbox, out = folder / "inbox", folder / "out"
    for student, program in programs.items():
        (inbox / student).mkdir(parents=True)
        (inbox / student / "rx.py").write_text(program, encoding="utf-8")
    words = ("grade", "rx", str(inbox), "-o", str(out), "--no-timing", "--jobs", "1")
    run = grader(*words, course=course, plugin=installed)
    assert run.returncode in {0, 1, 3}, run.stdout + run.stderr
    sheets = (out / "sheets").glob("*.json")
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sheets}


def result(sheet: Mapping[str, Any]) -> tuple[float | None, str, str]:
    """The points, and what both checks say."""
    verdicts = {finding["check"]: finding["verdict"] for finding in sheet["findings"]}
    [award] = sheet["awards"]
    return award["points"], verdicts["PTN001"], verdicts["PTN002"]


def test_a_class_is_graded(installed: Path, course: Path, tmp_path: Path) -> None:
    """Its functions read in the reader's process, from the folder that it is installed in."""
    programs = {student: program for student, (program, *_) in PROGRAMS.items()}
    sheets = graded(programs, installed, course, tmp_path)
    got = {student: result(sheet) for student, sheet in sheets.items()}
    assert got == {student: tuple(said) for student, (_, *said) in PROGRAMS.items()}
    assert sheets["plain"]["plugins"]["pattern"] == "1 (saiten-pattern 0.1)"


@pytest.mark.repetition("test_a_class_is_graded: this one waits for the reader's CPU limit")
def test_a_pattern_that_never_ends(installed: Path, course: Path, tmp_path: Path) -> None:
    """The reader is ended by its CPU time, and the next submission has a new one."""
    sheets = graded({"a": SLOW, "b": RIGHT}, installed, course, tmp_path)
    assert result(sheets["a"]) == (0, "passed", "failed")
    assert result(sheets["b"]) == (2, "passed", "passed")


def test_without_it_the_assignment_says_so(course: Path) -> None:
    """Its table cannot be read then; nobody is graded by half of a definition."""
    run = grader("grade", "rx", "inbox", course=course, plugin=None)
    assert run.returncode == 2
    assert 'exercise[0].calls: no installed plugin has "pattern"; available: arrays' in run.stderr
    assert "cases" not in run.stderr.partition("\n")[0]
