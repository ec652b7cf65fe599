"""Grades programs with a grader from which `tests.amputate` has taken a plugin away."""

import csv
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from tests.tree import ROOT


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


class Graded(Struct, frozen=True, kw_only=True):
    """What one student got."""

    row: Mapping[str, str]  # of grades.csv
    sheet: Mapping[str, Any]

    def about(self, exercise: str) -> list[Mapping[str, Any]]:
        """Picks the findings about an exercise."""
        return [one for one in self.sheet["findings"] if one["subject"] == exercise]

    def verdict(self, check: str) -> str:
        """Says how a check of the submission ended, or of its only exercise."""
        (verdict,) = (one["verdict"] for one in self.sheet["findings"] if one["check"] == check)
        return str(verdict)


def graded(root: Path, folder: Path, assignment: str, name: str, program: str) -> Graded:
    """Grades one program with that grader, which has to end well."""
    student = folder / "class" / "24A1201"
    student.mkdir(parents=True, exist_ok=True)
    (student / name).write_text(program, encoding="utf-8")
    words = ("grade", assignment, "class", "-o", "out", "--no-timing", "--course", str(ROOT))
    run = grader(root, folder, *words)
    assert run.returncode == 0, run.stderr
    with (folder / "out" / "grades.csv").open(encoding="utf-8-sig") as file:
        (row,) = csv.DictReader(file)
    assert row["student"] == "24A1201"
    sheet = json.loads((folder / "out" / "sheets" / "24A1201.json").read_text("utf-8"))
    return Graded(row=row, sheet=sheet)
