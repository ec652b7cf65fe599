"""Build the gradebook from the store and the collected submissions."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from grader.export.place_notes import KIND, comments_by_student
from grader.export.places import compared
from grader.gradebook.feedback import write_feedback
from grader.model.collection import Collected, Collection, Identity, NoteKind
from grader.model.course import Assignment, LateKind, Lateness
from grader.model.gradebook import Comment, Confirmation, Grade, Gradebook, State
from grader.model.places import PlaceComment
from grader.model.scoresheet import Decision, ScoreSheet
from grader.people import former_names
from grader.scoring import in_force, lateness_of, score
from grader.store import Observed, Store
from grader.wording import Wording

NO_NAMES: Mapping[str, str] = {}
Known = dict[str, tuple[tuple[object, ...], Grade]]
"""By student: the records from which a grade was computed, and the grade."""


class _Records(Struct, frozen=True, kw_only=True):
    """All records about an assignment's students, each by student."""

    observed: Mapping[str, Observed]
    sheets: Mapping[str, ScoreSheet]
    decisions: Mapping[str, Sequence[Decision]]
    comments: Mapping[str, Comment]  # the latest
    places: Mapping[str, tuple[PlaceComment, ...]]
    confirmations: Mapping[str, Confirmation]  # the latest
    collected: Mapping[str, Collected]
    not_submitted: frozenset[str]
    perhaps: frozenset[str]  # without files, though some unassigned files may be theirs
    former: Mapping[str, str]  # label at the time of grading (the LMS's name) -> the student

    def of(self, student: str) -> tuple[object, ...]:
        """Return all records that determine a student's grade."""
        return (
            self.observed.get(student),
            self.sheets.get(student),
            self.decisions.get(student),
            self.comments.get(student),
            self.places.get(student),
            self.confirmations.get(student),
            self.collected.get(student),
            student in self.not_submitted,
            student in self.perhaps,
        )


def open_gradebook(  # noqa: PLR0913  where the records are, and what is known already
    store: Store,
    assignment: Assignment,
    words: Wording,
    *,
    collection: Collection | None = None,
    names: Mapping[str, str] = NO_NAMES,
    known: Known | None = None,
) -> Gradebook:
    """Compute every student's current grade, including decisions.

    `names` is the roster, student to name, in its order; by default it is the collection's.
    Students not on it follow, sorted by id. Points given by people count even without files. With
    `known`, which a caller keeps between calls, only students with changed records are graded
    again. Raises StoreError when the store cannot be read.
    """
    records = _read(store, collection)
    roster = names or (collection.names if collection else NO_NAMES)
    before: Known = {} if known is None else known
    for student in _students(records, roster):
        own = (roster.get(student), *records.of(student))
        if student not in before or before[student][0] != own:
            grade = _grade(student, records, assignment)
            if grade.places:
                grade = replace(grade, places=compared(grade.places, store.evidence(student)))
            grade = _told(grade, roster, assignment, words)
            before[student] = (own, grade)
    return Gradebook(
        assignment=assignment,
        grades=tuple(before[student][1] for student in _students(records, roster)),
    )


def undated(assignment: Assignment, collection: Collection | None) -> tuple[str, ...]:
    """List students late without a time, according to the LMS: no deduction; a person decides."""
    if collection is None or assignment.late.kind is LateKind.NONE:
        return ()
    return tuple(
        student.student
        for student in collection.students
        if student.received is None and any(note.kind is NoteKind.LATE for note in student.notes)
    )


def _read(store: Store, collection: Collection | None) -> _Records:
    observed = store.observed()
    decisions: dict[str, list[Decision]] = {}
    for decision in store.decisions():
        decisions.setdefault(decision.student, []).append(decision)
    return _Records(
        observed=observed,
        sheets={
            student: sheet for student in observed if (sheet := store.sheet(student)) is not None
        },
        decisions=decisions,
        comments={comment.student: comment for comment in store.comments()},
        places=comments_by_student(store.notes(KIND)),
        confirmations={
            confirmation.student: confirmation for confirmation in store.confirmations()
        },
        collected={collected.student: collected for collected in collection.students}
        if collection
        else {},
        not_submitted=frozenset(collection.not_submitted if collection else ()),
        perhaps=_perhaps(collection) if collection else frozenset(),
        former=former_names(collection, {*observed, *decisions}),
    )


def _perhaps(collection: Collection) -> frozenset[str]:
    """List who may or may not have submitted: they do not get 0 for it."""
    without = {*collection.names, *collection.not_submitted, *collection.claimed}
    return frozenset(student for student in without if not collection.is_missing(student))


def _students(records: _Records, roster: Mapping[str, str]) -> list[str]:
    """List the roster's students in its order, and all other known students by id."""
    known = {*records.observed, *records.collected, *records.not_submitted, *records.decisions}
    renamed = {name for name, now in records.former.items() if now in records.observed}
    return [*roster, *sorted(known - set(roster) - renamed)]


def _grade(student: str, records: _Records, assignment: Assignment) -> Grade:
    sheet = _sheet(student, records, assignment)
    collected = records.collected.get(student)
    confirmed = records.confirmations.get(student)
    holds = confirmed is not None and confirmed.holds(sheet)
    comment = records.comments.get(student)
    known = student in records.observed and not _withdrawn(student, records)
    missing = State.UNKNOWN if student in records.perhaps else State.NOT_SUBMITTED
    without_sheet = State.NOT_GRADED if collected is not None or known else missing
    return Grade(
        student=student,
        who=collected.who if collected else Identity(),
        state=State.CONFIRMED if holds else _state(sheet, without_sheet),
        sheet=sheet,
        received=collected.received if collected else None,
        late_seconds=sheet.lateness.late_seconds if sheet and sheet.lateness else 0,
        confirmed=confirmed if holds else None,
        comment=comment.text if comment else "",
        places=records.places.get(student, ()),
    )


def _state(sheet: ScoreSheet | None, without_sheet: State) -> State:
    if sheet is None:
        return without_sheet
    return State.PROPOSED if sheet.complete else State.OPEN


def _sheet(student: str, records: _Records, assignment: Assignment) -> ScoreSheet | None:
    """Score the stored findings with the current decisions; None without either."""
    stored = None if _withdrawn(student, records) else records.sheets.get(student)
    criteria = {criterion.id for criterion in assignment.rubric}
    decisions = [
        decision
        for decision in records.decisions.get(student, ())
        if decision.criterion in criteria
    ]
    if stored is None and not in_force(decisions):
        return None
    scored = score(stored.findings if stored else (), assignment, student, decisions)
    return replace(scored, lateness=_lateness(student, stored, records, assignment))


def _withdrawn(student: str, records: _Records) -> bool:
    """Return whether graded files turned out not to be this student's, or no longer."""
    observed = records.observed.get(student)
    return student in records.not_submitted and not (observed and observed.handed_in)


def _lateness(
    student: str, stored: ScoreSheet | None, records: _Records, assignment: Assignment
) -> Lateness | None:
    """Recompute lateness from the known time, since an extension may have been given."""
    collected = records.collected.get(student)
    if collected is None or collected.received is None:
        return stored.lateness if stored else None
    return lateness_of(assignment, student, collected.received)


def _told(grade: Grade, roster: Mapping[str, str], assignment: Assignment, words: Wording) -> Grade:
    named = replace(grade, name=roster.get(grade.student) or grade.who.name)
    return replace(named, feedback=write_feedback(named, assignment, words))
