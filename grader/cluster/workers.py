"""The workers of a Dask cluster, on one machine or many.

`open_cluster` starts or finds the workers. They are an `Elsewhere` for `grade_class`: the executor
of Dask's client, which receives `observe_there` like any other, and a way to time a class. Each
worker is checked once, and only one that passes gets the Dask resource that tasks require. The
course and the submissions are on a disk that all machines share.
"""

import ipaddress
import logging
import multiprocessing
import os
import re
import signal
import socket
import tempfile
import time
import uuid
from asyncio import to_thread
from collections import deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct, field
from msgspec.structs import replace

from grader import __version__
from grader.batch.pool import AHEAD, POLL_SECONDS, Phase, Step, leave, workplace_of
from grader.batch.processes import begin_quietly, fit, needed_mib, uninterrupted, usable_cpus
from grader.batch.timing_worker import TimingWorker, time_all
from grader.extras import install_extras
from grader.grading import with_timing
from grader.kinds import missing
from grader.model.course import Course, DeviceKind
from grader.model.errors import Fault, GraderError, Message, SandboxUnavailable, shielded
from grader.model.evidence import Evidence
from grader.model.machine import Capabilities
from grader.model.submission import Submission
from grader.model.timing import Curve, Timing
from grader.observing import Setup, Tools, digest_references, machine_facts
from grader.sandbox import (
    IsolationLevel,
    choose_level,
    ensure_walls,
    find_capabilities,
    find_headroom,
    is_lower,
)

# (kind of cluster, number of workers)
STARTED = re.compile(r"(local|slurm|pbs)(?::([1-9][0-9]*))?")
LOCAL = "local"
SITES = {"slurm": "SLURMCluster", "pbs": "PBSCluster"}
QUIET = ["distributed", *(f"distributed.{x}" for x in ("client", "nanny", "scheduler", "worker"))]
DEVICE = "GPU"  # the Dask resource of a worker with a device
NO_PAGES = "127.0.0.1:0"  # for Dask's own pages, which have no password
PATIENCE_SECONDS = 60.0  # without any worker; jobs of a site may wait without limit
REASON_LENGTH = 300  # characters of a site's answer
CHUNK = 8  # maximum number of submissions that a worker times before it answers


class RemoteWorkplace(Struct, frozen=True, kw_only=True):
    """The settings of a batch for a worker; an OpenWorkplace for `observe_there`."""

    root: Path  # of the course
    folder: Path  # of the submissions
    setup: Setup  # of the machine where the command runs, without references
    libraries: tuple[str, ...]  # to look for
    device: str = "auto"
    accepted: IsolationLevel | None = None
    unsafe: bool = False
    local: bool = False  # whether the workers share the terminal of the command
    version: str = __version__
    name: str = field(default_factory=lambda: f"grader-{uuid.uuid4().hex[:12]}")
    """The name of the batch, and of the Dask resource that a checked worker gets."""

    @contextmanager
    def __call__(self) -> Iterator[tuple[Setup, Tools]]:
        """Open the tools of this worker, with the set-up that its check found."""
        setup = _here[self.name]
        level = IsolationLevel(setup.machine["rung"])
        with workplace_of(self.course, setup, level) as place, place() as opened:
            yield opened

    @property
    def course(self) -> Course:
        """The course, as far as references need it."""
        return Course(root=self.root, title={}, zone="", student_id="")

    @property
    def floor(self) -> IsolationLevel:
        """The lowest level on which programs may run: the command's, or an accepted one."""
        level = IsolationLevel.of(self.setup.machine) or IsolationLevel.C
        least = IsolationLevel.C if level is IsolationLevel.D else level
        return IsolationLevel.D if self.unsafe else self.accepted or least

    def check(self, threads: int) -> Setup:
        """Return the set-up of this machine.

        Raises GraderError with the reason if it cannot grade.
        """
        if self.version != __version__:
            raise SandboxUnavailable(
                "grader is {theirs} there and {ours} here; install the same",
                theirs=__version__,
                ours=self.version,
            )
        if threads != 1:
            raise SandboxUnavailable(
                "it has {threads} threads; start one worker with --nthreads 1 for each program "
                "that may run side by side",
                threads=threads,
            )
        digests = digest_references(self.course, self.setup.assignment)
        if digests != self.setup.reference_digests or not self.folder.is_dir():
            raise SandboxUnavailable(
                "{root} and {folder} there are not those of this machine",
                root=self.root,
                folder=self.folder,
            )
        accepted = None if self.unsafe else self.floor
        level = choose_level(unsafe=self.unsafe, accepted=accepted).level
        if is_lower(level, self.floor):
            raise SandboxUnavailable(
                "only isolation level {level} holds there, and the course asks for {floor}; if "
                "level {level} is enough, give --accept-level {level}",
                level=level,
                floor=self.floor,
            )
        libraries, pythons = list(self.libraries), self.setup.assignment.python
        here = Capabilities()
        if libraries or pythons:
            here = find_capabilities(libraries, self.device, pythons=pythons)
            ensure_walls(level, here.pythons)
        return replace(
            self.setup,
            machine=machine_facts(level),
            capabilities=here,
        )


