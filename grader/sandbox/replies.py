"""Decode a child's values, errors, plots and script runs; all of it is hostile input.

msgspec validates it against the protocol's records; this file checks sizes, and a value's bytes
against its description. None of it is a fact, except that the program sent it.
"""

import math
import re
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from grader.guest.protocol import (
    MATRIX_AXES,
    MAX_DIMENSIONS,
    MAX_FILES,
    MAX_FRAMES,
    MAX_LONG,
    MAX_MATRICES,
    MAX_NEAR,
    MAX_PICTURE_BYTES,
    MAX_PICTURES,
    MAX_POINTS,
    MAX_SERIES,
    MAX_SHORT,
    MAX_SIDE,
    CallReply,
    ErrorRecord,
    PlotsReply,
    Refusal,
    ScriptReply,
    SeriesRecord,
    ValueRecord,
    ValuesReply,
)
from grader.model.calling import Value, ValueKind
from grader.model.program import Matrix, Plot, ProgramRun
from grader.model.run import IndexBeyond, RunRecord, RunStatus, Traceback
from grader.model.running import ScriptResult
from grader.sandbox.children import Frame, ViolationError, read_as

DTYPES = ("<i8", "<i4", "<i2", "|i1", "<u8", "<u4", "<u2", "|u1", "<f8", "<f4")
ITEM_BYTES = {dtype: int(dtype[2]) for dtype in DTYPES}
MAX_LENGTH = 1 << 31
MOST_BYTES = 1 << 53  # of a file
ADDRESS = re.compile(r"0x[0-9a-fA-F]{6,16}")


def clip(value: str, limit: int) -> str:
    """Shorten a text and mask memory addresses, which differ between runs.

    Lone surrogates, which no file can hold, become question marks.
    """
    shown = value[:limit]
    if shown.isascii() and "0x" not in shown:  # the common case
        return shown
    return ADDRESS.sub("0x…", shown).encode("utf-8", "replace").decode("utf-8")


def decode_values(frame: Frame, *, exactly: int) -> tuple[Value, ...]:
    """Split the raw bytes according to the descriptions; raise ViolationError on a mismatch."""
    reply = read_as(ValuesReply, frame[0], "values that are not described")
    return _cut(reply["values"], frame[1], exactly=exactly)


class CallOutcome(Struct, frozen=True, kw_only=True):
    """The reply to a call, unverified."""

    result: Value
    inputs_after: tuple[Value | None, ...]  # None: reported unchanged
    writes: tuple[int, int] | None = None  # file (its number among those sent) and line
    told: Any = None


def decode_call(frame: Frame, inputs: int) -> CallOutcome:
    """Decode the reply to a call with `inputs` inputs; raise ViolationError."""
    reply = read_as(CallReply, frame[0], "values that are not described")
    kept = reply.get("kept", inputs * [False])  # no answer counts as changed
    if len(kept) != inputs:
        raise ViolationError("not as many inputs as given")
    values = _cut(reply["values"], frame[1], exactly=1 + kept.count(False))
    rest = iter(values[1:])
    return CallOutcome(
        result=values[0],
        inputs_after=tuple(None if same else next(rest) for same in kept),
        writes=reply.get("writes"),
        told=reply.get("told"),
    )


def _cut(
    heads: Sequence[ValueRecord], data: bytes | memoryview, *, exactly: int
) -> tuple[Value, ...]:
    if len(heads) != exactly:
        raise ViolationError("not as many values as asked for")
    values, start = [], 0
    for head in heads:
        kind = ValueKind(head["kind"])
        is_matrix = kind is ValueKind.MATRIX
        end = start + (_matrix_bytes(head) if is_matrix else 0)
        if end > len(data):
            raise ViolationError("fewer bytes than described")
        value = Value(
            kind=kind,
            container=clip(head.get("container", ""), MAX_SHORT),
            elements=clip(head.get("elements", ""), MAX_SHORT),
            device=clip(head.get("device", ""), MAX_SHORT),
            description=clip(head.get("description", ""), MAX_SHORT),
            shape=tuple(head.get("shape", ())) if is_matrix else (),
            dtype=head.get("dtype", "") if is_matrix else "",
            data=data[start:end],
        )
        values.append(value)
        start = end
    if start < len(data):
        raise ViolationError("more bytes than described")
    return tuple(values)


def _matrix_bytes(head: ValueRecord) -> int:
    shape, dtype = head.get("shape", ()), head.get("dtype", "")
    proper = 0 < len(shape) <= MAX_DIMENSIONS
    proper = proper and all(0 < length < MAX_LENGTH for length in shape)
    if not proper or dtype not in ITEM_BYTES:
        raise ViolationError("a matrix without a proper shape or element type")
    return math.prod(shape) * ITEM_BYTES[dtype]


