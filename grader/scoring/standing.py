"""Every student's standing in the course, with the path to each number. Pure.

Nothing that is open is ever counted as 0: it makes a range. Numbers are exact until the one
rounding that the course asks for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.model.course import Assignment
from grader.model.gradebook import Grade, Gradebook
from grader.model.grading import Condition, ConditionKind, Grading, Item, Missing, Part, Rounded
from grader.model.standing import (
    Asked,
    Attended,
    ConditionStanding,
    ConditionState,
    PartStanding,
    Range,
    Standing,
    Step,
)
from grader.scoring.conditions import (
    Words,
    attendance_standing,
    recognised_of,
    recognition_standing,
)
from grader.scoring.exact import added, capped, each_rounded, exact
from grader.scoring.parts import parts_of
from grader.scoring.steps import step_of


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
    listed = [tuple(one.student for one in gradebooks[key].grades) for key in sorted(gradebooks)]
    first = max(listed, key=len, default=())
    others = {student for book in listed for student in book} | set(attendance)
    return tuple(dict.fromkeys((*first, *sorted(others))))


def _standing(grading: Grading, known: _Known) -> Standing:
    steps = {part.id: _steps(part, grading.not_submitted, known) for part in grading.parts}
    parts = parts_of(grading, steps)
    conditions = tuple(_condition(grading, one, known) for one in grading.conditions)
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
    states = {one.state for one in conditions}
    if not all(part.complete for part in parts) or ConditionState.OPEN in states:
        return None
    if states - {ConditionState.MET} and grading.letter_without_condition:
        return grading.letter_without_condition
    reached = (one.letter for one in grading.letters if total.lowest >= exact(one.least))
    return next(reached, None)
