"""One child with a program in it: requests out, records in."""

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from grader.model.course import Limits
from grader.model.errors import Killed, SandboxUnavailable
from grader.model.program import Plot
from grader.model.reference import Array
from grader.model.run import Call, Convention, Measurement, RunRecord, RunStatus, Target, Traceback
from grader.model.running import Whole
from grader.sandbox.asking import ON_CPU, Giving, asking
from grader.sandbox.children import Child, Ending, Exit, Failure
from grader.sandbox.measuring import measure
from grader.sandbox.memory import lack_of_memory
from grader.sandbox.nets import decode_net
from grader.sandbox.values import decode_plots, decode_traceback, decode_values
from grader.sandbox.whole import GRACE_SECONDS, Shown, decode_shown
from grader.sandbox.wire import MAX_JSON, Frame, ViolationError

EXIT_GRACE = 1.0
READY_SECONDS = 60.0  # until a child of ours says that it is confined: never the student's doing
PLOT_SECONDS = 2.0
MAX_LINE = 200
MAX_DATA = 64 * 2**20
DATA_FACTOR = 4  # the inputs come back, and a result that may be wider
DRIVER_SECONDS = 60  # of CPU time, that guest/confine.py adds for a device
SIGKILL, SIGXCPU = 9, 24  # by number: not every platform names them
# No program can send itself one of these (guest/seccomp.py): SIGHUP, SIGINT, SIGQUIT, …, SIGTERM.
FROM_OUTSIDE = {1, 2, 3, SIGKILL, 15}
ENDINGS = {
    Ending.TIMEOUT: RunStatus.TIMEOUT,
    Ending.OUTPUT: RunStatus.OUTPUT,
    Ending.MEMORY: RunStatus.MEMORY,
    Ending.VIOLATION: RunStatus.PROTOCOL,
}


