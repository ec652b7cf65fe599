"""Finds the people in a table, whatever wrote it: a roster, a printed list, an LMS's own sheet."""

from collections.abc import Iterator, Sequence
from zoneinfo import ZoneInfo

from grader.intake.names import printable
from grader.intake.tables import values
from grader.intake.tables.columns import blocks, column_of, is_like, lms_of, resolve
from grader.intake.tables.doubts import lost_ids, merged, other_sheets, warnings_of, without_ids
from grader.intake.tables.header import find_header
from grader.intake.tables.person import Reading, person_of
from grader.intake.tables.table import People, Table
from grader.intake.tables.words import Field
from grader.intake.tables.zeros import padded_ids, with_zeros
from grader.model.collection import Person
from grader.model.errors import IntakeError, Message

_IDS = (Field.STUDENT, Field.USER, Field.PARTICIPANT, Field.MAIL, Field.LOGIN)

_HEADINGS = (
    "学籍番号, 学生番号, 学生証番号, ID番号, 氏名, メールアドレス, "
    "Student ID, SIS User ID, Full name, Email"
)
_Row = tuple[int, Sequence[str]]  # its number in the file, 1-based


def read_people(table: Table, zone: ZoneInfo, *, pattern: str = "") -> People:
    """Reads who stands in a table, in its order; times without a zone are in `zone`.

    `pattern` is how a student id looks: with it, a list of ids without headings is read too.
    Raises IntakeError for a table without ids and names, and for one id with two names.
    """
    header = find_header(table.rows)
    if header is None:
        return _without_header(table, pattern)
    headings = table.rows[header.row]
    rows = [
        (header.row + 2 + at, row)
        for at, row in enumerate(table.rows[header.row + 1 :])
        if row != headings
    ]
    lms = lms_of(headings)
    settled = [
        resolve(columns, headings, [row for _, row in rows], lms, pattern)
        for columns in blocks(headings, header)
    ]
    lms = lms or ("moodle" if Field.PARTICIPANT in settled[0] else "")
    readings = [Reading(columns=columns, lms=lms, zone=zone) for columns in settled]
    people = [one for reading in readings for one in _people(rows, reading)]
    if not people:
        raise _nobody(table)
    found = merged(people, table.name, strict=not lms)
    found = found if lms else with_zeros(found, pattern)
    doubts = [one for reading in readings for one in _doubts(rows, reading, table.name)]
    warnings = (*other_sheets(table), *doubts, *padded_ids(found, table.name))
    warnings = (*warnings, *warnings_of(found, table.name))
    return People(people=found, warnings=warnings, lms=lms)


def _people(rows: Sequence[_Row], reading: Reading) -> Iterator[Person]:
    by_id = not reading.lms and any(field in reading.columns for field in _IDS)
    for number, row in rows:
        if reading.lms == "manaba" and row and row[0].strip().casefold() == "#end":
            return
        person = person_of(row, number, reading)
        if person is not None and _counts(person, by_id=by_id):
            yield person


def _counts(person: Person, *, by_id: bool) -> bool:
    """Says whether a row is a person: by an id, or by a name where the table has no ids."""
    if person.student or person.mail or person.participant:
        return True
    if person.user and not values.is_total(person.user):
        return True
    return not by_id and bool(person.name) and not values.is_total(person.name)


def _doubts(rows: Sequence[_Row], reading: Reading, name: str) -> Iterator[Message]:
    if Field.STUDENT not in reading.columns or reading.lms:
        return
    lost = [n for n, row in rows if values.destroyed(reading.cell(row, Field.STUDENT))]
    bare = [
        number
        for number, row in rows
        if (person := person_of(row, number, reading)) is not None
        and not _counts(person, by_id=True)
        and values.is_name(person.name)
        and not values.is_total(person.name)
    ]
    yield from lost_ids(lost, name)
    yield from without_ids([number for number in bare if number not in lost], name)


def _without_header(table: Table, pattern: str) -> People:
    """Reads a bare list: one column of ids, and one of names beside it when that is clear."""
    like = (lambda cell: is_like(cell, pattern)) if pattern else (lambda _: False)
    column = column_of(table.rows, like)
    if column is None:
        raise _nobody(table)
    named = column_of(table.rows, values.is_name)
    columns = {Field.STUDENT: column} | ({} if named is None else {Field.NAME: named})
    reading = Reading(columns=columns, lms="", zone=ZoneInfo("UTC"))
    people = list(_people(list(enumerate(table.rows, start=1)), reading))
    found = with_zeros(merged(people, table.name, strict=True), pattern)
    warnings = (*padded_ids(found, table.name), *warnings_of(found, table.name))
    return People(people=found, warnings=warnings)


def _nobody(table: Table) -> IntakeError:
    return IntakeError(
        "{path}: no column of ids or names is found in it; one of these headings is looked for: "
        "{words}",
        path=printable(table.name),
        words=_HEADINGS,
    )
