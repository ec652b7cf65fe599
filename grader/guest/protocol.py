"""The protocol between host and guest: frames, operations, records and their limits.

This is the only module that both import, so it uses the standard library only. A record is what
honest code of ours sends. The host trusts none of it: it validates every reply against its record
and limits. A record is a plain dict, and JSON on the channel.
"""

import struct
from enum import StrEnum
from typing import Any, Literal, NotRequired, Required, TypedDict

# A frame: this header, JSON, raw bytes, sent over a socket (warm child) or pipes (cold child).
HEADER = struct.Struct("<4sIQ")  # magic, length of the JSON, number of raw bytes
MAGIC = b"GRD1"
# Single headers that may precede a reply, each at most once:
RETURNED = HEADER.pack(b"GRDR", 0, 0)  # the function has returned; a device may still compute
STANDS = b"GRDL"  # magic of a header with the program's current line and the number of its file

MAX_JSON = 8 * 2**20
MAX_SHORT, MAX_LONG = 300, 2_000  # characters of a name or description, and of an error message
MAX_FRAMES = 20  # of a traceback
MAX_NEAR = 3  # names like a missing one
MAX_DIMENSIONS = 4  # of an array
MAX_SERIES, MAX_POINTS = 64, 10_000  # plotted series, and points of each
# Kept of a script run: files, matrices, and the longest side of a matrix.
MAX_FILES, MAX_MATRICES, MAX_SIDE = 100, 40, 4_096
MATRIX_AXES = 2  # of those matrices
MAX_PICTURES, MAX_PICTURE_BYTES = 4, 250_000


class Operation(StrEnum):
    """The operation that a request asks for."""

    LOAD = "load"  # a LoadRequest
    CALL = "call"  # a CallRequest, answered by a CallReply
    KEPT = "kept"  # the result of a call with `keep`, packed again: a ValuesReply
    PREPARE = "prepare"  # a CallRequest: the first of a call's three parts
    GO = "go"
    FETCH = "fetch"  # answered by a ValuesReply
    PLOTS = "plots"  # answered by a PlotsReply
    PROGRAM = "program"  # a ScriptRequest, answered by a ScriptReply
    UNDER = "under"  # an UnderRequest, answered by an OwnReply
    EXTEND = "extend"  # an ExtendRequest, answered by an OwnReply
    OWN = "own"  # an OwnRequest, also answered by an OwnReply
    ASK = "ask"  # an AskRequest, answered by an acknowledgement and the plugin's raw bytes


Mode = Literal["whole", "assignments", "definitions", "pieces", "pieces, strictly", "later"]
"""How much of a program is executed on loading.

See loading.py and pieces.py. "later": nothing until a plugin's module executes it.
"""
Objects = Literal["", "each", "pair", "sized", "held", "class"]
"""How the target's class receives its data; "": it is not a class."""
Kind = Literal["matrix", "none", "ragged", "scalar", "other"]
"""The kind of a value."""


class Request(TypedDict):
    """Any request; raw bytes may follow."""

    op: Operation
    nonce: NotRequired[str]  # this and `most` are added when it is sent; the reply repeats it
    most: NotRequired[int]  # maximum raw bytes of the reply
    lag: NotRequired[bool]  # a device computes: RETURNED is sent, and the reply once it is done


class ProgramRequest(Request):
    """A request that contains a program."""

    main: str
    allowed: list[str]
    files: list[tuple[str, int]]  # names, and sizes of the texts that follow


class LoadRequest(ProgramRequest):
    """Execute the program as a module, so that its functions can be called."""

    mode: Mode
    notice: float  # seconds until STANDS is sent; 0: never
    makers: list[str]  # modules of plugins that prepare before the program is loaded


class ScriptRequest(ProgramRequest):
    """Run the program as its author does."""

    answers: list[str]  # lines for input()
    seconds: float
    pictures: bool  # of the figures that it draws; they are not rendered if no one looks at them


