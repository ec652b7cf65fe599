"""The LMS's own table: who each row is, and which rows concern a caller."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from grader.intake.joining.identification import Callers, Identification, decide
from grader.intake.joining.known import KnownPeople, as_identity, know
from grader.model.collection import Identity, Person
from grader.people import id_key, name_key, same_id


class SheetRow(Struct, frozen=True, kw_only=True):
    """A row of a sheet, and the person identified."""

    person: Person
    identification: Identification

    @property
    def student(self) -> str:
        """Return the student; "" if uncertain."""
        return self.identification.student


def identify_rows(
    sheets: Sequence[Person], roster: Sequence[Person], same: Callers, pattern: str
) -> tuple[tuple[SheetRow, ...], KnownPeople]:
    """Identify every row by the roster; return the rows, and the people of both."""
    listed = frozenset(person.student for person in roster)
    # Rows with ids identify the sheet's other rows, as a roster does.
    certain = [person for person in sheets if person.student]
    first = know(roster, listed, pattern)
    rows = [
        SheetRow(person=person, identification=decide(as_identity(person), first, same))
        for person in certain
    ]
    then = know([*roster, *_named(rows)], listed, pattern)
    others = [person for person in sheets if not person.student]
    rows += [
        SheetRow(person=person, identification=decide(as_identity(person), then, same))
        for person in others
    ]
    in_order = {id(person): at for at, person in enumerate(sheets)}
    rows.sort(key=lambda row: in_order[id(row.person)])
    return tuple(rows), know([*roster, *_named(rows)], listed, pattern)


def rows_of(who: Identity, index: Mapping[tuple[str, str], Sequence[SheetRow]]) -> list[SheetRow]:
    """Return the rows with a number of this caller: participant, login, mail or id."""
    rows = [row for number in _numbers(who) for row in index.get(number, ())]
    unique = list({id(row): row for row in rows}.values())
    here = [row for row in unique if row.person.participant]
    if who.participant and here:
        return [row for row in unique if row.person.participant in ("", who.participant)]
    return unique


def by_number(rows: Sequence[SheetRow]) -> Mapping[tuple[str, str], list[SheetRow]]:
    """Index rows by every number in them."""
    index: dict[tuple[str, str], list[SheetRow]] = defaultdict(list)
    for row in rows:
        for number in _numbers(as_identity(row.person)):
            index[number].append(row)
    return index


def _numbers(who: Identity) -> list[tuple[str, str]]:
    """Return the folded numbers that identify this caller."""
    numbers = [
        ("participant", who.participant),
        ("user", same_id(who.user)),
        ("mail", same_id(who.mail)),
        ("student", id_key(who.student)),
    ]
    return [(kind, value) for kind, value in numbers if value]


def members(group: str, rows: Sequence[SheetRow]) -> list[SheetRow]:
    """Return the rows that name this group."""
    key = name_key(group)
    return [row for row in rows if key and key in _groups(row.person.group)]


def _groups(groups: str) -> set[str]:
    """Return the folded groups of a row, which may be separated by commas."""
    parts = groups.replace("，", ",").replace("、", ",").replace(";", ",").split(",")
    return {name_key(group) for group in (groups, *parts)}


def _named(rows: Sequence[SheetRow]) -> list[Person]:
    return [replace(row.person, student=row.student) for row in rows if row.student]
