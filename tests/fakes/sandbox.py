"""A sandbox that is none: opens programs in this process. For programs that we wrote ourselves."""

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from grader.model.course import Exercise, Limits
from grader.model.running import AskedProgram, Program
from grader.observing import SCRIPT
from tests.fakes.program import FakeProgram


@dataclass
class FakeSandbox:
    """Opens programs and remembers them in `ran`, which several sandboxes may share."""

    ran: list[str] = field(default_factory=list)  # main source texts, as often as opened …
    before: Callable[[str], None] | None = None  # called with the source text before it is opened
    before_whole: Callable[[str], None] | None = None  # the same of whole runs
    whole: list[str] = field(default_factory=list)  # … but for whole runs, which are here
    thread: int = 0
    alone: bool = False

    def expect(self, texts: Iterable[str]) -> None:
        """Imports nothing beforehand."""

    def begin(self, exercise: Exercise, *, draws: bool = False) -> None:
        """Has nothing to begin."""

    def begin_quick(self, exercises: Iterable[Exercise]) -> None:
        """Has nothing to begin."""

    def begin_fork(self, libraries: Any, limits: Limits, more: Any) -> None:
        """Has nothing to begin."""

    def fork(self, libraries: Any, limits: Limits, more: Any) -> Any:
        """Has no children."""
        raise AssertionError("a fake sandbox runs programs only")

    def open_program(self, main: str, files: Mapping[str, str], exercise: Exercise) -> Program:
        """Takes a program; like the real one, in one thread only."""
        self.thread = self.thread or threading.get_ident()
        assert self.thread == threading.get_ident()
        if exercise.id == SCRIPT:
            if self.before_whole is not None:
                self.before_whole(files[main])
            self.whole.append(files[main])
            return FakeProgram(files[main])
        if self.before is not None:
            self.before(files[main])
        self.ran.append(files[main])
        return FakeProgram(files[main])

    def open_to_ask(self, main: str, files: Mapping[str, str], exercise: Exercise) -> AskedProgram:
        """Has none: no test of the line asks for anything but arrays."""
        raise AssertionError("a fake sandbox runs functions of arrays only")

    def workshop(self, exercise: Exercise) -> None:
        """Has none: no test of the line hands in anything but Python."""
