"""Implementation of a program and its sessions: requests to a child, and their records.

A measurement is a call in three requests: prepare, go, fetch; then fetch once more. Each is timed
by the host's clock and by the kernel's account of the child. The time of "go" alone could be
forged: a program may answer at once and work while its results are fetched. So all times are
reported, and the second fetch shows the cost of fetching itself.
"""

import contextlib
import os
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec.structs import replace

from grader.guest.protocol import (
    MAX_JSON,
    AskRequest,
    ErrorRecord,
    ExtendRequest,
    LoadRequest,
    Mode,
    Operation,
    ProgramRequest,
    Ready,
    Reply,
    Request,
    ScriptRequest,
    UnderRequest,
)
from grader.model.calling import Call, Convention, Target, Value
from grader.model.course import Exercise, Limits, Scope
from grader.model.errors import Killed, SandboxUnavailable
from grader.model.machine import DRAWING, JAPANESE_LETTERS
from grader.model.measurement import Measurement, Spent
from grader.model.program import Plot
from grader.model.reference import Array
from grader.model.run import (
    DeviceMemory,
    LoadMode,
    RunRecord,
    RunStatus,
    Traceback,
)
from grader.model.running import LATER_CALLS, AskedSession, ScriptResult, Session
from grader.plugins import makers_of
from grader.sandbox.children import (
    Child,
    ChildExit,
    Ending,
    Failure,
    Frame,
    Raw,
    Usage,
    ViolationError,
    queued_here,
    read_as,
    size_of,
)
from grader.sandbox.memory import ON_DEVICE, VRAM, lack_of_memory
from grader.sandbox.replies import (
    ScriptOutcome,
    decode_call,
    decode_plots,
    decode_refusal,
    decode_script,
    decode_values,
    traceback_of,
)
from grader.sandbox.requests import ON_CPU, ArrayPlacement, call_request

SCRIPT_GRACE_SECONDS = 3.2  # for a program to report what it showed when its time is up
EXIT_GRACE = 1.0
NOTICE = 0.9  # share of a limit after which a program is asked for its current line
READY_SECONDS = 60.0  # until a child reports that it is confined; never the student's fault
NEARLY_SPENT = 0.9  # the kernel enforces a limit by its own count, slightly ahead of ours
DEVICE_READY_SECONDS = 300.0  # with a GPU, whose library may start from a slow disk
PLOT_SECONDS = 2.0
MAX_LINE = 200
MAX_DATA = 64 * 2**20
DATA_FACTOR = 4  # allows for the inputs sent back and a result of a wider type
DRIVER_SECONDS = 60  # of CPU time, added by guest/limiting.py for a device
# GPU memory that a right program may need: work areas of its libraries (cuBLAS, cuDNN, MIOpen), and
# copies of its inputs: a convolution as a product makes nine, plus results.
WORK_AREAS_MIB, INPUT_COPIES = 1024, 16
MAX_FREE_MIB = 2**30  # larger answers are invalid
SIGKILL, SIGXCPU = 9, 24  # by number: some platforms lack the names
# Signals that no program can send itself (guest/seccomp.py): SIGHUP, SIGINT, SIGQUIT, …, SIGTERM.
FROM_OUTSIDE = {1, 2, 3, SIGKILL, 15}
ENDINGS = {
    Ending.TIMEOUT: RunStatus.TIMEOUT,
    Ending.OUTPUT: RunStatus.OUTPUT,
    Ending.MEMORY: RunStatus.MEMORY,
    Ending.VIOLATION: RunStatus.PROTOCOL,
}


