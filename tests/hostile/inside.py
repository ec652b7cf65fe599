"""What attacks share. Runs inside the sandbox, as the student's own helper file `witness.py`.

The constants named in places.py stand before this text when it is handed in.
"""

import errno
import json
import os
import struct
import sys
from collections.abc import Callable, Mapping
from types import FrameType
from typing import Any

NUMBERS: dict[str, int] = globals().get("CALL_NUMBERS", {})
# A wall says one of these. Any other error means that the attack got as far as the kernel.
REFUSALS = {
    errno.EPERM,
    errno.EACCES,
    errno.ENOENT,
    errno.EROFS,
    errno.ENOSYS,
    errno.EAGAIN,
    errno.EXDEV,
    None,  # raised by the attack itself, or without a number
}


class Stopped(Exception):
    """Every attempt was refused."""


def expect_stopped(attempts: Mapping[Any, Callable[[], object]]) -> str:
    """Tries everything; raises Stopped when nothing worked, else names what did."""
    through = []
    for name, attempt in attempts.items():
        try:
            attempt()
        except OSError as error:
            if error.errno not in REFUSALS and (error.errno or 0) >= 0:  # resolvers count down
                through.append(f"{name}: {errno.errorcode.get(error.errno or 0)}")
        except (ImportError, KeyError):
            continue
        else:
            through.append(str(name))
    if through:
        return "BREACH: " + ", ".join(through)
    raise Stopped


def syscall(name: str | int, *arguments: object) -> int:
    """Calls the kernel past the C library's wrappers."""
    import ctypes

    number = NUMBERS.get(name, -1) if isinstance(name, str) else name
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    result = library.syscall(ctypes.c_long(number), *(_argument(one) for one in arguments))
    if result == -1:
        raise OSError(ctypes.get_errno(), f"system call {name}")
    return int(result)


def _argument(value: object) -> object:
    import ctypes

    if isinstance(value, int):
        return ctypes.c_long(value)
    return (ctypes.c_char * len(value)).from_buffer(value) if type(value) is bytearray else value


def map_memory(size: int, rights: int, flags: int, descriptor: int) -> int:
    """Maps memory with flags that Python's mmap does not offer; gives the address."""
    import ctypes

    library = ctypes.CDLL(None, use_errno=True)
    library.mmap.restype = ctypes.c_void_p
    size_t, integer = ctypes.c_size_t, ctypes.c_int
    library.mmap.argtypes = [ctypes.c_void_p, size_t, integer, integer, integer, ctypes.c_long]
    address = library.mmap(None, size, rights, flags, descriptor, 0)
    if address in (None, 2 ** (8 * ctypes.sizeof(ctypes.c_void_p)) - 1):
        raise OSError(ctypes.get_errno(), "mmap")
    return int(address)


def _runner() -> tuple[Any, dict[str, Any]]:
    """Walks up to the runner and the request it is working on."""
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        seen = frame.f_locals
        if "head" in seen and hasattr(seen.get("self"), "serve"):
            return seen["self"], seen["head"]
        frame = frame.f_back
    raise OSError(errno.ENOENT, "no runner")


def request() -> dict[str, Any]:
    """Gives the request that the runner is working on."""
    return _runner()[1]


def channel() -> list[int]:
    """Gives the descriptors of the channel to the host."""
    wire = _runner()[0]._wire
    return sorted({wire._source, wire._sink})


def write_raw(data: bytes) -> None:
    """Writes to the channel."""
    sink = _runner()[0]._wire._sink
    while data:
        data = data[os.write(sink, data) :]


def write_frame(head: dict[str, Any], data: bytes) -> None:
    """Writes a frame as the runner would."""
    text = json.dumps(head).encode()
    write_raw(struct.pack("<4sIQ", b"GRD1", len(text), len(data)) + text + data)


def forge_reply(head: dict[str, Any], data: bytes, nonce: str = "") -> None:
    """Answers in the runner's place."""
    write_frame({**head, "nonce": nonce or request()["nonce"]}, data)


def matrix_reply(*matrices: list[list[float]]) -> tuple[dict[str, Any], bytes]:
    """Spells out an answer: a result and the inputs, or the result three times."""
    chosen = matrices if len(matrices) == 3 else matrices[:1] * 3
    values, data = [], b""
    for matrix in chosen:
        shape = [len(matrix), len(matrix[0])]
        values.append({"kind": "matrix", "shape": shape, "dtype": "<f8"})
        data += struct.pack(f"<{shape[0] * shape[1]}d", *(x for row in matrix for x in row))
    return {"ok": True, "values": values}, data
