"""Tables with a line for each student and a column for each something: attendance, and words.

Attendance is marks for each session, or how often of how many. Words are what persons said about
recognising assignments: ○ and ×. What is not written, or has no meaning, is open.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from grader.intake.roster import resolve
from grader.model.errors import IntakeError, Message
from grader.model.grading import MARKS, AttendanceRules, Blank
from grader.model.standing import Attended
from grader.people import id_of, is_total, plain_cell
from grader.tables import (
    Field,
    MarkColumn,
    Table,
    find_header,
    folded,
    is_headed,
    lists_beside,
    lms_of,
    printable,
)

_ABOVE = 2  # rows over the headings that may say more about a column
_LISTED = 5  # rows and marks in one warning
_NUMBER = re.compile(r"\d+(\.\d+)?")
_COUNT = re.compile(r"(?P<count>\d+(\.\d+)?)(回|日|コマ)?(/\d+(回|日|コマ)?)?")
_SCORE = re.compile(r"\(\d+(\.\d+)?/\d+(\.\d+)?\)$")  # Moodle's attendance writes "P (2/2)"
_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_SESSION = re.compile(
    r"第\s*\d+"
    r"|\d+\s*(回目?|週目?|講目?|コマ目?|限目?|日目)"
    r"|\d{1,4}\s*[/\-.月]\s*\d{1,2}"
    rf"|\d{{1,2}}[- ]({_MONTHS})|({_MONTHS})[a-z]*\.?[- ]?\d{{1,2}}"
    r"|^(#|no\.?|week|session|lecture|class|day|meeting|lesson|[lw])?\s*#?\d{1,3}$"
)
_OTHER = re.compile(
    r"合計|総計|小計|計$|回数|回中|率|点|数|評価|成績|備考|課題|レポート|テスト|試験|提出|学年|番号|締切"
    r"|total|sum\b|rate|percent|%|count|score|point|grade|memo|note|remark|report|test|quiz|exam"
)
"""In the heading of a column that is no session, although it may name one."""
_WORDS: Mapping[str, bool] = {
    **{mark: bool(weight) for mark, weight in MARKS.items() if weight is not None},
    **dict.fromkeys(("認定", "認", "済", "可", "合", "合格", "YES", "Y", "OK"), True),
    **dict.fromkeys(("不認定", "否", "不可", "不", "不合格", "NO", "N", "NG"), False),
}


class Attendance(Struct, frozen=True, kw_only=True):
    """What a table says. `warnings` are to be worded."""

    students: Mapping[str, Attended]
    sessions: tuple[str, ...] = ()  # headings of those held; () = it has counts
    warnings: tuple[Message, ...] = ()


class RecognisedWords(Struct, frozen=True, kw_only=True):
    """What a table says: by student, then by assignment. `warnings` are to be worded."""

    words: Mapping[str, Mapping[str, bool]]
    warnings: tuple[Message, ...] = ()


class _RegisterLine(Struct, frozen=True, kw_only=True):
    student: str  # NFKC, upper case
    row: int  # 1-based, in the file
    cells: Sequence[str]

    def mark(self, column: int) -> str:
        """Gives what stands in a column, NFKC, upper case, without spaces; "" = nothing."""
        cell = plain_cell(self.cells[column])
        return "".join(unicodedata.normalize("NFKC", cell).upper().split())


class _Register(Struct, frozen=True, kw_only=True):
    """The headings of every column, and the lines of the students."""

    name: str  # the file's
    headings: Sequence[Sequence[str]]  # of each column, the likeliest first; () = none
    lines: Sequence[_RegisterLine]
    bare: Sequence[int]  # rows, 1-based, with something in them and no id

    def columns(self, fits: Callable[[str], bool]) -> list[int]:
        """Finds the columns whose heading fits."""
        return [at for at, headings in enumerate(self.headings) if any(map(fits, headings))]

    def heading(self, column: int) -> str:
        """Names a column as its heading does."""
        return next(iter(self.headings[column]), f"#{column + 1}")


def read_attendance(table: Table, rules: AttendanceRules, pattern: str = "") -> Attendance:
    """Reads who was there how often. What is not written, or has no meaning, is open.

    `pattern` is how a student id looks. Raises IntakeError for a table without ids, and for one
    that has neither columns of sessions nor the counts that the course names.
    """
    register = _read(table, pattern)
    sessions = [] if rules.attended else _sessions(register)
    if sessions:
        lines = [(line, _by_marks(line, register, sessions, rules)) for line in register.lines]
    else:
        lines = _by_counts(register, rules)
    lines_of: dict[str, list[tuple[_RegisterLine, Attended]]] = defaultdict(list)
    for line, attended in lines:
        lines_of[line.student].append((line, attended))
    students = {student: several[0][1] for student, several in lines_of.items()}
    warnings = [*_bare(register), *_unknown(register.name, (attended for _, attended in lines))]
    for student, several in lines_of.items():
        if any(attended != several[0][1] for _, attended in several):  # then nothing is sure
            students[student] = Attended(attended=Fraction(0), counted=0, sure=False)
            rows = ", ".join(str(line.row) for line, _ in several)
            warnings.append(
                Message(
                    "{name}: rows {rows}: the attendance of {student} differs between these rows",
                    {"name": register.name, "rows": rows, "student": student},
                )
            )
    return Attendance(
        students=students,
        sessions=tuple(register.heading(column) for column in sessions),
        warnings=tuple(warnings),
    )


def read_recognised(
    table: Table, titles: Mapping[str, tuple[str, ...]], pattern: str = ""
) -> RecognisedWords:
    """Reads ○ and × under the assignments; an empty cell says nothing.

    `titles` are what the columns may be headed, by assignment; its id always may. Raises
    IntakeError for a table without ids or without any of the assignments.
    """
    register = _read(table, pattern)
    columns = {name: register.columns(_headed(name, *called)) for name, called in titles.items()}
    if not any(columns.values()):
        raise IntakeError(
            "{name}: no column has an assignment of this course as its heading", name=register.name
        )
    cells: dict[tuple[str, str], set[str]] = defaultdict(set)
    for line in register.lines:
        for name, at in columns.items():
            cells[line.student, name] |= {line.mark(column) for column in at} - {""}
    words: dict[str, dict[str, bool]] = defaultdict(dict)
    warnings = []
    for (student, name), marks in cells.items():
        answers = {_WORDS.get(mark) for mark in marks}
        word = next(iter(answers)) if len(answers) == 1 else None
        if word is not None:
            words[student][name] = word
        elif marks:
            shown = {"student": student, "assignment": name, "marks": ", ".join(sorted(marks))}
            warnings.append(
                Message(
                    "{name}: {student}: {assignment}: {marks} is not one of ○ and ×",
                    {"name": register.name, **shown},
                )
            )
    return RecognisedWords(words=words, warnings=tuple(warnings))


def is_session(*headings: str) -> bool:
    """Says whether a column with these headings, one above the other, is one session.

    第3回, 4/17, 2025-04-17, Week 3; not 第3回課題, 出席回数 or 合計(15回).
    """
    texts = [unicodedata.normalize("NFKC", heading).strip().casefold() for heading in headings]
    return any(map(_SESSION.search, texts)) and not any(map(_OTHER.search, texts))


def _read(table: Table, pattern: str) -> _Register:
    """Finds the headings and the students' lines; raises IntakeError when no column holds ids."""
    rows, header, column = table.rows, find_header(table.rows), None
    if header is not None:
        headings = rows[header.row]
        lists = lists_beside(headings, header)
        people = resolve(lists[0], headings, table.below(header.row), lms_of(headings), pattern)
        column = people.get(Field.STUDENT)
    if header is None or column is None:
        raise IntakeError(
            "{name}: there is no column of student IDs; give the column the heading 学籍番号",
            name=printable(table.name),
        )
    numbered = list(enumerate(rows[header.row + 1 :], header.row + 2))
    lines = [
        _RegisterLine(student=student, row=number, cells=row)
        for number, row in numbered
        if (student := id_of(row[column]))
    ]
    first = lines[0].row if lines else len(rows) + 1
    bare = [
        number
        for number, row in numbered[: lines[-1].row - header.row - 2 if lines else 0]
        if number > first and _is_bare(row, column)
    ]
    above = rows[max(header.row - _ABOVE, 0) : header.row][::-1]
    over = [headings, *rows[header.row + 1 : first - 1], *above]
    return _Register(
        name=printable(table.name),
        headings=[
            [] if at in people.values() else [text for row in over if (text := plain_cell(row[at]))]
            for at in range(len(headings))
        ],
        lines=lines,
        bare=bare,
    )


