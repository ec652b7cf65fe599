"""Frames from a child, parsed as hostile input: bounded, validated, never trusted.

Header, little endian: 4 bytes magic, u32 length of the JSON, u64 length of the raw bytes. The
guest has its own copy of this rule in grader/guest/frames.py.
"""

import json
import struct
import time
from collections.abc import Mapping
from typing import Any

HEADER = struct.Struct("<4sIQ")
MAGIC = b"GRD1"
MAX_JSON = 8 * 2**20

RETURNED = HEADER.pack(b"GRDR", 0, 0)

Frame = tuple[Mapping[str, Any], bytes]


class ViolationError(Exception):
    """Bytes that the guest's own code never sends."""


def encode(head: Mapping[str, Any], data: bytes = b"") -> bytes:
    """Writes one request."""
    text = json.dumps(head, separators=(",", ":")).encode("ascii")
    return HEADER.pack(MAGIC, len(text), len(data)) + text + data


class FrameParser:
    """Collects bytes until one frame is complete; `max_data` bounds its raw bytes."""

    def __init__(self, max_data: int, *, returning: bool = False, max_json: int = MAX_JSON) -> None:
        """Starts empty; `returning` when a note may come first that the function has returned."""
        self._buffer = bytearray()
        self._max_data = max_data
        self._max_json = max_json
        self._returning = returning
        self.returned = 0.0  # this process's clock at that note

    def feed(self, data: bytes) -> Frame | None:
        """Takes more bytes; returns the frame when it is complete, raises ViolationError."""
        self._buffer += data
        if self._returning and self._buffer.startswith(RETURNED):
            self._returning, self.returned = False, time.perf_counter()
            del self._buffer[: len(RETURNED)]
        if len(self._buffer) < HEADER.size:
            return None
        magic, json_size, data_size = HEADER.unpack_from(self._buffer)
        if magic != MAGIC:
            raise ViolationError("a reply with a wrong signature")
        if json_size > self._max_json or data_size > self._max_data:
            raise ViolationError("a reply that is too large")
        end = HEADER.size + json_size + data_size
        if len(self._buffer) < end:
            return None
        if len(self._buffer) > end:
            raise ViolationError("a reply that nobody asked for")
        with memoryview(self._buffer) as frame:  # no copy of a copy: this may be large
            text = bytes(frame[HEADER.size : HEADER.size + json_size])
            raw = bytes(frame[HEADER.size + json_size :])
        return _parse_head(text), raw


def _parse_head(text: bytes) -> Mapping[str, Any]:
    try:
        head = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ViolationError("a reply that is not JSON") from error
    if not isinstance(head, dict):
        raise ViolationError("a reply that is not an object")
    return head
