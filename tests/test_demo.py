"""What `make demo` promises, in a copy of the tree without a network; and what is typed then."""

import json
import shutil
from importlib import metadata
from pathlib import Path

import pytest

from tests.clones import type_in
from tests.conftest import Demo
from tests.test_readme import JAPANESE, commands_of
from tests.tree import ROOT

pytestmark = pytest.mark.repetition("the commands are those of the README")
CLASS = ROOT / "submissions" / "demo"
STUDENTS = {
    assignment: sorted(path.name for path in (CLASS / assignment).iterdir())
    for assignment in ("kadai1", "kadai2")
}
GPU_HERE = any(Path("/dev").glob("nvidia[0-9]*")) or Path("/dev/kfd").exists()
NOT_AGAIN = '-m pytest -m "not repetition"'
STORED = {"kadai1": "demo_grades.csv", "kadai2": "demo_grades_kadai2.csv"}


@pytest.fixture
def course(demo: Demo, tmp_path: Path) -> Path:
    """A copy of the tree after `make demo`, to go on in; its commands are those of the clone."""
    return shutil.copytree(demo.clone, tmp_path / "clone", symlinks=True)


def test_there_is_one_distribution(demo: Demo) -> None:
    """The one of earlier checkouts went, and what came has the command and the package."""
    (packages,) = (demo.clone / ".venv").glob("lib/*/site-packages")
    names = [one.metadata["Name"] for one in metadata.distributions(path=[str(packages)])]
    assert names == ["saiten"]
    assert not [*packages.glob("*grader*")]
    assert type_in(demo.clone, "grader --version").stdout.startswith("grader, version ")


@pytest.mark.parametrize("assignment", STUDENTS)
def test_demo_prints_the_table(demo: Demo, assignment: str) -> None:
    """`make demo` names every student and says where to look."""
    assert [student for student in STUDENTS[assignment] if student not in demo.printed] == []
    assert f"results/{assignment}/summary.html" in demo.printed


@pytest.mark.parametrize("assignment", STUDENTS)
def test_demo_writes_every_file(demo: Demo, assignment: str) -> None:
    """Every file of a results folder is there, one sheet per student."""
    results = demo.results(assignment)
    assert {"summary.html", "grades.csv", "grader.sqlite"} <= {p.name for p in results.iterdir()}
    for suffix in ("html", "json"):
        sheets = sorted(path.stem for path in (results / "sheets").glob(f"*.{suffix}"))
        assert sheets == STUDENTS[assignment]


@pytest.mark.parametrize("assignment", STUDENTS)
def test_demo_grades_as_stored(demo: Demo, assignment: str) -> None:
    """The gradebook of the fictional class is the one we looked at and stored."""
    if assignment == "kadai2" and GPU_HERE:
        pytest.skip("a GPU is here, and nothing would wait for it as in the stored gradebook")
    grades = demo.results(assignment) / "grades.csv"
    stored = ROOT / "tests" / "data" / STORED[assignment]
    assert grades.read_bytes().decode() == stored.read_bytes().decode()


def test_demo_draws_the_curve_it_names(demo: Demo) -> None:
    """One student's function was timed, and nobody else's."""
    sheets = {
        path.stem: json.loads(path.read_text(encoding="utf-8"))
        for assignment in STUDENTS
        for path in (demo.results(assignment) / "sheets").glob("*.json")
    }
    timed = [
        student
        for student, sheet in sheets.items()
        if any(exercise["timing"] is not None for exercise in sheet["exercises"])
    ]
    assert timed == ["24A1201"]
    assert "results/kadai1/sheets/24A1201.html" in demo.printed


def test_second_demo_changes_nothing(course: Path) -> None:
    """A second run installs nothing, grades nobody again and leaves the same gradebooks."""
    grades = [course / "results" / assignment / "grades.csv" for assignment in STUDENTS]
    before = [path.read_bytes() for path in grades]
    run = type_in(course, "make demo")
    assert run.returncode == 0, run.stdout + run.stderr
    assert "Installing" not in run.stdout
    assert [path.read_bytes() for path in grades] == before


@pytest.mark.parametrize(
    ("assignment", "more"), [*((name, "--no-timing") for name in STUDENTS), ("kadai1", "")], ids=str
)
def test_grade_as_the_readme_says(course: Path, assignment: str, more: str) -> None:
    """The TA's command goes on in the results folder of the demo, and no points change."""
    grades = course / "results" / assignment / "grades.csv"
    before = grades.read_bytes()
    run = type_in(course, f"grader grade {assignment} submissions/demo/{assignment} {more}")
    assert run.returncode == 0, run.stdout + run.stderr
    assert grades.read_bytes() == before


@pytest.mark.parametrize(("student", "code"), [("24A1201", 0), ("24A1206", 1)])
def test_check_as_the_readme_says(course: Path, student: str, code: int) -> None:
    """The student's command answers 0 for a right program and 1 for a wrong one."""
    shutil.copy(course / "submissions/demo/kadai1" / student / "kadai1.py", course)
    run = type_in(course, "grader check kadai1 kadai1.py")
    assert run.returncode == code, run.stdout + run.stderr
    assert "kadai1.py" in run.stdout


def test_the_readme_shows_a_known_mistake(course: Path) -> None:
    """What the picture of the README shows is printed by the command below it."""
    run = type_in(course, commands_of(JAPANESE)[2])
    assert run.returncode == 1, run.stdout + run.stderr
    assert "COR002" in run.stdout


def test_check_with_a_report_as_the_readme_says(course: Path) -> None:
    """The report is read as well, and its verdict counts."""
    for name in ("kadai1.py", "report.docx"):
        shutil.copy(course / "submissions/demo/kadai1/24A1201" / name, course)
    run = type_in(course, "grader check kadai1 kadai1.py report.docx")
    assert run.returncode == 0, run.stdout + run.stderr
    assert "report.docx" in run.stdout


@pytest.mark.parametrize(
    ("target", "runs"),
    [
        ("test", ["ruff check", "ruff format --check", "mypy", "lint-imports", NOT_AGAIN]),
        ("test-all", ["ruff check", NOT_AGAIN, "-m pytest -m repetition"]),
    ],
)
def test_make_test_runs_all_tools(demo: Demo, target: str, runs: list[str]) -> None:
    """`make test` runs linters and pytest; that they pass is what you are looking at."""
    run = type_in(demo.clone, f"make --dry-run {target}")
    for words in runs:
        assert run.stdout.count(words) == 1, run.stdout + run.stderr


def test_wrong_python_is_explained(demo: Demo, tmp_path: Path) -> None:
    """An interpreter that is too old gets a sentence, not a traceback."""
    old = tmp_path / "python-of-yore"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo "Python 3.8.1" || exit 1\n')
    old.chmod(0o755)
    run = type_in(demo.clone, f"make demo PYTHON={old} VENV={tmp_path / 'venv'}")
    assert run.returncode != 0
    assert "Python 3.8.1. grader needs Python 3.11, 3.12 or 3.13" in run.stdout
