"""A grader without the folder of this plugin and its line in the table."""

from pathlib import Path

import pytest

from tests.amputate import amputated
from tests.taken_away import graded, grader
from tests.tree import ROOT

EXAMPLES = ROOT / "assignments"


@pytest.fixture(scope="module")
def without_arrays(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engine and the other plugins, in a folder of their own."""
    return amputated(["arrays"], tmp_path_factory.mktemp("grader"))


def test_help_is_there(without_arrays: Path, tmp_path: Path) -> None:
    """Commands are listed as ever."""
    run = grader(without_arrays, tmp_path, "--help")
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize(
    ("assignment", "example", "file"),
    [
        ("kadai1", "right-comprehension", "kadai1.py"),
        ("kadai1", "wrong-forbidden-import", "kadai1.py"),
        ("optional1", "right-textbook", "matmul.c"),
        ("training", "wrong-no-zero-grad", "training.py"),
    ],
)
def test_exercises_wait(
    without_arrays: Path, tmp_path: Path, assignment: str, example: str, file: str
) -> None:
    """The course loads; no exercise becomes 0 or is right, in whatever language it is written."""
    program = (EXAMPLES / assignment / "examples" / example / file).read_text(encoding="utf-8")
    student = graded(without_arrays, tmp_path, assignment, file, program)
    assert student.row["total"] == ""
    about = [one for one in student.sheet["findings"] if one["subject"]]
    assert {finding["verdict"] for finding in about} == {"waiting"}
    assert {finding["params"]["absent"] for finding in about} == {"arrays"}
