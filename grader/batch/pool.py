"""Worker threads that observe submissions side by side, and one that has them timed.

Threads suffice: the student's code runs in processes of its own, and each thread mostly waits for
one. Each opens its own tools and closes them in the same thread, because a sandbox's processes end
with the thread that started them.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from queue import SimpleQueue
from threading import Event, Thread
from types import MappingProxyType

from grader.batch import cores
from grader.batch.keeping import Kept, kept_of
from grader.batch.lane import Lane, Piece
from grader.batch.setup import OpenTools
from grader.batch.timing_lane import Measure, OpenLane, to_time, with_timing
from grader.batch.trouble import forgetting_faults, unread_evidence, worth_another_try
from grader.grading import Setup, Tools, completed, evidence_of, observe, observe_report
from grader.model.evidence import Evidence
from grader.model.fault import Fault, shielded
from grader.model.submission import Submission
from grader.model.timing import Timing

NOTHING: Mapping[str, Kept] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """News from a worker: a submission was begun (`found` is None), or observed."""

    submission: Submission
    found: Evidence | None = None
    final: bool = True  # False: its times are still to be measured


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What the threads share."""

    setup: Setup
    open_tools: OpenTools
    open_lane: OpenLane | None  # None: nothing is timed
    lane: Lane
    apart: tuple[int, frozenset[int]] | None  # the CPU to measure on, and those for the others
    timed_last: bool  # nothing is timed beside the workers
    news: SimpleQueue[Observation | None] = field(default_factory=SimpleQueue)
    timings: SimpleQueue[Observation | None] = field(default_factory=SimpleQueue)
    stop: Event = field(default_factory=Event)
    observed: Event = field(default_factory=Event)  # nothing is left but to measure
    errors: list[BaseException] = field(default_factory=list)  # that ended workers


def observe_all(  # noqa: PLR0913  what a class shares, and how it is worked off
    submissions: Sequence[Submission],
    setup: Setup,
    open_tools: OpenTools,
    jobs: int,
    *,
    kept: Mapping[str, Kept] = NOTHING,
    open_lane: OpenLane | None = None,
    timed_last: bool = False,
) -> Generator[Observation, None, None]:
    """Yields the news of all workers as it comes; what is `kept`, by student, is not run again.

    What went wrong through a fault of ours is tried once more when all others are done, alone, and
    told then: the machine may have killed it because too much ran at the same time. Closing the
    iterator lets every worker finish what is at hand and take no more. What ended a worker is
    raised in the end, and only when the others could not do its work.
    """
    observe = partial(_observe_all, setup=setup, open_tools=open_tools, open_lane=open_lane)
    again: list[Submission] = []
    good: dict[str, Kept] = {}
    with closing(observe(submissions, jobs=jobs, kept=kept, timed_last=timed_last)) as news:
        for told in news:
            if told.found is not None and told.final and worth_another_try(told.found):
                again.append(told.submission)
                found = forgetting_faults(told.found)
                good[told.found.student] = kept_of(found, told.submission, setup)
            else:
                yield told
    yield from observe(again, jobs=1, kept=good, timed_last=True)


def _observe_all(  # noqa: PLR0913  what a class shares, and how it is worked off
    submissions: Sequence[Submission],
    *,
    setup: Setup,
    open_tools: OpenTools,
    open_lane: OpenLane | None,
    jobs: int,
    kept: Mapping[str, Kept],
    timed_last: bool,
) -> Generator[Observation, None, None]:
    lane = Lane.of(submissions, setup, kept, jobs)
    apart = cores.measuring(cores.usable()) if open_lane else None
    work = Work(
        setup=setup,
        open_tools=open_tools,
        open_lane=open_lane,
        lane=lane,
        apart=apart,
        timed_last=timed_last,
    )
    unobserved = {submission.student for submission in submissions}
    threads: list[Thread] = []
    with cores.kept_to(apart[1] if apart else frozenset()):
        try:
            workers = _start(work, min(jobs, len(submissions)), threads)
            for observation in _news(work, workers):
                if observation.found is not None:
                    unobserved.discard(observation.submission.student)
                yield observation
        finally:
            work.stop.set()
            work.observed.set()
            work.timings.put(None)
            for thread in threads:
                thread.join()
    if unobserved and work.errors:
        raise work.errors[0]  # what kept them from opening their tools


