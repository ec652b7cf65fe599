"""What host and guest say to each other of clocks; grader/guest/protocol.py: what is around it."""

from enum import StrEnum
from typing import TypedDict

MAX_EVENTS, MAX_PAIRS, MAX_FRAMES = 4_000, 1_000, 2_100
MAX_DEPTH = 16  # of the frames of an event
MAX_NAME = 100  # letters


class ClockEventKind(StrEnum):
    """What happened."""

    READ = "read"
    WORK = "work"
    WAIT = "wait"
    SETUP = "setup"
    GAP = "gap"  # what happened in between is unknown


# File, first and last line, first and last column in bytes, function.
FrameRecord = tuple[int, int, int, int, int, str]
# Library, name, whether the arguments are ours, the student's frames with the outermost first.
EventRecord = tuple[ClockEventKind, str, str, bool, list[int]]


class LogRecord(TypedDict):
    """What a run showed; events name frames, and pairs events, by their numbers."""

    frames: list[FrameRecord]
    events: list[EventRecord]
    pairs: list[tuple[int, int]]
