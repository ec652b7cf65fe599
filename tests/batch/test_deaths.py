"""What the machine kills costs nobody a point: it is tried again alone, then stays open."""

import contextlib
import csv
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.store import FILE_NAME
from tests.batch.classes import RIGHT, ROOT, make_class, make_course
from tests.killing import NEEDS_A_WARM_FORK, Killer, small_group

pytestmark = NEEDS_A_WARM_FORK
SLOW = f"import time\n{RIGHT}".replace(
    "    n = len(a)\n", "    n = len(a)\n    time.sleep(1.0 if n == 7 else 0)\n"
)
HOLD = "    if n == 7:\n        hold = bytearray(230 * 2**20)\n        time.sleep(0.5)\n"
LARGE = f"import time\n{RIGHT}".replace("    n = len(a)\n", f"    n = len(a)\n{HOLD}")
ALWAYS = 10**6
REPORT = ROOT / "submissions/demo/kadai1/24A1201/report.docx"


class Room:
    """A course and a class that `grader grade` is run on, as a user would."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.course = make_course(folder / "course").root
        self.inbox = folder / "inbox"
        self.out = folder / "out"

    def grade(
        self, *options: str, kill: int = 0, after: float = 0.3, group: Path | None = None
    ) -> tuple[int, str]:
        """Gives the exit code, and what was said on stderr, while children are killed."""
        command = [sys.executable, "-m", "grader", "grade", "kadai1", str(self.inbox)]
        command += ["-o", str(self.out), "--no-timing", "--lang", "en", *options]
        command += ["--course", str(self.course)]
        if group is not None:  # entered by a shell, before grader starts
            enter = 'echo $$ > "$0/cgroup.procs" && exec "$@"'
            command = ["/bin/sh", "-c", enter, str(group), *command]
        with subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        ) as grader:
            # Before it begins a class it asks how programs can be shut in: another story.
            killer = Killer(grader.pid, most=kill, after=after, begin=self.out / FILE_NAME)
            try:
                _, said = grader.communicate(timeout=300)
            finally:
                assert killer.end() >= min(kill, 2)
        return grader.returncode, said

    def rows(self) -> dict[str, dict[str, str]]:
        """Reads the gradebook."""
        with (self.out / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
            return {row["student"]: row for row in csv.DictReader(file)}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """An empty one."""
    yield Room(tmp_path)
    with contextlib.suppress(OSError):
        shutil.rmtree(tmp_path)


def test_a_right_program_that_was_killed_once_passes(room: Room) -> None:
    """In the middle of a call: it is tried again, and nobody hears of it."""
    make_class(room.inbox, {"24A1201": SLOW})
    code, said = room.grade(kill=1, after=0.6)
    assert (code, room.rows()["24A1201"]["program"]) == (0, "4"), said


def test_a_program_that_is_always_killed_stays_open_until_it_can_be_run(room: Room) -> None:
    """Broken and exit 3, never 0 points; the next run, which nobody disturbs, gives all."""
    make_class(room.inbox, {"24A1201": SLOW, "24A1202": RIGHT.replace("+=", "-=")})
    code, said = room.grade(kill=ALWAYS, after=0.6)
    row = room.rows()["24A1201"]
    assert (code, row["program"], row["failed"]) == (3, "", "")
    assert "24A1201: something on this computer stopped the run from outside" in said
    assert "24A1202" not in said.replace("] 24A1202", "")
    assert room.rows()["24A1202"]["program"] == "0"
    code, said = room.grade()
    assert (code, room.rows()["24A1201"]["program"]) == (0, "4"), said


def test_a_reader_of_reports_that_is_killed_is_no_damaged_report(room: Room) -> None:
    """Always: open, exit 3, and read by the next run. Once: as undisturbed."""
    folder = room.inbox / "24A1201"
    folder.mkdir(parents=True)
    shutil.copy(REPORT, folder)
    code, said = room.grade(kill=ALWAYS, after=0.0)
    row = room.rows()["24A1201"]
    assert (code, row["form"], row["discussion"]) == (3, "", ""), said
    assert "REP" not in row["failed"]
    assert room.grade()[0] == 0
    calm = room.rows()
    assert calm["24A1201"]["form"]
    shutil.rmtree(room.out)
    assert room.grade(kill=1, after=0.0)[0] == 0
    assert room.rows() == calm


@pytest.mark.root
def test_right_programs_in_a_group_that_is_too_small_for_all_of_them(room: Room) -> None:
    """Four of 250 MB in 420: fewer run side by side, which is said, and all pass."""
    students = [f"24A120{number}" for number in range(1, 5)]
    make_class(room.inbox, dict.fromkeys(students, LARGE))
    with small_group(420) as group:
        code, said = room.grade("--jobs", "4", group=group)
    assert code == 0, said
    assert [room.rows()[student]["program"] for student in students] == ["4"] * 4
    assert "Programs running side by side: 1 instead of 4" in said
    assert "control group" in said
