"""`verify`: proves that an assignment can say yes and no.

The points must add up, the reference must agree with itself, every example must get what its
`expected.toml` declares, and the cases must tell every known mistake from the right answer and from
each other.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from grader.batch.lacking import Lack, lacks, marks_problems
from grader.batch.pool import observe_all
from grader.batch.setup import OpenTools
from grader.batch.trying import try_references
from grader.course import Expected, load_examples, quiet_references
from grader.grading import Setup, grade
from grader.intake import Handin, read_submission
from grader.model.course import Assignment
from grader.model.finding import Finding, Verdict
from grader.model.scoresheet import ScoreSheet
from grader.model.submission import Submission


class Subject(StrEnum):
    """What was proved."""

    MARKS = "marks"
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
    prints: tuple[str, ...] = ()  # where references print, which is dropped


def verify_assignment(setup: Setup, open_tools: OpenTools, jobs: int) -> Iterator[Proof]:
    """Yields one proof after the other, quick ones first; `jobs` examples run side by side.

    Before any, raises CourseError with every problem of every `expected.toml`, and when a reference
    ends the interpreter or does not end. One that does not answer usably ends it: nothing can be
    tried with it.
    """
    assignment = setup.assignment
    examples = load_examples(assignment)
    yield _proof(Subject.MARKS, assignment.id, lambda: marks_problems(assignment))
    tried = try_references(assignment.folder.parents[1], assignment, thorough=True)
    for number, (exercise, proved) in enumerate(tried.proved.items()):
        problems = tuple(dict.fromkeys(proved["reference"]))
        prints = () if number else tried.prints
        yield Proof(subject=Subject.REFERENCE, name=exercise, problems=problems, prints=prints)
    if any(proved["reference"] for proved in tried.proved.values()):
        return
    sheets = _graded(examples, setup, open_tools, jobs)
    for folder, expected in examples.items():
        yield _proof_of_example(folder.name, sheets[folder.name], expected)
    for exercise, proved in tried.proved.items():
        problems = tuple(dict.fromkeys(proved["lookalikes"]))
        yield Proof(subject=Subject.LOOKALIKES, name=exercise, problems=problems)


def find_lacks(setup: Setup) -> tuple[Lack, ...]:
    """Says what the assignment has not got yet, which is no failure."""
    assignment = setup.assignment
    return tuple(lacks(assignment, setup.references, load_examples(assignment)))


def _proof(subject: Subject, name: str, problems: Callable[[], Iterator[str]]) -> Proof:
    return Proof(subject=subject, name=name, problems=tuple(dict.fromkeys(problems())))


def _graded(
    folders: Iterable[Path], setup: Setup, open_tools: OpenTools, jobs: int
) -> Mapping[str, ScoreSheet]:
    """Grades every example as if a student of its name had handed it in."""
    submissions = [_submission(folder, setup.assignment) for folder in folders]
    with quiet_references():
        news = list(observe_all(submissions, setup, open_tools, jobs))
    found = [observation.found for observation in news if observation.found is not None]
    return {evidence.student: grade(evidence, setup.assignment) for evidence in found}


def _submission(folder: Path, assignment: Assignment) -> Submission:
    files = tuple(sorted(path for path in folder.iterdir() if path.name != "expected.toml"))
    return read_submission(Handin(student=folder.name, root=None, paths=files), assignment)


def _proof_of_example(name: str, sheet: ScoreSheet, expected: Expected) -> Proof:
    """Proves nothing where the example's exercise could not be run."""
    if waiting := _waits_for(sheet, expected):
        return Proof(subject=Subject.EXAMPLE, name=name, waiting=waiting)
    return _proof(Subject.EXAMPLE, name, lambda: example_problems(sheet, expected))


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
