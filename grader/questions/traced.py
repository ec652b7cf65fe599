"""A call with its lines written down inside the sandbox, read as hostile input."""

import json
from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from grader.model.course import Exercise
from grader.model.running import SandboxDoor
from grader.model.submission import Submission
from grader.questions.guest.trace_protocol import (
    ASKED,
    MAX_CHANGES,
    MAX_EVENTS,
    MAX_PATH,
    TraceRequest,
)
from grader.sandbox import ViolationError, read_as

GUEST = "trace_calls"
SECONDS = 3.0
PATH = r"^[^\W\d]\w*(\[\d\]){0,2}$"

Line = Annotated[int, Meta(ge=1, le=1 << 20)]
Change = tuple[Annotated[str, Meta(max_length=MAX_PATH, pattern=PATH)], int | float]
Event = tuple[Line, Annotated[list[Change], Meta(max_length=MAX_CHANGES)]]
Matrix = list[int | float | list[int | float]]


class Traced(Struct, frozen=True, kw_only=True):
    """A TraceReply, with bounds."""

    events: Annotated[list[Event], Meta(max_length=MAX_EVENTS)]
    whole: bool
    result: int | float | Matrix | None

    def runs(self) -> Mapping[int, int]:
        """Count how often each line ran."""
        counts: dict[int, int] = {}
        for line, _ in self.events:
            counts[line] = counts.get(line, 0) + 1
        return counts


class _Told(Struct):
    told: Traced


def trace(
    door: SandboxDoor,
    submission: Submission,
    exercise: Exercise,
    function: str,
    arguments: Sequence[object],
) -> Traced | None:
    """Call a function twice, each time in a fresh process, with its lines written down.

    Returns None where the two differ, where it did not return, or ran too many lines.
    """
    if submission.main is None:
        return None
    asked: TraceRequest = {"function": function, "arguments": list(arguments)}
    files = {**submission.texts, ASKED: json.dumps(asked)}
    answers: list[Traced] = []
    for _ in range(2):
        program = door.open_program(submission.main.name, files, exercise)
        frame = program.run_under(GUEST, SECONDS)
        if frame is None:
            return None
        try:
            answers.append(read_as(_Told, {"told": frame[0].get("told")}, "no trace").told)
        except ViolationError:
            return None
    first, second = answers
    return first if first.whole and first == second else None
