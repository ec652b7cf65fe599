"""What an assignment lacks: what nobody can decide or adds up wrongly, and what is not there yet.

The first are problems; the second are told, and are no failure.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from grader.course import Expected
from grader.course.making import UNFILLED
from grader.model.course import Assignment, Backend, Calls, Criterion, Exercise
from grader.model.finding import Param, Verdict
from grader.model.reference import Reference

HANDOUT = "handout.md"
OF_SWEEP = {"TIM001", "TIM003", "TIM004", "TIM005"}  # what is said of measured times alone
OF_SUBMISSION = ("INT", "REP")  # what is said of files and of reports, not of a function
TOTALS = tuple(
    re.compile(pattern)
    for pattern in (
        r"^#+ *(?:\d+\. *)?配点 *[（(] *(\d+(?:\.\d+)?) *点 *[）)]\s*$",
        r"^#+ *(?:\d+\. *)?Points *\( *(\d+(?:\.\d+)?)(?: *points?)? *\)\s*$",
        r"^締切.*[／/] *(\d+(?:\.\d+)?) *点\s*$",
        r"^Due:.*\. +(\d+(?:\.\d+)?) points\.?\s*$",
    )
)
"""Lines of a handout that say how many points there are in all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lack:
    """Something that is not there, by the key of its sentence."""

    key: str
    params: Mapping[str, Param] = field(default_factory=dict)


def marks_problems(assignment: Assignment) -> Iterator[str]:
    """Finds criteria that nothing can decide, and points that the handout counts otherwise."""
    for criterion in assignment.rubric:
        yield from _undecidable(criterion, assignment)
    total = sum(one.points for one in assignment.rubric)
    for number, said in _totals(assignment.folder / HANDOUT):
        if said != total:
            yield (
                f"{HANDOUT}: line {number}: says {said:g} points, and the rubric adds up to"
                f" {total:g}; change one of them"
            )


def _undecidable(criterion: Criterion, assignment: Assignment) -> Iterator[str]:
    about = [
        one
        for one in assignment.exercises
        if one.id in criterion.exercises or not criterion.exercises
    ]
    for check in criterion.checks:
        silent = [one.id for one in about if _is_silent(check, one)]
        if silent:
            missing = "requires" if check == "POL004" else "sweep"
            yield (
                f"rubric {criterion.id}: stays open for ever, for {check} says nothing about"
                f" {', '.join(silent)} without {missing}; give that, or take {check} out of checks"
            )


def _is_silent(check: str, exercise: Exercise) -> bool:
    """Says whether a check never says anything about an exercise."""
    if check == "POL004":
        return not exercise.requires
    return check in OF_SWEEP and exercise.sweep is None


def _totals(handout: Path) -> Iterator[tuple[int, float]]:
    """Gives every line that says how many points there are, with the number."""
    for number, line in enumerate(_text(handout).splitlines(), start=1):
        for pattern in TOTALS:
            if found := pattern.match(line):
                yield number, float(found[1])


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return ""


def lacks(
    assignment: Assignment,
    references: Mapping[str, Reference],
    examples: Mapping[Path, Expected],
) -> Iterator[Lack]:
    """Says what is not there yet: examples, programs to compare with, words of the handout."""
    names = [one for one in (HANDOUT, "starter") if not (assignment.folder / one).exists()]
    if names:
        yield Lack(key="absent", params={"names": tuple(names)})
    if any(mark in _text(assignment.folder / HANDOUT) for mark in UNFILLED):
        yield Lack(key="unfilled")
    if not examples:
        yield Lack(key="no_examples")
    for exercise in assignment.exercises:
        if examples:
            yield from _missing_examples(exercise, examples)
        yield from _missing_program(exercise, references[exercise.id])
        if not exercise.optional and not _counts(exercise, assignment):
            yield Lack(key="no_criterion", params={"exercise": exercise.id})


def _missing_examples(exercise: Exercise, examples: Mapping[Path, Expected]) -> Iterator[Lack]:
    about = [one for one in examples.values() if one.exercise in {"", exercise.id}]
    verdicts = [set(one.verdicts.values()) for one in about]
    if not any(found <= {Verdict.PASSED} for found in verdicts):
        yield Lack(key="no_right", params={"exercise": exercise.id})
    if not any(Verdict.FAILED in found for found in verdicts):
        yield Lack(key="no_wrong", params={"exercise": exercise.id})


def _missing_program(exercise: Exercise, reference: Reference) -> Iterator[Lack]:
    """Without a right program, nothing is tried first on a machine, nor compared with in time."""
    # Programs are functions of the plain form: of a variant or a net there is none to ask for.
    plain = exercise.calls is Calls.ARRAYS and not exercise.variant
    if plain and exercise.backend.value not in reference.programs:
        ending = "c" if exercise.backend is Backend.C else "py"
        path = f"reference/programs/{exercise.operation}_{exercise.backend}.{ending}"
        yield Lack(key="no_program", params={"exercise": exercise.id, "path": path})


def _counts(exercise: Exercise, assignment: Assignment) -> bool:
    return any(
        any(not check.startswith(OF_SUBMISSION) for check in one.checks)
        and (exercise.id in one.exercises or not one.exercises)
        for one in assignment.rubric
    )
