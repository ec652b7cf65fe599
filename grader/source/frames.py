"""Messages between the host and its reader process: length-prefixed JSON of our records."""

import json
import struct
from collections.abc import Iterable, Mapping
from typing import IO, Any

import msgspec

from grader.model.static import SourceFacts
from grader.model.submission import SourceFile
from grader.source.question import SourceQuestion

HEADER = struct.Struct(">I")
# of the reader, and of another Python that parses for it; using more is the source's fault
CPU_SECONDS = 10.0
MOST_ANSWER = 4_194_304  # bytes
MOST_USES = 200  # further uses add nothing
PythonRequest = tuple[SourceFile, tuple[SourceFile, ...], SourceQuestion]
Comparison = tuple[SourceFile, tuple[SourceFile, ...], tuple[tuple[str, str], ...]]
"""A program, and versions of Python with their paths; "" is the reader's own."""


def write_frame(stream: IO[bytes], message: Mapping[str, Any]) -> None:
    """Write one message."""
    body = json.dumps(message).encode()
    stream.write(HEADER.pack(len(body)) + body)
    stream.flush()


def read_frame(stream: IO[bytes], most: int | None = None) -> dict[str, Any] | None:
    """Read one message; None if the other side is gone or sends more than `most` bytes."""
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
    main: SourceFile, helpers: Iterable[SourceFile], question: SourceQuestion, path: str = ""
) -> dict[str, Any]:
    """Encode what to read; `path` is the Python that parses it."""
    return {"python": msgspec.to_builtins((main, tuple(helpers), question)), "parser": path}


def unpack_request(message: Mapping[str, Any]) -> PythonRequest:
    """Decode the result of `pack_request`."""
    request: PythonRequest = msgspec.convert(message["python"], PythonRequest)
    return request


def pack_comparison(
    main: SourceFile, helpers: Iterable[SourceFile], pythons: Iterable[tuple[str, str]]
) -> dict[str, Any]:
    """Encode which Pythons are asked whether they can read a program."""
    return {"compare": msgspec.to_builtins((main, tuple(helpers), tuple(pythons)))}


def unpack_comparison(message: Mapping[str, Any]) -> Comparison:
    """Decode the result of `pack_comparison`."""
    comparison: Comparison = msgspec.convert(message["compare"], Comparison)
    return comparison


def pack_facts(facts: SourceFacts, record: object = None) -> dict[str, Any]:
    """Encode the facts, and the record of a plugin's reader."""
    message: dict[str, Any] = msgspec.to_builtins(facts)
    message |= {key: message[key][:MOST_USES] for key in ("uses", "instead")}
    return {"facts": message, "record": msgspec.to_builtins(record)}


def unpack_facts(message: Mapping[str, Any]) -> tuple[SourceFacts, Any]:
    """Decode the result of `pack_facts`; the record consists of plain values."""
    return msgspec.convert(message["facts"], SourceFacts), message["record"]
