"""A grader without the folder of this plugin and its line in the table."""

from pathlib import Path

import pytest

from tests.amputate import amputated
from tests.exercises.c.programs import RIGHT
from tests.taken_away import graded, grader
from tests.tree import ROOT


@pytest.fixture(scope="module")
def without_c(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engine and the other plugins, in a folder of their own."""
    return amputated(["c"], tmp_path_factory.mktemp("grader"))


def test_help_is_there(without_c: Path, tmp_path: Path) -> None:
    """Commands are listed as ever."""
    run = grader(without_c, tmp_path, "--help")
    assert run.returncode == 0, run.stderr


def test_an_exercise_in_c_waits(without_c: Path, tmp_path: Path) -> None:
    """The course loads; nothing of such an exercise becomes 0, and nothing of it is right."""
    student = graded(without_c, tmp_path, "optional1", "matmul.c", RIGHT)
    assert (student.row["program"], student.row["total"]) == ("", "")
    about = student.about("matmul")
    assert {finding["verdict"] for finding in about} == {"waiting"}
    assert {finding["params"]["absent"] for finding in about} == {"c"}
    assert student.verdict("RUN001") == "waiting"


def test_other_assignments_are_graded(without_c: Path, tmp_path: Path) -> None:
    """A right program in Python gets its points."""
    example = ROOT / "assignments" / "kadai1" / "examples" / "right-comprehension" / "kadai1.py"
    program = example.read_text(encoding="utf-8")
    student = graded(without_c, tmp_path, "kadai1", "kadai1.py", program)
    assert student.verdict("COR001") == student.verdict("RUN001") == "passed"
