"""What the README tells people to type works, in a copy of the tree and without a network."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

import pytest

from tests.tree import ROOT, tracked_files

CLASS = ROOT / "submissions" / "demo"
STUDENTS = {
    assignment: sorted(path.name for path in (CLASS / assignment).iterdir())
    for assignment in ("kadai1", "kadai2")
}
DOWNLOADS = "submissions/demo/downloads"
COLLECT = (
    f"grader collect {DOWNLOADS}/moodle.zip -a kadai1 --roster {DOWNLOADS}/roster.csv --dry-run"
)
WEEK = (
    COLLECT,
    COLLECT.removesuffix(" --dry-run"),
    "grader grade kadai1",
    (
        f"grader export kadai1 --format moodle --into {DOWNLOADS}/moodle-sheet.csv"
        " -o results/sheet.csv"
    ),
)
GPU_HERE = any(Path("/dev").glob("nvidia[0-9]*")) or Path("/dev/kfd").exists()
STORED = {"kadai1": "demo_grades.csv", "kadai2": "demo_grades_kadai2.csv"}


def copy_tree(target: Path) -> Path:
    """Copies what a clone of the present state would hold."""
    for path in tracked_files():
        copy = target / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, copy)
    return target


def make_environment(folder: Path) -> None:
    """Makes an environment that sees the packages installed here: pip needs no network."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    (packages,) = folder.glob("lib/*/site-packages")
    (packages / "installed-here.pth").write_text(sysconfig.get_path("purelib") + "\n")


def install_as_before(folder: Path) -> None:
    """Leaves what an installation of an earlier checkout left: it was called grader then."""
    (packages,) = folder.glob("lib/*/site-packages")
    old = packages / "grader-0.1.0.dist-info"
    old.mkdir()
    (packages / "__editable__.grader-0.1.0.pth").write_text("")
    (folder / "bin" / "grader").write_text("#!/bin/sh\nexit 9\n")
    (old / "INSTALLER").write_text("pip\n")
    (old / "METADATA").write_text("Metadata-Version: 2.1\nName: grader\nVersion: 0.1.0\n")
    own = [f"{old.name}/{name}" for name in ("INSTALLER", "METADATA", "RECORD")]
    files = ("__editable__.grader-0.1.0.pth", "../../../bin/grader", *own)
    (old / "RECORD").write_text("".join(f"{file},,\n" for file in files))


def commands_of(document: Path) -> list[str]:
    """Every line of the document's shell examples, once."""
    blocks = re.findall(r"```sh\n(.*?)```", document.read_text(encoding="utf-8"), flags=re.DOTALL)
    return list(dict.fromkeys(line for block in blocks for line in block.splitlines()))


def offline(course: Path) -> Mapping[str, str]:
    """The surroundings of a user who works in `course` and has no network."""
    # The make that runs these tests hands its own variables down.
    outer = re.compile(r"MAKE|MFLAGS|VENV$|PYTHON$|RESULTS$|DEVICE$|GRADE_OPTIONS$")
    ours = {name: value for name, value in os.environ.items() if not outer.match(name)}
    path = f"{course / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**ours, "PATH": path, "PIP_NO_INDEX": "1", "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"}


