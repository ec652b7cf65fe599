"""Compute the standings in the course, with the derivation of each number. Pure.

Open items never count as 0. The sum is computed twice, from the lower and from the upper bounds;
it is monotonic in the points, so the total lies between the two. Numbers are exact until the one
rounding that the course asks for.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from grader.model.course import Assignment
from grader.model.gradebook import Grade, Gradebook, State
from grader.model.grading import (
    AttendanceRules,
    Condition,
    ConditionKind,
    Grading,
    Item,
    Missing,
    Part,
    Recognition,
    Rounded,
    Rounding,
    RoundingWay,
)
from grader.model.scoresheet import ScoreSheet
from grader.totals.standing import (
    AssignmentStep,
    ConditionStanding,
    ConditionState,
    PartStanding,
    Range,
    Standing,
    StandingReason,
    StandingRequest,
    exact,
)


def rounded(value: Fraction, rounding: Rounding) -> Fraction:
    """Round a number >= 0; a half is rounded up: 59.5 to 60, 60.5 to 61."""
    if rounding.way is RoundingWay.NONE:
        return value
    half = Fraction(1, 2) if rounding.way is RoundingWay.HALF_UP else 0
    return Fraction(math.floor(value * 10**rounding.digits + half), 10**rounding.digits)


class _StudentFacts(Struct, frozen=True, kw_only=True):
    student: str
    assignments: Mapping[str, Assignment]  # by id; only those with a gradebook
    grades: Mapping[str, Grade]  # by assignment; only those with a line for this student
    in_attendance: bool
    attended: Fraction | None  # sessions; None: unknown
    request: StandingRequest


def standings(
    grading: Grading,
    gradebooks: Mapping[str, Gradebook],
    attendance: Mapping[str, Fraction | None],
    request: StandingRequest,
) -> tuple[Standing, ...]:
    """Return the standings of all students in a gradebook or in the attendance.

    `gradebooks` are by assignment; a missing one is open. `attendance` is the number of sessions
    attended. Students are in the order of the longest gradebook, then all others, sorted.
    """
    assignments = {name: book.assignment for name, book in gradebooks.items()}
    lines = {name: gradebooks[name].by_student for name in sorted(gradebooks)}
    first = max(lines.values(), key=len, default={})
    others = {student for line in lines.values() for student in line} | {*attendance}
    return tuple(
        _standing(
            grading,
            _StudentFacts(
                student=student,
                assignments=assignments,
                grades={name: line[student] for name, line in lines.items() if student in line},
                in_attendance=student in attendance,
                attended=attendance.get(student),
                request=request,
            ),
        )
        for student in dict.fromkeys((*first, *sorted(others)))
    )


def _standing(grading: Grading, facts: _StudentFacts) -> Standing:
    steps = {
        part.id: tuple(
            # An optional assignment that was left out needs no decision.
            _step(item, Missing.ZERO if part.optional else grading.not_submitted, facts)
            for item in part.items
        )
        for part in grading.parts
    }
    points = {
        name: (
            sum((step.points.lowest for step in own), Fraction(0)),
            sum((step.points.highest for step in own), Fraction(0)),
        )
        for name, own in steps.items()
    }
    least = _Sum.of(grading, {name: lowest for name, (lowest, _) in points.items()})
    most = _Sum.of(grading, {name: highest for name, (_, highest) in points.items()})
    parts = tuple(
        PartStanding(
            title=part.title,
            steps=steps[part.id],
            points=Range(lowest=points[part.id][0], highest=points[part.id][1]),
            most=_most(part),
            adds=Range(lowest=least.adds[part.id], highest=most.adds[part.id]),
            inside=part.inside,
        )
        for part in grading.parts
    )
    conditions = tuple(_condition(grading, condition, facts) for condition in grading.conditions)
    is_open = not all(step.complete for own in steps.values() for step in own)
    return Standing(
        student=facts.student,
        name=next((grade.name for grade in facts.grades.values() if grade.name), ""),
        parts=parts,
        conditions=conditions,
        exact=Range(lowest=least.exact, highest=most.exact),
        total=Range(lowest=least.total, highest=most.total),
        letter=None if is_open else _letter(grading, conditions, least.total),
        in_attendance=facts.in_attendance,
    )


class _Sum(Struct, frozen=True, kw_only=True):
    """The course's total for given points in every part."""

    adds: Mapping[str, Fraction]  # by part
    exact: Fraction
    total: Fraction

    @classmethod
    def of(cls, grading: Grading, points: Mapping[str, Fraction]) -> "_Sum":
        adds = {part.id: _adds(grading, part, points) for part in grading.parts}
        maximum = exact(grading.maximum)
        total = min(sum(adds.values(), Fraction(0)), maximum)
        at_last = grading.rounding.what is Rounded.TOTAL
        final = min(rounded(total, grading.rounding), maximum) if at_last else total
        return cls(adds=adds, exact=total, total=final)


