"""Marks of the graded function, and lessons in the program's own names."""

import re
from collections.abc import Mapping

from grader.model.calling import Convention
from grader.model.evidence import ExerciseEvidence
from grader.model.static import Mark

NAMED = re.compile(r"\{([abcijks])\}")


def marks_of(evidence: ExerciseEvidence) -> tuple[Mark, ...]:
    """Return the marks of the graded function."""
    if evidence.entry is None or evidence.source is None:
        return ()
    target = evidence.entry.target
    marks = evidence.source.marks.get(target.name.partition(".")[0], ())
    in_order = target.convention is Convention.AB  # else `a` and `b` may be other parameters
    return tuple(mark for mark in marks if in_order or not mark.names)


def in_own_names(text: str, names: Mapping[str, str]) -> str:
    """Replace {a}, {b}, {c}, {i}, {j}, {k} and {s} in a lesson with the program's names."""
    return NAMED.sub(lambda letter: names.get(letter[1], letter[1]), text)
