"""Turn findings and a rubric into awards. A person's decision takes precedence over checks."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from math import isnan

from msgspec.structs import replace

from grader.model.collection import Received
from grader.model.course import Assignment, Criterion, Lateness
from grader.model.finding import WORST_FIRST, Finding, Verdict
from grader.model.scoresheet import GRADER, Award, Decision, ScoreSheet

TICK = timedelta(microseconds=1)
OPEN = tuple(each for each in WORST_FIRST if each not in {Verdict.FAILED, Verdict.PASSED})
"""What leaves an award open; the first that occurs is the reason given."""


def score(
    findings: Sequence[Finding],
    assignment: Assignment,
    student: str,
    decisions: Sequence[Decision] = (),
    received: Received | None = None,
) -> ScoreSheet:
    """Award every criterion of the rubric, by decisions if there are any, else by findings.

    The penalty for lateness is deducted from the sheet's total, never from a criterion.
    """
    return ScoreSheet(
        assignment=assignment.id,
        student=student,
        awards=tuple(
            award(
                findings, assignment, criterion, latest_decision(decisions, student, criterion.id)
            )
            for criterion in assignment.rubric
        ),
        findings=tuple(findings),
        lateness=lateness_of(assignment, student, received),
    )


def award(
    findings: Sequence[Finding],
    assignment: Assignment,
    criterion: Criterion,
    decision: Decision | None = None,
) -> Award:
    """Award one criterion. A decision that no longer fits the rubric reopens the award."""
    if decision is not None and decision.points is not None:
        if fits(decision.points, criterion):
            return _award(criterion, decision.points, decision.by, decision.reason)
        return _award(criterion, None, "", "unreadable" if isnan(decision.points) else "unfit")
    if not criterion.checks:
        return _award(criterion, None, "", "person")
    return _award_checked(findings, assignment, criterion)


def _award_checked(
    findings: Sequence[Finding], assignment: Assignment, criterion: Criterion
) -> Award:
    """Award full points only if every check of the criterion was answered and all passed."""
    subjects = _subjects(findings, assignment, criterion)
    relevant = [
        replace(finding, verdict=finding.verdict_of(criterion.groups))
        for finding in findings
        if _about(finding, criterion.checks, (*subjects, ""))
    ]
    if failed := _codes(relevant, Verdict.FAILED):
        return _award(criterion, 0.0, GRADER, "failed", failed)
    for verdict in OPEN:
        if verdict is Verdict.WAITING and (needs := _needs(relevant)):
            return _award(criterion, None, "", "waiting", needs)
        if codes := _codes([finding for finding in relevant if _wants_answer(finding)], verdict):
            return _award(criterion, None, "", verdict.value, codes)
    if not subjects:
        return _award(criterion, None, "", "left_out", criterion.checks)
    if unanswered := _unanswered(relevant, criterion, subjects):
        return _award(criterion, None, "", "unanswered", unanswered)
    return _award(criterion, criterion.points, GRADER, "passed", _codes(relevant, Verdict.PASSED))


def _award(
    criterion: Criterion,
    points: float | None,
    by: str,
    reason: str,
    checks: tuple[str, ...] = (),
) -> Award:
    return Award(
        criterion=criterion.id,
        title=criterion.title,
        points=points,
        max=criterion.points,
        decided_by=by,
        reason=reason,
        checks=checks,
    )


def _subjects(
    findings: Iterable[Finding], assignment: Assignment, criterion: Criterion
) -> tuple[str, ...]:
    """Return the criterion's exercises, except optional ones that the student left out."""
    wanted = [
        exercise
        for exercise in assignment.exercises
        if exercise.id in criterion.exercises or not criterion.exercises
    ]
    return tuple(
        exercise.id
        for exercise in wanted
        if not (exercise.optional and _left_out(findings, exercise.id))
    )