def _most(part: Part) -> Fraction:
    return sum((exact(item.points) for item in part.items), Fraction(0))


def _adds(grading: Grading, part: Part, points: Mapping[str, Fraction]) -> Fraction:
    """Return what a part adds to the total, filled up by the optional parts inside it."""
    if part.inside:
        return Fraction(0)
    fillers = (points[other.id] for other in grading.parts if other.inside == part.id)
    adds = min(points[part.id] + sum(fillers, Fraction(0)), _most(part))
    if part.percent is not None:
        adds *= exact(part.percent) / 100 * exact(grading.maximum) / _most(part)
    return rounded(adds, grading.rounding) if grading.rounding.what is Rounded.PARTS else adds


def _letter(
    grading: Grading, conditions: Sequence[ConditionStanding], total: Fraction
) -> str | None:
    states = {condition.state for condition in conditions}
    if ConditionState.OPEN in states:
        return None
    if states - {ConditionState.MET} and grading.letter_without_condition:
        return grading.letter_without_condition
    reached = (letter.letter for letter in grading.letters if total >= exact(letter.least))
    return next(reached, None)


def _step(item: Item, missing: Missing, facts: _StudentFacts) -> AssignmentStep:
    """Compute one student's share from an assignment; open points are a range, never 0."""
    assignment = facts.assignments.get(item.assignment)
    grade = facts.grades.get(item.assignment)
    sheet = grade.sheet if grade is not None else None
    of, kept_percent, open_points = exact(item.points), 100.0, Fraction(0)
    if assignment is not None:
        of = sum((exact(criterion.points) for criterion in assignment.rubric), Fraction(0))
    why = _why_open(assignment, grade, missing, facts.request)
    if why is StandingReason.COUNTED and sheet is not None:
        of, lowest, open_points = _points(sheet)
        why = why if sheet.complete else StandingReason.CRITERIA
        kept_percent = 100.0 if sheet.lateness is None else sheet.lateness.kept_percent
        unsure = facts.request.confirmed_only and grade and grade.state is not State.CONFIRMED
        if unsure and why is StandingReason.COUNTED:
            why, lowest, open_points = StandingReason.UNCONFIRMED, Fraction(0), of
    else:
        lowest, open_points = Fraction(0), Fraction(0) if why is StandingReason.ZERO else of
        if assignment is not None and grade is not None and why in _HANDED_IN:
            kept_percent = assignment.kept_percent(grade.late_seconds)
    share = exact(kept_percent) / 100
    return AssignmentStep(
        assignment=item.assignment,
        why=why,
        awarded=Range(lowest=lowest * share, highest=(lowest + open_points) * share),
        of=of,
        most=exact(item.points),
        state=grade.state if grade is not None else None,
        late_seconds=grade.late_seconds if grade is not None else 0,
        kept_percent=kept_percent,
        by=_deciders(grade) if grade is not None else (),
    )


_HANDED_IN = (StandingReason.UNKNOWN, StandingReason.NOT_GRADED)


