"""`grader grade` makes the files that DESIGN promises, and says what it did."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.store import one_grader_only
from tests.batch.classes import RIGHT, TRANSPOSED, make_class
from tests.commands.conftest import Say

Inbox = Callable[..., Path]


def test_files_of_a_class(course: Path, say: Say, inbox: Inbox) -> None:
    """Sheets, gradebook, summary and store are under results/ASSIGNMENT of the course."""
    said = say("grade", "kadai1", "--no-timing", inbox(s201=RIGHT, s202=TRANSPOSED), "--lang", "en")
    assert said.code == 0, said.err
    out = course / "results" / "kadai1"
    names = {str(path.relative_to(out)) for path in out.rglob("*") if path.is_file()}
    assert names >= {
        "grades.csv",
        "summary.html",
        "grader.sqlite",
        "sheets/24A1201.json",
        "sheets/24A1201.html",
        "sheets/24A1202.json",
        "sheets/24A1202.html",
    }
    rows = list(csv.reader(io.StringIO((out / "grades.csv").read_text(encoding="utf-8-sig"))))
    assert [row[0] for row in rows[1:]] == ["24A1201", "24A1202"]
    assert "Graded: 2." in said.out
    assert str(out) in said.out


def test_one_students_own_folder_is_no_class(course: Path, say: Say, inbox: Inbox) -> None:
    """Its files would be taken for students; nothing is graded, and the class is named."""
    folder = inbox(s201=RIGHT, s202=TRANSPOSED)
    said = say("grade", "kadai1", "--no-timing", folder / "24A1201", "--lang", "en")
    assert said.code == 2
    assert f"({folder}) and select the student with --only 24A1201" in said.err
    assert not (course / "results" / "kadai1" / "grades.csv").exists()
    said = say("grade", "kadai1", folder / "24A1201", "--lang", "ja")
    assert "1 人の学生のフォルダです" in said.err


def test_exporting_nobody_is_no_success(say: Say, inbox: Inbox) -> None:
    """Nobody is confirmed: the table is written, and a script learns that nobody is in it."""
    assert say("grade", "kadai1", "--no-timing", inbox(s201=RIGHT)).code == 0
    assert say("export", "kadai1").code == 0
    for form in (("--confirmed-only",), ("--format", "junit"), ("--format", "html")):
        said = say("export", "kadai1", *form, "--confirmed-only", "--lang", "en")
        assert (said.code, "No students were exported." in said.err) == (1, True), said.err


def test_table_shows_everybody(course: Path, say: Say, inbox: Inbox) -> None:
    """One line per student: points, open points, verdict, and the finding that matters most."""
    said = say("grade", "kadai1", "--no-timing", inbox(s201=RIGHT, s202=TRANSPOSED), "--lang", "en")
    lines = said.out.splitlines()
    assert lines[0].split() == ["student", "points", "not", "graded", "verdict", "main", "finding"]
    assert lines[1].split()[:5] == ["24A1201", "4/8", "4", "no", "report"]
    assert lines[2].split()[:4] == ["24A1202", "0/8", "4", "failed"]
    assert "COR00" in lines[2]


def test_second_run_says_that_nothing_was_run(course: Path, say: Say, inbox: Inbox) -> None:
    """Unchanged submissions are counted, and the files are the same to the byte."""
    folder = inbox(s201=RIGHT, s202=TRANSPOSED)
    say("grade", "kadai1", "--no-timing", folder, "--lang", "en")
    sheets = course / "results/kadai1/sheets"
    before = {path.name: path.read_bytes() for path in sheets.iterdir()}
    said = say("grade", "kadai1", "--no-timing", folder, "--lang", "en")
    assert "Graded: 0. Unchanged: 2" in said.out
    assert {path.name: path.read_bytes() for path in sheets.iterdir()} == before


def test_a_missing_report_looks_missing(course: Path, say: Say, inbox: Inbox) -> None:
    """On the screen, on the sheet and on the class's page; points and verdicts are as ever."""
    folder = inbox(s201=RIGHT, s202=TRANSPOSED)
    said = {
        lang: say("grade", "kadai1", "--no-timing", folder, "--lang", lang).out
        for lang in ("ja", "en")
    }
    assert all("レポートなし" in line for line in said["ja"].splitlines()[1:3])
    assert all("no report" in line for line in said["en"].splitlines()[1:3])
    out = course / "results" / "kadai1"
    document = json.loads((out / "sheets" / "24A1201.json").read_text(encoding="utf-8"))
    (finding,) = [one for one in document["findings"] if one["check"] == "REP001"]
    assert (finding["verdict"], document["total"]) == ("undecided", 4)
    sheet = (out / "sheets" / "24A1201.html").read_text(encoding="utf-8")
    assert 'class="fine"' not in sheet
    warning = sheet[sheet.index('class="warning"') :]
    assert "プログラムと一緒に提出されたレポートがありません。" in warning
    assert "No report was submitted with the program." in warning
    summary = (out / "summary.html").read_text(encoding="utf-8")
    assert 'class="chip passed"' not in summary
    assert "うちレポートなし 1 人" in summary
    assert "1 of them without a report" in summary
    rows = summary[summary.index('<table class="class cards">') :]
    assert rows.count("no report</span>") == 2