def _is_bare(row: Sequence[str], column: int) -> bool:
    """Says whether a line among the students' has something in it and no id."""
    filled = [cell for cell in row if cell.strip()]
    return bool(filled) and not row[column].strip() and not any(map(is_total, filled))


def _headed(*words: str) -> Callable[[str], bool]:
    wanted = {folded(word) for word in words}
    return lambda heading: folded(heading) in wanted


def _sessions(register: _Register) -> list[int]:
    """Finds the sessions that were held: something is written there for somebody."""
    return [
        column
        for column, headings in enumerate(register.headings)
        if is_session(*headings) and any(line.mark(column) for line in register.lines)
    ]


def _by_marks(
    line: _RegisterLine, register: _Register, columns: Sequence[int], rules: AttendanceRules
) -> Attended:
    attended, counted, excused, still = Fraction(0), 0, 0, 0
    unknown: list[str] = []
    for column in columns:
        mark = _SCORE.sub("", line.mark(column))
        known = mark in rules.marks or (_NUMBER.fullmatch(mark) and Fraction(mark) <= 1)
        if not mark and rules.blank is Blank.OPEN:
            still += 1
        elif mark and not known:
            unknown.append(f"{register.heading(column)}: {mark}")
            still += 1
        elif (weight := rules.marks.get(mark, mark or 0)) is None:
            excused += 1
        else:  # a number from 0 to 1 is its own weight; an empty cell here is absent
            attended, counted = attended + Fraction(str(weight)), counted + 1
    return Attended(
        attended=attended, counted=counted, excused=excused, open=still, unknown=tuple(unknown)
    )


