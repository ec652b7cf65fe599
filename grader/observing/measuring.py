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
    cpu: int | None = None  # that it keeps to
    cpus: int = 1  # that there are
    baselines: Mapping[str, Curve] = field(default_factory=dict)  # measured here before


class TimingRequest(Struct, frozen=True, kw_only=True):
    """One exercise of one submission to be timed."""

    submission: Submission
    exercise: str  # its id
    target: Target
    python: str  # the version that it is run under; see Exercise.python
    extracted: str  # text of the function extracted from a script's loops, or ""
    spread: frozenset[int] = frozenset()  # all CPUs, if no other measurement is running
