"""Timing workers: processes on CPUs of their own, where one exercise at a time is measured.

In one process with anything else, Python's lock would delay the clock by milliseconds; on one CPU
with the other workers, their programs would. `time_all` has a class measured when everyone is
graded, `TimingWorker` is the batch's side of one process, and `serve` is the process.
"""

import multiprocessing
import threading
from collections import deque
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Self

from msgspec import Struct, field
from msgspec.structs import replace

from grader.batch.pool import Phase, Step
from grader.batch.processes import (
    begin_quietly,
    cpus_to_measure_on,
    kept_to,
    siblings,
    uninterrupted,
    usable_cpus,
)
from grader.grading import with_timing
from grader.model.course import Exercise
from grader.model.errors import Fault, shielded
from grader.model.evidence import EntryHow, Evidence, ExerciseEvidence
from grader.model.submission import Submission
from grader.model.timing import Curve, Timing
from grader.observing import Setup, TimingPlace, TimingRequest
from grader.protocols import Measures, measurer
from grader.sandbox import IsolationLevel

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

TRIES = 2  # attempts per exercise: the process may have been killed for another reason
MOST_DEATHS = 6  # in succession; then nothing more is measured in this batch
END_SECONDS = 2.0
# How long a measurement may take by the host's clock before the process is taken to hang. A sweep
# keeps its own time; starting children, empty calls and the programs beside it come on top.
PATIENCE_SECONDS, PATIENCE = 300.0, 20.0  # and times the seconds of the sweep and of one call


TimingAnswer = tuple[Timing, Mapping[str, Curve]] | Fault
"""The times, with all baselines known so far."""


class TimingWorker(Struct):
    """The process that measures: started on demand, and again after it died."""

    setup: Setup
    place: TimingPlace
    machine: str
    measures: Measures
    baselines: dict[str, Curve] = field(default_factory=dict)  # of this machine, by key
    deaths: list[str] = field(default_factory=list)  # in succession, of all workers of a batch
    stopped: bool = False  # nothing more is measured
    spread: frozenset[int] = frozenset()  # all CPUs, while it is the only one at work
    process: "SpawnProcess | None" = None
    requests: "Connection[TimingRequest, TimingAnswer] | None" = None

    @classmethod
    def of(cls, root: Path, setup: Setup, known: Mapping[str, Curve]) -> Self:
        """Prepare it; `known` are the baselines of every machine, by machine and key."""
        measures = measurer()
        assert measures is not None, "it said what is to be measured"
        machine = measures.machine(setup)
        place = TimingPlace(
            root=root,
            assignment=setup.assignment.id,
            level=IsolationLevel(setup.machine["rung"]),
            capabilities=setup.capabilities,
            secret=setup.secret,
        )
        mark = f"{machine}: "
        here = {key.removeprefix(mark): known[key] for key in known if key.startswith(mark)}
        return cls(setup, place, machine, measures, here)

    @property
    def learnt(self) -> Mapping[str, Curve]:
        """The baselines of this machine, marked with its name."""
        now = dict(self.baselines)  # others may be learning
        return {f"{self.machine}: {key}": curve for key, curve in now.items()}

    def on(self, cpu: int) -> "TimingWorker":
        """Make one more on a CPU; what they know, and count, is one."""
        return replace(self, place=replace(self.place, cpu=cpu, cpus=len(usable_cpus())))

    def measure(
        self, submission: Submission, exercise: Exercise, observed: ExerciseEvidence
    ) -> Timing:
        """Time one exercise in the worker process, if it can be timed; see observing.Measure."""
        if observed.entry is None:
            return Timing()
        extracted = observed.source.lifted if observed.source else None
        text = extracted.text if extracted and observed.entry.how is EntryHow.EXTRACTED else ""
        request = TimingRequest(
            submission=submission,
            exercise=exercise.id,
            target=observed.entry.target,
            python=exercise.python,
            extracted=text,
            spread=self.spread,
        )
        answer = self._ask(request, patience(exercise))
        if isinstance(answer, Fault):
            return Timing(trouble=answer.traceback)
        timing, known = answer
        self.baselines.update(known)
        interpreter = self.setup.capabilities.interpreter(exercise)
        machine = f"{self.machine}, Python {interpreter.release}" if interpreter else self.machine
        return replace(timing, key=self.measures.key(observed.key, exercise), machine=machine)

    def _ask(self, request: TimingRequest, seconds: float) -> TimingAnswer:
        trouble = f"the timing process died {MOST_DEATHS} times in succession"
        for _ in range(TRIES):
            if self.stopped or len(self.deaths) >= MOST_DEATHS:
                break
            hung: list[bool] = []
            try:
                answer = self._ask_once(request, seconds, hung)
            except (OSError, EOFError) as error:
                trouble = self._died(error, seconds if hung else 0.0)
                if hung:
                    break
            else:
                self.deaths.clear()
                return answer
        return Fault(summary=trouble, traceback=trouble)

    def _ask_once(self, request: TimingRequest, seconds: float, hung: list[bool]) -> TimingAnswer:
        if self.process is None or self.requests is None:
            context = multiprocessing.get_context("spawn")
            self.requests, theirs = context.Pipe()
            place = replace(self.place, baselines=dict(self.baselines))
            with theirs, uninterrupted():
                process = context.Process(
                    target=serve, args=(place, theirs), name="timing", daemon=True
                )
                process.start()
            self.process = process
        process = self.process
        if self.stopped:
            raise EOFError

        def kill() -> None:
            hung.append(True)
            process.kill()

        # Ending the process ends both waits, whichever it was.
        alarm = threading.Timer(seconds, kill)
        alarm.daemon = True
        alarm.start()
        try:
            self.requests.send(request)
            answer: TimingAnswer = self.requests.recv()
        finally:
            alarm.cancel()
        return answer

    def _died(self, error: Exception, hung: float) -> str:
        """Remove what is left of the process, and return how it ended."""
        self.deaths.append(str(error))
        process = self.process
        self.end()
        if hung:
            return f"the timing process did not answer within {hung:g} s and was ended"
        if process is None:
            return f"the timing process could not be started: {error}"
        code = process.exitcode or 0
        how = f"signal {-code}" if code < 0 else f"code {code}"
        return f"the timing process ended with {how} in the middle of a measurement"

    def stop(self) -> None:
        """End what is measured at this moment, from another thread; nothing more will be."""
        self.stopped = True
        if (process := self.process) is not None:
            process.kill()

    def end(self) -> None:
        """Close the connection, and kill the process if it does not end by itself."""
        process, requests, self.process, self.requests = self.process, self.requests, None, None
        if requests is not None:
            requests.close()  # the process then ends by itself
        if process is not None:
            process.join(END_SECONDS)
            process.kill()
            process.join()


