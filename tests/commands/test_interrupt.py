"""Ctrl-C ends a command, and all that it started, while a program runs into its limit."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grader.sandbox.children import with_descendants
from tests.batch.classes import RIGHT, make_class, make_course
from tests.killing import NEEDS_A_WARM_FORK, volunteers

pytestmark = NEEDS_A_WARM_FORK
# They sleep, and leave the CPU to other tests.
ENDLESS = "import time\ndef matmul(a, b):\n    while True:\n        time.sleep(1)\n"
ENDLESS_IN_A_SWEEP = "import time\n" + RIGHT.replace(
    "    n = len(a)\n", "    n = len(a)\n    while n > 40:\n        time.sleep(1)\n"
)
LIMITS = re.compile(r"(?m)^\[exercise\.limits\]\n(?:.+\n)*")
LONG = "[exercise.limits]\ncall_seconds = 600\ncpu_seconds = 1200\n"
PATIENCE = 240.0  # seconds, on a machine that is busy with other tests


def patient_course(folder: Path) -> Path:
    """A course whose programs may run for ten minutes."""
    root = make_course(folder / "course").root
    path = root / "assignments/kadai1/assignment.toml"
    text = LIMITS.sub("", path.read_text(encoding="utf-8"))
    before, sweep, after = text.partition("[exercise.sweep]\n")
    path.write_text(f"{before}{LONG}\n{sweep}{after}", encoding="utf-8")
    return root


def waits_for(condition: object) -> bool:
    """Looks again and again, for a while."""
    assert callable(condition)
    deadline = time.monotonic() + PATIENCE
    while not (met := condition()) and time.monotonic() < deadline:
        time.sleep(0.2)
    return bool(met)


def stays(pid: int, seconds: float) -> bool:
    """Whether a student's program runs that does not end."""
    before = set(volunteers(pid))
    time.sleep(seconds)
    return bool(before & set(volunteers(pid)))


def is_gone(pid: int) -> bool:
    """Whether a process has ended; who collects it, and when, is not ours to say."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2][1] == "Z"
    except OSError:
        return True


COMMANDS = {
    "check": (("check", "kadai1", "inbox/24A1201/kadai1.py"), ENDLESS),
    "grade": (("grade", "kadai1", "inbox", "--no-timing"), ENDLESS),
    "timing": (("grade", "kadai1", "inbox", "--timing"), ENDLESS_IN_A_SWEEP),
    "verify": (("verify", "kadai1"), ENDLESS),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c_ends_what_would_run_for_minutes(tmp_path: Path, name: str) -> None:
    """130 and a sentence; no process is left, what was finished is kept, and it goes on."""
    words, program = COMMANDS[name]
    course = patient_course(tmp_path)
    make_class(course / "inbox", {"24A1200": RIGHT, "24A1201": program, "24A1202": program})
    if name == "verify":
        example = course / "assignments/kadai1/examples/right-endless"
        example.mkdir(parents=True)
        (example / "kadai1.py").write_text(program, encoding="utf-8")
        expected = "points = { program = 0.0 }\n[verdicts]\nRUN004 = 'failed'\n"
        (example / "expected.toml").write_text(expected, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "grader", *words, "--lang", "en"],
        cwd=course,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        text=True,
    ) as grader:
        if name == "timing":  # who is graded has a sheet by then
            sheet = course / "results/kadai1/sheets/24A1200.json"
            assert waits_for(lambda: sheet.exists() or grader.poll() is not None)
        assert waits_for(lambda: stays(grader.pid, 1.0) or grader.poll() is not None)
        assert grader.poll() is None
        family = list(with_descendants(grader.pid))
        os.killpg(grader.pid, signal.SIGINT)  # as a terminal does: to everybody in it
        said, _ = grader.communicate(timeout=PATIENCE)
    assert grader.returncode == 130, said
    goes_on = "Run the same command again to continue."
    assert (goes_on if words[0] == "grade" else "the same command can be run again") in said
    assert "Traceback" not in said
    assert len(family) > 1
    assert waits_for(lambda: all(map(is_gone, family))), [
        Path(f"/proc/{pid}/cmdline").read_bytes() for pid in family if not is_gone(pid)
    ]
    if name == "timing":
        assert sheet.exists()
