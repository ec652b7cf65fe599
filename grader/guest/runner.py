"""Answer the host's requests: load a program, call its function, return what it plotted."""

import os
import signal
import sys
from collections import deque
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

from . import arrays, recorder, values
from .calling import arguments, caller, contents
from .frames import Wire, receive, send
from .loading import Importer, as_script, execute_script, load
from .naming import MAX_REPR, class_name, clip
from .protocol import (
    HEADER,
    MAX_FRAMES,
    MAX_LONG,
    RETURNED,
    STANDS,
    AskRequest,
    CallReply,
    CallRequest,
    ErrorRecord,
    ExtendRequest,
    LoadRequest,
    Operation,
    PlotsReply,
    ProgramRequest,
    Ready,
    Refusal,
    Reply,
    Request,
    ScriptRequest,
    UnderRequest,
    ValueRecord,
    ValuesReply,
)
from .raised import index_beyond, names_like
from .unlearning import Wall
from .watching import Place, noticed, writing_into
from .whole import WholeRun

Answer = tuple[Reply, Any]  # with a buffer, or a list of buffers
DONE: Reply = {"ok": True}
ON_ARRAYS = {Operation.CALL, Operation.PREPARE}  # requests that come with matrices


class GuestProgram(NamedTuple):
    """A program for a plugin's module to ask; see Runner._ask."""

    space: dict[str, Any]  # its names after execution
    execute: Callable[[], dict[str, Any]]  # executes it as a script and returns its names
    describe: Callable[[BaseException], ErrorRecord]  # describes an exception


