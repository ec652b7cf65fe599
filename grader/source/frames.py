"""The words between the host and its reader process: length-framed JSON of our records."""

import json
import struct
from collections.abc import Iterable, Mapping
from typing import IO, Any

import msgspec

from grader.model.static import SourceFacts
from grader.model.submission import SourceFile
from grader.source.question import SourceQuestion

HEADER = struct.Struct(">I")
CPU_SECONDS = 10.0  # of the reader, and of a Python that parses for it: more is the source's doing
MOST_ANSWER = 4_194_304  # bytes
MOST_USES = 200  # a source that breaks the rule more often says nothing new
PythonRequest = tuple[SourceFile, tuple[SourceFile, ...], SourceQuestion]
Comparison = tuple[SourceFile, tuple[SourceFile, ...], tuple[tuple[str, str], ...]]
"""A program, and versions of Python with where they are; "" is the reader's own."""


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
    main: SourceFile, helpers: Iterable[SourceFile], question: SourceQuestion, path: str = ""
) -> dict[str, Any]:
    """Writes down what the reader is to read, and where the Python is that is to parse it."""
    return {"python": msgspec.to_builtins((main, tuple(helpers), question)), "parser": path}


def unpack_request(message: Mapping[str, Any]) -> PythonRequest:
    """Reads what `pack_request` wrote."""
    request: PythonRequest = msgspec.convert(message["python"], PythonRequest)
    return request


def pack_comparison(
    main: SourceFile, helpers: Iterable[SourceFile], pythons: Iterable[tuple[str, str]]
) -> dict[str, Any]:
    """Writes down which Pythons are asked whether they can read a program."""
    return {"compare": msgspec.to_builtins((main, tuple(helpers), tuple(pythons)))}


def unpack_comparison(message: Mapping[str, Any]) -> Comparison:
    """Reads what `pack_comparison` wrote."""
    comparison: Comparison = msgspec.convert(message["compare"], Comparison)
    return comparison


def pack_facts(facts: SourceFacts, record: object = None) -> dict[str, Any]:
    """Writes down what the reader found, and what a plugin's reader has to tell besides."""
    message: dict[str, Any] = msgspec.to_builtins(facts)
    message |= {key: message[key][:MOST_USES] for key in ("uses", "instead")}
    return {"facts": message, "record": msgspec.to_builtins(record)}


def unpack_facts(message: Mapping[str, Any]) -> tuple[SourceFacts, Any]:
    """Reads what `pack_facts` wrote; the record is plain values."""
    return msgspec.convert(message["facts"], SourceFacts), message["record"]
