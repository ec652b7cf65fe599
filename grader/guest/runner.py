"""Answers the host's requests: load a program, call its function, hand over what it plotted."""

import math
import sys
from collections import deque
from collections.abc import Callable
from typing import Any

from . import arrays, nests, values
from .frames import RETURNED, Wire, receive, send
from .loading import Importer, load
from .naming import MAX_REPR, class_name, clip

MAX_TEXT = 2_000
MAX_FRAMES = 20

Reply = tuple[dict[str, Any], bytes]


class Runner:
    """One student's program in one process."""

    def __init__(self, wire: Wire) -> None:
        """Starts without a program; the first request brings it."""
        arrays.take()
        self._wire = wire
        self._files: frozenset[str] = frozenset()
        self._space: dict[str, Any] = {}
        self._operations: dict[str, Callable[[dict[str, Any], bytes], Reply]] = {
            "load": self._load,
            "call": self._call,
            "plots": self._plots,
        }

    def serve(self) -> None:
        """Answers until the host closes the channel or asks for the end."""
        send(self._wire, {"ready": True})
        while True:
            head, data = receive(self._wire)
            operation = self._operations.get(head["op"])
            if operation is None:
                return
            reply, payload = self._guarded(operation, head, data)
            _flush()
            send(self._wire, {**reply, "nonce": head["nonce"]}, payload)

    def _guarded(
        self, operation: Callable[[dict[str, Any], bytes], Reply], head: dict[str, Any], data: bytes
    ) -> Reply:
        try:
            return operation(head, data)
        except BaseException as error:  # noqa: BLE001 - student code may raise anything at all
            return {"ok": False, "error": self._describe(error)}, b""

    def _load(self, head: dict[str, Any], data: bytes) -> Reply:
        files = {}
        for name, size in head["files"]:
            files[name], data = data[:size].decode("utf-8", "surrogatepass"), data[size:]
        self._files = frozenset(files)
        text = files.pop(head["main"])
        importer = Importer(head["main"], files, tuple(head["allowed"]))
        self._space = load(head["main"], text, head["mode"], importer).__dict__
        return {"ok": True}, b""

    def _call(self, head: dict[str, Any], data: bytes) -> Reply:
        arguments, matrices = _arguments(head, data)
        if head["lag"]:
            arrays.wait()
        if head["objects"]:
            result = values.contents(self._call_object(head, arguments))
        else:
            returned = self._find(head["target"])(*arguments)
            result = returned if head["result"] < 0 else arguments[head["result"]]
        if head["lag"]:
            self._wire.write(RETURNED)
            arrays.wait()
        packed = [values.pack(result), *(values.pack(matrix) for matrix in matrices)]
        heads = [part[0] for part in packed]
        return {"ok": True, "values": heads}, b"".join(part[1] for part in packed)

    def _call_object(self, head: dict[str, Any], arguments: list[Any]) -> Any:
        """Calls a method of a class that is made from one matrix each, or from both."""
        name, _, method = head["target"].partition(".")
        make = self._space[name]
        if head["objects"] == "pair":
            return getattr(make(*arguments), method)()
        first, second = (make(argument) for argument in arguments)
        return getattr(first, method)(second)

    def _find(self, target: str) -> Callable[..., Any]:
        name, _, method = target.partition(".")
        found = self._space[name]
        return getattr(found(), method) if method else found  # type: ignore[no-any-return]

    def _plots(self, head: dict[str, Any], data: bytes) -> Reply:
        del head, data
        recorder = sys.modules.get("matplotlib._record")
        return {"ok": True, "plots": recorder.recorded() if recorder else []}, b""

    def _describe(self, error: BaseException) -> dict[str, Any]:
        try:
            return {
                "type": class_name(error),
                "message": clip(str(error), MAX_TEXT),
                "frames": _own_frames(error, self._files),
            }
        except BaseException:  # noqa: BLE001 - a student's __str__ may raise anything
            return {"type": class_name(error), "message": "", "frames": []}


def _own_frames(error: BaseException, files: frozenset[str]) -> list[list[Any]]:
    """Lists the student's own frames, the outermost and the innermost when there are many."""
    first: list[list[Any]] = []
    last: deque[list[Any]] = deque(maxlen=MAX_FRAMES // 2)
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename in files:
            frame = [code.co_filename, trace.tb_lineno or 0, code.co_name[:MAX_REPR]]
            (first if len(first) < MAX_FRAMES // 2 else last).append(frame)
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and error.filename in files:
        line = error.lineno if type(error.lineno) is int else 0
        last.append([error.filename, line, ""])
    return [*first, *last]


def _arguments(head: dict[str, Any], data: bytes) -> tuple[list[Any], list[Any]]:
    """Builds the positional arguments; `matrices` are those the host gave as input."""
    arguments: list[Any] = []
    matrices: list[Any] = []
    for spec in head["args"]:
        if "int" in spec:
            arguments.append(spec["int"])
            continue
        size = math.prod(spec["shape"]) * int(spec["dtype"][2])
        content = bytes(size) if "zeros" in spec else data[:size]
        arguments.append(_matrix(head, spec, content))
        if "zeros" not in spec:
            matrices.append(arguments[-1])
            data = data[size:]
    return arguments, matrices


def _matrix(head: dict[str, Any], spec: dict[str, Any], data: bytes) -> Any:
    if head["form"] == "lists":
        return nests.unpack(spec["dtype"], spec["shape"], data)
    return arrays.make(head["form"], spec["dtype"], spec["shape"], data, head["device"])


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:  # noqa: BLE001, S112 - the student may have replaced it
            continue
