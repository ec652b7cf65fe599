"""Every student's standing in the course, with the path to each number. Pure.

Nothing that is open is ever counted as 0: it makes a range. Numbers are exact until the one
rounding that the course asks for. Told in the order of the sum: assignments, parts, conditions.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

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
)
from grader.model.scoresheet import ScoreSheet
from grader.model.standing import (
    Asked,
    Attended,
    ConditionStanding,
    ConditionState,
    PartStanding,
    Range,
    Recognised,
    RecognitionWhy,
    Standing,
    Step,
    Why,
)
from grader.scoring.exact import NOTHING, added, capped, each_rounded, exact, scaled

_WHOLE = Fraction(100)  # percent
Words = Mapping[str, Mapping[str, bool]]
"""What persons said: by student, then by assignment."""
_Answer = tuple[bool | None, RecognitionWhy]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """All that is known of one student."""

    student: str
    assignments: Mapping[str, Assignment]  # that have a gradebook
    grades: Mapping[str, Grade]  # by assignment; some may have no line of this student
    attended: Attended | None
    words: Mapping[str, bool]  # by assignment
    asked: Asked

    @property
    def name(self) -> str:
        return next((grade.name for _, grade in sorted(self.grades.items()) if grade.name), "")


def standings(
    grading: Grading,
    gradebooks: Mapping[str, Gradebook],
    attendance: Mapping[str, Attended] | None,
    asked: Asked,
    words: Words | None = None,
) -> tuple[Standing, ...]:
    """Says where everybody stands who is in a gradebook or in the attendance.

    `gradebooks` are by assignment; one that is missing is open. `words` are what persons said
    about recognising assignments. In the order of the longest gradebook; who is not in it, after.
    """
    assignments = {name: book.assignment for name, book in gradebooks.items()}
    lines = {name: book.by_student for name, book in gradebooks.items()}
    return tuple(
        _standing(
            grading,
            _Known(
                student=student,
                assignments=assignments,
                grades={name: line[student] for name, line in lines.items() if student in line},
                attended=(attendance or {}).get(student),
                words=(words or {}).get(student, {}),
                asked=asked,
            ),
        )
        for student in _students(gradebooks, attendance or {})
    )


def _students(
    gradebooks: Mapping[str, Gradebook], attendance: Mapping[str, Attended]
) -> tuple[str, ...]:
    listed = [
        tuple(grade.student for grade in gradebooks[key].grades) for key in sorted(gradebooks)
    ]
    first = max(listed, key=len, default=())
    others = {student for book in listed for student in book} | set(attendance)
    return tuple(dict.fromkeys((*first, *sorted(others))))


def _standing(grading: Grading, known: _Known) -> Standing:
    steps = {part.id: _steps(part, grading.not_submitted, known) for part in grading.parts}
    parts = parts_of(grading, steps)
    conditions = tuple(_condition(grading, condition, known) for condition in grading.conditions)
    maximum = exact(grading.maximum)
    total = capped(added(part.adds for part in parts), maximum)
    last = grading.rounding if grading.rounding.what is Rounded.TOTAL else None
    final = capped(each_rounded(total, last), maximum) if last is not None else total
    return Standing(
        student=known.student,
        name=known.name,
        parts=parts,
        conditions=conditions,
        exact=total,
        total=final,
        letter=_letter(grading, parts, conditions, final),
        attended=known.attended,
    )


def _steps(part: Part, not_submitted: Missing, known: _Known) -> tuple[Step, ...]:
    missing = Missing.ZERO if part.optional else not_submitted  # left out: nothing to ask anybody
    return tuple(_step(item, missing, known) for item in part.items)


def _step(item: Item, missing: Missing, known: _Known) -> Step:
    name = item.assignment
    return step_of(item, known.assignments.get(name), known.grades.get(name), missing, known.asked)


def _condition(grading: Grading, condition: Condition, known: _Known) -> ConditionStanding:
    if condition.kind is ConditionKind.ATTENDANCE:
        return attendance_standing(condition, grading.attendance, known.attended)
    items = {item.assignment: item for part in grading.parts for item in part.items}
    recognised = (
        recognised_of(
            grading.recognition,
            _step(items[name], grading.not_submitted, known),
            known.grades.get(name),
            word=known.words.get(name),
        )
        for name in condition.assignments
    )
    return recognition_standing(condition, tuple(recognised))


def _letter(
    grading: Grading,
    parts: Sequence[PartStanding],
    conditions: Sequence[ConditionStanding],
    total: Range,
) -> str | None:
    """Gives the letter when nothing is open any more."""
    states = {condition.state for condition in conditions}
    if not all(part.complete for part in parts) or ConditionState.OPEN in states:
        return None
    if states - {ConditionState.MET} and grading.letter_without_condition:
        return grading.letter_without_condition
    reached = (letter.letter for letter in grading.letters if total.lowest >= exact(letter.least))
    return next(reached, None)


def step_of(
    item: Item, assignment: Assignment | None, grade: Grade | None, missing: Missing, asked: Asked
) -> Step:
    """Counts one student's assignment. What is open is a range, never 0.

    `assignment` is None while it has no gradebook, `grade` while that has no line of the student.
    """
    if assignment is None:
        return _open(item, Why.NO_GRADEBOOK, exact(item.points))
    step = _counted(item, assignment, grade, missing, asked)
    if grade is None:
        return replace(step, title=assignment.title)
    return replace(
        step,
        title=assignment.title,
        state=grade.state,
        late_seconds=grade.late_seconds,
        by=_deciders(grade),
        confirmed=grade.state is State.CONFIRMED,
    )


def _counted(
    item: Item, assignment: Assignment, grade: Grade | None, missing: Missing, asked: Asked
) -> Step:
    of = sum((exact(criterion.points) for criterion in assignment.rubric), Fraction(0))
    if grade is None:
        return _open(item, Why.NO_LINE, of)
    sheet = grade.sheet
    if grade.state is State.NOT_SUBMITTED and not (sheet is not None and sheet.complete):
        return _not_submitted(item, assignment, grade.student, missing, asked)
    if sheet is None:
        kept = assignment.kept_percent(grade.late_seconds)
        unknown = grade.state is State.UNKNOWN
        return _open(item, Why.UNKNOWN if unknown else Why.NOT_GRADED, of, kept)
    return _from_sheet(item, sheet, unconfirmed=_is_unconfirmed(grade, asked))


def _is_unconfirmed(grade: Grade, asked: Asked) -> bool:
    return asked.confirmed_only and grade.state is not State.CONFIRMED


def _not_submitted(
    item: Item, assignment: Assignment, student: str, missing: Missing, asked: Asked
) -> Step:
    """0 only when the time is over and the course says that this is 0."""
    of = sum((exact(criterion.points) for criterion in assignment.rubric), Fraction(0))
    if not assignment.deadline.late_seconds(student, asked.now):
        return _open(item, Why.NOT_DUE, of)
    if missing is Missing.OPEN:
        return _open(item, Why.MISSING, of)
    return Step(
        assignment=item.assignment,
        title={},
        why=Why.ZERO,
        awarded=NOTHING,
        of=of,
        points=NOTHING,
        most=exact(item.points),
    )


def _from_sheet(item: Item, sheet: ScoreSheet, *, unconfirmed: bool) -> Step:
    of = sum((exact(award.max) for award in sheet.awards), Fraction(0))
    decided = sum(
        (exact(award.points) for award in sheet.awards if award.points is not None), Fraction()
    )
    undecided = [award for award in sheet.awards if award.points is None]
    still = sum((exact(award.max) for award in undecided), Fraction(0))
    kept = 100.0 if sheet.lateness is None else sheet.lateness.kept_percent
    awarded = Range(lowest=decided, highest=decided + still)
    why = Why.CRITERIA if undecided else Why.COUNTED
    if unconfirmed and not undecided:
        awarded, why = Range(lowest=Fraction(0), highest=of), Why.UNCONFIRMED
    awarded = scaled(awarded, exact(kept) / _WHOLE)
    return Step(
        assignment=item.assignment,
        title={},
        why=why,
        awarded=awarded,
        of=of,
        points=_in_course_points(awarded, of, item),
        most=exact(item.points),
        kept_percent=kept,
        open=tuple(award.criterion for award in undecided),
    )


def _open(item: Item, why: Why, of: Fraction, kept: float = 100.0) -> Step:
    """Everything from nothing to all of it."""
    awarded = Range(lowest=Fraction(0), highest=of * exact(kept) / _WHOLE)
    return Step(
        assignment=item.assignment,
        title={},
        why=why,
        awarded=awarded,
        of=of,
        points=_in_course_points(awarded, of, item),
        most=exact(item.points),
        kept_percent=kept,
    )


def _in_course_points(awarded: Range, of: Fraction, item: Item) -> Range:
    """Scales the sheet's points to what the assignment is worth in the course."""
    return scaled(awarded, exact(item.points) / of) if of else NOTHING


