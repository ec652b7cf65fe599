"""Choose the questions for one student."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from grader.kinds import kind_of
from grader.model.course import Assignment, Exercise
from grader.model.errors import shield
from grader.model.evidence import EntryHow, Evidence, ExerciseEvidence
from grader.model.finding import LazyText
from grader.model.oral import OralQuestion
from grader.model.run import USED_UP, RunStatus
from grader.model.submission import SourceFile, Submission
from grader.observing import Setup, Tools, under_python_of
from grader.protocols import Work, examiners
from grader.source.excerpts import Span, read_spans
from grader.source.variants import read_function

ORDER = (
    *("trace", "change", "growth", "claim", "mistake", "result", "count", "series"),
    "input",
)
"""Kinds of questions, the most valuable first, for when there is time for only a few."""

REASONS = ("unread", "unrun", "unloaded", "missing", "endless", "raises", "unfit")
"""Why there is nothing to ask; with later reasons, the program got further."""

MOST_LINES = 200  # of a function, besides the lines in question
EXERCISES = 2  # exercises to ask about before the questions are enough


class Excerpt(Struct, frozen=True, kw_only=True):
    """A submitted function."""

    title: str  # "matmul"
    lines: tuple[tuple[int, str], ...]  # numbered as in the file
    kept: tuple[int, ...] = ()  # numbers of lines that are never left out


class OralExam(Struct, frozen=True, kw_only=True):
    """The questions for one student."""

    student: str
    questions: tuple[OralQuestion, ...]
    excerpts: tuple[Excerpt, ...] = ()  # those with lines in question first
    why_none: str = ""  # key of a UI text, if there is nothing to ask
    remarks: tuple[LazyText, ...] = ()  # what could not be asked, and why


def exam_of(  # noqa: PLR0913, PLR0917  everything that questions depend on
    submission: Submission,
    evidence: Evidence,
    setup: Setup,
    tools: Tools,
    count: int,
    draw: int = 0,
) -> OralExam:
    """Ask every plugin about exercises until there are enough questions, reproducibly.

    The same files get the same questions; another `draw` gives others.
    """
    if submission.main is None:
        return OralExam(student=submission.student, questions=(), why_none="nothing")
    if evidence.digest != submission.digest:
        return OralExam(student=submission.student, questions=(), why_none="changed")
    there = under_python_of(evidence, setup)
    works = _works(submission, evidence, there, tools, draw)
    remarks: list[LazyText] = []
    found = enough_of([_asked(work, remarks) for work in works], count)
    chosen = tuple(_chosen(found, count))
    return OralExam(
        student=submission.student,
        questions=chosen,
        excerpts=tuple(_excerpts(submission.main, evidence, setup.assignment, chosen, tools)),
        why_none="" if chosen else _why_none(evidence, setup.assignment),
        remarks=tuple(each for at, each in enumerate(remarks) if each not in remarks[:at]),
    )


def enough_of(exercises: Sequence[Iterator[OralQuestion]], count: int) -> list[OralQuestion]:
    """Collect questions by exercise until there are `count` kinds about two exercises.

    The rest is not generated, since each question costs processes.
    """
    found: list[OralQuestion] = []
    for questions in exercises:
        found += questions
        kinds = {question.kind for question in found}
        if len(kinds) >= count and len({each.exercise for each in found}) >= EXERCISES:
            break
    return found


def _asked(work: Work, remarks: list[LazyText]) -> Iterator[OralQuestion]:
    """Ask every plugin; a plugin's fault does not stop the others."""
    remarks += _remarks(work)
    for examiner in examiners():
        with shield() as fault:
            yield from examiner.ask(work)
        if fault:
            remarks.append(LazyText("oral.remark.broken", {"exercise": work.exercise.shown}))


def _remarks(work: Work) -> Iterator[LazyText]:
    """Note that a program in a newer Python's syntax is not asked about its lines."""
    main, entry = work.submission.main, work.observed.entry
    if main is None or entry is None or entry.file != main.name or not main.name.endswith("py"):
        return
    read = read_function(work.tools.reader, main.text, entry.target.name, entry.line)
    if not read.parsed:
        yield LazyText("oral.remark.newer", {"file": main.name})