def _start(work: Work, wanted: int, threads: list[Thread]) -> int:
    """Starts the threads, one of which has the others' finds timed; says how many observe.

    Where no more threads can be had, fewer do all of the work.
    """
    if not wanted:
        return 0
    threads.append(Thread(target=_time, args=(work,), name="timer"))
    threads[0].start()
    for number in range(wanted):
        worker = Thread(target=_work, args=(work,), name=f"worker_{number}")
        try:
            worker.start()
        except RuntimeError:
            if number == 0:
                raise
            return number
        threads.append(worker)
    return wanted


def _news(work: Work, working: int) -> Iterator[Observation]:
    """Passes on what the workers tell, until the last of them has nothing more to tell."""
    timing = bool(working)
    while working or timing:
        observation = work.news.get()
        if observation is not None:
            yield observation
        elif working:
            working -= 1
            if not working:
                work.observed.set()
                work.timings.put(None)
        else:
            timing = False


def _time(work: Work) -> None:
    """Has one submission after the other timed; its last word is None, after the workers' last.

    Where the lane has no CPU to itself, or is told to, it waits until the workers are done.
    """
    try:
        if work.open_lane is None:
            return
        if work.apart is None or work.timed_last:
            work.observed.wait()
        with work.open_lane(work.apart[0] if work.apart else None) as measure:
            while (waiting := work.timings.get()) is not None and not work.stop.is_set():
                if (found := _timed(waiting, work, measure)) is not None:
                    work.news.put(replace(waiting, found=found))
    finally:
        work.observed.wait()
        work.news.put(None)


def _timed(waiting: Observation, work: Work, measure: Measure) -> Evidence | None:
    """Measures the exercises of one submission; None when the batch is stopped before the last."""
    found = waiting.found
    if found is None:
        return None
    for exercise, observed in to_time(found, work.setup):
        if work.stop.is_set():
            return None
        timing = shielded(partial(measure, waiting.submission, exercise, observed))
        if isinstance(timing, Fault):
            timing = Timing(trouble=timing.traceback)
        found = with_timing(found, timing, exercise)
    return found


def _work(work: Work) -> None:
    """Works off pieces until there are none left; its last word is None."""
    try:
        with work.open_tools() as tools:
            while not work.stop.is_set():
                with work.lane.next_piece() as piece:
                    if piece is None:
                        return
                    fault = shielded(partial(_observe, piece, work, tools))
                    if isinstance(fault, Fault):
                        _lose(piece, work, fault)
                work.lane.go_on(piece)
    except BaseException as error:  # noqa: BLE001  raised again when somebody is left unobserved
        work.errors.append(error)
    finally:
        work.news.put(None)


def _lose(piece: Piece, work: Work, fault: Fault) -> None:
    """Tells of a submission that went wrong on our side; nothing more of it is tried now."""
    piece.later = ()
    found = unread_evidence(piece.submission.student, work.setup, fault)
    work.news.put(Observation(submission=piece.submission, found=found))


def _observe(piece: Piece, work: Work, tools: Tools) -> None:
    """Observes a piece's exercises, and tells of the submission when none is left."""
    submission, setup = piece.submission, work.setup
    if not piece.begun:
        work.news.put(Observation(submission=submission))
    for exercise in piece.exercises:
        piece.found[exercise.id] = observe(submission, exercise, setup, tools)
    if piece.report is None:
        piece.report = observe_report(submission, setup, tools)
    if piece.later:
        return
    if piece.program is not None:
        finish = partial(evidence_of, submission, setup, piece.found, piece.report, piece.program)
    else:
        finish = partial(completed, submission, setup, tools, piece.found, piece.report)
    found = shielded(finish)
    if isinstance(found, Fault):
        found = unread_evidence(submission.student, setup, found)
    final = work.open_lane is None or not to_time(found, setup)
    work.news.put(Observation(submission=submission, found=found, final=final))
    if not final:
        work.timings.put(Observation(submission=submission, found=found))
