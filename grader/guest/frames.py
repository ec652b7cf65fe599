"""Reading and writing frames on the channel; protocol.py defines them."""

import json
import os
from collections.abc import Mapping
from typing import Any, Protocol

from .protocol import HEADER, MAGIC

PART = 1 << 16  # bytes read at a time, or joined for writing


class Wire(Protocol):
    """The two directions of the channel to the host."""

    def read(self, size: int) -> bytes:
        """Read up to `size` bytes; b"" at the end."""

    def write(self, data: bytes) -> None:
        """Write all of `data`."""


class DescriptorWire:
    """Plain descriptors, unbuffered."""

    def __init__(self, source: int, sink: int) -> None:
        """Take the descriptors to read from and to write to."""
        self._source = source
        self._sink = sink

    def read(self, size: int) -> bytes:
        """Read what is available, at most `size` bytes."""
        return os.read(self._source, size)

    def write(self, data: bytes) -> None:
        """Write all of it."""
        view = memoryview(data)
        while view:
            view = view[os.write(self._sink, view) :]


def read_exactly(wire: Wire, size: int) -> bytearray:
    """Read `size` bytes, or end the process: without the host there is nothing to do.

    They are read straight into their final place, since copying a large matrix takes a noticeable
    part of a product.
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
    """Read one request; end the process if the bytes are not a request."""
    magic, json_size, data_size = HEADER.unpack(read_exactly(wire, HEADER.size))
    if magic != MAGIC:
        raise SystemExit(0)
    head = json.loads(read_exactly(wire, json_size))
    return head, read_exactly(wire, data_size)


def send(wire: Wire, head: Mapping[str, object], data: bytes | list[Any] = b"") -> None:
    """Write one reply, with JSON in ASCII; a list holds buffers."""
    text = json.dumps(head, ensure_ascii=True, separators=(",", ":")).encode("ascii")
    parts = data if isinstance(data, list) else [data]
    size = sum(map(len, parts))
    parts = [HEADER.pack(MAGIC, len(text), size), text, *parts]
    if size <= PART:
        parts = [b"".join(parts)]  # so that the host wakes only once
    for part in parts:
        wire.write(part)
