"""The line itself: collect -> judge -> score.

    Submission --collect--> Evidence --judge--> Findings --score--> ScoreSheet

`collect` is the only verb with side effects: it reads the source and runs it in the sandbox.
`judge` and `score` are pure, so a class is graded again from stored evidence without running
anyone's code. An exception of ours becomes `broken`: never `passed`, never zero points.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from grader import __version__, correctness, policy
from grader.correctness import checks as correctness_checks
from grader.intake import checks as intake_checks
from grader.model.course import Assignment, Exercise
from grader.model.evidence import Evidence, ExerciseEvidence
from grader.model.fault import Fault, shielded
from grader.model.finding import Finding, Verdict, in_its_cell
from grader.model.judging import ExerciseCheck, SubmissionCheck
from grader.model.machine import Capabilities
from grader.model.reference import Reference
from grader.model.running import Opener
from grader.model.scoresheet import Decision, ScoreSheet
from grader.model.static import ParseStatus, SourceFacts
from grader.model.submission import Submission
from grader.policy import checks as policy_checks
from grader.sandbox import checks as sandbox_checks
from grader.scoring import score
from grader.store import evidence_key, identity_of, seed_of


class Reader(Protocol):
    """Reads imports, constructs and definitions off a source without running it."""

    def read(self, submission: Submission, exercise: Exercise) -> SourceFacts:
        """Returns what the source says about one exercise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """All that an observation depends on besides the submission; the same for a whole class."""

    assignment: Assignment
    references: Mapping[str, Reference]  # by exercise id
    reference_digests: Mapping[str, str]  # by operation: sha256 of the file's bytes, hex
    machine: Mapping[str, str]  # what the sandbox says about itself; the same in every run
    secret: bytes  # the course's own
    capabilities: Capabilities  # what this machine offers to exercises


@dataclass(frozen=True, slots=True, kw_only=True)
class Tools:
    """What observing needs. Each worker thread opens its own."""

    reader: Reader
    sandbox: Opener


def collect(submission: Submission, setup: Setup, tools: Tools) -> Evidence:
    """Observes one submission."""
    main = submission.main
    return Evidence(
        assignment=submission.assignment,
        student=submission.student,
        digest=submission.digest,
        key=key_of(submission, setup),
        main=main.name if main else "",
        encoding=main.encoding if main else "",
        candidates=submission.candidates,
        files=submission.files,
        troubles=submission.troubles,
        exercises=tuple(
            _observe(submission, exercise, setup, tools) for exercise in setup.assignment.exercises
        ),
        machine=setup.machine,
        grader=__version__,
        cells=main.cells if main else (),
    )


def key_of(submission: Submission, setup: Setup) -> str:
    """Names all that the evidence depends on: while it stays the same, so does the evidence."""
    return evidence_key(
        identity_of(submission), setup.assignment, setup.reference_digests, setup.machine
    )


def _observe(
    submission: Submission, exercise: Exercise, setup: Setup, tools: Tools
) -> ExerciseEvidence:
    """Observes one exercise; our own exception is its evidence's trouble."""
    observed = shielded(lambda: _read_and_run(submission, exercise, setup, tools))
    if isinstance(observed, Fault):
        return ExerciseEvidence(exercise=exercise.id, source=None, trouble=observed.traceback)
    return observed


def _read_and_run(
    submission: Submission, exercise: Exercise, setup: Setup, tools: Tools
) -> ExerciseEvidence:
    """Reads the source and, unless it is unreadable or breaks the import rule, runs it."""
    if submission.main is None:
        return ExerciseEvidence(exercise=exercise.id, source=None)
    facts = tools.reader.read(submission, exercise)
    if facts.status is not ParseStatus.OK or policy.forbidden(facts):
        return ExerciseEvidence(exercise=exercise.id, source=facts)
    files = {source.name: source.text for source in (submission.main, *submission.helpers)}
    program = tools.sandbox.open_program(submission.main.name, files, exercise)
    seed = seed_of(setup.secret, submission, exercise)
    reference = setup.references[exercise.id]
    return correctness.observe(facts, exercise, reference, program, seed)


