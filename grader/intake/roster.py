"""Read the people in a table of any origin: a roster, a printed list, an LMS's own sheet."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from grader.model.collection import Person, Received, TimeSource
from grader.model.errors import IntakeError, Message
from grader.people import (
    id_of,
    is_id,
    is_name,
    is_total,
    mail_of,
    name_of,
    participant_of,
    plain_cell,
    same_id,
    variant_key,
    was_id_with_e,
    was_made_a_number,
)
from grader.tables import (
    Columns,
    Field,
    LmsTable,
    Table,
    find_header,
    folded,
    lists_beside,
    lms_of,
    lms_with_participants,
    printable,
    under,
)

if TYPE_CHECKING:
    from pandas import DataFrame

_IDS = frozenset({Field.STUDENT, Field.USER, Field.PARTICIPANT, Field.MAIL, Field.LOGIN})
_HEADINGS = (
    "学籍番号, 学生番号, 学生証番号, ID番号, 氏名, メールアドレス, Student ID, SIS User ID,"
    " Full name, Email"
)

_MIN_SHARE = 0.8  # minimum share of the filled cells
_MIN_COLUMN_SHARE = 0.9
_MAX_ROWS_READ = 2_000  # rows
_MAX_DIGITS = 16  # digits of an id
_MAX_ROWS_NAMED = 10  # maximum number of rows in a sentence

_STUDENTS = ("履修", "学生", "受講", "聴講", "学習者", "生徒", "student", "learner", "auditor")
_STAFF = re.compile(
    r"教[員師授諭官]|講師|先生|編集権限|担当|補助|管理|助手|助教|職員|作成者|所有者|観察者"
    r"|マネージャ|オーナー|ゲスト|メンター|\bta\b|ティーチング|instructor|teacher|lecturer|professor|tutor"
    r"|assistant|faculty|staff|observer|grader|admin|manager|owner|creator|designer|reader|guest"
)
_LATE = re.compile(r"(?:終了|期限|締切|〆切)後|遅れ|遅く|遅延|(?<!not )\blate\b")
_NOT_IN = re.compile(r"未提出|提出なし|not submitted|no submission|missing|draft|下書き")
_IN = re.compile(r"提出|submitted|graded")

_Row = Mapping[Field, str]

_ROWS = {
    "number": (
        "{path}: rows {rows}: Excel turned the student ID into a number; use the original table"
    ),
    "bare": "{path}: rows {rows}: left out because they have no student ID",
    "role": (
        "{path}: rows {rows}: left out because the role is not a student's and there is no "
        "student ID"
    ),
    "no_time": (
        "{path}: rows {rows}: the time of submission cannot be read and was not used, so "
        "lateness is not known; write it as 2025-04-17 23:59"
    ),
    "times": (
        "{path}: rows {rows}: one student has several times of submission, and none was used; "
        "keep only the row of the submission that counts"
    ),
    "short": (
        "{path}: rows {rows}: the student ID is shorter than the others; leading zeros "
        "may have been lost"
    ),
}


class People(Struct, frozen=True, kw_only=True):
    """The people in a table. `warnings` still have to be worded."""

    people: tuple[Person, ...]
    warnings: tuple[Message, ...] = ()
    lms: str = ""  # the LMS whose sheet it is: "moodle", "manaba", "canvas", …; "" = a plain roster
    rows: tuple[tuple[int, Person], ...] = ()  # whose each row is, also further rows of a person


class _PeopleList(Struct, frozen=True, kw_only=True):
    """One list of people in a table: its rows by their numbers in the file."""

    rows: Mapping[int, _Row]
    columns: frozenset[Field]
    lms: LmsTable
    zone: ZoneInfo
    pattern: str = ""  # form of the course's ids

    def people(self) -> Iterator[Person]:
        """Yield a person for every row that describes one."""
        by_id = not self.lms.name and not _IDS.isdisjoint(self.columns)
        others = self._other_roles()
        for number, row in self.rows.items():
            person = _person(row, number, self)
            counts = person is not None and _counts(person, by_id=by_id)
            if person is not None and counts and number not in others:
                yield person

    def _other_roles(self) -> frozenset[int]:
        """Return rows without an id and with an unknown role, if most rows have both.

        No list of words for staff is complete. A student dropped from an LMS's list by mistake is
        no loss: their files are reported as unassigned.
        """
        if not {Field.STUDENT, Field.ROLE} <= self.columns:
            return frozenset()
        unlike = {
            number
            for number, row in self.rows.items()
            if row[Field.ROLE].strip() and not _has_student_role(row) and not row[Field.STUDENT]
        }
        usual = sum(
            _has_student_role(row) and bool(row[Field.STUDENT]) for row in self.rows.values()
        )
        return frozenset(unlike) if usual > len(self.rows) / 2 else frozenset()

    def unread_times(self) -> Iterator[int]:
        """Yield the rows whose time of submission has digits and is none that we read."""
        for number, row in self.rows.items():
            cell = row.get(Field.RECEIVED, "")
            if any(map(str.isdigit, cell)) and received_of(cell, self.zone) is None:
                yield number

    def was_number(self, row: _Row) -> bool:
        """Return whether a spreadsheet turned the row's id into a number."""
        cell = row[Field.STUDENT]
        return was_made_a_number(cell) or was_id_with_e(id_of(cell), self.pattern)

    def doubts(self, name: str) -> Iterator[Message]:
        """Warn about rows without an id, or with one that Excel destroyed."""
        if Field.STUDENT not in self.columns or self.lms.name:
            return
        others = self._other_roles()
        lost = [number for number, row in self.rows.items() if self.was_number(row)]
        bare = [
            number
            for number, row in self.rows.items()
            if number not in {*lost, *others}
            and (person := _person(row, number, self)) is not None
            and not _counts(person, by_id=True)
            and is_name(person.name)
            and not is_total(person.name)
        ]
        yield from _about_rows("number", name, lost)
        yield from _about_rows("bare", name, bare)
        unknown = [number for number in others if _is_student(self.rows[number], self.lms)]
        yield from _about_rows("role", name, sorted(unknown))


