"""Which row of the LMS's file is whose: by ids, by mail, and by a name only when it is unique.

Every row and every student has keys of several kinds. The kinds are tried one after the other, the
surest first; what one kind has settled, no weaker kind touches. A row that another sure key of the
same student denies is nobody's: points in somebody else's row are the worst that can happen here.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum

from msgspec import Struct, field

from grader.export.gradebook import Left, LeftOut, Stranger
from grader.model.gradebook import Grade
from grader.people import clearly_other, name_forms, same_id, variant_forms


class PersonKey(StrEnum):
    """What can tell whose a row is."""

    PARTICIPANT = "participant"  # Moodle's, local to one assignment
    STUDENT = "student"  # the student's id
    USER = "user"  # the LMS's own number or login
    MAIL = "mail"
    NAME = "name"


Keys = Mapping[PersonKey, frozenset[str]]


class GradebookRow(Struct, frozen=True, kw_only=True):
    """One row of a file that may be a student's."""

    number: int  # 1-based, in the file
    who: str  # as it is called there
    keys: Keys
    names: tuple[str, ...] = ()  # as written there


class Matched(Struct):
    """Whose row is which."""

    rows: dict[str, GradebookRow] = field(default_factory=dict)  # by student
    left: dict[str, LeftOut] = field(default_factory=dict)  # by student
    contested: set[int] = field(default_factory=set)  # numbers of rows that may be somebody's

    def strangers(self, rows: Sequence[GradebookRow]) -> tuple[Stranger, ...]:
        """Lists the rows that are nobody's of the gradebook."""
        ours = {row.number for row in self.rows.values()} | self.contested
        return tuple(
            Stranger(row=row.number, who=row.who) for row in rows if row.number not in ours
        )

    def leave(self, student: str, why: Left, rows: Sequence[GradebookRow]) -> None:
        """Gives a student no row, because of these."""
        self.rows.pop(student, None)
        self.contested |= {row.number for row in rows}
        numbers = ", ".join(str(row.number) for row in rows)
        self.left[student] = LeftOut(student=student, why=why, detail=numbers)


def keys(values: Mapping[PersonKey, Sequence[str]]) -> Keys:
    """Makes keys of the texts that stand for each kind; blanks are left out."""
    made: dict[PersonKey, frozenset[str]] = {}
    for kind in PersonKey:
        plain = [text for text in values.get(kind, ()) if text.strip()]
        if kind is PersonKey.NAME:
            made[kind] = frozenset(key for name in plain for key in name_forms(name))
        else:
            made[kind] = frozenset(map(same_id, plain))
    return made


def keys_of(grade: Grade) -> Keys:
    """Gives everything that is known of a student."""
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
    """Finds every student's row, by the kinds of keys in this order."""
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
    """Whether nobody else of the gradebook has this name, not even one whose row is known."""
    mine = known[student][kind]
    return kind is not PersonKey.NAME or not any(
        mine & other[kind] for somebody, other in known.items() if somebody != student
    )


def _doubt(
    grade: Grade, known: Mapping[str, Keys], rows: Sequence[GradebookRow], matched: Matched
) -> None:
    """Takes a row away from a student when another sure key says that it is not theirs."""
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
    """Says whether the number of the LMS is another one; it is an assignment's own."""
    here, there = mine[PersonKey.PARTICIPANT], row.keys[PersonKey.PARTICIPANT]
    return bool(here and there and not here & there)


def names_another(grade: Grade, names: Sequence[str], known: Mapping[str, Keys]) -> bool:
    """Says whether a row of this student is surely called by somebody else's name.

    Its id may have slipped into another line, and a user's number is another LMS's somebody else.
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
