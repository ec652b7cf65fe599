"""Ids whose leading zeros a spreadsheet has eaten: which ids they must have been."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from grader.intake.names import printable
from grader.model.collection import Person
from grader.model.errors import Message

_LONGEST = 16  # digits of an id


def with_zeros(people: Sequence[Person], pattern: str) -> tuple[Person, ...]:
    """Gives ids back their zeros where the course's pattern leaves one length for them.

    An id that somebody else has by then stays as it is.
    """
    fits = [one.student for one in people if _fits(one.student, pattern)]
    usual = Counter(len(one) for one in fits).most_common(1)
    wanted = [_padded(one.student, pattern, usual[0][0] if usual else 0) for one in people]
    taken = Counter([*fits, *(one for one in wanted if one)])
    return tuple(
        replace(one, student=student, padded=True) if student and taken[student] == 1 else one
        for one, student in zip(people, wanted, strict=True)
    )


def padded_ids(people: Sequence[Person], name: str) -> tuple[Message, ...]:
    """Says of every row whose id got its zeros back."""
    rows = [f"{one.row} ({one.student})" for one in people if one.padded]
    if not rows:
        return ()
    return (
        Message(
            "{path}: rows {rows}: the id has lost its leading zeros; it is only proposed; mend the "
            "table",
            {"path": printable(name), "rows": ", ".join(rows)},
        ),
    )


def _padded(student: str, pattern: str, usual: int) -> str:
    """Pads an id to the usual length, else to the only one that fits; "" when it needs none."""
    if not pattern or not student.isascii() or not student.isdigit() or _fits(student, pattern):
        return ""
    lengths = [usual] if usual else range(len(student) + 1, _LONGEST + 1)
    found = [padded for one in lengths if _fits(padded := student.zfill(one), pattern)]
    return found[0] if len(found) == 1 else ""


def _fits(student: str, pattern: str) -> bool:
    return bool(pattern) and re.fullmatch(pattern, student, re.ASCII) is not None