def read_people(table: Table, zone: ZoneInfo, *, pattern: str = "") -> People:
    """Return the people in a table, in its order; `zone` applies to times without one.

    With `pattern`, the form of a student id, a list of ids without headings is read too. Raises
    IntakeError for a table without ids and names, and for one id with two names.
    """
    rows = table.rows
    header = find_header(rows)
    if header is None:
        return _without_header(table, pattern)
    headings, below = rows[header.row], table.below(header.row)
    lms = lms_of(headings)
    columns_of_lists = [
        resolve(columns, headings, below, lms, pattern)
        for columns in lists_beside(headings, header)
    ]
    if not lms.name and Field.PARTICIPANT in columns_of_lists[0]:
        lms = lms_with_participants()
    if lms.note:
        below = _without_notes(below, lms)
    lists = [
        _PeopleList(
            rows=_by_number(under(below, columns)),
            columns=frozenset(columns),
            lms=lms,
            zone=zone,
            pattern=pattern,
        )
        for columns in columns_of_lists
    ]
    everybody = [person for people_list in lists for person in people_list.people()]
    if not everybody:
        raise _no_people_error(table)
    grouped = _by_id(everybody, table.name, strict=not lms.name)
    people = tuple(map(_merge_rows, grouped))
    people = people if lms.name else _with_zeros(people, pattern)
    doubts = [doubt for people_list in lists for doubt in people_list.doubts(table.name)]
    timed = sorted(row.row for same in grouped if len(_times(same)) > 1 for row in same)
    doubts += _about_rows("times", table.name, timed)
    unread = {number for people_list in lists for number in people_list.unread_times()}
    counted = {person.row for person in everybody}
    doubts += _about_rows("no_time", table.name, sorted(unread & counted))
    warnings = (*_other_sheets(table), *doubts, *_warnings(people, table.name))
    whose = tuple(
        (row.row, person) for same, person in zip(grouped, people, strict=True) for row in same
    )
    return People(people=people, warnings=warnings, lms=lms.name, rows=whose)


