"""Whatever happens to the process that measures, it costs times only: nothing else is lost."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from grader.batch import ClassResult, timing_worker
from grader.model.timing import Timing
from grader.sandbox import IsolationLevel
from tests.batch.classes import RIGHT, TRANSPOSED
from tests.sandbox.places import skip_unless_holds
from tests.timing.timed_class import TimedClass

PROGRAMS = {"24A1201": RIGHT, "24A1202": TRANSPOSED, "24A1203": RIGHT + "# another\n"}
TIMED = ("24A1201", "24A1203")


@pytest.fixture
def room(tmp_path: Path) -> TimedClass:
    """A class of which two programs can be timed."""
    skip_unless_holds(next(iter(IsolationLevel)))
    return TimedClass(tmp_path, PROGRAMS)


@contextmanager
def signalled(number: signal.Signals, most: int) -> Iterator[list[int]]:
    """Sends a signal to each timing process as soon as it is there, to `most` of them."""
    ended = threading.Event()
    hit: list[int] = []

    def watch() -> None:
        while not ended.is_set() and len(hit) < most:
            for process in multiprocessing.active_children():
                if process.name == "timing" and process.pid and process.pid not in hit:
                    hit.append(process.pid)
                    os.kill(process.pid, number)
            time.sleep(0.01)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield hit
    finally:
        ended.set()
        watcher.join()


def timings(result: ClassResult) -> dict[str, Timing]:
    """What was measured, by student; who was not measured is left out."""
    found = ((one.evidence.student, one.evidence.exercises[0].timing) for one in result.graded)
    return {student: timing for student, timing in found if timing is not None}


def points(result: ClassResult) -> dict[str, float | None]:
    """The program's points."""
    return {one.evidence.student: one.sheet.awards[0].points for one in result.graded}


def test_one_death_costs_nothing(room: TimedClass) -> None:
    """The process is started again, and what it was at is measured again."""
    with signalled(signal.SIGKILL, 1) as hit:
        result = room.grade(timing=True)
    assert len(hit) == 1
    assert not result.faults
    assert {student: one.trouble for student, one in timings(result).items()} == dict.fromkeys(
        TIMED, ""
    )


def test_an_exercise_at_which_it_died_twice_has_no_times(room: TimedClass) -> None:
    """The next is measured all the same, and the next run measures what is missing."""
    with signalled(signal.SIGKILL, 2) as hit:
        result = room.grade(timing=True)
    assert len(hit) == 2
    troubled = [student for student, one in timings(result).items() if one.trouble]
    assert len(troubled) == 1
    assert [student for student, _ in result.faults] == troubled
    assert "signal 9" in result.faults[0][1].summary
    assert points(result) == {"24A1201": 4, "24A1202": 0, "24A1203": 4}
    assert room.files.classes[-1] == result
    mended = room.grade(timing=True)
    assert not mended.faults
    assert mended.measured == tuple(troubled)
    assert not any(one.trouble for one in timings(mended).values())


def test_a_process_that_always_dies_is_given_up(room: TimedClass) -> None:
    """Everything but times is there, and the number of tries is bounded."""
    for number in range(4, 9):
        room.submit(f"24A120{number}", f"{RIGHT}# {number}\n")
    with signalled(signal.SIGKILL, 1_000) as hit:
        result = room.grade(timing=True)
    assert len(hit) <= timing_worker.MOST_DEATHS
    assert all(one.trouble for one in timings(result).values())
    assert len(result.faults) == len(timings(result)) == 7
    assert len(result.graded) == 8
    assert {award for student, award in points(result).items() if student != "24A1202"} == {4}
    assert room.files.classes[-1] == result


def test_a_process_that_hangs_is_ended(room: TimedClass, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the host's clock, whatever it is doing; the batch goes on."""
    monkeypatch.setattr(timing_worker, "PATIENCE_SECONDS", 1.0)
    monkeypatch.setattr(timing_worker, "PATIENCE", 0.0)
    with signalled(signal.SIGSTOP, 1_000):
        result = room.grade(timing=True)
    assert [student for student, _ in result.faults] == list(TIMED)
    assert all("did not answer" in fault.summary for _, fault in result.faults)
    assert points(result) == {"24A1201": 4, "24A1202": 0, "24A1203": 4}
    assert room.files.classes[-1] == result
