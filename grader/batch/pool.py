"""Observe submissions in parallel: in processes that each take one submission after another.

Work is a function from a submission to evidence, and only the set-up is shared: `observe_there` is
passed to any `concurrent.futures.Executor`, of one machine or many. The sandbox locks a device for
every child that uses it. Times are measured after everything else (timing_worker.py).
"""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from enum import StrEnum
from functools import partial
from multiprocessing import forkserver, util
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from msgspec import Struct, field
from msgspec.structs import replace

from grader.batch.processes import (
    begin_quietly,
    raised_again,
    uninterrupted,
    usable_cpus,
)
from grader.course import load_references
from grader.grading import collect
from grader.model.course import Course
from grader.model.errors import (
    CourseError,
    GraderError,
    Killed,
    Message,
    SandboxUnavailable,
    shield,
)
from grader.model.evidence import Evidence
from grader.model.submission import Submission
from grader.observing import (
    NOTHING_KEPT,
    KeptEvidence,
    SelfChecks,
    Setup,
    Tools,
    digest_references,
    forgetting_faults,
    kept_of,
    open_tools,
    unread_evidence,
    worth_another_try,
)
from grader.sandbox import IsolationLevel
from grader.sandbox.scratch import own_folder

POLL_SECONDS = 0.5  # interval for noticing new places
AHEAD = 1  # submissions handed out beyond the number of workers, so that no worker waits
LOSSES = 2  # times that a submission is lost with its worker before it is tried alone
MOST_DEATHS = 6  # of workers in succession; then this machine is unsuitable
END_SECONDS = 1.0  # for workers to clean up after the last submission
# Imported in the process from which workers are forked, so that they need not import it again.
PRELOADED = ["grader.__main__", "grader.batch.pool"]


class Phase(StrEnum):
    """The phase of a submission."""

    STARTED = "started"
    FINISHED = "finished"  # its records are stored
    BROKEN = "broken"  # stored too, and to be tried again next time
    TIMING = "timing"  # its times are being measured
    TIMED = "timed"  # they are stored, too


class Step(Struct, frozen=True, kw_only=True):
    """A submission has reached a phase."""

    student: str
    phase: Phase
    evidence: Evidence | None = None  # as far as it is known
    done: int = 0  # submissions with stored records; from TIMING on, timed ones
    total: int = 0


OpenWorkplace = Callable[[], AbstractContextManager[tuple[Setup, Tools]]]
"""Opens and closes a worker's tools in its thread. Pickled for a process."""
OpenPool = Callable[[int, frozenset[int]], AbstractContextManager[Executor]]
"""Opens a number of workers, which keep to these CPUs."""
LONGEST = 80  # letters of a folder that leave room for a socket's name
NOTHING: Mapping[str, KeptEvidence] = MappingProxyType({})


class Workplace(Struct, frozen=True, kw_only=True):
    """What a worker needs in order to open its tools."""

    root: Path  # of the course
    setup: Setup  # without references, which each worker loads by itself
    level: IsolationLevel
    answers: Path  # where workers share results of the self-check

    @contextmanager
    def __call__(self) -> Iterator[tuple[Setup, Tools]]:
        """Open the tools. Raises CourseError if the course has changed since the batch began."""
        setup, assignment = self.setup, self.setup.assignment
        course = Course(root=self.root, title={}, zone="", student_id="")  # enough for references
        if digest_references(course, assignment) != setup.reference_digests:
            raise CourseError(
                [
                    Message(
                        "the reference files changed while they were being used; run the "
                        "command again"
                    )
                ]
            )
        exercises = setup.assignment.exercises
        self_checks = SelfChecks(folder=self.answers)
        with open_tools(self.level, setup.capabilities, exercises, self_checks) as tools:
            if not assignment.python:  # else it depends on the program
                tools.sandbox.begin_quick(exercises)  # it starts up while references are loaded
            references = load_references(course, assignment)
            yield replace(setup, references=references), tools


@contextmanager
def workplace_of(course: Course, setup: Setup, level: IsolationLevel) -> Iterator[Workplace]:
    """Make the workplace of one batch."""
    without = replace(setup, references={})
    with TemporaryDirectory(dir=own_folder(), ignore_cleanup_errors=True) as folder:
        yield Workplace(root=course.root, setup=without, level=level, answers=Path(folder))