def _without_header(table: Table, pattern: str) -> People:
    """Read a list without headings: a column of ids, and one of names if it is unambiguous."""
    frame = table.frame
    column = _column_of(frame, lambda cell: is_id(id_of(cell), pattern)) if pattern else None
    if column is None:
        raise _no_people_error(table)
    named = _column_of(frame, is_name)
    columns = {Field.STUDENT: column} | ({} if named is None else {Field.NAME: named})
    rows = _by_number(under(frame, columns))
    bare = _PeopleList(rows=rows, columns=frozenset(columns), lms=LmsTable(), zone=ZoneInfo("UTC"))
    grouped = _by_id(list(bare.people()), table.name, strict=True)
    people = _with_zeros(tuple(map(_merge_rows, grouped)), pattern)
    return People(people=people, warnings=_warnings(people, table.name))


def _by_number(frame: "DataFrame") -> Mapping[int, _Row]:
    rows = frame.to_dict("records")
    return dict(zip(frame.index.tolist(), rows, strict=True))


def _without_notes(below: "DataFrame", lms: LmsTable) -> "DataFrame":
    """Drop the LMS's own lines: those with its marker, and all from the end marker on."""
    first = below[0].str.strip().str.casefold()
    return below[~first.eq(lms.end).cummax() & ~below[0].str.startswith(lms.note)]


# Assign columns to fields: by their headings and, if those are ambiguous, by the cells. "ID" alone
# may be a participant, the LMS's own number, a running number or the student's id.


def resolve(
    columns: Columns, headings: Sequence[str], below: "DataFrame", lms: LmsTable, pattern: str
) -> Columns:
    """Decide what "ID" holds, and find the ids if no heading names them."""
    by_field = dict(columns)
    for field in (Field.WHO, Field.ID):
        if (unclear := by_field.pop(field, None)) is not None:
            _place_column(by_field, unclear, folded(headings[unclear]), _cells(below, unclear), lms)
    if Field.STUDENT not in by_field and pattern and not lms.name:
        column = _column_of(below, lambda cell: is_id(id_of(cell), pattern))
        if column is not None and column not in by_field.values():
            by_field[Field.STUDENT] = column
    known = lms.name or Field.PARTICIPANT in by_field
    if Field.STUDENT not in by_field and Field.USER in by_field and not known:
        by_field[Field.STUDENT] = by_field[Field.USER]
    return by_field


def _place_column(
    by_field: dict[Field, int], column: int, word: str, cells: Sequence[str], lms: LmsTable
) -> None:
    """Assign a column headed "ID", "Student" or "User" to a field according to its cells."""
    settled = lms.id if word == "id" else lms.who
    if _share(cells, lambda cell: bool(participant_of(cell))) >= _MIN_SHARE:
        by_field[Field.PARTICIPANT] = column
    elif settled is not None:
        by_field[settled] = column
    elif _running(cells):
        return
    elif _share(cells, lambda cell: bool(mail_of(cell))) >= _MIN_SHARE:
        by_field.setdefault(Field.MAIL, column)
    elif _share(cells, is_name) >= _MIN_SHARE:
        by_field.setdefault(Field.NAME, column)
    elif Field.STUDENT in by_field:
        by_field.setdefault(Field.USER, column)
    elif _share(cells, lambda cell: bool(id_of(cell))) >= 0.5:  # noqa: PLR2004 — more ids than not
        by_field[Field.STUDENT] = column


def _column_of(frame: "DataFrame", fits: Callable[[str], bool]) -> int | None:
    """Return the only column in which nearly every filled cell fits; None if not unique."""
    fitting = [
        at for at in range(frame.shape[1]) if _share(_cells(frame, at), fits) >= _MIN_COLUMN_SHARE
    ]
    return fitting[0] if len(fitting) == 1 else None


def _running(cells: Sequence[str]) -> bool:
    """Return whether the cells count 1, 2, 3, …, as line numbers do."""
    numbers = [int(cell) for cell in cells if cell.isascii() and cell.isdigit() and len(cell) < 5]  # noqa: PLR2004 — a course has fewer lines
    return (
        len(numbers) >= _MIN_SHARE * len(cells) > 0
        and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        and numbers[0] <= 1
    )


def _cells(frame: "DataFrame", column: int) -> list[str]:
    cells = frame[column].head(_MAX_ROWS_READ).str.strip()
    return list(cells[cells != ""])


def _share(cells: Sequence[str], fits: Callable[[str], bool]) -> float:
    return sum(map(fits, cells)) / len(cells) if cells else 0.0


