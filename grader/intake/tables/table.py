"""What a table is once it is read: rows of text, and the people in it."""

from dataclasses import dataclass

from grader.model.collection import Person
from grader.model.errors import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table as text: a row for every row of the file, blank ones too, so numbers agree."""

    rows: tuple[tuple[str, ...], ...]  # as long as they stand there; ragged
    encoding: str = ""  # "" = a workbook
    delimiter: str = ""  # "" = a workbook
    sheet: str = ""  # of a workbook
    others: tuple[str, ...] = ()  # sheets of the workbook with headings of people, not read
    name: str = ""  # the file's, for messages


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """Who stands in a table. `warnings` are to be worded."""

    people: tuple[Person, ...]
    warnings: tuple[Message, ...] = ()
    lms: str = ""  # whose sheet it is: "moodle", "manaba", "canvas", …; "" = a plain roster