def observe_all(  # noqa: PLR0913  what a class shares, and how it is processed
    submissions: Sequence[Submission],
    setup: Setup,
    workplace: OpenWorkplace,
    jobs: int,
    *,
    kept: Mapping[str, KeptEvidence] = NOTHING,
    open_pool: OpenPool | None = None,
    places: Callable[[], int] | None = None,
) -> Generator[Step, None, None]:
    """Yield every submission's steps as they come; submissions in `kept`, by student, are not run.

    A submission that failed through our fault, or was lost with its worker repeatedly, is retried
    once, alone, after all others, and only then reported: too much running at the same time may
    have killed it. Closing the iterator ends running work at once. An error that kept workers from
    starting is raised at the end, and only if it still occurs then.
    """
    cpus = usable_cpus()
    side_by_side = _Round(
        setup=setup,
        workplace=workplace,
        open_pool=partial(open_pool or processes, min(jobs, len(submissions)), cpus),
        kept=dict(kept),
        ahead=lambda: (places() if places else jobs) + AHEAD,
    )
    with closing(side_by_side.steps(submissions)) as steps:
        yield from steps
    alone = replace(
        side_by_side,
        open_pool=partial(open_pool or processes, 1, cpus),
        ahead=lambda: min(1, side_by_side.ahead()),
        again=None,
    )
    with closing(alone.steps(side_by_side.again or ())) as steps:
        yield from steps


class _Round(Struct, kw_only=True):
    """One pass over submissions; those to be retried are left in `again`."""

    setup: Setup
    workplace: OpenWorkplace
    open_pool: Callable[[], AbstractContextManager[Executor]]
    kept: dict[str, KeptEvidence]
    ahead: Callable[[], int]  # returns the number of submissions to hand out at a time
    again: list[Submission] | None = field(default_factory=list)  # None: no more retries
    todo: deque[Submission] = field(default_factory=deque)
    running: dict[Future[Evidence], Submission] = field(default_factory=dict)
    losses: Counter[str] = field(default_factory=Counter)
    deaths: int = 0  # in succession

    def steps(self, submissions: Iterable[Submission]) -> Generator[Step, None, None]:
        """Observe all submissions."""
        self.todo, self.running = deque(submissions), {}
        while self.todo:
            with self.open_pool() as pool:
                yield from self._observe(pool)

    def _observe(self, pool: Executor) -> Iterator[Step]:
        """Observe submissions until none are left or the pool is broken."""
        broken = False
        while self.running or (self.todo and not broken):
            ahead = self.ahead()
            while self.todo and not broken and len(self.running) < ahead:
                broken = not self._hand_out(pool)
                if not broken:
                    yield Step(student=self.todo.popleft().student, phase=Phase.STARTED)
            done, _ = wait(self.running, POLL_SECONDS, FIRST_COMPLETED)
            for future in done:
                submission = self.running.pop(future)
                error = None if (gone := future.cancelled()) else future.exception()
                if gone or isinstance(error, BrokenExecutor):
                    broken = True
                    yield from self._lose(submission)
                elif isinstance(error, GraderError | OSError):
                    self._put_off(submission, error)
                else:
                    self.deaths = 0
                    yield from self._take(submission, future)
        self.deaths += broken
        if self.deaths >= MOST_DEATHS:
            raise SandboxUnavailable(
                "the processes that run submissions crashed {count} times in a row",
                count=self.deaths,
            )

    def _hand_out(self, pool: Executor) -> bool:
        """Hand out the next submission; return whether a worker accepted it."""
        submission = self.todo[0]
        kept = self.kept.get(submission.student, NOTHING_KEPT)
        try:
            with uninterrupted():
                future = pool.submit(observe_there, self.workplace, submission, kept)
        except BrokenExecutor:
            return False
        self.running[future] = submission
        return True

    def _lose(self, submission: Submission) -> Iterator[Step]:
        """Retry what was lost with its worker, regardless of the cause."""
        self.losses[submission.student] += 1
        if self.losses[submission.student] < LOSSES:
            self.todo.append(submission)
            return
        with shield() as fault:
            raise Killed("the process that ran this submission was stopped")
        lost = unread_evidence(submission.student, self.setup, fault.caught)
        yield from self._finish(submission, lost)

    def _put_off(self, submission: Submission, error: Exception) -> None:
        """Retry later what a worker could not start; raise the error if this was the last pass."""
        if self.again is None:
            raise error
        self.again.append(submission)

    def _take(self, submission: Submission, future: Future[Evidence]) -> Iterator[Step]:
        with shield() as fault:
            evidence = future.result()
        if fault:
            evidence = unread_evidence(submission.student, self.setup, fault.caught)
        yield from self._finish(submission, evidence)

    def _finish(self, submission: Submission, evidence: Evidence) -> Iterator[Step]:
        """Report a submission as finished, unless it is to be tried again."""
        if self.again is None or not worth_another_try(evidence):
            yield Step(student=submission.student, phase=Phase.FINISHED, evidence=evidence)
            return
        self.again.append(submission)
        if not evidence.trouble:
            good = forgetting_faults(evidence)
            self.kept[submission.student] = kept_of(good, submission, self.setup)