def decode_refusal(frame: Frame) -> Traceback:
    """Decode a raised exception; the lines of its frames are looked up on the host."""
    return traceback_of(read_as(Refusal, frame[0], "an error that is not described")["error"])


def traceback_of(error: ErrorRecord) -> Traceback:
    """Convert a described exception; the lines of its frames are looked up on the host."""
    return Traceback(
        type=clip(error["type"], MAX_SHORT),
        message=clip(error["message"], MAX_LONG),
        frames=tuple(
            (
                clip(file, MAX_SHORT),
                max(0, min(line, MAX_LENGTH)),
                clip(function, MAX_SHORT),
            )
            for file, line, function in error["frames"][:MAX_FRAMES]
        ),
        near=tuple(clip(name, MAX_SHORT) for name in error.get("near", ())[:MAX_NEAR]),
        beyond=_index_beyond(error["beyond"]) if "beyond" in error else None,
    )


def _index_beyond(said: tuple[str, str, int, int]) -> IndexBeyond:
    owner, index, value, length = said
    return IndexBeyond(
        owner=clip(owner, MAX_SHORT),
        index=clip(index, MAX_SHORT),
        value=max(-MAX_LENGTH, min(value, MAX_LENGTH)),
        length=max(0, min(length, MAX_LENGTH)),
    )


def decode_plots(frame: Frame) -> tuple[Plot, ...]:
    """Decode plots from the recording matplotlib; drop anything but series of numbers."""
    return _plots(read_as(PlotsReply, frame[0], "plots that are not a list")["plots"])


def _plots(series: Sequence[object]) -> tuple[Plot, ...]:
    tables = (entry for entry in series[:MAX_SERIES] if isinstance(entry, dict))
    return tuple(_plot(read_as(SeriesRecord, table, "a plot without texts")) for table in tables)


def _plot(series: SeriesRecord) -> Plot:
    figure = series.get("figure")
    number = figure if isinstance(figure, (int, float)) and abs(figure) < MAX_POINTS else 0
    return Plot(
        kind=clip(series.get("kind", ""), MAX_SHORT),
        x=_floats(series.get("x")),
        y=_floats(series.get("y")),
        label=clip(series.get("label") or "", MAX_SHORT),
        figure=int(number),
        title=clip(series.get("title") or "", MAX_SHORT),
        xlabel=clip(series.get("xlabel") or "", MAX_SHORT),
        ylabel=clip(series.get("ylabel") or "", MAX_SHORT),
        xscale=clip(series.get("xscale") or "", MAX_SHORT),
        yscale=clip(series.get("yscale") or "", MAX_SHORT),
    )


def _floats(numbers: object) -> tuple[float, ...]:
    if not isinstance(numbers, list):
        return ()
    return tuple(float(number) for number in numbers[:MAX_POINTS] if type(number) in PLAIN)


PLAIN = (int, float, bool)  # integers beyond float's range were excluded in children


# Pictures from a script run. Only a PNG's header, palette and pixels (W3C, PNG Specification) are
# kept and rewritten: anything else hidden in a file that people open is dropped.

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
PICTURE_SIDE = 1_000
PNG_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # by colour type
PNG_PALETTE = 3  # the colour type that needs a palette
PALETTE_ENTRIES = 256  # shorter ones are filled with black
PNG_DEPTH = 8  # bits per channel, as written by matplotlib
# Width, height, depth, colour type, compression, filter, interlacing.
PNG_HEADER = struct.Struct(">IIBBBBB")
CHUNK_FRAME = struct.Struct(">I4s")  # of a chunk: length and name; the checksum follows the data


