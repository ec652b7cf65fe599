"""Makes a person of one row of a table."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from grader.intake.tables import values
from grader.intake.tables.columns import Columns
from grader.intake.tables.times import received_of
from grader.intake.tables.words import Field, folded
from grader.model.collection import Person

_JAPAN = ZoneInfo("Asia/Tokyo")  # manaba writes no zone and knows no other
_NO_STUDENTS = frozenset({"studenttest", "teststudent", "pointspossible"})  # of Canvas


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How the rows of one table are read."""

    columns: Columns
    lms: str
    zone: ZoneInfo

    def cell(self, row: Sequence[str], field: Field) -> str:
        """Gives what a row says about a field; "" when nothing."""
        column = self.columns.get(field, len(row))
        return row[column] if column < len(row) else ""


def person_of(row: Sequence[str], number: int, reading: Reading) -> Person | None:
    """Reads one row; None for totals, teachers, test students and lines that are nobody's."""
    if not any(cell.strip() for cell in row) or not _is_student(row, reading):
        return None
    name, other = _name(row, reading)
    told = reading.cell(row, Field.RECEIVED)
    status = reading.cell(row, Field.STATUS)
    attempt = values.plain(reading.cell(row, Field.ATTEMPT))
    received = received_of(told, _JAPAN if reading.lms == "manaba" else reading.zone)
    submitted = values.submitted_of(status)
    if submitted is None and reading.lms and Field.RECEIVED in reading.columns:
        submitted = received is not None or None
    student, mail, name = _ids(row, name, reading)
    return Person(
        student=student,
        name=name,
        other_name=other,
        mail=mail,
        user=_user(row, reading),
        participant=values.participant_of(reading.cell(row, Field.PARTICIPANT)),
        group=_text(reading.cell(row, Field.GROUP)),
        submitted=submitted,
        received=received,
        attempt=int(attempt) if attempt.isascii() and attempt.isdigit() else 0,
        late=received is None and values.late_of(status),
        row=number,
    )


def _is_student(row: Sequence[str], reading: Reading) -> bool:
    role = reading.cell(row, Field.ROLE)
    if reading.lms == "manaba":
        return not row[0].startswith("#") and values.is_student(role, named=True)
    if reading.lms == "canvas" and folded(reading.cell(row, Field.NAME)) in _NO_STUDENTS:
        return False
    return not role.strip() or values.is_student(role, named=False)


def _ids(row: Sequence[str], name: str, reading: Reading) -> tuple[str, str, str]:
    """Gives id, mail and name: GitHub's identifier and Canvas's login may be any of them."""
    told, login = reading.cell(row, Field.STUDENT), reading.cell(row, Field.LOGIN)
    mail = values.mail_of(reading.cell(row, Field.MAIL)) or values.mail_of(told)
    mail = mail or values.mail_of(login)
    student = values.id_of(told) or values.id_of(login)
    told_a_name = values.is_name(told) or reading.lms == "github"
    if not (student or name or mail) and told_a_name and not values.is_total(told):
        name = values.name_of(told)[0]
    return student, mail, name


def _user(row: Sequence[str], reading: Reading) -> str:
    return _text(reading.cell(row, Field.USER))


def _name(row: Sequence[str], reading: Reading) -> tuple[str, str]:
    """Gives the name and its reading; family and given name may stand in two columns."""
    name, reading_of_it = values.name_of(reading.cell(row, Field.NAME))
    other = values.name_of(reading.cell(row, Field.OTHER))[0] or reading_of_it
    name = name or _joined(row, reading, Field.FAMILY, Field.GIVEN)
    other = other or _joined(row, reading, Field.OTHER_FAMILY, Field.OTHER_GIVEN)
    return name or other, other if name else ""


def _joined(row: Sequence[str], reading: Reading, family: Field, given: Field) -> str:
    parts = (values.name_of(reading.cell(row, field))[0] for field in (family, given))
    return " ".join(part for part in parts if part)


def _text(cell: str) -> str:
    return " ".join(unicodedata.normalize("NFC", values.plain(cell)).split())