def test_json_is_one_document(course: Path, say: Say, inbox: Inbox) -> None:
    """Stdout holds the sheets of the class and nothing else."""
    folder = inbox(s201=RIGHT, s202=TRANSPOSED)
    document = say(
        "grade", "kadai1", "--no-timing", folder, "--json", "-o", course / "elsewhere"
    ).document
    assert (document["schema"], document["assignment"]) == (1, "kadai1")
    assert [sheet["student"] for sheet in document["sheets"]] == ["24A1201", "24A1202"]
    assert document["observed"] == ["24A1201", "24A1202"]
    sheet = json.loads((course / "elsewhere/sheets/24A1201.json").read_text(encoding="utf-8"))
    assert document["sheets"][0] == sheet


def test_progress_goes_to_stderr(course: Path, say: Say, inbox: Inbox) -> None:
    """Plain lines where nobody watches: counted, named, and not on stdout."""
    said = say(
        "grade", "kadai1", "--no-timing", inbox(s201=RIGHT, s202=RIGHT), "--json", "--jobs", "1"
    )
    assert "[1/2] 24A1201\n[2/2] 24A1202\n" in said.err


def test_only_one_student(course: Path, say: Say, inbox: Inbox) -> None:
    """--only may be given several times; others are left for later."""
    folder = inbox(s201=RIGHT, s202=RIGHT, s203=RIGHT)
    words = ("--only", "24A1201", "--only", "24A1203", "--json")
    document = say("grade", "kadai1", "--no-timing", folder, *words).document
    assert [sheet["student"] for sheet in document["sheets"]] == ["24A1201", "24A1203"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["grade", "kadai9", "inbox"], "kadai9"),
        (["grade", "kadai1", "nowhere"], "nowhere"),
        (["grade", "kadai1", "class.zip"], "class.zip"),
        (["grade", "kadai1"], "grader collect"),
        (["grade", "kadai1", "inbox", "--jobs", "0"], "--jobs"),
        (["grade", "kadai1", "inbox", "--only", "24A9999"], "24A9999"),
        (["grade", "kadai1", "inbox", "--course", "nowhere"], "nowhere"),
    ],
)
def test_mistake_of_the_user_is_a_sentence(
    course: Path, say: Say, inbox: Inbox, words: list[str], said: str
) -> None:
    """Exit code 2, one sentence that names what is wrong, no traceback, nothing on stdout."""
    inbox(s201=RIGHT)
    (course / "class.zip").write_bytes(b"PK")
    answer = say(*words)
    assert answer.code == 2
    assert said in answer.err
    assert "Traceback" not in answer.err
    assert answer.out == ""


def test_second_grader_is_told(course: Path, say: Say, inbox: Inbox) -> None:
    """A results folder in use is left alone."""
    folder = inbox(s201=RIGHT)
    with one_grader_only(course / "results/kadai1"):
        said = say("grade", "kadai1", "--no-timing", folder)
    assert said.code == 2
    assert "another grader is writing here" in said.err


def test_interrupt_says_how_to_go_on(course: Path, say: Say) -> None:
    """Ctrl-C: exit code 130, a sentence, whole records; the same command does the rest."""
    programs = {f"24A1{n:03}": f"{RIGHT}import time\ntime.sleep(0.2)\n# {n}\n" for n in range(5)}
    folder = make_class(course / "inbox", programs)
    words = ("grade", "kadai1", "--no-timing", str(folder), "--lang", "en")
    with subprocess.Popen(
        [sys.executable, "-m", "grader", *words],
        cwd=course,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as grader:
        assert grader.stderr is not None
        assert "[1/5]" in grader.stderr.readline()
        time.sleep(0.1)
        os.kill(grader.pid, signal.SIGINT)
        _, said = grader.communicate(timeout=60)
    assert grader.returncode == 130, said
    assert "Run the same command again" in said
    assert "Traceback" not in said
    again = say(*words)
    assert again.code == 0, again.err
    counted = re.search(r"Graded: (\d+)\. Unchanged: (\d+)", again.out)
    assert counted, again.out
    graded, unchanged = map(int, counted.groups())
    assert unchanged >= 1
    assert graded + unchanged == 5


def test_names_without_an_id_are_pointed_out(course: Path, say: Say, inbox: Inbox) -> None:
    """They are graded like all others, and the user is told."""
    folder = inbox(s201=RIGHT)
    (folder / "24A1201").rename(folder / "yamada")
    said = say("grade", "kadai1", "--no-timing", folder, "--lang", "en")
    assert "Names without a student ID (1): yamada" in said.out
    assert "4/8" in said.out
