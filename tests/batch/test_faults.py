"""SIGKILL of any process of ours at any moment: no new 0, no decision less, the same in the end."""

import contextlib
import csv
import io
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import cycle
from pathlib import Path

import pytest
from msgspec import Struct, field

from grader.store import FILE_NAME
from tests.batch.classes import FORBIDDEN, RAISES, RIGHT, TRANSPOSED, make_class, make_course

KILLS = 18  # two of every kind
ASSIGNMENT = "kadai1"
SLOW = RIGHT.replace("    return c\n", "    for _ in range(200_000):\n        pass\n    return c\n")
SCRIPT = """\
import random
n = 4
a = [[random.random() for _ in range(n)] for _ in range(n)]
b = [[random.random() for _ in range(n)] for _ in range(n)]
c = [[0.0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            c[i][j] += a[i][k] * b[k][j]
print(c)
"""
PROGRAMS = {
    "24A1301": RIGHT,
    "24A1302": SLOW,
    "24A1303": TRANSPOSED,
    "24A1304": RAISES,
    "24A1305": FORBIDDEN,
    "24A1306": SCRIPT,
}
ENDS = (0, 3, -signal.SIGKILL)
"""How a run may end: done, done with something broken, killed itself."""


class Process(Struct, frozen=True, kw_only=True):
    """One process below a grader, as /proc shows it."""

    pid: int
    parent: int
    command: str


def family(pid: int) -> dict[int, Process]:
    """The processes below one, by number; those that end meanwhile are left out."""
    processes: dict[int, Process] = {}
    parents = [pid]
    for parent in parents:
        for child in _children(parent):
            command = _text(Path(f"/proc/{child}/cmdline")).replace("\0", " ")
            processes[child] = Process(pid=child, parent=parent, command=command)
            parents.append(child)
    return processes


def _children(pid: int) -> list[int]:
    with contextlib.suppress(OSError):
        threads = Path(f"/proc/{pid}/task").iterdir()
        return [int(child) for thread in threads for child in _text(thread / "children").split()]
    return []


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def kind_of(process: Process, processes: Mapping[int, Process]) -> str:
    """What a process is to us: one of KINDS, or "" for what belongs to Python."""
    for words, kind in OURS.items():
        if words in process.command:
            forked = kind == "forker" and process.parent in processes
            return "worker" if forked else kind
    if "_grader_guest" not in process.command:
        return ""
    if "bwrap" in process.command.split(" ", 1)[0]:
        return "container"
    parent = processes.get(process.parent)
    if parent is None or "_grader_guest" not in parent.command or "bwrap" in parent.command:
        return "zygote"
    reads = any("pypdf" in ancestor.command for ancestor in _ancestors(process, processes))
    return "reader" if reads else "child"


def _ancestors(process: Process, processes: Mapping[int, Process]) -> Iterator[Process]:
    while parent := processes.get(process.parent):
        yield parent
        process = parent


OURS = {
    "grader.source.child": "parser",
    "multiprocessing.forkserver": "forker",
    "multiprocessing.spawn": "timing",
}
KINDS = (
    *("child", "zygote", "reader", "timing", "parser", "container"),
    *("worker", "forker", "main"),
)


