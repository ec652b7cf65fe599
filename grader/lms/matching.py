"""Match students to the rows of an LMS's file: by id, by mail, by name only if it is unique.

Rows and students have keys of several kinds. The kinds are tried in order, the most reliable
first; a later kind never changes an earlier match. A row is left unmatched if another reliable
key of the same student contradicts it: points in another student's row are the worst failure.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum

from msgspec import Struct, field

from grader.export.gradebook import Left, LeftOut, Stranger
from grader.model.gradebook import Grade
from grader.people import clearly_other, name_forms, same_id, variant_forms


class PersonKey(StrEnum):
    """A kind of key that identifies the student of a row."""

    PARTICIPANT = "participant"  # Moodle's, local to one assignment
    STUDENT = "student"  # the student's id
    USER = "user"  # the LMS's own number or login
    MAIL = "mail"
    NAME = "name"


Keys = Mapping[PersonKey, frozenset[str]]


class GradebookRow(Struct, frozen=True, kw_only=True):
    """One row of a file that may belong to a student."""

    number: int  # 1-based, in the file
    who: str  # its name in messages
    keys: Keys
    names: tuple[str, ...] = ()  # as written in the row


class Matched(Struct):
    """The result of matching: rows by student, and students without one."""

    rows: dict[str, GradebookRow] = field(default_factory=dict)  # by student
    left: dict[str, LeftOut] = field(default_factory=dict)  # by student
    # numbers of rows that may belong to a student of ours
    contested: set[int] = field(default_factory=set)

    def strangers(self, rows: Sequence[GradebookRow]) -> tuple[Stranger, ...]:
        """Return the rows that belong to no student of the gradebook."""
        ours = {row.number for row in self.rows.values()} | self.contested
        return tuple(
            Stranger(row=row.number, who=row.who) for row in rows if row.number not in ours
        )

    def leave(self, student: str, why: Left, rows: Sequence[GradebookRow]) -> None:
        """Leave a student without a row because of these rows."""
        self.rows.pop(student, None)
        self.contested |= {row.number for row in rows}
        numbers = ", ".join(str(row.number) for row in rows)
        self.left[student] = LeftOut(student=student, why=why, detail=numbers)


def keys(values: Mapping[PersonKey, Sequence[str]]) -> Keys:
    """Normalise the texts of each kind of key; blanks are dropped."""
    made: dict[PersonKey, frozenset[str]] = {}
    for kind in PersonKey:
        plain = [text for text in values.get(kind, ()) if text.strip()]
        if kind is PersonKey.NAME:
            made[kind] = frozenset(key for name in plain for key in name_forms(name))
        else:
            made[kind] = frozenset(map(same_id, plain))
    return made


def keys_of(grade: Grade) -> Keys:
    """Return all keys of a student."""
    who = grade.who
    return keys(
        {
            PersonKey.PARTICIPANT: [who.participant],
            PersonKey.STUDENT: [grade.student, who.student],
            PersonKey.USER: [who.user],
            PersonKey.MAIL: [who.mail],
            PersonKey.NAME: [grade.name, who.name],
        }
    )


def match(
    rows: Sequence[GradebookRow],
    grades: Sequence[Grade],
    order: Sequence[PersonKey] = tuple(PersonKey),
) -> Matched:
    """Match every student with a row, trying the kinds of keys in `order`."""
    known = {grade.student: keys_of(grade) for grade in grades}
    matched = Matched()
    for kind in order:
        _settle(kind, rows, known, matched)
    for grade in grades:
        _doubt(grade, known, rows, matched)
    for student in known:
        if student not in matched.rows:
            matched.left.setdefault(student, LeftOut(student=student, why=Left.NO_ROW))
    matched.contested -= {row.number for row in matched.rows.values()}
    return matched


def _settle(
    kind: PersonKey, rows: Sequence[GradebookRow], known: Mapping[str, Keys], matched: Matched
) -> None:
    taken = {row.number for row in matched.rows.values()}
    free = [row for row in rows if row.number not in taken]
    waiting = [
        student for student in known if student not in matched.rows and student not in matched.left
    ]
    hits = {
        student: [row for row in free if row.keys[kind] & known[student][kind]]
        for student in waiting
    }
    claims = Counter(row.number for claimed in hits.values() for row in claimed)
    for student, claimed in hits.items():
        if len(claimed) == 1 and claims[claimed[0].number] == 1 and _alone(kind, student, known):
            matched.rows[student] = claimed[0]
        elif claimed:
            matched.leave(
                student, Left.SAME_NAME if kind is PersonKey.NAME else Left.SEVERAL, claimed
            )


def _alone(kind: PersonKey, student: str, known: Mapping[str, Keys]) -> bool:
    """Return whether the name is unique in the gradebook, counting students already matched.

    Always true for other kinds of keys.
    """
    mine = known[student][kind]
    return kind is not PersonKey.NAME or not any(
        mine & other[kind] for somebody, other in known.items() if somebody != student
    )


def _doubt(
    grade: Grade, known: Mapping[str, Keys], rows: Sequence[GradebookRow], matched: Matched
) -> None:
    """Unmatch a student's row if another reliable key contradicts it."""
    row, mine = matched.rows.get(grade.student), known[grade.student]
    if row is None:
        return
    sure = (PersonKey.PARTICIPANT, PersonKey.STUDENT, PersonKey.USER, PersonKey.MAIL)
    others = [
        other
        for kind in sure
        for other in rows
        if other.keys[kind] & mine[kind] and other is not row
    ]
    if others or _denied(mine, row) or names_another(grade, row.names, known):
        matched.leave(grade.student, Left.CONFLICT, (row, *others))


def _denied(mine: Keys, row: GradebookRow) -> bool:
    """Return whether Moodle's participant numbers differ; they are local to an assignment."""
    here, there = mine[PersonKey.PARTICIPANT], row.keys[PersonKey.PARTICIPANT]
    return bool(here and there and not here & there)


def names_another(grade: Grade, names: Sequence[str], known: Mapping[str, Keys]) -> bool:
    """Return whether the names of a student's row are certainly those of another person.

    The id may have slipped into another line, or the user number may be from another LMS.
    """
    ours = [name for name in (grade.name, grade.who.name) if name.strip()]
    theirs = [name for name in names if name.strip()]
    if not ours or not theirs or any(_same_name(name, other) for name in ours for other in theirs):
        return False
    exactly = frozenset(key for name in theirs for key in name_forms(name))
    if any(
        exactly & keys[PersonKey.NAME]
        for student, keys in known.items()
        if student != grade.student
    ):
        return True
    return all(clearly_other(name, other) for name in ours for other in theirs)


def _same_name(name: str, other: str) -> bool:
    return bool(variant_forms(name) & variant_forms(other) or name_forms(name) & name_forms(other))
