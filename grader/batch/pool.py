"""Worker threads that observe submissions side by side.

Threads suffice: the student's code runs in processes of its own, and each thread mostly waits for
one. Each opens its own tools and closes them in the same thread, because a sandbox's processes end
with the thread that started them.
"""

import sys
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from threading import Event

from grader.batch.setup import OpenTools
from grader.batch.trouble import unread_evidence
from grader.grading import Setup, collect
from grader.model.evidence import Evidence
from grader.model.fault import Fault, shielded
from grader.model.submission import Submission

# A worker whose child has answered should not wait long for the thread that writes the sheets.
SWITCH_SECONDS = 0.0005


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """News from a worker: a submission was begun (`found` is None), or observed."""

    submission: Submission
    found: Evidence | None = None


def observe_all(
    submissions: Sequence[Submission], setup: Setup, open_tools: OpenTools, jobs: int
) -> Generator[Observation, None, None]:
    """Yields the news of all workers as it comes.

    Closing the iterator lets every worker finish the submission at hand and take no more.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    todo: SimpleQueue[Submission] = SimpleQueue()
    for submission in submissions:
        todo.put(submission)
    news: SimpleQueue[Observation | None] = SimpleQueue()
    stop = Event()
    working = min(jobs, len(submissions))
    work = partial(_work, todo, news, stop, setup, open_tools)
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


def _work(
    todo: "SimpleQueue[Submission]",
    news: "SimpleQueue[Observation | None]",
    stop: Event,
    setup: Setup,
    open_tools: OpenTools,
) -> None:
    """Observes submissions until there are none left; its last word is None."""
    try:
        with open_tools() as tools:
            for submission in _remaining(todo, stop):
                news.put(Observation(submission=submission))
                found = shielded(partial(collect, submission, setup, tools))
                if isinstance(found, Fault):
                    found = unread_evidence(submission.student, setup, found)
                news.put(Observation(submission=submission, found=found))
    finally:
        news.put(None)


def _remaining(todo: "SimpleQueue[Submission]", stop: Event) -> Iterator[Submission]:
    """Takes submissions until there are none left, or nobody wants more."""
    while not stop.is_set():
        try:
            yield todo.get_nowait()
        except Empty:
            return