def start(course: Path, inbox: Path, out: Path) -> subprocess.Popen[bytes]:
    """Starts `grader grade` as a user would, times included."""
    command = [sys.executable, "-m", "grader", "grade", ASSIGNMENT, str(inbox), "-o", str(out)]
    return subprocess.Popen(
        [*command, "--course", str(course), "--jobs", "2", "--timing"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment(course),
    )


def environment(course: Path) -> dict[str, str]:
    """Keeps what grader remembers of this machine with the course."""
    return {**os.environ, "XDG_STATE_HOME": str(course / "state")}


def grade(
    course: Path,
    inbox: Path,
    out: Path,
    disturb: Callable[["subprocess.Popen[bytes]"], None] | None = None,
) -> tuple[int, str]:
    """Grades the class, perhaps disturbed; how it ended and what it wrote to the terminal."""
    grader = start(course, inbox, out)
    if disturb is not None:
        disturb(grader)
    _, text = grader.communicate(timeout=300)
    return grader.returncode, text.decode()


def hand_in(inbox: Path, again: int) -> None:
    """Everybody hands in once more, so that all is observed anew."""
    document = report(again)
    make_class(inbox, {name: f"{text}# {again}\n" for name, text in PROGRAMS.items()})
    for student in PROGRAMS:
        (inbox / student / "report.docx").write_bytes(document)


def decide(course: Path, out: Path) -> None:
    """A TA gives everybody points for the discussion and confirms two students."""
    run = [sys.executable, "-m", "grader"]
    place = ["--course", str(course)]
    table = out.with_suffix(".csv")

    def call(*words: str) -> None:
        done = subprocess.run(
            [*run, *words], capture_output=True, check=False, text=True, env=environment(course)
        )
        assert done.returncode == 0, done.stderr

    # `export --course FOLDER` asks for everybody's standing: the course is found from its folder.
    exported = subprocess.run(
        [*run, "export", ASSIGNMENT, "--results", str(out), "-o", str(table)],
        capture_output=True,
        check=False,
        text=True,
        cwd=course,
        env=environment(course) | {"PYTHONPATH": str(Path(__file__).resolve().parents[2])},
    )
    assert exported.returncode == 0, exported.stderr
    rows = list(csv.reader(io.StringIO(table.read_text(encoding="utf-8-sig"))))
    for row in rows[1:]:
        row[3] = "1.5"
    with table.open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerows(rows)
    call("review", ASSIGNMENT, "-o", str(out), *place, "--import", str(table), "--by", "TA")
    confirmed = ["--confirm", "24A1301", "--confirm", "24A1303"]
    call("review", ASSIGNMENT, "-o", str(out), *place, *confirmed, "--by", "TA")


def decisions(out: Path) -> Counter[tuple[str, ...]]:
    """All that people decided, commented and confirmed, as it lies in the store."""
    queries = (
        "SELECT 'decided', student, criterion, points, decided_by FROM decided",
        "SELECT 'confirmed', student, points, total, confirmed_by FROM confirmed",
        "SELECT 'commented', student, comment, commented_by, commented_at FROM commented",
    )
    connection = sqlite3.connect(out / FILE_NAME)
    try:
        rows = [row for query in queries for row in connection.execute(query).fetchall()]
    finally:
        connection.close()
    return Counter(tuple(map(str, row)) for row in rows)


def points(out: Path) -> dict[tuple[str, str], float | None]:
    """What everybody's sheets say, by student and criterion."""
    return {
        (sheet["student"], award["criterion"]): award["points"]
        for path in sorted((out / "sheets").glob("*.json"))
        for sheet in [json.loads(path.read_text(encoding="utf-8"))]
        for award in sheet["awards"]
    }


def table(out: Path) -> list[list[str]]:
    """The gradebook's rows."""
    text = (out / "grades.csv").read_text(encoding="utf-8-sig")
    return list(csv.reader(io.StringIO(text)))


def report(again: int) -> bytes:
    """A report in Word with its chapters."""
    import docx

    document = docx.Document()
    for heading in ("目的", "方法", "結果", "考察"):
        document.add_heading(heading, 1)
        document.add_paragraph(f"サイズを変えて行列積の実行時間を {again + 1} 回測った。" * 12)
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def quick(course: Path) -> None:
    """Times only small sizes: the moments to be hit are as many, the wait is shorter."""
    path = course / "assignments" / ASSIGNMENT / "assignment.toml"
    text = path.read_text(encoding="utf-8")
    shorter = re.sub(r"(?m)^last = 256$", "last = 27", text)
    shorter = re.sub(r"(?m)^seconds = 5$", "seconds = 0.2", shorter)
    assert shorter != text
    path.write_text(shorter, encoding="utf-8")


class Census(Struct):
    """Notes at which moments of a run there are processes of each kind."""

    moments: dict[str, list[float]] = field(default_factory=dict)  # seconds from the start

    def __call__(self, grader: "subprocess.Popen[bytes]") -> None:
        """Looks until the grader ends."""
        began = time.monotonic()
        while grader.poll() is None:
            processes = family(grader.pid)
            moment = time.monotonic() - began
            for kind in {"main", *(kind_of(process, processes) for process in processes.values())}:
                self.moments.setdefault(kind, []).append(moment)
            time.sleep(0.002)


class Assassin(Struct):
    """Kills one process of a kind at a moment nobody knows before."""

    kind: str
    after: float  # seconds
    hit: bool = False

    def __call__(self, grader: "subprocess.Popen[bytes]") -> None:
        """Waits, looks for one until the grader ends, and kills it."""
        time.sleep(self.after)
        while grader.poll() is None and not self.hit:
            if self.kind == "main":
                self.hit = True
                grader.kill()
                return
            processes = family(grader.pid)
            victims = [
                process
                for process in processes.values()
                if kind_of(process, processes) == self.kind
            ]
            for victim in victims[:1]:
                self._kill(victim)
            time.sleep(0.002)

    def _kill(self, victim: Process) -> None:
        """Ends it by a handle: its number may have become somebody else's meanwhile."""
        try:
            handle = os.pidfd_open(victim.pid)
        except ProcessLookupError:
            return
        try:
            command = _text(Path(f"/proc/{victim.pid}/cmdline")).replace("\0", " ")
            if command == victim.command:
                signal.pidfd_send_signal(handle, signal.SIGKILL)
                self.hit = True
        except ProcessLookupError:
            pass
        finally:
            os.close(handle)


@pytest.mark.kill
@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")
@pytest.mark.repetition("one death at a time (test_deaths, test_pool, test_zygote_deaths)")
def test_no_death_of_a_process_costs_a_point_or_a_decision(tmp_path: Path) -> None:
    """Points stay or are open, decisions stay, and a calm run puts all right."""
    chance = random.Random()
    course = make_course(tmp_path / "course").root
    quick(course)
    inbox, out = tmp_path / "inbox", tmp_path / "out"

    hand_in(inbox, 0)
    ended, text = grade(course, inbox, out)
    assert ended == 0, text
    decide(course, out)
    hand_in(inbox, KILLS + 1)
    census = (
        Census()
    )  # of a run like those to come: the first one measures our own programs as well
    ended, text = grade(course, inbox, out, census)
    assert ended == 0, text
    assert census.moments.keys() >= set(KINDS)
    calm, decided, rows = points(out), decisions(out), table(out)
    assert len(calm) == 3 * len(PROGRAMS)
    assert len(decided) == len(PROGRAMS) + 2

    hits: Counter[str] = Counter()
    for number, kind in zip(range(1, KILLS + 1), cycle(KINDS), strict=False):
        hand_in(inbox, number)
        assassin = Assassin(kind, chance.choice(census.moments[kind]))
        ended, text = grade(course, inbox, out, assassin)
        hits[kind] += assassin.hit
        if not assassin.hit:  # this run was faster than the one looked at: now the first there is
            census.moments[kind] = [0.0]
        where = f"kill {number}, of a {kind} after {assassin.after:.2f} s, ended {ended}: {text}"
        assert ended in ENDS, where
        assert (ended == -signal.SIGKILL) == (kind == "main" and assassin.hit), where
        lost = {
            place: (before, points(out).get(place))
            for place, before in calm.items()
            if points(out).get(place) not in {None, before}
        }
        assert not lost, where
        assert decisions(out) == decided, where
        assert [row[0] for row in table(out)] == [row[0] for row in rows], where

    ended, text = grade(course, inbox, out)
    assert ended == 0, text
    assert points(out) == calm
    assert decisions(out) == decided
    assert table(out) == rows
    assert all(hits[kind] for kind in KINDS), hits
