"""A grader without the folder of this plugin and its line in the table."""

from pathlib import Path

import pytest

from tests.amputate import amputated
from tests.taken_away import graded, grader
from tests.tree import ROOT

EXAMPLES = ROOT / "assignments"


@pytest.fixture(scope="module")
def without_nets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engine and the other plugins, in a folder of their own."""
    return amputated(["nets"], tmp_path_factory.mktemp("grader"))


def test_help_is_there(without_nets: Path, tmp_path: Path) -> None:
    """Commands are listed as ever."""
    run = grader(without_nets, tmp_path, "--help")
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("example", ["right-plain", "wrong-no-zero-grad"])
def test_exercises_about_nets_wait(without_nets: Path, tmp_path: Path, example: str) -> None:
    """The course loads; nothing of them becomes 0, and nothing is right."""
    folder = EXAMPLES / "training" / "examples" / example
    program = (folder / "training.py").read_text(encoding="utf-8")
    student = graded(without_nets, tmp_path, "training", "training.py", program)
    assert (student.row["train_step"], student.row["predict"]) == ("", "")
    for exercise in ("train_step", "predict"):
        assert {finding["verdict"] for finding in student.about(exercise)} == {"waiting"}
    awards = {award["criterion"]: award for award in student.sheet["awards"]}
    assert "プラグイン step" in awards["train_step"]["reason"]


def test_other_assignments_are_graded(without_nets: Path, tmp_path: Path) -> None:
    """A right program gets its points."""
    folder = EXAMPLES / "kadai1" / "examples" / "right-comprehension"
    program = (folder / "kadai1.py").read_text(encoding="utf-8")
    student = graded(without_nets, tmp_path, "kadai1", "kadai1.py", program)
    assert student.verdict("COR001") == "passed"
