"""Chooses the questions of one student."""

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from msgspec import Struct, field

from grader.model.evidence import EntryHow, Evidence
from grader.model.oral import OralQuestion
from grader.model.submission import SourceFile, Submission
from grader.observing import Setup, Tools, under_python_of
from grader.protocols import Work, examiners
from grader.source.variants import read_function

ORDER = ("trace", "change", "growth", "mistake", "result", "count", "input")
"""Which kinds are worth most, when there is time for a few questions only."""


MOST_LINES = 40  # of a function that is printed


class Excerpt(Struct, frozen=True, kw_only=True):
    """A function as it was handed in."""

    title: str  # "matmul"
    lines: tuple[tuple[int, str], ...]  # numbered as in the file


class OralExam(Struct, frozen=True, kw_only=True):
    """The questions for one student."""

    student: str
    questions: tuple[OralQuestion, ...]
    functions: Mapping[str, "Excerpt"] = field(default_factory=dict)  # by exercise
    why_none: str = ""  # a text of the UI, where there is nothing to ask


def exam_of(
    submission: Submission, evidence: Evidence, setup: Setup, tools: Tools, count: int
) -> OralExam:
    """Asks every plugin about every exercise; the same files get the same questions."""
    if submission.main is None:
        return OralExam(student=submission.student, questions=(), why_none="nothing")
    if evidence.digest != submission.digest:
        return OralExam(student=submission.student, questions=(), why_none="changed")
    there = under_python_of(evidence, setup)
    found = [
        question
        for work in _works(submission, evidence, there, tools)
        for examiner in examiners()
        for question in examiner.ask(work)
    ]
    chosen = tuple(_chosen(found, count))
    return OralExam(
        student=submission.student,
        questions=chosen,
        functions=dict(_functions(submission.main, evidence, chosen, tools)),
        why_none="" if chosen else "unfit",
    )


def _functions(
    main: SourceFile, evidence: Evidence, questions: Iterable[OralQuestion], tools: Tools
) -> Iterator[tuple[str, Excerpt]]:
    """Cuts out the functions that questions are about; of a script, the lines that were graded."""
    asked = {question.exercise for question in questions}
    lines = main.text.split("\n")
    for observed in evidence.exercises:
        entry = observed.entry
        if observed.exercise not in asked or entry is None:
            continue
        extracted = observed.source.lifted if observed.source else None
        if entry.how is EntryHow.EXTRACTED and extracted is not None:
            before = next((first for first, cell in main.cells if cell == extracted.cell), 1) - 1
            first, last = (before + line for line in extracted.lines)
            title = main.name
        else:
            line = 0 if main.cells else entry.line
            read = read_function(tools.reader, main.text, entry.target.name, line)
            first = read.first or entry.line
            last, title = read.last or first, entry.target.name
        last = min(last, first + MOST_LINES - 1)
        cut = enumerate(lines[first - 1 : last], first)
        yield observed.exercise, Excerpt(title=title, lines=tuple(cut))


def _works(
    submission: Submission, evidence: Evidence, setup: Setup, tools: Tools
) -> Iterator[Work]:
    observed = {each.exercise: each for each in evidence.exercises}
    for exercise in setup.assignment.exercises:
        if exercise.id not in observed:
            continue
        seed: Any = setup.seed_of(submission, exercise) + b"oral"
        yield Work(
            submission=submission,
            evidence=evidence,
            exercise=exercise,
            observed=observed[exercise.id],
            reference=setup.references[exercise.id],
            tools=tools,
            rng=Random(seed),  # noqa: S311  nothing secret is made of it
        )


def _chosen(found: list[OralQuestion], count: int) -> Iterator[OralQuestion]:
    """Takes one of each kind, from as many exercises as there are, and then what is left."""
    left = sorted(
        found, key=lambda each: ORDER.index(each.kind) if each.kind in ORDER else len(ORDER)
    )
    kinds: dict[str, int] = {}
    exercises: dict[str, int] = {}
    for _ in range(min(count, len(left))):
        best = min(
            left, key=lambda each: (kinds.get(each.kind, 0), exercises.get(each.exercise, 0))
        )
        left.remove(best)
        kinds[best.kind] = kinds.get(best.kind, 0) + 1
        exercises[best.exercise] = exercises.get(best.exercise, 0) + 1
        yield best