class Runner:
    """One student's program in one process."""

    def __init__(self, wire: Wire, wall: Wall) -> None:
        """Start without a program; the first request brings it."""
        self._wall = wall
        arrays.take()
        arrays.reseed()
        self._wire = wire
        self._makers: dict[str, Any] = {}  # modules of plugins, imported before the program
        self._measured = MeasuredCall(wire, self._makers)
        self._files: list[str] = []
        self._space: dict[str, Any] = {}
        self._kept: tuple[CallRequest, Any] | None = None  # a call, and what it returned
        self._execute: Callable[[], dict[str, Any]] = dict
        self._operations: dict[Operation, Callable[[Any, Any], Answer]] = {
            Operation.LOAD: self._load,
            Operation.CALL: self._call,
            Operation.KEPT: self._pack_kept,
            Operation.PREPARE: self._prepare,
            Operation.GO: self._go,
            Operation.FETCH: self._fetch,
            Operation.PLOTS: self._plots,
            Operation.PROGRAM: self._program,
            Operation.UNDER: self._under,
            Operation.ASK: self._ask,
            Operation.EXTEND: self._extend,
        }

    def serve(self, free_mib: int | None = None) -> None:
        """Serve until the host closes the channel or sends an unknown operation.

        `free_mib` of GPU memory were free before the program was loaded.
        """
        # An interrupt from outside must not look like the program's exception.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        ready: Ready = {"ready": True, "free_mib": free_mib}
        send(self._wire, ready)
        while True:
            head: Request
            head, data = receive(self._wire)
            if head["op"] not in self._operations:
                return
            send(self._wire, *self.answer(head, data))

    def answer(self, head: Request, data: bytearray) -> Answer:
        """Handle one request; whatever the program raises becomes a reply."""
        operation = self._operations[head["op"]]
        request = data if head["op"] in ON_ARRAYS else bytes(data)
        reply, payload = self._guarded(operation, head, request)
        _flush()
        return {**reply, "nonce": head["nonce"]}, payload

    def _guarded(self, operation: Callable[[Any, Any], Answer], head: Request, data: Any) -> Answer:
        try:
            return operation(head, data)
        except BaseException as error:  # noqa: BLE001 - student code may raise anything at all
            refusal: Refusal = {"ok": False, "error": self._describe(error)}
            return refusal, b""

    def _load(self, head: LoadRequest, data: bytes) -> Answer:
        files = self._take_files(head, data)
        text = files.pop(head["main"])
        importer = Importer(head["main"], files, tuple(head["allowed"]))
        for name in head["makers"]:
            self._makers[name] = import_module(f"{__package__}.{name}")
            self._makers[name].take()
        self._wall.shut(head["allowed"])

        def execute() -> dict[str, Any]:
            module = as_script(head["main"], importer)
            execute_script(module, head["main"], text, importer)
            return module.__dict__

        self._execute = execute
        if head["mode"] == "later":
            return DONE, b""
        work = partial(load, head["main"], text, head["mode"], importer)
        self._space = self._noticed(work, head["notice"]).__dict__
        return DONE, b""

    def _ask(self, head: AskRequest, data: bytes) -> Answer:
        """Let a plugin's module, imported before the program was executed, ask it."""
        module = self._makers[head["by"]]
        program = GuestProgram(self._space, self._execute, self._describe)
        work = partial(module.answer, program, head["request"], data)
        answer: Answer = self._noticed(work, head["notice"])
        return answer

    def _take_files(self, head: ProgramRequest, data: bytes) -> dict[str, str]:
        files = {}
        for name, size in head["files"]:
            files[name], data = data[:size].decode("utf-8", "surrogatepass"), data[size:]
        self._files = list(files)
        return files

    def _program(self, head: ScriptRequest, data: bytes) -> Answer:
        def tell(answer: Answer) -> None:
            send(self._wire, {**answer[0], "nonce": head["nonce"]}, answer[1])
            os._exit(0)  # the main thread is in code that ignored Cut

        self._wall.shut(head["allowed"])
        return WholeRun(head, self._take_files(head, data), self._describe).run(tell)

    def _under(self, head: UnderRequest, data: bytes) -> Answer:
        """Run the program with a plugin's module, named by the host."""
        module = import_module(f"{__package__}.{head['module']}")
        answer: Answer = module.answer(head, self._take_files(head, data))
        return answer

    def _call(self, head: CallRequest, data: bytearray) -> Answer:
        call_args, matrices, given = arguments(head, data)
        if head["lag"]:
            arrays.wait()
        call = caller(self._space, head, self._makers)
        returned, place = self._called(lambda: call(call_args), head, matrices)
        if head.get("keep"):
            self._kept = head, returned
        result = contents(head, returned)
        if head["lag"]:
            self._wire.write(RETURNED)
            arrays.wait()
        # Unchanged inputs are not sent back: the host has them. This needs no more trust than
        # sending them: a lying program could send the original values.
        kept = [*map(arrays.is_as_given, matrices, given)]
        changed = [matrix for matrix, same in zip(matrices, kept) if not same]  # noqa: B905
        heads, packed = values.pack_all([result, *changed], head["most"])
        sent: CallReply = {"ok": True, "values": heads}
        if "by" in head and call.told:
            sent["told"] = call.told
        if place:
            sent["writes"] = place
        if any(kept):
            sent["kept"] = kept
        return sent, packed

    def _called(
        self, work: Callable[[], Any], head: CallRequest, matrices: list[Any]
    ) -> tuple[Any, Place | None]:
        """Do a student's work; also return where it wrote into the matrices, if asked for.

        Raise MadeUpValueError if it needs values that plots have only in the real library.
        """
        place: Place | None = None
        invented = recorder.invented()
        try:
            if head.get("watch"):
                returned, place = writing_into(work, matrices, self._files)
            else:
                returned = self._noticed(work, head.get("notice", 0))
        except Exception as error:
            if recorder.invented() == invented:
                raise
            raise recorder.MadeUpValueError().with_traceback(error.__traceback__) from None
        if recorder.invented() != invented or recorder.is_made_up(returned):
            raise recorder.MadeUpValueError
        return returned, place

    def _pack_kept(self, head: Request, data: bytes) -> Answer:
        """Pack an earlier call's result again: a later call may have written into it."""
        del data
        kept, self._kept = self._kept, None
        heads, packed = values.pack_all([contents(*kept) if kept else None], head["most"])
        return _of_values(heads), packed

    def _noticed(self, work: Callable[[], Any], seconds: float) -> Any:
        """Do a student's work; shortly before its time is up, send its current line to the host."""

        def tell(place: Place) -> None:
            self._wire.write(HEADER.pack(STANDS, max(0, place[1]), place[0]))

        return noticed(work, seconds, self._files, tell)

    def _extend(self, head: ExtendRequest, data: bytes) -> Answer:
        """Let a plugin's module, named by the host, answer; it may take over operations."""
        module = import_module(f"{__package__}.{head['module']}")
        answer: Answer
        answer, operations = module.extend(self._wire, head, data)
        self._operations.update(operations)
        return answer

    def _prepare(self, head: CallRequest, data: bytearray) -> Answer:
        self._measured.prepare(self._space, head, data)
        return DONE, b""

    def _go(self, head: Request, data: bytes) -> Answer:
        del head, data
        self._measured.go()
        return DONE, b""

    def _fetch(self, head: Request, data: bytes) -> Answer:
        del data
        return self._measured.fetch(head["most"])

    def _plots(self, head: Request, data: bytes) -> Answer:
        del head, data
        sent: PlotsReply = {"ok": True, "plots": recorder.recorded()}
        return sent, b""

    def _describe(self, error: BaseException) -> ErrorRecord:
        try:
            described: ErrorRecord = {
                "type": class_name(error),
                "message": clip(str(error), MAX_LONG),
                "frames": _own_frames(error, self._files),
            }
        except BaseException:  # noqa: BLE001 - a student's __str__ may raise anything
            return {"type": class_name(error), "message": "", "frames": []}
        try:
            if near := names_like(error):
                described["near"] = near
            if (beyond := index_beyond(error, self._files)) is not None:
                described["beyond"] = beyond
        except BaseException:  # noqa: BLE001, S110 - it is only for a hint, and asks their objects
            pass
        return described