def _by_counts(register: _Register, rules: AttendanceRules) -> list[tuple[_RegisterLine, Attended]]:
    attended, held = (
        next(iter(register.columns(_headed(named) if named else _kind(kind))), None)
        for named, kind in (
            (rules.attended, MarkColumn.ATTENDED),
            (rules.held, MarkColumn.HELD),
        )
    )
    if attended is None:
        raise IntakeError(
            "{name}: there is no column with the heading {wanted}; see [grading.attendance] "
            "in course.toml",
            name=register.name,
            wanted=rules.attended or "第1回, 第2回, …",
        )
    if held is None and (rules.held or rules.sessions is None):
        raise IntakeError(
            "{name}: the number of sessions is unknown; set held or sessions under "
            "[grading.attendance] in course.toml",
            name=register.name,
        )
    lines = []
    for line in register.lines:
        there = _count(line.mark(attended))
        of = Fraction(rules.sessions or 0) if held is None else _count(line.mark(held))
        if of is not None and there is not None and there <= of:
            lines.append((line, Attended(attended=there, counted=int(of))))
        else:  # what makes no sense is open
            nothing = Attended(attended=Fraction(0), counted=0, open=int(of or 0), sure=False)
            lines.append((line, nothing))
    return lines


def _kind(kind: MarkColumn) -> Callable[[str], bool]:
    return lambda heading: is_headed(heading, kind)


def _count(cell: str) -> Fraction | None:
    match = _COUNT.fullmatch(cell)
    return Fraction(match["count"]) if match else None


def _bare(register: _Register) -> Iterator[Message]:
    if register.bare:
        rows = ", ".join(map(str, register.bare[:_LISTED]))
        yield Message(
            "{path}: rows {rows}: left out because they have no student ID",
            {"path": register.name, "rows": rows},
        )


def _unknown(name: str, attendances: Iterable[Attended]) -> Iterator[Message]:
    marks = dict.fromkeys(
        mark.rpartition(": ")[2] for attended in attendances for mark in attended.unknown
    )
    if marks:
        yield Message(
            "{name}: the meaning of these marks is not defined: {marks}; set it under "
            "[grading.attendance.marks] in course.toml",
            {"name": name, "marks": ", ".join(list(marks)[:_LISTED])},
        )
