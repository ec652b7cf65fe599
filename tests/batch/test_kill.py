"""SIGKILL at any moment: nothing lost, nothing done twice, nothing different."""

import csv
import io
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grader.store import FILE_NAME
from tests.batch.classes import FORBIDDEN, RAISES, RIGHT, TRANSPOSED, make_class, make_course

STUDENTS = 60
KILLS = 8
PROGRAMS = (RIGHT, RIGHT, TRANSPOSED, RIGHT, RAISES, FORBIDDEN)


def start(course: Path, inbox: Path, out: Path) -> subprocess.Popen[bytes]:
    """Starts `grader grade` as a user would."""
    command = [sys.executable, "-m", "grader", "grade", "kadai1", str(inbox), "-o", str(out)]
    command += ["--no-timing"]
    environ = {**os.environ, "XDG_STATE_HOME": str(course / "state")}
    return subprocess.Popen(
        [*command, "--course", str(course), "--jobs", "2"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environ,
    )


def finish(grader: "subprocess.Popen[bytes]") -> None:
    """Lets a grader end by itself."""
    _, said = grader.communicate(timeout=300)
    assert grader.returncode == 0, said.decode()


def stored(out: Path) -> dict[str, str]:
    """The evidence in the store, measured times included, by student."""
    path = out / FILE_NAME
    if not path.exists():
        return {}
    connection = sqlite3.connect(path)
    try:
        if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            return {}
        return dict(connection.execute("SELECT student, evidence FROM observed").fetchall())
    finally:
        connection.close()


def published(out: Path) -> dict[str, bytes]:
    """Every file made for people."""
    kept = {FILE_NAME, f"{FILE_NAME}-wal", f"{FILE_NAME}-shm"}  # measured times are in these
    files = [path for path in out.rglob("*") if path.is_file() and path.name not in kept]
    files = [path for path in files if path.parent.name != "backups"]  # dated
    return {str(path.relative_to(out)): path.read_bytes() for path in files}


@pytest.mark.kill
@pytest.mark.repetition("one death at a time (test_deaths, test_pool, test_zygote_deaths)")
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_killed_batch_ends_like_an_undisturbed_one(tmp_path: Path) -> None:
    """After all kills the sheets are those of a batch that nobody disturbed, each observed once."""
    chance = random.Random()
    course = make_course(tmp_path / "course").root
    programs = {f"24A1{n:03}": f"{PROGRAMS[n % 6]}# {n}\n" for n in range(STUDENTS)}
    inbox = make_class(tmp_path / "inbox", programs)

    began = time.monotonic()
    finish(start(course, inbox, tmp_path / "calm"))
    duration = time.monotonic() - began

    out = tmp_path / "killed"
    kept: dict[str, str] = {}
    for _ in range(KILLS):
        grader = start(course, inbox, out)
        time.sleep(chance.uniform(0.1, duration))
        grader.send_signal(signal.SIGKILL)
        grader.communicate(timeout=300)  # what it started ends with it
        now = stored(out)
        # What was observed before is neither lost nor observed again: the very times are the same.
        assert {student: now.get(student) for student in kept} == kept
        kept = now
        if len(kept) == STUDENTS and chance.random() < 0.5:
            shutil.rmtree(out)  # and once more from the start
            kept = {}
    finish(start(course, inbox, out))
    assert {student: stored(out)[student] for student in kept} == kept
    assert published(out) == published(tmp_path / "calm")


@pytest.mark.kill
@pytest.mark.repetition("one death at a time (test_deaths, test_pool, test_zygote_deaths)")
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_killed_import_takes_a_table_whole_or_not_at_all(tmp_path: Path) -> None:
    """After all kills no decision is lost or doubled, and every copy opens with all up to then."""
    chance = random.Random()
    course = make_course(tmp_path / "course").root
    inbox = make_class(tmp_path / "inbox", {f"24A1{n:03}": RIGHT for n in range(STUDENTS)})
    out = tmp_path / "out"
    finish(start(course, inbox, out))
    table, edited = tmp_path / "table.csv", tmp_path / "edited.csv"
    environ = {**os.environ, "XDG_STATE_HOME": str(course / "state")}
    grader = [sys.executable, "-m", "grader"]
    where = ["--course", str(course), "--results", str(out)]

    def run(*words: str) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [*grader, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environ
        )

    importing = ["review", "kadai1", "--import", str(edited), "--by", "TA"]
    importing += ["--course", str(course), "-o", str(out)]
    duration = 0.0
    before: list[tuple[str, float]] = []
    for kill in range(KILLS + 1):
        finish(run("export", "kadai1", *where, "-o", str(table)))
        rows = list(csv.reader(io.StringIO(table.read_text(encoding="utf-8-sig"), newline="")))
        form = next(at for at, head in enumerate(rows[0]) if head in {"体裁 (/2)", "Form (/2)"})
        points = f"{0.5 + kill / 100}"  # never twice the same: they would be an older table's
        for row in rows[1:]:
            row[form] = points
        text = io.StringIO(newline="")
        csv.writer(text).writerows(rows)
        edited.write_text(text.getvalue(), encoding="utf-8-sig")
        began = time.monotonic()
        review = run(*importing)
        if kill == 0:
            finish(review)  # undisturbed, to know how long it takes
            duration = time.monotonic() - began
        else:
            time.sleep(chance.uniform(0.1, duration))
            review.send_signal(signal.SIGKILL)
            review.communicate(timeout=300)
        after = decisions(out / FILE_NAME)
        assert after[: len(before)] == before
        assert len(after) - len(before) in (0, STUDENTS)
        before = after
        for copy in (out / "backups").glob(f"{FILE_NAME}.*"):
            assert decisions(copy) == after[: len(decisions(copy))]
    finish(run(*importing))
    assert {row[1] for row in decisions(out / FILE_NAME)[-STUDENTS:]} == {float(points)}


def decisions(path: Path) -> list[tuple[str, float]]:
    """Whom the decisions in a store or a copy are about, and their points, oldest first."""
    connection = sqlite3.connect(path)
    try:
        return connection.execute("SELECT student, points FROM decided ORDER BY id").fetchall()
    finally:
        connection.close()
