"""The record of this plugin: how a student's program times its work."""

from msgspec import Struct

from grader.model.finding import Location
from grader.model.static import Certainty


class TimedPair(Struct, frozen=True, kw_only=True):
    """Two reads of a clock in one block, with work on a GPU between them."""

    start: Location
    end: Location
    library: str  # "cupy" or "torch"
    work: str  # the source text of what runs between them: "matmul_torch(a, b)"
    synchronized: bool  # whether the program waits for the device before the second read
    certainty: Certainty  # of `synchronized` being false, and of the work being on a GPU
    # places that create data or copy it to the device between the reads
    setup: tuple[Location, ...] = ()
    reaches: tuple[str, ...] = ()  # the program's functions that it runs in or calls, sorted
    apis: tuple[str, ...] = ()  # functions of the library that do the work, sorted


class ClockLog(Struct, frozen=True, kw_only=True):
    """The log of a program's clocks."""

    pairs: tuple[TimedPair, ...] = ()
    lacks: tuple[str, ...] = ()  # libraries that are missing here: their work is unknown
