"""Runs in the lane's own process: measures, and does nothing else.

In one process with the other workers, Python's lock would let one of them delay the clock by
milliseconds.
"""

import os
import signal
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import parent_process
from pathlib import Path
from typing import TYPE_CHECKING

from grader.course import load_assignment, load_course, load_references
from grader.model.course import Exercise
from grader.model.fault import Fault, shielded
from grader.model.machine import Capabilities
from grader.model.reference import Reference
from grader.model.run import Target
from grader.model.submission import Submission
from grader.model.timing import WRONG, Curve, Timing
from grader.sandbox import Rung, Sandbox
from grader.store import seed_of
from grader.timed import Bench, time_exercise
from grader.timed_calls import EmptyCalls, Subject

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What the process needs to know; it can be pickled."""

    root: Path  # of the course
    assignment: str
    rung: Rung
    capabilities: Capabilities
    secret: bytes
    cpu: int | None = None  # that it keeps to
    baselines: Mapping[str, Curve] = field(default_factory=dict)  # measured here before


@dataclass(slots=True, kw_only=True)
class Workplace:
    """What the process works with."""

    exercises: Mapping[str, Exercise]
    references: Mapping[str, Reference]
    secret: bytes
    bench: Bench


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One exercise of one submission to be timed."""

    submission: Submission
    exercise: str  # its id
    target: Target
    lifted: str  # text of the function made of a script's loops, "" where there is none


Answer = tuple[Timing, Mapping[str, Curve]] | Fault
"""The times, with all baselines that are known by then."""


def serve(place: Place, requests: "Connection[Answer, Request]") -> None:
    """Answers one request after the other; ends with the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the batch says when to stop
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # standard output is the command's own
    if place.cpu is not None:
        os.sched_setaffinity(0, {place.cpu})
    here = shielded(partial(workplace, place))
    while True:
        try:
            request = requests.recv()
        except EOFError:
            return
        requests.send(
            here if isinstance(here, Fault) else shielded(partial(measure, request, here))
        )


def workplace(place: Place) -> Workplace:
    """Loads the course, and opens the sandboxes."""
    course = load_course(place.root)
    assignment = load_assignment(course, place.assignment)
    here = place.capabilities
    sandboxes = [Sandbox(place.rung, slot=slot, capabilities=here) for slot in range(2)]
    bench = Bench(
        sandbox=sandboxes[0],
        empty=EmptyCalls(sandboxes[1]),
        capabilities=here,
        baselines=dict(place.baselines),
    )
    return Workplace(
        exercises={one.id: one for one in assignment.exercises},
        references=load_references(course, assignment),
        secret=place.secret,
        bench=bench,
    )


def measure(request: Request, here: Workplace) -> tuple[Timing, Mapping[str, Curve]]:
    """Times one exercise of one submission."""
    submission = request.submission
    if submission.main is None:
        raise ValueError("a submission without a source has nothing to be timed")
    files = submission.texts
    if request.lifted:
        files[submission.main.name] = request.lifted
    timing = time_program(submission, files, here.exercises[request.exercise], request.target, here)
    return timing, here.bench.baselines


def time_program(
    submission: Submission,
    files: Mapping[str, str],
    exercise: Exercise,
    target: Target,
    here: Workplace,
) -> Timing:
    """Executes only the program's definitions, unless its function needs the rest."""
    main = submission.main.name if submission.main else ""
    seed = seed_of(here.secret, submission, exercise)
    timing = Timing()
    for whole in (False, True):
        program = here.bench.sandbox.open_program(main, files, exercise)
        if not whole:
            program.restrict()
        subject = Subject(program, target, exercise, here.references[exercise.id], seed)
        timing = time_exercise(subject, here.bench)
        if timing.curve.points or timing.ended in {"", WRONG}:
            break
    return timing


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