# Reading one row.


def _person(row: _Row, number: int, people: _PeopleList) -> Person | None:
    """Read one row; None for totals, teachers, test students and rows without a person."""
    if not _is_student(row, people.lms):
        return None
    name, other = _name(row)
    student, mail, name = _ids(row, name, people.lms)
    student = "" if was_id_with_e(student, people.pattern) else student
    status, attempt = row.get(Field.STATUS, ""), plain_cell(row.get(Field.ATTEMPT, ""))
    zone = ZoneInfo(people.lms.zone) if people.lms.zone else people.zone
    received = received_of(row.get(Field.RECEIVED, ""), zone)
    submitted = _submitted(status)
    if submitted is None and people.lms.name and Field.RECEIVED in people.columns:
        submitted = received is not None or None
    return Person(
        student=student,
        name=name,
        other_name=other,
        mail=mail,
        user=_text(row.get(Field.USER, "")),
        participant=participant_of(row.get(Field.PARTICIPANT, "")),
        group=_text(row.get(Field.GROUP, "")),
        submitted=submitted,
        received=received,
        attempt=int(attempt) if attempt.isascii() and attempt.isdigit() else 0,
        late=received is None and _late(status),
        row=number,
    )


def _counts(person: Person, *, by_id: bool) -> bool:
    """Return whether a row is a person: it has an id, or a name in a table without ids."""
    if person.student or person.mail or person.participant:
        return True
    if person.user and not is_total(person.user):
        return True
    return not by_id and bool(person.name) and not is_total(person.name)


def _is_student(row: _Row, lms: LmsTable) -> bool:
    named, text = _has_student_role(row), _role(row)
    if lms.roles:
        return named
    if folded(row.get(Field.NAME, "")) in lms.nobody:
        return False
    return not text or named or not _STAFF.search(text)


def _has_student_role(row: _Row) -> bool:
    text = _role(row)
    return any(word in text for word in _STUDENTS) and "補助" not in text


def _role(row: _Row) -> str:
    return unicodedata.normalize("NFKC", row.get(Field.ROLE, "")).strip().casefold()


def _ids(row: _Row, name: str, lms: LmsTable) -> tuple[str, str, str]:
    """Return id, mail and name; an identifier or a login may be any of them."""
    who, login = row.get(Field.STUDENT, ""), row.get(Field.LOGIN, "")
    mail = mail_of(row.get(Field.MAIL, "")) or mail_of(who) or mail_of(login)
    student = id_of(who) or id_of(login) or ("" if mail else same_id(plain_cell(login)))
    is_a_name = is_name(who) or lms.names
    if not (student or name or mail) and is_a_name and not is_total(who):
        name = name_of(who)[0]
    return student, mail, name


def _name(row: _Row) -> tuple[str, str]:
    """Return the name and its reading; family and given name may be in two columns."""
    name, reading = name_of(row.get(Field.NAME, ""))
    other = name_of(row.get(Field.OTHER, ""))[0] or reading
    name = name or _joined(row, Field.FAMILY, Field.GIVEN)
    other = other or _joined(row, Field.OTHER_FAMILY, Field.OTHER_GIVEN)
    return name or other, other if name else ""


def _joined(row: _Row, family: Field, given: Field) -> str:
    parts = (name_of(row.get(field, ""))[0] for field in (family, given))
    return " ".join(part for part in parts if part)


def _text(cell: str) -> str:
    return " ".join(unicodedata.normalize("NFC", plain_cell(cell)).split())


def _late(status: str) -> bool:
    """Return whether the LMS marks the submission as late: 受付終了後提出."""
    text = unicodedata.normalize("NFKC", status).casefold()
    return _submitted(status) is True and _LATE.search(text) is not None


def _submitted(status: str) -> bool | None:
    """Return whether the LMS has a submission; None if it does not say."""
    text = unicodedata.normalize("NFKC", status).casefold()
    if _NOT_IN.search(text):
        return False
    return True if _IN.search(text) else None


# Duplicate ids and lost zeros.