def _why_none(evidence: Evidence, assignment: Assignment) -> str:
    """Return why nothing could be asked: the reason of the exercise that got furthest."""
    there = {each.id for each in assignment.exercises if kind_of(each).is_python}
    reasons = [_reason(each) for each in evidence.exercises if each.exercise in there]
    return max(reasons, key=REASONS.index, default="language")


def _reason(observed: ExerciseEvidence) -> str:
    if observed.load is None:
        return "unread" if observed.source is None else "unrun"
    if observed.load.status is not RunStatus.OK and observed.entry is None:
        return "unloaded"
    runs = [each.run for each in observed.comparisons]
    if runs and all(run.status in USED_UP for run in runs):
        return "endless"
    if runs and all(run.status is not RunStatus.OK for run in runs):
        return "raises"
    return "unfit" if observed.entry is not None or observed.records else "missing"


def _excerpts(
    main: SourceFile,
    evidence: Evidence,
    assignment: Assignment,
    questions: Sequence[OralQuestion],
    tools: Tools,
) -> Iterator[Excerpt]:
    """Excerpt the functions in question, or the graded lines of a script.

    Functions with a line in question come first, whichever function calls them.
    """
    about = {question.exercise for question in questions}
    entries = {exercise.id: exercise.entry for exercise in assignment.exercises}
    lines = main.text.split("\n")
    named: list[tuple[str, int]] = []
    scripts: list[Excerpt] = []
    for observed in evidence.exercises:
        entry = observed.entry
        extracted = observed.source.lifted if observed.source else None
        if observed.exercise not in about:
            continue
        if entry is None:  # a kind with its own way of asking: the assignment names its function
            named.append((entries[observed.exercise], 0))
        elif entry.how is EntryHow.EXTRACTED and extracted is not None:
            before = next((first for first, cell in main.cells if cell == extracted.cell), 1) - 1
            first, last = (before + line for line in extracted.lines)
            scripts.append(_excerpt(lines, Span(title=main.name, first=first, last=last)))
        else:
            named.append((entry.target.name, 0 if main.cells else entry.line))
    asked = [question.line for question in questions if question.line]
    spans = read_spans(tools.reader, main.text, named, asked)
    yield from (_excerpt(lines, span) for span in spans)
    if not spans:  # the syntax of a newer Python
        yield from (
            _excerpt(lines, Span(title=name, first=line, last=_end(lines, line)))
            for name, line in dict(named).items()
            if line
        )
    yield from scripts


def _excerpt(lines: Sequence[str], span: Span) -> Excerpt:
    numbered = [*enumerate(lines[span.first - 1 : span.last], span.first)]
    shown = [each for at, each in enumerate(numbered) if at < MOST_LINES or each[0] in span.kept]
    return Excerpt(title=span.title, lines=tuple(shown), kept=span.kept)


def _end(lines: Sequence[str], first: int) -> int:
    """Return the last line of the block that begins at a line, judging by its indentation."""
    last = first
    for number, line in enumerate(lines[first:], first + 1):
        if line.strip() and not line.startswith((" ", "\t", ")")):
            break
        last = number if line.strip() else last
    return last


def _works(
    submission: Submission, evidence: Evidence, setup: Setup, tools: Tools, draw: int
) -> list[Work]:
    """Prepare every exercise, in an order specific to the student."""
    observed = {each.exercise: each for each in evidence.exercises}
    exercises = [each for each in setup.assignment.exercises if each.id in observed]

    def seed(exercise: Exercise, what: bytes) -> Any:
        again = b"" if not draw else b" %d" % draw
        return setup.seed_of(submission, exercise) + what + again

    if exercises:
        Random(seed(exercises[0], b"order")).shuffle(exercises)  # noqa: S311  no secret
    return [
        Work(
            submission=submission,
            evidence=evidence,
            exercise=exercise,
            observed=observed[exercise.id],
            reference=setup.references[exercise.id],
            tools=tools,
            rng=Random(seed(exercise, b"oral")),  # noqa: S311  nothing secret is made of it
            is_first=not place,
        )
        for place, exercise in enumerate(exercises)
    ]


def _chosen(found: Sequence[OralQuestion], count: int) -> Iterator[OralQuestion]:
    """Choose one question of each kind, from as many exercises as possible, then the rest."""
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
