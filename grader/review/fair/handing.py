"""Hand out parts, take them back, and draw works to be marked twice: notes, not decisions."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from grader.model.course import Assignment, Criterion
from grader.model.errors import GraderError
from grader.model.gradebook import Note
from grader.model.scoresheet import one_line
from grader.review.fair.parts import (
    PARTS,
    About,
    Part,
    Sharer,
    Way,
    key_of,
    part_text,
    parts_of,
    share_out,
)
from grader.review.fair.second import (
    SECOND,
    Second,
    SecondMark,
    draw_sample,
    hidden_from,
    mark_text,
    second_marks_of,
    size_of,
)
from grader.review.page.criterion import in_order
from grader.review.page.likeness import Likeness
from grader.review.page.live import ClassState, LiveGradebook
from grader.store import Store

MOST_REASON = 10_000  # letters


def criterion_of(assignment: Assignment, name: str) -> Criterion:
    """Find a criterion by its id. Raises GraderError."""
    found = next((each for each in assignment.rubric if each.id == name), None)
    if found is None:
        raise GraderError("{criterion}: is not a criterion of this assignment", criterion=name)
    return found


def share(
    live: LiveGradebook,
    criterion: str,
    people: Sequence[Sharer],
    *,
    likeness: Likeness | None = None,
    by: str = "",
) -> Mapping[str, int]:
    """Divide undecided works among people; return how many each person got.

    With `likeness`, works that belong together go to one person. Raises GraderError.
    """
    line = criterion_of(live.desk.assignment, criterion)
    groups = likeness.groups_of(line, live.state()) if likeness is not None else None

    def write(store: Store, state: ClassState) -> Mapping[str, int]:
        left = left_to_decide(criterion, state)
        students = [student for student in works(state) if student in left]
        if not students:
            raise GraderError("{criterion}: nothing is left to share out", criterion=criterion)
        given = share_out(students, people, groups)
        _note(store, PARTS, criterion, {one: part_text(part) for one, part in given.items()}, by)
        counts = Counter(part.person for part in given.values())
        return {each.person: counts[each.person] for each in people}

    return live.ask(write, holding=True)


def move(live: LiveGradebook, criterion: str, person: str, to: str, by: str) -> int:
    """Move a person's undecided works of a criterion to another person; `to` "" = to no one."""
    to = one_line(to).strip()

    def write(store: Store, state: ClassState) -> int:
        left = left_to_decide(criterion, state)
        moved = {
            student: part_text(Part(person=to, way=Way.HAND) if to else None)
            for (student, name), part in parts_of(store.notes(PARTS)).items()
            if name == criterion and key_of(part.person) == key_of(person) and student in left
        }
        _note(store, PARTS, criterion, moved, by)
        return len(moved)

    return live.ask(write, holding=True)


def sample(
    live: LiveGradebook, criterion: str, size: str, people: Sequence[Sharer], by: str
) -> int:
    """Draw works to be marked twice; return how many. Raises GraderError."""
    criterion_of(live.desk.assignment, criterion)

    def write(store: Store, state: ClassState) -> int:
        seconds = second_marks_of(store.notes(SECOND))
        everybody = works(state)
        parts = {
            student: part
            for (student, name), part in parts_of(store.notes(PARTS)).items()
            if name == criterion
        }
        deciders: dict[str, set[str]] = {}
        for decision in state.log:
            if decision.criterion == criterion:
                deciders.setdefault(decision.student, set()).add(decision.by)
        drawn = draw_sample(
            [student for student in everybody if (student, criterion) not in seconds],
            size_of(size, len(everybody)),
            people,
            parts,
            deciders,
        )
        if not drawn:
            raise GraderError(
                "nobody of those can mark anything a second time: each work is their own part, "
                "decided by them, or drawn already"
            )
        _note(store, SECOND, criterion, {one: mark_text(mark) for one, mark in drawn.items()}, by)
        return len(drawn)

    return live.ask(write, holding=True)


def withdraw(live: LiveGradebook, criterion: str, person: str, by: str) -> int:
    """Remove works that a person has not marked yet from the sample; return how many."""

    def write(store: Store, _: ClassState) -> int:
        left = [
            student
            for (student, name), each in second_marks_of(store.notes(SECOND)).items()
            if name == criterion
            and key_of(each.mark.person) == key_of(person)
            and each.mark.points is None
        ]
        _note(store, SECOND, criterion, dict.fromkeys(left, mark_text(None)), by)
        return len(left)

    return live.ask(write, holding=True)


def mark_again(live: LiveGradebook, about: About, points: float, reason: str, by: str) -> int:
    """Store a second mark; return how many works of the criterion the person still has.

    Until none are left, a mark may be replaced; after that it may be compared, and is final. Raises
    GraderError.
    """
    student, criterion = about
    line = criterion_of(live.desk.assignment, criterion)
    if not 0 <= points <= line.points:
        raise GraderError("{points}: enter points from 0 to {max}", points=points, max=line.points)
    if len(reason) > MOST_REASON:
        raise GraderError("a reason can have at most {most} characters", most=MOST_REASON)

    def write(store: Store, _: ClassState) -> int:
        seconds = second_marks_of(store.notes(SECOND))
        if about not in hidden_from(by, seconds):
            raise GraderError("this work is not, or no longer, yours to mark a second time")
        person = seconds[about].mark.person
        mark = SecondMark(person=person, points=points, reason=one_line(reason))
        _note(store, SECOND, criterion, {student: mark_text(mark)}, by)
        return len(_left(person, criterion, {**seconds, about: Second(mark=mark, at=_now())}))

    return live.ask(write, holding=True)


def works(state: ClassState) -> list[str]:
    """List the students whose work can be marked."""
    return [state.students[handle] for handle in in_order(state)]


def left_to_decide(criterion: str, state: ClassState) -> set[str]:
    """List the students without a decision on a criterion by a check or a person."""
    return {
        grade.student
        for grade in state.book.grades
        if grade.sheet is not None
        for award in grade.sheet.awards
        if award.criterion == criterion and award.points is None
    }


def _left(person: str, criterion: str, seconds: Mapping[About, Second]) -> list[str]:
    return [
        student
        for (student, name), each in seconds.items()
        if name == criterion
        and key_of(each.mark.person) == key_of(person)
        and each.mark.points is None
    ]


def _note(store: Store, kind: str, key: str, texts: Mapping[str, str], by: str) -> None:
    at = _now()
    name = one_line(by).strip()
    store.decide_all(
        notes=[
            Note(kind=kind, student=student, key=key, text=text, by=name, at=at)
            for student, text in texts.items()
        ]
    )


def _now() -> datetime:
    return datetime.now(UTC)
