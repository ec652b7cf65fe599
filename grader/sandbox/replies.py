"""What a child says of values, errors, plots and script runs, read as hostile input.

msgspec checks the types, this file the bounds, and a value's bytes against its description. All of
it is the student's word: nothing here is a fact but that the program said so.
"""

import math
import re
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from grader.model.calling import Value, ValueKind
from grader.model.program import Matrix, Plot, ProgramRun
from grader.model.run import RunRecord, RunStatus, Traceback
from grader.model.running import ScriptResult
from grader.sandbox.children import Frame, ViolationError, read_as

DTYPES = ("<i8", "<i4", "<i2", "|i1", "<u8", "<u4", "<u2", "|u1", "<f8", "<f4")
ITEM_BYTES = {dtype: int(dtype[2]) for dtype in DTYPES}
MAX_DIMENSIONS = 4
MAX_SHORT, MAX_LONG = 300, 2_000
MAX_FRAMES = 20
MAX_LENGTH = 1 << 31
MAX_SERIES, MAX_POINTS = 64, 10_000
MOST_MATRICES, MOST_SIDE, AXES = 40, 4_096, 2
MOST_FILES, MOST_BYTES = 100, 1 << 53
ADDRESS = re.compile(r"0x[0-9a-fA-F]{6,16}")


def clip(value: str, limit: int) -> str:
    """Shortens a text; memory addresses, which differ from run to run, are blotted out.

    Halves of surrogate pairs, which no file could carry, become question marks.
    """
    shown = value[:limit]
    if shown.isascii() and "0x" not in shown:  # nearly all
        return shown
    return ADDRESS.sub("0x…", shown).encode("utf-8", "replace").decode("utf-8")


class ValueHead(Struct, frozen=True, kw_only=True):
    """A value as described; the bytes of a matrix follow behind all descriptions."""

    kind: ValueKind
    name: str = ""  # of the variable that holds it
    container: str = ""
    elements: str = ""
    device: str = ""
    description: str = ""
    shape: tuple[int, ...] = ()
    dtype: str = ""


def decode_values(heads: object, data: bytes | memoryview, *, exactly: int) -> tuple[Value, ...]:
    """Cuts the raw bytes along the descriptions; raises ViolationError when they disagree."""
    described = read_as(list[ValueHead], heads, "values that are not described")
    if len(described) != exactly:
        raise ViolationError("not as many values as asked for")
    return _cut(described, data)


def decode_kept(kept: object, count: int) -> list[bool]:
    """Reads which of so many inputs still are what they were; of none is that as good as no."""
    if kept is None:
        return count * [False]
    described = read_as(list[bool], kept, "inputs that are not described")
    if len(described) != count:
        raise ViolationError("not as many inputs as given")
    return described


def _cut(heads: Sequence[ValueHead], data: bytes | memoryview) -> tuple[Value, ...]:
    values, start = [], 0
    for head in heads:
        is_matrix = head.kind is ValueKind.MATRIX
        end = start + (_matrix_bytes(head) if is_matrix else 0)
        if end > len(data):
            raise ViolationError("fewer bytes than described")
        value = Value(
            kind=head.kind,
            container=clip(head.container, MAX_SHORT),
            elements=clip(head.elements, MAX_SHORT),
            device=clip(head.device, MAX_SHORT),
            description=clip(head.description, MAX_SHORT),
            shape=head.shape if is_matrix else (),
            dtype=head.dtype if is_matrix else "",
            data=data[start:end],
        )
        values.append(value)
        start = end
    if start < len(data):
        raise ViolationError("more bytes than described")
    return tuple(values)


def _matrix_bytes(head: ValueHead) -> int:
    proper = 0 < len(head.shape) <= MAX_DIMENSIONS
    proper = proper and all(0 < length < MAX_LENGTH for length in head.shape)
    if not proper or head.dtype not in ITEM_BYTES:
        raise ViolationError("a matrix without a proper shape or element type")
    return math.prod(head.shape) * ITEM_BYTES[head.dtype]


def decode_traceback(error: object) -> Traceback:
    """Reads a described exception; the lines of its frames are the host's to look up."""
    described = read_as(Traceback, error, "an error that is not described")
    return Traceback(
        type=clip(described.type, MAX_SHORT),
        message=clip(described.message, MAX_LONG),
        frames=tuple(
            (
                clip(file, MAX_SHORT),
                max(0, min(line, MAX_LENGTH)),
                clip(function, MAX_SHORT),
            )
            for file, line, function in described.frames[:MAX_FRAMES]
        ),
    )


class PlotReply(Struct, frozen=True, kw_only=True):
    """A series as the recording matplotlib describes it; a program may have put anything in."""

    kind: str = ""
    x: Any = None
    y: Any = None
    label: str | None = None
    figure: Any = None
    title: str | None = None
    xlabel: str | None = None
    ylabel: str | None = None
    xscale: str | None = None
    yscale: str | None = None


def decode_plots(series: object) -> tuple[Plot, ...]:
    """Reads what the recording matplotlib kept; what is no series of numbers is left out."""
    if not isinstance(series, list):
        raise ViolationError("plots that are not a list")
    tables = (entry for entry in series[:MAX_SERIES] if isinstance(entry, dict))
    return tuple(_plot(read_as(PlotReply, table, "a plot without texts")) for table in tables)


