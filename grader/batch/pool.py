"""Worker threads that observe submissions side by side.

Threads suffice: the student's code runs in processes of its own, and each thread mostly waits for
one. Each opens its own tools and closes them in the same thread, because a sandbox's processes end
with the thread that started them.
"""

from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from threading import Event
from types import MappingProxyType

from grader.batch.lane import Lane, Piece
from grader.batch.setup import OpenTools
from grader.batch.trouble import unread_evidence
from grader.grading import Setup, Tools, evidence_of, observe
from grader.model.evidence import Evidence, ExerciseEvidence
from grader.model.fault import Fault, shielded
from grader.model.submission import Submission

Kept = Mapping[str, ExerciseEvidence]
"""What of one submission need not be observed again, by exercise id."""
NOTHING: Mapping[str, Kept] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """News from a worker: a submission was begun (`found` is None), or observed."""

    submission: Submission
    found: Evidence | None = None


News = SimpleQueue[Observation | None]


def observe_all(
    submissions: Sequence[Submission],
    setup: Setup,
    open_tools: OpenTools,
    jobs: int,
    *,
    kept: Mapping[str, Kept] = NOTHING,
) -> Generator[Observation, None, None]:
    """Yields the news of all workers as it comes; what is `kept`, by student, is not run again.

    Closing the iterator lets every worker finish what is at hand and take no more.
    """
    lane = Lane.of(submissions, setup, kept, jobs)
    news: News = SimpleQueue()
    stop = Event()
    working = min(jobs, len(submissions))
    work = partial(_work, lane, news, stop, setup, open_tools)
    with ThreadPoolExecutor(max(working, 1), "worker") as threads:
        workers = [threads.submit(work) for _ in range(working)]
        try:
            while working:
                observation = news.get()
                if observation is None:
                    working -= 1
                else:
                    yield observation
        finally:
            stop.set()
    for worker in workers:
        worker.result()  # raises what kept a worker from opening its tools


def _work(lane: Lane, news: News, stop: Event, setup: Setup, open_tools: OpenTools) -> None:
    """Works off pieces until there are none left; its last word is None."""
    try:
        with open_tools() as tools:
            while not stop.is_set():
                with lane.next_piece() as piece:
                    if piece is None:
                        return
                    _observe(piece, news, setup, tools)
                lane.go_on(piece)
    finally:
        news.put(None)


def _observe(piece: Piece, news: News, setup: Setup, tools: Tools) -> None:
    """Observes a piece's exercises, and tells of the submission when none is left."""
    submission = piece.submission
    if not piece.begun:
        news.put(Observation(submission=submission))
    for exercise in piece.exercises:
        piece.found[exercise.id] = observe(submission, exercise, setup, tools)
    if piece.later:
        return
    found = shielded(partial(evidence_of, submission, setup, piece.found))
    if isinstance(found, Fault):
        found = unread_evidence(submission.student, setup, found)
    news.put(Observation(submission=submission, found=found))
