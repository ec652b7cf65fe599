"""Workers observe side by side, each with tools of its own, and end when asked."""

import errno
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace

from grader.batch import Phase, Step
from grader.batch.pool import observe_all
from grader.grading import with_timing
from grader.intake import find_students, read_submission
from grader.model.errors import Killed, SandboxUnavailable
from grader.model.evidence import Evidence
from grader.model.submission import Submission
from grader.model.timing import Timing
from grader.observing import Setup, Tools, fault_in
from grader.source import SourceReader
from tests.batch.classes import RIGHT, Classroom, threads
from tests.fakes.sandbox import FakeSandbox


def class_of(folder: Path, size: int) -> tuple[Classroom, Setup, list[Submission]]:
    """A class with its submissions read."""
    room = Classroom(folder, {f"24A1{number:03}": RIGHT for number in range(size)})
    setup = room.setup()
    handins = find_students(room.folder, room.course) if size else ()
    return room, setup, [read_submission(handin, setup.assignment) for handin in handins]


def evidence_of(steps: list[Step]) -> list[Evidence]:
    """What was told in the end."""
    return [step.evidence for step in steps if step.phase is Phase.FINISHED and step.evidence]


def test_everyone_is_begun_and_observed_once(tmp_path: Path) -> None:
    """However many workers there are, each submission is observed by one of them."""
    room, setup, submissions = class_of(tmp_path, 7)
    place = room.workplace(setup)
    steps = list(observe_all(submissions, setup, place, jobs=3, open_pool=threads))
    begun = [step.student for step in steps if step.phase is Phase.STARTED]
    finished = [evidence.student for evidence in evidence_of(steps)]
    everyone = [submission.student for submission in submissions]
    assert sorted(begun) == sorted(finished) == everyone


def test_no_submissions_open_no_tools(tmp_path: Path) -> None:
    """Nothing is started when there is nothing to do."""
    room, setup, _ = class_of(tmp_path, 0)
    opened: list[int] = []

    @contextmanager
    def open_workplace() -> Iterator[tuple[Setup, Tools]]:
        opened.append(1)
        with room.workplace(setup)() as place:
            yield place

    assert list(observe_all([], setup, open_workplace, jobs=3)) == []
    assert opened == []


def test_tools_are_opened_and_closed_in_one_thread(tmp_path: Path) -> None:
    """A sandbox's processes end with the thread that started them."""
    room, setup, submissions = class_of(tmp_path, 4)
    opened: list[int] = []
    closed: list[int] = []

    @contextmanager
    def open_workplace() -> Iterator[tuple[Setup, Tools]]:
        opened.append(threading.get_ident())
        with room.workplace(setup)() as place:
            yield place
        closed.append(threading.get_ident())

    list(observe_all(submissions, setup, open_workplace, jobs=2, open_pool=threads))
    assert sorted(opened) == sorted(closed)
    assert 1 <= len(opened) <= 2
    assert threading.get_ident() not in opened


def test_closing_begins_nobody_new(tmp_path: Path) -> None:
    """Once the steps are no longer wanted."""
    room, setup, submissions = class_of(tmp_path, 9)
    place = room.workplace(setup)
    with closing(observe_all(submissions, setup, place, jobs=1, open_pool=threads)) as steps:
        next(steps)
    assert len(room.ran) < 9


def test_fault_of_ours_is_evidence_of_trouble(tmp_path: Path) -> None:
    """An exception in collecting ends up in the evidence, and the worker goes on."""
    room, setup, submissions = class_of(tmp_path, 3)

    def before(text: str) -> None:
        raise ZeroDivisionError("ours")

    room.before = before
    place = room.workplace(setup)
    found = evidence_of(list(observe_all(submissions, setup, place, 2, open_pool=threads)))
    assert len(found) == 3
    assert all("ZeroDivisionError" in evidence.exercises[0].trouble for evidence in found)


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
    shows = f"{RIGHT}print(matmul([[2]], [[3]]))\n"
    room = Classroom(tmp_path, {"24A1000": shows})
    killed: list[str] = []

    def machine(text: str) -> None:
        killed.append(text)
        if len(killed) <= 2:
            raise Killed("by a test")

    room.before_whole = machine
    result = room.grade()
    assert [student for student, _ in result.faults] == ["24A1000"]
    assert room.ran == [shows]  # the function was called, and is not called again
    assert room.grade().faults == ()
    assert (room.ran, len(killed)) == ([], 3)
    assert room.grade().unchanged == ("24A1000",)
    assert len(killed) == 3