def clean_picture(data: bytes) -> bytes:
    """Return a rewritten PNG of the same picture; b"" if it is invalid or too large."""
    chunks = list(_chunks(data)) if len(data) <= MAX_PICTURE_BYTES else []
    if not chunks or chunks[0][0] != b"IHDR" or len(chunks[0][1]) != PNG_HEADER.size:
        return b""
    if chunks[-1] != (b"IEND", b""):
        return b""
    width, height, depth, colour, *method = PNG_HEADER.unpack(chunks[0][1])
    if not (0 < width <= PICTURE_SIDE and 0 < height <= PICTURE_SIDE and depth == PNG_DEPTH):
        return b""
    palette = next((body for name, body in chunks if name == b"PLTE"), b"")
    fits = (colour == PNG_PALETTE) is bool(palette) and len(palette) % 3 == 0
    if colour not in PNG_CHANNELS or any(method) or not fits or len(palette) > 3 * PALETTE_ENTRIES:
        return b""
    colours = [(b"PLTE", palette.ljust(3 * PALETTE_ENTRIES, b"\0"))] if palette else []
    pixels = b"".join(body for name, body in chunks if name == b"IDAT")
    if not _unpacks_to(pixels, height * (1 + width * PNG_CHANNELS[colour])):
        return b""
    rewritten = (chunks[0], *colours, (b"IDAT", pixels), chunks[-1])
    return PNG_SIGNATURE + b"".join(_chunk(name, body) for name, body in rewritten)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the chunks of the file; a truncated one or a wrong checksum ends it."""
    at = len(PNG_SIGNATURE)
    if not data.startswith(PNG_SIGNATURE):
        return
    while at + CHUNK_FRAME.size <= len(data):
        length, name = CHUNK_FRAME.unpack_from(data, at)
        body = data[at + CHUNK_FRAME.size : at + CHUNK_FRAME.size + length]
        chunk = _chunk(name, body)
        if len(body) != length or data[at : at + len(chunk)] != chunk:
            return
        at += len(chunk)
        yield name, body


def _chunk(name: bytes, body: bytes) -> bytes:
    return CHUNK_FRAME.pack(len(body), name) + body + zlib.crc32(name + body).to_bytes(4)


def _unpacks_to(packed: bytes, size: int) -> bool:
    """Return whether exactly `size` bytes are unpacked; never unpacks more than one extra."""
    unpacking = zlib.decompressobj()
    try:
        pixels = unpacking.decompress(packed, size + 1)
    except zlib.error:
        return False
    return len(pixels) == size and unpacking.eof and not unpacking.unused_data


class ScriptOutcome(Struct, frozen=True, kw_only=True):
    """The result of a script run; empty without an answer."""

    cut: bool = False
    answers: tuple[str, ...] = ()
    error: Traceback | None = None
    plots: tuple[Plot, ...] = ()
    pictures: tuple[bytes, ...] = ()
    drawn: bool = False
    boxes: bool = False
    files: tuple[tuple[str, int], ...] = ()
    values: Mapping[str, Value] = field(default_factory=dict)

    def script_result(self, record: RunRecord, output: str) -> ScriptResult:
        """Combine with how the run ended and what it printed."""
        run = ProgramRun(
            run=record,
            cut=self.cut or record.status is RunStatus.TIMEOUT,
            answers=self.answers,
            output=output,
            plots=self.plots,
            pictures=self.pictures,
            drawn=self.drawn,
            boxes=self.boxes,
            files=self.files,
            matrices=tuple(_matrix(name, value) for name, value in self.values.items()),
        )
        return ScriptResult(run=run, values=self.values)


def decode_script(frame: Frame, answers: Sequence[str]) -> ScriptOutcome:
    """Decode the reply to a script run that was given `answers`; raise ViolationError."""
    reply = read_as(ScriptReply, frame[0], "an end that is not described")
    heads, error, sizes = reply["values"], reply["error"], reply.get("pictures", [])
    few = len(heads) <= MAX_MATRICES and len(reply["files"]) <= MAX_FILES
    few = few and len(sizes) <= MAX_PICTURES
    if not few or not all(0 < size <= MAX_PICTURE_BYTES for size in sizes):
        raise ViolationError("an end that is not described")
    matrices, pictures = _without_pictures(frame[1], sizes)
    values = _cut(heads, matrices, exactly=len(heads))
    names = [head.get("name", "") for head in heads]
    if not all(names) or not all(map(_is_matrix, values)):
        raise ViolationError("variables that are not matrices")
    drawn = reply.get("drawn", False)
    return ScriptOutcome(
        cut=reply["cut"],
        answers=tuple(answers[: max(0, reply["taken"])]),
        error=None if error is None else traceback_of(error),
        plots=_plots(reply["plots"]),
        pictures=pictures if drawn else (),
        drawn=drawn,
        boxes=reply.get("boxes", False),
        files=tuple(
            (clip(name, MAX_SHORT), max(0, min(size, MOST_BYTES))) for name, size in reply["files"]
        ),
        values=dict(zip((clip(name, MAX_SHORT) for name in names), values, strict=True)),
    )


def _without_pictures(data: bytes, sizes: Sequence[int]) -> tuple[bytes, tuple[bytes, ...]]:
    """Split the pictures off the end; invalid or oversized ones are dropped."""
    start = at = len(data) - sum(sizes)
    if start < 0:
        raise ViolationError("fewer bytes than described")
    pictures = []
    for size in sizes:
        pictures.append(clean_picture(data[at : at + size]))
        at += size
    return data[:start], tuple(filter(None, pictures))


def _is_matrix(value: Value) -> bool:
    flat = len(value.shape) == MATRIX_AXES and max(value.shape) <= MAX_SIDE
    return value.kind is ValueKind.MATRIX and flat


def _matrix(name: str, value: Value) -> Matrix:
    return Matrix(name=name, shape=value.shape, container=value.container, elements=value.elements)