class UnderRequest(ProgramRequest):
    """Run the program with a plugin's module."""

    module: str
    seconds: float


class ExtendRequest(Request):
    """Let a plugin's module answer; it may take over operations."""

    module: str
    request: Any  # in the plugin's own format


class OwnRequest(Request):
    """A request to the module named by EXTEND."""

    request: Any


class AskRequest(Request):
    """Let a plugin's module, one of the makers of LOAD, ask the program."""

    by: str
    request: Any
    notice: float


class Argument(TypedDict, total=False):
    """A number, or a matrix whose bytes follow unless it is created from zeros."""

    number: int
    shape: list[int]
    dtype: str
    zeros: bool
    cleared: bool  # must be zeroed if it is not zero by itself


class CallRequest(Request):
    """Call a function, or prepare the call."""

    target: str
    args: list[Argument]
    result: int  # index of the argument that holds the result; -1: it is returned
    objects: Objects
    sizes: list[int]
    holds: list[str]
    form: str
    returns: bool
    device: str
    by: NotRequired[str]  # the plugin's module that calls it
    request: NotRequired[Any]  # request to the plugin's module
    notice: NotRequired[float]
    watch: NotRequired[bool]
    keep: NotRequired[bool]


class Reply(TypedDict):
    """Any reply; one with only these fields is an acknowledgement."""

    ok: bool
    nonce: NotRequired[str]


class Ready(TypedDict):
    """The first message of a child."""

    ready: Literal[True]
    free_mib: NotRequired[Any]  # of GPU memory, an integer; absent if not measured


class ErrorRecord(TypedDict):
    """An exception with the student's own frames: file, line, function; outermost first."""

    type: str
    message: str
    frames: list[tuple[str, int, str]]
    near: NotRequired[list[str]]  # names like one that is missing; see raised.py
    beyond: NotRequired[tuple[str, str, int, int]]  # a list and an index beyond it; see raised.py


class Refusal(Reply):
    """A reply with `ok` false: an exception was raised."""

    error: ErrorRecord


class ValueRecord(TypedDict, total=False):
    """A value; the bytes of a matrix follow the reply, in the order of the values."""

    kind: Required[Kind]
    name: str  # of the variable that holds it
    container: str
    elements: str
    device: str
    description: str
    shape: list[int]
    dtype: str


class ValuesReply(Reply):
    """Values, of which the first is the result."""

    values: list[ValueRecord]


class CallReply(ValuesReply):
    """The outcome of a call: its result, then its inputs as they are now, without kept ones."""

    kept: NotRequired[list[bool]]  # for each input, whether it is byte for byte unchanged
    writes: NotRequired[tuple[int, int]]  # file and line of the first write into an input
    told: NotRequired[Any]  # information from the plugin's module


class SeriesRecord(TypedDict, total=False):
    """A plotted series. Programs may have replaced its numbers with anything."""

    kind: str
    x: Any
    y: Any
    label: str | None
    figure: Any
    title: str | None
    xlabel: str | None
    ylabel: str | None
    xscale: str | None
    yscale: str | None


class PlotsReply(Reply):
    """What was plotted so far."""

    plots: list[Any]  # of SeriesRecord; invalid ones are skipped


class OwnReply(Reply):
    """A plugin's reply, in its own format."""

    told: Any


class StoppedReply(Reply):
    """Which attacks of the canaries were stopped."""

    stopped: dict[str, bool]


class ScriptReply(Reply):
    """The outcome of a script run. Matrices follow, then pictures."""

    cut: bool  # its time was up
    taken: int  # lines of input consumed
    files: list[tuple[str, int]]  # files created, with their sizes
    values: list[ValueRecord]
    pictures: NotRequired[list[int]]  # their sizes
    drawn: NotRequired[bool]  # the real matplotlib was used
    boxes: NotRequired[bool]  # some characters were drawn as boxes
    plots: list[Any]  # as in PlotsReply
    error: ErrorRecord | None