# Functions that run in a worker.

_here: dict[str, Setup] = {}  # of this worker, by batch


async def enter(workplace: RemoteWorkplace, dask_worker: Any) -> Setup | Message:
    """Check this worker and offer its resource if it passes; else return the reason."""
    try:
        setup = await to_thread(workplace.check, dask_worker.state.nthreads)
    except GraderError as error:
        return Message(
            "{host} will not do as a worker: {reason}",
            {"host": socket.gethostname(), "reason": error.messages[0]},
        )
    # Timing runs a child, which multiprocessing denies to a worker under its nanny.
    multiprocessing.current_process()._config["daemon"] = False  # type: ignore[attr-defined]  # noqa: SLF001
    if workplace.local:
        begin_quietly(frozenset())
    _here[workplace.name] = setup
    await dask_worker.set_resources(**{workplace.name: 1})
    return setup


async def exit_batch(name: str, dask_worker: Any) -> None:
    """Close the tools in the worker's only thread, which opened them."""
    if _here.pop(name, None) is not None:
        dask_worker.executors["default"].submit(leave)


def time_there(
    workplace: RemoteWorkplace,
    todo: Sequence[tuple[Submission, Evidence]],
    known: Mapping[str, Curve],
) -> tuple[list[Evidence], Mapping[str, Curve]]:
    """Time several submissions as one machine does; return the times of our own programs too."""
    import fcntl

    setup, cpus = _here[workplace.name], usable_cpus()
    measured: list[Evidence] = []
    lock = f"grader-timing-{os.getuid()}-{'-'.join(map(str, sorted(cpus)))[:100]}.lock"
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
    with os.fdopen(os.open(Path(tempfile.gettempdir(), lock), flags, 0o600)) as alone:
        fcntl.flock(alone, fcntl.LOCK_EX)  # no other worker measures on these CPUs meanwhile
        needed = needed_mib(setup.assignment, setup.capabilities)
        jobs = fit(max(1, len(cpus)), needed, find_headroom()).jobs
        timing = TimingWorker.of(workplace.root, setup, known)
        with closing(time_all(todo, timing, jobs)) as steps:
            for step in steps:
                measured += [] if step.evidence is None else [step.evidence]
                if workplace.name not in _here:
                    break  # the batch has ended
    return measured, timing.learnt


# Functions that run in the command.


def keeps_secrets(address: str) -> bool:
    """Return whether the connection is private: encrypted, or within one machine.

    Raises ValueError for an address without a port.
    """
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    if not (parts.hostname and parts.port):
        raise ValueError(address)
    if parts.scheme in {"tls", "wss"}:
        return True
    with suppress(ValueError):
        return ipaddress.ip_address(parts.hostname).is_loopback
    return parts.hostname == "localhost"


def _read_address(address: str, *, unencrypted: bool) -> tuple[str, int]:
    """Return what to start and how many workers; ("", 0) for the address of a scheduler.

    Raises GraderError for an invalid address, and for one where others can listen.
    """
    if started := STARTED.fullmatch(address):
        return started[1], int(started[2] or 1)
    try:
        hidden = keeps_secrets(address)
    except ValueError:  # from urlsplit, too
        raise GraderError(
            "--cluster {address}: an address with a port is expected (tls://head:8786), or "
            "slurm:20, pbs:20, local:2",
            address=address,
        ) from None
    if not (hidden or unencrypted):
        raise GraderError(
            "{address}: what travels there is not encrypted; use a tls:// address "
            "(docs/en/slurm.md), or give --cluster-unencrypted if the network is private",
            address=address,
        )
    return "", 0


