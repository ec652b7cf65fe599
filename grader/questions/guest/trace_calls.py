"""Call a function and record which lines it runs, and which numbers each line changes.

The student's program could forge all of this. Before the host uses any of it, it has the same call
made in another process, without tracing.
"""

import json
import sys
from typing import TYPE_CHECKING, Any

from _grader_guest.alarm import Alarm, Cut
from _grader_guest.loading import Importer, as_script, execute_script

from .trace_protocol import ASKED, MAX_CHANGES, MAX_EVENTS, MAX_PATH, SMALL

if TYPE_CHECKING:
    from types import FrameType

    from grader.guest.protocol import OwnReply, UnderRequest

    from .trace_protocol import TraceReply

NUMBERS = (int, float)


def _told(value: Any) -> bool:
    """Return whether a value is a number small enough to be recorded."""
    return type(value) in NUMBERS and -SMALL < value < SMALL


def _numbers(names: dict[str, Any]) -> dict[str, float]:
    """Return the numbers in local variables, at most two indices deep: {"s": 0, "c[0][1]": 7}."""
    found: dict[str, float] = {}
    for name, value in names.items():
        if _told(value):
            found[name] = value
        elif type(value) is list:
            for row, inside in enumerate(value[:8]):
                if _told(inside):
                    found[f"{name}[{row}]"] = inside
                elif type(inside) is list:
                    for column, element in enumerate(inside[:8]):
                        if _told(element):
                            found[f"{name}[{row}][{column}]"] = element
    return found


def _plain(value: Any) -> Any:
    """Return a number or nested lists of numbers; None for any other value."""
    if _told(value):
        return value
    if type(value) in {list, tuple} and len(value) <= 8:  # noqa: PLR2004  as above
        inside = [_plain(each) for each in value]
        return None if None in inside else inside
    return None


class CallTrace:
    """One traced call."""

    def __init__(self, main: str) -> None:
        self.events: list[tuple[int, list[tuple[str, float]]]] = []
        self.whole = True
        self._main = main
        self._before: dict[int, tuple[int, dict[str, float]]] = {}  # by frame: line, numbers

    def enter(self, frame: "FrameType", event: str, _argument: object) -> Any:
        """Follow the functions of the program's own file."""
        if event != "call" or frame.f_code.co_filename != self._main:
            return None
        return self._line

    def _line(self, frame: "FrameType", event: str, _argument: object) -> Any:
        if event not in {"line", "return"}:
            return self._line
        if len(self.events) >= MAX_EVENTS:
            self.whole = False
            raise Cut
        now = _numbers(frame.f_locals)
        if known := self._before.get(id(frame)):
            line, before = known
            changed = [(path, now[path]) for path in now if now[path] != before.get(path)]
            told = [(path[:MAX_PATH], value) for path, value in changed[:MAX_CHANGES]]
            self.events.append((line, told))
        if event == "return":
            self._before.pop(id(frame), None)
        else:
            self._before[id(frame)] = frame.f_lineno, now
        return self._line


def answer(head: "UnderRequest", files: dict[str, str]) -> tuple["OwnReply", bytes]:
    """Execute the program, make the requested call, and return the lines that it ran."""
    asked = json.loads(files.pop(ASKED))
    main = head["main"]
    text = files.pop(main)
    importer = Importer(main, files, tuple(head["allowed"]))
    trace = CallTrace(main)
    result: list[Any] = []

    def work() -> None:
        module = as_script(main, importer)
        execute_script(module, main, text, importer)
        function = vars(module)[asked["function"]]
        sys.settrace(trace.enter)
        try:
            result.append(function(*asked["arguments"]))
        finally:
            sys.settrace(None)

    Alarm().within(head["seconds"], work)
    told: TraceReply = {
        "events": trace.events,
        "whole": trace.whole and bool(result),
        "result": _plain(result[0]) if result else None,
    }
    return {"ok": True, "told": told}, b""
