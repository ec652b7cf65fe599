"""The reader process: reads sources under limits until its input ends, executing none."""

import os
import sys
import threading
from collections.abc import Mapping
from contextlib import closing
from typing import IO, Any

from grader.model.static import SourceFacts
from grader.plugins import load
from grader.source.frames import (
    pack_facts,
    read_frame,
    unpack_comparison,
    unpack_request,
    write_frame,
)
from grader.source.reading import SourceReading
from grader.source.syntax import limit_cpu

MEMORY_BYTES = 2 * 1024**3
STACK_BYTES = 256 * 1024**2  # reserved, not used
DEPTH = 12_000  # recursion limit; deeper sources count as too complex


def main(cpu_seconds: float) -> None:
    """Answer requests on the standard streams; redirect prints to stderr."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _limit_memory()
    threading.stack_size(STACK_BYTES)
    sys.setrecursionlimit(DEPTH)
    thread = threading.Thread(target=serve, args=(sys.stdin.buffer, answers, cpu_seconds))
    thread.start()
    thread.join()


def serve(requests: IO[bytes], answers: IO[bytes], cpu_seconds: float) -> None:
    """Read one source after another; the last program is kept for further questions about it."""
    with closing(SourceReading(cpu_seconds)) as reading:
        while (message := read_frame(requests)) is not None:
            limit_cpu(cpu_seconds)
            write_frame(answers, pack_facts(*_read(message, reading)))


def _read(message: Mapping[str, Any], reading: SourceReading) -> tuple[SourceFacts, object]:
    if "compare" in message:
        return reading.compare(*unpack_comparison(message))
    if "with" not in message:
        return reading.read(*unpack_request(message), message["parser"]), None
    facts, record = load(message["with"])(message["request"])
    return facts, record


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows: only the host's clock limits it
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = MEMORY_BYTES if hard == resource.RLIM_INFINITY else min(hard, MEMORY_BYTES)
    try:
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    except (ValueError, OSError):  # macOS refuses to limit the address space
        return
