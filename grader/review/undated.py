"""Whom the LMS calls late without saying when they handed in: a person has to look."""

from grader.model.collection import Collection, NoteKind
from grader.model.course import Assignment, LateKind


def undated(assignment: Assignment, collection: Collection | None) -> tuple[str, ...]:
    """Lists students whose points being late may cost, and costs nothing while it is unknown."""
    if collection is None or assignment.late.kind is LateKind.NONE:
        return ()
    return tuple(
        one.student
        for one in collection.students
        if one.received is None and any(note.kind is NoteKind.LATE for note in one.notes)
    )
