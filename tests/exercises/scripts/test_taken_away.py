"""A grader without the folder of this plugin and its line in the table."""

from pathlib import Path

import pytest

from tests.amputate import amputated
from tests.taken_away import graded, grader
from tests.tree import ROOT

LOOPS = """\
def main():
    n = 3
    x = [[i + j for j in range(n)] for i in range(n)]
    y = [[i * 2 + j for j in range(n)] for i in range(n)]
    z = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                z[i][j] += x[i][k] * y[k][j]
    print(z)
"""
NOTHING = "def greet(name):\n    return 'hello, ' + name\n"


@pytest.fixture(scope="module")
def without_scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engine and the other plugins, in a folder of their own."""
    return amputated(["scripts"], tmp_path_factory.mktemp("grader"))


@pytest.mark.parametrize("end", ["", "\nmain()\n"], ids=["never-called", "called"])
def test_a_script_waits(without_scripts: Path, tmp_path: Path, end: str) -> None:
    """With the plugin both are right; without it nothing of them becomes 0."""
    student = graded(without_scripts, tmp_path, "kadai1", "kadai1.py", LOOPS + end)
    about = student.about("matmul")
    assert {finding["verdict"] for finding in about if finding["check"] == "RUN002"} == {"waiting"}
    assert "failed" not in {finding["verdict"] for finding in about}
    again = ("grade", "kadai1", "class", "-o", "out", "--no-timing", "--course", str(ROOT))
    assert "0 人を採点、1 人は変更なし" in grader(without_scripts, tmp_path, *again).stdout


def test_what_multiplies_nothing_fails(without_scripts: Path, tmp_path: Path) -> None:
    """No plugin would find the exercise's work in it."""
    student = graded(without_scripts, tmp_path, "kadai1", "kadai1.py", NOTHING)
    assert student.verdict("RUN002") == "failed"


def test_functions_are_graded(without_scripts: Path, tmp_path: Path) -> None:
    """A right program with its function gets its points."""
    example = ROOT / "assignments" / "kadai1" / "examples" / "right-comprehension" / "kadai1.py"
    program = example.read_text(encoding="utf-8")
    student = graded(without_scripts, tmp_path, "kadai1", "kadai1.py", program)
    assert student.verdict("COR001") == "passed"
