"""Where the columns of Moodle's offline grading worksheet are, whatever language it is in.

Moodle takes the headings from the language of whoever downloaded it. Known headings are believed;
in other languages the cells tell: a word and a number in the first column, and the grade to the
left of a column that says the same maximum in every row.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from grader.export.gradebook.saying import number_of
from grader.export.gradebook.sheets import Sheet
from grader.export.gradebook.written import Notice, NoticeKind
from grader.model.errors import IntakeError
from grader.tables import Field, Mark, column_headed
from grader.wording import visible

KINDS: Mapping[str, Field | Mark] = {
    "participant": Field.ID,
    "name": Field.NAME,
    "mail": Field.MAIL,
    "student": Field.STUDENT,
    "user": Field.USER,
    "status": Field.STATUS,
    "grade": Mark.GRADE,
    "most": Mark.MAXIMUM,
    "scale": Mark.SCALE,
    "changeable": Mark.CHANGEABLE,
    "graded": Mark.GRADED,
    "feedback": Mark.FEEDBACK,
}
JAPANESE = re.compile(r"[぀-ヿ㐀-鿿]")
NUMBERED = re.compile(r"(?P<word>\D+)(?P<number>\d+)")
PERSON = re.compile(r"\D*(?P<number>\d+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """The places of the columns; None = the sheet has none."""

    participant: int
    grade: int
    most: int | None = None
    feedback: int | None = None
    graded: int | None = None
    changeable: int | None = None
    name: int | None = None
    mail: int | None = None
    student: int | None = None
    user: int | None = None
    language: str = ""  # of the headings: "ja", "en"; of another one, what the grade is called
    guessed: tuple[Notice, ...] = ()
    odd: tuple[Notice, ...] = ()  # headings that Moodle does not know again


def find_columns(sheet: Sheet) -> Columns:
    """Finds the columns; raises IntakeError, with the headings there are, when it is not sure."""
    named = {column: column_headed(sheet.header, kind) for column, kind in KINDS.items()}
    if named["scale"] is not None:
        raise IntakeError(
            "{path}: is graded with a scale, not with points", path=visible(sheet.name)
        )
    participant = _participant(sheet, named["participant"])
    most = named["most"] if named["grade"] is not None else _most(sheet, named["most"])
    grade = named["grade"] if named["grade"] is not None else _before(sheet, most)
    feedback = named["feedback"]
    guessed = [(column, at) for column, at in (("grade", grade),) if at != named["grade"]]
    if participant != named["participant"]:
        guessed.insert(0, ("id", participant))
    return Columns(
        participant=participant,
        grade=grade,
        most=most,
        feedback=feedback,
        graded=named["graded"],
        changeable=named["changeable"],
        name=named["name"],
        mail=named["mail"],
        student=named["student"],
        user=named["user"],
        language=_language(sheet, grade, known=grade == named["grade"]),
        odd=tuple(_odd(sheet, list(named.values()))),
        guessed=tuple(_guess(sheet, column, at) for column, at in guessed),
    )


def participant_of(cell: str) -> str:
    """Reads the number of `参加者31201` or `Participant 31201`; "" when it is something else."""
    found = PERSON.fullmatch(cell.strip())
    return found["number"] if found else ""


def _column(sheet: Sheet, at: int) -> list[str]:
    return [line.cells[at].strip() for _, line in sheet.rows()]


def _participant(sheet: Sheet, named: int | None) -> int:
    """Finds the column of "participant 31201": one word for all, and a number for each."""
    if named is not None and any(map(participant_of, _column(sheet, named))):
        return named
    for at in range(len(sheet.header)):
        found = [NUMBERED.fullmatch(cell) for cell in _column(sheet, at)]
        words = {one["word"].strip() for one in found if one}
        numbers = {one["number"] for one in found if one}
        if numbers and len(numbers) == len(found) and len(words) == 1:
            return at
    raise _unsure(sheet, "participant")


def _most(sheet: Sheet, named: int | None) -> int:
    """Finds the column that says the maximum, by what stands in it."""
    if named is not None:
        return named
    found = [at for at in range(1, len(sheet.header)) if _says_maximum(sheet, at)]
    if len(found) != 1:
        raise _unsure(sheet, "grade")
    return found[0]


def _says_maximum(sheet: Sheet, at: int) -> bool:
    values = {number_of(cell) for cell in _column(sheet, at)}
    most = next(iter(values)) if len(values) == 1 else None
    return most is not None and most > 0 and _says_grades(sheet, at - 1, most)


def _says_grades(sheet: Sheet, at: int, most: float) -> bool:
    cells = [cell for cell in _column(sheet, at) if cell not in ("", "-")]
    points = [number_of(cell) for cell in cells]
    return all(one is not None and 0 <= one <= most for one in points)


def _before(sheet: Sheet, most: int | None) -> int:
    if most is None or most == 0:
        raise _unsure(sheet, "grade")
    return most - 1


def _language(sheet: Sheet, grade: int, *, known: bool) -> str:
    if not known:
        return visible(sheet.header[grade])
    return "ja" if JAPANESE.search(sheet.header[grade]) else "en"


def _odd(sheet: Sheet, named: list[int | None]) -> list[Notice]:
    """Finds known headings with something around them: Moodle refuses such a file."""
    headings = [sheet.header[at] for at in named if at is not None]
    odd = [one for one in headings if one != " ".join(one.split())]
    return [Notice(kind=NoticeKind.HEADING, params={"header": one}) for one in odd]


def _guess(sheet: Sheet, column: str, at: int) -> Notice:
    header = sheet.header[at]
    return Notice(kind=NoticeKind.GUESSED, params={"column": column, "header": header})


def _unsure(sheet: Sheet, column: str) -> IntakeError:
    headings = ", ".join(visible(one) for one in sheet.header)
    return IntakeError(
        "{path}: cannot find the {column} column of a Moodle grading worksheet; the "
        "columns are: {columns}",
        path=visible(sheet.name),
        column=column,
        columns=headings,
    )
