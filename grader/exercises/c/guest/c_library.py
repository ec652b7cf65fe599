"""A student's C program as a shared library, in an already confined process.

Loading runs its constructors, so nothing of it is loaded earlier. No Python of a student's runs
here, but the library can do anything to this process: nothing that leaves it is trusted beyond the
bytes of the result.

Each matrix has memory of its own, adjacent to one of two inaccessible guard pages: at its START, so
that access before it ends the process, or at its END. This process does not judge the program: the
host sees a signal, and knows where the matrices were.
"""

import ctypes
import math
import mmap
import os
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from .c_protocol import LibraryRequest, MemoryLayoutRecord

if TYPE_CHECKING:
    from _grader_guest.frames import Wire

    from grader.guest.protocol import (
        Argument,
        CallRequest,
        ExtendRequest,
        Operation,
        OwnReply,
        Reply,
        Request,
        ValueRecord,
        ValuesReply,
    )
else:
    from _grader_guest.protocol import Operation

# Libraries that programs are linked to, loaded before confinement: no file is read later.
KNOWN = (
    *("libm.so.6", "libmvec.so.1", "libgcc_s.so.1", "libgomp.so.1", "libatomic.so.1"),
    *("libpthread.so.0", "libdl.so.2", "librt.so.1", "libquadmath.so.0"),
)
# or, for ints, INT_MIN
NAN = {"<f8": b"\0\0\0\0\0\0\xf8\x7f", "<f4": b"\0\0\xc0\x7f", "<i4": b"\0\0\0\x80"}
CODES = {"<f8": "<d", "<f4": "<f", "<i4": "<i"}
NAMES = {"<f8": "float64", "<f4": "float32", "<i4": "int32"}
CONTAINERS = {"<f8": "double *", "<f4": "float *", "<i4": "int *"}
ROWS = ("c-rows", "c-int-rows")  # forms whose matrices are arrays of row pointers
POINTER_BYTES = ctypes.sizeof(ctypes.c_void_p)
LINE_BUFFERED = 1  # _IOLBF of stdio.h
PIPE_BYTES = 60_000  # of answers: the capacity of a pipe without a reader
PAGE = mmap.PAGESIZE
NONE, READ, READ_WRITE = 0, 1, 3  # PROT_ constants of mman.h
PRIVATE_ANONYMOUS = 0x22
START: Literal["start"] = "start"
END: Literal["end"] = "end"
LINE = 64  # bytes of a cache line, and of the widest vector

Answer = tuple["Reply", bytes]
Operations = dict["Operation", Callable[[Any, Any], Answer]]


