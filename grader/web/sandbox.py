"""A sandbox for observing submissions with one interpreter and no processes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from grader.model.course import Exercise, Limits
from grader.model.running import Program
from grader.model.static import ParseStatus, SourceFacts
from grader.model.submission import Submission
from grader.plugins import load
from grader.sandbox.children import Child
from grader.sandbox.requests import ArrayPlacement
from grader.sandbox.session import SandboxProgram
from grader.source.frames import pack_facts, unpack_facts
from grader.source.question import question_about
from grader.source.reading import SourceReading
from grader.web.children import Asked, Clock, Late, PageChild

READING_SECONDS = 30.0  # of one source; WebAssembly is some times slower than a processor
SLOWER = 2.0  # how much more time a program is given than on the command line


class PageSandbox:
    """Implements model.running.SandboxDoor: hands out programs whose children are PageChild."""

    alone = True

    def __init__(self, clock: Clock, asked: Asked, hidden: Sequence[str]) -> None:
        """Take the modules that programs must not find although they are here."""
        self._clock, self._asked, self._hidden = clock, asked, hidden

    def open_program(self, main: str, files: Mapping[str, str], exercise: Exercise) -> Program:
        """Prepare a program in Python; other kinds have to wait, and are not asked for here."""
        return self.open_to_ask(main, files, exercise)

    def open_to_ask(
        self, main: str, files: Mapping[str, str], exercise: Exercise
    ) -> SandboxProgram:
        """Prepare a program, for its plugin to ask."""
        exercise = replace(exercise, limits=_slower(exercise.limits))

        def start(limits: Limits, *, draws: bool = False) -> Child:
            del draws
            return PageChild(limits, self._clock, self._asked, self._hidden)

        return SandboxProgram(start, main, files, exercise, ArrayPlacement(dtype=exercise.dtype))

    def workshop(self, exercise: Exercise) -> None:
        """Return None: nothing is compiled here."""
        del exercise

    def expect(self, texts: Iterable[str]) -> None:
        """Do nothing: nothing can be imported beforehand."""

    def begin(self, exercise: Exercise, *, draws: bool = False) -> None:
        """Do nothing: there is no process to prepare."""

    def begin_quick(self, exercises: Iterable[Exercise]) -> None:
        """Do nothing: there is no process to prepare."""

    def begin_fork(self, libraries: Any, limits: Limits, more: Any) -> None:
        """Do nothing: there is no process to prepare."""

    def fork(self, libraries: Any, limits: Limits, more: Any) -> Child:
        """Start a child that gets no program, but a plugin's module and all libraries."""
        del libraries, more
        return PageChild(_slower(limits), self._clock, self._asked, ())


def _slower(limits: Limits) -> Limits:
    return replace(
        limits,
        call_seconds=SLOWER * limits.call_seconds,
        load_seconds=SLOWER * limits.load_seconds,
        cpu_seconds=SLOWER * limits.cpu_seconds,
    )


class PageReader:
    """Reads sources here, under the clock."""

    def __init__(self, clock: Clock, asked: Asked) -> None:
        """Start without having read anything."""
        self._clock, self._asked = clock, asked
        self._reading = SourceReading()

    def read(self, submission: Submission, exercise: Exercise) -> SourceFacts:
        """Read a submission that has a source; see source.SourceReader."""
        if submission.main is None:
            raise ValueError("there is no source to read")
        main, helpers, question = submission.main, submission.helpers, question_about(exercise)
        facts, _ = self._read(lambda: (self._reading.read(main, helpers, question), None))
        return facts

    def compare(
        self, submission: Submission, versions: Iterable[str]
    ) -> Mapping[str, Mapping[str, str]]:
        """Compare nothing: a page has one Python."""
        del submission, versions
        return {}

    def read_with(self, function: str, request: object) -> tuple[SourceFacts, Any]:
        """Let a function of a plugin read; its record arrives as plain values."""
        return self._read(lambda: load(function)(request))

    def _read(self, work: Callable[[], tuple[SourceFacts, object]]) -> tuple[SourceFacts, Any]:
        late = SourceFacts(status=ParseStatus.TOO_COMPLEX, detail="CPU time"), None
        if self._asked.next(READING_SECONDS):
            return late
        try:
            with self._clock.within(READING_SECONDS, ()):
                return unpack_facts(pack_facts(*work()))
        except Late:
            return late
