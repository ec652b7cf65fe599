"""A grader without the folder of this plugin and its line in the table."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.wording import load_wording
from tests.amputate import amputated
from tests.taken_away import Graded, graded, grader
from tests.tree import ROOT

HANDED_IN = ROOT / "submissions" / "demo" / "kadai1" / "24A1201"
PROGRAM = (HANDED_IN / "kadai1.py").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def without_reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engine and the other plugins, in a folder of their own."""
    return amputated(["reports"], tmp_path_factory.mktemp("grader"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a class is graded."""
    return tmp_path_factory.mktemp("folder")


@pytest.fixture(scope="module")
def student(without_reports: Path, folder: Path) -> Graded:
    """A student with a right program and a report."""
    report = folder / "class" / "24A1201" / "report.docx"
    handed_in = (HANDED_IN / "report.docx").read_bytes()
    report.parent.mkdir(parents=True)
    report.write_bytes(handed_in)
    return graded(without_reports, folder, "kadai1", "kadai1.py", PROGRAM)


def test_the_program_is_graded_and_the_report_waits(student: Graded) -> None:
    """What checks of reports decide stays open; who is missing is named once."""
    assert (student.row["program"], student.row["form"]) == ("4", "")
    assert student.row["complete"] == "no"
    assert "report" not in student.sheet
    (waits,) = [one for one in student.sheet["findings"] if one["verdict"] == "waiting"]
    assert waits["check"] == "reports"
    assert waits["params"] == {"absent": "reports"}


def test_its_page_says_so(student: Graded, folder: Path) -> None:
    """In both languages."""
    html = (folder / "out" / "sheets" / f"{student.row['student']}.html").read_text("utf-8")
    assert "プラグイン reports がここにない" in html
    assert "The plugin reports is not installed here" in html


def test_it_is_told_by_check(without_reports: Path, tmp_path: Path) -> None:
    """Whoever names a report hears that nobody looked at it: that is open, as without a library."""
    files = (HANDED_IN / "kadai1.py", HANDED_IN / "report.docx")
    words = ("check", "kadai1", *map(str, files), "--lang", "en", "--course", str(ROOT))
    run = grader(without_reports, tmp_path, *words)
    assert run.returncode == 3, run.stdout + run.stderr
    assert "The plugin reports is not installed here" in run.stdout


def test_machine_says_so(without_reports: Path, tmp_path: Path) -> None:
    """Where it would say how Word reports are shown."""
    run = grader(without_reports, tmp_path, "machine", "--json")
    key = json.loads(run.stdout)["word_pages"]
    assert key == "no_plugin"
    assert "the plugin reports is not installed" in load_wording("en").text(f"machine.word.{key}")
    assert grader(without_reports, tmp_path, "inspect", "report.docx").returncode == 2


ASKS = """
import sys
from pathlib import Path

from grader.course import load_assignment, load_course
from grader.gradebook.desk import Desk
from tests.gradebook.gradebook_for_tests import EN
from tests.review.page.asked_app import asking

course = load_course(Path(sys.argv[1]))
assignment = load_assignment(course, "kadai1")
desk = Desk(course=course, assignment=assignment, out=Path(sys.argv[2]), words=EN)
with asking(desk) as client:
    handle = client.get("/").text.partition("/student/")[2].partition('"')[0]
    for pane in ("", "/evidence", "/program", "/evidence?blind=1", "/program?blind=1", "/report"):
        answer = client.get(f"/student/{handle}{pane}")
        print(pane, answer.status_code, "reports is not installed" in answer.text)
"""


def test_the_review_page_has_no_pane_for_it(
    without_reports: Path, student: Graded, folder: Path
) -> None:
    """All others are there, and say who is missing where they show findings."""
    assert student.row
    run = subprocess.run(
        [sys.executable, "-c", ASKS, str(ROOT), str(folder / "out")],
        cwd=without_reports,
        env={**os.environ, "PYTHONPATH": str(without_reports)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert [line.split() for line in run.stdout.splitlines()] == [
        ["200", "False"],
        ["/evidence", "200", "True"],
        ["/program", "200", "False"],
        ["/evidence?blind=1", "200", "True"],
        ["/program?blind=1", "200", "False"],
        ["/report", "404", "False"],
    ]
