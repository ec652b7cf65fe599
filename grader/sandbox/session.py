"""One child with a program in it: requests out, records in."""

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from grader.model.course import Form, Limits
from grader.model.program import Plot
from grader.model.reference import Array
from grader.model.run import IN_PLACE, Call, Convention, RunRecord, RunStatus, Target, Traceback
from grader.sandbox.children import Child, Ending, Failure
from grader.sandbox.memory import lack_of_memory
from grader.sandbox.values import decode_plots, decode_traceback, decode_values
from grader.sandbox.wire import Frame, ViolationError

EXIT_GRACE = 1.0
READY_SECONDS = 60.0  # until a child of ours says that it is confined: never the student's doing
PLOT_SECONDS = 2.0
MAX_LINE = 200
OBJECTS = {Convention.OBJECTS: "each", Convention.PAIR: "pair"}  # how the class gets its data
MAX_DATA = 64 * 2**20
DTYPES = {"float64": "<f8", "float32": "<f4"}
DATA_FACTOR = 4  # the inputs come back, and a result that may be wider
SIGKILL, SIGXCPU = 9, 24  # by number: not every platform names them
ENDINGS = {
    Ending.TIMEOUT: RunStatus.TIMEOUT,
    Ending.OUTPUT: RunStatus.OUTPUT,
    Ending.MEMORY: RunStatus.MEMORY,
    Ending.VIOLATION: RunStatus.PROTOCOL,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Giving:
    """What arrays and tensors are made of, and where they are."""

    dtype: str = "float64"  # or "float32"
    device: str = "cpu"  # or "cuda", which is what PyTorch calls AMD's GPUs, too


ON_CPU = Giving()


class SandboxSession:
    """Implements model.running.Session over a Child."""

    def __init__(self, child: Child, limits: Limits, giving: Giving = ON_CPU) -> None:
        """Waits until the child says that it is confined."""
        self._child = child
        self._giving = giving
        self._limits = limits
        self._alive = True
        self._texts: Mapping[str, str] = {}
        self._load = self._wait_ready()

    def _wait_ready(self) -> RunRecord:
        answer = self._child.exchange(None, b"", READY_SECONDS, 0)
        if not isinstance(answer, Failure) and answer[0].get("ready") is True:
            return RunRecord(status=RunStatus.OK)
        self._alive = False
        ended = self._child.end(EXIT_GRACE)
        detail = f"the child did not get ready (exit {ended.code}): {self._child.output[-300:]}"
        return RunRecord(status=RunStatus.SANDBOX_ERROR, detail=detail)

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
        self._texts = files
        data = {name: text.encode("utf-8", "surrogatepass") for name, text in files.items()}
        head = {
            "op": "load",
            "main": main,
            "mode": mode,
            "allowed": list(allowed),
            "files": [[name, len(content)] for name, content in data.items()],
        }
        self._load, _ = self._request(head, b"".join(data.values()), self._limits.load_seconds)

    def call(
        self, target: Target, inputs: Sequence[Array], *, seconds: float | None = None
    ) -> Call:
        """Calls the target; see model.running.Session."""
        given = [_as_given(one, target.form, self._giving) for one in inputs]
        arguments, result, data = _arguments(target, given)
        head = {
            "op": "call",
            "target": target.name,
            "args": arguments,
            "result": result,
            "objects": OBJECTS.get(target.convention, ""),
            "form": target.form.value,
            "device": self._giving.device,
            "lag": self._giving.device != "cpu",
        }
        limit = min(seconds or self._limits.call_seconds, self._limits.call_seconds)
        record, frame = self._request(head, data, limit)
        if frame is None:
            return Call(run=record)
        try:
            values = decode_values(frame[0].get("values"), frame[1])
            if len(values) != 1 + len(inputs):
                raise ViolationError("not as many values as asked for")  # noqa: TRY301
        except ViolationError as violation:
            return Call(run=self._fail(RunStatus.PROTOCOL, str(violation), record.wall_seconds))
        swapped = target.convention is Convention.BA
        after = values[:0:-1] if swapped else values[1:]
        return Call(run=record, result=values[0], inputs_after=after)

    def plots(self) -> tuple[Plot, ...]:
        """What the program plotted so far; nothing when it no longer answers."""
        if not self._alive:
            return ()
        _, frame = self._request({"op": "plots"}, b"", PLOT_SECONDS)
        try:
            return decode_plots(frame[0].get("plots")) if frame else ()
        except ViolationError:
            return ()

    def close(self) -> None:
        """Ends the child. Safe to call twice."""
        self._alive = False
        self._child.end(0)

    def _request(
        self, head: dict[str, Any], data: bytes, seconds: float
    ) -> tuple[RunRecord, Frame | None]:
        """Sends, waits, and says how it went; a frame only for an honest "ok"."""
        if not self._alive:
            return RunRecord(status=RunStatus.SANDBOX_ERROR, detail="the child has ended"), None
        nonce = secrets.token_hex(8)
        start = time.perf_counter()
        room = MAX_DATA + DATA_FACTOR * len(data)
        answer = self._child.exchange({**head, "nonce": nonce}, data, seconds, room)
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
        """Says why the process is gone, from what the kernel reports."""
        self._alive = False
        ended = self._child.end(EXIT_GRACE if failure.ending is Ending.CLOSED else 0)
        status = ENDINGS.get(failure.ending)
        detail = failure.detail
        if status is None and ended.unknown:
            status, detail = RunStatus.SANDBOX_ERROR, "the zygote ended"
        elif status is None and not ended.by_itself:
            status, detail = RunStatus.PROTOCOL, "it closed its channel to the grader"
        elif status is None and ended.out_of_memory:
            status = RunStatus.MEMORY
        elif status is None:
            status = RunStatus.SIGNAL
            spent = ended.signal == SIGKILL and ended.cpu_seconds >= self._limits.cpu_seconds
            if spent or ended.signal == SIGXCPU:
                status = RunStatus.TIMEOUT
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


def _as_given(matrix: Array, form: Form, giving: Giving) -> Array:
    """Gives a matrix the element type that goes over the channel."""
    if form is Form.LISTS:
        return matrix.astype("<i8" if matrix.dtype.kind in "iu" else "<f8")
    return matrix.astype(DTYPES[giving.dtype])


def _arguments(target: Target, inputs: Sequence[Array]) -> tuple[list[dict[str, Any]], int, bytes]:
    """Spells out the positional arguments; the second item says which one holds the result."""
    matrices = [{"shape": list(one.shape), "dtype": one.dtype.str} for one in inputs]
    a, b = matrices
    n, k = ({"int": int(one.shape[-2])} for one in inputs)
    columns = {"int": int(inputs[0].shape[-1])}
    shape = target.shape or (inputs[0].shape[0], inputs[-1].shape[-1])
    c = {"zeros": True, "shape": [int(length) for length in shape], "dtype": inputs[0].dtype.str}
    arguments: list[dict[str, Any]] = {
        Convention.ABN: [a, b, n],
        Convention.NAB: [n, a, b],
        Convention.ABC: [a, b, c],
        Convention.ABCN: [a, b, c, n],
        Convention.BA: [b, a],
        Convention.AB1: [a, b, {"int": 1}],
        Convention.AB0: [a, b, {"int": 0}],
        Convention.ABRC: [a, b, n, columns],
        Convention.ABNK: [a, b, n, k],
        Convention.CAB: [c, a, b],
        Convention.NABC: [n, a, b, c],
    }.get(target.convention, matrices)
    result = arguments.index(c) if target.convention in IN_PLACE else -1
    ordered = reversed(inputs) if target.convention is Convention.BA else inputs
    return arguments, result, b"".join(one.tobytes() for one in ordered)
