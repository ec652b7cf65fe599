"""What runs in each worker of a Dask cluster: the same pool of processes as on one machine.

A `Station` is sent to every worker, and to those that come later. It finds out what the machine
offers, and only a worker that will do gets the resources that `cluster.py` asks for. What a task
answers is JSON that we wrote: nothing is unpickled that came near a student's program.
"""

import multiprocessing
import os
import signal
import socket
import tempfile
import threading
from asyncio import to_thread
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import ExitStack, closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from distributed import Worker, WorkerPlugin, get_worker
from msgspec import Struct, field
from msgspec.structs import replace

from grader import __version__
from grader.batch.pool import Workplace, observe_there, processes
from grader.batch.processes import fit, needed_mib, usable_cpus
from grader.batch.timing_worker import TimingWorker, time_all
from grader.model.course import Course
from grader.model.errors import CourseError, GraderError, Message, SandboxUnavailable, pack
from grader.model.evidence import Evidence
from grader.model.machine import Capabilities
from grader.model.submission import Submission
from grader.model.timing import Curve
from grader.observing import (
    KeptEvidence,
    Setup,
    digest_references,
    lacks_for_reading,
    machine_facts,
)
from grader.records import from_text, to_text
from grader.sandbox import (
    IsolationLevel,
    choose_level,
    find_capabilities,
    find_headroom,
    is_lower,
)
from grader.store import course_secret

PLACES, ALONE = "places", "alone"  # resources: of so many tasks, and of one that wants no other


class Orders(Struct, frozen=True, kw_only=True):
    """What a worker needs to know of a batch."""

    name: str  # of the batch; its resources begin with it
    root: Path  # of the course, on a disk that all share
    setup: Setup  # without references, secret and what is true of one machine only
    secret: bytes  # b"" where it may not travel: it is read from the course's folder then
    fingerprint: str  # of the secret
    libraries: tuple[str, ...]  # that are looked for
    device: str  # "auto", "cpu" or "gpu"
    floor: IsolationLevel  # nobody is graded on a lower level
    unsafe: bool = False
    beside: bool = False  # the workers are processes beside the command, on its terminal
    version: str = __version__


class WorkerFacts(Struct, frozen=True, kw_only=True):
    """What a worker says of its machine; `refused` is why nobody is graded there."""

    host: str
    places: int
    machine: Mapping[str, str] = field(default_factory=dict)
    capabilities: Capabilities = field(default_factory=Capabilities)
    reading_lacks: tuple[str, ...] = ()
    refused: str = ""  # packed messages as JSON


class ObservedThere(Struct, frozen=True, kw_only=True):
    """What came of one submission."""

    evidence: Evidence | None = None
    lost: bool = False  # with the process that had it
    error: str = ""  # packed messages as JSON: what kept the worker from beginning


class TimedThere(Struct, frozen=True, kw_only=True):
    """What came of measuring several submissions."""

    evidence: tuple[Evidence, ...] = ()
    baselines: Mapping[str, Curve] = field(default_factory=dict)