@contextmanager
def open_cluster(
    address: str, workplace: RemoteWorkplace, private: Path, *, unencrypted: bool = False
) -> Iterator["DaskCluster"]:
    """Connect to a scheduler, or start what `address` names, and wait for the first worker.

    `private` is a folder for the keys of a site's workers: readable only by its owner, and visible
    to all machines. Raises SandboxUnavailable if there is no cluster, or no worker that passes.
    """
    kind, count = _read_address(address, unencrypted=unencrypted)
    try:
        import dask
        from distributed import Client
    except ImportError as error:
        raise SandboxUnavailable(
            "--cluster needs Dask; to install it on every machine, run: {command}",
            command=install_extras(["cluster"]),
        ) from error
    with ExitStack() as stack:
        for logger in QUIET:
            logging.getLogger(logger).setLevel(logging.CRITICAL)
        # A task lost with its worker is tried once more elsewhere; then it stays open.
        stack.enter_context(dask.config.set({"distributed.scheduler.allowed-failures": 1}))
        try:
            if kind:
                started = (
                    _started_local(count) if kind == LOCAL else _started_jobs(kind, count, private)
                )
                where = stack.enter_context(started)
            else:
                where = _reached(address)
            client = stack.enter_context(Client(where, set_as_default=False))
        except (OSError, ValueError, RuntimeError, TypeError) as error:
            raise _unreachable(address, str(error) or type(error).__name__) from error
        cluster = DaskCluster(
            client, address, replace(workplace, local=kind == LOCAL), queued=kind in SITES
        )
        stack.callback(cluster.close)
        cluster.find_workers()
        yield cluster


def _unreachable(address: str, reason: str) -> SandboxUnavailable:
    return SandboxUnavailable(
        "--cluster {address}: cannot be reached or started (docs/en/slurm.md): {reason}",
        address=address,
        reason=" ".join(reason.split())[-REASON_LENGTH:],
    )


def _reached(address: str) -> str:
    """Connect once before creating a client, which would need minutes to fail, with a traceback."""
    import asyncio

    from distributed import Security
    from distributed.comm import connect

    async def reach() -> None:
        settings = Security().get_connection_args("client")
        await (await connect(address, timeout=PATIENCE_SECONDS, **settings)).close()

    asyncio.run(reach())
    return address


@contextmanager
def _started_local(workers: int) -> Iterator[Any]:
    from distributed import LocalCluster

    with uninterrupted():
        cluster = LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address=NO_PAGES,
            worker_dashboard_address=NO_PAGES,
            memory_limit=None,
            silence_logs=logging.CRITICAL,
        )
    with _closing(cluster):
        yield cluster


@contextmanager
def _started_jobs(site: str, jobs: int, private: Path) -> Iterator[Any]:
    """Submit jobs with a worker for each core; Dask makes keys for TLS and shares them as files."""
    import dask

    answer = signal.getsignal(signal.SIGINT)
    import dask_jobqueue

    signal.signal(signal.SIGINT, answer)  # importing it makes Ctrl-C end the process with code 0
    settings = dask.config.get(f"jobqueue.{site}")
    cluster = getattr(dask_jobqueue, SITES[site])(
        processes=settings["cores"] or 1,
        security=True,
        shared_temp_directory=settings["shared-temp-directory"] or str(private),
        scheduler_options={"dashboard_address": NO_PAGES},
        worker_extra_args=[*(settings["worker-extra-args"] or []), "--no-dashboard"],
    )

    async def submit() -> None:  # raises the site's answer if it accepts none
        for _ in range(jobs):
            cluster.worker_spec.update(cluster.new_worker_spec())
        await cluster

    with _closing(cluster):
        cluster.sync(submit)
        cluster.adapt(minimum_jobs=jobs, maximum_jobs=jobs)
        yield cluster


@contextmanager
def _closing(cluster: Any) -> Iterator[None]:
    """Close a cluster, ignoring jobs that never began and workers that end late."""
    try:
        yield
    finally:
        with suppress(TimeoutError, AssertionError):
            cluster.close()
        for name in ("ca_file", "cert", "key"):  # of a site's workers; closing removes them
            if (file := getattr(cluster, f"_job_{name}", None)) is not None:
                file.close()


