"""Attendance out of a table: marks for each session, or how often of how many."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from grader.intake.register import Line, Register, read_register
from grader.model.errors import IntakeError, Message
from grader.model.grading import AttendanceRules, Blank
from grader.model.standing import Attended
from grader.tables import MarkColumn, Table, folded, is_headed

_NUMBER = re.compile(r"\d+(\.\d+)?")
_COUNT = re.compile(r"(?P<count>\d+(\.\d+)?)(回|日|コマ)?(/\d+(回|日|コマ)?)?")
_SCORE = re.compile(r"\(\d+(\.\d+)?/\d+(\.\d+)?\)$")  # Moodle's attendance writes "P (2/2)"
_LISTED = 5  # rows and marks in one warning


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Attendance:
    """What a table says. `warnings` are to be worded."""

    students: Mapping[str, Attended]
    sessions: tuple[str, ...] = ()  # headings of those held; () = it has counts
    warnings: tuple[Message, ...] = ()


def read_attendance(table: Table, rules: AttendanceRules, pattern: str = "") -> Attendance:
    """Reads who was there how often. What is not written, or has no meaning, is open.

    `pattern` is how a student id looks. Raises IntakeError for a table without ids, and for one
    that has neither columns of sessions nor the counts that the course names.
    """
    register = read_register(table, pattern)
    columns = () if rules.attended else _sessions(register)
    if columns:
        lines = [(line, _by_marks(line, register, columns, rules)) for line in register.lines]
    else:
        lines = _by_counts(register, rules)
    warnings = [*_bare(register), *_unknown(register.name, (found for _, found in lines))]
    students, twice = _merged(lines)
    return Attendance(
        students=students,
        sessions=tuple(register.heading(column) for column in columns),
        warnings=(*warnings, *(_differ(register.name, one) for one in twice)),
    )


def _sessions(register: Register) -> tuple[int, ...]:
    """Finds the sessions that were held: something is written there for somebody."""
    return tuple(
        column
        for column, headings in enumerate(register.headings)
        if is_session(*headings) and any(line.cell(column) for line in register.lines)
    )


def _by_marks(
    line: Line, register: Register, columns: Sequence[int], rules: AttendanceRules
) -> Attended:
    attended, counted, excused, still = Fraction(0), 0, 0, 0
    unknown: list[str] = []
    for column in columns:
        mark = _SCORE.sub("", line.cell(column))
        if not mark and rules.blank is Blank.OPEN:
            still += 1
        elif mark and not _is_known(mark, rules):
            unknown.append(f"{register.heading(column)}: {mark}")
            still += 1
        elif (weight := _weight(mark, rules)) is None:
            excused += 1
        else:
            attended, counted = attended + weight, counted + 1
    return Attended(
        attended=attended, counted=counted, excused=excused, open=still, unknown=tuple(unknown)
    )


def _is_known(mark: str, rules: AttendanceRules) -> bool:
    return mark in rules.marks or (bool(_NUMBER.fullmatch(mark)) and Fraction(mark) <= 1)


def _weight(mark: str, rules: AttendanceRules) -> Fraction | None:
    """Weighs a mark; an empty one here is absent. A number from 0 to 1 is its own weight."""
    if not mark:
        return Fraction(0)
    if mark not in rules.marks:
        return Fraction(mark)
    weight = rules.marks[mark]
    return None if weight is None else Fraction(str(weight))


def _by_counts(register: Register, rules: AttendanceRules) -> list[tuple[Line, Attended]]:
    attended = _one(register, _named(rules.attended) if rules.attended else is_attended)
    held = _one(register, _named(rules.held) if rules.held else is_held)
    if attended is None:
        wanted = rules.attended or "第1回, 第2回, …"
        raise IntakeError(
            "{name}: no column is headed {wanted}; see [grading.attendance]",
            name=register.name,
            wanted=wanted,
        )
    if held is None and (rules.held or rules.sessions is None):
        raise IntakeError(
            "{name}: nothing says how many sessions there were; give held or sessions in "
            "[grading.attendance]",
            name=register.name,
        )
    return [(line, _counts(line, attended, held, rules.sessions or 0)) for line in register.lines]


def _counts(line: Line, attended: int, held: int | None, sessions: int) -> Attended:
    """Reads the two numbers; what makes no sense is open."""
    there = _count(line.cell(attended))
    of = Fraction(sessions) if held is None else _count(line.cell(held))
    if of is None:
        return Attended(attended=Fraction(0), counted=0, sure=False)
    if there is None or there > of:
        return Attended(attended=Fraction(0), counted=0, open=int(of), sure=False)
    return Attended(attended=there, counted=int(of))


def _count(cell: str) -> Fraction | None:
    found = _COUNT.fullmatch(cell)
    return Fraction(found["count"]) if found else None


def _named(wanted: str) -> Callable[[str], bool]:
    return lambda heading: folded(heading) == folded(wanted)


def _one(register: Register, fits: Callable[[str], bool]) -> int | None:
    return next(iter(register.columns(fits)), None)


def _merged(
    lines: Iterable[tuple[Line, Attended]],
) -> tuple[Mapping[str, Attended], Sequence[Sequence[Line]]]:
    """Takes equal lines of one student as one; of different ones, nothing is sure."""
    found: dict[str, list[tuple[Line, Attended]]] = defaultdict(list)
    for line, attended in lines:
        found[line.student].append((line, attended))
    students, twice = {}, []
    for student, several in found.items():
        students[student] = several[0][1]
        if any(one != several[0][1] for _, one in several):
            students[student] = Attended(attended=Fraction(0), counted=0, sure=False)
            twice.append([line for line, _ in several])
    return students, twice


def _differ(name: str, lines: Sequence[Line]) -> Message:
    rows = ", ".join(str(line.row) for line in lines)
    return Message(
        "{name}: rows {rows}: {student} stands there with different attendance",
        {"name": name, "rows": rows, "student": lines[0].student},
    )


def _bare(register: Register) -> Iterator[Message]:
    if register.bare:
        rows = ", ".join(map(str, register.bare[:_LISTED]))
        yield Message(
            "{path}: rows {rows}: no id stands there; left out",
            {"path": register.name, "rows": rows},
        )


def _unknown(name: str, found: Iterable[Attended]) -> Iterator[Message]:
    marks = dict.fromkeys(one.rpartition(": ")[2] for each in found for one in each.unknown)
    if marks:
        listed = ", ".join(list(marks)[:_LISTED])
        yield Message(
            "{name}: the course does not say what these marks mean: {marks}; give them in "
            "[grading.attendance.marks]",
            {"name": name, "marks": listed},
        )


def is_session(*headings: str) -> bool:
    """Says whether a column with these headings, one above the other, is one session.

    第3回, 4/17, 2025-04-17, Week 3; not 第3回課題, 出席回数 or 合計(15回).
    """
    texts = [unicodedata.normalize("NFKC", one).strip().casefold() for one in headings]
    return any(map(_SESSION.search, texts)) and not any(map(_OTHER.search, texts))


def is_attended(heading: str) -> bool:
    """Says whether a column holds how often a student was there."""
    return is_headed(heading, MarkColumn.ATTENDED)


def is_held(heading: str) -> bool:
    """Says whether a column holds how many sessions there were."""
    return is_headed(heading, MarkColumn.HELD)
