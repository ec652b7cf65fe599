"""Messages between host and guest about a traced call."""

from typing import TypedDict

ASKED = ".asked"  # the name of the file that holds a TraceRequest
MAX_EVENTS, MAX_CHANGES = 2_000, 6  # of a call; of what one line changed
MAX_PATH = 60  # letters of "c[0][1]"
SMALL = 10**9  # larger integers are not reported


class TraceRequest(TypedDict):
    """A call to make: the function, "matmul", and its arguments as nested lists."""

    function: str
    arguments: list[object]


class TraceReply(TypedDict):
    """The lines that the function ran, in order, each with its changes; and the result."""

    events: list[tuple[int, list[tuple[str, float]]]]
    whole: bool  # False: there were more lines
    result: object  # None where it is no nest of lists with small numbers
