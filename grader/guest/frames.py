"""Frames on the channel, read and written; protocol.py says what they are."""

import json
import os
from collections.abc import Mapping
from typing import Any, Protocol

from .protocol import HEADER, MAGIC

PART = 1 << 16  # bytes that are read at a time, or put together to be written


class Wire(Protocol):
    """The two directions of the channel to the host."""

    def read(self, size: int) -> bytes:
        """Reads up to `size` bytes; b"" at the end."""

    def write(self, data: bytes) -> None:
        """Writes all of `data`."""


class DescriptorWire:
    """Plain descriptors; reads and writes go straight to the kernel, past any buffer."""

    def __init__(self, source: int, sink: int) -> None:
        """Takes the descriptors to read from and to write to."""
        self._source = source
        self._sink = sink

    def read(self, size: int) -> bytes:
        """Reads what there is, at most `size` bytes."""
        return os.read(self._source, size)

    def write(self, data: bytes) -> None:
        """Writes all of it."""
        view = memoryview(data)
        while view:
            view = view[os.write(self._sink, view) :]


def read_exactly(wire: Wire, size: int) -> bytearray:
    """Reads `size` bytes, or ends the process: without the host there is nothing to do.

    They go where they stay: every copy of a large matrix costs as much as a part of a product.
    """
    data = bytearray(size)
    missing = memoryview(data)
    while missing:
        part = wire.read(min(len(missing), PART))
        if not part:
            raise SystemExit(0)
        missing[: len(part)] = part
        missing = missing[len(part) :]
    return data


def receive(wire: Wire) -> tuple[Any, bytearray]:
    """Reads one request; ends the process at bytes that are none."""
    magic, json_size, data_size = HEADER.unpack(read_exactly(wire, HEADER.size))
    if magic != MAGIC:
        raise SystemExit(0)
    head = json.loads(read_exactly(wire, json_size))
    return head, read_exactly(wire, data_size)


def send(wire: Wire, head: Mapping[str, object], data: bytes | list[Any] = b"") -> None:
    """Writes one reply, whose JSON is plain ASCII; a list holds what can be read as bytes."""
    text = json.dumps(head, ensure_ascii=True, separators=(",", ":")).encode("ascii")
    parts = data if isinstance(data, list) else [data]
    size = sum(map(len, parts))
    parts = [HEADER.pack(MAGIC, len(text), size), text, *parts]
    if size <= PART:
        parts = [b"".join(parts)]  # the host is woken up once
    for part in parts:
        wire.write(part)