class MeasuredCall:
    """A call in three requests, so that the host's clock measures only the work.

    The host does not trust these boundaries: excess time of the others is added to the work.
    """

    def __init__(self, wire: Wire, makers: dict[str, Any]) -> None:
        self._wire = wire
        self._makers = makers
        self._arguments: list[Any] = []
        self._result: Any = None
        self._head: CallRequest
        self._call: Any = None

    def prepare(self, space: dict[str, Any], head: CallRequest, data: bytearray) -> None:
        self._result = None
        self._arguments, *_ = arguments(head, data)
        self._head = head
        self._call = caller(space, head, self._makers)
        if head["lag"]:
            arrays.wait()

    def go(self) -> None:
        """Call once, and wait for the device."""
        positional, self._arguments = self._arguments, []
        self._result = self._call(positional)
        if self._head["lag"]:
            self._wire.write(RETURNED)
            arrays.wait()

    def fetch(self, most: int) -> Answer:
        """Pack the result, in at most `most` bytes."""
        heads, data = values.pack_all([contents(self._head, self._result)], most)
        return _of_values(heads), data


def _of_values(heads: list[ValueRecord]) -> ValuesReply:
    return {"ok": True, "values": heads}


def _own_frames(error: BaseException, files: list[str]) -> list[tuple[str, int, str]]:
    """Return the student's own frames; of many, the outermost and the innermost."""
    first: list[tuple[str, int, str]] = []
    last: deque[tuple[str, int, str]] = deque(maxlen=MAX_FRAMES // 2)
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename in files:
            frame = code.co_filename, trace.tb_lineno or 0, code.co_name[:MAX_REPR]
            (first if len(first) < MAX_FRAMES // 2 else last).append(frame)
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and error.filename in files:
        line = error.lineno if type(error.lineno) is int else 0
        last.append((error.filename, line, ""))
    return [*first, *last]


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:  # noqa: BLE001, S112 - the student may have replaced it
            continue
