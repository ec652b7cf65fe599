"""A class observed by the workers of a Dask cluster, many machines or one.

`open_cluster` gives what `observe_all` takes for a pool: an executor whose work is the same
function as on one machine, in the same processes, which `cluster_worker.py` opens in each worker.
Submissions and reports travel with the work; the course lies on a disk that all share. The course's
secret travels encrypted, or within one machine, or not at all.
"""

import ipaddress
import json
import logging
import os
import signal
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    InvalidStateError,
    wait,
)
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, urlsplit

from msgspec import Struct
from msgspec.structs import replace

from grader import intake
from grader.batch.pool import Phase, Step, WorkerDied
from grader.batch.processes import uninterrupted
from grader.grading import with_timing
from grader.model.course import Course, DeviceKind
from grader.model.errors import Fault, GraderError, Message, SandboxUnavailable, shielded, unpack
from grader.model.evidence import Evidence
from grader.model.submission import Submission
from grader.model.timing import Curve, Timing
from grader.observing import KeptEvidence, Setup, Tools
from grader.records import from_text, to_text
from grader.sandbox import IsolationLevel, is_lower

if TYPE_CHECKING:
    from grader.batch.cluster_worker import Orders, TimedThere, WorkerFacts

LOCAL = "local"
SITES = {"slurm": "SLURMCluster", "pbs": "PBSCluster"}
DEVICE = "GPU"  # the Dask resource that a worker with a device announces
NOBODY = "127.0.0.1:0"  # looks at Dask's own pages, which ask for no password
LOOKS_SECONDS = 0.5
PATIENCE_SECONDS = 60.0  # without any worker; jobs of a site may wait for as long as they must
REASON_LENGTH = 300  # characters of what a site answers
CHUNK = 8  # submissions that one worker times before it answers, at most
TRIES = 2


class WrongAddress(GraderError):
    """What `--cluster` says cannot be meant, or needs the user's word: usage, no missing wall."""


class ClusterOptions(Struct, frozen=True, kw_only=True):
    """What `--cluster` says, and under which conditions."""

    address: str  # of a scheduler, or "local:2", "slurm:20", "pbs"
    private: Path  # a folder of the owner alone that all machines see: keys of a site's workers
    libraries: tuple[str, ...] = ()  # that exercises may use
    device: str = "auto"
    accepted: IsolationLevel | None = None
    unsafe: bool = False
    unencrypted: bool = False  # the user says that an open network will do

    @property
    def kind(self) -> str:
        """Is "local", a site's name, or "" for an address."""
        kind = self.address.partition(":")[0]
        return kind if kind == LOCAL or kind in SITES else ""

    @property
    def workers(self) -> int:
        """Says how many are to be started; WrongAddress when that is no number."""
        _, _, count = self.address.partition(":")
        if count and not (count.isdecimal() and int(count) > 0):
            raise WrongAddress(
                "--cluster {address}: a number of workers is expected behind the colon",
                address=self.address,
            )
        return int(count or 1)


@contextmanager
def open_cluster(options: ClusterOptions, course: Course, setup: Setup) -> Iterator["DaskCluster"]:
    """Connects, or starts what is asked for, and waits for the first worker that will do.

    `setup` is that of this machine, where nobody's program is run. SandboxUnavailable says why
    there is no cluster, or no worker of it that will do; WrongAddress, what to give instead.
    """
    import asyncio  # where there is no cluster, nobody waits for it

    try:
        from distributed import Client
    except ImportError as error:
        raise SandboxUnavailable(
            "--cluster needs Dask; in the folder where pyproject.toml is, run: "
            "python -m pip install -c constraints.txt -e '.[cluster]'"
        ) from error
    _refuse_unclear(options)
    if not options.kind and not (options.unencrypted or keeps_secrets(options.address)):
        raise _open_network(options.address)
    with ExitStack() as stack:
        stack.enter_context(_quiet())
        try:
            if options.kind:
                where = stack.enter_context(_started(options))
            else:
                where = options.address
                asyncio.run(_reach(where))
            client = stack.enter_context(
                Client(where, timeout=PATIENCE_SECONDS, set_as_default=False)
            )
        except (OSError, ValueError, RuntimeError, TypeError, AssertionError) as error:
            # Where no job could be submitted, closing what never began fails as well.
            first = error.__context__ if isinstance(error, AssertionError) else None
            raise SandboxUnavailable(
                "--cluster {address}: cannot be reached or started (docs/en/slurm.md): {reason}",
                address=options.address,
                reason=" ".join(str(first or error).split())[-REASON_LENGTH:]
                or type(error).__name__,
            ) from error
        cluster = DaskCluster(client, _orders(options, course, setup, client), setup, options)
        stack.callback(cluster.close)
        cluster.find_workers()
        yield cluster


