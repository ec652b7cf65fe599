"""What is odd about a list of people: an id twice, zeros lost, ids that Excel destroyed."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from grader.intake.names import printable
from grader.intake.tables.table import Table
from grader.model.collection import Person
from grader.model.errors import IntakeError, Message
from grader.people import variant_key

_SHOWN = 10  # rows that a sentence names


def merged(people: Sequence[Person], name: str, *, strict: bool) -> tuple[Person, ...]:
    """Makes one person of the rows with one id. Raises IntakeError when their names differ.

    Not `strict` is an LMS's own table: a student may stand there once for each group.
    """
    rows: dict[str, list[Person]] = defaultdict(list)
    for at, person in enumerate(people):
        rows[person.student or f"\0{at}"].append(person)
    if strict:
        for same in rows.values():
            if len({variant_key(one.name) for one in same if one.name}) > 1:
                raise IntakeError(
                    "{path}: rows {rows}: the id {student} stands there for different people; mend "
                    "the table first",
                    path=printable(name),
                    rows=_numbers(one.row for one in same),
                    student=same[0].student,
                )
    return tuple(_one(same) for same in rows.values())


def _one(same: Sequence[Person]) -> Person:
    """Fills what the first row leaves blank from the others."""
    first = same[0]
    groups = dict.fromkeys(one.group for one in same if one.group)
    return replace(
        first,
        name=next((one.name for one in same if one.name), ""),
        other_name=next((one.other_name for one in same if one.other_name), ""),
        mail=next((one.mail for one in same if one.mail), ""),
        user=next((one.user for one in same if one.user), ""),
        participant=next((one.participant for one in same if one.participant), ""),
        group=", ".join(groups),
    )


def warnings_of(people: Sequence[Person], name: str) -> tuple[Message, ...]:
    """Says which ids may have lost their leading zeros: shorter numbers than most others are."""
    numbers = [one for one in people if one.student.isascii() and one.student.isdigit()]
    lengths = Counter(len(one.student) for one in numbers)
    if len(lengths) <= 1:
        return ()
    usual = max(lengths, key=lambda length: (lengths[length], length))
    short = [one.row for one in numbers if len(one.student) < usual]
    if not short:
        return ()
    return (
        Message(
            "{path}: rows {rows}: the id is shorter than the others; leading zeros may have been "
            "lost",
            {"path": printable(name), "rows": _numbers(short)},
        ),
    )


def other_sheets(table: Table) -> tuple[Message, ...]:
    """Says which sheets of a workbook look like lists of people, too."""
    if not table.others:
        return ()
    names = ", ".join(map(printable, table.others[:_SHOWN]))
    return (
        Message(
            "{path}: sheet {sheet} is read, not {others}",
            {"path": printable(table.name), "sheet": printable(table.sheet), "others": names},
        ),
    )


def lost_ids(rows: Sequence[int], name: str) -> tuple[Message, ...]:
    """Says which ids Excel has turned into numbers such as 2.4E+07."""
    if not rows:
        return ()
    return (
        Message(
            "{path}: rows {rows}: the id was turned into a number by Excel; take the original "
            "table",
            {"path": printable(name), "rows": _numbers(rows)},
        ),
    )


def without_ids(rows: Sequence[int], name: str) -> tuple[Message, ...]:
    """Says which rows of a list with ids have none, and so were left out."""
    if not rows:
        return ()
    return (
        Message(
            "{path}: rows {rows}: no id stands there; left out",
            {"path": printable(name), "rows": _numbers(rows)},
        ),
    )


def _numbers(rows: Iterable[int]) -> str:
    found = list(rows)
    shown = ", ".join(map(str, found[:_SHOWN]))
    return shown if len(found) <= _SHOWN else f"{shown}, …"