class Station(WorkerPlugin):  # type: ignore[misc]  # mypy does not follow Dask
    """One batch's place in one worker."""

    def __init__(self, orders: Orders) -> None:
        self.name = orders.name
        self.orders = orders
        self.facts = WorkerFacts(host="", places=0)

    async def setup(self, worker: Worker) -> None:
        """Finds out whether this worker will do, and lets it be asked if so."""
        # Under its nanny a worker may have no children otherwise, and what it runs is its child.
        multiprocessing.current_process()._config["daemon"] = False  # type: ignore[attr-defined]  # noqa: SLF001
        if self.orders.beside:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # the command answers Ctrl-C for all
        self.lock = threading.Lock()
        self.stack = ExitStack()
        self.pool: tuple[Executor, Workplace] | None = None
        self.ended = False
        places = worker.state.nthreads
        self.facts = await to_thread(self._look, places)
        if not self.facts.refused:
            own = {f"{self.name}-{PLACES}": self.facts.places, f"{self.name}-{ALONE}": 1}
            await worker.set_resources(**own)

    async def teardown(self, worker: Worker) -> None:
        """Ends what still runs."""
        del worker
        self.ended = True
        await to_thread(self._end_pool, at_once=True)

    def _look(self, places: int) -> WorkerFacts:
        """Says what this machine offers; whatever goes wrong is why it will not do."""
        host = socket.gethostname()
        try:
            return self._prepared(host, places)
        except GraderError as error:
            refused = to_text([pack(message) for message in error.messages])
        except Exception as error:  # noqa: BLE001  of another machine, which stops no other
            problem = Message(
                "it went wrong there: {reason}", {"reason": f"{type(error).__name__}: {error}"}
            )
            refused = to_text([pack(problem)])
        return WorkerFacts(host=host, places=0, refused=refused)

    def _prepared(self, host: str, places: int) -> WorkerFacts:
        orders, assignment = self.orders, self.orders.setup.assignment
        if orders.version != __version__:
            raise SandboxUnavailable(
                "grader is {theirs} there and {ours} here; install the same",
                theirs=__version__,
                ours=orders.version,
            )
        course = Course(root=orders.root, title={}, zone="", student_id="")
        if digest_references(course, assignment) != orders.setup.reference_digests:
            raise CourseError(
                [Message("{path}: the course there is another one", {"path": orders.root})]
            )
        secret = orders.secret or course_secret(orders.root, os.environ)
        if fingerprint_of(secret) != orders.fingerprint:
            raise CourseError(
                [Message("{path}: the course's secret there is another one", {"path": orders.root})]
            )
        accepted = None if orders.floor is IsolationLevel.D else orders.floor
        level = choose_level(unsafe=orders.unsafe, accepted=accepted, jobs=places).level
        if is_lower(level, orders.floor):
            raise SandboxUnavailable(
                "only isolation level {level} holds there, and the course asks for {floor}; if "
                "level {level} is enough, give --accept-level {level}",
                level=level,
                floor=orders.floor,
            )
        libraries = list(orders.libraries)
        capabilities = find_capabilities(libraries, orders.device) if libraries else Capabilities()
        facts = WorkerFacts(
            host=host,
            places=fit(places, needed_mib(assignment, capabilities), find_headroom()).jobs,
            machine=machine_facts(level),
            capabilities=capabilities,
            reading_lacks=lacks_for_reading(assignment),
        )
        self.setup_here = replace(
            orders.setup,
            machine=facts.machine,
            capabilities=capabilities,
            reading_lacks=facts.reading_lacks,
            secret=secret,
        )
        self.level = level
        return facts

    def observe(self, submission: Submission, kept: KeptEvidence) -> ObservedThere:
        """Observes one submission in the pool of this worker."""
        opened = None
        try:
            opened = pool, workplace = self._open_pool()
            future = pool.submit(observe_there, workplace, submission, kept)
            return ObservedThere(evidence=future.result())
        except BrokenExecutor:
            self._end_pool(opened)
            return ObservedThere(lost=True)
        except (GraderError, OSError) as error:
            failed = (Message("it went wrong there: {reason}", {"reason": str(error)}),)
            messages = error.messages if isinstance(error, GraderError) else failed
            return ObservedThere(error=to_text([pack(message) for message in messages]))

    def _open_pool(self) -> tuple[Executor, Workplace]:
        with self.lock:
            if self.ended:
                raise BrokenExecutor
            if self.pool is None:
                answers = tempfile.TemporaryDirectory(prefix="grader-", ignore_cleanup_errors=True)
                folder = Path(self.stack.enter_context(answers))
                workplace = Workplace(
                    root=self.orders.root,
                    setup=self.setup_here,
                    level=self.level,
                    answers=folder,
                )
                pool = self.stack.enter_context(processes(self.facts.places, usable_cpus()))
                self.pool = pool, workplace
            return self.pool

    def _end_pool(self, broken: object = None, *, at_once: bool = False) -> None:
        """Ends the pool: one that is `broken` has ended by itself, but for its files."""
        with self.lock:
            if not at_once and (broken is None or broken is not self.pool):
                return  # another task has done so, and there is a new one by now
            self.pool, stack, self.stack = None, self.stack, ExitStack()
        if at_once:
            error = KeyboardInterrupt()
            stack.__exit__(KeyboardInterrupt, error, None)
        else:
            stack.close()

    def measure(
        self, todo: Sequence[tuple[Submission, Evidence]], known: Mapping[str, Curve]
    ) -> TimedThere:
        """Times what was observed, as one machine does; whoever shares its CPUs waits."""
        with alone_on(usable_cpus()):
            timing = TimingWorker.of(self.orders.root, self.setup_here, known)
            measured: list[Evidence] = []
            with closing(time_all(todo, timing, self.facts.places)) as steps:
                for step in steps:
                    measured += [] if step.evidence is None else [step.evidence]
                    if self.ended:
                        break
        return TimedThere(evidence=tuple(measured), baselines=timing.learnt)


def fingerprint_of(secret: bytes) -> str:
    """Tells two secrets apart and tells nothing about them."""
    return sha256(b"grader's secret: " + secret).hexdigest()


@contextmanager
def alone_on(cpus: frozenset[int]) -> Iterator[None]:
    """Waits until no other worker measures on these CPUs of this machine."""
    import fcntl

    name = f"grader-timing-{os.getuid()}-{'-'.join(map(str, sorted(cpus)))[:100]}.lock"
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
    lock = os.open(Path(tempfile.gettempdir(), name), flags, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


# What is sent as a task.


def _station(name: str) -> Any:
    return get_worker().plugins[name]


def facts_there(name: str, dask_worker: Worker) -> str:
    """Says what a worker found out about itself; "" while it has not yet."""
    station = dask_worker.plugins.get(name)
    return to_text(station.facts) if station is not None and station.facts.host else ""


def observe_at(
    name: str, submission: Submission, kept: KeptEvidence, report: bytes | None
) -> bytes:
    """Observes one submission; `report` are the bytes of its report, which lies elsewhere."""
    with tempfile.TemporaryDirectory(prefix="grader-report-") as folder:
        if report is not None and submission.report is not None:
            place = Path(folder).resolve()
            (place / "report").write_bytes(report)
            file = replace(submission.report, root=place, parts=("report",))
            submission = replace(submission, report=file)
        return to_text(_station(name).observe(submission, kept)).encode("ascii")


def time_at(name: str, todo: Sequence[tuple[Submission, bytes]], known: bytes) -> bytes:
    """Times several submissions."""
    pairs = [(submission, from_text(text, Evidence)) for submission, text in todo]
    curves = from_text(known, dict[str, Curve])
    return to_text(_station(name).measure(pairs, curves)).encode("ascii")
