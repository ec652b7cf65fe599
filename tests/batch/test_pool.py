"""Workers observe side by side, each with tools of its own, and stop when asked."""

import errno
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from grader.batch import Phase
from grader.batch.pool import observe_all
from grader.batch.timing_lane import Measure
from grader.grading import Setup, Tools
from grader.intake import find_students, read_submission
from grader.model.errors import Killed, SandboxUnavailable
from grader.model.submission import Submission
from grader.model.timing import Timing
from tests.batch.classes import RIGHT, Classroom
from tests.fakes.sandbox import FakeSandbox


def class_of(folder: Path, size: int) -> tuple[Classroom, Setup, list[Submission]]:
    """A class with its submissions read."""
    room = Classroom(folder, {f"24A1{number:03}": RIGHT for number in range(size)})
    setup = room.setup()
    handins = find_students(room.folder, room.course) if size else ()
    return room, setup, [read_submission(handin, setup.assignment) for handin in handins]


def test_everyone_is_begun_and_observed_once(tmp_path: Path) -> None:
    """However many workers there are, each submission is observed by one of them."""
    room, setup, submissions = class_of(tmp_path, 7)
    news = list(observe_all(submissions, setup, room.tools(), jobs=3))
    begun = [one.submission.student for one in news if one.found is None]
    found = [one.found.student for one in news if one.found is not None]
    everyone = [submission.student for submission in submissions]
    assert sorted(begun) == sorted(found) == everyone


def test_no_submissions_open_no_tools(tmp_path: Path) -> None:
    """Nothing is started when there is nothing to do."""
    room, setup, _ = class_of(tmp_path, 0)
    opened: list[int] = []

    @contextmanager
    def open_tools() -> Iterator[Tools]:
        opened.append(1)
        with room.tools()() as tools:
            yield tools

    assert list(observe_all([], setup, open_tools, jobs=3)) == []
    assert opened == []


def test_tools_are_opened_and_closed_in_one_thread(tmp_path: Path) -> None:
    """A sandbox's processes end with the thread that started them."""
    room, setup, submissions = class_of(tmp_path, 4)
    opened: list[int] = []
    closed: list[int] = []

    @contextmanager
    def open_tools() -> Iterator[Tools]:
        opened.append(threading.get_ident())
        with room.tools()() as tools:
            yield tools
        closed.append(threading.get_ident())

    list(observe_all(submissions, setup, open_tools, jobs=2))
    assert sorted(opened) == sorted(closed)
    assert len(opened) == 2
    assert threading.get_ident() not in opened


def test_closing_stops_after_the_submissions_at_hand(tmp_path: Path) -> None:
    """Nobody new is begun once the news are no longer wanted."""
    room, setup, submissions = class_of(tmp_path, 9)
    with closing(observe_all(submissions, setup, room.tools(), jobs=1)) as news:
        next(news)
    assert 1 <= len(room.ran) < 9


def test_fault_of_ours_is_evidence_of_trouble(tmp_path: Path) -> None:
    """An exception in collecting ends up in the evidence, and the worker goes on."""
    room, setup, submissions = class_of(tmp_path, 3)

    def before(text: str) -> None:
        raise ZeroDivisionError("ours")

    @contextmanager
    def open_tools() -> Iterator[Tools]:
        with room.tools()() as tools:
            yield Tools(reader=tools.reader, sandbox=FakeSandbox(before=before))

    found = [one.found for one in observe_all(submissions, setup, open_tools, 2) if one.found]
    assert len(found) == 3
    assert all("ZeroDivisionError" in one.exercises[0].trouble for one in found)


class Machine:
    """Kills programs as they are opened: the first so many times, those whose text holds a word."""

    def __init__(self, word: str, times: int) -> None:
        self.left = times
        self.beside: list[int] = []  # programs open at the moment of each opening of one of them
        self._word = word
        self._open = 0
        self._lock = threading.Lock()

    def __call__(self, text: str) -> None:
        """Is called before a program is opened."""
        with self._lock:
            self._open += 1
        time.sleep(0.05)  # others may come meanwhile
        try:
            if self._word in text:
                self.beside.append(self._open - 1)
                if self.left:
                    self.left -= 1
                    raise Killed("by a test")
        finally:
            with self._lock:
                self._open -= 1