def _by_id(people: Sequence[Person], name: str, *, strict: bool) -> list[list[Person]]:
    """Group rows with the same id, or without one the same numbers and name.

    Raises IntakeError if names differ.

    An LMS's own table is not `strict`: a student may occur once per group.
    """
    rows: dict[str, list[Person]] = defaultdict(list)
    for at, person in enumerate(people):
        rows[same_person(person) or f"\0{at}"].append(person)
    if strict:
        for same in rows.values():
            if len({variant_key(person.name) for person in same if person.name}) > 1:
                raise IntakeError(
                    "{path}: rows {rows}: the student ID {student} is used for different names; "
                    "correct the table first",
                    path=printable(name),
                    rows=_numbers(person.row for person in same),
                    student=same[0].student,
                )
    return [*rows.values()]


def same_person(person: Person) -> str:
    """Return what rows of one person share: the id, else all numbers and the name; "" for none."""
    numbers = (person.mail, person.participant, person.user)
    return person.student or ("\0".join((*numbers, person.name)) if any(numbers) else "")


def _merge_rows(same: Sequence[Person]) -> Person:
    """Fill blank fields of the first row from the others; of attempts, the last is the one timed.

    Of several times none is taken: the order of rows does not tell which submission counts.
    """
    submitted = {person.submitted for person in same}
    times, late = _times(same), any(person.late for person in _last_attempt(same))
    return replace(
        same[0],
        name=_first(person.name for person in same),
        other_name=_first(person.other_name for person in same),
        mail=_first(person.mail for person in same),
        user=_first(person.user for person in same),
        participant=_first(person.participant for person in same),
        group=", ".join(dict.fromkeys(person.group for person in same if person.group)),
        submitted=True in submitted or (False if False in submitted else None),
        received=times[0] if len(times) == 1 and not late else None,
        attempt=max(person.attempt for person in same),
        late=late,
    )


def _last_attempt(same: Sequence[Person]) -> list[Person]:
    """Return the rows of the last attempt; all where the table counts none."""
    last = max(person.attempt for person in same)
    return [person for person in same if person.attempt == last]


def _times(same: Sequence[Person]) -> list[Received]:
    """Return the different times of the last attempt of one student."""
    times = (person.received for person in _last_attempt(same))
    return [*{time.at: time for time in times if time is not None}.values()]


def _first(texts: Iterable[str]) -> str:
    return next(filter(None, texts), "")


def _with_zeros(people: Sequence[Person], pattern: str) -> tuple[Person, ...]:
    """Restore leading zeros of ids if the course's pattern allows only one length.

    An id that would then equal another one stays as it is.
    """
    fits = [person.student for person in people if is_id(person.student, pattern)]
    usual = Counter(map(len, fits)).most_common(1)
    wanted = [_padded(person.student, pattern, usual[0][0] if usual else 0) for person in people]
    taken = Counter([*fits, *filter(None, wanted)])
    return tuple(
        replace(person, student=padded, padded=True) if padded and taken[padded] == 1 else person
        for person, padded in zip(people, wanted, strict=True)
    )


def _padded(student: str, pattern: str, usual: int) -> str:
    """Pad an id to the usual length, else to the only length that fits; "" if not needed."""
    digits = student.isascii() and student.isdigit()
    if not pattern or not digits or is_id(student, pattern):
        return ""
    lengths = [usual] if usual else range(len(student) + 1, _MAX_DIGITS + 1)
    fitting = [padded for length in lengths if is_id(padded := student.zfill(length), pattern)]
    return fitting[0] if len(fitting) == 1 else ""


def _warnings(people: Sequence[Person], name: str) -> tuple[Message, ...]:
    """Warn about ids whose zeros were restored, and about ids shorter than most."""
    padded = [f"{person.row} ({person.student})" for person in people if person.padded]
    numbers = [person for person in people if person.student.isascii() and person.student.isdigit()]
    lengths = Counter(len(person.student) for person in numbers)
    usual = max(lengths, key=lambda length: (lengths[length], length), default=0)
    short = [person.row for person in numbers if len(person.student) < usual]
    return (
        *(
            Message(
                "{path}: rows {rows}: the student ID has lost its leading zeros (the ID with "
                "zeros is in parentheses), so it is used only as a candidate; correct the table",
                {"path": printable(name), "rows": ", ".join(padded)},
            )
            for _ in padded[:1]
        ),
        *_about_rows("short", name, short),
    )