def test_a_worker_that_cannot_begin_leaves_its_work_for_later(tmp_path: Path) -> None:
    """Everybody is observed, and nothing is raised for it."""
    room, setup, submissions = class_of(tmp_path, 5)
    opening = iter((False, *[True] * 9))

    @contextmanager
    def open_workplace() -> Iterator[tuple[Setup, Tools]]:
        if not next(opening):
            raise OSError(errno.EAGAIN, "no more processes")
        with room.workplace(setup)() as place:
            yield place

    steps = list(observe_all(submissions, setup, open_workplace, jobs=2, open_pool=threads))
    found = evidence_of(steps)
    assert len(found) == 5
    assert not any(evidence.trouble for evidence in found)


def test_when_no_worker_can_begin_it_is_said_why(tmp_path: Path) -> None:
    """Nobody waits for ever for what nobody does."""
    _, setup, submissions = class_of(tmp_path, 3)

    @contextmanager
    def open_workplace() -> Iterator[tuple[Setup, Tools]]:
        raise SandboxUnavailable("nothing starts here")
        yield

    with pytest.raises(SandboxUnavailable, match="nothing starts here"):
        list(observe_all(submissions, setup, open_workplace, jobs=2, open_pool=threads))


def test_a_measurement_that_raises_is_trouble_of_that_timing(tmp_path: Path) -> None:
    """Everything else about the submission is told, and nothing is raised."""
    room, setup, submissions = class_of(tmp_path, 1)
    place = room.workplace(setup)
    (evidence,) = evidence_of(list(observe_all(submissions, setup, place, 1, open_pool=threads)))

    def measure(*_: object) -> Timing:
        raise ZeroDivisionError("ours")

    (observed,) = with_timing(evidence, submissions[0], setup, measure).exercises
    assert observed.timing is not None
    assert "ZeroDivisionError" in observed.timing.trouble
    assert not observed.trouble


# Workers that are processes: what they say of themselves lies in a folder.


class Felled(Struct, frozen=True, dict=True):
    """A workplace whose worker is killed while it observes a student, so many times."""

    setup: Setup
    folder: Path
    times: int
    word: str

    @contextmanager
    def __call__(self) -> Iterator[tuple[Setup, Tools]]:
        """Opens it."""
        from grader.course import load_references
        from grader.model.course import Course

        (self.folder / f"worker-{os.getpid()}").touch()
        course = Course(root=self.folder / "course", title={}, zone="", student_id="")
        references = load_references(course, self.setup.assignment)

        def before(text: str) -> None:
            felled = len(list(self.folder.glob("felled-*")))
            if self.word in text and felled < self.times:
                (self.folder / f"felled-{os.getpid()}").touch()
                os.kill(os.getpid(), signal.SIGKILL)

        with SourceReader() as reader:
            tools = Tools(reader=reader, sandbox=FakeSandbox(before=before))
            yield replace(self.setup, references=references), tools


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs POSIX signals")
@pytest.mark.parametrize(
    ("times", "lost"),
    [
        (1, False),
        pytest.param(2, False, marks=pytest.mark.repetition("a worker dies once, and always")),
        (1000, True),
    ],
)
def test_a_worker_that_dies_loses_nobody(tmp_path: Path, times: int, *, lost: bool) -> None:
    """What it was at is tried again, then alone; then it stays open, and everybody else is told."""
    programs = {f"24A1{number:03}": f"{RIGHT}# {number}\n" for number in range(6)}
    programs["24A1003"] += "# kills its worker\n"
    room = Classroom(tmp_path, programs)
    setup = room.setup()
    handins = find_students(room.folder, room.course)
    submissions = [read_submission(handin, setup.assignment) for handin in handins]
    place = Felled(replace(setup, references={}), tmp_path, times, "kills its worker")
    found = evidence_of(list(observe_all(submissions, setup, place, jobs=2)))
    assert sorted(evidence.student for evidence in found) == sorted(programs)
    troubled = [evidence.student for evidence in found if fault_in(evidence)]
    assert troubled == ["24A1003"] * lost
    for evidence in found:
        fault = fault_in(evidence)
        assert fault is None or fault.killed
    for mark in tmp_path.glob("worker-*"):
        assert not Path(f"/proc/{mark.name.removeprefix('worker-')}").exists()