def _deciders(grade: Grade) -> tuple[str, ...]:
    """Names who decided: the grader or people, then who confirmed."""
    awards = grade.sheet.awards if grade.sheet is not None else ()
    names = [award.decided_by for award in awards if award.decided_by]
    if grade.confirmed is not None and grade.state is State.CONFIRMED:
        names.append(grade.confirmed.by)
    return tuple(dict.fromkeys(names))


def parts_of(grading: Grading, steps: Mapping[str, Sequence[Step]]) -> tuple[PartStanding, ...]:
    """Adds every part up; `steps` are by part."""
    own = {part.id: added(step.points for step in steps[part.id]) for part in grading.parts}
    return tuple(_part(grading, part, steps[part.id], own) for part in grading.parts)


def _part(
    grading: Grading, part: Part, steps: Sequence[Step], own: Mapping[str, Range]
) -> PartStanding:
    most = sum((exact(item.points) for item in part.items), Fraction(0))
    fillers = [own[other.id] for other in grading.parts if other.inside == part.id]
    filled = capped(added([own[part.id], *fillers]), most)
    return PartStanding(
        part=part.id,
        title=part.title,
        steps=tuple(steps),
        points=own[part.id],
        filled=filled,
        most=most,
        adds=_adds(grading, part, filled, most),
        percent=part.percent,
        optional=part.optional,
        inside=part.inside,
    )


