"""Mask personal data of others in records and texts."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, cast

from msgspec import Struct
from msgspec.structs import fields, replace

from grader.model.collection import Person
from grader.model.evidence import Record
from grader.model.gradebook import Gradebook
from grader.model.scoresheet import GRADER, Award, ScoreSheet
from grader.privacy.redaction import make_redactor
from grader.records import declared_record, to_plain

STAFF = "TA"
"""Shown in place of the name of a person who decided."""

OURS = frozenset(
    {
        *("assignment", "case", "check", "checks", "criterion", "digest", "exercise", "key"),
        *("seed", "subject"),
    }
)
"""Fields that contain our own words, in which no names are masked."""

_Value = TypeVar("_Value")


def redact_feedback(book: Gradebook, people: Iterable[Person] = ()) -> Gradebook:
    """Mask, in each student's feedback, everyone else's data and all home folders.

    Comments stay as a person wrote them, because they are read back from edited tables. They are
    masked where they are shown.
    """
    redactor = make_redactor((*people_of(book), *people))
    lines = (
        replace(grade, feedback=redactor.redact(grade.feedback, grade.student))
        for grade in book.grades
    )
    return replace(book, grades=tuple(lines))


def people_of(book: Gradebook) -> tuple[Person, ...]:
    """Return the students of the gradebook as people."""
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
    """Replace the names of people who decided by "TA"."""
    return replace(sheet, awards=tuple(map(_without_name, sheet.awards)))


def change_texts(value: _Value, change: Callable[[str], str]) -> _Value:
    """Rebuild a record with its texts changed; a record without texts is returned as it is.

    Our own words, bytes, paths and the keys of mappings do not count as texts.
    """
    return cast("_Value", _changed(value, change))


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    if type(value) is str:
        return change(value)
    if type(value) is tuple:
        return tuple(_changed(part, change) for part in value)
    if isinstance(value, Mapping):
        return {
            key: _changed_record(key, part, change)
            if isinstance(part, Record)
            else _changed(part, change)
            for key, part in value.items()
        }
    return _changed_fields(value, change) if isinstance(value, Struct) else value


def _changed_fields(value: Struct, change: Callable[[str], str]) -> Struct:
    before = {
        field.name: getattr(value, field.name) for field in fields(value) if field.name not in OURS
    }
    after = {name: _changed(part, change) for name, part in before.items()}
    changed = {name: part for name, part in after.items() if part is not before[name]}
    return replace(value, **changed) if changed else value


def _changed_record(plugin: str, record: Record, change: Callable[[str], str]) -> Record:
    """Change texts of a plugin's record; if the plugin declares its class, our own words stay."""
    opened = declared_record(record, plugin)
    if opened is None:
        return cast("Record", _changed_fields(record, change))
    changed = _changed(opened, change)
    return record if changed is opened else replace(record, data=to_plain(changed))


def _without_name(award: Award) -> Award:
    return award if award.decided_by in {"", GRADER} else replace(award, decided_by=STAFF)
