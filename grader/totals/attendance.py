"""Read the attendance: a table with a column of student ids and one of sessions attended."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from grader.intake.roster import resolve
from grader.model.errors import IntakeError, Message
from grader.model.grading import AttendanceRules
from grader.people import id_of, is_total, plain_cell
from grader.tables import (
    ATTENDED,
    Field,
    Table,
    column_headed,
    find_header,
    lists_beside,
    lms_of,
    printable,
)

_COUNT = re.compile(r"\d{1,4}(\.\d{1,4})?", re.ASCII)


class Attendance(Struct, frozen=True, kw_only=True):
    """Sessions attended, by student; None if unknown. `warnings` are message templates."""

    students: Mapping[str, Fraction | None]
    warnings: tuple[Message, ...] = ()


def read_attendance(table: Table, rules: AttendanceRules, pattern: str = "") -> Attendance:
    """Read an attendance table, whose headings may be in any row.

    A blank or invalid count is None. `pattern` is the form of a student id. Raises IntakeError if a
    column is missing, or if the course does not define the number of sessions.
    """
    name = printable(table.name)
    if rules.sessions is None:
        raise IntakeError(
            "{name}: the number of sessions is unknown; set sessions under [grading.attendance] "
            "in course.toml",
            name=name,
        )
    held = rules.held or rules.sessions
    ids, attended, first = _columns(table, name, pattern)
    headings = table.rows[first - 1]
    width = max(at for at, heading in enumerate(headings, start=1) if heading.strip())
    counts: dict[str, dict[int, Fraction | None]] = defaultdict(dict)
    bare, warnings = [], []
    for row, cells in enumerate(table.rows[first:], start=first + 1):
        student = id_of(cells[ids])
        text = unicodedata.normalize("NFKC", plain_cell(cells[attended]))
        if any(map(str.strip, cells[width:])) and cells[attended + 1].strip().isdigit():
            text = f"{text},{cells[attended + 1].strip()}"  # a decimal comma split the cell
        count = Fraction(text) if _COUNT.fullmatch(text) else None
        if not student:
            bare += [row] if count is not None and not any(map(is_total, cells)) else []
            continue
        if text and (count is None or count > held):
            about = {"name": name, "row": row, "student": student, "text": text, "held": held}
            warnings.append(
                Message(
                    "{name}: row {row}: {student}: {text} is not a number of sessions from 0 to "
                    "{held}; write it again, or set held or sessions under [grading.attendance] "
                    "in course.toml",
                    about,
                )
            )
            count = None
        counts[student][row] = count
    if bare:
        warnings.append(
            Message(
                "{path}: rows {rows}: left out because they have no student ID",
                {"path": name, "rows": ", ".join(map(str, bare))},
            )
        )
    for student, rows in counts.items():
        if len({*rows.values()}) > 1:
            warnings.append(
                Message(
                    "{name}: rows {rows}: the attendance of {student} differs between these rows",
                    {"name": name, "rows": ", ".join(map(str, rows)), "student": student},
                )
            )
    known = {student: {*rows.values()} for student, rows in counts.items()}
    students = {
        student: counted.pop() if len(counted) == 1 else None for student, counted in known.items()
    }
    return Attendance(students=students, warnings=tuple(warnings))


def _columns(table: Table, name: str, pattern: str) -> tuple[int, int, int]:
    """Return the columns of ids and of sessions attended, and the first row below the headings."""
    header, ids = find_header(table.rows), None
    headings = table.rows[header.row] if header is not None else ()
    if header is not None:
        people = lists_beside(headings, header)[0]
        below, lms = table.below(header.row), lms_of(headings)
        ids = resolve(people, headings, below, lms, pattern).get(Field.STUDENT)
    if header is None or ids is None:
        raise IntakeError(
            "{name}: there is no column of student IDs; give the column the heading 学籍番号",
            name=name,
        )
    attended = column_headed(headings, ATTENDED)
    if attended is None:
        raise IntakeError(
            "{name}: there is no column with the number of sessions attended; give it the heading "
            "出席回数 or attended",
            name=name,
        )
    return ids, attended, header.row + 1