def _plot(reply: PlotReply) -> Plot:
    usable = isinstance(reply.figure, (int, float)) and abs(reply.figure) < MAX_POINTS
    return Plot(
        kind=clip(reply.kind, MAX_SHORT),
        x=_floats(reply.x),
        y=_floats(reply.y),
        label=clip(reply.label or "", MAX_SHORT),
        figure=int(reply.figure) if usable else 0,
        title=clip(reply.title or "", MAX_SHORT),
        xlabel=clip(reply.xlabel or "", MAX_SHORT),
        ylabel=clip(reply.ylabel or "", MAX_SHORT),
        xscale=clip(reply.xscale or "", MAX_SHORT),
        yscale=clip(reply.yscale or "", MAX_SHORT),
    )


def _floats(numbers: object) -> tuple[float, ...]:
    if not isinstance(numbers, list):
        return ()
    return tuple(float(number) for number in numbers[:MAX_POINTS] if type(number) in PLAIN)


PLAIN = (int, float, bool)  # no integer of a reply is beyond every float: see children


def decode_place(place: object) -> tuple[int, int] | None:
    """Reads a place in the files that were sent, by their numbers; raises ViolationError."""
    if place is None:
        return None
    return read_as(tuple[int, int], place, "a line that is none")


# Pictures that a script run hands out. Of a PNG file (W3C, PNG Specification) only its header,
# palette and pixels are kept, and it is written anew: whatever else a program might put into a file
# that people open is left behind.

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
MOST_PICTURES = 4
PICTURE_BYTES, PICTURE_SIDE = 250_000, 1_000
PNG_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # by the colour type
PNG_PALETTE = 3  # a colour type that needs a palette
PALETTE_ENTRIES = 256  # where it is shorter, black follows
PNG_DEPTH = 8  # bits of a channel, as matplotlib writes them
# Sides, depth, colour type, compression, filter, interlacing.
PNG_HEADER = struct.Struct(">IIBBBBB")
CHUNK_FRAME = struct.Struct(">I4s")  # of a chunk: length and name; behind its data the checksum


def clean_picture(data: bytes) -> bytes:
    """Gives a PNG file that shows the same; b"" for what is no picture, or too large a one."""
    chunks = list(_chunks(data)) if len(data) <= PICTURE_BYTES else []
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
    """Cuts the file up; what is cut off or has a wrong checksum ends it."""
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
    """Says whether so many bytes come out; never unpacks more."""
    unpacking = zlib.decompressobj()
    try:
        pixels = unpacking.decompress(packed, size + 1)
    except zlib.error:
        return False
    return len(pixels) == size and unpacking.eof and not unpacking.unused_data


PictureBytes = Annotated[int, Meta(gt=0, le=PICTURE_BYTES)]


class ScriptHead(Struct, frozen=True, kw_only=True):
    """A script run as described; `error` and `plots` are read by the functions above."""

    cut: bool
    taken: int
    files: Annotated[list[tuple[str, int]], Meta(max_length=MOST_FILES)]
    values: Annotated[list[ValueHead], Meta(max_length=MOST_MATRICES)]
    pictures: Annotated[list[PictureBytes], Meta(max_length=MOST_PICTURES)] = field(
        default_factory=list
    )  # the last bytes of the reply
    drawn: bool = False
    boxes: bool = False
    plots: Any = None
    error: Any = None


class ScriptReply(Struct, frozen=True, kw_only=True):
    """What a script run showed; empty without an answer."""

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
        """Adds how it ended and what it printed."""
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


def decode_script(frame: Frame, answers: Sequence[str]) -> ScriptReply:
    """Reads an answer to a script run that was given `answers`; raises ViolationError."""
    head = read_as(ScriptHead, frame[0], "an end that is not described")
    matrices, pictures = _without_pictures(frame[1], head.pictures)
    values = _cut(head.values, matrices)
    if not all(variable.name for variable in head.values) or not all(map(_is_matrix, values)):
        raise ViolationError("variables that are not matrices")
    names = (clip(variable.name, MAX_SHORT) for variable in head.values)
    return ScriptReply(
        cut=head.cut,
        answers=tuple(answers[: max(0, head.taken)]),
        error=None if head.error is None else decode_traceback(head.error),
        plots=decode_plots(head.plots),
        pictures=pictures if head.drawn else (),
        drawn=head.drawn,
        boxes=head.boxes,
        files=tuple(
            (clip(name, MAX_SHORT), max(0, min(size, MOST_BYTES))) for name, size in head.files
        ),
        values=dict(zip(names, values, strict=True)),
    )


def _without_pictures(data: bytes, sizes: Sequence[int]) -> tuple[bytes, tuple[bytes, ...]]:
    """Cuts the pictures off the end; what is none, or too much, is left out."""
    start = at = len(data) - sum(sizes)
    if start < 0:
        raise ViolationError("fewer bytes than described")
    pictures = []
    for size in sizes:
        pictures.append(clean_picture(data[at : at + size]))
        at += size
    return data[:start], tuple(filter(None, pictures))


def _is_matrix(value: Value) -> bool:
    flat = len(value.shape) == AXES and max(value.shape) <= MOST_SIDE
    return value.kind is ValueKind.MATRIX and flat


def _matrix(name: str, value: Value) -> Matrix:
    return Matrix(name=name, shape=value.shape, container=value.container, elements=value.elements)
