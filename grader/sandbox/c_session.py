"""A child with a C library in it: calls its functions on matrices between guard pages.

A function is called more than once: with its matrices against the one guard and the other, and with
inputs that cannot be written. Which of these the process does not survive says what it did.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from grader.model.c_source import Edge
from grader.model.program import Plot
from grader.model.reference import Array
from grader.model.run import Call, Measurement, RunRecord, RunStatus, Target
from grader.sandbox.asking import ON_CPU, asking
from grader.sandbox.session import DATA_FACTOR, MAX_DATA, SandboxSession
from grader.sandbox.values import decode_values
from grader.sandbox.wire import MAX_JSON, ViolationError

SMALL_BYTES = 4 * 2**20  # of all inputs; larger ones are laid out in one way a call
FAULTS = (7, 11)  # SIGBUS, SIGSEGV
# The ways to lay matrices out, in the order in which they are tried.
WAYS: Mapping[Edge, Mapping[str, Any]] = {
    Edge.BEFORE: {"against": "start"},
    Edge.BEHIND: {"against": "end"},
    Edge.FIXED: {"against": "start", "fixed": True},
}
FREE = {"apart": 1 << 14}  # the same, but with free memory on both sides: whole pages
LINES = {"against": "end", "lines": True}
SAYS: Mapping[Edge, str] = {
    Edge.BEFORE: "with the beginning of each matrix at the edge of its memory",
    Edge.BEHIND: "with the end of each matrix at the edge of its memory",
    Edge.FIXED: "with inputs that cannot be written",
}


class CSession:
    """Implements model.running.Session for a library; see Session there."""

    def __init__(self, start: Callable[[], SandboxSession], seconds: float) -> None:
        """Takes a way to make children with the library loaded, and the limit of a call."""
        self._start = start
        self._seconds = seconds
        self._session = start()
        self._calls = 0

    @property
    def load(self) -> RunRecord:
        """How loading ended."""
        return self._session.load

    @property
    def alive(self) -> bool:
        """Whether the child still answers."""
        return self._session.alive

    def call(
        self, target: Target, inputs: Sequence[Array], *, seconds: float | None = None
    ) -> Call:
        """Calls the target with its matrices laid out in several ways; see Session."""
        self._calls += 1
        # Who does not promise to leave its inputs alone may write there, if they are as before.
        ways = tuple(way for way in WAYS if way is not Edge.FIXED or target.constant)
        if sum(one.nbytes for one in inputs) > SMALL_BYTES:
            ways = (ways[self._calls % 2],)
        calls: list[Call] = []
        for way in ways:
            call = self._call_laid(target, inputs, way, seconds)
            if call.run.status is not RunStatus.OK or _changed(call, inputs):
                return call
            calls.append(call)
        return calls[self._calls % len(calls)]

    def _call_laid(
        self, target: Target, inputs: Sequence[Array], way: Edge, seconds: float | None
    ) -> Call:
        """Calls it with one layout, and says which one where the process did not survive."""
        call = self._ask(target, inputs, WAYS[way], seconds)
        if not _faulted(call.run):
            return call
        if way is Edge.FIXED or not self._faults_anyway(target, inputs, way, seconds):
            return replace(call, run=replace(call.run, detail=f"{way}: {SAYS[way]}"))
        if way is Edge.BEHIND and self._restart():
            return self._ask(target, inputs, LINES, seconds)
        return call

    def _faults_anyway(
        self, target: Target, inputs: Sequence[Array], way: Edge, seconds: float | None
    ) -> bool:
        """Whether it ends the same way at the same addresses with free memory on both sides.

        A recursion without end does. So do vector instructions that want addresses which only
        whole lines of the cache have: where it can do without a guard, no bound was passed.
        """
        if not self._restart():
            return False
        lay = {**WAYS[way], **FREE}
        anyway = _faulted(self._ask(target, inputs, lay, seconds).run)
        self._session.close()
        return anyway

    def _restart(self) -> bool:
        """Takes a fresh child in the place of one that has ended."""
        self._session.close()
        self._session = self._start()
        return self._session.load.status is RunStatus.OK

    def _ask(
        self,
        target: Target,
        inputs: Sequence[Array],
        lay: Mapping[str, Any],
        seconds: float | None,
    ) -> Call:
        """Calls it once."""
        head, data = asking(target, inputs, ON_CPU)
        limit = min(seconds or self._seconds, self._seconds)
        caps = (MAX_DATA + DATA_FACTOR * len(data), MAX_JSON)
        record, frame = self._session.ask({**head, "op": "call", "lay": lay}, data, limit, caps)
        if frame is None:
            return Call(run=record)
        try:
            values = decode_values(frame[0].get("values"), frame[1], exactly=1 + len(inputs))
        except ViolationError as violation:
            self._session.close()
            broken = replace(record, status=RunStatus.PROTOCOL, detail=str(violation))
            return Call(run=broken)
        return Call(run=record, result=values[0], inputs_after=values[1:])

    def measure(self, target: Target, inputs: Sequence[Sequence[Array]]) -> Measurement:
        """Calls the target once for each of the inputs; see Session."""
        return self._session.measure(target, inputs)

    def plots(self) -> tuple[Plot, ...]:
        """Nothing: it has no matplotlib."""
        return ()

    def close(self) -> None:
        """Ends the child. Safe to call twice."""
        self._session.close()


def _faulted(run: RunRecord) -> bool:
    """Whether the process touched memory that it may not."""
    return run.status is RunStatus.SIGNAL and run.exit_signal in FAULTS


def _changed(call: Call, inputs: Sequence[Array]) -> bool:
    """Whether it wrote into what it was given: that says more than what comes of it later."""
    after = (value.data for value in call.inputs_after)
    dtypes = (value.dtype for value in call.inputs_after)
    return any(
        data != one.astype(dtype).tobytes()
        for data, dtype, one in zip(after, dtypes, inputs, strict=False)
        if dtype
    )
