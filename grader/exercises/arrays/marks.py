"""Marks of the graded function: parts of its text that may explain a mistake."""

from grader.model.calling import Convention
from grader.model.evidence import ExerciseEvidence
from grader.model.static import Mark


def marks_of(evidence: ExerciseEvidence) -> tuple[Mark, ...]:
    """Return the marks of the graded function."""
    if evidence.entry is None or evidence.source is None:
        return ()
    target = evidence.entry.target
    marks = evidence.source.marks.get(target.name.partition(".")[0], ())
    in_order = target.convention is Convention.AB  # else `a` and `b` may be other parameters
    return tuple(mark for mark in marks if in_order or not mark.names)
