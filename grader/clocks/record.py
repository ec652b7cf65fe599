"""What a student's own clocks measure: the record of this plugin."""

from msgspec import Struct

from grader.model.finding import Location
from grader.model.static import Certainty


class TimedPair(Struct, frozen=True, kw_only=True):
    """Two reads of a clock in one block, with work on a GPU between them."""

    start: Location
    end: Location
    library: str  # "cupy" or "torch"
    work: str  # what runs between them, as the student wrote it: "matmul_torch(a, b)"
    synchronized: bool  # the device is waited for before the second read
    certainty: Certainty  # of `synchronized` being false, and of the work being on a GPU
    setup: tuple[Location, ...] = ()  # data made, or copied to the device, between the reads
    reaches: tuple[str, ...] = ()  # the program's functions that it runs in or calls, sorted
    apis: tuple[str, ...] = ()  # functions of the library that do the work, sorted


class ClockLog(Struct, frozen=True, kw_only=True):
    """What a run that watched the program's clocks showed."""

    pairs: tuple[TimedPair, ...] = ()
    lacks: tuple[str, ...] = ()  # libraries that are not here: nothing is known of work in them