def time_all(
    todo: Sequence[tuple[Submission, Evidence]], timing: TimingWorker, jobs: int
) -> Generator[Step, None, None]:
    """Yield two steps for each submission: when its turn comes, and when its times are there.

    As many are measured side by side as there are cores, but for one, and jobs. The first is
    measured alone, and the programs of ours with it. Closing the iterator ends it at once.
    """
    cpus = cpus_to_measure_on(usable_cpus())[:jobs]
    workers = [timing.on(cpu) for cpu in cpus] or [timing]
    workers[0].spread = usable_cpus() if len(usable_cpus()) > 1 else frozenset()
    others = usable_cpus().difference(*(siblings(cpu) for cpu in cpus))
    idle = deque(workers)
    waiting, running = deque(todo), dict[Future[Evidence], TimingWorker]()
    finished = deque[Future[Evidence]]()
    alone = True
    threads = ThreadPoolExecutor(len(workers), thread_name_prefix="timer")
    try:
        with kept_to(others):
            while waiting or running or finished:
                while waiting and idle and not (alone and running):
                    submission, evidence = waiting.popleft()
                    yield Step(student=submission.student, phase=Phase.TIMING)
                    worker = idle.popleft()
                    measured = partial(with_timing, evidence, submission, timing.setup)
                    with uninterrupted():  # what a thread starts does not answer Ctrl-C
                        running[threads.submit(measured, worker.measure)] = worker
                if finished:  # the next ones are measured while this one is stored
                    evidence = finished.popleft().result()
                    yield Step(student=evidence.student, phase=Phase.TIMED, evidence=evidence)
                    continue
                finished.extend(wait(running, return_when=FIRST_COMPLETED).done)
                idle.extend(running.pop(future) for future in finished)
                alone = False
                if len(workers) > 1:
                    workers[0].spread = frozenset()
    except BaseException:
        for worker in workers:
            worker.stop()
        raise
    finally:
        threads.shutdown(cancel_futures=True)
        for worker in workers:
            worker.end()


def patience(exercise: Exercise) -> float:
    """Return the seconds after which a measurement counts as hanging."""
    sweep = exercise.sweep.seconds if exercise.sweep else 0.0
    return PATIENCE_SECONDS + PATIENCE * (sweep + exercise.limits.call_seconds)


def serve(place: TimingPlace, requests: "Connection[TimingAnswer, TimingRequest]") -> None:
    """Run the worker process: answer one request after another, until its parent ends."""
    begin_quietly(frozenset() if place.cpu is None else frozenset({place.cpu}))
    measures = measurer()
    assert measures is not None, "it said what is to be measured"
    here = shielded(partial(measures.open, place))
    with suppress(EOFError):
        while True:
            request = requests.recv()
            requests.send(
                here
                if isinstance(here, Fault)
                else shielded(partial(measures.measure, request, here))
            )
