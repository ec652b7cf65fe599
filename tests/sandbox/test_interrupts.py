"""Ctrl-C while a child works: it is killed at once, whatever time its own limits still leave it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.reports.reading import document_libraries_missing
from grader.sandbox import IsolationLevel, choose_level
from grader.sandbox.children import with_descendants
from tests.killing import newest_leaf, volunteers
from tests.sandbox.interrupted import SECONDS
from tests.sandbox.places import Level, levels
from tests.tree import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into Linux's /proc")
PATIENCE = SECONDS / 10  # far more than anything here takes, far less than what is interrupted
TICK = 0.02
BUSY_TICKS = 10  # of processor time, after which a child is surely in the student's code


def wait_until(look: Callable[[], object]) -> None:
    """Looks until there is something to see."""
    deadline = time.monotonic() + PATIENCE
    while not look():
        assert time.monotonic() < deadline, "nothing came of it"
        time.sleep(TICK)


def numbers(pid: int) -> list[str]:
    """The fields of /proc/PID/stat behind the name; none when it has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return []


def computing(pid: int) -> bool:
    """Whether the newest process below one has been at work for a while."""
    below = [number for number in with_descendants(pid) if number != pid]
    fields = numbers(newest_leaf(pid)) if below else []
    return bool(fields) and int(fields[11]) + int(fields[12]) >= BUSY_TICKS


def interrupt(
    level: IsolationLevel,
    work: str,
    *,
    ready: Callable[[int], object] = computing,
    module: str = "tests.sandbox.interrupted",
) -> None:
    """Interrupts a grader in the middle of its work: soon nothing of it is left."""
    words = [sys.executable, "-m", module, level.value, work]
    grader = subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert grader.stdout is not None
        assert grader.stdout.readline() == "working\n"
        wait_until(lambda: ready(grader.pid))
        family = {pid: numbers(pid)[19:20] for pid in with_descendants(grader.pid)}
        assert len(family) > 1
        grader.send_signal(signal.SIGINT)
        _, errors = grader.communicate(timeout=PATIENCE)
        assert "KeyboardInterrupt" in errors
        assert grader.returncode == -signal.SIGINT
        wait_until(lambda: not any(pid for pid, born in family.items() if lives(pid, born)))
    finally:
        grader.kill()
        grader.communicate()


def lives(pid: int, born: list[str]) -> bool:
    """Whether a process that was seen is still there, and not another one of its number."""
    fields = numbers(pid)
    return bool(fields) and fields[19:20] == born and fields[0] != "Z"


@pytest.mark.parametrize("level", levels(*IsolationLevel, always=(IsolationLevel.D,)))
@pytest.mark.parametrize("work", ["load", "call", "run_script"])
def test_a_program_that_does_not_end(level: Level, work: str) -> None:
    """On every level, warm and cold: while it is loaded, called, or run as a script."""
    interrupt(level.choose(), work)


def test_a_second_zygote_is_not_waited_for_either() -> None:
    """Each had a child."""
    interrupt(choose_level(own_code=True).level, "call_beside")


@pytest.mark.skipif(bool(document_libraries_missing()), reason="cannot read documents here")
def test_a_report_that_is_read_for_ever() -> None:
    """The child is stopped, so that it never answers."""

    def stopped(pid: int) -> list[int]:
        children = volunteers(pid)
        for child in children:
            os.kill(child, signal.SIGSTOP)
        return children

    interrupt(choose_level().level, "read_document", ready=stopped)