RUN_CODES = ("RUN003", "RUN004", "RUN005", "RUN006", "RUN007", "RUN009")
# Every room's checks, with the codes that they answer for.
SUBMISSION_CHECKS: tuple[tuple[tuple[str, ...], Sequence[SubmissionCheck]], ...] = (
    (("INT002", "INT004", "INT005", "RUN001"), intake_checks.SUBMISSION_CHECKS),
)
EXERCISE_CHECKS: tuple[tuple[tuple[str, ...], Sequence[ExerciseCheck]], ...] = (
    (("POL001", "POL002", "POL003"), policy_checks.EXERCISE_CHECKS),
    (
        RUN_CODES,
        sandbox_checks.EXERCISE_CHECKS,
    ),
    (
        ("RUN002", "RUN008", "COR001", "COR002", "COR003", "COR004", "COR005", "COR006", "COR007"),
        correctness_checks.EXERCISE_CHECKS,
    ),
)


def judge(evidence: Evidence, assignment: Assignment) -> tuple[Finding, ...]:
    """Asks every check of every room what the evidence says. Pure."""
    if evidence.trouble:
        return _all_broken(assignment, evidence.trouble)
    findings: list[Finding] = []
    for codes, checks in SUBMISSION_CHECKS:
        findings += _ask(codes, "", [partial(check, evidence, assignment) for check in checks])
    for exercise in assignment.exercises:
        for observed in evidence.exercises:
            if observed.exercise == exercise.id:
                findings += _judge_exercise(observed, exercise)
    return tuple(_in_cells(finding, evidence) for finding in findings)


def _in_cells(finding: Finding, evidence: Evidence) -> Finding:
    """Names the lines of a notebook that ran by their cells; a run knows only the joined code."""
    if not evidence.cells or finding.check not in RUN_CODES:
        return finding
    places = (
        in_its_cell(place, evidence.cells) if place.file == evidence.main else place
        for place in finding.locations
    )
    return replace(finding, locations=tuple(places))


def _judge_exercise(observed: ExerciseEvidence, exercise: Exercise) -> list[Finding]:
    findings: list[Finding] = []
    for codes, checks in EXERCISE_CHECKS:
        asked = [partial(check, observed, exercise) for check in checks]
        findings += _ask(codes, exercise.id, asked)
    return findings


def _ask(
    codes: Sequence[str], subject: str, checks: Sequence[Callable[[], Iterable[Finding]]]
) -> list[Finding]:
    """Asks one room's checks. Codes that a raising check leaves unanswered are broken."""
    answers = [shielded(partial(_tuple_of, check)) for check in checks]
    findings = [one for answer in answers if not isinstance(answer, Fault) for one in answer]
    faults = [answer for answer in answers if isinstance(answer, Fault)]
    answered = {finding.check for finding in findings}
    unanswered = [code for code in codes if code not in answered]
    return findings + [_broken(code, subject, faults[0].summary) for code in unanswered if faults]


def _tuple_of(check: Callable[[], Iterable[Finding]]) -> tuple[Finding, ...]:
    """Draws all findings here, so that a generator raises inside the shield."""
    return tuple(check())


def _all_broken(assignment: Assignment, trouble: str) -> tuple[Finding, ...]:
    """Answers every check when the submission itself could not be read."""
    summary = trouble.strip().splitlines()[-1]
    about = [(codes, "") for codes, _ in SUBMISSION_CHECKS] + [
        (codes, exercise.id) for exercise in assignment.exercises for codes, _ in EXERCISE_CHECKS
    ]
    return tuple(_broken(code, subject, summary) for codes, subject in about for code in codes)


def _broken(code: str, subject: str, summary: str) -> Finding:
    return Finding(check=code, subject=subject, verdict=Verdict.BROKEN, params={"trouble": summary})


def grade(
    evidence: Evidence, assignment: Assignment, decisions: Sequence[Decision] = ()
) -> ScoreSheet:
    """Judges and scores one piece of evidence. Pure."""
    return score(judge(evidence, assignment), assignment, evidence.student, decisions)