def test_what_was_killed_is_tried_again_alone_when_all_others_are_done(tmp_path: Path) -> None:
    """It is told once, as the second time went; a second kill is a fault that may pass."""
    programs = {f"24A1{number:03}": f"{RIGHT}# {number}\n" for number in range(6)}
    programs["24A1000"] = f"{RIGHT}# killed\n"
    for times, broken in ((1, False), (2, True)):
        room = Classroom(tmp_path / str(times), programs)
        machine = Machine("# killed", times)
        room.before = machine
        result = room.grade(jobs=3)
        assert [student for student, _ in result.faults] == ["24A1000"] * broken
        assert all(fault.killed for _, fault in result.faults)
        assert machine.beside[-1] == 0
        assert room.ran.count(f"{RIGHT}# killed\n") == 1 - broken
        last = [step.student for step in room.steps if step.phase is not Phase.STARTED][-1]
        assert last == "24A1000"
        room.before = None
        again = room.grade(jobs=3)
        assert again.faults == ()
        assert room.ran == [f"{RIGHT}# killed\n"] * broken


def test_a_script_run_that_was_killed_is_made_again(tmp_path: Path) -> None:
    """Its pictures and times are evidence like any: kept only when they are there."""
    room = Classroom(tmp_path, {"24A1000": RIGHT})
    killed: list[str] = []

    def machine(text: str) -> None:
        killed.append(text)
        if len(killed) <= 2:
            raise Killed("by a test")

    room.before_whole = machine
    result = room.grade()
    assert [student for student, _ in result.faults] == ["24A1000"]
    assert room.ran == [RIGHT]  # the function was called, and is not called again
    assert room.grade().faults == ()
    assert (room.ran, len(killed)) == ([], 3)
    assert room.grade().unchanged == ("24A1000",)
    assert len(killed) == 3


def test_a_worker_that_cannot_begin_leaves_its_work_to_the_others(tmp_path: Path) -> None:
    """Everybody is observed, and nothing is raised for it."""
    room, setup, submissions = class_of(tmp_path, 5)
    opening = iter((False, True))

    @contextmanager
    def open_tools() -> Iterator[Tools]:
        if not next(opening):
            raise OSError(errno.EAGAIN, "no more processes")
        with room.tools()() as tools:
            yield tools

    found = [one.found for one in observe_all(submissions, setup, open_tools, jobs=2) if one.found]
    assert len(found) == 5
    assert not any(one.trouble for one in found)


def test_when_no_worker_can_begin_it_is_said_why(tmp_path: Path) -> None:
    """Nobody waits for ever for what nobody does."""
    _, setup, submissions = class_of(tmp_path, 3)

    @contextmanager
    def open_tools() -> Iterator[Tools]:
        raise SandboxUnavailable("nothing starts here")
        yield

    with pytest.raises(SandboxUnavailable, match="nothing starts here"):
        list(observe_all(submissions, setup, open_tools, jobs=2))


def test_a_measurement_that_raises_is_trouble_of_that_timing(tmp_path: Path) -> None:
    """Everything else about the submission is told, and nothing is raised."""
    room, setup, submissions = class_of(tmp_path, 2)

    @contextmanager
    def open_lane(_: int | None) -> Iterator[Measure]:
        def measure(*_: object) -> Timing:
            raise ZeroDivisionError("ours")

        yield measure

    news = list(observe_all(submissions, setup, room.tools(), 2, open_lane=open_lane))
    final = [one.found for one in news if one.found is not None and one.final]
    assert len(final) == 2
    timings = [one.exercises[0].timing for one in final]
    assert all(timing and "ZeroDivisionError" in timing.trouble for timing in timings)
    assert not any(one.exercises[0].trouble for one in final)