def _why_open(
    assignment: Assignment | None, grade: Grade | None, missing: Missing, request: StandingRequest
) -> StandingReason:
    """Return why there is no sheet to count; COUNTED if there is one."""
    if assignment is None:
        return StandingReason.NO_GRADEBOOK
    if grade is None:
        return StandingReason.NO_LINE
    complete = grade.sheet is not None and grade.sheet.complete
    if grade.state is State.NOT_SUBMITTED and not complete:  # 0 only after the deadline
        if not assignment.deadline.late_seconds(grade.student, request.now):
            return StandingReason.NOT_DUE
        return StandingReason.MISSING if missing is Missing.OPEN else StandingReason.ZERO
    if grade.sheet is None:
        unknown = grade.state is State.UNKNOWN
        return StandingReason.UNKNOWN if unknown else StandingReason.NOT_GRADED
    return StandingReason.COUNTED


def _points(sheet: ScoreSheet) -> tuple[Fraction, Fraction, Fraction]:
    """Return the maximum, the decided and the open points of a sheet."""
    of = decided = still = Fraction(0)
    for award in sheet.awards:
        of += exact(award.max)
        if award.points is None:
            still += exact(award.max)
        else:
            decided += exact(award.points)
    return of, decided, still


def _deciders(grade: Grade) -> tuple[str, ...]:
    """Return who decided, the grader or people, and then who confirmed."""
    awards = grade.sheet.awards if grade.sheet is not None else ()
    names = [award.decided_by for award in awards if award.decided_by]
    if grade.confirmed is not None and grade.state is State.CONFIRMED:
        names.append(grade.confirmed.by)
    return tuple(dict.fromkeys(names))


def _condition(grading: Grading, condition: Condition, facts: _StudentFacts) -> ConditionStanding:
    """Count what a condition requires; unknown items are open."""
    if condition.kind is ConditionKind.ATTENDANCE:
        counted, still, of = _attended(grading.attendance, facts.attended)
    else:
        answers = [_recognised(grading, name, facts) for name in condition.assignments]
        counted = Fraction(answers.count(True))
        still, of = Fraction(answers.count(None)), Fraction(len(answers))
    return ConditionStanding(
        title=condition.title,
        least_percent=condition.least_percent,
        counted=counted,
        open=still,
        of=of,
    )


def _attended(
    rules: AttendanceRules, attended: Fraction | None
) -> tuple[Fraction, Fraction, Fraction]:
    sessions = Fraction(rules.sessions or 0)
    if attended is None:
        return Fraction(0), sessions, sessions
    return attended, sessions - (rules.held or sessions), sessions


def _recognised(grading: Grading, name: str, facts: _StudentFacts) -> bool | None:
    """Return whether an assignment is recognised; None if that is open."""
    rules, grade = grading.recognition, facts.grades.get(name)
    if grade is None:
        return None
    items = {item.assignment: item for part in grading.parts for item in part.items}
    step = _step(items[name], grading.not_submitted, facts)
    if step.why is StandingReason.ZERO:
        return False
    if step.why in (StandingReason.NOT_DUE, StandingReason.MISSING, StandingReason.UNKNOWN):
        return None
    answers = {*_answers(rules, step, grade)}
    return False if False in answers else None if None in answers else True


def _answers(rules: Recognition, step: AssignmentStep, grade: Grade) -> Iterator[bool | None]:
    """Yield the answer to each of the course's rules."""
    if rules.in_time:
        timed = grade.received is not None or grade.late_seconds > 0
        yield not grade.late_seconds if timed else None
    if rules.least_percent is not None:
        needed = exact(rules.least_percent) / 100 * step.of
        yield step.awarded.lowest >= needed or (None if step.awarded.highest >= needed else False)
    awards = grade.sheet.awards if grade.sheet is not None else ()
    points = {award.criterion: award.points for award in awards}
    for criterion in rules.criteria_for(step.assignment):
        awarded = points.get(criterion)  # None: undecided, or there is no such criterion
        yield None if awarded is None else awarded > 0
    if rules.confirmed:
        yield True if grade.state is State.CONFIRMED else None