def _adds(grading: Grading, part: Part, filled: Range, most: Fraction) -> Range:
    """Says what the part adds to the total."""
    if part.inside:
        return NOTHING
    adds = filled
    if part.percent is not None:
        worth = exact(part.percent) / 100 * exact(grading.maximum)
        adds = scaled(filled, worth / most)
    return each_rounded(adds, grading.rounding) if _rounds_parts(grading) else adds


def _rounds_parts(grading: Grading) -> bool:
    return grading.rounding.what is Rounded.PARTS


def attendance_standing(
    condition: Condition, rules: AttendanceRules, attended: Attended | None
) -> ConditionStanding:
    """Lays what is known of the attendance beside what is asked for; the rest is open."""
    if attended is None or not attended.sure:
        sessions = Fraction(rules.sessions or 0)
        return _condition_standing(condition, Fraction(0), sessions, sessions)
    written = attended.counted + attended.open
    to_come = max((rules.sessions or 0) - written - attended.excused, 0)
    still = Fraction(attended.open + to_come)
    return _condition_standing(condition, attended.attended, still, attended.counted + still)


def recognition_standing(
    condition: Condition, recognised: Sequence[Recognised]
) -> ConditionStanding:
    """Counts the recognised assignments."""
    counted = sum(assignment.recognised is True for assignment in recognised)
    still = sum(assignment.recognised is None for assignment in recognised)
    numbers = (Fraction(counted), Fraction(still), Fraction(len(recognised)))
    return _condition_standing(condition, *numbers, tuple(recognised))


def recognised_of(
    rules: Recognition, step: Step, grade: Grade | None, *, word: bool | None
) -> Recognised:
    """Whether one assignment is recognised. A person's word wins; what is open stays open."""
    answer = _answer(rules, step, grade) if word is None else (word, RecognitionWhy.WORD)
    recognised, why = answer
    return Recognised(assignment=step.assignment, recognised=recognised, why=why)


def _condition_standing(
    condition: Condition,
    counted: Fraction,
    still: Fraction,
    of: Fraction,
    recognised: tuple[Recognised, ...] = (),
) -> ConditionStanding:
    return ConditionStanding(
        condition=condition.id,
        title=condition.title,
        kind=condition.kind,
        state=_condition_state(exact(condition.least_percent) / 100 * of, counted, still, of),
        least_percent=condition.least_percent,
        counted=counted,
        open=still,
        of=of,
        recognised=recognised,
    )


def _condition_state(
    needed: Fraction, counted: Fraction, still: Fraction, of: Fraction
) -> ConditionState:
    if not of:
        return ConditionState.OPEN
    if counted >= needed:
        return ConditionState.MET
    if counted + still >= needed:
        return ConditionState.OPEN
    return ConditionState.IMPOSSIBLE if still else ConditionState.NOT_MET


def _answer(rules: Recognition, step: Step, grade: Grade | None) -> _Answer:
    if rules.person or grade is None:
        return None, RecognitionWhy.OPEN
    if step.why is Why.ZERO:
        return False, RecognitionWhy.NOT_SUBMITTED
    if step.why in (Why.NOT_DUE, Why.MISSING, Why.UNKNOWN):
        return None, RecognitionWhy.OPEN
    answers = list(_answers(rules, step, grade))
    for wanted in (False, None):  # one that does not hold decides, then one that is open
        for recognised, why in answers:
            if recognised is wanted:
                return recognised, why
    return True, RecognitionWhy.MET


def _answers(rules: Recognition, step: Step, grade: Grade) -> Iterator[_Answer]:
    """Asks each rule that the course has."""
    if rules.in_time:
        known = grade.received is not None or grade.late_seconds > 0
        yield (not grade.late_seconds if known else None), RecognitionWhy.LATE
    if rules.least_percent is not None:
        needed = exact(rules.least_percent) / 100 * step.of
        enough = step.awarded.lowest >= needed
        possible = step.awarded.highest >= needed
        yield (True if enough else None if possible else False), RecognitionWhy.POINTS
    for criterion in rules.criteria_for(step.assignment):
        yield _has_points(grade, criterion), RecognitionWhy.CRITERIA
    if rules.confirmed:
        yield (True if grade.state is State.CONFIRMED else None), RecognitionWhy.UNCONFIRMED


def _has_points(grade: Grade, criterion: str) -> bool | None:
    """Looks for points over 0; None while the criterion has none, or there is no such criterion."""
    awards = grade.sheet.awards if grade.sheet is not None else ()
    points = next((award.points for award in awards if award.criterion == criterion), None)
    return None if points is None else points > 0