class SandboxSession:
    """Implements model.running.Session over a Child."""

    def __init__(self, child: Child, limits: Limits, placement: ArrayPlacement = ON_CPU) -> None:
        """Wait until the child reports that it is confined.

        Raises SandboxUnavailable if it does not. Every request raises Killed if the child was ended
        by neither the program nor its limits, so that this is never taken for an answer.
        """
        self._child = child
        self._placement = placement
        self._limits = limits
        self._alive = True
        self._free_mib: int | None = None
        self._texts: Mapping[str, str] = {}
        self._load = RunRecord(status=RunStatus.OK)
        try:
            self._wait_ready()
        except BaseException:
            self.close()  # no one else can close it yet
            raise

    def _wait_ready(self) -> None:
        seconds = READY_SECONDS if self._is_on_cpu else DEVICE_READY_SECONDS
        answer = self._child.exchange(None, b"", seconds, 0)
        if not isinstance(answer, Failure):
            with contextlib.suppress(ViolationError):
                free = read_as(Ready, answer[0], "a child that is not ready").get("free_mib")
                self._free_mib = free if type(free) is int and 0 <= free < MAX_FREE_MIB else None
                return
        self._alive = False
        ended = self._child.end(EXIT_GRACE)
        if ended.by_itself and (ended.unknown or ended.signal in FROM_OUTSIDE):
            raise _killed(ended)
        raise SandboxUnavailable(
            "the process inside the sandbox did not become ready (exit code {code}): {output}",
            code=ended.code,
            output=self._child.printed.tail[-300:],
        )

    @property
    def load(self) -> RunRecord:
        """How loading ended."""
        return self._load

    @property
    def alive(self) -> bool:
        """Whether the child still answers."""
        return self._alive

    @property
    def _is_on_cpu(self) -> bool:
        return self._placement.device == ON_CPU.device

    def load_program(
        self,
        main: str,
        files: Mapping[str, str],
        allowed: Sequence[str],
        mode: Mode,
        *,
        makers: Sequence[str] = (),
    ) -> None:
        """Send the files and execute the program; `load` tells how that ended.

        `makers` are plugins' guest modules that prepare what they need beforehand.
        """
        if not self._alive:
            return
        seconds = self._limits.load_seconds
        program, data = self._program_request(Operation.LOAD, main, files, allowed)
        request: LoadRequest = {
            **program,
            "mode": mode,
            "notice": NOTICE * seconds,
            "makers": list(makers),
        }
        self._load, _ = self._request(request, data, seconds)

    def load_with(self, request: ExtendRequest, data: bytes) -> None:
        """Let a plugin's guest module load a program that is not Python; see `load`."""
        if self._alive:
            self._load, _ = self._request(request, data, self._limits.load_seconds)

    def _program_request(
        self, op: Operation, main: str, files: Mapping[str, str], allowed: Sequence[str]
    ) -> tuple[ProgramRequest, bytes]:
        self._texts = files
        data = {name: text.encode("utf-8", "surrogatepass") for name, text in files.items()}
        sizes = [(name, len(content)) for name, content in data.items()]
        request: ProgramRequest = {"op": op, "main": main, "allowed": list(allowed), "files": sizes}
        return request, b"".join(data.values())

    def run_script(
        self,
        program: tuple[str, Mapping[str, str], Sequence[str]],
        answers: Sequence[str],
        seconds: float,
        *,
        pictures: bool = True,
    ) -> ScriptResult:
        """Run a program (main, files, allowed) as its author does, then end the child."""
        sent, data = self._program_request(Operation.PROGRAM, *program)
        request: ScriptRequest = {
            **sent,
            "answers": list(answers),
            "seconds": seconds,
            "pictures": pictures,
        }
        outcome = ScriptOutcome()
        try:
            record, frame = self._request(request, data, seconds + SCRIPT_GRACE_SECONDS)
            if frame is not None:
                outcome = decode_script(frame, answers)
        except ViolationError as violation:
            record = self._fail(str(violation), record.wall_seconds)
        finally:
            self.close()
        if outcome.error is not None:
            record = self._raised(outcome.error, record.wall_seconds)
        return outcome.script_result(record, self._child.printed.ends)

    def run_under(
        self, program: tuple[str, Mapping[str, str], Sequence[str]], module: str, seconds: float
    ) -> Frame | None:
        """Let a plugin's guest module run a program, then end the child."""
        sent, data = self._program_request(Operation.UNDER, *program)
        request: UnderRequest = {**sent, "module": module, "seconds": seconds}
        try:
            _, frame = self._request(request, data, seconds + SCRIPT_GRACE_SECONDS)
        except ViolationError:
            return None  # nothing that such a child sent is used
        finally:
            self.close()
        return frame

    def call(
        self,
        target: Target,
        inputs: Sequence[Array],
        *,
        seconds: float | None = None,
        keep: bool = False,
    ) -> Call:
        """Call the target; see model.running.Session. `keep` makes the child keep the result."""
        request, data = call_request(Operation.CALL, target, inputs, self._placement)
        limit = min(seconds or self._limits.call_seconds, self._limits.call_seconds)
        request["notice"] = NOTICE * limit
        request["watch"], request["keep"] = target.watched, keep
        record, frame = self._request(request, data, limit)
        if frame is None:
            return Call(run=record)
        try:
            outcome = decode_call(frame, len(inputs))
        except ViolationError as violation:
            return Call(run=self._fail(str(violation), record.wall_seconds))
        swapped = target.convention is Convention.BA
        return Call(
            run=record,
            result=outcome.result,
            inputs_after=outcome.inputs_after[::-1] if swapped else outcome.inputs_after,
            told=outcome.told if target.by else None,  # for the plugin to decode
            writes=self._place(outcome.writes),
        )

    def ask_program(
        self, by: str, request: Mapping[str, Any], *, seconds: float | None = None
    ) -> tuple[RunRecord, Frame | None]:
        """Let a plugin's module ask the program; see model.running.AskedSession."""
        limit = min(seconds or self._limits.call_seconds, self._limits.call_seconds)
        asked: AskRequest = {
            "op": Operation.ASK,
            "by": by,
            "request": dict(request),
            "notice": NOTICE * limit,
        }
        return self._request(asked, b"", limit)

    def result_twice(
        self, target: Target, inputs: Sequence[Array], later: Sequence[Array]
    ) -> tuple[Value | None, Value | None]:
        """Return the first call's result, packed before and after later calls; see Session."""
        first = self.call(target, inputs, keep=True).result
        if first is None:
            return first, None
        for _ in range(LATER_CALLS):
            if self.call(target, later).result is None:
                return first, None
        _, frame = self._request({"op": Operation.KEPT}, b"", self._limits.call_seconds)
        try:
            again = decode_values(frame, exactly=1) if frame else (None,)
        except ViolationError as violation:
            self._fail(str(violation), 0.0)
            return first, None
        return first, again[0]

    def measure(
        self,
        target: Target,
        inputs: Sequence[Array],
        *,
        again: bool = True,
        placement: ArrayPlacement | None = None,
    ) -> Measurement:
        """Call the target once, in timed parts; see model.running.Session."""
        call, data = call_request(Operation.PREPARE, target, inputs, placement or self._placement)
        room = DATA_FACTOR * size_of(data)
        todo: list[tuple[Request, bytes | Sequence[Raw], int]] = [
            (call, data, 0),
            ({"op": Operation.GO, "lag": call["lag"]}, b"", 0),
            ({"op": Operation.FETCH}, b"", room),
        ]
        if again:
            todo.append(todo[-1])
        answers: list[tuple[RunRecord, Frame | None]] = []
        looks = [self._look()]
        for each, content, room in todo:
            record, frame = self._request(each, content, self._limits.call_seconds, room=room)
            if frame is None:
                return Measurement(run=record)
            answers.append((record, frame))
            looks.append(self._look())
        (ran, _), (_, fetched) = answers[1:3]
        assert fetched is not None
        try:
            (result,) = decode_values(fetched, exactly=1)
        except ViolationError as violation:
            return Measurement(run=self._fail(str(violation), 0.0))
        # Intervals between looks have no gaps: work between two requests counts for the later one.
        prepare, go, fetch, *rest = (
            _spent(record.wall_seconds, before, after)
            for (record, _), before, after in zip(answers, looks, looks[1:], strict=False)
        )
        return Measurement(
            run=ran,
            prepare=prepare,
            go=go,
            fetch=fetch,
            fetch_again=rest[0] if rest else None,
            result=result,
        )

    def _look(self) -> "Look":
        """Return the child's usage, and this thread's time computing or waiting for a CPU.

        Whenever others take the CPU from this thread, the child waits for it, also between a
        request and the wait for its answer.
        """
        return self._child.usage(), time.thread_time() + queued_here(), self._child.in_vain

    def plots(self) -> tuple[Plot, ...]:
        """Return what the program has plotted so far; empty if it no longer answers."""
        if not self._alive:
            return ()
        _, frame = self._request({"op": Operation.PLOTS}, b"", PLOT_SECONDS)
        try:
            return decode_plots(frame) if frame else ()
        except ViolationError:
            return ()

    def ask(
        self,
        request: Request,
        data: bytes | Sequence[Raw],
        seconds: float,
        caps: tuple[int, int],
    ) -> tuple[RunRecord, Frame | None]:
        """Make a request other than a call; `caps` limit the answer's raw bytes and JSON."""
        return self._request(request, data, seconds, caps=caps)

    @property
    def shown(self) -> str:
        """What it printed; only both ends if it is long."""
        return self._child.printed.ends

    def close(self) -> None:
        """End the child. Idempotent."""
        self._alive = False
        self._child.end(0)

    def _request(
        self,
        head: Request,
        data: bytes | Sequence[Raw],
        seconds: float,
        *,
        room: int = 0,
        caps: tuple[int, int] | None = None,
    ) -> tuple[RunRecord, Frame | None]:
        """Send a request, wait, and record how it went.

        A frame is returned only for a valid "ok".
        """
        if not self._alive:
            return RunRecord(status=RunStatus.SANDBOX_ERROR, detail="the child has ended"), None
        nonce = secrets.token_hex(8)
        start = time.perf_counter()
        most = caps or (MAX_DATA + (room or DATA_FACTOR * size_of(data)), MAX_JSON)
        request: Request = {**head, "nonce": nonce, "most": most[0]}
        answer = self._child.exchange(request, data, seconds, *most)
        wall = time.perf_counter() - start
        returned = max(0.0, self._child.returned - start) if self._child.returned else 0.0
        if isinstance(answer, Failure):
            kept_waiting = self._child.kept_waiting
            ended = self._ended(answer, wall - self._child.added)
            late = ended.status is RunStatus.TIMEOUT
            ended = replace(ended, kept_waiting=kept_waiting if late else 0.0)
            return self._with_device_memory(ended, size_of(data)), None
        try:
            reply = read_as(Reply, answer[0], "a reply to another request")
            if reply.get("nonce") != nonce:
                return self._fail("a reply to another request", wall), None
            if reply["ok"]:
                ran = RunRecord(status=RunStatus.OK, wall_seconds=wall, returned_seconds=returned)
                return ran, answer
            error = decode_refusal(answer)
        except ViolationError as violation:
            return self._fail(str(violation), wall), None
        return self._with_device_memory(self._raised(error, wall), size_of(data)), None

    def _raised(self, error: Traceback, wall: float) -> RunRecord:
        lacking = lack_of_memory(error)
        if self._is_on_cpu and lacking is not None and lacking.startswith(VRAM):
            lacking = None  # the machine has no such memory
        return RunRecord(
            status=RunStatus.RUNTIME_ERROR if lacking is None else RunStatus.MEMORY,
            wall_seconds=wall,
            detail=lacking or "",
            stderr_tail=self._child.printed.tail,
            traceback=self._with_lines(error),
        )

    def read_error(self, error: Any) -> Traceback:
        """Decode a described exception; see model.running.AskedSession."""
        described = read_as(ErrorRecord, error, "an error that is not described")
        return self._with_lines(traceback_of(described))

    def _with_lines(self, error: Traceback) -> Traceback:
        return replace(error, lines=tuple(self._line(*frame) for frame in error.frames))

    def _with_device_memory(self, record: RunRecord, input_bytes: int) -> RunRecord:
        """Add the free GPU memory to a run that may have ended for lack of it."""
        if self._is_on_cpu:
            return record
        crashed = record.status is RunStatus.SIGNAL
        if crashed and ON_DEVICE.search(record.stderr_tail):  # HIP's runtime ends the process
            record = replace(record, status=RunStatus.MEMORY, detail=VRAM)
        lacking = record.status is RunStatus.MEMORY and record.detail.startswith(VRAM)
        if self._free_mib is None or not (crashed or lacking):
            return record
        needed = WORK_AREAS_MIB + INPUT_COPIES * input_bytes // 2**20
        memory = DeviceMemory(free_mib=self._free_mib, needed_mib=needed)
        return replace(record, device_memory=memory)

    def _line(self, file: str, number: int, function: str) -> str:
        """Return a frame's line from the text that was sent."""
        del function
        lines = self._texts.get(file, "").splitlines()
        return lines[number - 1].strip()[:MAX_LINE] if 0 < number <= len(lines) else ""

    def _place(self, place: tuple[int, int] | None) -> tuple[str, int] | None:
        """Map a place to the files that were sent; None if it is in none of them."""
        if place is None or not 0 <= place[0] < len(self._texts):
            return None
        file = list(self._texts)[place[0]]
        return (file, place[1]) if self._line(file, place[1], "") else None

    def _fail(self, detail: str, wall: float) -> RunRecord:
        self.close()
        return RunRecord(
            status=RunStatus.PROTOCOL,
            wall_seconds=wall,
            detail=detail,
            stderr_tail=self._child.printed.tail,
        )

    def _ended(self, failure: Failure, wall: float) -> RunRecord:
        """Return how the process ended according to the kernel; raise Killed if others ended it."""
        self._alive = False
        ended = self._child.end(EXIT_GRACE if failure.ending is Ending.CLOSED else 0)
        status = ENDINGS.get(failure.ending)
        detail = failure.detail
        if status is None and ended.unknown:
            raise _killed(ended)
        if status is None and not ended.by_itself:
            status, detail = RunStatus.PROTOCOL, "it closed its channel to the grader"
        elif status is None:
            status = self._status_of(ended)
        return RunRecord(
            status=status,
            wall_seconds=wall,
            cpu_seconds=ended.cpu_seconds,
            peak_mib=ended.peak_mib,
            exit_signal=ended.signal if ended.by_itself else 0,
            exit_code=ended.code,
            stderr_tail=self._child.printed.tail,
            detail=detail,
            stood=self._place(self._child.stands) if status is RunStatus.TIMEOUT else None,
        )

    def _status_of(self, ended: ChildExit) -> RunStatus:
        """Return which limit ended it, or that it ended by itself; raise Killed if neither."""
        most = max(1, round(self._limits.cpu_seconds))
        most += 0 if self._is_on_cpu else DRIVER_SECONDS
        spent = ended.signal == SIGKILL and ended.cpu_seconds >= most
        if spent or ended.signal == SIGXCPU:
            return RunStatus.TIMEOUT
        if ended.out_of_memory and ended.signal == SIGKILL:
            return RunStatus.MEMORY
        if ended.signal in FROM_OUTSIDE:
            raise _killed(ended)
        return RunStatus.SIGNAL


