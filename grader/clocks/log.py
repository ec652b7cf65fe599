"""Decode the log of a program's clocks, as hostile input: pairs of reads, and the work.

All of it is the student's claim about the student's own timing. Places and texts are looked up in
the submitted files. Values that the guest never sends are a violation, and the log is discarded.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from grader.clocks.guest.clock_protocol import (
    MAX_DEPTH,
    MAX_EVENTS,
    MAX_FRAMES,
    MAX_NAME,
    MAX_PAIRS,
    ClockEventKind,
)
from grader.clocks.record import TimedPair
from grader.guest.protocol import OwnReply
from grader.model.finding import Location
from grader.model.static import Certainty
from grader.sandbox.children import Frame, ViolationError, read_as

MAX_PAIRS_KEPT = 200  # pairs of a program; a loop repeats the same ones
MOST_NAMES = 64
SHOWN_WORK, SHOWN_LINE = 60, 120  # characters of an excerpt of the program
LIBRARIES = ("cupy", "torch")
NO_LOG = "a log that is none"
LINE_END = re.compile(r"\r\n|\r|\n")

Number = Annotated[int, Meta(ge=0, le=1 << 24)]
Name = Annotated[str, Meta(max_length=MAX_NAME)]
Library = Literal["", "numpy", "cupy", "torch"]
# As in the protocol, with bounds.
FrameReply = tuple[Number, Number, Number, Number, Number, Name]
EventReply = tuple[
    ClockEventKind, Library, Name, bool, Annotated[list[Number], Meta(max_length=MAX_DEPTH)]
]


class ClockReply(Struct, frozen=True, kw_only=True):
    """A LogRecord, with bounds."""

    frames: Annotated[list[FrameReply], Meta(max_length=MAX_FRAMES)]
    events: Annotated[list[EventReply], Meta(max_length=MAX_EVENTS)]
    pairs: Annotated[list[tuple[Number, Number]], Meta(max_length=MAX_PAIRS)]


class Event(Struct, frozen=True, kw_only=True):
    """An event, and where it happened: the student's frames, outermost first."""

    kind: ClockEventKind
    library: str
    api: str
    with_our_arguments: bool  # their device says nothing about the student's
    stack: tuple[FrameReply, ...]

    @property
    def functions(self) -> Iterator[str]:
        """The names of the functions in which it happened."""
        return (frame[-1] for frame in self.stack if frame[-1].isidentifier())


def decode_clocks(frame: Frame, texts: Mapping[str, str]) -> tuple[TimedPair, ...]:
    """Decode the answer to a logged run of these files; raise ViolationError."""
    told = read_as(OwnReply, frame[0], NO_LOG)["told"]
    reply = read_as(ClockReply, told, NO_LOG)
    files = [(name, LINE_END.split(text)) for name, text in texts.items()]
    if not all(_is_there(each, files) for each in reply.frames):
        raise ViolationError("a place that is none")
    if not all(number < len(reply.frames) for event in reply.events for number in event[-1]):
        raise ViolationError("an event that is nowhere")
    events = [
        Event(
            kind=kind,
            library=library,
            api=api,
            with_our_arguments=with_our_arguments,
            stack=tuple(reply.frames[number] for number in stack),
        )
        for kind, library, api, with_our_arguments, stack in reply.events
    ]
    return _pairs(events, reply.pairs, files)


def _is_there(frame: FrameReply, files: Sequence[tuple[str, list[str]]]) -> bool:
    file, first, last, *_ = frame
    return file < len(files) and 0 < first <= last <= len(files[file][1])


def _pairs(
    events: Sequence[Event],
    pairs: Sequence[tuple[int, int]],
    files: Sequence[tuple[str, list[str]]],
) -> tuple[TimedPair, ...]:
    """Return each pair once; one that was not always waited for counts as not waited for."""
    unique: dict[tuple[object, ...], TimedPair] = {}
    for start, end in pairs:
        if not start < end < len(events):
            raise ViolationError("a pair that is none")
        between = events[start : end + 1]
        if any(
            each.kind is not ClockEventKind.READ or not each.stack
            for each in (between[0], between[-1])
        ):
            raise ViolationError("a pair that is not of clocks")
        for library in LIBRARIES:
            pair = _pair(between, library, files)
            if pair is None:
                continue
            key = (pair.start, pair.end, library, pair.work, pair.reaches)
            if key not in unique or unique[key].synchronized:
                unique[key] = pair
    return tuple(unique.values())[:MAX_PAIRS_KEPT]


def _pair(
    between: Sequence[Event], library: str, files: Sequence[tuple[str, list[str]]]
) -> TimedPair | None:
    """Describe the work between two reads, the first and the last event; None without work."""
    works = [n for n, each in enumerate(between) if each.kind is ClockEventKind.WORK and each.stack]
    works = [n for n in works if between[n].library == library]
    if not works:
        return None
    start, end = between[0], between[-1]
    waits = [
        n
        for n, each in enumerate(between)
        if each.kind in {ClockEventKind.WAIT, ClockEventKind.GAP}
    ]
    late = [n for n in works if n > max(waits, default=0)]
    # A function that nothing calls may get our tensors on the CPU.
    sure = library != "torch" or any(not between[n].with_our_arguments for n in late or works)
    first = between[(late or works)[0]]
    depth = min(len(end.stack), len(first.stack)) - 1
    reached = {name for n in works for name in between[n].functions} | {*end.functions}
    made = (each for each in between if each.kind is ClockEventKind.SETUP and each.stack)
    return TimedPair(
        start=_place(start, files),
        end=_place(end, files),
        library=library,
        work=_text(first.stack[depth], files),
        synchronized=not late,
        certainty=Certainty.SURE if sure else Certainty.UNSURE,
        setup=tuple(dict.fromkeys(_place(each, files) for each in made)),
        reaches=tuple(sorted(reached)[:MOST_NAMES]),
        apis=tuple(sorted({between[n].api for n in works if between[n].api})[:MOST_NAMES]),
    )


def _place(event: Event, files: Sequence[tuple[str, list[str]]]) -> Location:
    file, line, *_ = event.stack[-1]
    name, lines = files[file]
    return Location(file=name, line=line, text=lines[line - 1].strip()[:SHOWN_LINE])


def _text(frame: FrameReply, files: Sequence[tuple[str, list[str]]]) -> str:
    """Return the source text of a frame on one line."""
    file, first, last, begin, end, _ = frame
    lines = [line.encode("utf-8", "replace") for line in files[file][1][first - 1 : last]]
    lines[-1] = lines[-1][:end]
    lines[0] = lines[0][begin:]
    text = " ".join(b"\n".join(lines).decode("utf-8", "replace").split())
    return text if len(text) <= SHOWN_WORK else f"{text[: SHOWN_WORK - 1]}…"
