"""From evidence to findings: every check of every room, asked in its turn. Pure.

What is broken, waits for a device or was left out is answered here for all checks that need a run,
so that a check only ever sees an exercise that was run, or could not be because of the student.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from grader.correctness import checks as correctness_checks
from grader.intake import checks as intake_checks
from grader.intake import collected_checks, lateness_checks
from grader.model.course import Assignment, Exercise
from grader.model.evidence import Evidence, ExerciseEvidence
from grader.model.fault import Fault, shielded
from grader.model.finding import Finding, Verdict, in_its_cell
from grader.model.judging import ExerciseCheck, SubmissionCheck
from grader.model.static import ParseStatus, SourceFacts
from grader.policy import checks as policy_checks
from grader.report import checks as report_checks
from grader.sandbox import checks as sandbox_checks
from grader.timing import checks as timing_checks
from grader.timing import measured_checks

# Every room's checks, with the codes that they answer for.
SUBMISSION_CHECKS: tuple[tuple[tuple[str, ...], Sequence[SubmissionCheck]], ...] = (
    (("INT002", "INT004", "INT005", "RUN001"), intake_checks.SUBMISSION_CHECKS),
    (lateness_checks.ALL, lateness_checks.LATENESS_CHECKS),
    (collected_checks.ALL, collected_checks.COLLECTED_CHECKS),
)
REPORT_CHECKS: tuple[tuple[tuple[str, ...], Sequence[SubmissionCheck]], ...] = (
    (report_checks.ALL, report_checks.SUBMISSION_CHECKS),
)
"""Asked where the assignment asks for a report."""
EXERCISE_CHECKS: tuple[tuple[tuple[str, ...], Sequence[ExerciseCheck]], ...] = (
    (("POL001", "POL002", "POL003", "POL004"), policy_checks.EXERCISE_CHECKS),
    (sandbox_checks.ALL, sandbox_checks.EXERCISE_CHECKS),
    (
        ("RUN002", "RUN008", "COR001", "COR002", "COR003", "COR004", "COR005", "COR006", "COR007"),
        correctness_checks.EXERCISE_CHECKS,
    ),
    (timing_checks.ALL, timing_checks.EXERCISE_CHECKS),
    (measured_checks.ALL, measured_checks.EXERCISE_CHECKS),
)
READ_ONLY = frozenset({"POL001", "POL002", "POL003", "POL004", "TIM002", "TIM006"})
"""What is judged from the text alone, and so even while the exercise waits for a device."""

LESSONS = frozenset({"TIM001", "TIM002", "TIM003", "TIM004", "TIM006"})
"""What teaches how to measure and what takes time. It costs points only where a criterion says."""


def judge(evidence: Evidence, assignment: Assignment) -> tuple[Finding, ...]:
    """Asks every check of every room what the evidence says. Pure."""
    if evidence.trouble:
        return _all_broken(assignment, evidence.trouble)
    findings: list[Finding] = []
    for codes, checks in _about_submission(assignment):
        findings += _ask(codes, "", [partial(check, evidence, assignment) for check in checks])
    for exercise in assignment.exercises:
        for observed in evidence.exercises:
            if observed.exercise == exercise.id:
                findings += _judge_exercise(observed, exercise)
    told = (_as_advice(finding, assignment) for finding in findings)
    return tuple(_in_cells(finding, evidence) for finding in told)


def judge_report(evidence: Evidence, assignment: Assignment) -> tuple[Finding, ...]:
    """Asks only what the report says. Pure."""
    findings: list[Finding] = []
    for codes, checks in REPORT_CHECKS:
        findings += _ask(codes, "", [partial(check, evidence, assignment) for check in checks])
    return tuple(findings)


def _about_submission(
    assignment: Assignment,
) -> tuple[tuple[tuple[str, ...], Sequence[SubmissionCheck]], ...]:
    return SUBMISSION_CHECKS + (REPORT_CHECKS if assignment.report is not None else ())


def _as_advice(finding: Finding, assignment: Assignment) -> Finding:
    """Lets lessons about timing fail nobody, unless a criterion of the course names them."""
    if finding.check not in LESSONS or finding.verdict not in {Verdict.FAILED, Verdict.UNDECIDED}:
        return finding
    named = any(
        finding.check.startswith(criterion.checks)
        and (not criterion.exercises or finding.subject in criterion.exercises)
        for criterion in assignment.rubric
        if criterion.checks
    )
    params = {**finding.params, "advice": finding.check}
    return finding if named else replace(finding, verdict=Verdict.PASSED, params=params)


def _in_cells(finding: Finding, evidence: Evidence) -> Finding:
    """Names the lines of a notebook that ran by their cells; a run knows only the joined code."""
    if not evidence.cells or finding.check not in sandbox_checks.ALL:
        return finding
    places = (
        in_its_cell(place, evidence.cells) if place.file == evidence.main else place
        for place in finding.locations
    )
    return replace(finding, locations=tuple(places))


def _judge_exercise(observed: ExerciseEvidence, exercise: Exercise) -> list[Finding]:
    findings: list[Finding] = []
    for codes, checks in EXERCISE_CHECKS:
        if left_out(observed, exercise):
            findings += [_left_out(code, exercise) for code in codes]
        elif observed.waiting and (observed.source is None or READ_ONLY.isdisjoint(codes)):
            findings += [_waiting(code, observed) for code in codes]
        else:
            asked = [partial(check, observed, exercise) for check in checks]
            findings += _ask(codes, exercise.id, asked)
    return findings


def _left_out(code: str, exercise: Exercise) -> Finding:
    params = {"left_out": exercise.entry}
    return Finding(check=code, subject=exercise.id, verdict=Verdict.SKIPPED, params=params)


def _waiting(code: str, observed: ExerciseEvidence) -> Finding:
    return Finding(
        check=code,
        subject=observed.exercise,
        verdict=Verdict.WAITING,
        params={"needs": observed.waiting},
    )


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
    about = [(codes, "") for codes, _ in _about_submission(assignment)] + [
        (codes, exercise.id) for exercise in assignment.exercises for codes, _ in EXERCISE_CHECKS
    ]
    return tuple(_broken(code, subject, summary) for codes, subject in about for code in codes)


def _broken(code: str, subject: str, summary: str) -> Finding:
    return Finding(check=code, subject=subject, verdict=Verdict.BROKEN, params={"trouble": summary})


def omits(facts: SourceFacts, exercise: Exercise) -> bool:
    """Says whether an optional exercise was left out: nothing bears its function's name."""
    names = {one.name.rpartition(".")[2] for one in facts.definitions}.union(facts.names)
    return exercise.optional and names.isdisjoint((exercise.entry, *exercise.aliases))


def left_out(observed: ExerciseEvidence, exercise: Exercise) -> bool:
    """Says whether the student left an optional exercise out."""
    read = observed.source is not None and observed.source.status is ParseStatus.OK
    if observed.load is not None or observed.waiting or observed.trouble or not read:
        return False
    return observed.source is not None and omits(observed.source, exercise)
