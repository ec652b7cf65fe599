"""`verify`: proves that an assignment can say yes and no.

The reference must agree with itself, every example must get what its `expected.toml` declares, and
the cases must tell every known mistake from the right answer and from each other.
"""

import hashlib
import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from grader.batch.expected import Expected, load_examples
from grader.batch.pool import observe_all
from grader.batch.setup import OpenTools
from grader.correctness import RIGHT, separation
from grader.grading import Setup, grade
from grader.intake import Handin, read_submission
from grader.model.course import Assignment, CaseKind, Exercise
from grader.model.finding import Finding, Verdict
from grader.model.reference import Array, Reference
from grader.model.scoresheet import ScoreSheet
from grader.model.submission import Submission

SEEDS = 8  # different inputs with which the known mistakes are told apart


class Subject(StrEnum):
    """What was proved."""

    REFERENCE = "reference"
    LOOKALIKES = "lookalikes"
    EXAMPLE = "example"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """What was tried, and every way in which it was not as expected."""

    subject: Subject
    name: str  # of the exercise, or of the example
    problems: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()  # what is not here, so that it was not tried


def verify_assignment(setup: Setup, open_tools: OpenTools, jobs: int) -> Iterator[Proof]:
    """Yields one proof after the other, quick ones first; `jobs` examples run side by side.

    Before any, raises CourseError with every problem of every `expected.toml`.
    """
    examples = load_examples(setup.assignment)
    exercises = [(one, setup.references[one.id]) for one in setup.assignment.exercises]
    for exercise, reference in exercises:
        yield _proof(Subject.REFERENCE, exercise.id, _reference_problems(exercise, reference))
    sheets = _graded(examples, setup, open_tools, jobs)
    for folder, expected in examples.items():
        yield _proof_of_example(folder.name, sheets[folder.name], expected)
    for exercise, reference in exercises:
        yield _proof(Subject.LOOKALIKES, exercise.id, _lookalike_problems(exercise, reference))


def absent_files(assignment: Assignment) -> tuple[str, ...]:
    """Names what belongs to an assignment and is not in its folder: handout and starter."""
    known = ("handout.md", "starter")
    return tuple(one for one in known if not (assignment.folder / one).exists())


def _proof(subject: Subject, name: str, problems: Iterator[str]) -> Proof:
    return Proof(subject=subject, name=name, problems=tuple(problems))


def _seeds(exercise: Exercise) -> Sequence[bytes]:
    """Makes the same seeds in every run, so that a failing proof fails again."""
    return [hashlib.sha256(f"{exercise.id} {n}".encode()).digest() for n in range(SEEDS)]


def _reference_problems(exercise: Exercise, reference: Reference) -> Iterator[str]:
    """Asks the reference every case: its answer and scale must be usable."""
    for case in exercise.cases:
        for seed in _seeds(exercise):
            inputs = reference.inputs(case, random.Random(seed))  # noqa: S311  nothing secret here
            answer, scale = reference.expected(*inputs), reference.scale(*inputs)
            wanted = "f" if case.kind is CaseKind.FLOATS else "i"
            place = f"{case.size}x{case.size} {case.kind}"
            if scale.shape != answer.shape:
                yield f"{place}: expected has shape {answer.shape}, scale {scale.shape}"
            elif answer.dtype.kind != wanted or not _finite(answer):
                yield f"{place}: expected is not finite, or of type {answer.dtype}"
            elif not (scale >= 0).all() or not _finite(scale):
                yield f"{place}: scale is negative or not finite"


def _finite(numbers: Array) -> bool:
    return bool((abs(numbers) < math.inf).all())  # false for NaN


def _lookalike_problems(exercise: Exercise, reference: Reference) -> Iterator[str]:
    """Says which mistakes the cases cannot tell apart, and which sizes might."""
    advice = f"; {reference.advice}" if reference.advice else ""
    for one, other in separation(reference, exercise, _seeds(exercise)).pairs:
        what = "shows this mistake" if other == RIGHT else "tells these mistakes apart"
        yield f"{one} = {other}: no size in cases {what}{advice}"


def _graded(
    folders: Iterable[Path], setup: Setup, open_tools: OpenTools, jobs: int
) -> Mapping[str, ScoreSheet]:
    """Grades every example as if a student of its name had handed it in."""
    submissions = [_submission(folder, setup.assignment) for folder in folders]
    news = observe_all(submissions, setup, open_tools, jobs)
    found = [observation.found for observation in news if observation.found is not None]
    return {evidence.student: grade(evidence, setup.assignment) for evidence in found}


def _submission(folder: Path, assignment: Assignment) -> Submission:
    files = tuple(sorted(path for path in folder.iterdir() if path.name != "expected.toml"))
    return read_submission(Handin(student=folder.name, root=None, paths=files), assignment)


def _proof_of_example(name: str, sheet: ScoreSheet, expected: Expected) -> Proof:
    """Proves nothing where the example's exercise could not be run."""
    if waiting := _waits_for(sheet, expected):
        return Proof(subject=Subject.EXAMPLE, name=name, waiting=waiting)
    return _proof(Subject.EXAMPLE, name, example_problems(sheet, expected))


def _waits_for(sheet: ScoreSheet, expected: Expected) -> tuple[str, ...]:
    waiting = [one for one in _about(sheet, expected) if one.verdict is Verdict.WAITING]
    needs = [one.params.get("needs", ()) for one in waiting]
    return tuple(dict.fromkeys(name for one in needs if isinstance(one, tuple) for name in one))


def _about(sheet: ScoreSheet, expected: Expected) -> list[Finding]:
    """Leaves out what is about the exercises that the example does not show."""
    wanted = ("", expected.exercise)
    return [one for one in sheet.findings if not expected.exercise or one.subject in wanted]


def example_problems(sheet: ScoreSheet, expected: Expected) -> Iterator[str]:
    """Says how a sheet differs from what its example declares.

    A check that failed without being declared is a difference too.
    """
    findings = _about(sheet, expected)
    points = {award.criterion: award.points for award in sheet.awards}
    for criterion, wanted in expected.points.items():
        if points[criterion] != wanted:
            yield f"points.{criterion}: expected {wanted:g}, got {points[criterion]}"
    for code, verdict in expected.verdicts.items():
        found = [one.verdict.value for one in findings if one.check == code]
        if verdict not in found:
            yield f"{code}: expected {verdict}, got {' '.join(found) or 'nothing'}"
    for one in findings:
        if one.verdict is Verdict.FAILED and one.check not in expected.verdicts:
            yield f"{one.check}: failed, and the example does not say so"
    for code, params in expected.params.items():
        shown = [one.params for one in findings if one.check == code]
        for name, value in params.items():
            if value not in [one.get(name) for one in shown]:
                yield f"{code}.{name}: expected {value!r}, got {[one.get(name) for one in shown]}"