async def _reach(address: str) -> None:
    """Tries to connect: a client that cannot be made takes minutes to end, with a traceback."""
    from distributed import Security
    from distributed.comm import connect

    settings = Security().get_connection_args("client")
    comm = await connect(address, timeout=PATIENCE_SECONDS, **settings)
    await comm.close()


def _refuse_unclear(options: ClusterOptions) -> None:
    """Says at once what nobody could connect to; Dask would try it for minutes."""
    if options.kind:
        _ = options.workers  # raises where that is no number
        return
    port = None
    with suppress(ValueError):  # that is no number, or too large
        parts = _parts(options.address)
        port = parts.port if parts.hostname else None
    if not port:
        raise WrongAddress(
            "--cluster {address}: an address with a port is expected (tls://head:8786), or "
            "slurm:20, pbs:20, local:2",
            address=options.address,
        )


def _parts(address: str) -> SplitResult:
    return urlsplit(address if "://" in address else f"tcp://{address}")


def keeps_secrets(address: str) -> bool:
    """Says whether nobody else can listen: encrypted, or within one machine."""
    parts = _parts(address)
    if parts.scheme in {"tls", "wss", "inproc"}:
        return True
    host = parts.hostname or ""
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def _open_network(address: str) -> WrongAddress:
    return WrongAddress(
        "{address}: what travels there is not encrypted; use a tls:// address "
        "(docs/en/slurm.md), or give --cluster-unencrypted if nobody else can listen",
        address=address,
    )


def _orders(options: ClusterOptions, course: Course, setup: Setup, client: Any) -> "Orders":
    from grader.batch.cluster_worker import Orders, fingerprint_of

    info = client.scheduler_info(n_workers=-1)
    addresses = [info["address"], *info["workers"]]
    hidden = all(map(keeps_secrets, addresses))
    if not (hidden or options.unencrypted):
        raise _open_network(next(each for each in addresses if not keeps_secrets(each)))
    here = IsolationLevel.of(setup.machine) or IsolationLevel.C
    least = IsolationLevel.C if here is IsolationLevel.D else here
    return Orders(
        name=f"grader-{uuid.uuid4().hex[:12]}",
        root=course.root.resolve(),
        setup=replace(setup, references={}, secret=b"", machine={}),
        secret=setup.secret if hidden else b"",
        fingerprint=fingerprint_of(setup.secret),
        libraries=options.libraries,
        device=options.device,
        floor=IsolationLevel.D if options.unsafe else options.accepted or least,
        unsafe=options.unsafe,
        beside=options.kind == LOCAL,
    )


@contextmanager
def _quiet() -> Iterator[None]:
    """Keeps Dask's own notes off the terminal; what matters of them is said in our words."""
    import dask

    settings = {
        "distributed.scheduler.allowed-failures": 0,  # who is lost twice is told so, not retried
        "distributed.admin.log-format": "%(message)s",
    }
    names = ("distributed", "distributed.scheduler", "distributed.worker", "distributed.nanny")
    loggers = [logging.getLogger(name) for name in names]
    before = [logger.level for logger in loggers]
    with dask.config.set(settings):
        for logger in loggers:
            logger.setLevel(logging.CRITICAL)
        try:
            yield
        finally:
            for logger, level in zip(loggers, before, strict=True):
                logger.setLevel(level)


@contextmanager
def _started(options: ClusterOptions) -> Iterator[Any]:
    """Starts workers of our own: processes of this machine, or jobs of a site."""
    if options.kind == LOCAL:
        from distributed import LocalCluster

        with uninterrupted():
            cluster = LocalCluster(
                n_workers=options.workers,
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address=NOBODY,
                worker_dashboard_address=NOBODY,
                memory_limit=None,
                silence_logs=logging.CRITICAL,
            )
        with _closing(cluster):
            yield cluster
        return
    import dask

    answer = signal.getsignal(signal.SIGINT)
    import dask_jobqueue

    signal.signal(signal.SIGINT, answer)  # its import has Ctrl-C end the process with code 0

    site = f"jobqueue.{options.kind}"
    shared = dask.config.get(f"{site}.shared-temp-directory", None) or options.private
    extra = dask.config.get(f"{site}.worker-extra-args", None) or []
    with (
        TemporaryDirectory(prefix=".cluster-", dir=shared) as keys,  # their owner's alone
        _closing(
            getattr(dask_jobqueue, SITES[options.kind])(
                security=_encryption(Path(keys)),
                protocol="tls://",
                scheduler_options={"dashboard_address": NOBODY},
                worker_extra_args=[*extra, "--no-dashboard"],
            )
        ) as cluster,
    ):
        for _ in range(options.workers):
            cluster.worker_spec.update(cluster.new_worker_spec())
        cluster.sync(cluster._correct_state)  # noqa: SLF001  a site that takes no job says so here
        cluster.adapt(minimum_jobs=options.workers, maximum_jobs=options.workers)
        yield cluster