# What runs in a worker.

_mine = threading.local()


class NothingMoreError(BaseException):
    """Ends the work in progress, wherever it is."""


def observe_there(workplace: OpenWorkplace, submission: Submission, kept: KeptEvidence) -> Evidence:
    """Observe one submission in a worker, which opens its tools on first use.

    An error in opening them is raised; any other exception of ours becomes the evidence's trouble.
    """
    _mine.busy = True
    try:
        setup, tools = _enter(workplace)
        with shield() as fault:
            return collect(submission, setup, tools, kept)
    except NothingMoreError:
        leave()
        os._exit(1)
    finally:
        _mine.busy = False
    return unread_evidence(submission.student, setup, fault.caught)


def _enter(workplace: OpenWorkplace) -> tuple[Setup, Tools]:
    """Return this worker's tools; close those of another batch."""
    if getattr(_mine, "workplace", None) != workplace:
        leave()
        with ExitStack() as stack:
            _mine.opened = stack.enter_context(workplace())
            _mine.stack, _mine.workplace = stack.pop_all(), workplace
    opened: tuple[Setup, Tools] = _mine.opened
    return opened


def leave() -> None:
    """Close this worker's tools."""
    if getattr(_mine, "workplace", None) is not None:
        _mine.workplace = None
        _mine.stack.close()


# Start and end of a pool's processes.


@contextmanager
def processes(jobs: int, cpus: frozenset[int]) -> Iterator[Executor]:
    """Open a pool of processes; when left early, end them and what they run."""
    try:
        begin_processes()
        pool = ProcessPoolExecutor(jobs, _clean_processes(), _begin, (cpus,))
    except OSError as error:  # its locks are in /dev/shm
        raise SandboxUnavailable(
            "no programs can be run side by side: {reason}; /dev/shm must be there and writable",
            reason=error.strerror or str(error),
        ) from error
    try:
        yield pool
    except BaseException:
        _end_at_once(pool)
        raise
    if pool._broken:  # noqa: SLF001  its workers have ended, but for one just started
        _end_at_once(pool)
    pool.shutdown()


def _clean_processes() -> multiprocessing.context.BaseContext:
    """Choose how processes start: never as a copy of this process, whose threads hold locks."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    if len(str(own_folder())) < LONGEST and multiprocessing.parent_process() is None:
        # Otherwise its sockets are in a folder of its own, which remains if this process is killed.
        own: dict[str, object] = multiprocessing.current_process()._config  # type: ignore[attr-defined]  # noqa: SLF001
        own.setdefault("tempdir", str(own_folder()))
    return context


def begin_processes() -> None:
    """Start importing what workers are forked from, while the caller does other things.

    The current limits and signal handlers apply to them.
    """
    if _clean_processes().get_start_method() == "forkserver":
        with uninterrupted():
            forkserver.ensure_running()


def _begin(cpus: frozenset[int]) -> None:
    begin_quietly(cpus)
    signal.signal(signal.SIGTERM, _stop)
    util.Finalize(None, leave, exitpriority=10)


def _stop(_number: int, _frame: object) -> None:
    """End this worker after ending what it runs, if that does not take too long."""
    late = threading.Timer(END_SECONDS, os._exit, (1,))
    late.daemon = True
    late.start()
    if getattr(_mine, "busy", False):
        sys.unraisablehook = raised_again(
            NothingMoreError, partial(signal.raise_signal, signal.SIGTERM)
        )
        raise NothingMoreError
    leave()
    os._exit(1)


def _end_at_once(pool: ProcessPoolExecutor) -> None:
    """End every worker; interrupted submissions are observed again next time."""
    workers = list((pool._processes or {}).values())  # noqa: SLF001  until 3.14: terminate_workers
    for worker in workers:
        worker.terminate()
    pool.shutdown(wait=False, cancel_futures=True)
    deadline = time.monotonic() + END_SECONDS
    for worker in workers:
        worker.join(max(0.0, deadline - time.monotonic()))
        worker.kill()
    pool.shutdown()
