"""A gradebook in which nobody can be told: stand-ins for students, and no data of theirs."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, cast

from msgspec import Struct
from msgspec.structs import fields, replace

from grader.model.collection import Identity, Person
from grader.model.errors import StoreError
from grader.model.gradebook import Grade, Gradebook
from grader.model.scoresheet import GRADER, Award, ScoreSheet
from grader.privacy.redaction import Redactor, make_redactor

STAFF = "TA"
"""Who decided, when a person did."""

OURS = frozenset(
    {
        *("assignment", "case", "check", "checks", "criterion", "digest", "exercise", "key"),
        *("seed", "subject"),
    }
)
"""Fields that hold words of ours, which nobody's name may change."""

_Value = TypeVar("_Value")


def anonymise(
    book: Gradebook, pseudonyms: Mapping[str, str], people: Iterable[Person] = ()
) -> Gradebook:
    """Replaces ids, names and identities, and masks people's data in all texts.

    `people` are those whose data are masked beside the students themselves, of the whole class for
    instance. The lines are ordered by stand-in, since a roster's order tells who is who. StoreError
    when a student has none.
    """
    redactor = make_redactor((*people_of(book), *people))
    lines = [_anonymous(grade, pseudonyms, redactor) for grade in book.grades]
    extensions = book.assignment.extensions
    known = {
        pseudonyms[student]: until for student, until in extensions.items() if student in pseudonyms
    }
    return replace(
        book,
        assignment=replace(book.assignment, extensions=known),
        grades=tuple(sorted(lines, key=lambda grade: (len(grade.student), grade.student))),
    )


def redact_feedback(book: Gradebook, people: Iterable[Person] = ()) -> Gradebook:
    """Masks, in what each student is told, everybody else's data and all home folders.

    The comments stay as a person wrote them: they come back from edited tables, and are masked
    where they are shown.
    """
    redactor = make_redactor((*people_of(book), *people))
    lines = (
        replace(grade, feedback=redactor.redact(grade.feedback, grade.student))
        for grade in book.grades
    )
    return replace(book, grades=tuple(lines))


def people_of(book: Gradebook) -> tuple[Person, ...]:
    """Says what the gradebook knows of its students."""
    named = (
        (each_grade, each_grade.name or each_grade.who.name, each_grade.who.name)
        for each_grade in book.grades
    )
    return tuple(
        Person(
            student=grade.student,
            name=name,
            other_name=other if other != name else "",
            mail=grade.who.mail,
            user=grade.who.user,
            participant=grade.who.participant,
        )
        for grade, name, other in named
    )


def without_staff(sheet: ScoreSheet) -> ScoreSheet:
    """Leaves out which person decided; that one did stays."""
    return replace(sheet, awards=tuple(map(_without_name, sheet.awards)))


def change_texts(value: _Value, change: Callable[[str], str]) -> _Value:
    """Rebuilds a record with its texts changed; what has none is taken over as it is.

    Words of ours are no texts, and neither are bytes, paths and the keys of a mapping.
    """
    return cast("_Value", _changed(value, change))


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    if type(value) is str:
        return change(value)
    if type(value) is tuple:
        return tuple(_changed(part, change) for part in value)
    if isinstance(value, Mapping):
        return {key: _changed(part, change) for key, part in value.items()}
    if isinstance(value, Struct):
        before = {
            field.name: getattr(value, field.name)
            for field in fields(value)
            if field.name not in OURS
        }
        after = {name: _changed(part, change) for name, part in before.items()}
        changed = {name: part for name, part in after.items() if part is not before[name]}
        return replace(value, **changed) if changed else value
    return value


def _without_name(award: Award) -> Award:
    return award if award.decided_by in {"", GRADER} else replace(award, decided_by=STAFF)


def _anonymous(grade: Grade, pseudonyms: Mapping[str, str], redactor: Redactor) -> Grade:
    if grade.student not in pseudonyms:
        raise StoreError("{student} has no pseudonym", student=grade.student)
    name = pseudonyms[grade.student]
    sheet, confirmed = grade.sheet, grade.confirmed
    return replace(
        grade,
        student=name,
        name="",
        who=Identity(),
        sheet=None if sheet is None else _without_people(sheet, name, redactor),
        confirmed=None if confirmed is None else replace(confirmed, student=name, by=STAFF),
        comment=redactor.redact(grade.comment),
        feedback=redactor.redact(grade.feedback),
    )


def _without_people(sheet: ScoreSheet, name: str, redactor: Redactor) -> ScoreSheet:
    masked = replace(change_texts(sheet, redactor.redact), student=name)
    return without_staff(replace(masked, assignment=sheet.assignment))
