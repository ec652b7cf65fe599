"""The shape of a check: a pure function from evidence to findings."""

from collections.abc import Callable, Iterable

from grader.model.course import Assignment, Exercise
from grader.model.evidence import Evidence, ExerciseEvidence
from grader.model.finding import Finding

SubmissionCheck = Callable[[Evidence, Assignment], Iterable[Finding]]
ExerciseCheck = Callable[[ExerciseEvidence, Exercise], Iterable[Finding]]