@contextmanager
def _closing(cluster: Any) -> Iterator[Any]:
    """Ends the workers with the batch. On a busy machine Dask may give up waiting for their end.

    They are killed by then, and everybody is graded: that is no reason to lose the batch.
    """
    cluster.__enter__()
    try:
        yield cluster
    finally:
        with suppress(TimeoutError):
            cluster.close()


def _encryption(folder: Path) -> Any:
    """Makes keys for one batch, as files that the jobs of the same user can read."""
    from distributed import Security

    files = {}
    made = Security.temporary().get_tls_config_for_role("worker")
    for name in ("ca_file", "cert", "key"):
        files[name] = str(folder / name)
        opener = partial(os.open, mode=0o600)
        with open(files[name], "x", encoding="ascii", opener=opener) as file:
            file.write(made[name])
    roles = {
        f"tls_{role}_{name}": files[name]
        for role in ("scheduler", "worker", "client")
        for name in ("cert", "key")
    }
    return Security(require_encryption=True, tls_ca_file=files["ca_file"], **roles)


class DaskCluster:
    """The workers that will do, as a pool for `observe_all` and as what times a class."""

    def __init__(
        self, client: Any, orders: "Orders", setup: Setup, options: ClusterOptions
    ) -> None:
        """Sends every worker what it needs to know."""
        from grader.batch.cluster_worker import ALONE, PLACES, Station

        self.client, self.orders, self.options = client, orders, options
        self.setup = setup  # of the workers, when they are found
        self.on_device = False
        self.learnt: dict[str, Curve] = {}
        self.resources = {key: f"{orders.name}-{key}" for key in (PLACES, ALONE)}
        self.counts = dict.fromkeys(self.resources, 0)
        self.pending: dict[Future[bytes], Any] = {}
        self.closed = threading.Event()
        with suppress(Exception):  # some cannot import it; whoever comes later gets it as well
            client.register_plugin(Station(orders))
        threading.Thread(target=self._watch, name="cluster", daemon=True).start()

    def close(self) -> None:
        """Ends what runs at the workers; they are left as they were."""
        self.closed.set()
        for there in list(self.pending.values()):
            with suppress(Exception):
                there.cancel()
        with suppress(Exception):
            self.client.unregister_worker_plugin(self.orders.name)

    def find_workers(self) -> None:
        """Waits for the first workers that will do, and takes over what they say they are.

        SandboxUnavailable when all that there are will not do, or none comes in time.
        """
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            facts, unusable = self._ask()
            usable = {address: each for address, each in facts.items() if not each.refused}
            if usable:
                return self._settle(usable)
            if 0 < len(facts) + len(unusable) == len(self._info()):
                raise SandboxUnavailable.of(self.refusals())
            if time.monotonic() > until and self.options.kind not in SITES:
                raise SandboxUnavailable(
                    "--cluster {address}: no worker came within {seconds} s",
                    address=self.options.address,
                    seconds=int(PATIENCE_SECONDS),
                )
            time.sleep(LOOKS_SECONDS)

    def refusals(self) -> Sequence[Message]:
        """Says of every worker that nobody is graded on why that is so, while there is anybody."""
        if self.client.status != "running":
            return []
        facts, unusable = self._ask()
        refusals = [_refusal(each) for each in facts.values() if each.refused]
        refusals += unusable.values()
        return [each for number, each in enumerate(refusals) if each not in refusals[:number]]

    def _ask(self) -> tuple[dict[str, "WorkerFacts"], dict[str, Message]]:
        """Asks every worker what it found out about itself, or why it cannot be asked.

        Who is not yet ready is in neither.
        """
        from grader.batch.cluster_worker import WorkerFacts, facts_there

        answers = self.client.run(facts_there, self.orders.name, on_error="return")
        facts, unusable = dict[str, WorkerFacts](), dict[str, Message]()
        for address, answer in answers.items():
            if isinstance(answer, str) and answer:
                facts[address] = from_text(answer, WorkerFacts)
            elif not isinstance(answer, str):
                reason = str(answer) or type(answer).__name__
                unusable[address] = Message(
                    "{address}: grader cannot be used by this worker: {reason}; install the same "
                    "version on every machine",
                    {"address": address, "reason": reason[:REASON_LENGTH]},
                )
        return facts, unusable

    def _info(self) -> Mapping[str, Any]:
        workers: Mapping[str, Any] = self.client.scheduler_info(n_workers=-1)["workers"]
        return workers

    def _settle(self, workers: Mapping[str, "WorkerFacts"]) -> None:
        """Lets the class be graded as these workers can; all of them have to offer the same."""
        exercises = self.setup.assignment.exercises
        cpu = self.options.device == "cpu"
        wants = any(each.device is DeviceKind.GPU for each in exercises) and not cpu
        info = self._info()
        devices = [name for name in workers if DEVICE in info.get(name, {}).get("resources", {})]
        self.on_device = wants and bool(devices)
        used = [workers[address] for address in (devices if self.on_device else workers)]
        lacks = {
            facts.host: {name for each in exercises for name in facts.capabilities.missing(each)}
            for facts in used
        }
        best = min(used, key=lambda facts: len(lacks[facts.host]))
        for host, missing in lacks.items():
            if more := missing - lacks[best.host]:
                raise SandboxUnavailable(
                    "{host}: lacks {missing}, which {other} has; install it, or leave that worker "
                    "out of the cluster",
                    host=host,
                    missing=", ".join(sorted(more)),
                    other=best.host,
                )
        lowest = best
        for facts in used:
            level, lower = IsolationLevel.of(facts.machine), IsolationLevel.of(lowest.machine)
            if level is not None and lower is not None and is_lower(level, lower):
                lowest = facts
        self.setup = replace(
            self.setup,
            machine=lowest.machine,
            capabilities=best.capabilities,
            reading_lacks=best.reading_lacks,
        )

    def _watch(self) -> None:
        """Counts places while workers come and go; gives up what waits when all are gone."""
        last_seen = time.monotonic()
        while not self.closed.wait(LOOKS_SECONDS):
            with suppress(Exception):  # the scheduler may be gone by now, which Dask notices
                resources = [each.get("resources", {}) for each in self._info().values()]
                if self.on_device:
                    resources = [each for each in resources if DEVICE in each]
                for key, name in self.resources.items():
                    self.counts[key] = int(sum(each.get(name, 0) for each in resources))
            if any(self.counts.values()) or self.options.kind in SITES:
                last_seen = time.monotonic()
            elif time.monotonic() - last_seen > PATIENCE_SECONDS:
                for here, there in list(self.pending.items()):
                    there.cancel()
                    self._answer(here, error=BrokenExecutor("every worker is gone"))

    @contextmanager
    def open_pool(self, jobs: int, cpus: frozenset[int]) -> Iterator[Executor]:
        """Is an OpenPool: with one job, a submission is alone on its worker, else side by side."""
        from grader.batch.cluster_worker import ALONE, PLACES

        del cpus
        self.find_workers()
        pool = _ClusterPool(self, ALONE if jobs == 1 else PLACES)
        try:
            yield pool
        finally:
            pool.shutdown()

    def workplace(self) -> AbstractContextManager[tuple[Setup, Tools]]:
        """Stands where one machine's workplace does; each worker opens its own."""
        raise NotImplementedError

    def call(self, work: Callable[..., bytes], *arguments: object, place: str) -> Future[bytes]:
        """Has a worker do something."""
        wanted = {self.resources[place]: 1, **({DEVICE: 1} if self.on_device else {})}
        there = self.client.submit(
            work,
            self.orders.name,
            *arguments,
            key=f"{self.orders.name}-{uuid.uuid4().hex}",
            pure=False,
            resources=wanted,
        )
        here: Future[bytes] = Future()
        self.pending[here] = there
        there.add_done_callback(partial(self._done, here))
        return here

    def _done(self, here: Future[bytes], there: Any) -> None:
        from distributed import KilledWorker

        if there.status == "finished":
            result = shielded(there.result)
            error = WorkerDied(result.summary) if isinstance(result, Fault) else None
            self._answer(here, None if error else result, error)
            return
        problem = shielded(there.exception)
        if isinstance(problem, Exception) and not isinstance(problem, KilledWorker):
            self._answer(here, error=problem)
        else:
            self._answer(here, error=WorkerDied(str(problem)))

    def _answer(
        self, here: Future[bytes], result: Any = None, error: Exception | None = None
    ) -> None:
        self.pending.pop(here, None)
        with suppress(InvalidStateError):
            if error is None:
                here.set_result(result)
            else:
                here.set_exception(error)

    def time_all(
        self, todo: Sequence[tuple[Submission, Evidence]], known: Mapping[str, Curve]
    ) -> Generator[Step, None, None]:
        """Yields the steps of timing a class; each worker measures several, as one machine does."""
        from grader.batch.cluster_worker import ALONE, TimedThere, time_at

        size = max(1, min(CHUNK, -(-len(todo) // (2 * max(1, self.counts[ALONE])))))
        chunks = [todo[first : first + size] for first in range(0, len(todo), size)]
        waiting = deque((chunk, TRIES) for chunk in chunks)
        running: dict[Future[bytes], tuple[Sequence[tuple[Submission, Evidence]], int]] = {}
        curves = to_text(dict(known)).encode("ascii")
        while waiting or running:
            while waiting and len(running) <= self.counts[ALONE]:
                chunk, tries = waiting.popleft()
                for submission, _ in chunk:
                    yield Step(student=submission.student, phase=Phase.TIMING)
                pairs = [(each, to_text(evidence).encode("ascii")) for each, evidence in chunk]
                with uninterrupted():
                    running[self.call(time_at, pairs, curves, place=ALONE)] = chunk, tries - 1
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                chunk, tries = running.pop(future)
                answer = shielded(partial(_timed, future))
                if isinstance(answer, Fault) and tries:
                    waiting.append((chunk, tries))
                    continue
                if isinstance(answer, Fault):
                    answer = TimedThere(evidence=self._untimed(chunk, answer))
                self.learnt |= answer.baselines
                for evidence in answer.evidence:
                    yield Step(student=evidence.student, phase=Phase.TIMED, evidence=evidence)

    def _untimed(
        self, chunk: Iterable[tuple[Submission, Evidence]], fault: Fault
    ) -> tuple[Evidence, ...]:
        """Says of what was lost with two workers that nothing was measured, and why."""
        return tuple(
            with_timing(
                evidence, submission, self.setup, lambda *_: Timing(trouble=fault.traceback)
            )
            for submission, evidence in chunk
        )


class _ClusterPool(Executor):
    """Submissions are handed to any worker that has a place."""

    def __init__(self, cluster: DaskCluster, place: str) -> None:
        self.cluster, self.place = cluster, place

    @property
    def places(self) -> int:
        """How many submissions fit at this moment."""
        return self.cluster.counts[self.place]

    def submit(  # type: ignore[override]  # it is given observe_there and its arguments alone
        self, _: object, __: object, submission: Submission, kept: KeptEvidence, /
    ) -> Future[Evidence]:
        """Has a submission observed; its report goes with it."""
        from grader.batch.cluster_worker import observe_at

        spec, file = self.cluster.setup.assignment.report, submission.report
        report = None
        if spec is not None and file is not None and file.trouble is None:
            read = shielded(partial(intake.report_bytes, file, spec))
            report = None if isinstance(read, Fault) else read
        inner = self.cluster.call(observe_at, submission, kept, report, place=self.place)
        outer: Future[Evidence] = Future()
        inner.add_done_callback(partial(_observed, outer))
        return outer


def _timed(future: Future[bytes]) -> "TimedThere":
    from grader.batch.cluster_worker import TimedThere

    return from_text(future.result(), TimedThere)


def _observed(outer: Future[Evidence], inner: Future[bytes]) -> None:
    from grader.batch.cluster_worker import ObservedThere

    error = inner.exception()
    if error is None:
        try:
            answer = from_text(inner.result(), ObservedThere)
        except Exception as unread:  # noqa: BLE001  a worker's answer is no reason to stop a batch
            outer.set_exception(unread)
            return
        if answer.evidence is not None:
            outer.set_result(answer.evidence)
            return
        error = SandboxUnavailable.of(_messages(answer.error))
        error = WorkerDied("the process that observed this was ended") if answer.lost else error
    outer.set_exception(error)


def _messages(packed: str) -> list[Message]:
    return [unpack(each) for each in json.loads(packed or "[]")]


def _refusal(facts: "WorkerFacts") -> Message:
    """Says why nobody is graded on a worker."""
    (first, *_) = _messages(facts.refused)
    return Message(
        "{host} will not do as a worker: {reason}", {"host": facts.host, "reason": first}
    )
