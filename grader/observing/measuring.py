"""Where and what a timing process measures."""

from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct, field

from grader.model.calling import Target
from grader.model.course import Exercise
from grader.model.evidence import ExerciseEvidence
from grader.model.machine import Capabilities
from grader.model.submission import Submission
from grader.model.timing import Curve, Timing
from grader.sandbox import IsolationLevel

Measure = Callable[[Submission, Exercise, ExerciseEvidence], Timing]
"""Measures one exercise that can be timed."""


class TimingPlace(Struct, frozen=True, kw_only=True):
    """What a measuring process needs to know; it can be pickled."""

    root: Path  # of the course
    assignment: str
    level: IsolationLevel
    capabilities: Capabilities
    secret: bytes
    cpu: int | None = None  # the CPU that the process is pinned to
    cpus: int = 1  # number of CPUs
    baselines: Mapping[str, Curve] = field(default_factory=dict)  # measured here earlier


class TimingRequest(Struct, frozen=True, kw_only=True):
    """One exercise of one submission to be timed."""

    submission: Submission
    exercise: str  # its id
    target: Target
    python: str  # the version that runs it; see Exercise.python
    extracted: str  # text of the function extracted from a script's loops, or ""
    spread: frozenset[int] = frozenset()  # all CPUs, if no other measurement is running