class SandboxSession:
    """Implements model.running.Session over a Child."""

    def __init__(self, child: Child, limits: Limits, giving: Giving = ON_CPU) -> None:
        """Waits until the child says that it is confined.

        Raises SandboxUnavailable when it does not; and every request raises Killed when the child
        was ended by what is neither the program nor its limits. So no answer is taken for one.
        """
        self._child = child
        self._giving = giving
        self._limits = limits
        self._alive = True
        self._texts: Mapping[str, str] = {}
        self._wait_ready()
        self._load = RunRecord(status=RunStatus.OK)

    def _wait_ready(self) -> None:
        answer = self._child.exchange(None, b"", READY_SECONDS, 0)
        if not isinstance(answer, Failure) and answer[0].get("ready") is True:
            return
        self._alive = False
        ended = self._child.end(EXIT_GRACE)
        if ended.by_itself and (ended.unknown or ended.signal in FROM_OUTSIDE):
            raise Killed(_killed(ended))
        raise SandboxUnavailable(
            f"the child did not get ready (exit {ended.code}): {self._child.output[-300:]}"
        )

    @property
    def load(self) -> RunRecord:
        """How loading ended."""
        return self._load

    @property
    def alive(self) -> bool:
        """Whether the child still answers."""
        return self._alive

    def load_program(
        self, main: str, files: Mapping[str, str], allowed: Sequence[str], mode: str
    ) -> None:
        """Sends the files and has the program executed; `load` says how that ended."""
        if not self._alive:
            return
        head, data = self._bringing(main, files, allowed)
        head |= {"op": "load", "mode": mode}
        self._load, _ = self._request(head, data, self._limits.load_seconds)

    def load_library(self, head: dict[str, Any], data: bytes) -> None:
        """Has a C library loaded; `load` says how that ended."""
        if self._alive:
            self._load, _ = self._request(head, data, self._limits.load_seconds)

    def _bringing(
        self, main: str, files: Mapping[str, str], allowed: Sequence[str]
    ) -> tuple[dict[str, Any], bytes]:
        """Spells out a program."""
        self._texts = files
        data = {name: text.encode("utf-8", "surrogatepass") for name, text in files.items()}
        sizes = [[name, len(content)] for name, content in data.items()]
        head = {"main": main, "allowed": list(allowed), "files": sizes}
        return head, b"".join(data.values())

    def run_whole(
        self,
        program: tuple[str, Mapping[str, str], Sequence[str]],
        answers: Sequence[str],
        seconds: float,
    ) -> Whole:
        """Has a program (main, files, allowed) run as its author does, and ends the child."""
        head, data = self._bringing(*program)
        head |= {"op": "program", "answers": list(answers), "seconds": seconds}
        record, frame = self._request(head, data, seconds + GRACE_SECONDS)
        shown = Shown()
        if frame is not None:
            try:
                shown = decode_shown(frame, answers)
            except ViolationError as violation:
                record = self._fail(RunStatus.PROTOCOL, str(violation), record.wall_seconds)
        if shown.error is not None:
            record = self._raised(shown.error, record.wall_seconds)
        self.close()
        return shown.whole(record, self._child.shown)

    def call(
        self, target: Target, inputs: Sequence[Array], *, seconds: float | None = None
    ) -> Call:
        """Calls the target; see model.running.Session."""
        head, data = asking(target, inputs, self._giving)
        head["op"] = "call"
        limit = min(seconds or self._limits.call_seconds, self._limits.call_seconds)
        record, frame = self._request(head, data, limit)
        if frame is None:
            return Call(run=record)
        try:
            values = decode_values(frame[0].get("values"), frame[1], exactly=1 + len(inputs))
            net = decode_net(frame[0].get("net"))
        except ViolationError as violation:
            return Call(run=self._fail(RunStatus.PROTOCOL, str(violation), record.wall_seconds))
        swapped = target.convention is Convention.BA
        after = values[:0:-1] if swapped else values[1:]
        return Call(run=record, result=values[0], inputs_after=after, net=net)

    def measure(self, target: Target, inputs: Sequence[Sequence[Array]]) -> Measurement:
        """Calls the target once for each of the inputs; see model.running.Session."""
        seconds = self._limits.call_seconds
        request = partial(self._request, seconds=seconds)
        try:
            return measure(request, target, inputs, self._giving)
        except ViolationError as violation:
            return Measurement(run=self._fail(RunStatus.PROTOCOL, str(violation), 0.0))

    def plots(self) -> tuple[Plot, ...]:
        """What the program plotted so far; nothing when it no longer answers."""
        if not self._alive:
            return ()
        _, frame = self._request({"op": "plots"}, b"", PLOT_SECONDS)
        try:
            return decode_plots(frame[0].get("plots")) if frame else ()
        except ViolationError:
            return ()

    def ask(
        self, head: dict[str, Any], data: bytes, seconds: float, caps: tuple[int, int]
    ) -> tuple[RunRecord, Frame | None]:
        """Asks for something that is no call; `caps` bound the answer's raw bytes and its JSON."""
        return self._request(head, data, seconds, caps=caps)

    @property
    def shown(self) -> str:
        """What it printed; of a long output both ends."""
        return self._child.shown

    def close(self) -> None:
        """Ends the child. Safe to call twice."""
        self._alive = False
        self._child.end(0)

    def _request(
        self,
        head: dict[str, Any],
        data: bytes,
        seconds: float,
        *,
        room: int = 0,
        caps: tuple[int, int] | None = None,
    ) -> tuple[RunRecord, Frame | None]:
        """Sends, waits, and says how it went; a frame only for an honest "ok"."""
        if not self._alive:
            return RunRecord(status=RunStatus.SANDBOX_ERROR, detail="the child has ended"), None
        nonce = secrets.token_hex(8)
        start = time.perf_counter()
        most = caps or (MAX_DATA + (room or DATA_FACTOR * len(data)), MAX_JSON)
        answer = self._child.exchange({**head, "nonce": nonce}, data, seconds, *most)
        wall = time.perf_counter() - start
        returned = max(0.0, self._child.returned - start) if self._child.returned else 0.0
        if isinstance(answer, Failure):
            return self._ended(answer, wall), None
        if answer[0].get("nonce") != nonce:
            detail = "a reply to another request"
            return self._fail(RunStatus.PROTOCOL, detail, wall), None
        if answer[0].get("ok") is True:
            record = RunRecord(status=RunStatus.OK, wall_seconds=wall, returned_seconds=returned)
            return record, answer
        try:
            error = decode_traceback(answer[0].get("error"))
        except ViolationError as violation:
            return self._fail(RunStatus.PROTOCOL, str(violation), wall), None
        return self._raised(error, wall), None

    def _raised(self, error: Traceback, wall: float) -> RunRecord:
        lacking = lack_of_memory(error)
        return RunRecord(
            status=RunStatus.RUNTIME_ERROR if lacking is None else RunStatus.MEMORY,
            wall_seconds=wall,
            detail=lacking or "",
            stderr_tail=self._child.output,
            traceback=replace(error, lines=tuple(self._line(*frame) for frame in error.frames)),
        )

    def _line(self, file: str, number: int, function: str) -> str:
        """Looks a frame's line up in the text that was sent."""
        del function
        lines = self._texts.get(file, "").splitlines()
        return lines[number - 1].strip()[:MAX_LINE] if 0 < number <= len(lines) else ""

    def _fail(self, status: RunStatus, detail: str, wall: float) -> RunRecord:
        self.close()
        return RunRecord(
            status=status, wall_seconds=wall, detail=detail, stderr_tail=self._child.output
        )

    def _ended(self, failure: Failure, wall: float) -> RunRecord:
        """Says why the process is gone, from what the kernel reports; raises Killed."""
        self._alive = False
        ended = self._child.end(EXIT_GRACE if failure.ending is Ending.CLOSED else 0)
        status = ENDINGS.get(failure.ending)
        detail = failure.detail
        if status is None and ended.unknown:
            raise Killed(_killed(ended))
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
            stderr_tail=self._child.output,
            detail=detail,
        )

    def _status_of(self, ended: Exit) -> RunStatus:
        """Says which limit ended it, or that it ended itself; raises Killed when neither did."""
        most = max(1, round(self._limits.cpu_seconds))
        most += DRIVER_SECONDS if self._giving.device != ON_CPU.device else 0
        spent = ended.signal == SIGKILL and ended.cpu_seconds >= most
        if spent or ended.signal == SIGXCPU:
            return RunStatus.TIMEOUT
        if ended.out_of_memory and ended.signal == SIGKILL:
            return RunStatus.MEMORY
        if ended.signal in FROM_OUTSIDE:
            raise Killed(_killed(ended))
        return RunStatus.SIGNAL


def _killed(ended: Exit) -> str:
    """Puts it into words for the log."""
    if ended.unknown:
        return "the process that starts the programs was ended from outside"
    memory = ": the memory of this machine, or of a group that grader is in, was used up"
    return f"ended from outside by signal {ended.signal}{memory if ended.starved else ''}"
