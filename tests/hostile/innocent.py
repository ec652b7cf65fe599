"""The next student's program: right, and looking for what the one before left behind.

Runs inside the sandbox. The constants MARK and ENVIRONMENT stand before this text when it is
handed in; MARK is the mark of the attack before, each byte one higher, so that it is not itself
found.
"""

import contextlib
import ctypes
import gc
import os
from collections.abc import Iterator
from typing import Any

ROTATED: bytes = globals().get("MARK", b"")
EXPECTED: dict[str, str] = globals().get("ENVIRONMENT", {})
ROTATE = bytes((byte + 1) % 256 for byte in range(256))
MIB = 2**20
CHUNK = 65_536
MOST = 48 * MIB


def matmul(a: list[list[Any]], b: list[list[Any]]) -> list[list[Any]]:
    """Multiplies."""
    return [[sum(x * b[k][j] for k, x in enumerate(row)) for j in range(len(b[0]))] for row in a]


def leftovers(a: object, b: object) -> str:
    """Names what is left of the program before."""
    found = []
    with contextlib.suppress(PermissionError):  # the best that a folder can say
        found += [f"file {name}" for name in os.listdir(".")]  # noqa: PTH208 - few imports
    environment = {key: value for key, value in os.environ.items() if key != "PWD"}
    if environment != EXPECTED:
        found.append(f"environment {environment}")
    if any(ROTATED in data.translate(ROTATE) for data in _memory()):
        found.append("its text in memory")
    return ", ".join(found) or "nothing"


def _memory() -> Iterator[bytes]:
    """Reads the memory of this process that can be written to, as far as that can be found."""
    source, sink = os.pipe2(os.O_NONBLOCK)
    for start, end in _areas():
        for address in range(start, end, CHUNK):
            size = min(CHUNK, end - address)
            try:  # the kernel says whether there is memory; we would only die
                written = os.write(sink, (ctypes.c_char * size).from_address(address))
            except OSError:
                continue
            yield os.read(source, written)


def _areas() -> list[tuple[int, int]]:
    try:
        with open("/proc/self/maps", encoding="ascii") as maps:  # noqa: PTH123
            lines = [line.split() for line in maps]
    except OSError:
        starts = {id(one) // MIB * MIB for one in gc.get_objects()}
        return [(start, start + MIB) for start in sorted(starts)][: MOST // MIB]
    areas = [line[0].split("-") for line in lines if line[1].startswith("rw") and line[4] == "0"]
    return [(int(start, 16), min(int(end, 16), int(start, 16) + MOST)) for start, end in areas]
