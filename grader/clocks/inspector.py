"""Measure how students time their own code: run the program once more with a simulated GPU.

Only programs that read a clock and name a GPU library are run this way. GPU work is logged instead
of computed, so neither a GPU nor CuPy is needed; the log is evidence for TIM002 and TIM006 only.
The run is short. Everything logged counts, however the run ends.
"""

import re
from collections.abc import Mapping
from contextlib import suppress

from msgspec.structs import replace

from grader.backends import library_of
from grader.clocks.log import decode_clocks
from grader.clocks.record import ClockLog, TimedPair
from grader.model.course import DeviceKind, Exercise, Scope
from grader.model.evidence import ExerciseEvidence
from grader.model.finding import in_its_cell
from grader.model.static import ParseStatus
from grader.model.submission import SourceFile, Submission
from grader.observing import Setup, Tools, allowing_all
from grader.protocols import Inspector
from grader.sandbox.children import ViolationError

GUEST = "clock_log"  # the module inside the sandbox
SECONDS = 4.0
NAMED = re.compile(r"\b(cupy|torch)")  # also cupyx
CLOCK = re.compile(r"\b(time|timeit|datetime)\b")
INSTALLED = "torch"  # simulated by the library itself; CuPy needs only NumPy


class ClockInspector(Inspector):
    """Records which GPU work a program times, and whether it waits for it."""

    def inspect(
        self,
        submission: Submission,
        observed: Mapping[str, ExerciseEvidence],
        setup: Setup,
        tools: Tools,
    ) -> Mapping[str, ClockLog]:
        """Run the program once; all exercises on a GPU's library share the log."""
        main, text = submission.main, "\n".join(submission.texts.values())
        exercises = [
            exercise
            for exercise in setup.assignment.exercises
            if _asks(observed[exercise.id], exercise)
        ]
        named = {*NAMED.findall(text)}
        if main is None or not exercises or not named or not CLOCK.search(text):
            return {}
        some_empty = any(observed[exercise.id].unwritten for exercise in exercises)
        written = any(_may_be_written(observed[exercise.id], exercise) for exercise in exercises)
        if some_empty and not written:
            return {}
        log = _watched(submission, main, setup, tools)
        lacking = {INSTALLED} & named - {*setup.capabilities.libraries_for(exercises[0])}
        log = replace(log, lacks=tuple(sorted(lacking)))
        return {exercise.id: log for exercise in exercises}


INSPECTOR = ClockInspector()


def _asks(observed: ExerciseEvidence, exercise: Exercise) -> bool:
    """Return whether an exercise uses a GPU's library, in a file that was parsed."""
    source = observed.source
    read = source is not None and source.status is ParseStatus.OK and not observed.trouble
    about = library_of(exercise.backend)
    return read and exercise.scope is Scope.FUNCTION and NAMED.fullmatch(about) is not None


def _may_be_written(observed: ExerciseEvidence, exercise: Exercise) -> bool:
    """Return whether there may be something to time; a starter is known to be empty."""
    if observed.unwritten or observed.source is None:
        return False
    names = {exercise.entry, *exercise.aliases}
    there = any(definition.name in names for definition in observed.source.definitions)
    return there or not exercise.optional


def _watched(submission: Submission, main: SourceFile, setup: Setup, tools: Tools) -> ClockLog:
    """Run the program in a child like that of its script run, without a device."""
    exercise = replace(allowing_all(setup.assignment.exercises), device=DeviceKind.CPU)
    program = tools.sandbox.open_program(main.name, submission.texts, exercise)
    frame = program.run_under(GUEST, SECONDS)
    pairs: tuple[TimedPair, ...] = ()
    if frame is not None:
        with suppress(ViolationError):  # the log is discarded
            pairs = decode_clocks(frame, submission.texts)
    return ClockLog(pairs=tuple(_in_cells(pair, main) for pair in pairs))


def _in_cells(pair: TimedPair, main: SourceFile) -> TimedPair:
    """Convert the lines of a notebook to cells and lines."""
    places = [pair.start, pair.end, *pair.setup]
    start, end, *made = (
        in_its_cell(place, main.cells) if main.cells and place.file == main.name else place
        for place in places
    )
    return replace(pair, start=start, end=end, setup=tuple(made))
