"""The words between the host and its reader process: length-framed JSON of our records."""

import json
import struct
from collections.abc import Iterable, Mapping
from typing import IO, Any

import msgspec

from grader.model.run import Compiled
from grader.model.static import SourceFacts
from grader.model.submission import SourceFile
from grader.policy.question import SourceQuestion

HEADER = struct.Struct(">I")
MOST_ANSWER = 4_194_304  # bytes
MOST_USES = 200  # a source that breaks the rule more often says nothing new
PythonRequest = tuple[SourceFile, tuple[SourceFile, ...], SourceQuestion]
CRequest = tuple[Compiled, SourceFile, tuple[SourceFile, ...], tuple[str, ...]]


def write_frame(stream: IO[bytes], message: Mapping[str, Any]) -> None:
    """Writes one message."""
    body = json.dumps(message).encode()
    stream.write(HEADER.pack(len(body)) + body)
    stream.flush()


def read_frame(stream: IO[bytes], most: int | None = None) -> dict[str, Any] | None:
    """Reads one message; None when the other side is gone or says more than `most` bytes."""
    header = stream.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    (size,) = HEADER.unpack(header)
    if most is not None and size > most:
        return None
    body = stream.read(size)
    if len(body) < size:
        return None
    message: dict[str, Any] = json.loads(body)
    return message


def pack_request(
    main: SourceFile, helpers: Iterable[SourceFile], question: SourceQuestion
) -> dict[str, Any]:
    """Writes down what the reader is to read."""
    return {"python": msgspec.to_builtins((main, tuple(helpers), question))}


def unpack_request(message: Mapping[str, Any]) -> PythonRequest:
    """Reads what `pack_request` wrote."""
    request: PythonRequest = msgspec.convert(message["python"], PythonRequest)
    return request


def pack_c_request(request: CRequest) -> dict[str, Any]:
    """Writes down what of a C source is to be read, and what compiling it showed."""
    return {"c": msgspec.to_builtins(request)}


def unpack_c_request(message: Mapping[str, Any]) -> CRequest:
    """Reads what `pack_c_request` wrote."""
    request: CRequest = msgspec.convert(message["c"], CRequest)
    return request


def pack_facts(facts: SourceFacts) -> dict[str, Any]:
    """Writes down what the reader found."""
    message: dict[str, Any] = msgspec.to_builtins(facts)
    return message | {key: message[key][:MOST_USES] for key in ("uses", "instead")}


def unpack_facts(message: Mapping[str, Any]) -> SourceFacts:
    """Reads what `pack_facts` wrote."""
    return msgspec.convert(message, SourceFacts)