class DaskCluster:
    """The checked workers, as an `Elsewhere` that grades a class."""

    def __init__(
        self, client: Any, address: str, workplace: RemoteWorkplace, *, queued: bool
    ) -> None:
        """Store the client; no worker is checked yet. `queued` workers may come at any time."""
        self.client, self.address, self.workplace, self.queued = client, address, workplace, queued
        self.setup = workplace.setup
        self.resources = {workplace.name: 1}  # that a task requires
        self.passed: dict[str, Setup] = {}  # set-up found by the check of a worker, by address
        self.failed: dict[str, Message] = {}
        self.last_seen = time.monotonic()
        self.learnt: dict[str, Curve] = {}

    def close(self) -> None:
        """Leave the workers as they were."""
        with suppress(Exception):
            self.client.run(exit_batch, self.workplace.name, on_error="ignore")

    def find_workers(self) -> None:
        """Wait for workers that pass the check, and adopt the set-up of the best.

        Exercises for a GPU go to the workers that announce one, if there is any.
        """
        while not (usable := self._usable()):
            if self.failed:
                raise SandboxUnavailable.of(self.refusals())
            time.sleep(POLL_SECONDS)
        exercises = self.setup.assignment.exercises
        wanted = any(each.device is DeviceKind.GPU for each in exercises)
        announced = any(DEVICE in resources for resources in usable.values())
        if wanted and announced and self.workplace.device != "cpu":
            self.resources[DEVICE] = 1
        self.setup = min(
            (self.passed[address] for address in usable),
            key=lambda here: sum(bool(missing(each, here.capabilities)) for each in exercises),
        )

    def places(self) -> int:
        """Return the number of usable workers; each runs one task at a time."""
        return len(self._usable())

    def refusals(self) -> Sequence[Message]:
        """Return why workers are not used."""
        return list(dict.fromkeys(self.failed.values()))

    def _usable(self) -> dict[str, Mapping[str, float]]:
        """Return the resources of workers that passed the check and have what tasks require.

        Raises SandboxUnavailable if there has been none for a minute.
        """
        workers = shielded(self._check_new)
        if isinstance(workers, Fault):
            raise _unreachable(self.address, workers.summary)
        device = self.resources.keys() - {self.workplace.name}
        usable = {
            address: worker["resources"]
            for address, worker in workers.items()
            if address in self.passed and device <= worker["resources"].keys()
        }
        if usable or self.queued:
            self.last_seen = time.monotonic()
        elif time.monotonic() - self.last_seen > PATIENCE_SECONDS:
            raise SandboxUnavailable(
                "--cluster {address}: no worker came within {seconds} s",
                address=self.address,
                seconds=int(PATIENCE_SECONDS),
            )
        return usable

    def _check_new(self) -> Mapping[str, Any]:
        """Check new workers; return all workers as Dask knows them, by address."""
        workers: Mapping[str, Any] = self.client.scheduler_info()["workers"]
        self.failed = {
            address: self.failed[address] for address in self.failed if address in workers
        }
        if new := workers.keys() - self.passed.keys() - self.failed.keys():
            answers = self.client.run(enter, self.workplace, workers=[*new], on_error="return")
            for address, answer in answers.items():
                if isinstance(answer, Setup):
                    self.passed[address] = answer
                elif isinstance(answer, Message):
                    self.failed[address] = answer
                else:
                    reason = str(answer)[:REASON_LENGTH] or type(answer).__name__
                    self.failed[address] = Message(
                        "{address}: grader cannot be used by this worker: {reason}; install the "
                        "same version on every machine",
                        {"address": address, "reason": reason},
                    )
        return workers

    @contextmanager
    def open_pool(self, jobs: int, cpus: frozenset[int]) -> Iterator[Executor]:
        """Open the executor of Dask's client; an OpenPool that uses workers as they come."""
        del jobs, cpus
        pool: Executor = self.client.get_executor(pure=False, resources=self.resources)
        try:
            yield pool
        finally:
            with suppress(Exception):  # the scheduler may be gone
                pool.shutdown(wait=False)

    def time_all(
        self, todo: Sequence[tuple[Submission, Evidence]], known: Mapping[str, Curve]
    ) -> Generator[Step, None, None]:
        """Yield the steps of timing a class; each worker times several, as one machine does."""
        size = max(1, min(CHUNK, len(todo) // (2 * max(1, self.places()))))
        chunks = deque(todo[first : first + size] for first in range(0, len(todo), size))
        running: dict[Future[Any], Sequence[tuple[Submission, Evidence]]] = {}
        with self.open_pool(size, frozenset()) as pool:
            while chunks or running:
                ahead = self.places() + AHEAD
                while chunks and len(running) < ahead:
                    chunk = chunks.popleft()
                    for submission, _ in chunk:
                        yield Step(student=submission.student, phase=Phase.TIMING)
                    running[pool.submit(time_there, self.workplace, chunk, known)] = chunk
                for future in wait(running, POLL_SECONDS, FIRST_COMPLETED).done:
                    chunk, answer = running.pop(future), shielded(future.result)
                    if isinstance(answer, Fault):
                        answer = self._untimed(chunk, answer), {}
                    measured, curves = answer
                    self.learnt |= curves
                    for evidence in measured:
                        yield Step(student=evidence.student, phase=Phase.TIMED, evidence=evidence)

    def _untimed(
        self, chunk: Sequence[tuple[Submission, Evidence]], fault: Fault
    ) -> Sequence[Evidence]:
        """Record for submissions lost with their worker that nothing was measured, and why."""
        lost = Timing(trouble=fault.traceback)
        return [
            with_timing(evidence, submission, self.setup, lambda *_: lost)
            for submission, evidence in chunk
        ]