def extend(wire: "Wire", head: "ExtendRequest", data: bytes) -> tuple[Answer, Operations]:
    """Load a library in place of a program; calls then go to its functions."""
    reply: OwnReply = {"ok": True, "told": None}
    return (reply, b""), Library(wire, head["request"], data).operations


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryLayout:
    """Placement of matrices in memory."""

    against: Literal["start", "end"] = START  # the adjacent guard page
    apart: int = 0  # bytes between them and that guard
    fixed: bool = False  # inputs are read-only
    lines: bool = False  # align to cache lines, with fewer than LINE bytes before the guard

    def place(self, size: int) -> tuple[int, int]:
        """Return the bytes to map between the guards, and the matrix's offset in them."""
        apart = -size % LINE if self.lines else self.apart
        pages = -(-(size + 2 * apart) // PAGE) * PAGE
        return pages, apart if self.against == START else pages - size - apart


class Block:
    """The memory of one matrix."""

    def __init__(self, size: int, lay: MemoryLayout) -> None:
        """Map it; raise MemoryError if there is no room."""
        self._libc = _libc_with_memory()
        self._inner, offset = lay.place(max(size, 1))
        self._mapped = self._inner + 2 * PAGE
        self._size = size
        base = self._libc.mmap(None, self._mapped, NONE, PRIVATE_ANONYMOUS, -1, 0)
        if base in (None, ctypes.c_void_p(-1).value):
            raise MemoryError
        self._base = int(base)
        self.protect(READ_WRITE)
        self.address = self._base + PAGE + offset

    def protect(self, rights: int) -> None:
        """Set the protection of the memory between the guards."""
        if self._libc.mprotect(self._base + PAGE, self._inner, rights) != 0:
            raise MemoryError

    def write(self, content: bytes) -> None:
        ctypes.memmove(self.address, content, len(content))

    def read(self) -> bytes:
        return ctypes.string_at(self.address, self._size)

    def release(self) -> None:
        self._libc.munmap(self._base, self._mapped)


def _libc_with_memory() -> ctypes.CDLL:
    """Return the C library with typed memory functions."""
    libc = ctypes.CDLL(None, use_errno=True)
    word, size, number = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    libc.mmap.restype = word
    libc.mmap.argtypes = [word, size, number, number, number, ctypes.c_long]
    libc.mprotect.argtypes = [word, size, number]
    libc.munmap.argtypes = [word, size]
    return libc


def _load_known() -> dict[str, ctypes.CDLL]:
    loaded = {}
    for name in KNOWN:
        try:
            loaded[name] = ctypes.CDLL(name)
        except OSError:
            continue  # some systems lack some of them
    return loaded


_known = _load_known()


class Library:
    """A loaded library, and the call being prepared."""

    def __init__(self, wire: "Wire", head: LibraryRequest, data: bytes) -> None:
        """Load the bytes, or the file that the host has placed where this process can read it."""
        self._wire = wire
        self._prepared: Arguments | None = None
        self._head: CallRequest
        if openmp := _known.get("libgomp.so.1"):
            openmp.omp_set_num_threads(head["threads"])
        path = head["path"] or _put(data)
        try:
            self._library = ctypes.CDLL(path, mode=os.RTLD_NOW | os.RTLD_LOCAL)
        except OSError as error:
            raise OSError(str(error).replace(path, "library")) from None
        finally:
            if not head["path"]:
                os.unlink(path)  # noqa: PTH108 - pathlib would be imported
        self.operations: Operations = {
            Operation.CALL: self._call,
            Operation.PREPARE: self._prepare,
            Operation.GO: self._go,
            Operation.FETCH: self._fetch,
            Operation.OWN: self._main,
        }

    def _call(self, head: "CallRequest", data: bytearray) -> Answer:
        function = self._function(head)
        arguments = Arguments(head, data)
        arguments.returned = function(*arguments.values)
        reply = arguments.packed(with_inputs=True)
        arguments.release()
        return reply

    def _prepare(self, head: "CallRequest", data: bytearray) -> Answer:
        if self._prepared is not None:
            self._prepared.release()
        self._prepared, self._head = Arguments(head, data), head
        return {"ok": True}, b""

    def _go(self, head: "Request", data: bytes) -> Answer:
        del head, data
        function, arguments = self._function(self._head), self._prepared
        if arguments is not None:
            arguments.returned = function(*arguments.values)
        return {"ok": True}, b""

    def _fetch(self, head: "Request", data: bytes) -> Answer:
        del head, data
        if self._prepared is None:
            nothing: ValuesReply = {"ok": True, "values": []}
            return nothing, b""
        return self._prepared.packed(with_inputs=False)

    def _function(self, head: "CallRequest") -> Any:
        function = self._library[head["target"]]
        function.restype = ctypes.c_void_p if head["returns"] else None
        return function

    def _main(self, head: "Request", data: bytes) -> Answer:
        """Run the program's main as a shell would; the process ends with it."""
        del head
        _offer_answers(data)
        libc = ctypes.CDLL(None)
        for stream in ("stdout", "stderr"):
            # Otherwise printed output is lost when the time is up.
            libc.setvbuf(ctypes.c_void_p.in_dll(libc, stream), None, LINE_BUFFERED, 0)
        words = (ctypes.c_char_p * 2)(b"./a.out", None)
        main = self._library["main"]
        main.restype = ctypes.c_int
        libc.exit(main(1, words, (ctypes.c_char_p * 1)(None)))
        raise SystemExit  # not reached


def _first(spec: "Argument", size: int) -> bytes:
    """Return the initial content of the result: zeros, or what uncleared memory may hold.

    Half of that is a value that no product has. The rest are ordinary numbers of both signs, so
    that a function that clears only NaN, or one sign, is wrong as well.
    """
    if spec.get("cleared"):
        return bytes(size)
    code = CODES[spec["dtype"]]
    odd = NAN[spec["dtype"]]
    period = odd + struct.pack(code, 5) + struct.pack(code, -7) + odd
    return (period * (size // len(period) + 1))[:size]


class Arguments:
    """A function's arguments, each in memory of its own."""

    def __init__(self, head: "CallRequest", data: bytearray) -> None:
        wanted: MemoryLayoutRecord | None = head.get("request")
        lay = MemoryLayout(**wanted) if wanted else MemoryLayout()
        self.returned: int | None = None  # address of a returned result
        self._result = head["result"]
        self._in_rows = head["form"] in ROWS
        self._specs = head["args"]
        self._blocks: list[Block | None] = []
        self._rows: list[Block] = []
        self.values: list[Any] = []
        for spec in self._specs:
            if "number" in spec:
                self._blocks.append(None)
                self.values.append(ctypes.c_int64(spec["number"]))
                continue
            size = math.prod(spec["shape"]) * int(spec["dtype"][2])
            filled = "zeros" in spec
            content = _first(spec, size) if filled else bytes(data[:size])
            data = data if filled else data[size:]
            self._add(spec, content, lay, rows=self._in_rows)

    def _add(self, spec: "Argument", content: bytes, lay: MemoryLayout, *, rows: bool) -> None:
        block = Block(len(content), lay)
        block.write(content)
        if lay.fixed and "zeros" not in spec:
            block.protect(READ)
        self._blocks.append(block)
        self.values.append(ctypes.c_void_p(self._pointers(spec, block) if rows else block.address))

    def _pointers(self, spec: "Argument", block: Block) -> int:
        """Create the array of row pointers."""
        width = spec["shape"][-1] * int(spec["dtype"][2])
        count = math.prod(spec["shape"][:-1])
        pointers = (ctypes.c_void_p * count)(*(block.address + at * width for at in range(count)))
        array = Block(ctypes.sizeof(pointers), MemoryLayout())
        array.write(bytes(pointers))
        self._rows.append(array)
        return array.address

    def packed(self, *, with_inputs: bool) -> tuple["ValuesReply", bytes]:
        """Describe the result, then the current inputs."""
        order = [self._result] if self._result >= 0 else []
        if with_inputs:
            order += [at for at, spec in enumerate(self._specs) if self._is_input(spec)]
        values: list[ValueRecord] = []
        parts: list[bytes] = []
        if self._result < 0 and not self.returned:
            values.append({"kind": "none", "container": "void"})
        elif self.returned and self._result < 0:
            spec = next(spec for spec in self._specs if "shape" in spec)
            values.append(_described(spec))
            parts.append(self._at(self.returned, spec))
        for at in order:
            block, spec = self._blocks[at], self._specs[at]
            if block is not None:
                parts.append(block.read())
                values.append(_described(spec))
        return {"ok": True, "values": values}, b"".join(parts)

    def _at(self, address: int, spec: "Argument") -> bytes:
        """Copy a square matrix from an address given by the program."""
        side = spec["shape"][0]
        width = side * int(spec["dtype"][2])
        if not self._in_rows:
            return ctypes.string_at(address, side * width)
        listed = memoryview(ctypes.string_at(address, side * POINTER_BYTES)).cast("P")
        return b"".join(ctypes.string_at(row, width) for row in listed)

    def _is_input(self, spec: "Argument") -> bool:
        return "number" not in spec and "zeros" not in spec

    def release(self) -> None:
        for block in (*self._blocks, *self._rows):
            if block is not None:
                block.release()


def _described(spec: "Argument") -> "ValueRecord":
    dtype = spec["dtype"]
    shape, name = spec["shape"], NAMES[dtype]
    return {
        "kind": "matrix",
        "container": CONTAINERS[dtype],
        "elements": name,
        "shape": shape,
        "dtype": dtype,
    }


def _put(data: bytes) -> str:
    """Write the library to this process's own folder."""
    path = os.path.join(os.getcwd(), "library.so")  # noqa: PTH109, PTH118
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o700)
    try:
        view = memoryview(data)
        while view:
            view = view[os.write(descriptor, view) :]
    finally:
        os.close(descriptor)
    return path


def _offer_answers(data: bytes) -> None:
    """Provide these lines on standard input, then end of file."""
    source, sink = os.pipe()
    os.write(sink, data[:PIPE_BYTES])
    os.close(sink)
    os.dup2(source, 0)
    os.close(source)
