"""Messages about clocks between host and guest; grader/guest/protocol.py has their frame."""

from enum import StrEnum
from typing import TypedDict

MAX_EVENTS, MAX_PAIRS, MAX_FRAMES = 4_000, 1_000, 2_100
MAX_DEPTH = 16  # frames of an event
MAX_NAME = 100  # characters


class ClockEventKind(StrEnum):
    """The kind of an event."""

    READ = "read"
    WORK = "work"
    WAIT = "wait"
    SETUP = "setup"
    GAP = "gap"  # unknown events may have happened


# (file, first line, last line, first column, last column, function); columns in bytes.
FrameRecord = tuple[int, int, int, int, int, str]
# (kind, library, name, whether the arguments are ours, the student's frames, outermost first).
EventRecord = tuple[ClockEventKind, str, str, bool, list[int]]


class LogRecord(TypedDict):
    """The log of a run; events refer to frames, and pairs to events, by number."""

    frames: list[FrameRecord]
    events: list[EventRecord]
    pairs: list[tuple[int, int]]
