"""Fill Moodle's offline grading worksheet.

Moodle writes the headings in the downloader's language. Known headings are trusted. For other
languages the cells decide: participants are a word and a number in the first column, and grades are
to the left of a column with the same maximum in every row. Comments are stored as HTML.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from grader.export.gradebook import ExportOptions, Into, Notice, Written
from grader.lms.columns import MarkColumn
from grader.lms.csv_text import BACKSLASH, misread_row, put_together
from grader.lms.filling import ColumnUse, Comments, Lms, LmsFile, fill, needed, row_of
from grader.lms.matching import GradebookRow, PersonKey
from grader.lms.notices import NoticeKind
from grader.lms.saying import as_html, has_comma, number_of, same_html, says_nothing
from grader.lms.sheets import TextSheet, misread, open_text, ragged
from grader.lms.sure import sure_of_totals
from grader.model.errors import IntakeError
from grader.model.gradebook import Gradebook
from grader.tables import Field, column_headed
from grader.wording import ENGLISH, JAPANESE, Language, is_japanese, visible

MOODLE = Lms(
    keys={
        PersonKey.PARTICIPANT: (Field.PARTICIPANT,),
        PersonKey.STUDENT: (Field.STUDENT,),
        PersonKey.USER: (Field.USER,),
        PersonKey.MAIL: (Field.MAIL,),
        PersonKey.NAME: (Field.NAME,),
    },
    order=tuple(PersonKey),
    called=((Field.ID,), (Field.NAME,)),
    places={
        ColumnUse.POINTS: MarkColumn.GRADE,
        ColumnUse.MAXIMUM: MarkColumn.MAXIMUM,
        ColumnUse.LOCKED: MarkColumn.CHANGEABLE,
        ColumnUse.GRADED: MarkColumn.GRADED,
        ColumnUse.COMMENT: MarkColumn.FEEDBACK,
    },
    comments=Comments(written=as_html, same=same_html, blank=says_nothing),
    taken=("2026-11-23", "mod/assign/gradingtable.php and lang/ja of Moodle 4.5"),
)
NUMBERED = re.compile(r"(?P<word>\D+)(?P<number>\d+)")
PERSON = re.compile(r"\D*(?P<number>\d+)")
MOODLE_PEOPLE = (Field.ID, Field.NAME, Field.MAIL, Field.STUDENT, Field.USER, Field.STATUS)


def fill_moodle(book: Gradebook, options: ExportOptions) -> Written:
    """Fill the downloaded worksheet; only our grades and comments are changed.

    Raises IntakeError if the file is no such worksheet or another assignment's, if its maximum
    differs from the assignment's, if a total exceeds it, or if Moodle would misread a row. Moodle
    ignores most of these silently.
    """
    sheet = open_text(needed(options), php=True)
    columns, notices = _moodle_columns(sheet)
    participant, grade = columns[Field.ID], columns[MarkColumn.GRADE]
    maximum = columns.get(MarkColumn.MAXIMUM)
    # In Moodle's files every row has a number; a row without one is the rest of a broken text.
    has_backslash = any(BACKSLASH in cell for line in sheet.lines for cell in line.cells)
    for row in sheet.rows():
        if not sheet.cell(row, participant):
            raise ragged(sheet.name, row - 1)
        if has_backslash and not _participant_of(sheet.cell(row, participant)):
            raise misread(sheet.name, row - 1)
    sure_of_totals(book, options)
    maxima = [] if maximum is None else sheet.column(maximum)
    sheet.comma = has_comma([*sheet.column(grade), *maxima])
    fields = {kind: at for kind, at in columns.items() if isinstance(kind, Field)}
    places = {place: columns[kind] for place, kind in MOODLE.places.items() if kind in columns}

    def row_at(row: int) -> GradebookRow:
        who = sheet.cell(row, participant)
        cells: dict[Field | str, str] = {kind: sheet.cell(row, at) for kind, at in fields.items()}
        return row_of(
            MOODLE, row, {**cells, Field.ID: who, Field.PARTICIPANT: _participant_of(who)}
        )

    def content(_: Collection[GradebookRow]) -> tuple[bytes, Sequence[Notice]]:
        compared = (ColumnUse.POINTS, ColumnUse.GRADED, ColumnUse.COMMENT)
        read = {participant, *(places[place] for place in compared if place in places)}
        return _safe_for_moodle(sheet, read)

    form = LmsFile(
        lms=MOODLE,
        name=sheet.name,
        sheet=sheet,
        rows=[row_at(row) for row in sheet.rows()],
        columns=places,
        maxima=maxima,
        dated=True,
        notices=notices,
        content=content,
    )
    return fill(form, book, options)


def sheet_language(into: Into) -> Language | None:
    """Return the language of a worksheet to fill; None if its headings are of another."""
    headings = open_text(into, php=True).headings
    if any(map(is_japanese, headings)):
        return JAPANESE
    return ENGLISH if column_headed(headings, MarkColumn.GRADE) is not None else None


def _moodle_columns(sheet: TextSheet) -> tuple[Mapping[Field | MarkColumn, int], list[Notice]]:
    """Return the columns and notices; raise IntakeError, with the headings, if unsure."""
    kinds: Sequence[Field | MarkColumn] = (
        *MOODLE_PEOPLE,
        *MOODLE.places.values(),
        MarkColumn.SCALE,
    )
    named = {kind: at for kind in kinds if (at := column_headed(sheet.headings, kind)) is not None}
    if MarkColumn.SCALE in named:
        raise IntakeError("{path}: uses a grading scale, not points", path=visible(sheet.name))
    columns: dict[Field | MarkColumn, int] = {
        **named,
        Field.ID: _participants(sheet, named.get(Field.ID)),
    }
    if MarkColumn.GRADE not in named:
        if MarkColumn.MAXIMUM not in named:
            columns[MarkColumn.MAXIMUM] = _maximum(sheet)
        columns[MarkColumn.GRADE] = columns[MarkColumn.MAXIMUM] - 1
        if columns[MarkColumn.GRADE] < 0:
            raise _without_points(sheet)
    notices = [
        Notice(kind=notice, params={"header": sheet.heading(columns[kind])})
        for kind, notice in (
            (Field.ID, NoticeKind.GUESSED_PEOPLE),
            (MarkColumn.GRADE, NoticeKind.GUESSED_POINTS),
        )
        if columns[kind] != named.get(kind)
    ]
    notices += [
        Notice(kind=NoticeKind.HEADING, params={"header": heading})
        for heading in map(sheet.heading, named.values())
        if heading != " ".join(heading.split())  # Moodle will not recognise it
    ]
    heading = sheet.heading(columns[MarkColumn.GRADE])
    known = JAPANESE if is_japanese(heading) else ENGLISH
    language = known if MarkColumn.GRADE in named else visible(heading)
    notices.append(Notice(kind=NoticeKind.LANGUAGE, params={"language": language}))
    if columns.get(MarkColumn.FEEDBACK) == 0:  # Moodle ignores it there
        del columns[MarkColumn.FEEDBACK]
    return columns, notices


def _participant_of(cell: str) -> str:
    """Return the number of `参加者31201` or `Participant 31201`; "" for anything else."""
    person = PERSON.fullmatch(cell.strip())
    return person["number"] if person else ""


def _participants(sheet: TextSheet, named: int | None) -> int:
    """Return the column of "Participant 31201": the same word and a number in every cell."""
    if named is not None and any(map(_participant_of, sheet.column(named))):
        return named
    for at in range(len(sheet.headings)):
        matches = [NUMBERED.fullmatch(cell.strip()) for cell in sheet.column(at)]
        words = {match["word"].strip() for match in matches if match}
        numbers = {match["number"] for match in matches if match}
        if numbers and len(numbers) == len(matches) and len(words) == 1:
            return at
    raise IntakeError(
        "{path}: no column contains participant numbers such as Participant 31201, so it is not a "
        "Moodle grading worksheet; columns: {columns}",
        path=visible(sheet.name),
        columns=_headings(sheet),
    )


def _maximum(sheet: TextSheet) -> int:
    """Return the only column that contains a maximum, judging by its cells and those left of it."""
    headings = []
    for at in range(1, len(sheet.headings)):
        maxima = {number_of(cell) for cell in sheet.column(at)}
        most = maxima.pop() if len(maxima) == 1 else None
        grades = (cell for cell in sheet.column(at - 1) if cell.strip() not in MOODLE.empty)
        points = [number_of(cell) for cell in grades]
        if most and all(amount is not None and 0 <= amount <= most for amount in points):
            headings.append(at)
    if len(headings) != 1:
        raise _without_points(sheet)
    return headings[0]


def _without_points(sheet: TextSheet) -> IntakeError:
    return IntakeError(
        "{path}: the column of points of a Moodle grading worksheet was not found; columns: "
        "{columns}",
        path=visible(sheet.name),
        columns=_headings(sheet),
    )


def _headings(sheet: TextSheet) -> str:
    return ", ".join(visible(heading) for heading in sheet.headings)


def _safe_for_moodle(sheet: TextSheet, read: Collection[int]) -> tuple[bytes, Sequence[Notice]]:
    """Return the file's bytes; characters outside its encoding become HTML references.

    A text of Moodle's that ends in a backslash, such as an online text, would swallow the next
    row: a blank is appended and reported. Raises IntakeError for any other row that Moodle would
    misread.
    """

    def misread_in() -> int | None:
        text = put_together(sheet.lines, sheet.delimiter)
        return misread_row(text, sheet.delimiter, sheet.lines, read)

    notices = []
    if not sheet.encoding.startswith("utf-8"):
        notices.append(Notice(kind=NoticeKind.ENCODING, params={"encoding": sheet.encoding}))
    mended = dict.fromkeys(_mend(sheet)) if misread_in() is not None else {}
    if mended:
        rows = ", ".join(map(str, mended))
        notices.append(Notice(kind=NoticeKind.MENDED, params={"rows": rows}))
    if (row := misread_in()) is not None:
        raise misread(sheet.name, row)
    return sheet.content(errors="xmlcharrefreplace"), notices


def _mend(sheet: TextSheet) -> Iterator[int]:
    for row, line in enumerate(sheet.lines, start=1):
        for at, cell in enumerate(line.cells):
            if cell.endswith(BACKSLASH):
                sheet.put(row, at, cell + " ")
                yield row