def _other_sheets(table: Table) -> Iterator[Message]:
    """Warn about other sheets of the workbook that look like lists of people."""
    if table.others:
        names = ", ".join(map(printable, table.others[:_MAX_ROWS_NAMED]))
        yield Message(
            "{path}: sheet {sheet} was read; {others} were not",
            {"path": printable(table.name), "sheet": printable(table.sheet), "others": names},
        )


def _about_rows(what: str, name: str, rows: Sequence[int]) -> Iterator[Message]:
    if rows:
        yield Message(_ROWS[what], {"path": printable(name), "rows": _numbers(rows)})


def _numbers(rows: Iterable[int]) -> str:
    numbers = list(rows)
    shown = ", ".join(map(str, numbers[:_MAX_ROWS_NAMED]))
    return shown if len(numbers) <= _MAX_ROWS_NAMED else f"{shown}, …"


def _no_people_error(table: Table) -> IntakeError:
    return IntakeError(
        "{path}: there is no column of student IDs or names; one of these headings is "
        "required: {words}",
        path=printable(table.name),
        words=_HEADINGS,
    )


# Times of submission as LMSs write them, in Japanese and English.

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_CLOCK = (
    r"(?P<half>午前|午後)?\s*(?P<hour>\d{1,2})\s*[:時]\s*(?P<minute>\d{1,2})分?"
    r"(?:[:\s]*(?P<second>\d{1,2})(?:秒|\.\d+)?)?\s*(?P<pm>[ap]\.?m\.?)?"
    r"\s*(?P<zone>z|utc|gmt|jst|[+\-]\d{2}:?\d{2})?"
)
_DATES = (
    r"(?P<year>\d{4})年\s*(?P<month>\d{1,2})月\s*(?P<day>\d{1,2})日(?:\s*\(.*?\))?",
    r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?:\s*\(.*?\))?",
    r"(?:[a-z]+,?\s+)?(?P<day>\d{1,2})\s+(?P<name>[a-z]{3,9})\.?,?\s+(?P<year>\d{4})",
    r"(?:[a-z]+,?\s+)?(?P<name>[a-z]{3,9})\.?\s+(?P<day>\d{1,2}),?\s+(?P<year>\d{4})",
)
_TIMES = tuple(re.compile(rf"{day}[\s,t]*(?:at\s+)?{_CLOCK}") for day in _DATES)
_JST = timezone(timedelta(hours=9), "JST")
_NOON = 12


def received_of(cell: str, zone: ZoneInfo) -> Received | None:
    """Parse a time of submission; `zone` applies if none is written. None if it is no time."""
    text = " ".join(unicodedata.normalize("NFKC", cell).casefold().split())
    written = next((match for form in _TIMES if (match := form.fullmatch(text))), None)
    if written is None:
        return None
    part = written.groupdict()
    month = int(part["month"]) if "month" in part else _month(part["name"])
    written_zone = _zone(part["zone"])
    try:
        at = datetime(
            int(part["year"]),
            month,
            int(part["day"]),
            _hour(int(part["hour"]), part["half"] or part["pm"] or ""),
            int(part["minute"]),
            int(part["second"] or 0),
            tzinfo=written_zone or zone,
        )
    except ValueError:
        return None
    return Received(
        at=at,
        source=TimeSource.SHEET,
        resolution_seconds=60 if part["second"] is None else 1,
        zone="" if written_zone else zone.key,
    )


def _month(name: str) -> int:
    """Return the number of an English month; 0, an invalid month, for any other word."""
    return _MONTHS.index(name[:3]) + 1 if name[:3] in _MONTHS else 0


def _hour(hour: int, half: str) -> int:
    if half in ("", "午前", "午後") and hour > _NOON:
        return hour
    if half == "午後" or half.startswith("p"):
        return hour % _NOON + _NOON
    return hour % _NOON if half else hour


def _zone(text: str | None) -> timezone | None:
    match text:
        case None:
            return None
        case "z" | "utc" | "gmt":
            return UTC
        case "jst":
            return _JST
    sign = -1 if text.startswith("-") else 1
    minutes = int(text[1:3]) * 60 + int(text[-2:])
    return timezone(sign * timedelta(minutes=minutes))