def _left_out(findings: Iterable[Finding], exercise: str) -> bool:
    """Return whether an exercise was left out: nothing was examined and nothing went wrong."""
    own = [finding for finding in findings if finding.subject == exercise]
    verdicts = {finding.verdict for finding in own}
    named = any("left_out" in finding.params for finding in own)
    return verdicts == {Verdict.SKIPPED} or (
        named and verdicts <= {Verdict.SKIPPED, Verdict.PASSED}
    )


def _wants_answer(finding: Finding) -> bool:
    """Return whether an answer is still due; in a script without a function, nothing is called."""
    return "not_called" not in finding.params


def _about(finding: Finding, checks: Sequence[str], subjects: Sequence[str]) -> bool:
    return finding.subject in subjects and finding.check.startswith(tuple(checks))


def _codes(findings: Iterable[Finding], verdict: Verdict) -> tuple[str, ...]:
    return tuple(dict.fromkeys(finding.check for finding in findings if finding.verdict is verdict))


def _needs(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Return the devices and libraries that the checks wait for."""
    waiting = [finding for finding in findings if finding.verdict is Verdict.WAITING]
    needs = [finding.params.get("needs", ()) for finding in waiting]
    return tuple(
        dict.fromkeys(name for names in needs if isinstance(names, tuple) for name in names)
    )


def _unanswered(
    relevant: Sequence[Finding], criterion: Criterion, subjects: Sequence[str]
) -> tuple[str, ...]:
    """Return the checks without an answer about the submission or about one of the exercises."""
    return tuple(
        check
        for check in criterion.checks
        if not all(
            any(_about(finding, (check,), (subject, "")) for finding in relevant)
            for subject in subjects
        )
    )


def fits(points: float, criterion: Criterion) -> bool:
    """Return whether points lie between 0 and the criterion's maximum; NaN does not."""
    return 0 <= points <= criterion.points


def in_force(decisions: Iterable[Decision]) -> list[Decision]:
    """List the latest decision about each student and criterion, except retracted ones."""
    return [decision for decision in latest_decisions(decisions) if decision.points is not None]


def latest_decisions(decisions: Iterable[Decision]) -> list[Decision]:
    """List the latest decision about each student and criterion, taken back or not."""
    latest: dict[tuple[str, str], Decision] = {}
    for decision in decisions:
        before = latest.get((decision.student, decision.criterion))
        if before is None or decision.at >= before.at:
            latest[decision.student, decision.criterion] = decision
    return [*latest.values()]


def decided_after(decisions: Iterable[Decision], new: Iterable[Decision]) -> list[Decision]:
    """Move new decisions after all earlier ones about the same award, if a clock was set back.

    The latest decision counts, so a new one must not be dated before older ones.
    """
    last: dict[tuple[str, str], datetime] = {}
    for each in decisions:
        about = (each.student, each.criterion)
        last[about] = max(last.get(about, each.at), each.at)
    return [
        replace(each, at=max(each.at, last[each.student, each.criterion] + TICK))
        if (each.student, each.criterion) in last
        else each
        for each in new
    ]


def counting(decisions: Iterable[Decision], assignment: Assignment) -> list[Decision]:
    """List the decisions in force about criteria that the rubric has."""
    criteria = {criterion.id for criterion in assignment.rubric}
    return [decision for decision in in_force(decisions) if decision.criterion in criteria]


def latest_decision(decisions: Iterable[Decision], student: str, criterion: str) -> Decision | None:
    """Return the latest decision about one criterion; of two at the same time, the last given."""
    ours = [
        decision
        for decision in decisions
        if (decision.student, decision.criterion) == (student, criterion)
    ]
    return max(reversed(ours), key=lambda decision: decision.at) if ours else None


def lateness_of(assignment: Assignment, student: str, received: Received | None) -> Lateness | None:
    """Return the lateness by deadline, grace, extension and policy; None without a time.

    A time known only to the minute counts as the first second of that minute (`Received.at`).
    """
    if received is None:
        return None
    late = assignment.deadline.late_seconds(student, received.at)
    return Lateness(late_seconds=late, kept_percent=assignment.kept_percent(late))
