"""Comments at a place as notes of the store."""

from collections.abc import Iterable

from msgspec import Struct

from grader.model.gradebook import Note, latest_notes
from grader.model.places import Place, PlaceComment, PlaceKind
from grader.records import record_in, to_text

KIND = "review.places"


class _Written(Struct, frozen=True, kw_only=True):
    place: Place
    text: str


def to_note(student: str, comment: PlaceComment) -> Note:
    """Pack a comment; an empty text marks it as removed."""
    return Note(
        kind=KIND,
        student=student,
        key=comment.key,
        text=to_text(_Written(place=comment.place, text=comment.text)) if comment.text else "",
        by=comment.by,
        at=comment.at,
    )


def from_note(note: Note) -> PlaceComment | None:
    """Unpack a note; None if it was removed or this version cannot read it."""
    written = record_in(note, _Written)
    if written is None:
        return None
    return PlaceComment(
        key=note.key, place=written.place, text=written.text, by=note.by, at=note.at
    )


def comments_by_student(notes: Iterable[Note]) -> dict[str, tuple[PlaceComment, ...]]:
    """Group the valid comments by student, in the order of their places."""
    by_student: dict[str, list[PlaceComment]] = {}
    for note in latest_notes(notes):
        if (comment := from_note(note)) is not None:
            by_student.setdefault(note.student, []).append(comment)
    return {
        student: tuple(sorted(comments, key=_order)) for student, comments in by_student.items()
    }


def _order(comment: PlaceComment) -> tuple[object, ...]:
    """Return a sort key: the program first, then down the report; at one place the oldest first."""
    place = comment.place
    top = place.box[1] if place.box else 0.0
    where = (place.file, place.cell, place.page, top, place.line, place.picture)
    return (place.kind is not PlaceKind.LINE, *where, comment.at)
