"""The protocol between host and guest: frames, operations, records and their bounds.

The one module that both import, so it imports the standard library only. A record is what honest
code of ours sends. The host believes none of it: it checks every reply against its record, and
what is in it against the bounds. A record is a plain dict, and JSON on the channel.
"""

import struct
from enum import StrEnum
from typing import Any, Literal, NotRequired, Required, TypedDict

# A frame: this header, JSON, raw bytes. It goes over a socket (warm child) or pipes (cold child).
HEADER = struct.Struct("<4sIQ")  # magic, length of the JSON, number of the raw bytes
MAGIC = b"GRD1"
# Headers alone, which may come before a reply, each at most once:
RETURNED = HEADER.pack(b"GRDR", 0, 0)  # the function is back, the device may not be
STANDS = b"GRDL"  # magic of: the line where the program stands, and the number of its file

MAX_JSON = 8 * 2**20
MAX_SHORT, MAX_LONG = 300, 2_000  # letters of a name or a description, and of an error's message
MAX_FRAMES = 20  # of a traceback
MAX_DIMENSIONS = 4  # of a matrix
MAX_SERIES, MAX_POINTS = 64, 10_000  # plotted, and numbers of each
# What is left of a script run: its files, its matrices, and the longest side of these.
MAX_FILES, MAX_MATRICES, MAX_SIDE = 100, 40, 4_096
MATRIX_AXES = 2  # of those
MAX_PICTURES, MAX_PICTURE_BYTES = 4, 250_000


class Operation(StrEnum):
    """What a request asks for."""

    LOAD = "load"  # a LoadRequest
    CALL = "call"  # a CallRequest, answered by a CallReply
    KEPT = "kept"  # the result of the call that was to keep it, once more: a ValuesReply
    PREPARE = "prepare"  # a CallRequest: the first of three parts of a call
    GO = "go"
    FETCH = "fetch"  # answered by a ValuesReply
    PLOTS = "plots"  # answered by a PlotsReply
    PROGRAM = "program"  # a ScriptRequest, answered by a ScriptReply
    UNDER = "under"  # an UnderRequest, answered by an OwnReply
    EXTEND = "extend"  # an ExtendRequest, answered by an OwnReply
    OWN = "own"  # an OwnRequest, likewise answered by an OwnReply
    ASK = "ask"  # an AskRequest, answered by an acknowledgement and raw bytes of the plugin's


Mode = Literal["whole", "assignments", "definitions", "pieces", "pieces, strictly", "later"]
"""How much of a program is executed when it is loaded; see loading.py and pieces.py. Later: nothing
until a plugin's module has it executed."""
Objects = Literal["", "each", "pair", "sized", "held", "class"]
"""How the target's class gets its data; "": it is no class."""
Kind = Literal["matrix", "none", "ragged", "scalar", "other"]
"""What a value is."""


class Request(TypedDict):
    """Any request; raw bytes may follow."""

    op: Operation
    nonce: NotRequired[str]  # this and the next are added when it is sent; it comes back
    most: NotRequired[int]  # raw bytes of the reply
    lag: NotRequired[bool]  # a device computes: RETURNED comes, and the reply when it is done


class ProgramRequest(Request):
    """A request that brings a program."""

    main: str
    allowed: list[str]
    files: list[tuple[str, int]]  # names, and sizes of the texts that follow


class LoadRequest(ProgramRequest):
    """Execute the program as a module, so that its functions can be called."""

    mode: Mode
    notice: float  # seconds, then STANDS comes; 0: never
    makers: list[str]  # modules of plugins that take what they need before the program is there


class ScriptRequest(ProgramRequest):
    """Run the program as its author does."""

    answers: list[str]  # lines for input()
    seconds: float
    pictures: bool  # of the figures that it draws; where nobody looks they are not drawn again


class UnderRequest(ProgramRequest):
    """Run the program in a plugin's way."""

    module: str
    seconds: float


class ExtendRequest(Request):
    """Have a plugin's module answer, which may take over operations."""

    module: str
    request: Any  # what that is told, in the plugin's own words


class OwnRequest(Request):
    """Ask the module that was meant by EXTEND."""

    request: Any


class AskRequest(Request):
    """Have a plugin's module, one of the makers of LOAD, ask the program."""

    by: str
    request: Any
    notice: float


class Argument(TypedDict, total=False):
    """A number, or a matrix, whose bytes follow if it is not made of zeros here."""

    number: int
    shape: list[int]
    dtype: str
    zeros: bool
    cleared: bool  # it has to be 0 where it would not be by itself


class CallRequest(Request):
    """Call a function, or prepare to."""

    target: str
    args: list[Argument]
    result: int  # the argument that holds the result; -1: it is returned
    objects: Objects
    sizes: list[int]
    holds: list[str]
    form: str
    returns: bool
    device: str
    by: NotRequired[str]  # the plugin's module that calls it
    request: NotRequired[Any]  # what a plugin's module is told
    notice: NotRequired[float]
    watch: NotRequired[bool]
    keep: NotRequired[bool]


class Reply(TypedDict):
    """Any reply; what has only this is an acknowledgement."""

    ok: bool
    nonce: NotRequired[str]


class Ready(TypedDict):
    """What a child says first."""

    ready: Literal[True]
    free_mib: NotRequired[Any]  # of a GPU's memory, a whole number; else it was not measured


class ErrorRecord(TypedDict):
    """An exception, with the student's own frames: file, line, function; the outermost first."""

    type: str
    message: str
    frames: list[tuple[str, int, str]]


class Refusal(Reply):
    """A reply with `ok` false: something was raised."""

    error: ErrorRecord


class ValueRecord(TypedDict, total=False):
    """A value; the bytes of a matrix follow behind the reply, in the order of the values."""

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
    """What a call came to: its result, then its inputs as they are now, without the kept ones."""

    kept: NotRequired[list[bool]]  # of each input, whether it is byte for byte as it was given
    writes: NotRequired[tuple[int, int]]  # file and line that first wrote into an input
    told: NotRequired[Any]  # what the plugin's module has to say of it


class SeriesRecord(TypedDict, total=False):
    """A plotted series. Programs may have put anything in the place of its numbers."""

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

    plots: list[Any]  # of SeriesRecord; what is none is passed over


class OwnReply(Reply):
    """What a plugin's module has to say, in the plugin's own words."""

    told: Any


class StoppedReply(Reply):
    """What the canaries found: which attacks were stopped."""

    stopped: dict[str, bool]


class ScriptReply(Reply):
    """What a script run showed. Matrices follow, and behind them pictures."""

    cut: bool  # its time was up
    taken: int  # lines of its input
    files: list[tuple[str, int]]  # that it made, and their sizes
    values: list[ValueRecord]
    pictures: NotRequired[list[int]]  # their sizes
    drawn: NotRequired[bool]  # the real matplotlib was there
    boxes: NotRequired[bool]  # some letters were drawn as boxes
    plots: list[Any]  # as in PlotsReply
    error: ErrorRecord | None
