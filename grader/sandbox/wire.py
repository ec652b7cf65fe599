"""Frames from a child, parsed as hostile input: bounded, validated, never trusted.

Header, little endian: 4 bytes magic, u32 length of the JSON, u64 length of the raw bytes. The
guest has its own copy of this rule in grader/guest/frames.py.
"""

import json
import struct
from collections.abc import Mapping
from typing import Any

HEADER = struct.Struct("<4sIQ")
MAGIC = b"GRD1"
MAX_JSON = 8 * 2**20

Frame = tuple[Mapping[str, Any], bytes]


class ViolationError(Exception):
    """Bytes that the guest's own code never sends."""


def encode(head: Mapping[str, Any], data: bytes = b"") -> bytes:
    """Writes one request."""
    text = json.dumps(head, separators=(",", ":")).encode("ascii")
    return HEADER.pack(MAGIC, len(text), len(data)) + text + data


class FrameParser:
    """Collects bytes until one frame is complete; `max_data` bounds its raw bytes."""

    def __init__(self, max_data: int) -> None:
        """Starts empty."""
        self._buffer = bytearray()
        self._max_data = max_data

    def feed(self, data: bytes) -> Frame | None:
        """Takes more bytes; returns the frame when it is complete, raises ViolationError."""
        self._buffer += data
        if len(self._buffer) < HEADER.size:
            return None
        magic, json_size, data_size = HEADER.unpack_from(self._buffer)
        if magic != MAGIC:
            raise ViolationError("a reply with a wrong signature")
        if json_size > MAX_JSON or data_size > self._max_data:
            raise ViolationError("a reply that is too large")
        end = HEADER.size + json_size + data_size
        if len(self._buffer) < end:
            return None
        if len(self._buffer) > end:
            raise ViolationError("a reply that nobody asked for")
        text = bytes(self._buffer[HEADER.size : HEADER.size + json_size])
        return _parse_head(text), bytes(self._buffer[HEADER.size + json_size :])


def _parse_head(text: bytes) -> Mapping[str, Any]:
    try:
        head = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ViolationError("a reply that is not JSON") from error
    if not isinstance(head, dict):
        raise ViolationError("a reply that is not an object")
    return head