Look = tuple[Usage | None, float, float]


def _spent(wall: float, before: Look, after: Look) -> Spent:
    """Return the difference between two looks. The child waited for this thread's own work.

    While no answer was ready, however, the child computed or slept.
    """
    (child, wanted, _), (child_after, wanted_after, in_vain) = before, after
    if child is None or child_after is None:
        return Spent(wall=wall)
    ours = wanted_after - wanted - in_vain
    return Spent(
        wall=wall,
        cpu=child_after.cpu - child.cpu,
        queued=child_after.queued - child.queued + ours,
    )


def _killed(ended: ChildExit) -> Killed:
    if ended.unknown:
        return Killed("the process that starts the programs was stopped from outside")
    if ended.starved:
        return Killed(
            "stopped from outside by signal {signal}: this computer, or a control group that "
            "grader runs in, ran out of memory",
            signal=ended.signal,
        )
    return Killed("stopped from outside by signal {signal}", signal=ended.signal)


def ensure_not_busy(record: RunRecord, limits: Limits, end: float) -> None:
    """Raise Killed if a child of ours ran out of time without computing.

    Our own reading has a limit of CPU seconds. The wall clock's limit is far above it and is
    reached only on a busy computer. Each program that a child starts has the same limit. If the
    child ended before `end` (on the monotonic clock), the CPU limit ended it.
    """
    if time.monotonic() < end:
        return
    far_above = limits.call_seconds > limits.cpu_seconds
    spent = record.cpu_seconds >= NEARLY_SPENT * limits.cpu_seconds
    if record.status is RunStatus.TIMEOUT and record.cpu_seconds and far_above and not spent:
        raise Killed(
            "not done within {seconds} s, but it may compute {cpu} s only; the computer was busy",
            seconds=f"{limits.call_seconds:g}",
            cpu=f"{limits.cpu_seconds:g}",
        )