def type_in(course: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Types a command as a user would, and waits."""
    return subprocess.run(
        command.split(),
        cwd=course,
        env=offline(course),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with an environment that only lacks grader itself."""
    if shutil.which("make") is None:
        pytest.skip("make is not installed")
    tree = copy_tree(tmp_path_factory.mktemp("clone"))
    make_environment(tree / ".venv")
    install_as_before(tree / ".venv")
    return tree


@pytest.fixture(scope="module")
def demo(course: Path) -> str:
    """What `make demo` prints."""
    run = type_in(course, "make demo")
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def test_there_is_one_distribution(demo: str, course: Path) -> None:
    """The one of earlier checkouts went, and what came has the command and the package."""
    (packages,) = (course / ".venv").glob("lib/*/site-packages")
    names = [one.metadata["Name"] for one in metadata.distributions(path=[str(packages)])]
    assert names == ["saiten"]
    assert not [*packages.glob("*grader*")]
    assert type_in(course, "grader --version").stdout.startswith("grader, version ")


def test_readme_shows_these_commands() -> None:
    """Whoever adds a command to the README is led here, to have it executed."""
    assert commands_of(ROOT / "README.md") == [
        "make demo",
        "make test",
        "grader check kadai1 kadai1.py",
        "grader check kadai1 kadai1.py report.docx",
        "grader grade kadai1 submissions/demo/kadai1",
        *WEEK,
        "grader grade kadai2 submissions/demo/kadai2",
    ]


def test_readme_says_the_same_twice() -> None:
    """The Japanese and the English half have the same headings, examples and tables."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    japanese, english = text.split("## 日本語")[1].split("## English")
    for pattern in (r"^###? ", r"^```.*", r"^\|", r"\]\([^)]+\)"):
        found = [re.findall(pattern, half, flags=re.MULTILINE) for half in (japanese, english)]
        assert found[0] == found[1]


def test_links_lead_somewhere() -> None:
    """Every relative link in our documents points at a file or folder of the tree."""
    for document in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        text = document.read_text(encoding="utf-8")
        for link in re.findall(r"\]\(([^)#:]+)\)", text):
            assert (document.parent / link).exists(), f"{document}: {link}"


@pytest.mark.parametrize("assignment", STUDENTS)
def test_demo_prints_the_table(demo: str, assignment: str) -> None:
    """`make demo` names every student and says where to look."""
    assert [student for student in STUDENTS[assignment] if student not in demo] == []
    assert f"results/{assignment}/summary.html" in demo


@pytest.mark.parametrize("assignment", STUDENTS)
def test_demo_writes_what_the_readme_promises(demo: str, course: Path, assignment: str) -> None:
    """Every file of the README's table is there, one sheet per student."""
    results = course / "results" / assignment
    assert {"summary.html", "grades.csv", "grader.sqlite"} <= {p.name for p in results.iterdir()}
    for suffix in ("html", "json"):
        sheets = sorted(path.stem for path in (results / "sheets").glob(f"*.{suffix}"))
        assert sheets == STUDENTS[assignment]


@pytest.mark.parametrize("assignment", STUDENTS)
def test_demo_grades_as_stored(demo: str, course: Path, assignment: str) -> None:
    """The gradebook of the fictional class is the one we looked at and stored."""
    if assignment == "kadai2" and GPU_HERE:
        pytest.skip("a GPU is here, and nothing would wait for it as in the stored gradebook")
    grades = course / "results" / assignment / "grades.csv"
    stored = ROOT / "tests" / "data" / STORED[assignment]
    assert grades.read_bytes().decode() == stored.read_bytes().decode()


def test_second_demo_changes_nothing(demo: str, course: Path) -> None:
    """A second run installs nothing, grades nobody again and leaves the same gradebooks."""
    grades = [course / "results" / assignment / "grades.csv" for assignment in STUDENTS]
    before = [path.read_bytes() for path in grades]
    run = type_in(course, "make demo")
    assert run.returncode == 0, run.stdout + run.stderr
    assert "Installing" not in run.stdout
    assert [path.read_bytes() for path in grades] == before


@pytest.mark.parametrize("assignment", STUDENTS)
def test_grade_as_the_readme_says(demo: str, course: Path, assignment: str) -> None:
    """The TA's command finds the results folder of the demo and has nothing left to do."""
    run = type_in(course, f"grader grade {assignment} submissions/demo/{assignment}")
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize(("student", "code"), [("24A1201", 0), ("24A1206", 1)])
def test_check_as_the_readme_says(demo: str, course: Path, student: str, code: int) -> None:
    """The student's command answers 0 for a right program and 1 for a wrong one."""
    shutil.copy(course / "submissions/demo/kadai1" / student / "kadai1.py", course)
    run = type_in(course, "grader check kadai1 kadai1.py")
    assert run.returncode == code, run.stdout + run.stderr
    assert "kadai1.py" in run.stdout


def test_check_with_a_report_as_the_readme_says(demo: str, course: Path) -> None:
    """The report is read as well, and its verdict counts."""
    for name in ("kadai1.py", "report.docx"):
        shutil.copy(course / "submissions/demo/kadai1/24A1201" / name, course)
    run = type_in(course, "grader check kadai1 kadai1.py report.docx")
    assert run.returncode == 0, run.stdout + run.stderr
    assert "report.docx" in run.stdout


def test_the_week_goes_as_the_readme_says(demo: str, tmp_path: Path, course: Path) -> None:
    """From the download to a sheet that has everybody's row as Moodle wrote it."""
    other = copy_tree(tmp_path / "clone")
    for command in WEEK:
        words = [*command.split(), *(["--no-timing"] if "grade" in command.split() else [])]
        run = subprocess.run(
            [course / ".venv" / "bin" / words[0], *words[1:]],
            cwd=other,
            env=offline(course),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert run.returncode == 0, run.stdout + run.stderr
    given = (other / DOWNLOADS / "moodle-sheet.csv").read_text("utf-8-sig").splitlines()
    filled = (other / "results" / "sheet.csv").read_text("utf-8-sig").splitlines()
    assert [line.split(",")[:2] for line in filled] == [line.split(",")[:2] for line in given]
    assert (other / "submissions" / "kadai1" / "24A1201" / "kadai1.py").is_file()


def test_make_test_runs_pytest(course: Path) -> None:
    """`make test` ends in pytest; that it passes is what you are looking at."""
    assert "-m pytest" in type_in(course, "make --dry-run test").stdout


def test_wrong_python_is_explained(course: Path, tmp_path: Path) -> None:
    """An interpreter that is too old gets a sentence, not a traceback."""
    old = tmp_path / "python-of-yore"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo "Python 3.8.1" || exit 1\n')
    old.chmod(0o755)
    run = type_in(course, f"make demo PYTHON={old} VENV={tmp_path / 'venv'}")
    assert run.returncode != 0
    assert "Python 3.8.1. grader needs Python 3.11, 3.12 or 3.13" in run.stdout