def roomy(limits: Limits, seconds: float) -> Limits:
    """Raise the CPU limit to what all cores can compute within `seconds` of wall time."""
    most = (seconds + SCRIPT_GRACE_SECONDS) * (os.cpu_count() or 1)
    return replace(limits, cpu_seconds=max(limits.cpu_seconds, most))


# Installed together with the allowed module.
COMPANIONS = {DRAWING: ("mpl_toolkits", "cycler", *JAPANESE_LETTERS)}
NOT_THE_PROGRAM = (RunStatus.PROTOCOL, RunStatus.SANDBOX_ERROR)


# What the guest executes, most first; all but the first count as "definitions only". In a file that
# holds several exercises, nothing needs to succeed.
WHOLE: Mode = "whole"
LADDERS: Mapping[Scope, tuple[Mode, ...]] = {
    Scope.FILE: (WHOLE, "assignments", "definitions"),
    Scope.FUNCTION: ("pieces", "pieces, strictly"),
}


class Fork(Protocol):
    """Creates confined children for one program."""

    def __call__(self, limits: Limits, *, draws: bool = False) -> Child:
        """Create one; if it `draws`, with the real matplotlib if installed."""


class SandboxProgram:
    """Implements model.running.Program.

    Top-level code (sweeps of a minute, input()) must not keep the function from being graded. If
    the whole program does not load, its imports, definitions and assignments are tried, each
    assignment separately; finally only constant assignments.
    """

    def __init__(
        self,
        fork: Fork,
        main: str,
        files: Mapping[str, str],
        exercise: Exercise,
        placement: ArrayPlacement = ON_CPU,
    ) -> None:
        """Take a way to create confined children; nothing runs yet."""
        self._placement = placement
        self._fork = fork
        self._main = main
        self._files = files
        self._exercise = exercise
        self._ladder = LADDERS[exercise.scope]
        self._settled: Mode | None = None  # what the guest executes, once known
        self._whole_load: RunRecord | None = None

    @property
    def mode(self) -> LoadMode:
        """How much of the program is executed; decided by the first start."""
        runs_whole = (self._settled or self._ladder[0]) == WHOLE
        return LoadMode.WHOLE if runs_whole else LoadMode.DEFINITIONS

    @property
    def whole_load(self) -> RunRecord | None:
        """How executing the whole program ended, if `mode` is DEFINITIONS."""
        return self._whole_load

    def restrict(self) -> None:
        """Execute only definitions from now on; see model.running.Program."""
        self._settled = self._ladder[-1]

    def start(self) -> Session:
        """Fork a fresh confined child and load the program in it."""
        if self._settled:
            return self._start(self._settled)
        self._settled, *others = self._ladder
        session = self._start(self._settled)
        if session.load.status is RunStatus.OK or session.load.status in NOT_THE_PROGRAM:
            return session
        self._whole_load = session.load
        for self._settled in others:
            session.close()
            session = self._start(self._settled)
            if session.load.status is RunStatus.OK:
                break
        return session

    def start_to_ask(self, *, execute: bool = True) -> AskedSession:
        """Fork a child for a plugin's questions; see model.running.AskedProgram."""
        if not execute:
            return self._start("later")
        session = self.start()
        assert isinstance(session, SandboxSession)
        return session

    def _start(self, mode: Mode) -> SandboxSession:
        limits = self._exercise.limits
        session = SandboxSession(self._fork(limits), limits, self._placement)
        try:
            session.load_program(
                self._main, self._files, self._allowed(), mode, makers=makers_of(self._exercise)
            )
        except BaseException:
            session.close()  # no one else can close it yet
            raise
        return session

    def run_script(
        self,
        answers: Sequence[str],
        seconds: float,
        *,
        draws: bool = False,
        pictures: bool = True,
    ) -> ScriptResult:
        """Run the program in a fresh child as its author does; see model.running.Program."""
        limits = roomy(self._exercise.limits, seconds)
        child = self._fork(limits, draws=draws)
        session = SandboxSession(child, limits, self._placement)
        asked = self._main, self._files, self._allowed()
        return session.run_script(asked, answers, seconds, pictures=pictures)

    def run_under(self, module: str, seconds: float) -> Frame | None:
        """Let a plugin's guest module run it in a fresh child; see model.running.Program."""
        limits = roomy(self._exercise.limits, seconds)
        child = self._fork(limits, draws=True)  # as for a script that may use arrays
        return SandboxSession(child, limits).run_under(
            (self._main, self._files, self._allowed()), module, seconds
        )

    def _allowed(self) -> list[str]:
        allowed = self._exercise.allowed_imports
        return [*allowed, *(name for module in allowed for name in COMPANIONS.get(module, ()))]
